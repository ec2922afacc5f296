#ifndef DLX_ASK_SYMMETRY_FACTOR_CLASSES_H_
#define DLX_ASK_SYMMETRY_FACTOR_CLASSES_H_

// The classes of conjugates of symmetric factors.
//
// The 768,144,384,000 elements of S_7 wr S_3 are in 920 classes, and these,
// with their sizes, follow from 7 and 3: a copy comes back after k exchanges,
// permuted in cycles of some lengths. So no element is looked at.

#include <cstddef>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/ask/symmetry/factors.h"
#include "dlx/ask/symmetry/permutation_group.h"

namespace dlx::internal {

// The classes of conjugates of the product of the factors, in the same order
// every time, the identity first. An element and those of its powers that
// generate the same group are in one class, as in any such product. Fails as
// `may_go_on`, which is asked before each class and each partition of a
// factor's points, and if more memory would be needed.
[[nodiscard]] absl::StatusOr<std::vector<ElementClass>> ClassesOf(
    size_t degree, absl::Span<const SymmetricFactor> factors,
    absl::FunctionRef<absl::Status()> may_go_on, size_t memory_limit);

}  // namespace dlx::internal

#endif  // DLX_ASK_SYMMETRY_FACTOR_CLASSES_H_
