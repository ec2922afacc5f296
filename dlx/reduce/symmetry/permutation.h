#ifndef DLX_REDUCE_SYMMETRY_PERMUTATION_H_
#define DLX_REDUCE_SYMMETRY_PERMUTATION_H_

// Permutations of the points 0..n-1.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace dlx::internal {

// The image of each point.
using Permutation = std::vector<uint32_t>;

inline Permutation Identity(size_t degree) {
  Permutation identity(degree);
  for (uint32_t p = 0; p < degree; ++p) identity[p] = p;
  return identity;
}

// Takes each point to second[first[point]].
inline Permutation Then(const Permutation& first, const Permutation& second) {
  Permutation both(first.size());
  for (uint32_t p = 0; p < first.size(); ++p) both[p] = second[first[p]];
  return both;
}

inline Permutation Inverse(const Permutation& permutation) {
  Permutation inverse(permutation.size());
  for (uint32_t p = 0; p < permutation.size(); ++p) {
    inverse[permutation[p]] = p;
  }
  return inverse;
}

// The first point that moves; the number of points if none does.
inline uint32_t FirstMoved(const Permutation& permutation) {
  uint32_t p = 0;
  while (p < permutation.size() && permutation[p] == p) ++p;
  return p;
}

inline bool IsIdentity(const Permutation& permutation) {
  return FirstMoved(permutation) == permutation.size();
}

// Whether the order in which they are done does not matter.
inline bool Commute(const Permutation& a, const Permutation& b) {
  for (uint32_t p = 0; p < a.size(); ++p) {
    if (b[a[p]] != a[b[p]]) return false;
  }
  return true;
}

// What does to the images of `by` what the permutation does to the points.
inline Permutation Conjugate(const Permutation& permutation,
                             const Permutation& by) {
  Permutation conjugate(permutation.size());
  for (uint32_t p = 0; p < permutation.size(); ++p) {
    conjugate[by[p]] = by[permutation[p]];
  }
  return conjugate;
}

// Which points permutations take to each other: sets that grow together.
class Orbits {
 public:
  explicit Orbits(size_t degree) : parent_(Identity(degree)) {}

  uint32_t Find(uint32_t point) {
    while (parent_[point] != point) {
      point = parent_[point] = parent_[parent_[point]];
    }
    return point;
  }
  // The smallest point stands for a set.
  void Join(uint32_t a, uint32_t b) {
    a = Find(a);
    b = Find(b);
    if (a < b) parent_[b] = a;
    if (b < a) parent_[a] = b;
  }
  void Add(const Permutation& permutation) {
    for (uint32_t p = 0; p < permutation.size(); ++p) Join(p, permutation[p]);
  }

 private:
  Permutation parent_;
};

}  // namespace dlx::internal

#endif  // DLX_REDUCE_SYMMETRY_PERMUTATION_H_
