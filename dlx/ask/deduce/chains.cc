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
// item.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "dlx/ask/deduce.h"

namespace dlx {
namespace {

class ChainWalk {
 public:
  ChainWalk(const DeductionState& state, const Chains& which,
            VisitDeduction visit)
      : state_(state), which_(which), visit_(visit), effort_(which.effort) {
    for (uint32_t i = 0; i < state.problem().item_count(); ++i) {
      if (!state.is_open(ItemId(i))) continue;
      OptionSet options = state.options_of(ItemId(i));
      if (options.size() > 2 * which.max_group) continue;
      items_.push_back({ItemId(i), std::move(options)});
    }
  }

  bool Run() {
    const std::vector<OptionId> left = state_.left().ToVector();
    for (const OptionId option : left) {
      OptionSet start(state_.problem().option_count());
      start.Add(option);
      if (!From(start)) return false;
    }
    return which_.max_group == 1 || FromGroups();
  }

 private:
  struct Item {
    ItemId item;
    OptionSet options;
  };
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
    for (const Item& a : items_) {
      for (const Item& b : items_) {
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
    for (const Item& item : items_) {
      if (start.IsIn(item.options)) AddNode(item, start, -1);
    }
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].links > 1 && !Conclude(start, disagreed, i)) return false;
      if (nodes_[i].links == which_.max_links) continue;
      for (const Item& item : items_) {
        if (effort_ == 0) return true;
        --effort_;
        const OptionSet off = item.options & nodes_[i].out;
        if (off.empty()) continue;
        AddNode(item, off, static_cast<int>(i));
      }
    }
    return true;
  }

  void AddNode(const Item& item, const OptionSet& off, int parent) {
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
    std::vector<ItemId> sorted = chain.base;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      return true;  // It goes through an item twice: there is a shorter way.
    }
    return visit_(std::move(chain));
  }

  // What disagrees with both sides of a link between two nodes: one of them is
  // taken, whichever way the loop goes round.
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
  std::vector<Item> items_;
  std::vector<Node> nodes_;
  absl::flat_hash_set<OptionSet> seen_;
};

}  // namespace

bool VisitChains(const DeductionState& state, const Chains& which,
                 VisitDeduction visit) {
  return ChainWalk(state, which, visit).Run();
}

}  // namespace dlx
