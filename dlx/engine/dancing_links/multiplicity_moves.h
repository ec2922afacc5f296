#ifndef DLX_ENGINE_DANCING_LINKS_MULTIPLICITY_MOVES_H_
#define DLX_ENGINE_DANCING_LINKS_MULTIPLICITY_MOVES_H_

// The moves of Algorithm M: a primary item is covered `low` to `high` times.
//
// An item's next option is now a matter of "this one, or not this one": the
// options are tried in the order of the list, and an option that has been tried
// is taken out of all lists (detached) for as long as its later brothers are
// tried. So every set of options is met once, with its options in one order
// only. When the item may be left alone (nothing is missing up to `low`), the
// last branch is to do just that.
//
// While an option is chosen it is detached, too; its items miss one use less,
// and those that may be used no more are covered as in Algorithm X.
//
// The degree of an item is kept at (length of its list) + 1 - (missing up to
// low): the number of options that can come first. With low = 1 that is the
// length of the list, as in Algorithm X; at 0 the item cannot be covered often
// enough any more. When nothing is missing it is the length plus 1, for the
// branch that leaves the item alone, plus kSatisfied: such an item can wait
// until nothing is missing anywhere, for it can do no harm; and if it has no
// options left by then, it need not be looked at at all. (Knuth's dlx3 counts
// the branch and no more, and so often decides about items that do not matter.)
//
// If all options have an item in common, such as the one that counts the queens
// in a problem of domination, then the number of options that can still be
// chosen is known, and so is how much these can do: when more is missing of the
// other items than the largest options cover, this is a dead end.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal::dancing_links {

// How many primary items the largest option has.
inline uint64_t MostPrimaries(const Problem& problem) {
  uint64_t most = 0;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    uint64_t primaries = 0;
    for (const ItemUse& use : problem.option(OptionId(k))) {
      primaries += problem.is_primary(use.item);
    }
    most = std::max(most, primaries);
  }
  return most;
}

template <bool kColors>
class MultiplicityMoves {
 public:
  // A certificate gives reasons for each step.
  struct Reasons {
    // Whether an item that all options have in common is one. Then an option
    // counts as one that has at least so many primary items.
    bool may_be_counter = true;
    uint64_t most_primaries = 0;
  };

  // Items that need not be covered any more and have no options left need not
  // be looked at; but if reasons are wanted, it is decided about them, too.
  MultiplicityMoves(const Problem& problem, absl::Span<const ItemId> item_order,
                    Links links, ItemChoice choice,
                    std::optional<Reasons> reasons = std::nullopt)
      : links_(std::move(links)),
        choice_(choice),
        leaves_optional_(!reasons.has_value()),
        uncovered_(links_.primary_count()) {
    bounds_.emplace_back();  // Items count from 1.
    for (int32_t item = 1; item <= links_.primary_count(); ++item) {
      auto [low, high] = problem.multiplicity(item_order[item - 1]);
      // To miss one more than all options is as bad as to miss a billion more.
      low = std::min<uint32_t>(low, problem.option_count() + 1);
      bounds_.push_back({low, high});
      uncovered_uses_ += low;
      unsatisfied_ += low > 0;
      links_.Adjust(item, Adjustment(low));
    }
    uses_.resize(bounds_.size());
    const Reasons& its_reasons = reasons.value_or(Reasons{});
    most_primaries_ = its_reasons.most_primaries;
    if (its_reasons.may_be_counter) FindCounter(problem);
  }

  const Links& links() const { return links_; }
  bool contradiction() const { return contradiction_; }
  bool complete() const {
    return uncovered_ == 0 ||
           (leaves_optional_ && unsatisfied_ == 0 && FindOptional() == 0);
  }

  // How often the item must and may still be covered.
  Multiplicity missing(int32_t item) const {
    const auto [low, high] = bounds_[item];
    const uint32_t uses = uses_[item];
    return {uses < low ? low - uses : 0, high - uses};
  }

  void Reset(absl::Span<const OptionId> givens) {
    while (!given_nodes_.empty()) {
      const int32_t x = given_nodes_.back();
      given_nodes_.pop_back();
      Release(x);
      links_.Attach<kColors>(x);
    }
    links_.ResetUpdates();
    contradiction_ = false;
    for (const OptionId given : givens) {
      if (!ChooseGiven(given)) {
        contradiction_ = true;
        break;
      }
    }
  }

