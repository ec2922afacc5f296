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

using Place = PlaneProblem::Place;

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
  for (size_t grouping = 0; grouping < PlaneProblem::kGroupings; ++grouping) {
    for (size_t group = 0; group < PlaneProblem::kGroups; ++group) {
      uint32_t others = slots;
      for (size_t i = 0; i < PlaneProblem::kGroups; ++i) {
        others &= ~(uint32_t{1} << PlaneProblem::SlotOf(grouping, group, i));
      }
      if (others == 0) return grouping;
    }
  }
  return PlaneProblem::kGroupings;
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

PlaneProblem::PlaneProblem(const Problem& problem, const SearchOptions& options)
    : rows(problem.option_count() + 1),
      branching(options.branching),
      option_at(kNoPlace + 1) {
  option_at[kNoPlace] = static_cast<uint16_t>(problem.option_count());
  const ItemOrder items = OrderItems(
      problem, branching == Branching::kSharpPreference, options.seed);
  const std::vector<uint16_t> lanes =
      AssignLanes(FindFamilies(problem, items.items), kPlaneWords);
  AddItems(problem, items, lanes);
  AddOptions(problem, options.seed, lanes);
  FindFirstPlaces();
  MakeRows();
  FindPartners();
}

void PlaneProblem::AddItems(const Problem& problem, const ItemOrder& items,
                            absl::Span<const uint16_t> lanes) {
  for (Plane& plane : root.slots) plane = {};
  for (uint64_t& word : root.slots[0].words) word = ~uint64_t{0};
  root.covered = root.slots[0];
  for (size_t i = 0; i < items.items.size(); ++i) {
    if (!problem.is_primary(items.items[i])) continue;
    const uint16_t lane = lanes[items.items[i].value()];
    root.slots[0].Clear(lane);
    root.covered.Clear(lane);
    primary_lanes.push_back(lane);
    if (i < items.preferred_count) preferred.Set(lane);
  }
}

void PlaneProblem::AddOptions(const Problem& problem,
                              std::optional<uint64_t> seed,
                              absl::Span<const uint16_t> lanes) {
  // A secondary item's slot 0 says that it is not covered.
  std::vector<uint16_t> slots_used(kLanes);
  for (size_t lane = 0; lane < kLanes; ++lane) {
    slots_used[lane] = root.covered.Get(lane);
  }
  std::vector<std::vector<Place>> places_of(problem.option_count());
  for (const OptionId option : OrderOptions(problem, seed)) {
    for (const ItemUse& use : problem.option(option)) {
      const uint16_t lane = lanes[use.item.value()];
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
}

void PlaneProblem::FindFirstPlaces() {
  std::vector<FirstPlaces> words(kPlaneWords);
  for (size_t k = 0; k < option_count(); ++k) {
    const Place& place = PlacesOf(k)[0];
    FirstPlaces& in_word = words[place.lane / 64];
    in_word.slots[place.slot] |= uint64_t{1} << place.lane % 64;
    in_word.options[place.slot][place.lane % 64] = static_cast<uint16_t>(k);
  }
  for (size_t word = 0; word < kPlaneWords; ++word) {
    words[word].word = word;
    if (std::any_of(words[word].slots, words[word].slots + kSlots,
                    [](uint64_t lanes) { return lanes != 0; })) {
      first_places.push_back(words[word]);
    }
  }
}

void PlaneProblem::MakeRows() {
  for (Planes& row : rows) {
    for (Plane& plane : row.slots) {
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
    for (const Place& place : PlacesOf(k)) {
      row.slots[place.slot].Set(place.lane);
    }
  }
}

void PlaneProblem::FindPartners() {
  partners.resize(kLanes);
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

void PlaneProblem::AddGroupRow(size_t lane, size_t group) {
  Planes& group_row = group_rows.emplace_back();
  for (size_t i = 0; i < kGroups; ++i) {
    const size_t slot = SlotOf(0, group, i);
    if (!root.slots[slot].Get(lane)) continue;
    const Planes& row = rows[OptionAt(lane, slot)];
    for (size_t k = 0; k < kSlots; ++k) {
      for (size_t word = 0; word < kPlaneWords; ++word) {
        group_row.slots[k].words[word] |= row.slots[k].words[word];
      }
    }
  }
}

size_t PlaneProblem::FindPartner(size_t lane, size_t group) const {
  absl::InlinedVector<absl::Span<const Place>, kGroups> options;
  for (size_t i = 0; i < kGroups; ++i) {
    const size_t slot = SlotOf(0, group, i);
    if (!root.slots[slot].Get(lane)) continue;
    options.push_back(PlacesOf(OptionAt(lane, slot)));
  }
  if (options.size() < 2) return lane;
  size_t partner = lane;
  size_t first_lane = kLanes;  // Of those that would do.
  for (const Place& place : options[0]) {
    if (place.lane == lane || place.lane > first_lane) continue;
    const uint32_t slots = SlotsInAll(options, place.lane);
    const size_t grouping = slots == 0 ? kGroupings : GroupingOf(slots);
    if (grouping == kGroupings) continue;
    partner = grouping * kLanes + place.lane;
    first_lane = place.lane;
  }
  return partner;
}

}  // namespace dlx::internal::bit_planes
