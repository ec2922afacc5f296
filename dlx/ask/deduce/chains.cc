// Chains, breadth first from each start.
//
// A node is a set of options of one item, of which one is taken if the start is
// not. What conflicts with all of them is out; if that leaves a second item
// some options of those that it had, and not all, then one of these is taken:
// the next node. In Sudoku:
//
//   r1c2=7 or r1c8=7 (row 1)   r3c8=7 or r5c8=7, which r1c8=7 rules out ...
//
// Without groups a node is one option, and so is what it rules out of the next
// item: then all items of links have two options, and a table says for each
// option which ones follow if it is not taken.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "dlx/ask/deduce.h"

namespace dlx {
namespace {

struct LinkItem {
  ItemId item;
  OptionSet options;
};

// The items that links may be of.
std::vector<LinkItem> LinkItems(const DeductionState& state,
                                const Chains& which) {
  std::vector<LinkItem> items;
  const auto add = [&](ItemId item) {
    if (!state.is_open(item)) return;
    OptionSet options = state.options_of(item);
    const size_t size = options.size();
    if (size < 2 || size > 2 * which.max_group) return;
    items.push_back({item, std::move(options)});
  };
  for (const ItemId item : which.items) add(item);
  if (which.items.empty()) {
    for (uint32_t i = 0; i < state.problem().item_count(); ++i) add(ItemId(i));
  }
  return items;
}

bool HasItemTwice(std::vector<ItemId> items) {
  std::sort(items.begin(), items.end());
  return std::adjacent_find(items.begin(), items.end()) != items.end();
}

// Chains whose nodes are options.
class PlainChainWalk {
 public:
  PlainChainWalk(const DeductionState& state, const Chains& which,
                 VisitDeduction visit)
      : state_(state),
        which_(which),
        visit_(visit),
        effort_(which.effort),
        has_links_(state.problem().option_count()),
        links_(state.problem().option_count()),
        seen_(state.problem().option_count(), 0) {
    for (const LinkItem& item : LinkItems(state, which)) {
      const std::vector<OptionId> two = item.options.ToVector();
      AddLink(item.item, two[0], two[1]);
      AddLink(item.item, two[1], two[0]);
    }
  }

  bool Run() {
    bool goes_on = true;
    has_links_.ForEach(
        [&](OptionId start) { goes_on = goes_on && From(start); });
    return goes_on;
  }

 private:
  struct Link {
    ItemId item;
    OptionId on;
  };
  struct Node {
    ItemId item;
    OptionId off;
    OptionId on;
    int parent;
    size_t links;
  };

  void AddLink(ItemId item, OptionId off, OptionId on) {
    has_links_.Add(off);
    links_[off.value()].push_back({item, on});
  }

  void AddNodes(OptionId off, int parent) {
    for (const Link& link : links_[off.value()]) {
      if (seen_[link.on.value()] == round_) continue;
      seen_[link.on.value()] = round_;
      const size_t links = parent < 0 ? 1 : nodes_[parent].links + 1;
      nodes_.push_back({link.item, off, link.on, parent, links});
    }
  }

  bool From(OptionId start) {
    nodes_.clear();
    ++round_;
    const OptionSet disagreed = state_.conflicts(start) & state_.left();
    if (disagreed.empty()) return true;
    AddNodes(start, -1);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].links > 1 && !Conclude(start, disagreed, i)) return false;
      if (nodes_[i].links == which_.max_links) continue;
      if (effort_ == 0) return true;
      --effort_;
      const OptionSet out = state_.conflicts(nodes_[i].on) & has_links_;
      out.ForEach([&](OptionId off) { AddNodes(off, static_cast<int>(i)); });
    }
    return true;
  }

  bool Conclude(OptionId start, const OptionSet& disagreed, size_t i) {
    const OptionId end = nodes_[i].on;
    const bool is_loop = state_.conflicts(end).Has(start);
    OptionSet removed = disagreed;
    // A start that follows even if it is not taken rules out what it can.
    if (end != start) removed &= state_.conflicts(end);
    if (is_loop) removed |= OutOfLoop(i);
    if (removed.empty()) return true;
    Deduction chain{.kind = Deduction::Kind::kChain,
                    .removed = removed.ToVector(),
                    .is_loop = is_loop};
    for (int k = static_cast<int>(i); k >= 0; k = nodes_[k].parent) {
      chain.base.push_back(nodes_[k].item);
      chain.links.push_back({nodes_[k].item, {nodes_[k].off}, {nodes_[k].on}});
    }
    if (HasItemTwice(chain.base)) return true;  // There is a shorter way.
    std::reverse(chain.base.begin(), chain.base.end());
    std::reverse(chain.links.begin(), chain.links.end());
    return visit_(std::move(chain));
  }

  // What disagrees with both sides of a link between two nodes: one of them is
  // taken, whichever way the loop goes round.
  OptionSet OutOfLoop(size_t i) const {
    OptionSet removed(state_.problem().option_count());
    for (int k = static_cast<int>(i); nodes_[k].parent >= 0;
         k = nodes_[k].parent) {
      removed |= state_.conflicts(nodes_[nodes_[k].parent].on) &
                 state_.conflicts(nodes_[k].off);
    }
    return removed & state_.left();
  }

  const DeductionState& state_;
  const Chains& which_;
  VisitDeduction visit_;
  uint64_t effort_;
  OptionSet has_links_;
  std::vector<std::vector<Link>> links_;  // By the option that is not taken.
  std::vector<uint32_t> seen_;            // The round in which it was a node.
  uint32_t round_ = 0;
  std::vector<Node> nodes_;
};

