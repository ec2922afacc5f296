#include "dlx/engine/bit_planes/planes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

namespace dlx::internal::bit_planes {
namespace {

size_t WordsFor(const std::vector<ItemId>& family) {
  return (family.size() + 63) / 64;
}

// In which slots the options have a lane; 0 if one of them does not have it.
uint32_t SlotsInAll(absl::Span<const absl::Span<const Place>> options,
                    size_t lane) {
  uint32_t slots = 0;
  for (const absl::Span<const Place> option : options) {
    const auto place =
        std::find_if(option.begin(), option.end(),
                     [lane](const Place& p) { return p.lane == lane; });
    if (place == option.end()) return 0;
    slots |= uint32_t{1} << place->slot;
  }
  return slots;
}

// The first grouping in which the slots are in one group; or kGroupings.
size_t GroupingOf(uint32_t slots) {
  for (size_t grouping = 0; grouping < kGroupings; ++grouping) {
    for (size_t group = 0; group < kGroups; ++group) {
      uint32_t others = slots;
      for (size_t i = 0; i < kGroups; ++i) {
        others &= ~(uint32_t{1} << SlotOf(grouping, group, i));
      }
      if (others == 0) return grouping;
    }
  }
  return kGroupings;
}

using Families = std::vector<std::vector<ItemId>>;

// What a family that is left out has in common with another one.
class Fields {
 public:
  // False if the others do without it, or its items are not in fields of the
  // base.
  bool Find(const Problem& problem, const std::vector<ItemId>& left_out,
            const std::vector<ItemId>& base,
            absl::Span<const OptionId> options) {
    const auto is_primary = [&](ItemId item) {
      return problem.is_primary(item);
    };
    return left_out.size() == base.size() &&
           std::all_of(left_out.begin(), left_out.end(), is_primary) &&
           std::all_of(base.begin(), base.end(), is_primary) &&
           ListPartners(problem, left_out, base, options) &&
           std::all_of(left_out.begin(), left_out.end(),
                       [&](ItemId item) { return AddToField(item); }) &&
           std::all_of(users_.begin(), users_.end(),
                       [](size_t users) { return users == kSlots; });
  }

  // Of each item of the base, a lane in its field; kNoLane for other items.
  const std::vector<uint16_t>& lanes() const { return lanes_; }
  size_t count() const { return users_.size(); }

 private:
  // The items of the base that each item shares an option with. False if some
  // option is without such a pair, or has another slot than those before it.
  bool ListPartners(const Problem& problem, const std::vector<ItemId>& left_out,
                    const std::vector<ItemId>& base,
                    absl::Span<const OptionId> options) {
    std::vector<bool> is_left_out(problem.item_count());
    std::vector<bool> is_base(problem.item_count());
    for (const ItemId item : left_out) is_left_out[item.value()] = true;
    for (const ItemId item : base) is_base[item.value()] = true;
    std::vector<size_t> slot_of(problem.item_count());
    std::vector<size_t> slots_used(problem.item_count());
    partners_.assign(problem.item_count(), {});
    lanes_.assign(problem.item_count(), Layout::kNoLane);
    for (const OptionId option : options) {
      std::optional<uint32_t> item, partner;
      for (const ItemUse& use : problem.option(option)) {
        if (is_left_out[use.item.value()]) item = use.item.value();
        if (is_base[use.item.value()]) partner = use.item.value();
      }
      if (!item.has_value() || !partner.has_value()) return false;
      const size_t slot = slots_used[*partner]++;
      if (partners_[*item].empty()) slot_of[*item] = slot;
      if (slot_of[*item] != slot) return false;
      partners_[*item].push_back(*partner);
    }
    return true;
  }

