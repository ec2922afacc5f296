#ifndef DLX_ENGINE_SPARSE_SETS_ITEM_CHOICE_H_
#define DLX_ENGINE_SPARSE_SETS_ITEM_CHOICE_H_

// The item to branch on: one of least degree by weight.

#include <cstdint>
#include <optional>

#include "dlx/engine/first_smallest.h"
#include "dlx/engine/sparse_sets/failure_weights.h"
#include "dlx/engine/sparse_sets/sets.h"

namespace dlx::internal::sparse_sets {

// Nothing if all are covered. `is_in_order`: the first one instead.
inline std::optional<int32_t> ChooseItem(const Sets& sets,
                                         const FailureWeights& weights,
                                         bool is_in_order) {
  const int32_t count = sets.primary_count();
  if (is_in_order) {
    for (int32_t i = 0; i < count; ++i) {
      if (!sets.is_covered(i)) return i;
    }
    return std::nullopt;
  }
  // Of the items below `end`; `end` if all of them are covered.
  const auto lightest = [&](int32_t end) {
    if (end == 0) return end;
    return static_cast<int32_t>(FirstSmallestProduct(
        sets.degrees(), weights.factors(), 0, end, Sets::kMaxDegree));
  };
  int32_t item = lightest(sets.preferred_count());
  if (item == sets.preferred_count()) item = lightest(count);
  if (item == count) return std::nullopt;
  return item;
}

}  // namespace dlx::internal::sparse_sets

#endif  // DLX_ENGINE_SPARSE_SETS_ITEM_CHOICE_H_
