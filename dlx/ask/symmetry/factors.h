#ifndef DLX_ASK_SYMMETRY_FACTORS_H_
#define DLX_ASK_SYMMETRY_FACTORS_H_

// Symmetric groups as factors of a group of permutations.
//
// All ways to permute n points are the group S_n. Where there are m *copies* of
// n points, each permuted by itself, and the copies exchanged with each other,
// too, they are the wreath product S_n wr S_m: of Latin squares of order 7,
// S_7 wr S_3.
//
// A factor is known by elements that meet the relations of Coxeter: the
// exchanges of neighbouring points, and those of neighbouring copies. Whatever
// meets these relations is an image of S_n wr S_m.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dlx/natural.h"
#include "dlx/reduce/symmetry/permutation.h"

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

}  // namespace dlx::internal

#endif  // DLX_ASK_SYMMETRY_FACTORS_H_