  // Gives the item's partners lanes side by side, or makes sure that they have
  // them.
  bool AddToField(ItemId item) {
    std::vector<uint32_t>& field = partners_[item.value()];
    if (field.empty() || field.size() >= Layout::kFieldSize) return false;
    std::sort(field.begin(), field.end());
    const bool is_new = lanes_[field[0]] == Layout::kNoLane;
    if (is_new) {
      lanes_[field[0]] =
          static_cast<uint16_t>(Layout::kFieldSize * users_.size());
      users_.push_back(0);
      sizes_.push_back(field.size());
    }
    const uint16_t first = lanes_[field[0]];
    const size_t number = first / Layout::kFieldSize;
    for (size_t i = 1; i < field.size(); ++i) {
      uint16_t& lane = lanes_[field[i]];
      if (is_new && lane == Layout::kNoLane) {
        lane = static_cast<uint16_t>(first + i);
      }
      if (lane != first + i) return false;
    }
    ++users_[number];
    return first % Layout::kFieldSize == 0 && sizes_[number] == field.size();
  }

  std::vector<std::vector<uint32_t>> partners_;
  std::vector<uint16_t> lanes_;
  std::vector<size_t> users_;  // Of each field, how many items look at it,
  std::vector<size_t> sizes_;  // and its lanes.
};

// Leaves out one family: the others have lanes in the fields, or any that are
// left. False if these are too few.
bool LeaveOut(const std::vector<ItemId>& family, const Families& families,
              const Fields& fields, size_t words, Layout& layout) {
  const size_t lane_count = 64 * words;
  if (fields.count() * Layout::kFieldSize > lane_count) return false;
  layout.lanes = fields.lanes();
  layout.field_lanes.clear();
  std::vector<bool> is_used(lane_count);
  for (const uint16_t lane : layout.lanes) {
    if (lane == Layout::kNoLane) continue;
    is_used[lane] = true;
    layout.field_lanes.push_back(lane);
  }
  size_t next = 0;
  for (const std::vector<ItemId>& other : families) {
    if (&other == &family) continue;
    for (const ItemId item : other) {
      if (layout.lanes[item.value()] != Layout::kNoLane) continue;
      while (next < lane_count && is_used[next]) ++next;
      if (next == lane_count) return false;
      layout.lanes[item.value()] = static_cast<uint16_t>(next++);
    }
  }
  return true;
}

}  // namespace

std::vector<std::vector<ItemId>> FindFamilies(const Problem& problem,
                                              absl::Span<const ItemId> order) {
  std::vector<std::vector<OptionId>> options_of(problem.item_count());
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    for (const ItemUse& use : problem.option(OptionId(i))) {
      options_of[use.item.value()].emplace_back(i);
    }
  }

  std::vector<std::vector<ItemId>> families;
  // has_neighbour[f][i]: family f has a neighbour of item i.
  std::vector<std::vector<bool>> has_neighbour;
  for (const ItemId item : order) {
    size_t f = 0;
    while (f < families.size() && has_neighbour[f][item.value()]) ++f;
    if (f == families.size()) {
      families.emplace_back();
      has_neighbour.emplace_back(problem.item_count());
    }
    families[f].push_back(item);
    for (const OptionId option : options_of[item.value()]) {
      for (const ItemUse& use : problem.option(option)) {
        has_neighbour[f][use.item.value()] = true;
      }
    }
  }
  return families;
}

std::vector<uint16_t> AssignLanes(
    const std::vector<std::vector<ItemId>>& families, size_t words) {
  size_t item_count = 0;
  size_t words_wanted = 0;
  for (const std::vector<ItemId>& family : families) {
    item_count += family.size();
    words_wanted += WordsFor(family);
  }
  const bool spread = words_wanted <= words;

  std::vector<uint16_t> lanes(item_count);
  size_t word = 0;
  size_t next_lane = 0;
  for (const std::vector<ItemId>& family : families) {
    const size_t parts = WordsFor(family);
    for (size_t i = 0; i < family.size(); ++i) {
      if (spread) {
        // Item i is in part i * parts / size, which begins with item `first`.
        const size_t part = i * parts / family.size();
        const size_t first = (part * family.size() + parts - 1) / parts;
        next_lane = 64 * (word + part) + (i - first);
      }
      lanes[family[i].value()] = static_cast<uint16_t>(next_lane++);
    }
    word += parts;
  }
  return lanes;
}

