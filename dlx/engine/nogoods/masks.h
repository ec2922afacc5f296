#ifndef DLX_ENGINE_NOGOODS_MASKS_H_
#define DLX_ENGINE_NOGOODS_MASKS_H_

// A problem as engine nogoods sees it: for each item a mask, a word that has a
// bit for each option of the item.
//
// The options of an item have *slots* 0, 1, ... in it; bit k of the item's mask
// tells whether the option in slot k can still be chosen, or has been chosen:
//
//     item a     ...0111     options 0, 3 and 5 are in its slots 0, 1 and 2
//     item b     ...0011     options 3 and 4
//     item x     110...01    a secondary item, with option 4 in slot 0
//
// The mask of an item that is covered has two bits more. So it never looks as
// if it had only one option left, or none; it need not be looked at any more. A
// secondary item counts as covered from the start, for it need not be.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::nogoods {

inline constexpr size_t kMaskSlots = 62;
inline constexpr uint64_t kCovered = uint64_t{3} << kMaskSlots;
// All places of items in options have numbers of 26 bits for their items.
inline constexpr size_t kMaxMaskedItems = size_t{1} << 26;

// Where a use of an item is: bit `slot` of the item's mask.
struct MaskPlace {
  uint32_t item : 26;
  uint32_t slot : 6;

  uint64_t bit() const { return uint64_t{1} << slot; }
};

// A problem. Immutable. Options have the numbers of the problem; items have
// numbers in the order in which they are looked at: the primary ones first,
// among these the preferred ones, and among the others the decisive ones.
//
// An item is *decisive* if all its options are long: options of at least the
// mean length cover much, and decide what becomes of many short ones. In a
// model (dlx/model/), long options are values of variables, and short ones
// steps of automata.
struct MaskProblem {
  // REQUIRES: TooLargeForNogoods() says nothing.
  MaskProblem(const Problem& problem, const SearchOptions& options);

  size_t item_count() const { return root.size(); }
  size_t option_count() const { return place_starts.size() - 1; }

  absl::Span<const MaskPlace> PlacesOf(uint32_t option) const {
    return {places.data() + place_starts[option],
            place_starts[option + 1] - place_starts[option]};
  }
  // In the order of their slots.
  absl::Span<const uint32_t> OptionsOf(uint32_t item) const {
    return {options.data() + option_starts[item],
            option_starts[item + 1] - option_starts[item]};
  }
  uint32_t OptionAt(uint32_t item, size_t slot) const {
    return options[option_starts[item] + slot];
  }

  std::vector<uint64_t> root;  // The masks at the beginning.
  size_t primary_count;
  size_t preferred_count;  // For Branching::kSharpPreference.
  // Decisive items have numbers from preferred_count on, up to that one. They
  // are none if all items are alike.
  size_t decisive_end;
  Branching branching;

  std::vector<MaskPlace> places;
  std::vector<uint32_t> place_starts;
  std::vector<uint32_t> options;
  std::vector<uint32_t> option_starts;
};

}  // namespace dlx::internal::nogoods

#endif  // DLX_ENGINE_NOGOODS_MASKS_H_
