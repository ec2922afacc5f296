#ifndef DLX_ENGINE_DANCING_LINKS_COVER_MOVES_H_
#define DLX_ENGINE_DANCING_LINKS_COVER_MOVES_H_

// The moves of Algorithm X, and with kColors those of Algorithm C: every
// primary item is covered exactly once.
//
// To branch on an item: cover it, that is, take all its options out of the
// other items' lists (Open); then for each of its options cover the option's
// other items, too (Choose), search, and uncover them in reverse (Undo).
//
// What this does beyond Knuth's programs dlx1 and dlx2:
//   * It sees at once when an item loses its last option, takes back what it
//     did and tries the next option, instead of covering the other items, going
//     to a new node, and finding the dead end there.
//   * It remembers the item that was left with one option, if there is one,
//     and branches on it next without a look at the others.
//   * An option that contains all the items that are left completes a cover,
//     and is not chosen at all. If all options have the same number of primary
//     items, the last level of the tree can be counted without a visit.
//   * Active items have no list; the smallest degree is found by a pass over an
//     array, with vector instructions.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::dancing_links {

// How to choose among the items; see Branching.
struct ItemChoice {
  bool in_order = false;
  int32_t preferred_count = 0;  // Items 1..preferred_count come first.
};

inline ItemChoice MakeItemChoice(Branching branching, const ItemOrder& order) {
  return {.in_order = branching == Branching::kInputOrder,
          .preferred_count = static_cast<int32_t>(order.preferred_count)};
}

// The item to branch on. REQUIRES: some primary item is not covered.
inline int32_t ChooseItemByDegree(const Links& links,
                                  const ItemChoice& choice) {
  const int32_t smallest = links.FirstSmallestDegree(links.primary_count());
  if (links.degree(smallest) <= 1) return smallest;
  if (choice.in_order) {
    int32_t first = 1;
    while (links.covered(first)) ++first;
    return first;
  }
  if (choice.preferred_count > 0) {
    const int32_t preferred = links.FirstSmallestDegree(choice.preferred_count);
    if (!links.covered(preferred)) return preferred;
  }
  return smallest;
}

// A node of the option whose item is primary.
inline int32_t FindPrimary(const Links& links, OptionId option) {
  int32_t q = links.FirstNode(option);
  while (links.node(q).item > links.primary_count()) ++q;
  return q;
}

// True if the option of node x agrees with all options chosen so far, and is
// not one of them.
template <bool kColors>
bool CanChoose(const Links& links, int32_t x) {
  int32_t q = x;
  do {
    const Node& node = links.node(q);
    if (links.covered(node.item)) return false;
    if (kColors && links.color(node.item) != 0 && links.color(q) != 0 &&
        links.color(q) != Links::kAgreed &&
        links.color(q) != links.color(node.item)) {
      return false;
    }
    q = node.right;
  } while (q != x);
  return links.linked(x);
}

template <bool kColors>
class CoverMoves {
 public:
  CoverMoves(const Problem& problem, Links links, ItemChoice choice)
      : links_(std::move(links)),
        choice_(choice),
        uncovered_(links_.primary_count()) {
    for (uint32_t k = 0; k < problem.option_count(); ++k) {
      int32_t primaries = 0;
      for (const ItemUse& use : problem.option(OptionId(k))) {
        primaries += problem.is_primary(use.item);
      }
      most_primaries_ = std::max(most_primaries_, primaries);
      least_primaries_ = std::min(least_primaries_, primaries);
    }
  }

  const Links& links() const { return links_; }
  bool contradiction() const { return contradiction_; }
  bool complete() const { return uncovered_ == 0; }
  Multiplicity missing(int32_t) const { return {1, 1}; }

  void Reset(absl::Span<const OptionId> givens) {
    while (!given_nodes_.empty()) {
      const int32_t x = given_nodes_.back();
      given_nodes_.pop_back();
      Uncommit(x, links_.Left(x));
      UncoverItem(links_.node(x).item);
    }
    links_.ResetUpdates();
    contradiction_ = false;
    forced_ = 0;
    for (const OptionId given : givens) {
      if (!ChooseGiven(given)) {
        contradiction_ = true;
        break;
      }
    }
  }

  int32_t ChooseItem() const {
    if (forced_ != 0 && links_.degree(forced_) == 1) return forced_;
    return ChooseItemByDegree(links_, choice_);
  }

  int32_t branches(int32_t item) const { return links_.degree(item); }

