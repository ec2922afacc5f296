#ifndef DLX_ENGINE_BIT_PLANES_PLANES_H_
#define DLX_ENGINE_BIT_PLANES_PLANES_H_

// A problem, and the state of a node of its search, as bits: one bit for each
// use of an item in an option. Engine bit_planes works on these; see
// bit_planes.h for the idea.
//
// Each item has a *lane*, and the options of an item have *slots* 0, 1, ... in
// it. A *plane* holds one bit of each lane:
//
//               lane    0    1    2    3   ...   255 or 511
//               item    a    b    c    d         none
//     slots[0]         [1    1    0    1   ...   1  ]   the item's option 0
//     slots[1]         [1    0    0    1   ...   0  ]   the item's option 1
//       ...                                             ...
//     slots[8]         [0    0    0    0   ...   0  ]   the item's option 8
//     covered          [0    0    1    0   ...   1  ]
//
// A bit of slots[k] is set as long as the item's option k can be chosen, or has
// been chosen. Lane c above has no option left: that is a contradiction. Lane b
// has exactly one, and is not covered: the option must be chosen.
//
// A lane without an item is covered and has slot 0. A secondary item is covered
// from the start, for it need not be; a slot of its own says that no option
// covers it, and the options that do so clear that slot. So every lane must
// always have a slot, covered or not, and two options chosen that have an item
// in common leave the item's lane with none.
//
// Which item gets which lane is decided by families. Two items are *neighbours*
// if they appear in one option together. A family is a set of items of which no
// two are neighbours: a colour of a colouring of this graph. Then different
// items of a family are covered by different options, so options for several
// items at once are best chosen for items of one family.
//
// A 9x9 Sudoku has four families of 81 items each: the cells, and the digits of
// the rows, of the columns and of the boxes. They are found without knowing
// that: each item joins the first family that has no neighbour of it.
//
// Lanes are numbered 0, 1, ... and come in words of 64. If there is room, each
// family has words of its own, and its items are spread over these evenly:
//
//     word     0          1          2          3        ...
//     lane     0.....63   64...127   128..191   192..255
//     item     c0..c40    c41..c80   r0..r40    r41..r80
//
// Otherwise the items are in successive lanes, family by family.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::bit_planes {

// How many words a plane has is a parameter of all that is made of planes. A
// problem that fits into narrow planes takes half the memory and half the
// instructions.
inline constexpr size_t kNarrow = 4;
inline constexpr size_t kWide = 8;

template <size_t kWords>
inline constexpr size_t kLanes = 64 * kWords;
inline constexpr size_t kSlots = 9;
// Digits of the number of conflicts that each lane took part in.
inline constexpr size_t kActivityBits = 5;

// One bit for each lane.
template <size_t kWords>
struct alignas(8 * kWords) Plane {
  uint64_t words[kWords];

  bool Get(size_t lane) const { return words[lane / 64] >> lane % 64 & 1; }
  void Set(size_t lane) { words[lane / 64] |= uint64_t{1} << lane % 64; }
  void Clear(size_t lane) { words[lane / 64] &= ~(uint64_t{1} << lane % 64); }
};

// The options that are still possible at a node of the search.
template <size_t kWords>
struct Planes {
  // The slots that a lane has, by bits.
  uint32_t SlotsOf(size_t lane) const {
    uint32_t bits = 0;
    for (size_t k = 0; k < kSlots; ++k) {
      bits |= uint32_t{slots[k].Get(lane)} << k;
    }
    return bits;
  }

  Plane<kWords> slots[kSlots];
  Plane<kWords> covered;
};

// One bit of Planes::slots.
struct Place {
  uint16_t slot;
  uint16_t lane;
};

// Groups of three slots, in two ways:
//
//     grouping 0   slots 0 1 2, 3 4 5 and 6 7 8 are groups
//     grouping 1   slots 0 3 6, 1 4 7 and 2 5 8 are groups
inline constexpr size_t kGroupings = 2;
inline constexpr size_t kGroups = 3;
constexpr size_t SlotOf(size_t grouping, size_t group, size_t i) {
  return grouping == 0 ? kGroups * group + i : group + kGroups * i;
}

// The families of all items. In a family and among families, items are in the
// order of `order`.
std::vector<std::vector<ItemId>> FindFamilies(const Problem& problem,
                                              absl::Span<const ItemId> order);

// The lane of each item, by its number. All of them are less than 64 * words.
// REQUIRES: there are no more items than lanes.
std::vector<uint16_t> AssignLanes(
    const std::vector<std::vector<ItemId>>& families, size_t words);

// Which lanes the items have. A family may be left out of the planes, if its
// items are covered where all the others are:
//
//   Each option has one item of it, and one of another family, of primary items
//   that are as many. So a cover of the other items has as many options as the
//   family has items. If they share none of these, they cover all of them.
//
// The rows of options see to it that no item is covered twice. What a round
// finds out about an item that has a lane is found out about one that has none
// in a *field*: lanes side by side, of items of the other family, all of which
// the item shares an option with, in the same slot. (In Sudoku the cells are
// left out. "1 in row 3" to "9 in row 3" are a field; slot 4 of these lanes
// says which digits cell r3c5 may have.)
struct Layout {
  static constexpr uint16_t kNoLane = 0xFFFF;
  static constexpr size_t kFieldSize = 16;  // Lanes; the last is never used.

