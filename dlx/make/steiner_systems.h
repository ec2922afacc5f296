#ifndef DLX_MAKE_STEINER_SYSTEMS_H_
#define DLX_MAKE_STEINER_SYSTEMS_H_

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::make {

struct SteinerSystemsParams {
  int points = 9;
  int block_size = 3;
  int strength = 2;
  // Only the systems in which the blocks through the first strength - 1 points
  // consist of these and the remaining points in their order: of triples, 012,
  // 034, 056 and so on. Every system can be renumbered to be such a one.
  bool fix_first = false;
};

// Steiner systems S(t, k, n): families of blocks of k out of n points, such
// that every t points are together in exactly one block. With t = 2 and k = 3
// they are the Steiner triple systems, which exist if n is 1 or 3 modulo 6
// (otherwise the problem has no cover); S(2, q+1, q*q+q+1) are the finite
// projective planes.
//
// The items are the sets of t points, such as "03"; an option is a block, with
// all the sets of t points in it.
absl::StatusOr<Problem> MakeSteinerSystems(const SteinerSystemsParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_STEINER_SYSTEMS_H_
