#include "dlx/engine/layers/seating.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dlx::internal::layers {
namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
constexpr size_t kNowhere = std::numeric_limits<size_t>::max();

void SortColors(std::vector<uint32_t>& colors) {
  std::sort(colors.begin(), colors.end());
  colors.erase(std::unique(colors.begin(), colors.end()), colors.end());
}

// An item may have its few colours from many options: they are sorted now and
// then, when there are twice as many as the last time, `known`.
void AddColor(std::vector<uint32_t>& colors, size_t& known, uint32_t color) {
  constexpr size_t kLeastRoom = 16;
  if (!colors.empty() && colors.back() == color) return;
  if (colors.size() >= std::max(kLeastRoom, 2 * known)) {
    SortColors(colors);
    known = colors.size();
  }
  colors.push_back(color);
}

}  // namespace

GivenItems::GivenItems(const Problem& problem,
                       absl::Span<const OptionId> givens)
    : GivenItems(problem) {
  for (const OptionId given : givens) {
    for (const ItemUse& use : problem.option(given)) {
      is_contradiction_ |= !Allows(use);
      taken_[use.item.value()] = kTaken + use.color.value();
    }
  }
}

class Seating::Usher {
 public:
  explicit Usher(Seating& seating) : seating_(seating) {}

  void Seat(Place& place) {
    for (size_t i = 0; i < place.colors.size(); ++i) {
      if (free_.empty()) {
        free_.push_back(static_cast<uint32_t>(seating_.width_++));
      }
      place.seats.push_back(free_.back());
      free_.pop_back();
    }
    bits_ += BitsOf(place);
  }
  // Others may have the seats from now on.
  void Leave(const Place& place) {
    if (place.seats.empty()) return;
    free_.insert(free_.end(), place.seats.begin(), place.seats.end());
    bits_ -= BitsOf(place);
  }
  // log2 of the number of ways in which the seats can be taken.
  double bits() const { return std::max(bits_, 0.0); }
  bool all_are_free() const { return free_.size() == seating_.width_; }

 private:
  static double BitsOf(const Place& place) {
    return std::log2(1.0 + static_cast<double>(place.colors.size()));
  }

  Seating& seating_;
  std::vector<uint32_t> free_;
  double bits_ = 0;
};

Seating::Seating(const Problem& problem, absl::Span<const uint32_t> items,
                 const GivenItems& givens)
    : places_(problem.item_count(), {kNowhere, 0, {}, {}}),
      is_hopeless_(givens.is_contradiction()) {
  std::vector<uint32_t> position_of(problem.item_count(), kNone);
  for (const uint32_t item : items) {
    if (givens.covers(ItemId(item))) continue;
    position_of[item] = static_cast<uint32_t>(items_.size());
    items_.push_back(item);
  }
  options_at_.resize(size());
  leaving_at_.resize(size());
  PlaceOptions(problem, givens, position_of);
  for (size_t position = 0; position < size(); ++position) {
    Place& place = places_[items_[position]];
    is_hopeless_ |= place.first == kNowhere;
    place.last = position;
  }

  Usher usher(*this);
  for (size_t position = 0; position < size(); ++position) {
    is_cut_.push_back(usher.all_are_free());
    // In no state that gets here is the seat of the item of this position
    // taken, so it is free at once.
    usher.Leave(places_[items_[position]]);
    for (const OptionId option : options_at_[position]) {
      for (const ItemUse& use : problem.option(option)) {
        Place& place = places_[use.item.value()];
        if (place.last == position || !place.seats.empty()) continue;
        if (givens.covers(use.item)) continue;
        usher.Seat(place);
      }
    }
    for (const ItemId item : leaving_at_[position]) {
      usher.Leave(places_[item.value()]);
    }
    frontier_.push_back(usher.bits());
  }
}

void Seating::PlaceOptions(const Problem& problem, const GivenItems& givens,
                           absl::Span<const uint32_t> position_of) {
  const auto fits = [&](absl::Span<const ItemUse> uses) {
    return std::all_of(uses.begin(), uses.end(),
                       [&](const ItemUse& use) { return givens.Allows(use); });
  };
  std::vector<size_t> known_colors(problem.item_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const absl::Span<const ItemUse> uses = problem.option(OptionId(k));
    if (!fits(uses)) continue;
    uint32_t position = kNone;
    for (const ItemUse& use : uses) {
      position = std::min(position, position_of[use.item.value()]);
    }
    options_at_[position].push_back(OptionId(k));
    for (const ItemUse& use : uses) {
      Place& place = places_[use.item.value()];
      place.first = std::min<size_t>(place.first, position);
      place.last = std::max<size_t>(place.last, position);
      AddColor(place.colors, known_colors[use.item.value()], use.color.value());
    }
  }
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    Place& place = places_[i];
    SortColors(place.colors);
    const bool has_seats =
        place.first < place.last && !givens.covers(ItemId(i));
    if (has_seats && !problem.is_primary(ItemId(i))) {
      leaving_at_[place.last].push_back(ItemId(i));
    }
  }
}

uint32_t Seating::SeatOf(const ItemUse& use) const {
  const Place& place = places_[use.item.value()];
  const auto it = std::lower_bound(place.colors.begin(), place.colors.end(),
                                   use.color.value());
  return place.seats[it - place.colors.begin()];
}

double Seating::Log2States() const {
  double sum = 0;
  for (const double bits : frontier_) sum += std::exp2(std::min(bits, 900.0));
  return std::log2(std::max(sum, 1.0));
}

}  // namespace dlx::internal::layers