  // The order in which items get lanes, and options slots.
  ItemOrder items;
  std::vector<OptionId> options;
  std::vector<uint16_t> lanes;        // Of each item, by its number.
  std::vector<uint16_t> field_lanes;  // None if no item is left out.
};

// A layout for planes of so many words, if the items fit into these; a family
// is left out only if they would not fit otherwise, and if the order of items
// does not matter.
std::optional<Layout> LayOut(const Problem& problem,
                             const SearchOptions& options, size_t words);

// A problem. Immutable.
template <size_t kWords>
struct PlaneProblem {
  using Planes = bit_planes::Planes<kWords>;

  // REQUIRES: TooLargeForBitPlanes() says nothing, and the layout is for planes
  // of that size.
  PlaneProblem(const Problem& problem, const SearchOptions& options,
               const Layout& layout);
  PlaneProblem(const Problem& problem, const SearchOptions& options)
      : PlaneProblem(problem, options, *LayOut(problem, options, kWords)) {}

  size_t option_count() const { return rows.size() - 1; }
  uint32_t OptionAt(size_t lane, size_t slot) const {
    return option_at[lane << kPlaceBits | slot];
  }

  // The bits of an option.
  absl::Span<const Place> PlacesOf(size_t option) const {
    return absl::MakeConstSpan(places).subspan(
        place_starts[option], place_starts[option + 1] - place_starts[option]);
  }

  // A place as one number: `lane << kPlaceBits | slot`, or kNoPlace.
  static constexpr int kPlaceBits = 4;
  static constexpr size_t kNoPlace = kLanes<kWords> << kPlaceBits;
  const Planes& RowAt(size_t place) const { return rows[option_at[place]]; }

  Planes root = {};
  // What remains when an option is chosen: `slots &= row.slots`; and the lanes
  // of its items. One row more, that of kNoPlace, leaves everything as it is.
  std::vector<Planes> rows;
  // The bits of option k are places[place_starts[k]] up to
  // places[place_starts[k + 1]].
  std::vector<Place> places;
  std::vector<uint32_t> place_starts = {0};
  // One place of each option, that of its first item, so that one can list
  // options without listing one twice: the words that have any of them.
  struct FirstPlaces {
    size_t word;
    uint64_t slots[kSlots];
    // By slot and lane: which option's first place it is, if it is one.
    alignas(64) uint16_t options[kSlots][64];
  };
  std::vector<FirstPlaces> first_places;
  // The same of primary items only, by slot.
  Plane<kWords> first_primary[kSlots] = {};

  // A lane may have a partner for a group of grouping 0: a lane that all the
  // options of the group have in common, besides the lane itself, and in a
  // group of its own. (In Sudoku, "7 in box 1" has the partner "7 in row 2" for
  // the three options that put the 7 into row 2 of box 1.) As soon as the lane
  // is confined to that group, the partner's options outside of it can go.
  // Bits kPartnerBits * group and up of partners[lane] say where to look for
  // the partner: at bit `grouping * kLanes<kWords> + lane`, where `grouping` is
  // that in which the options are a group of the partner. A lane without a
  // partner is a partner to itself. Behind these bits is where the lane's
  // group_rows begin.
  static constexpr int kPartnerBits = 16;
  static_assert(kGroupings * kLanes<kWords> <= size_t{1} << kPartnerBits);
  std::vector<uint64_t> partners;
  // For each group of a lane that has partners, what remains when one of the
  // group's options is to be chosen.
  std::vector<Planes> group_rows;
  bool has_partners() const { return !group_rows.empty(); }
  // REQUIRES: the lane has partners.
  const Planes& GroupRow(size_t lane, size_t group) const {
    return group_rows[(partners[lane] >> kPartnerBits * kGroups) + group];
  }

  // See Layout.
  bool leaves_out_items;
  Plane<kWords> field_lanes = {};

  // How to choose an item to branch on.
  Branching branching;
  Plane<kWords> preferred = {};         // For Branching::kSharpPreference.
  std::vector<uint16_t> primary_lanes;  // In order.

 private:
  // The options of an item that is left out.
  using Rivals = std::vector<uint32_t>;

  void AddItems(const Problem& problem, const Layout& layout);
  std::vector<Rivals> AddOptions(const Problem& problem, const Layout& layout);
  void FindFirstPlaces();
  void MakeRows(absl::Span<const Rivals> left_out);
  void FindPartners();
  void AddGroupRow(size_t lane, size_t group);
  size_t FindPartner(size_t lane, size_t group) const;

  std::vector<uint16_t> option_at;  // By place.
};

}  // namespace dlx::internal::bit_planes

#endif  // DLX_ENGINE_BIT_PLANES_PLANES_H_
