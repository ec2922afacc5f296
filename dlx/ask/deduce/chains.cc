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
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/types/span.h"
#include "dlx/ask/deduce.h"

namespace dlx {

class ChainSearch::Walk {
 public:
  Walk(DeductionState state, const Chains& which)
      : state_(std::move(state)), which_(which) {}
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;
  virtual ~Walk() = default;

  bool Run(size_t max_links, VisitDeduction visit) {
    max_links_ = max_links;
    effort_ = which_.effort;
    saw_all_ = true;
    return RunStarts(visit);
  }
  void Shorten(size_t max_links) {
    max_links_ = std::min(max_links_, max_links);
  }
  bool saw_all() const { return saw_all_; }
  bool has_effort() const { return effort_ > 0; }

 protected:
  virtual bool RunStarts(VisitDeduction visit) = 0;

  // Whether to look at what follows a node with that many links; if there is
  // no effort left, the start is at its end.
  enum class Next { kFollow, kSkip, kEnd };
  Next After(size_t links) {
    if (links < max_links_ && effort_ > 0) {
      --effort_;
      return Next::kFollow;
    }
    saw_all_ = false;
    return links >= max_links_ ? Next::kSkip : Next::kEnd;
  }

  const DeductionState state_;
  const Chains which_;

 private:
  size_t max_links_ = 0;
  uint64_t effort_ = 0;
  bool saw_all_ = false;
};

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
class PlainChainWalk : public ChainSearch::Walk {
 public:
  PlainChainWalk(DeductionState state, const Chains& which)
      : Walk(std::move(state), which),
        has_links_(state_.problem().option_count()),
        first_(state_.problem().option_count() + 1, 0),
        following_(state_.problem().option_count()),
        seen_(state_.problem().option_count(), 0) {
    std::vector<Link> links;
    for (const LinkItem& item : LinkItems(state_, which)) {
      const OptionId one = item.options.first();
      OptionSet rest = item.options;
      rest.Remove(one);
      const OptionId other = rest.first();
      links.push_back({item.item, one, other});
      links.push_back({item.item, other, one});
    }
    SortLinks(links);
  }

 private:
  struct Link {
    ItemId item;
    OptionId off;
    OptionId on;
  };
  // A part of following_links_.
  struct Following {
    uint32_t begin = 0;
    uint32_t end = 0;
    bool is_known = false;
  };
  struct Node {
    Link link;
    int parent;
    size_t links;
  };

  bool RunStarts(VisitDeduction visit) override {
    bool goes_on = true;
    has_links_.ForEach(
        [&](OptionId start) { goes_on = goes_on && From(start, visit); });
    return goes_on;
  }

