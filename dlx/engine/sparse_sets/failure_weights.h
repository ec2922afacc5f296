#ifndef DLX_ENGINE_SPARSE_SETS_FAILURE_WEIGHTS_H_
#define DLX_ENGINE_SPARSE_SETS_FAILURE_WEIGHTS_H_

// How often each item was the one that had no option left. An item's degree is
// divided by that number ("dom/wdeg": Boussemart, Hemery, Lecoutre and Sais
// 2004), so a search goes to the heart of the difficulty, wherever it has
// begun; what it learns in one place it knows in all others.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "dlx/engine/first_smallest.h"

namespace dlx::internal::sparse_sets {

class FailureWeights {
 public:
  explicit FailureWeights(int32_t items)
      : weights_(items, 1), factors_(items + kFirstSmallestPadding, 1.0f) {}

  // Forgets all failures.
  void Clear() {
    std::fill(weights_.begin(), weights_.end(), 1);
    std::fill(factors_.begin(), factors_.end(), 1.0f);
  }
  void Note(int32_t item) {
    factors_[item] = 1 / static_cast<float>(++weights_[item]);
  }
  // By item: one divided by its weight, with padding for
  // FirstSmallestProduct().
  const float* factors() const { return factors_.data(); }

 private:
  std::vector<uint64_t> weights_;  // The number of failures, and one more.
  std::vector<float> factors_;
};

}  // namespace dlx::internal::sparse_sets

#endif  // DLX_ENGINE_SPARSE_SETS_FAILURE_WEIGHTS_H_
