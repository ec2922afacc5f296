#ifndef DLX_ENGINE_DANCING_LINKS_PRICED_MOVES_H_
#define DLX_ENGINE_DANCING_LINKS_PRICED_MOVES_H_

// The moves of a search for covers that cost less than a limit. They are those
// of CoverMoves or MultiplicityMoves, and at each node
//
//   * prices are improved by two sweeps (prices.h), starting with those of the
//     node above;
//   * if the bound says that all covers below cost too much, the node is left;
//   * options of large reduced costs are taken out of all lists;
//   * of the items with the fewest options left, one is chosen for which it
//     costs most to do without its best option.
//
// There are two limits. What is done to lists and prices depends on the *limit*
// alone, which is fixed for as long as the search takes; so the tree is always
// the same, whichever thread searches which part of it. The *ceiling*, which
// falls as covers are found, only says which parts need not be visited.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/prices.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::dancing_links {

template <Moves M>
class PricedMoves {
 public:
  // If rule is not kFewestOptions, it is up to `moves` which item to choose.
  // The prices of all nodes above the one at hand take no more memory than the
  // limit says; without, a node goes by those of one that is further above.
  PricedMoves(M moves, Prices prices, Branching rule,
              size_t memory_limit = std::numeric_limits<size_t>::max())
      : moves_(std::move(moves)),
        prices_(std::move(prices)),
        rule_(rule),
        // While a vector grows, there are up to three times as many.
        most_saved_(memory_limit / (3 * sizeof(SavedPrice))),
        root_prices_(prices_.price_count()) {}

  const Links& links() const { return moves_.links(); }
  bool contradiction() const { return moves_.contradiction(); }
  // At the node that was entered last, before anything was excluded there.
  bool complete() const { return is_complete_; }
  Multiplicity missing(int32_t item) const { return moves_.missing(item); }
  int32_t ChooseItem() const { return chosen_item_; }
  int32_t branches(int32_t item) const { return moves_.branches(item); }
  int32_t CountLeaves(int32_t) const { return 0; }
  bool Completes(const Level&) const { return false; }

  void Reset(absl::Span<const OptionId> givens) {
    moves_.Reset(givens);
    cost_ = 0;
    for (const OptionId given : givens) cost_ += prices_.cost(given);
    loaded_ = kNoFrame;
  }

  // Only covers that cost less than both are looked for.
  void SetLimit(int64_t limit) { limit_ = limit; }
  void SetCeiling(int64_t ceiling) { ceiling_ = ceiling; }

  // Improves the prices of the root, where the moves stand, and keeps them.
  void PriceRoot();
  // The same, for others. The items are those of the links, from 1 on.
  // REQUIRES: no givens.
  RootPrices TakeRootPrices(size_t options, absl::Span<const ItemId> items);
  // Bounds on the cost of covers.
  int64_t root_bound() const { return root_bound_; }
  int64_t most_cost() const { return prices_.most_cost(); }

  // Looks at a new node. Returns false if no cover at or below it costs less
  // than the limits; the node is as it was then. Otherwise an item is to be
  // opened, if there is any.
  bool Enter();

  // What covers at least cost at or below the node that a level belongs to.
  int64_t LevelBound(size_t level) const {
    return prices_.RoundUp(frames_[level].bound);
  }
  int64_t cost() const { return cost_; }
  // True if options were left out, or nodes, because of the limit.
  bool was_limited() const { return was_limited_; }
  void ForgetThatItWasLimited() { was_limited_ = false; }

  void Open(Level& level) {
    pending_.has_prices = prices_.items().size() <= most_saved_ - saved_.size();
    if (pending_.has_prices) {
      for (const Prices::Item& item : prices_.items()) {
        saved_.push_back({item.number, prices_.price(item.number)});
      }
    }
    loaded_ = pending_.has_prices ? frames_.size() : kNoFrame;
    frames_.push_back(pending_);
    moves_.Open(level);
  }
  void Close(Level& level) {
    moves_.Close(level);
    Include(frames_.back().excluded);
    saved_.resize(frames_.back().saved);
    frames_.pop_back();
    loaded_ = kNoFrame;
  }
  bool Advance(Level& level) { return moves_.Advance(level); }