  // By the option that is not taken, and of one option in their order.
  void SortLinks(const std::vector<Link>& links) {
    for (const Link& link : links) {
      has_links_.Add(link.off);
      ++first_[link.off.value() + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    links_.resize(links.size());
    std::vector<uint32_t> end(first_.begin(), first_.end() - 1);
    for (const Link& link : links) links_[end[link.off.value()]++] = link;
  }
  absl::Span<const Link> LinksWithout(OptionId off) const {
    const uint32_t first = first_[off.value()];
    return absl::MakeConstSpan(links_).subspan(first,
                                               first_[off.value() + 1] - first);
  }

  void AddNodes(absl::Span<const Link> links, int parent) {
    const size_t count = parent < 0 ? 1 : nodes_[parent].links + 1;
    for (const Link& link : links) {
      if (std::exchange(seen_[link.on.value()], round_) == round_) continue;
      nodes_.push_back({link, parent, count});
    }
  }

  // The first link to each option that follows if this one is taken. Valid
  // until the next call.
  absl::Span<const Link> LinksAfter(OptionId on) {
    Following& following = following_[on.value()];
    if (!std::exchange(following.is_known, true)) {
      following.begin = static_cast<uint32_t>(following_links_.size());
      OptionSet reached(state_.problem().option_count());
      (state_.conflicts(on) & has_links_).ForEach([&](OptionId off) {
        for (const Link& link : LinksWithout(off)) {
          if (reached.Has(link.on)) continue;
          reached.Add(link.on);
          following_links_.push_back(link);
        }
      });
      following.end = static_cast<uint32_t>(following_links_.size());
    }
    return absl::MakeConstSpan(following_links_)
        .subspan(following.begin, following.end - following.begin);
  }

  bool From(OptionId start, VisitDeduction visit) {
    nodes_.clear();
    ++round_;
    const OptionSet disagreed = state_.conflicts(start) & state_.left();
    if (disagreed.empty()) return true;
    AddNodes(LinksWithout(start), -1);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if (nodes_[i].links > 1 && !Conclude(start, disagreed, i, visit)) {
        return false;
      }
      const Next next = After(nodes_[i].links);
      if (next == Next::kEnd) return true;
      if (next == Next::kSkip) continue;
      AddNodes(LinksAfter(nodes_[i].link.on), static_cast<int>(i));
    }
    return true;
  }

  bool Conclude(OptionId start, const OptionSet& disagreed, size_t i,
                VisitDeduction visit) {
    const OptionId end = nodes_[i].link.on;
    const bool is_loop = state_.conflicts(end).Has(start);
    if (!is_loop && which_.only_loops) return true;
    if (!is_loop && end != start && !disagreed.Meets(state_.conflicts(end))) {
      return true;
    }
    OptionSet removed = disagreed;
    // A start that follows even if it is not taken rules out what it can.
    if (end != start) removed &= state_.conflicts(end);
    if (is_loop) removed |= OutOfLoop(i);
    if (removed.empty()) return true;
    Deduction chain{.kind = Deduction::Kind::kChain,
                    .removed = removed.ToVector(),
                    .is_loop = is_loop};
    for (int k = static_cast<int>(i); k >= 0; k = nodes_[k].parent) {
      const Link& link = nodes_[k].link;
      chain.base.push_back(link.item);
      chain.links.push_back({link.item, {link.off}, {link.on}});
    }
    if (HasItemTwice(chain.base)) return true;  // There is a shorter way.
    std::reverse(chain.base.begin(), chain.base.end());
    std::reverse(chain.links.begin(), chain.links.end());
    return visit(std::move(chain));
  }

  // What disagrees with both sides of a link between two nodes: one of them is
  // taken, whichever way the loop goes round.
  OptionSet OutOfLoop(size_t i) const {
    OptionSet removed(state_.problem().option_count());
    for (int k = static_cast<int>(i); nodes_[k].parent >= 0;
         k = nodes_[k].parent) {
      removed |= state_.conflicts(nodes_[nodes_[k].parent].link.on) &
                 state_.conflicts(nodes_[k].link.off);
    }
    return removed & state_.left();
  }

  OptionSet has_links_;
  // By the option that is not taken: where its links begin.
  std::vector<uint32_t> first_;
  std::vector<Link> links_;
  std::vector<Following> following_;  // By the option that is taken.
  std::vector<Link> following_links_;
  std::vector<uint32_t> seen_;  // The round in which it was a node.
  uint32_t round_ = 0;
  std::vector<Node> nodes_;
};

// Chains whose nodes are groups: options of an item, or a group of a set. What
// a group rules out is found once, and so is what follows from it.
class ChainWalk : public ChainSearch::Walk {
 public:
  ChainWalk(DeductionState state, const Chains& which)
      : Walk(std::move(state), which),
        items_(LinkItems(state_, which)),
        items_of_(state_.problem().option_count()),
        lost_(items_.size(), 0),
        sides_of_(state_.problem().option_count()) {
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
    FindStarts();
  }

 private:
  struct Link {
    int item;  // Into items_, or of a set, below 0: -1 - set.
    uint32_t off;
    uint32_t on;
  };
  struct Group {
    OptionSet options;
    OptionSet out;      // What it rules out.
    uint32_t seen = 0;  // The round in which it was a node.
    bool is_known = false;
    std::vector<Link> following = {};  // What follows if it is taken.
  };
  struct Side {  // A group of a set.
    uint32_t set;
    uint32_t index;
    uint32_t group;
  };
  struct Node {
    Link link;
    int parent;
    size_t links;
  };

