#include "dlx/engine/dancing_links/prices.h"

#include <bit>
#include <cstdlib>
#include <limits>

namespace dlx::internal::dancing_links {
namespace {

// Of scaled costs; and of reduced costs.
constexpr int kCostBits = 44;
constexpr int64_t kLargestReducedCost = int64_t{1} << 60;
// No more than that after the point.
constexpr int kMostFractionBits = 20;

}  // namespace

Prices::Prices(const Problem& problem, absl::Span<const ItemId> item_order)
    : problem_(problem),
      prices_(1 + problem.item_count()),
      places_(problem.option_count()) {
  std::vector<int32_t> number(problem.item_count());
  for (size_t i = 0; i < item_order.size(); ++i) {
    number[item_order[i].value()] = static_cast<int32_t>(i + 1);
  }
  std::vector<bool> has_color(problem.item_count());
  uint64_t largest_cost = 0;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      if (use.color != kNoColor) has_color[use.item.value()] = true;
    }
    // There are fewer than 2^29 options, and costs are at most 2^32.
    most_cost_ += std::max<int64_t>(problem.cost(OptionId(k)), 0);
    largest_cost =
        std::max<uint64_t>(largest_cost, std::abs(problem.cost(OptionId(k))));
  }
  for (const ItemId item : item_order) {
    if (!problem.is_primary(item) && !has_color[item.value()]) {
      priced_secondaries_.push_back(number[item.value()]);
    }
  }

  shift_ = std::min<int>(kMostFractionBits,
                         kCostBits - std::bit_width(largest_cost));
  size_t largest_option = 1;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const absl::Span<const ItemUse> uses = problem.option(OptionId(k));
    for (const ItemUse& use : uses) {
      if (has_color[use.item.value()]) continue;
      priced_.push_back(number[use.item.value()]);
    }
    // Primary items have the smallest numbers.
    const auto begin = priced_.begin() + starts_.back();
    std::iter_swap(begin, std::min_element(begin, priced_.end()));
    starts_.push_back(static_cast<uint32_t>(priced_.size()));
    largest_option = std::max(largest_option, uses.size());
    scaled_costs_.push_back(problem.cost(OptionId(k)) * (int64_t{1} << shift_));
  }
  largest_price_ =
      kLargestReducedCost / static_cast<int64_t>(largest_option + 1);
}

int64_t Prices::RoundUp(absl::int128 bound) const {
  constexpr absl::int128 kLeast = std::numeric_limits<int64_t>::min();
  constexpr absl::int128 kMost = std::numeric_limits<int64_t>::max();
  const absl::int128 one = absl::int128(1) << shift_;
  const absl::int128 rounded = (bound + one - 1) >> shift_;
  return static_cast<int64_t>(std::clamp(rounded, kLeast, kMost));
}

int64_t Prices::ComputeReducedCost(OptionId option) const {
  int64_t reduced = scaled_costs_[option.value()];
  const uint32_t end = starts_[option.value() + 1];
  for (uint32_t i = starts_[option.value()]; i < end; ++i) {
    reduced -= prices_[priced_[i]];
  }
  return reduced;
}

void Prices::AddItem(const Links& links, int32_t item, Multiplicity missing) {
  for (int32_t q = links.node(item).down; q != item; q = links.node(q).down) {
    const OptionId option = links.OptionOf(q);
    uint32_t& place = places_[option.value()];
    // An option's first item is the first where it is met.
    if (priced_[starts_[option.value()]] == item) {
      place = static_cast<uint32_t>(options_.size());
      options_.push_back(option);
      reduced_.push_back(ComputeReducedCost(option));
    }
    uses_.push_back(place);
  }
  items_.push_back({item, missing, uses_.size()});
}

void Prices::ShareCosts() {
  for (const Item& item : items_) {
    prices_[item.number] = item.missing.low > 0 ? kNone : 0;
  }
  for (const OptionId option : options_) {
    const uint32_t begin = starts_[option.value()];
    const uint32_t end = starts_[option.value() + 1];
    int64_t payers = 0;
    for (uint32_t i = begin; i < end; ++i) payers += prices_[priced_[i]] != 0;
    if (payers == 0) continue;
    const int64_t share = std::clamp(scaled_costs_[option.value()] / payers,
                                     -largest_price_, largest_price_);
    for (uint32_t i = begin; i < end; ++i) {
      int64_t& price = prices_[priced_[i]];
      if (price != 0) price = std::min(price, share);
    }
  }
}

void Prices::Sweep(bool backwards) {
  const size_t count = items_.size();
  for (size_t i = 0; i < count; ++i) {
    const size_t k = backwards ? count - 1 - i : i;
    Improve(items_[k], UsesOf(k));
  }
}

std::pair<int64_t, int64_t> Prices::TwoSmallest(
    absl::Span<const uint32_t> uses) const {
  int64_t first = kNone;
  int64_t second = kNone;
  for (const uint32_t place : uses) {
    const int64_t reduced = reduced_[place];
    second = std::min(second, std::max(first, reduced));
    first = std::min(first, reduced);
  }
  return {first, second};
}

void Prices::Improve(const Item& item, absl::Span<const uint32_t> uses) {
  const int64_t price = prices_[item.number];
  int64_t rise;
  if (item.missing == Multiplicity{1, 1}) {
    const auto [first, second] = TwoSmallest(uses);
    rise = second == kNone ? first : std::midpoint(first, second);
  } else {
    rise = RiseForMany(item, uses);
  }
  const int64_t new_price =
      std::clamp(price + rise, -largest_price_, largest_price_);
  rise = new_price - price;
  if (rise == 0) return;
  prices_[item.number] = new_price;
  for (const uint32_t place : uses) reduced_[place] -= rise;
}

int64_t Prices::RiseForMany(const Item& item, absl::Span<const uint32_t> uses) {
  const int64_t price = prices_[item.number];
  scratch_.clear();
  for (const uint32_t place : uses) scratch_.push_back(reduced_[place]);
  // A price above zero is for items that are covered as seldom as can be,
  if (item.missing.low > 0) {
    const int64_t rise = MiddleAfter(item.missing.low);
    if (rise > -price) return rise;
  }
  // below zero, as often; so there is none if there cannot be too many.
  if (item.missing.high >= uses.size()) return -price;
  return std::min(MiddleAfter(item.missing.high), -price);
}

absl::int128 Prices::Bound() const {
  absl::int128 bound = 0;
  for (const Item& item : items_) {
    const int64_t price = prices_[item.number];
    bound += absl::int128(price) *
             (price >= 0 ? item.missing.low : item.missing.high);
  }
  for (const int64_t reduced : reduced_) bound += std::min<int64_t>(reduced, 0);
  return bound;
}

int64_t Prices::Regret(size_t i) const {
  const auto [first, second] = TwoSmallest(UsesOf(i));
  return second == kNone ? kNone : second - first;
}

int64_t Prices::MiddleAfter(size_t count) {
  if (count >= scratch_.size()) {
    return *std::max_element(scratch_.begin(), scratch_.end());
  }
  const auto next = scratch_.begin() + static_cast<ptrdiff_t>(count);
  std::nth_element(scratch_.begin(), next, scratch_.end());
  return std::midpoint(*std::max_element(scratch_.begin(), next), *next);
}

}  // namespace dlx::internal::dancing_links
