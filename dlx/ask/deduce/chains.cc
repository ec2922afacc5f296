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

#include "absl/container/flat_hash_map.h"
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
  if (which.items.empty() && which.sets.empty()) {
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

// Chains whose nodes are groups: options of an item, or a group of a set. What
// a group rules out is found once.
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
        lost_(items_.size(), 0),
        sides_of_(state.problem().option_count()) {
    for (uint32_t i = 0; i < items_.size(); ++i) {
      sizes_.push_back(items_[i].options.size());
      items_[i].options.ForEach(
          [&](OptionId option) { items_of_[option.value()].push_back(i); });
    }
    for (uint32_t i = 0; i < which.sets.size(); ++i) {
      set_groups_.emplace_back();
      for (uint32_t k = 0; k < which.sets[i].groups.size(); ++k) {
        const OptionSet& group = which.sets[i].groups[k];
        set_groups_.back().push_back(GroupOf(group));
        sides_of_[group.first().value()].push_back(
            {i, k, set_groups_.back().back()});
      }
    }
  }

  bool Run() {
    const std::vector<OptionId> left = state_.left().ToVector();
    for (const OptionId option : left) {
      OptionSet start(state_.problem().option_count());
      start.Add(option);
      if (!From(GroupOf(start))) return false;
    }
    return FromGroups();
  }

 private:
  struct Group {
    OptionSet options;
    OptionSet out;  // What it rules out.
    uint32_t seen = 0;
    // The look in which it was lost; if that was for another node of the same
    // start, all that follows was added.
    uint64_t lost = 0;
    uint64_t looked_at = 0;
  };
  struct Side {  // A group of a set.
    uint32_t set;
    uint32_t index;
    uint32_t group;
  };
  struct Node {
    int item;  // Into items_, or of a set, below 0: -1 - set.
    OptionSet off;
    uint32_t on;
    int parent;
    size_t links;
  };

  uint32_t GroupOf(const OptionSet& options) {
    const auto [place, is_new] =
        group_of_.try_emplace(options, static_cast<uint32_t>(groups_.size()));
    if (is_new) groups_.push_back({options, state_.CommonConflicts(options)});
    return place->second;
  }

  // Starts that are what two items have in common, and those of sets.
  bool FromGroups() {
    absl::flat_hash_set<OptionSet> tried;
    for (const LinkItem& a : items_) {
      for (const LinkItem& b : items_) {
        if (a.item >= b.item) continue;
        const OptionSet start = a.options & b.options;
        if (start.size() < 2 || start.size() > which_.max_group ||
            start == a.options || start == b.options) {
          continue;
        }
        if (tried.insert(start).second && !From(GroupOf(start))) return false;
      }
    }
    for (const AlmostCovered& set : which_.sets) {
      for (const OptionSet& start : set.groups) {
        if (start.size() < 2 || !tried.insert(start).second) continue;
        if (!From(GroupOf(start))) return false;
      }
    }
    return true;
  }

  bool From(uint32_t start) {
    if (groups_[start].out.empty()) return true;
    nodes_.clear();
    ++round_;
    first_look_ = look_ + 1;
    const OptionSet off = groups_[start].options;
    for (const uint32_t i : items_of_[off.first().value()]) {
      if (off.IsIn(items_[i].options)) AddNode(i, off, -1);
    }
    AddSetNodes(off, -1);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if ((nodes_[i].links > 1 || nodes_[i].item < 0) && !Conclude(start, i)) {
        return false;
      }
      if (nodes_[i].links == which_.max_links) continue;
      if (effort_ == 0) return true;
      --effort_;
      AddNodesAfter(static_cast<int>(i));
    }
    return true;
  }

  // The items and sets that lose options to a node.
  void AddNodesAfter(int parent) {
    const OptionSet out = groups_[nodes_[parent].on].out;
    touched_.clear();
    out.ForEach([&](OptionId option) {
      for (const uint32_t i : items_of_[option.value()]) {
        if (lost_[i]++ == 0) touched_.push_back(i);
      }
    });
    for (const uint32_t i : touched_) {
      const size_t kept = sizes_[i] - std::exchange(lost_[i], 0);
      if (kept == 0 || kept > which_.max_group) continue;
      AddNode(i, items_[i].options & out, parent);
    }
    AddSetNodes(out, parent);
  }

  void AddNode(uint32_t i, const OptionSet& off, int parent) {
    const OptionSet on = items_[i].options - off;
    if (on.empty() || on.size() > which_.max_group) return;
    AddGroupNode(static_cast<int>(i), off, GroupOf(on), parent);
  }

  // The other groups of each set that loses a whole group.
  void AddSetNodes(const OptionSet& out, int parent) {
    if (which_.sets.empty()) return;
    ++look_;
    out.ForEach([&](OptionId option) {
      for (const Side& side : sides_of_[option.value()]) {
        if (!IsLost(groups_[side.group], out)) continue;
        const AlmostCovered& set = which_.sets[side.set];
        for (uint32_t k = 0; k < set.groups.size(); ++k) {
          if (k == side.index) continue;
          AddGroupNode(-1 - static_cast<int>(side.set), set.groups[side.index],
                       set_groups_[side.set][k], parent);
        }
      }
    });
  }

  // False, too, of a group that was lost before.
  bool IsLost(Group& group, const OptionSet& out) const {
    if (group.looked_at != look_ && group.lost < first_look_) {
      group.looked_at = look_;
      if (group.options.IsIn(out)) group.lost = look_;
    }
    return group.lost == look_;
  }

  void AddGroupNode(int item, const OptionSet& off, uint32_t on, int parent) {
    Group& group = groups_[on];
    if (group.seen == round_ || group.out.empty()) return;
    group.seen = round_;
    const size_t links = parent < 0 ? 1 : nodes_[parent].links + 1;
    nodes_.push_back({item, off, on, parent, links});
  }

  // Of the start or node i, one is taken.
  bool Conclude(uint32_t start, size_t i) {
    const Group& first = groups_[start];
    const Group& last = groups_[nodes_[i].on];
    const bool is_loop = first.options.IsIn(last.out);
    // A start that follows even if it is not taken.
    const bool is_verity = last.options.IsIn(first.options);
    if (!is_loop && !is_verity && !first.out.Meets(last.out)) return true;
    OptionSet removed = first.out & last.out;
    if (is_loop) removed |= OutOfLoop(i);
    if (is_verity) removed = first.out;
    if (removed.empty()) return true;
    Deduction chain{.kind = Deduction::Kind::kChain,
                    .removed = removed.ToVector(),
                    .is_loop = is_loop};
    for (int k = static_cast<int>(i); k >= 0; k = nodes_[k].parent) {
      chain.links.push_back(LinkOf(nodes_[k]));
    }
    std::reverse(chain.links.begin(), chain.links.end());
    AddBase(chain);
    return visit_(std::move(chain));
  }

  ChainLink LinkOf(const Node& node) const {
    std::vector<OptionId> off = node.off.ToVector();
    std::vector<OptionId> on = groups_[node.on].options.ToVector();
    if (node.item >= 0) {
      return {items_[node.item].item, std::move(off), std::move(on)};
    }
    const std::vector<ItemId>& base = which_.sets[-1 - node.item].base;
    return {base.front(),
            std::move(off),
            std::move(on),
            {base.begin() + 1, base.end()}};
  }

  static void AddBase(Deduction& chain) {
    for (const ChainLink& link : chain.links) {
      chain.base.push_back(link.item);
      chain.base.insert(chain.base.end(), link.more_items.begin(),
                        link.more_items.end());
    }
    std::sort(chain.base.begin(), chain.base.end());
    chain.base.erase(std::unique(chain.base.begin(), chain.base.end()),
                     chain.base.end());
  }

  // As that of plain chains. Besides, all groups of a set but two are covered.
  OptionSet OutOfLoop(size_t i) const {
    OptionSet removed(state_.problem().option_count());
    for (int k = static_cast<int>(i); k >= 0; k = nodes_[k].parent) {
      const Node& node = nodes_[k];
      if (node.parent >= 0) {
        removed |= groups_[nodes_[node.parent].on].out &
                   state_.CommonConflicts(node.off);
      }
      if (node.item >= 0) continue;
      for (const OptionSet& group : which_.sets[-1 - node.item].groups) {
        if (group == node.off || group == groups_[node.on].options) continue;
        removed |= state_.CommonConflicts(group);
      }
    }
    return removed;
  }

  const DeductionState& state_;
  const Chains& which_;
  VisitDeduction visit_;
  uint64_t effort_;
  std::vector<LinkItem> items_;
  std::vector<std::vector<uint32_t>> items_of_;  // By option, into items_.
  std::vector<size_t> sizes_;                    // Of the items.
  // How many options of an item a node rules out, and of which items any.
  std::vector<size_t> lost_;
  std::vector<uint32_t> touched_;
  // A look is for the sets that a node leads to; the first of a start.
  uint64_t look_ = 0;
  uint64_t first_look_ = 0;
  std::vector<std::vector<Side>> sides_of_;  // By the group's first option.
  std::vector<std::vector<uint32_t>> set_groups_;  // By set, into groups_.
  std::vector<Group> groups_;
  absl::flat_hash_map<OptionSet, uint32_t> group_of_;
  uint32_t round_ = 0;  // The start from which a group was seen.
  std::vector<Node> nodes_;
};

}  // namespace

bool VisitChains(const DeductionState& state, const Chains& which,
                 VisitDeduction visit) {
  return which.max_group == 1 ? PlainChainWalk(state, which, visit).Run()
                              : ChainWalk(state, which, visit).Run();
}

}  // namespace dlx