  uint32_t GroupOf(const OptionSet& options) {
    const auto [place, is_new] =
        group_of_.try_emplace(options, static_cast<uint32_t>(groups_.size()));
    if (is_new) groups_.push_back({options, state_.CommonConflicts(options)});
    return place->second;
  }

  // Each option, what two items have in common, and the groups of sets.
  void FindStarts() {
    state_.left().ForEach([&](OptionId option) {
      OptionSet start(state_.problem().option_count());
      start.Add(option);
      starts_.push_back(GroupOf(start));
    });
    absl::flat_hash_set<uint32_t> tried;
    const auto add = [&](const OptionSet& start) {
      const uint32_t group = GroupOf(start);
      if (tried.insert(group).second) starts_.push_back(group);
    };
    for (const LinkItem& a : items_) {
      for (const LinkItem& b : items_) {
        if (a.item >= b.item || !a.options.Meets(b.options)) continue;
        const OptionSet start = a.options & b.options;
        if (start.size() < 2 || start.size() > which_.max_group ||
            start == a.options || start == b.options) {
          continue;
        }
        add(start);
      }
    }
    for (const AlmostCovered& set : which_.sets) {
      for (const OptionSet& start : set.groups) {
        if (start.size() >= 2) add(start);
      }
    }
    std::erase_if(starts_,
                  [&](uint32_t start) { return groups_[start].out.empty(); });
  }

  bool RunStarts(VisitDeduction visit) override {
    return std::all_of(starts_.begin(), starts_.end(),
                       [&](uint32_t start) { return From(start, visit); });
  }

  bool From(uint32_t start, VisitDeduction visit) {
    nodes_.clear();
    AddNodes(LinksWithout(start), -1);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      if ((nodes_[i].links > 1 || nodes_[i].link.item < 0) &&
          !Conclude(start, i, visit)) {
        return false;
      }
      const Next next = After(nodes_[i].links);
      if (next == Next::kEnd) return true;
      if (next == Next::kSkip) continue;
      AddNodes(LinksAfter(nodes_[i].link.on), static_cast<int>(i));
    }
    return true;
  }

  void AddNodes(const std::vector<Link>& links, int parent) {
    if (parent < 0) ++round_;
    const size_t count = parent < 0 ? 1 : nodes_[parent].links + 1;
    for (const Link& link : links) {
      if (std::exchange(groups_[link.on].seen, round_) == round_) continue;
      nodes_.push_back({link, parent, count});
    }
  }

  // What follows if the group is not taken.
  std::vector<Link> LinksWithout(uint32_t group) {
    const OptionSet off = groups_[group].options;
    std::vector<Link> links;
    for (const uint32_t i : items_of_[off.first().value()]) {
      if (off.IsIn(items_[i].options)) AddLink(i, off, links);
    }
    AddSetLinks(off, links);
    KeepFirstLinks(links);
    return links;
  }

  // What follows if it is: of the items and sets that lose options to it.
  const std::vector<Link>& LinksAfter(uint32_t group) {
    if (std::exchange(groups_[group].is_known, true)) {
      return groups_[group].following;
    }
    const OptionSet out = groups_[group].out;
    std::vector<Link> links;
    touched_.clear();
    out.ForEach([&](OptionId option) {
      for (const uint32_t i : items_of_[option.value()]) {
        if (lost_[i]++ == 0) touched_.push_back(i);
      }
    });
    for (const uint32_t i : touched_) {
      const size_t kept = sizes_[i] - std::exchange(lost_[i], 0);
      if (kept == 0 || kept > which_.max_group) continue;
      AddLink(i, items_[i].options & out, links);
    }
    AddSetLinks(out, links);
    KeepFirstLinks(links);
    groups_[group].following = std::move(links);
    return groups_[group].following;
  }

  void AddLink(uint32_t i, const OptionSet& off, std::vector<Link>& links) {
    const OptionSet on = items_[i].options - off;
    if (on.empty() || on.size() > which_.max_group) return;
    const uint32_t off_group = GroupOf(off);
    links.push_back({static_cast<int>(i), off_group, GroupOf(on)});
  }

