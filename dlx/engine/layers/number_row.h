#ifndef DLX_ENGINE_LAYERS_NUMBER_ROW_H_
#define DLX_ENGINE_LAYERS_NUMBER_ROW_H_

// A row of natural numbers, all of which have as many words as the largest one
// needs.
//
// Example:
//
//   NumberRow row;
//   row.PushBack(NumberRow::One());
//   for (int i = 0; i < 100; ++i) row.Add(0, row[0]);
//   row.ToNatural(0);  // 2^100: each number of the row has two words now.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/layers/add_with_carry.h"
#include "dlx/natural.h"

namespace dlx::internal::layers {

class NumberRow {
 public:
  // The least significant word comes first.
  using Number = absl::Span<const uint64_t>;
  static Number One() {
    static constexpr uint64_t kOne = 1;
    return {&kOne, 1};
  }

  Number operator[](size_t i) const {
    return {words_.data() + i * width_, width_};
  }
  Natural ToNatural(size_t i) const { return Natural::FromWords((*this)[i]); }
  size_t bytes() const { return words_.capacity() * sizeof(uint64_t); }

  // REQUIRES: it is not a number of this row.
  void PushBack(Number number) {
    if (number.size() > width_) WidenTo(number.size());
    words_.insert(words_.end(), number.begin(), number.end());
    words_.resize(words_.size() + width_ - number.size());
  }

  void Prefetch(size_t i) const {
    __builtin_prefetch(words_.data() + i * width_, /*rw=*/1);
  }

  // Adds to the i-th one. If it is of this row, it is as wide as that.
  void Add(size_t i, Number number) {
    if (number.size() > width_) WidenTo(number.size());
    uint64_t* const sum = words_.data() + i * width_;
    uint64_t carry = 0;
    for (size_t w = 0; w < number.size(); ++w) {
      sum[w] = AddWithCarry(sum[w], number[w], carry);
    }
    for (size_t w = number.size(); carry != 0 && w < width_; ++w) {
      carry = ++sum[w] == 0;
    }
    if (carry == 0) return;
    WidenTo(width_ + 1);
    words_[i * width_ + width_ - 1] = 1;
  }

 private:
  void WidenTo(size_t width) {
    std::vector<uint64_t> wide(words_.size() / width_ * width);
    for (size_t i = 0; i * width_ < words_.size(); ++i) {
      std::copy_n(words_.begin() + static_cast<ptrdiff_t>(i * width_), width_,
                  wide.begin() + static_cast<ptrdiff_t>(i * width));
    }
    words_ = std::move(wide);
    width_ = width;
  }

  size_t width_ = 1;
  std::vector<uint64_t> words_;
};

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_NUMBER_ROW_H_