  bool Choose(const Level& level) {
    const Frame& frame = frames_.back();
    int64_t cost = 0;
    absl::int128 bound = frame.bound;
    if (level.node != level.item) {
      const OptionId option = links().OptionOf(level.node);
      cost = prices_.cost(option);
      if (frame.has_prices) {
        LoadPrices(frames_.size() - 1);
        bound += std::max<int64_t>(prices_.ComputeReducedCost(option), 0);
      }
    }
    if (bound > AllowedBelow(limit_)) {
      was_limited_ = true;
      return false;
    }
    if (bound > AllowedBelow(ceiling_) || !moves_.Choose(level)) return false;
    cost_ += cost;
    chosen_bound_ = bound;
    return true;
  }
  // Of use only if it was not too dear.
  int32_t dead_item() const { return moves_.dead_item(); }
  void Undo(const Level& level) {
    moves_.Undo(level);
    if (level.node != level.item) {
      cost_ -= prices_.cost(links().OptionOf(level.node));
    }
  }

 private:
  struct Frame {
    absl::int128 bound;  // On whole covers, in units of prices.
    size_t excluded;     // How many options were out before.
    size_t saved;        // Where its prices are, if it has any.
    bool has_prices;
  };
  struct SavedPrice {
    int32_t item;
    int64_t price;
  };
  // Sweeps of the root: it is worth many, because what is excluded there is out
  // for good. They end when two of them gain less than this part of the whole.
  static constexpr size_t kMostRootSweeps = 200;
  static constexpr size_t kFewestRootSweeps = 4;
  static constexpr size_t kMostRootWork = 20'000'000;  // Uses looked at.
  static constexpr int kWorthwhileGain = 2000;

  static constexpr size_t kNoFrame = std::numeric_limits<size_t>::max();
  static constexpr size_t kRoot = kNoFrame - 1;

  // The most that a cover may cost, in units of prices, if it must cost less
  // than `cost`.
  absl::int128 AllowedBelow(int64_t cost) const {
    return prices_.Scaled(absl::int128(cost) - 1);
  }

  // Loads the prices of that level, or of the next one above that has any.
  void LoadPrices(size_t level) {
    if (level != kRoot) {
      while (level > 0 && !frames_[level].has_prices) --level;
      if (!frames_[level].has_prices) level = kRoot;
    }
    if (loaded_ == level) return;
    loaded_ = level;
    if (level == kRoot) {
      for (size_t i = 0; i < root_prices_.size(); ++i) {
        prices_.set_price(static_cast<int32_t>(i), root_prices_[i]);
      }
      return;
    }
    const size_t end =
        level + 1 < frames_.size() ? frames_[level + 1].saved : saved_.size();
    for (size_t i = frames_[level].saved; i < end; ++i) {
      prices_.set_price(saved_[i].item, saved_[i].price);
    }
  }

  // Takes out of all lists what would cost too much. Returns false if an item
  // cannot be covered any more.
  bool Exclude();
  // Returns, of the items with the fewest options, one for which it costs most
  // to do without the best of them.
  int32_t Pick() const;
  void Include(size_t end) {
    while (excluded_.size() > end) {
      moves_.Include(excluded_.back());
      excluded_.pop_back();
    }
  }

  M moves_;
  Prices prices_;
  Branching rule_;
  size_t most_saved_;
  int64_t limit_ = std::numeric_limits<int64_t>::max();
  int64_t ceiling_ = std::numeric_limits<int64_t>::max();
  int64_t cost_ = 0;
  absl::int128 chosen_bound_ = 0;  // Where Choose() has led to.
  int64_t root_bound_ = 0;
  bool was_limited_ = false;
  std::vector<int64_t> root_prices_;
  // Of the node that was entered last.
  Frame pending_ = {};
  bool is_complete_ = false;
  int32_t chosen_item_ = 0;
  std::vector<Frame> frames_;  // Of the levels.
  std::vector<SavedPrice> saved_;
  std::vector<int32_t> excluded_;  // Nodes.
  size_t loaded_ = kNoFrame;       // The level whose prices are at hand.
};

