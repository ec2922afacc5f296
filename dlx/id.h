#ifndef DLX_ID_H_
#define DLX_ID_H_

// Strong types for the three kinds of number that a problem hands out. They
// count from zero in the order in which things were added, so `id.value()` can
// index an array; but an ItemId cannot be passed where an OptionId is meant.
//
// Items and colours that a builder returns also carry its mark, above the bits
// of the number, so that it notices those of another builder:
//
//     31   29 28                                 0
//     | mark |              number               |
//
// Nothing else looks at the mark: ids with the same number are equal. Ids that
// are made of a number, or come from a Problem, have none and fit everywhere.

#include <compare>
#include <cstdint>
#include <utility>

#include "dlx/base/cxx20.h"

namespace dlx {

template <typename Tag>
class Id {
 public:
  constexpr Id() = default;
  constexpr explicit Id(uint32_t value) : value_(value) {}

  constexpr uint32_t value() const { return value_; }

  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;

  template <typename H>
  friend H AbslHashValue(H h, Id id) {
    return H::combine(std::move(h), id.value_);
  }

 private:
  uint32_t value_ = 0;
};

// An id with a mark.
template <typename Tag>
class MarkedId {
 public:
  // Above the number of any item and any colour. Larger numbers become this
  // one, so that they cannot be taken for a small one with a mark.
  static constexpr uint32_t kNone = (uint32_t{1} << 29) - 1;
  // Marks are 1..kMarks; 0 is none.
  static constexpr uint32_t kMarks = 7;

  constexpr MarkedId() = default;
  constexpr explicit MarkedId(uint32_t value)
      : bits_(value < kNone ? value : kNone) {}
  // REQUIRES: mark <= kMarks.
  constexpr MarkedId(uint32_t value, uint32_t mark) : MarkedId(value) {
    bits_ |= mark << kNumberBits;
  }

  constexpr uint32_t value() const { return bits_ & kNone; }
  constexpr uint32_t mark() const { return bits_ >> kNumberBits; }

  friend constexpr bool operator==(MarkedId a, MarkedId b) {
    return a.value() == b.value();
  }
  friend constexpr auto operator<=>(MarkedId a, MarkedId b) {
    return a.value() <=> b.value();
  }

  template <typename H>
  friend H AbslHashValue(H h, MarkedId id) {
    return H::combine(std::move(h), id.value());
  }

 private:
  static constexpr int kNumberBits = 29;

  uint32_t bits_ = 0;
};

using ItemId = MarkedId<struct ItemTag>;
using OptionId = Id<struct OptionTag>;

// Colours are numbered from 1; kNoColor (0) says that an option uses an item
// without a colour.
using ColorId = MarkedId<struct ColorTag>;
inline constexpr ColorId kNoColor{0};

}  // namespace dlx

#endif  // DLX_ID_H_
