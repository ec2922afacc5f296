#include "dlx/engine/planes.h"

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/families.h"
#include "dlx/engine/order.h"

namespace dlx::internal {

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

  Plane first[kSlots];
  for (const std::vector<Place>& own : places_of) {
    first[own[0].slot].Set(own[0].lane);
    places.insert(places.end(), own.begin(), own.end());
    place_starts.push_back(static_cast<uint32_t>(places.size()));
  }
  for (uint16_t slot = 0; slot < kSlots; ++slot) {
    for (uint16_t word = 0; word < kPlaneWords; ++word) {
      const uint64_t bits = first[slot].words[word];
      if (bits != 0) first_places.push_back({slot, word, bits});
    }
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
  const auto places_of = [this](size_t option) {
    return absl::MakeConstSpan(places).subspan(
        place_starts[option], place_starts[option + 1] - place_starts[option]);
  };
  for (size_t k = 0; k < option_count(); ++k) {
    PlaneState& row = rows[k];
    // All options that have an item of this one go, but for this one itself.
    for (const Place& item : places_of(k)) {
      row.covered.Set(item.lane);
      for (size_t slot = 0; slot < kSlots; ++slot) {
        if (!root.slots[slot].Get(item.lane)) continue;
        row.slots[slot].Clear(item.lane);
        // The slot that says that a secondary item is not covered.
        if (slot == 0 && root.covered.Get(item.lane)) continue;
        for (const Place& place : places_of(OptionAt(item.lane, slot))) {
          row.slots[place.slot].Clear(place.lane);
        }
      }
    }
    for (const Place& place : places_of(k)) {
      row.slots[place.slot].Set(place.lane);
    }
  }
}

void PlaneProblem::FindPartners() {
  partners.assign(kLanes << kGroupBits, kNoPartner);
  for (const uint16_t lane : primary_lanes) {
    for (size_t group = 0; group < kGroups; ++group) {
      const size_t partner = FindPartner(lane, group);
      partners[lane << kGroupBits | group] = partner;
      has_partners |= partner != kNoPartner;
    }
  }
}

size_t PlaneProblem::FindPartner(size_t lane, size_t group) const {
  // How many options of the group have a lane, and in which of its slots.
  struct Shared {
    uint32_t options = 0;
    uint32_t slots = 0;
  };
  std::vector<Shared> shared(kLanes);
  uint32_t options = 0;
  for (size_t i = 0; i < kGroups; ++i) {
    const size_t slot = SlotOf(0, group, i);
    if (!root.slots[slot].Get(lane)) continue;
    ++options;
    const uint32_t option = OptionAt(lane, slot);
    for (uint32_t p = place_starts[option]; p < place_starts[option + 1]; ++p) {
      ++shared[places[p].lane].options;
      shared[places[p].lane].slots |= uint32_t{1} << places[p].slot;
    }
  }
  if (options < 2) return kNoPartner;
  for (size_t other = 0; other < kLanes; ++other) {
    if (other == lane || shared[other].options != options) continue;
    for (size_t g = 0; g < kGroupings; ++g) {
      for (size_t h = 0; h < kGroups; ++h) {
        uint32_t slots = 0;
        for (size_t i = 0; i < kGroups; ++i) {
          slots |= uint32_t{1} << SlotOf(g, h, i);
        }
        if ((shared[other].slots & ~slots) == 0) {
          return g * kLanes + other;
        }
      }
    }
  }
  return kNoPartner;
}

}  // namespace dlx::internal