template <Moves M>
void PricedMoves<M>::PriceRoot() {
  for (size_t i = 0; i < root_prices_.size(); ++i) {
    prices_.set_price(static_cast<int32_t>(i), 0);
  }
  loaded_ = kNoFrame;
  if (moves_.contradiction() || !prices_.Look(moves_)) {
    root_bound_ = Engine::kNothingToFind;
    return;
  }
  prices_.ShareCosts();
  prices_.Look(moves_);
  const absl::int128 start = prices_.Bound();
  const size_t most =
      std::clamp<size_t>(kMostRootWork / (1 + prices_.use_count()),
                         kFewestRootSweeps, kMostRootSweeps);
  absl::int128 bound = start;
  for (size_t sweep = 0; sweep < most; sweep += 2) {
    prices_.Sweep(/*backwards=*/false);
    prices_.Sweep(/*backwards=*/true);
    const absl::int128 gain = prices_.Bound() - bound;
    bound += gain;
    if (gain * kWorthwhileGain < bound - start || gain == 0) break;
  }
  for (size_t i = 1; i < root_prices_.size(); ++i) {
    root_prices_[i] = prices_.price(static_cast<int32_t>(i));
  }
  root_bound_ = prices_.RoundUp(prices_.Scaled(cost_) + bound);
}

template <Moves M>
RootPrices PricedMoves<M>::TakeRootPrices(size_t options,
                                          absl::Span<const ItemId> items) {
  PriceRoot();
  RootPrices result = {.shift = prices_.shift(),
                       .has_covers = root_bound_ != Engine::kNothingToFind,
                       .reduced_costs = std::vector<int64_t>(options),
                       .prices = std::vector<int64_t>(items.size())};
  if (!result.has_covers) return result;
  result.bound = prices_.Bound();
  for (uint32_t k = 0; k < options; ++k) {
    result.reduced_costs[k] =
        std::max<int64_t>(prices_.ComputeReducedCost(OptionId(k)), 0);
  }
  for (size_t i = 0; i < items.size(); ++i) {
    result.prices[items[i].value()] =
        prices_.price(static_cast<int32_t>(i + 1));
  }
  return result;
}

template <Moves M>
bool PricedMoves<M>::Enter() {
  is_complete_ = moves_.complete();
  if (is_complete_) {
    if (cost_ >= limit_) was_limited_ = true;
    return cost_ < limit_ && cost_ < ceiling_;
  }
  const bool is_root = frames_.empty();
  LoadPrices(is_root ? kRoot : frames_.size() - 1);
  loaded_ = kNoFrame;
  if (!prices_.Look(moves_)) return false;
  if (!is_root) {
    prices_.Sweep(/*backwards=*/false);
    prices_.Sweep(/*backwards=*/true);
  }
  pending_ = {prices_.Scaled(cost_) + prices_.Bound(), excluded_.size(),
              saved_.size(), /*has_prices=*/false};
  if (!is_root) pending_.bound = std::max(pending_.bound, chosen_bound_);
  if (pending_.bound > AllowedBelow(limit_)) {
    was_limited_ = true;
    return false;
  }
  if (pending_.bound > AllowedBelow(ceiling_)) return false;
  if (!Exclude()) {
    Include(pending_.excluded);
    return false;
  }
  const bool picks = rule_ == Branching::kFewestOptions;
  chosen_item_ = picks ? Pick() : moves_.ChooseItem();
  return true;
}

template <Moves M>
int32_t PricedMoves<M>::Pick() const {
  int32_t best = 0;
  int32_t fewest = std::numeric_limits<int32_t>::max();
  int64_t most = 0;
  for (size_t i = 0; i < prices_.items().size(); ++i) {
    const int32_t item = prices_.items()[i].number;
    if (item > links().primary_count()) break;
    const int32_t branches = moves_.branches(item);
    if (branches > fewest) continue;
    const int64_t regret = prices_.Regret(i);
    if (branches == fewest && regret <= most) continue;
    best = item;
    fewest = branches;
    most = regret;
  }
  return best;
}

template <Moves M>
bool PricedMoves<M>::Exclude() {
  const absl::int128 room = AllowedBelow(limit_) - pending_.bound;
  for (size_t place = 0; place < prices_.options().size(); ++place) {
    if (prices_.reduced_cost(place) <= room) continue;
    const int32_t x = FindPrimary(links(), prices_.options()[place]);
    moves_.Exclude(x);
    excluded_.push_back(x);
  }
  if (excluded_.size() == pending_.excluded) return true;
  was_limited_ = true;
  for (const Prices::Item& item : prices_.items()) {
    if (item.number > links().primary_count()) break;
    if (moves_.branches(item.number) <= 0) return false;
  }
  return true;
}

static_assert(Moves<PricedMoves<CoverMoves<true>>>);

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_PRICED_MOVES_H_