std::optional<Layout> LayOut(const Problem& problem,
                             const SearchOptions& options, size_t words) {
  Layout layout;
  layout.items = OrderItems(
      problem, options.branching == Branching::kSharpPreference, options.seed);
  layout.options = OrderOptions(problem, options.seed);
  const Families families = FindFamilies(problem, layout.items.items);
  if (problem.item_count() <= 64 * words) {
    layout.lanes = AssignLanes(families, words);
    return layout;
  }
  if (options.branching != Branching::kFewestOptions) return std::nullopt;
  for (const std::vector<ItemId>& left_out : families) {
    if (problem.item_count() - left_out.size() > 64 * words) continue;
    for (const std::vector<ItemId>& base : families) {
      if (&base == &left_out) continue;
      Fields fields;
      if (!fields.Find(problem, left_out, base, layout.options)) continue;
      if (LeaveOut(left_out, families, fields, words, layout)) return layout;
    }
  }
  return std::nullopt;
}

template <size_t kWords>
PlaneProblem<kWords>::PlaneProblem(const Problem& problem,
                                   const SearchOptions& options,
                                   const Layout& layout)
    : rows(problem.option_count() + 1),
      leaves_out_items(!layout.field_lanes.empty()),
      branching(options.branching),
      option_at(kNoPlace + 1) {
  option_at[kNoPlace] = static_cast<uint16_t>(problem.option_count());
  for (const uint16_t lane : layout.field_lanes) field_lanes.Set(lane);
  AddItems(problem, layout);
  const std::vector<Rivals> left_out = AddOptions(problem, layout);
  FindFirstPlaces();
  MakeRows(left_out);
  FindPartners();
}

template <size_t kWords>
void PlaneProblem<kWords>::AddItems(const Problem& problem,
                                    const Layout& layout) {
  const absl::Span<const ItemId> items = layout.items.items;
  for (Plane<kWords>& plane : root.slots) plane = {};
  for (uint64_t& word : root.slots[0].words) word = ~uint64_t{0};
  root.covered = root.slots[0];
  for (size_t i = 0; i < items.size(); ++i) {
    const uint16_t lane = layout.lanes[items[i].value()];
    if (!problem.is_primary(items[i]) || lane == Layout::kNoLane) continue;
    root.slots[0].Clear(lane);
    root.covered.Clear(lane);
    primary_lanes.push_back(lane);
    if (i < layout.items.preferred_count) preferred.Set(lane);
  }
}

template <size_t kWords>
auto PlaneProblem<kWords>::AddOptions(const Problem& problem,
                                      const Layout& layout)
    -> std::vector<Rivals> {
  // A secondary item's slot 0 says that it is not covered.
  std::vector<uint16_t> slots_used(kLanes<kWords>);
  for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
    slots_used[lane] = root.covered.Get(lane);
  }
  std::vector<Rivals> left_out(problem.item_count());
  std::vector<std::vector<Place>> places_of(problem.option_count());
  for (const OptionId option : layout.options) {
    for (const ItemUse& use : problem.option(option)) {
      const uint16_t lane = layout.lanes[use.item.value()];
      if (lane == Layout::kNoLane) {
        left_out[use.item.value()].push_back(option.value());
        continue;
      }
      const uint16_t slot = slots_used[lane]++;
      root.slots[slot].Set(lane);
      option_at[lane << kPlaceBits | slot] =
          static_cast<uint16_t>(option.value());
      places_of[option.value()].push_back({slot, lane});
    }
  }
  for (const std::vector<Place>& own : places_of) {
    places.insert(places.end(), own.begin(), own.end());
    place_starts.push_back(static_cast<uint32_t>(places.size()));
  }
  return left_out;
}

template <size_t kWords>
void PlaneProblem<kWords>::FindFirstPlaces() {
  std::vector<FirstPlaces> words(kWords);
  for (size_t k = 0; k < option_count(); ++k) {
    const Place& place = PlacesOf(k)[0];
    FirstPlaces& in_word = words[place.lane / 64];
    in_word.slots[place.slot] |= uint64_t{1} << place.lane % 64;
    in_word.options[place.slot][place.lane % 64] = static_cast<uint16_t>(k);
    for (const Place& primary : PlacesOf(k)) {
      if (root.covered.Get(primary.lane)) continue;
      first_primary[primary.slot].Set(primary.lane);
      break;
    }
  }
  for (size_t word = 0; word < kWords; ++word) {
    words[word].word = word;
    if (std::any_of(words[word].slots, words[word].slots + kSlots,
                    [](uint64_t lanes) { return lanes != 0; })) {
      first_places.push_back(words[word]);
    }
  }
}

