#ifndef DLX_MAKE_DESIGNS_H_
#define DLX_MAKE_DESIGNS_H_

// Families of sets in which something is together exactly once: exact cover
// pure and simple, from all subsets to the block designs of combinatorics.

#include <optional>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::make {

struct SetPartitionsParams {
  int size = 10;
  // If set, only the partitions into so many blocks.
  std::optional<int> blocks = std::nullopt;
};

// The partitions of a set of N things; their number is the Bell number B(N).
//
// This is exact cover pure and simple: the items are the things "x0", "x1",
// ..., and every non-empty subset of them is an option. With `blocks` = k there
// is one more item "#" in every option, with multiplicity k..k; the covers are
// then counted by the Stirling numbers of the second kind.
absl::StatusOr<Problem> MakeSetPartitions(const SetPartitionsParams& params);

struct OneFactorizationsParams {
  int size = 8;
  // Only those with the factor {01, 23, 45, ...}. By symmetry every factor is
  // in equally many.
  bool fix_first = false;
  // Only perfect ones: any two rounds together are one cycle through all
  // points.
  bool perfect = false;
};

// One-factorizations of the complete graph on N points: timetables for a
// tournament of N teams, in which each plays against all others, in N-1
// rounds.
//
// The items are the games, such as "03" between the teams 0 and 3; an option is
// a round, that is a perfect matching. The rounds are a set, without an order.
// (If N is odd there is none, and the problem has no cover.)
//
// Two rounds make several cycles if and only if there is a set of points, at
// least 4 and at most N/2 of them, within which both of them play: the smallest
// cycle. So for perfect factorizations, each set of that even size has a
// secondary item, such as "c0123", which is in the rounds that play within it.
// Of a set of N/2 points and the rest, only the one with point 0 has one.
absl::StatusOr<Problem> MakeOneFactorizations(
    const OneFactorizationsParams& params);

struct SteinerSystemsParams {
  int points = 9;
  int block_size = 3;
  int strength = 2;
  // Only the systems in which the blocks through the first strength - 1 points
  // consist of these and the remaining points in their order: of triples, 012,
  // 034, 056 and so on. Every system can be renumbered to be such a one. If
  // there is a hole, the remaining points are those outside of it.
  bool fix_first = false;
  // The first so many points are a hole: no t of them are in a block. If there
  // is a Steiner system on them, such a family, together with that system, is a
  // system on all points of which it is a part.
  int hole = 0;
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

#endif  // DLX_MAKE_DESIGNS_H_