// Chains whose nodes are groups of options of an item.
class ChainWalk {
 public:
  ChainWalk(const DeductionState& state, const Chains& which,
            VisitDeduction visit)
      : state_(state),
        which_(which),
        visit_(visit),
        effort_(which.effort),
        items_(LinkItems(state, which)),
        items_of_(state.problem().option_count()),
        looked_at_(items_.size(), 0) {
    for (uint32_t i = 0; i < items_.size(); ++i) {
      items_[i].options.ForEach(
          [&](OptionId option) { items_of_[option.value()].push_back(i); });
    }
  }

  bool Run() {
    const std::vector<OptionId> left = state_.left().ToVector();
    for (const OptionId option : left) {
      OptionSet start(state_.problem().option_count());
      start.Add(option);
      if (!From(start)) return false;
    }
    return FromGroups();
  }

 private:
  struct Node {
    ItemId item;
    OptionSet off;  // What is out,
    OptionSet on;   // what is left of the item,
    OptionSet out;  // and what that rules out.
    int parent;
    size_t links;
  };

  // Starts that are what two items have in common.
  bool FromGroups() {
    absl::flat_hash_set<OptionSet> seen;
    for (const LinkItem& a : items_) {
      for (const LinkItem& b : items_) {
        if (a.item >= b.item) continue;
        OptionSet start = a.options & b.options;
        if (start.size() < 2 || start.size() > which_.max_group ||
            start == a.options || start == b.options) {
          continue;
        }
        if (seen.insert(start).second && !From(start)) return false;
      }
    }
    return true;
  }

  bool From(const OptionSet& start) {
    nodes_.clear();
    seen_.clear();
    const OptionSet disagreed = state_.CommonConflicts(start);
    if (disagreed.empty()) return true;
    for (const uint32_t i : items_of_[start.first().value()]) {
      if (start.IsIn(items_[i].options)) AddNode(items_[i], start, -1);
    }
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].links > 1 && !Conclude(start, disagreed, i)) return false;
      if (nodes_[i].links == which_.max_links) continue;
      if (effort_ == 0) return true;
      --effort_;
      AddNodesAfter(static_cast<int>(i));
    }
    return true;
  }

  // The items that lose options to a node.
  void AddNodesAfter(int parent) {
    ++round_;
    const OptionSet out = nodes_[parent].out;
    out.ForEach([&](OptionId option) {
      for (const uint32_t i : items_of_[option.value()]) {
        if (looked_at_[i] == round_) continue;
        looked_at_[i] = round_;
        AddNode(items_[i], items_[i].options & out, parent);
      }
    });
  }

  void AddNode(const LinkItem& item, const OptionSet& off, int parent) {
    OptionSet on = item.options - off;
    if (on.empty() || on.size() > which_.max_group ||
        off.size() > which_.max_group) {
      return;
    }
    if (seen_.contains(on)) return;
    OptionSet out = state_.CommonConflicts(on);
    if (out.empty()) return;
    seen_.insert(on);
    const size_t links = parent < 0 ? 1 : nodes_[parent].links + 1;
    nodes_.push_back(
        {item.item, off, std::move(on), std::move(out), parent, links});
  }

  // Of the start or node i, one is taken.
  bool Conclude(const OptionSet& start, const OptionSet& disagreed, size_t i) {
    OptionSet removed = disagreed & nodes_[i].out;
    const bool is_loop = start.IsIn(nodes_[i].out);
    if (is_loop) removed |= OutOfLoop(i);
    // A start that follows even if it is not taken.
    if (nodes_[i].on.IsIn(start)) removed = disagreed;
    if (removed.empty()) return true;
    Deduction chain{.kind = Deduction::Kind::kChain,
                    .removed = removed.ToVector(),
                    .is_loop = is_loop};
    for (int k = static_cast<int>(i); k >= 0; k = nodes_[k].parent) {
      chain.base.push_back(nodes_[k].item);
      chain.links.push_back(
          {nodes_[k].item, nodes_[k].off.ToVector(), nodes_[k].on.ToVector()});
    }
    std::reverse(chain.base.begin(), chain.base.end());
    std::reverse(chain.links.begin(), chain.links.end());
    if (HasItemTwice(chain.base)) return true;  // There is a shorter way.
    return visit_(std::move(chain));
  }

  // As that of plain chains.
  OptionSet OutOfLoop(size_t i) const {
    OptionSet removed(state_.problem().option_count());
    for (int k = static_cast<int>(i); nodes_[k].parent >= 0;
         k = nodes_[k].parent) {
      removed |=
          nodes_[nodes_[k].parent].out & state_.CommonConflicts(nodes_[k].off);
    }
    return removed;
  }

  const DeductionState& state_;
  const Chains& which_;
  VisitDeduction visit_;
  uint64_t effort_;
  std::vector<LinkItem> items_;
  std::vector<std::vector<uint32_t>> items_of_;  // By option, into items_.
  std::vector<uint32_t> looked_at_;  // The round in which an item was.
  uint32_t round_ = 0;
  std::vector<Node> nodes_;
  absl::flat_hash_set<OptionSet> seen_;
};

}  // namespace

bool VisitChains(const DeductionState& state, const Chains& which,
                 VisitDeduction visit) {
  return which.max_group == 1 ? PlainChainWalk(state, which, visit).Run()
                              : ChainWalk(state, which, visit).Run();
}

}  // namespace dlx
