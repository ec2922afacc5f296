#ifndef DLX_ENGINE_DANCING_LINKS_PRICES_H_
#define DLX_ENGINE_DANCING_LINKS_PRICES_H_

// A lower bound on what it costs to complete a partial cover, by duality.
//
// Give every item a price, above or below zero, that is paid to the option that
// covers it. An option that costs 12 and covers three items with the prices 3,
// 4 and 2 then costs 3, its *reduced cost*. This changes nothing about which
// covers are best: every exact cover is paid for every item once, so all
// reduced costs of a cover add up to its cost, less the sum of all prices. But
// it says something about covers that are still unknown:
//
//     cost of a cover  =  sum of all prices  +  its reduced costs
//                     >=  sum of all prices  +  all reduced costs below zero.
//
// The last line is the bound, and it holds for any prices whatever. (They are
// Lagrange multipliers, or variables of the dual linear program; the best of
// them give as good a bound as the linear program itself.) What is more, a
// cover with a certain option in it costs at least the bound plus the option's
// reduced cost, if that is above zero. So where covers must cost less than a
// limit, options of large reduced costs are out ("reduced-cost fixing").
//
// Good prices are found by *sweeps* over the items, each of which changes one
// price after the other so that the bound rises as far as it can. Take an item
// that is to be covered once, by options of the reduced costs 2, 5 and 9. As
// its price rises by up to 2, so does the bound. From 2 to 5 the bound stays,
// because the first option's reduced cost falls below zero as fast as the price
// rises; then it falls. Any rise from 2 to 5 is best for now. The middle leaves
// the most room for the other items of these options, in both directions, and
// that is what makes sweeps go on rising where a greedy choice is stuck. For
// the prices 0 in the beginning, the smallest rise is what Knuth calls a tax.
//
// If an item must be covered `low` times and may be covered `high` times, a
// price above zero is paid `low` times at least, and a price below zero `high`
// times at most; the plateau is between the low-th and the next reduced cost,
// or between the high-th and the next. A secondary item is one of 0..1, unless
// it has colours, and then it may be covered so often that it has no price.
//
// Numbers are exact: costs and prices are whole multiples of a small fraction,
// prices are kept so small that reduced costs fit into 64 bits, and sums are
// made with 128.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal::dancing_links {

// What the prices of the root say about the options of a whole problem, for
// engines that do not compute prices at each node: a cover with certain options
// in it costs at least `bound` plus their reduced costs.
struct RootPrices {
  absl::int128 bound = 0;              // In units of prices,
  int shift = 0;                       // of which a cost of 1 has 2^shift.
  bool has_covers = true;              // False if an item has no options.
  std::vector<int64_t> reduced_costs;  // By option; none is below 0.
  std::vector<int64_t> prices;         // By item.
};
RootPrices FindRootPrices(const Problem& problem);

class Prices {
 public:
  // Items are numbered as in Links. All prices are 0.
  Prices(const Problem& problem, absl::Span<const ItemId> item_order);

  // A cost in units of prices.
  absl::int128 Scaled(absl::int128 cost) const { return cost << shift_; }
  int shift() const { return shift_; }
  // The whole number that no smaller cost is allowed by a bound.
  int64_t RoundUp(absl::int128 bound) const;

  // No set of options costs more.
  int64_t most_cost() const { return most_cost_; }
  int64_t cost(OptionId option) const { return problem_.cost(option); }
  size_t price_count() const { return prices_.size(); }  // 0 is not an item.
  int64_t price(int32_t item) const { return prices_[item]; }
  void set_price(int32_t item, int64_t price) { prices_[item] = price; }
  // With the prices as they are.
  int64_t ComputeReducedCost(OptionId option) const;

  // A node of the search: which options can still be chosen, and which items
  // have to do with it. Returns false if an item cannot be covered any more.
  template <typename M>
  bool Look(const M& moves);

  // Sets the prices of the node's items to what is good to begin with: each
  // option's cost shared equally by the items that must be covered, an item
  // pays the smallest share that it has. Look again after this.
  void ShareCosts();

  // An item of the node, and where its uses by options are.
  struct Item {
    int32_t number;
    Multiplicity missing;
    size_t uses_end;
  };

  // The items with a price that Look() found, the primary ones first, and the
  // options.
  absl::Span<const Item> items() const { return items_; }
  absl::Span<const OptionId> options() const { return options_; }
  // By place in options().
  int64_t reduced_cost(size_t place) const { return reduced_[place]; }

  // Changes the prices of all items of the node, one after the other, for a
  // better bound.
  void Sweep(bool backwards);

  // The bound on what the options of a completion cost, in units of prices.
  absl::int128 Bound() const;

  // The difference between the two smallest reduced costs of an item.
  int64_t Regret(size_t i) const;

  // The length of all items' lists together.
  size_t use_count() const { return uses_.size(); }

 private:
  void AddItem(const Links& links, int32_t item, Multiplicity missing);
  // Changes the price of an item, whose uses are these, so that the bound rises
  // as far as it can.
  void Improve(const Item& item, absl::Span<const uint32_t> uses);
  int64_t RiseForMany(const Item& item, absl::Span<const uint32_t> uses);
  absl::Span<const uint32_t> UsesOf(size_t i) const {
    const size_t begin = i == 0 ? 0 : items_[i - 1].uses_end;
    return absl::MakeConstSpan(uses_).subspan(begin,
                                              items_[i].uses_end - begin);
  }
  // The two smallest reduced costs of these, or kNone.
  std::pair<int64_t, int64_t> TwoSmallest(
      absl::Span<const uint32_t> uses) const;
  // The middle of the plateau behind the first so many of the reduced costs in
  // scratch_.
  int64_t MiddleAfter(size_t count);
  static constexpr int64_t kNone = std::numeric_limits<int64_t>::max();

  Problem problem_;
  int shift_ = 0;
  int64_t largest_price_ = 0;
  int64_t most_cost_ = 0;
  std::vector<int64_t> prices_;        // By item.
  std::vector<int64_t> scaled_costs_;  // By option.
  // The items of option k that may have prices, and its first primary item at
  // the front.
  std::vector<int32_t> priced_;
  std::vector<uint32_t> starts_ = {0};
  std::vector<int32_t> priced_secondaries_;
  // Of the node that was looked at last.
  std::vector<Item> items_;
  std::vector<int32_t> contested_;  // The secondary ones.
  std::vector<OptionId> options_;
  std::vector<int64_t> reduced_;  // By place in options_.
  std::vector<uint32_t> places_;  // By option.
  std::vector<uint32_t> uses_;    // Places of options, item by item.
  std::vector<int64_t> scratch_;
};

template <typename M>
bool Prices::Look(const M& moves) {
  const Links& links = moves.links();
  items_.clear();
  options_.clear();
  reduced_.clear();
  uses_.clear();
  contested_.clear();
  for (const int32_t item : priced_secondaries_) {
    const int32_t first = links.node(item).down;
    if (links.covered(item) || first == links.node(item).up) {
      prices_[item] = 0;  // No other option has it.
    } else {
      contested_.push_back(item);
    }
  }
  for (int32_t item = 1; item <= links.primary_count(); ++item) {
    if (links.covered(item)) continue;
    if (moves.branches(item) <= 0) return false;
    AddItem(links, item, moves.missing(item));
  }
  for (const int32_t item : contested_) AddItem(links, item, {0, 1});
  return true;
}

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_PRICES_H_
