#ifndef DLX_ASK_SYMMETRY_FACTORS_H_
#define DLX_ASK_SYMMETRY_FACTORS_H_

// Groups that have symmetric groups as factors, and the classes of these.
//
// All ways to permute n points are the group S_n. Where there are m *copies* of
// n points, each permuted by itself, and the copies exchanged with each other,
// too, they are the wreath product S_n wr S_m: of Latin squares of order 7,
// S_7 wr S_3. Its 768,144,384,000 elements are in 920 conjugacy classes, and
// these, with their sizes, follow from n and m: a copy comes back after k
// exchanges, permuted in cycles of some lengths. So no element is looked at.
//
// A factor is known by elements that meet the relations of Coxeter: the
// exchanges of neighbouring points, and those of neighbouring copies. Whatever
// meets these relations is an image of S_n wr S_m.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/ask/symmetry/permutation_group.h"
#include "dlx/natural.h"
#include "dlx/reduce/symmetry/permutation.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx::internal {

struct SymmetricFactor {
  // For each copy, what exchanges its points i and i + 1.
  std::vector<std::vector<Permutation>> points;
  // What exchanges the copies c and c + 1, each point with the one of its
  // number.
  std::vector<Permutation> copies;

  size_t point_count() const { return points[0].size() + 1; }
  size_t copy_count() const { return points.size(); }
  // The order of S_n wr S_m; and numbers of which it is the product.
  Natural Order() const;
  std::vector<uint64_t> OrderAsFactors() const;
};

// From the exchanges of points of the first copy, and those of copies.
SymmetricFactor MakeFactor(std::vector<Permutation> points_of_first,
                           std::vector<Permutation> copies);

// Whether the elements meet the relations of S_n wr S_m.
bool MeetsRelations(const SymmetricFactor& factor);
// Whether each element of one commutes with each of the other.
bool Commute(const SymmetricFactor& a, const SymmetricFactor& b);
bool Commute(const SymmetricFactor& a, const Permutation& b);

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

// The classes of conjugates of the product of the factors, in the same order
// every time, the identity first. An element and those of its powers that
// generate the same group are in one class, as in any such product. Fails as
// `may_go_on`, which is asked before each class of a factor and each partition
// of its points, and if more memory would be needed.
[[nodiscard]] absl::StatusOr<std::vector<ElementClass>> ClassesOf(
    size_t degree, absl::Span<const SymmetricFactor> factors,
    absl::FunctionRef<absl::Status()> may_go_on, size_t memory_limit);

}  // namespace dlx::internal

#endif  // DLX_ASK_SYMMETRY_FACTORS_H_
