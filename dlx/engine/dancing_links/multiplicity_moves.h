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
// branch that leaves the item alone.

#include <algorithm>
#include <cstdint>
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

template <bool kColors>
class MultiplicityMoves {
 public:
  MultiplicityMoves(const Problem& problem, absl::Span<const ItemId> item_order,
                    Links links, ItemChoice choice)
      : links_(std::move(links)),
        choice_(choice),
        uncovered_(links_.primary_count()) {
    bounds_.emplace_back();  // Items count from 1.
    for (int32_t item = 1; item <= links_.primary_count(); ++item) {
      auto [low, high] = problem.multiplicity(item_order[item - 1]);
      // To miss one more than all options is as bad as to miss a billion more.
      low = std::min<uint32_t>(low, problem.option_count() + 1);
      bounds_.push_back({low, high});
      links_.Adjust(item, 1 - static_cast<int32_t>(low));
    }
    uses_.resize(bounds_.size());
  }

  const Links& links() const { return links_; }
  bool contradiction() const { return contradiction_; }
  bool complete() const { return uncovered_ == 0; }

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

  int32_t ChooseItem() const { return ChooseItemByDegree(links_, choice_); }
  int32_t branches(int32_t item) const { return links_.degree(item); }
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

  void Undo(const Level& level) {
    if (level.node != level.item) {
      Release(level.node);
    } else {
      Uncover(level.item);
    }
  }

  std::string CheckInvariants() const {
    std::vector<int32_t> adjustments = {0};
    for (int32_t item = 1; item <= links_.primary_count(); ++item) {
      adjustments.push_back(1 - static_cast<int32_t>(missing(item).low));
    }
    return links_.CheckInvariants(adjustments);
  }

 private:
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

  // Chooses the option of node x, which is detached. False, with no effect, if
  // some item cannot be covered any more.
  bool Use(int32_t x) {
    int32_t q = x;
    do {
      const int32_t item = links_.node(q).item;
      if (primary(item) && uses_[item]++ < bounds_[item].low) {
        links_.Adjust(item, 1);
      }
      if (UsesUp(q)) Cover(item);
      q = links_.Right(q);
    } while (q != x);

    do {
      Squeeze squeeze = {Links::kSecondary, 0};
      if (UsesUp(q)) {
        squeeze = links_.HideList<kColors>(links_.node(q).item);
      } else if (kColors && links_.color(q) > 0) {
        squeeze = links_.Purify(q);
      }
      q = links_.Right(q);
      if (squeeze.degree <= 0) {
        ReleaseUpTo(x, links_.Left(q));
        dead_ = squeeze.item;
        return false;
      }
    } while (q != x);
    return true;
  }

  void Release(int32_t x) { ReleaseUpTo(x, links_.Left(x)); }

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
    int32_t q = x;
    do {
      const int32_t item = links_.node(q).item;
      if (UsesUp(q)) Uncover(item);
      if (primary(item) && --uses_[item] < bounds_[item].low) {
        links_.Adjust(item, -1);
      }
      q = links_.Right(q);
    } while (q != x);
  }

  // Chooses an option in advance. False, with no effect, if another given has
  // made that impossible or if some item cannot be covered any more.
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
  int32_t uncovered_;                 // Primary items that are not covered.
  std::vector<Multiplicity> bounds_;  // By item.
  std::vector<uint32_t> uses_;        // By item: how often it is covered.
  int32_t dead_ = 0;                  // What was lacking when Use failed.
  std::vector<int32_t> trail_;        // Options detached by the open levels.
  std::vector<int32_t> given_nodes_;
  bool contradiction_ = false;
};

static_assert(Moves<MultiplicityMoves<false>> &&
              Moves<MultiplicityMoves<true>>);

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_MULTIPLICITY_MOVES_H_