template <size_t kWords>
void PlaneProblem<kWords>::MakeRows(absl::Span<const Rivals> left_out) {
  for (Planes& row : rows) {
    for (Plane<kWords>& plane : row.slots) {
      for (uint64_t& word : plane.words) word = ~uint64_t{0};
    }
  }
  for (size_t k = 0; k < option_count(); ++k) {
    Planes& row = rows[k];
    // All options that have an item of this one go, but for this one itself.
    for (const Place& item : PlacesOf(k)) {
      row.covered.Set(item.lane);
      for (size_t slot = 0; slot < kSlots; ++slot) {
        if (!root.slots[slot].Get(item.lane)) continue;
        row.slots[slot].Clear(item.lane);
        // The slot that says that a secondary item is not covered.
        if (slot == 0 && root.covered.Get(item.lane)) continue;
        for (const Place& place : PlacesOf(OptionAt(item.lane, slot))) {
          row.slots[place.slot].Clear(place.lane);
        }
      }
    }
  }
  for (const Rivals& rivals : left_out) {
    for (const uint32_t k : rivals) {
      for (const uint32_t rival : rivals) {
        for (const Place& place : PlacesOf(rival)) {
          rows[k].slots[place.slot].Clear(place.lane);
        }
      }
    }
  }
  for (size_t k = 0; k < option_count(); ++k) {
    for (const Place& place : PlacesOf(k)) {
      rows[k].slots[place.slot].Set(place.lane);
    }
  }
}

template <size_t kWords>
void PlaneProblem<kWords>::FindPartners() {
  partners.resize(kLanes<kWords>);
  group_rows.reserve(kGroups * primary_lanes.size());
  for (const uint16_t lane : primary_lanes) {
    bool has_any = false;
    for (size_t group = 0; group < kGroups; ++group) {
      const uint64_t partner = FindPartner(lane, group);
      partners[lane] |= partner << kPartnerBits * group;
      has_any |= partner != lane;
    }
    if (!has_any) continue;
    partners[lane] |= uint64_t{group_rows.size()} << kPartnerBits * kGroups;
    for (size_t group = 0; group < kGroups; ++group) AddGroupRow(lane, group);
  }
}

template <size_t kWords>
void PlaneProblem<kWords>::AddGroupRow(size_t lane, size_t group) {
  Planes& group_row = group_rows.emplace_back();
  for (size_t i = 0; i < kGroups; ++i) {
    const size_t slot = SlotOf(0, group, i);
    if (!root.slots[slot].Get(lane)) continue;
    const Planes& row = rows[OptionAt(lane, slot)];
    for (size_t k = 0; k < kSlots; ++k) {
      for (size_t word = 0; word < kWords; ++word) {
        group_row.slots[k].words[word] |= row.slots[k].words[word];
      }
    }
  }
}

template <size_t kWords>
size_t PlaneProblem<kWords>::FindPartner(size_t lane, size_t group) const {
  absl::InlinedVector<absl::Span<const Place>, kGroups> options;
  for (size_t i = 0; i < kGroups; ++i) {
    const size_t slot = SlotOf(0, group, i);
    if (!root.slots[slot].Get(lane)) continue;
    options.push_back(PlacesOf(OptionAt(lane, slot)));
  }
  if (options.size() < 2) return lane;
  size_t partner = lane;
  size_t first_lane = kLanes<kWords>;  // Of those that would do.
  for (const Place& place : options[0]) {
    if (place.lane == lane || place.lane > first_lane) continue;
    const uint32_t slots = SlotsInAll(options, place.lane);
    const size_t grouping = slots == 0 ? kGroupings : GroupingOf(slots);
    if (grouping == kGroupings) continue;
    partner = grouping * kLanes<kWords> + place.lane;
    first_lane = place.lane;
  }
  return partner;
}

template struct PlaneProblem<kNarrow>;
template struct PlaneProblem<kWide>;

}  // namespace dlx::internal::bit_planes