  int32_t ChooseItem() const {
    if (unsatisfied_ == 0) {
      const int32_t item = FindOptional();
      if (item != 0) return item;
    }
    return ChooseItemByDegree(links_, choice_);
  }
  int32_t branches(int32_t item) const {
    const bool waits = primary(item) && is_satisfied(item);
    return links_.degree(item) - (waits ? kSatisfied : 0);
  }
  int32_t CountLeaves(int32_t) const { return 0; }
  bool Completes(const Level&) const { return false; }

  void Open(Level& level) { level.trail = trail_.size(); }

  void Close(Level& level) {
    while (trail_.size() > level.trail) {
      links_.Attach<kColors>(trail_.back());
      trail_.pop_back();
    }
  }

  bool Advance(Level& level) {
    if (level.tried > 0) {
      // Leaving the item alone was the last branch.
      if (level.node == level.item) return false;
      // Without the last option, some item may lack options.
      int32_t q = level.node;
      do {
        if (links_.degree(links_.node(q).item) <= 0) return false;
        q = links_.Right(q);
      } while (q != level.node);
    }
    level.node = links_.node(level.item).down;
    if (level.node == level.item) return missing(level.item).low == 0;
    links_.Detach<kColors>(level.node);
    trail_.push_back(level.node);
    return true;
  }

  bool Choose(const Level& level) {
    if (level.node != level.item) return Use(level.node);
    Cover(level.item);
    return true;
  }

  int32_t dead_item() const { return dead_; }
  // True if the option that was to be chosen last is a dead end because more is
  // missing than can still be covered; the dead item is then the one that all
  // options have.
  bool is_out_of_reach() const { return is_out_of_reach_; }

  void Undo(const Level& level) {
    if (level.node != level.item) {
      Release(level.node);
    } else {
      Uncover(level.item);
    }
  }

  // Takes the option of node x out of all lists, and puts it back. REQUIRES:
  // the item of x is primary and not covered.
  void Exclude(int32_t x) { links_.Detach<kColors>(x); }
  void Include(int32_t x) { links_.Attach<kColors>(x); }

  std::string CheckInvariants() const {
    std::vector<int32_t> adjustments = {0};
    for (int32_t item = 1; item <= links_.primary_count(); ++item) {
      adjustments.push_back(Adjustment(missing(item).low));
    }
    return links_.CheckInvariants(adjustments);
  }

 private:
  // Added to the degree of an item when nothing is missing: more than any list
  // is long.
  static constexpr int32_t kSatisfied = 1 << 28;

  // What is added to the degree when `missing` uses are missing.
  int32_t Adjustment(uint32_t missing) const {
    return missing == 0 ? 1 + kSatisfied : 1 - static_cast<int32_t>(missing);
  }
  bool is_satisfied(int32_t item) const {
    return uses_[item] >= bounds_[item].low;
  }

  // When nothing is missing: the item with the fewest options, or the first in
  // order, of those that have any; 0 if there is none.
  int32_t FindOptional() const {
    const int32_t no_options = Adjustment(0);
    int32_t least = Links::kCovered;
    for (int32_t item = 1; item <= links_.primary_count(); ++item) {
      const int32_t degree = links_.degree(item);
      least = no_options < degree && degree < least ? degree : least;
    }
    if (least == Links::kCovered) return 0;
    for (int32_t item = 1;; ++item) {
      const int32_t degree = links_.degree(item);
      if (degree == least) return item;
      const bool has_options = no_options < degree && degree < Links::kCovered;
      if (choice_.in_order && has_options) return item;
    }
  }

  // Finds, of the items that all options have in common, one that may be
  // covered the fewest times.
  void FindCounter(const Problem& problem) {
    uint32_t least = std::numeric_limits<uint32_t>::max();
    for (int32_t item = 1; item <= links_.primary_count(); ++item) {
      const bool in_all = ListLength(item) == problem.option_count();
      if (!in_all || bounds_[item].high >= least) continue;
      counter_ = item;
      least = bounds_[item].high;
    }
    most_primaries_ = std::max(most_primaries_, MostPrimaries(problem));
  }
  size_t ListLength(int32_t item) const {
    size_t length = 0;
    for (int32_t q = links_.node(item).down; q != item;
         q = links_.node(q).down) {
      ++length;
    }
    return length;
  }

  // More is missing than can still be covered.
  bool IsOutOfReach() const {
    return counter_ != 0 &&
           uncovered_uses_ > most_primaries_ * uint64_t{missing(counter_).high};
  }

  bool primary(int32_t item) const { return item <= links_.primary_count(); }

