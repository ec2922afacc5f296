#include "dlx/engine/bit_planes/planes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "dlx/engine/bit_planes/families.h"
#include "dlx/engine/order.h"

namespace dlx::internal {
namespace {

using Place = PlaneProblem::Place;

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

PlaneProblem::PlaneProblem(const Problem& problem, const SearchOptions& options)
    : rows(problem.option_count() + 1),
      branching(options.branching),
      option_at(kNoPlace + 1) {
  option_at[kNoPlace] = static_cast<uint16_t>(problem.option_count());
  const ItemOrder items = OrderItems(
      problem, branching == Branching::kSharpPreference, options.seed);
  const std::vector<uint16_t> lanes =
      AssignLanes(FindFamilies(problem, items.items), kPlaneWords);

  // The slots, in the order of the options. A secondary item's slot 0 says that
  // it is not covered.
  std::vector<uint16_t> slots_used(kLanes);
  for (Plane& plane : root.slots) plane = {};
  for (uint64_t& word : root.slots[0].words) word = ~uint64_t{0};
  root.covered = root.slots[0];
  for (size_t i = 0; i < items.items.size(); ++i) {
    const ItemId item = items.items[i];
    const uint16_t lane = lanes[item.value()];
    if (!problem.is_primary(item)) {
      slots_used[lane] = 1;
      continue;
    }
    root.slots[0].Clear(lane);
    root.covered.Clear(lane);
    primary_lanes.push_back(lane);
    if (i < items.preferred_count) preferred.Set(lane);
  }
  std::vector<std::vector<Place>> places_of(problem.option_count());
  for (const OptionId option : OrderOptions(problem, options.seed)) {
    for (const ItemUse& use : problem.option(option)) {
      const uint16_t lane = lanes[use.item.value()];
      const uint16_t slot = slots_used[lane]++;
      root.slots[slot].Set(lane);
      option_at[lane << kPlaceBits | slot] =
          static_cast<uint16_t>(option.value());
      places_of[option.value()].push_back({slot, lane});
    }
  }

  Plane first[kSlots] = {};
  for (const std::vector<Place>& own : places_of) {
    first[own[0].slot].Set(own[0].lane);
    places.insert(places.end(), own.begin(), own.end());
    place_starts.push_back(static_cast<uint32_t>(places.size()));
  }

  for (size_t word = 0; word < kPlaneWords; ++word) {
    FirstPlaces in_word = {word, {}};
    uint64_t lanes = 0;
    for (size_t slot = 0; slot < kSlots; ++slot) {
      in_word.slots[slot] = first[slot].words[word];
      lanes |= first[slot].words[word];
    }
    if (lanes != 0) first_places.push_back(in_word);
  }

  MakeRows();
  FindPartners();
}

void PlaneProblem::MakeRows() {
  for (PlaneState& row : rows) {
    for (Plane& plane : row.slots) {
      for (uint64_t& word : plane.words) word = ~uint64_t{0};
    }
  }
  for (size_t k = 0; k < option_count(); ++k) {
    PlaneState& row = rows[k];
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
  PlaneState& group_row = group_rows.emplace_back();
  for (size_t i = 0; i < kGroups; ++i) {
    const size_t slot = SlotOf(0, group, i);
    if (!root.slots[slot].Get(lane)) continue;
    const PlaneState& row = rows[OptionAt(lane, slot)];
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

}  // namespace dlx::internal
