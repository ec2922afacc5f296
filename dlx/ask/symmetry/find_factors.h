#ifndef DLX_ASK_SYMMETRY_FIND_FACTORS_H_
#define DLX_ASK_SYMMETRY_FIND_FACTORS_H_

// Finds symmetric groups that are factors of a group.
//
// Among the powers of its elements is one that exchanges two points and does
// nothing else, or, what is known of it, is like that: its product with a
// conjugate has order 1, 2 or 3. All its conjugates are then the exchanges of
// two points, and chains of them tell the points, and the copies.

#include <cstddef>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/ask/symmetry/factors.h"
#include "dlx/reduce/symmetry/permutation.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx::internal {

// A group is the product of factors that commute with each other, and with the
// group that the rest generates. Each element is such a product in one way.
struct Factors {
  std::vector<SymmetricFactor> symmetric;
  std::vector<Permutation> rest;
};

// The generators in parts that move no point in common. (So the group is the
// product of what they generate.) Those that move no point are left out.
std::vector<std::vector<Permutation>> SplitByPoints(
    size_t degree, absl::Span<const Permutation> generators);

// Finds factors S_n wr S_m, with n > 2, of the group that these generate. Fails
// if a limit of the watch comes first, or more memory would be needed.
[[nodiscard]] absl::StatusOr<Factors> FindFactors(
    size_t degree, absl::Span<const Permutation> generators,
    const LimitWatch& watch, size_t memory_limit);

}  // namespace dlx::internal

#endif  // DLX_ASK_SYMMETRY_FIND_FACTORS_H_