  void Cover(int32_t item) {
    links_.Adjust(item, Links::kCovered);
    uncovered_ -= primary(item);
  }
  void Uncover(int32_t item) {
    uncovered_ += primary(item);
    links_.Adjust(item, -Links::kCovered);
  }

  // True if the item of node q may be used no more once q's option is chosen.
  bool UsesUp(int32_t q) const {
    const int32_t item = links_.node(q).item;
    if (primary(item)) return uses_[item] == bounds_[item].high;
    return !kColors || links_.color(q) == 0;
  }

  // Chooses the option of node x, which is detached. Returns false, with no
  // effect, if some item cannot be covered any more.
  bool Use(int32_t x) {
    int32_t q = x;
    do {
      const int32_t item = links_.node(q).item;
      if (primary(item)) AddUse(item);
      if (UsesUp(q)) Cover(item);
      q = links_.Right(q);
    } while (q != x);

    is_out_of_reach_ = IsOutOfReach();
    if (is_out_of_reach_) {
      TakeBackUses(x);
      dead_ = counter_;
      return false;
    }
    do {
      TightestItem tightest = {Links::kSecondary, 0};
      if (UsesUp(q)) {
        tightest = links_.HideList<kColors>(links_.node(q).item);
      } else if (kColors && links_.color(q) > 0) {
        tightest = links_.Purify(q);
      }
      q = links_.Right(q);
      if (tightest.degree <= 0) {
        ReleaseUpTo(x, links_.Left(q));
        dead_ = tightest.item;
        return false;
      }
    } while (q != x);
    return true;
  }

  void Release(int32_t x) { ReleaseUpTo(x, links_.Left(x)); }

  void AddUse(int32_t item) {
    if (is_satisfied(item)) {
      ++uses_[item];
      return;
    }
    ++uses_[item];
    --uncovered_uses_;
    const bool is_last = is_satisfied(item);
    unsatisfied_ -= is_last;
    links_.Adjust(item, is_last ? 1 + kSatisfied : 1);
  }
  void RemoveUse(int32_t item) {
    const bool was_satisfied = is_satisfied(item);
    --uses_[item];
    if (is_satisfied(item)) return;
    ++uncovered_uses_;
    unsatisfied_ += was_satisfied;
    links_.Adjust(item, was_satisfied ? -1 - kSatisfied : -1);
  }

  // Takes back Use(x), which came as far as node `last`.
  void ReleaseUpTo(int32_t x, int32_t last) {
    for (int32_t q = last;; q = links_.Left(q)) {
      if (UsesUp(q)) {
        links_.UnhideList<kColors>(links_.node(q).item);
      } else if (kColors && links_.color(q) > 0) {
        links_.Unpurify(q);
      }
      if (q == x) break;
    }
    TakeBackUses(x);
  }

  void TakeBackUses(int32_t x) {
    int32_t q = x;
    do {
      const int32_t item = links_.node(q).item;
      if (UsesUp(q)) Uncover(item);
      if (primary(item)) RemoveUse(item);
      q = links_.Right(q);
    } while (q != x);
  }

  // Chooses an option in advance. Returns false, with no effect, if another
  // given has made that impossible or if some item cannot be covered any more.
  bool ChooseGiven(OptionId given) {
    const int32_t x = FindPrimary(links_, given);
    if (!CanChoose<kColors>(links_, x)) return false;
    links_.Detach<kColors>(x);
    if (!Use(x)) {
      links_.Attach<kColors>(x);
      return false;
    }
    given_nodes_.push_back(x);
    return true;
  }

  Links links_;
  ItemChoice choice_;
  const bool leaves_optional_;
  int32_t uncovered_;                 // Primary items that are not covered.
  std::vector<Multiplicity> bounds_;  // By item.
  std::vector<uint32_t> uses_;        // By item: how often it is covered.
  uint64_t uncovered_uses_ = 0;       // What is missing, of all items.
  int32_t unsatisfied_ = 0;           // Items of which something is missing.
  int32_t counter_ = 0;               // An item that all options have, or 0.
  uint64_t most_primaries_ = 0;       // In any option.
  int32_t dead_ = 0;                  // What was lacking when Use failed,
  bool is_out_of_reach_ = false;      // and whether it was that.
  std::vector<int32_t> trail_;        // Options detached by the open levels.
  std::vector<int32_t> given_nodes_;
  bool contradiction_ = false;
};

static_assert(Moves<MultiplicityMoves<false>> &&
              Moves<MultiplicityMoves<true>>);

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_MULTIPLICITY_MOVES_H_