  int32_t CountLeaves(int32_t item) const {
    return uncovered_ == least_primaries_ && uncovered_ == most_primaries_
               ? links_.degree(item)
               : 0;
  }

  void Open(Level& level) { CoverItem(level.item); }
  void Close(Level& level) { UncoverItem(level.item); }

  bool Advance(Level& level) const {
    level.node = links_.node(level.node).down;
    return level.node != level.item;
  }

  bool Completes(const Level& level) const {
    // The level's own item is covered already.
    if (uncovered_ >= most_primaries_) return false;
    int32_t others = -1;
    int32_t q = level.node;
    do {
      others += links_.node(q).item <= links_.primary_count();
      q = links_.Right(q);
    } while (q != level.node);
    return others == uncovered_;
  }

  bool Choose(const Level& level) { return Commit(level.node); }
  int32_t dead_item() const { return dead_; }
  void Undo(const Level& level) {
    Uncommit(level.node, links_.Left(level.node));
  }

  // Takes the option of node x out of all lists, and puts it back. REQUIRES:
  // the item of x is primary and not covered.
  void Exclude(int32_t x) { links_.Detach<kColors>(x); }
  void Include(int32_t x) { links_.Attach<kColors>(x); }

  std::string CheckInvariants() const { return links_.CheckInvariants(); }

 private:
  void CoverItem(int32_t item) {
    --uncovered_;
    links_.Adjust(item, Links::kCovered);
    links_.HideList<kColors>(item);
  }

  void UncoverItem(int32_t item) {
    links_.UnhideList<kColors>(item);
    links_.Adjust(item, -Links::kCovered);
    ++uncovered_;
  }

  // Covers (or gives their colour to) the items of an option other than that
  // of node x, which is covered already.
  bool Commit(int32_t x) {
    MarkOthers(x, Links::kCovered);
    forced_ = 0;
    for (int32_t q = links_.Right(x); q != x; q = links_.Right(q)) {
      TightestItem tightest;
      if (!kColors || links_.color(q) == 0) {
        tightest = links_.HideList<kColors>(links_.node(q).item);
      } else if (links_.color(q) > 0) {
        tightest = links_.Purify(q);
      } else {
        continue;
      }
      if (tightest.degree <= 1) {
        if (tightest.degree == 0) {
          Uncommit(x, q);
          dead_ = tightest.item;
          return false;
        }
        forced_ = tightest.item;
      }
    }
    return true;
  }

  // Takes back Commit(x), which came as far as node `last`.
  void Uncommit(int32_t x, int32_t last) {
    for (int32_t q = last; q != x; q = links_.Left(q)) {
      if (!kColors || links_.color(q) == 0) {
        links_.UnhideList<kColors>(links_.node(q).item);
      } else if (links_.color(q) > 0) {
        links_.Unpurify(q);
      }
    }
    MarkOthers(x, -Links::kCovered);
  }

  void MarkOthers(int32_t x, int32_t amount) {
    for (int32_t q = links_.Right(x); q != x; q = links_.Right(q)) {
      if (kColors && links_.color(q) != 0) continue;
      const int32_t item = links_.node(q).item;
      links_.Adjust(item, amount);
      if (item <= links_.primary_count()) uncovered_ += amount < 0 ? 1 : -1;
    }
  }

  // Chooses an option in advance. Returns false, with no effect, if another
  // given has made that impossible or if some item cannot be covered any more.
  bool ChooseGiven(OptionId given) {
    const int32_t x = FindPrimary(links_, given);
    if (!CanChoose<kColors>(links_, x)) return false;
    const int32_t item = links_.node(x).item;
    CoverItem(item);
    if (!Commit(x)) {
      UncoverItem(item);
      return false;
    }
    given_nodes_.push_back(x);
    return true;
  }

  Links links_;
  ItemChoice choice_;
  int32_t uncovered_;           // Primary items still to be covered.
  int32_t most_primaries_ = 0;  // In any option.
  int32_t least_primaries_ = std::numeric_limits<int32_t>::max();
  // An item that had one option left when it was last looked at, or 0.
  int32_t forced_ = 0;
  // The item that lost its last option when Commit failed.
  int32_t dead_ = 0;
  std::vector<int32_t> given_nodes_;
  bool contradiction_ = false;
};

static_assert(Moves<CoverMoves<false>> && Moves<CoverMoves<true>>);

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_COVER_MOVES_H_