  // To the other groups of each set that loses a whole group.
  void AddSetLinks(const OptionSet& out, std::vector<Link>& links) const {
    if (which_.sets.empty()) return;
    out.ForEach([&](OptionId option) {
      for (const Side& side : sides_of_[option.value()]) {
        if (!groups_[side.group].options.IsIn(out)) continue;
        for (const uint32_t on : set_groups_[side.set]) {
          if (on == side.group) continue;
          links.push_back({-1 - static_cast<int>(side.set), side.group, on});
        }
      }
    });
  }

  // One to each group, and none to a group that rules out nothing.
  void KeepFirstLinks(std::vector<Link>& links) {
    reached_.resize(groups_.size(), 0);
    ++reach_;
    std::erase_if(links, [&](const Link& link) {
      return groups_[link.on].out.empty() ||
             std::exchange(reached_[link.on], reach_) == reach_;
    });
  }

  // Of the start or node i, one is taken.
  bool Conclude(uint32_t start, size_t i, VisitDeduction visit) {
    const Group& first = groups_[start];
    const Group& last = groups_[nodes_[i].link.on];
    const bool is_loop = first.options.IsIn(last.out);
    if (!is_loop && which_.only_loops) return true;
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
      chain.links.push_back(LinkOf(nodes_[k].link));
    }
    std::reverse(chain.links.begin(), chain.links.end());
    AddBase(chain);
    return visit(std::move(chain));
  }

  ChainLink LinkOf(const Link& link) const {
    std::vector<OptionId> off = groups_[link.off].options.ToVector();
    std::vector<OptionId> on = groups_[link.on].options.ToVector();
    if (link.item >= 0) {
      return {items_[link.item].item, std::move(off), std::move(on)};
    }
    const std::vector<ItemId>& base = which_.sets[-1 - link.item].base;
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
      const auto& [item, off, on] = nodes_[k].link;
      if (nodes_[k].parent >= 0) {
        removed |=
            groups_[nodes_[nodes_[k].parent].link.on].out & groups_[off].out;
      }
      if (item >= 0) continue;
      for (const uint32_t group : set_groups_[-1 - item]) {
        if (group != off && group != on) removed |= groups_[group].out;
      }
    }
    return removed;
  }

  std::vector<LinkItem> items_;
  std::vector<std::vector<uint32_t>> items_of_;  // By option, into items_.
  std::vector<size_t> sizes_;                    // Of the items.
  // How many options of an item a group rules out, and of which items any.
  std::vector<size_t> lost_;
  std::vector<uint32_t> touched_;
  // The last group from which a group was reached, as a number.
  std::vector<uint64_t> reached_;
  uint64_t reach_ = 0;
  std::vector<std::vector<Side>> sides_of_;  // By the group's first option.
  std::vector<std::vector<uint32_t>> set_groups_;  // By set, into groups_.
  std::vector<Group> groups_;
  absl::flat_hash_map<OptionSet, uint32_t> group_of_;
  std::vector<uint32_t> starts_;
  uint32_t round_ = 0;
  std::vector<Node> nodes_;
};

}  // namespace

ChainSearch::ChainSearch(DeductionState state, const Chains& which) {
  if (which.max_group == 1) {
    walk_ = std::make_unique<PlainChainWalk>(std::move(state), which);
  } else {
    walk_ = std::make_unique<ChainWalk>(std::move(state), which);
  }
}
ChainSearch::ChainSearch(ChainSearch&&) noexcept = default;
ChainSearch& ChainSearch::operator=(ChainSearch&&) noexcept = default;
ChainSearch::~ChainSearch() = default;

bool ChainSearch::Visit(size_t max_links, VisitDeduction visit) {
  return walk_->Run(max_links, visit);
}
void ChainSearch::Shorten(size_t max_links) { walk_->Shorten(max_links); }
bool ChainSearch::saw_all() const { return walk_->saw_all(); }
bool ChainSearch::has_effort() const { return walk_->has_effort(); }

bool VisitChains(const DeductionState& state, const Chains& which,
                 VisitDeduction visit) {
  return ChainSearch(state, which).Visit(which.max_links, visit);
}

}  // namespace dlx
