#ifndef DLX_ID_H_
#define DLX_ID_H_

// Strong types for the three kinds of number that a problem hands out. They
// count from zero in the order in which things were added, so `id.value()` can
// index an array; but an ItemId cannot be passed where an OptionId is meant.

#include <compare>
#include <cstdint>
#include <utility>

#include "dlx/cxx20.h"

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

using ItemId = Id<struct ItemTag>;
using OptionId = Id<struct OptionTag>;

// Colours are numbered from 1; kNoColor (0) says that an option uses an item
// without a colour.
using ColorId = Id<struct ColorTag>;
inline constexpr ColorId kNoColor{0};

}  // namespace dlx

#endif  // DLX_ID_H_
