#ifndef DLX_ENGINE_NOGOODS_ITEM_CHOICE_H_
#define DLX_ENGINE_NOGOODS_ITEM_CHOICE_H_

// Which item to branch on: one with the fewest options left, and among these
// the one that conflicts have turned on most, lately. Or else both are weighed
// against each other.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dlx/engine/nogoods/masks.h"

namespace dlx::internal::nogoods {

// The padding behind masks and activities, for vectors to be loaded.
inline constexpr size_t kItemChoicePadding = 8;

// How much each item has had to do with conflicts. Items that are bumped now
// gain more than those that were bumped earlier, by a factor for each conflict
// that has come between.
class ItemActivity {
 public:
  explicit ItemActivity(size_t item_count)
      : values_(item_count + kItemChoicePadding) {}

  void Clear() {
    values_.assign(values_.size(), 0);
    gain_ = 1;
  }
  void Bump(uint32_t item) {
    values_[item] += gain_;
    if (values_[item] > kTooLarge) Rescale();
  }
  void NoteConflict() { gain_ *= 1 / 0.98f; }

  // Followed by padding.
  const float* values() const { return values_.data(); }

 private:
  static constexpr float kTooLarge = 1e20f;

  void Rescale() {
    for (float& value : values_) value /= kTooLarge;
    gain_ /= kTooLarge;
  }

  std::vector<float> values_;
  float gain_ = 1;
};

// Of the items begin <= i < end that are not covered, those with the fewest
// options; of these, those with the highest activity; of these, the first.
// `end` if there is none. REQUIRES: there is padding behind `end`; none of
// these items has only one option; no activity is negative.
size_t ChooseItem(const uint64_t* masks, const float* activities, size_t begin,
                  size_t end);

// The same, but one with the highest activity for each option that is left.
// REQUIRES: the same.
size_t ChooseMostActiveItem(const uint64_t* masks, const float* activities,
                            size_t begin, size_t end);

}  // namespace dlx::internal::nogoods

#endif  // DLX_ENGINE_NOGOODS_ITEM_CHOICE_H_
