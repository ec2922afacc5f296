#include "dlx/ask/deduce/forcing.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

namespace dlx {
namespace {

// A conclusion as a number: twice the option, and one more if it is taken.
using Mark = uint32_t;
Mark MarkOf(OptionId option, bool is_on) {
  return option.value() * 2 + (is_on ? 1 : 0);
}
OptionId OptionOf(Mark mark) { return OptionId(mark / 2); }
bool IsOn(Mark mark) { return (mark & 1) != 0; }
constexpr uint32_t kNone = UINT32_MAX;

struct Reached {
  Mark mark;
  uint32_t item;                 // That forces it, if one does.
  std::vector<uint32_t> causes;  // Into the same net.
};

struct Net {
  std::vector<Reached> reached;  // In the order in which it was.
  std::vector<uint32_t> place;   // By mark, into `reached`.
  OptionSet on;
  OptionSet off;
  // Of a contradiction: the conclusion that was reached, and its opposite.
  bool is_absurd = false;
  uint32_t absurd = 0;
  Reached opposite;
};

}  // namespace

class Forcing::Nets {
 public:
  Nets(const DeductionState& state, ForcingNets which,
       absl::Span<const int> rank)
      : state_(state),
        which_(std::move(which)),
        items_of_(state.problem().option_count()),
        options_of_(state.problem().item_count()),
        is_link_(state.problem().option_count(), false),
        nets_(2 * state.problem().option_count()),
        counted_(2 * state.problem().option_count(), 0) {
    for (uint32_t i = 0; i < options_of_.size(); ++i) {
      // Options with one colour agree; a secondary item forces nothing.
      if (!state.is_plain(ItemId(i))) which_.rules_out[i] = false;
      if (!state.is_open(ItemId(i))) which_.forces[i] = false;
      options_of_[i] = state.options_of(ItemId(i)).ToVector();
      for (const OptionId option : options_of_[i]) {
        items_of_[option.value()].push_back(i);
      }
    }
    for (std::vector<uint32_t>& items : items_of_) {
      std::stable_sort(items.begin(), items.end(), [&](uint32_t a, uint32_t b) {
        return rank[a] < rank[b];
      });
    }
    FindForced();
  }

  void set_most_complexity(size_t most) { most_complexity_ = most; }

  // The home is an item of the lowest rank.
  std::vector<OptionId> OthersOfHome(OptionId option) const {
    std::vector<OptionId> others = options_of_[items_of_[option.value()][0]];
    std::erase_if(others, [&](OptionId other) {
      return !state_.conflicts(option).Has(other);
    });
    return others;
  }

  void VisitCycles(OptionId option, Visit visit) {
    const Mark source = MarkOf(option, true);
    tree_.assign(1, {source, kNone, kNone});
    std::vector<bool> is_on(state_.problem().option_count(), false);
    is_on[option.value()] = true;
    size_t next = 0;
    for (size_t length = 1; next < tree_.size() && length <= most_complexity_;
         ++length) {
      for (const size_t end = tree_.size(); next < end; ++next) {
        GrowCycle(static_cast<uint32_t>(next), length, source, is_on, visit);
      }
    }
  }

  void VisitChains(OptionId option, bool starts_on, Visit visit) {
    const Mark source = MarkOf(option, starts_on);
    tree_.assign(1, {source, kNone, kNone});
    std::vector<bool> seen(2 * state_.problem().option_count(), false);
    seen[source] = true;
    bool is_found = false;
    for (uint32_t i = 0; i < tree_.size() && tree_[i].depth < most_complexity_;
         ++i) {
      const auto add = [&](Mark mark, uint32_t item) {
        if (mark == (source ^ 1) && !is_found) {
          is_found = true;
          visit({.kind = ForcingHint::Kind::kChain,
                 .target = {option, !starts_on},
                 .complexity = tree_[i].depth + 1,
                 .links = LinksTo(i, mark, item)});
        }
        if (seen[mark] || (!IsOn(mark) && !is_link_[mark / 2])) return;
        seen[mark] = true;
        tree_.push_back({mark, i, item, tree_[i].depth + 1});
      };
      const Mark mark = tree_[i].mark;
      if (IsOn(mark) && is_link_[option.value()]) {
        for (const Mark out : LinksOutOf(OptionOf(mark))) add(out, kNone);
      } else if (IsOn(mark)) {
        // The end of the chain need not force anything.
        ForEachRuledOut(OptionOf(mark), add);
      } else {
        ForEachForced(OptionOf(mark), add);
      }
    }
  }

  const Net& NetOf(OptionId option, bool is_on) {
    std::unique_ptr<Net>& net = nets_[MarkOf(option, is_on)];
    if (net == nullptr) {
      net = std::make_unique<Net>();
      Grow(MarkOf(option, is_on), *net);
    }
    return *net;
  }

  // How many conclusions one rests on.
  size_t Count(const Net& net, const Reached& last) {
    ++count_;
    size_t count = 1;
    counted_[last.mark] = count_;
    todo_ = last.causes;
    while (!todo_.empty()) {
      const Reached& reached = net.reached[todo_.back()];
      todo_.pop_back();
      if (counted_[reached.mark] == count_) continue;
      counted_[reached.mark] = count_;
      ++count;
      todo_.insert(todo_.end(), reached.causes.begin(), reached.causes.end());
    }
    return count;
  }
  size_t Count(const Net& net, Mark mark) {
    return Count(net, net.reached[net.place[mark]]);
  }

  ChainLink LinkOf(Mark on, uint32_t item) const {
    std::vector<OptionId> off = options_of_[item];
    std::erase(off, OptionOf(on));
    return {ItemId(item), std::move(off), {OptionOf(on)}};
  }

  // Adds the options that are forced on the way to a conclusion, in the order
  // of the net.
  void AddLinks(const Net& net, const Reached& last,
                std::vector<ChainLink>& links) {
    Count(net, last);
    for (const Reached& reached : net.reached) {
      if (counted_[reached.mark] == count_ && reached.item != kNone) {
        links.push_back(LinkOf(reached.mark, reached.item));
      }
    }
    const bool is_new = net.place[last.mark] == kNone;
    if (is_new && last.item != kNone) {
      links.push_back(LinkOf(last.mark, last.item));
    }
  }
  void AddLinks(const Net& net, Mark mark, std::vector<ChainLink>& links) {
    AddLinks(net, net.reached[net.place[mark]], links);
  }

  // The links of nets, and the items of all links.
  void AddProof(const ForcingHint& hint, Deduction& deduction) {
    const Mark target = MarkOf(hint.target.option, hint.target.is_on);
    if (hint.kind == ForcingHint::Kind::kContradiction) {
      const Net& net = NetOf(hint.start.option, hint.start.is_on);
      AddLinks(net, net.reached[net.absurd], deduction.links);
      AddLinks(net, net.opposite, deduction.links);
    } else if (hint.kind == ForcingHint::Kind::kDouble) {
      for (const bool is_on : {true, false}) {
        AddLinks(NetOf(hint.start.option, is_on), target, deduction.links);
      }
    } else if (hint.kind == ForcingHint::Kind::kVerity) {
      deduction.base.push_back(hint.item);
      for (const OptionId option : options_of(hint.item)) {
        AddLinks(NetOf(option, true), target, deduction.links);
      }
    }
    for (const ChainLink& link : deduction.links) {
      deduction.base.push_back(link.item);
    }
    std::sort(deduction.base.begin(), deduction.base.end());
    deduction.base.erase(
        std::unique(deduction.base.begin(), deduction.base.end()),
        deduction.base.end());
  }

  const std::vector<OptionId>& options_of(ItemId item) const {
    return options_of_[item.value()];
  }

 private:
  struct Forced {
    Mark mark;
    uint32_t item;
  };
  struct Branch {
    Mark mark;
    uint32_t parent;
    uint32_t item;  // That forces it, if one does.
    uint32_t depth = 1;
  };

  // What each option forces if it is out, and which do.
  void FindForced() {
    forced_.reserve(items_of_.size() * 2);
    first_forced_.reserve(items_of_.size() + 1);
    for (uint32_t k = 0; k < items_of_.size(); ++k) {
      first_forced_.push_back(static_cast<uint32_t>(forced_.size()));
      for (const uint32_t item : items_of_[k]) {
        const std::vector<OptionId>& options = options_of_[item];
        if (!which_.forces[item] || options.size() != 2) continue;
        const OptionId other = options[options[0].value() == k ? 1 : 0];
        forced_.push_back({MarkOf(other, true), item});
      }
      is_link_[k] = forced_.size() > first_forced_.back();
    }
    first_forced_.push_back(static_cast<uint32_t>(forced_.size()));
  }

  // Those of the options that an option rules out that force something, each
  // once, in the order of ForEachRuledOut(). They are found when they are first
  // asked for.
  const std::vector<Mark>& LinksOutOf(OptionId option) {
    if (links_out_.empty()) {
      links_out_.resize(items_of_.size());
      has_links_out_.resize(items_of_.size(), false);
    }
    std::vector<Mark>& links = links_out_[option.value()];
    if (has_links_out_[option.value()]) return links;
    has_links_out_[option.value()] = true;
    ForEachRuledOut(option, [&](Mark out, uint32_t) {
      if (is_link_[out / 2] &&
          std::find(links.begin(), links.end(), out) == links.end()) {
        links.push_back(out);
      }
    });
    return links;
  }

  template <typename Add>
  void ForEachRuledOut(OptionId option, Add add) const {
    for (const uint32_t item : items_of_[option.value()]) {
      if (!which_.rules_out[item]) continue;
      for (const OptionId other : options_of_[item]) {
        if (other != option) add(MarkOf(other, false), kNone);
      }
    }
  }
  // As far as items have two options.
  template <typename Add>
  void ForEachForced(OptionId option, Add add) const {
    const uint32_t end = first_forced_[option.value() + 1];
    for (uint32_t i = first_forced_[option.value()]; i < end; ++i) {
      add(forced_[i].mark, forced_[i].item);
    }
  }

  bool HasAbove(uint32_t i, Mark mark) const {
    for (i = tree_[i].parent; i != kNone; i = tree_[i].parent) {
      if (tree_[i].mark == mark) return true;
    }
    return false;
  }

  void GrowCycle(uint32_t i, size_t length, Mark source,
                 std::vector<bool>& is_on, Visit visit) {
    const Mark mark = tree_[i].mark;
    if (IsOn(mark)) {
      for (const Mark out : LinksOutOf(OptionOf(mark))) {
        if (!HasAbove(i, out)) tree_.push_back({out, i, kNone});
      }
      return;
    }
    Mark last = kNone;
    ForEachForced(OptionOf(mark), [&](Mark on, uint32_t item) {
      if (on == source && length >= 4 && last != on) {
        ConcludeCycle(i, on, item, visit);
      }
      last = on;
      if (is_on[OptionOf(on).value()]) return;
      is_on[OptionOf(on).value()] = true;
      tree_.push_back({on, i, item});
    });
  }

  // What an option that is taken in the cycle and one that is out both rule
  // out, if the cycle does not visit its home.
  void ConcludeCycle(uint32_t i, Mark last, uint32_t item, Visit visit) {
    OptionSet sides[2] = {OptionSet(state_.problem().option_count()),
                          OptionSet(state_.problem().option_count())};
    OptionSet visited = sides[0];
    size_t complexity = 0;
    for (uint32_t k = i; k != kNone; k = tree_[k].parent) {
      const OptionId option = OptionOf(tree_[k].mark);
      ++complexity;
      for (const OptionId other :
           options_of_[items_of_[option.value()].front()]) {
        visited.Add(other);
      }
      sides[IsOn(tree_[k].mark)] |= state_.conflicts(option) & state_.left();
    }
    const OptionSet removed = (sides[0] & sides[1]) - visited;
    if (removed.empty()) return;
    visit({.kind = ForcingHint::Kind::kCycle,
           .target = {OptionOf(tree_[0].mark), true},
           .complexity = complexity,
           .links = LinksTo(i, last, item),
           .removed = removed.ToVector()});
  }

  // The options that are forced on the way to a branch and to what it forces.
  std::vector<ChainLink> LinksTo(uint32_t i, Mark last, uint32_t item) const {
    std::vector<ChainLink> links;
    if (item != kNone) links.push_back(LinkOf(last, item));
    for (; i != kNone; i = tree_[i].parent) {
      if (tree_[i].item == kNone) continue;
      links.push_back(LinkOf(tree_[i].mark, tree_[i].item));
    }
    std::reverse(links.begin(), links.end());
    return links;
  }

  void Grow(Mark start, Net& net) {
    const size_t size = state_.problem().option_count();
    net.place.assign(2 * size, kNone);
    net.on = OptionSet(size);
    net.off = OptionSet(size);
    alive_ = state_.left();
    pending_[0].clear();
    pending_[1].clear();
    Reach(net, {start, kNone, {}});
    while (!net.is_absurd) {
      // What is taken comes first.
      std::deque<uint32_t>& pending =
          pending_[1].empty() ? pending_[0] : pending_[1];
      if (pending.empty()) break;
      const uint32_t i = pending.front();
      pending.pop_front();
      if (IsOn(net.reached[i].mark)) {
        RuleOut(net, i);
      } else {
        Force(net, i);
      }
    }
  }

  void Reach(Net& net, Reached reached) {
    const auto place = static_cast<uint32_t>(net.reached.size());
    net.place[reached.mark] = place;
    const bool is_on = IsOn(reached.mark);
    (is_on ? net.on : net.off).Add(OptionOf(reached.mark));
    pending_[is_on ? 1 : 0].push_back(place);
    net.reached.push_back(std::move(reached));
  }

  // False if the opposite was reached before.
  bool Add(Net& net, Mark mark, uint32_t item, std::vector<uint32_t> causes) {
    if (net.is_absurd) return false;
    if (net.place[mark ^ 1] != kNone) {
      net.is_absurd = true;
      net.absurd = net.place[mark ^ 1];
      net.opposite = {mark, item, std::move(causes)};
      return false;
    }
    if (net.place[mark] == kNone) Reach(net, {mark, item, std::move(causes)});
    return true;
  }

  void RuleOut(Net& net, uint32_t i) {
    const OptionId option = OptionOf(net.reached[i].mark);
    for (const uint32_t item : items_of_[option.value()]) {
      if (!which_.rules_out[item]) continue;
      for (const OptionId other : options_of_[item]) {
        if (other == option || !IsAlive(other)) continue;
        if (net.place[MarkOf(other, false)] != kNone) continue;
        if (!Add(net, MarkOf(other, false), kNone, {i})) return;
      }
    }
  }

  bool IsAlive(OptionId option) const {
    return !which_.is_dynamic || alive_.Has(option);
  }

  void Force(Net& net, uint32_t i) {
    const OptionId option = OptionOf(net.reached[i].mark);
    std::vector<Reached> found;
    for (const uint32_t item : items_of_[option.value()]) {
      if (!which_.forces[item]) continue;
      OptionId other = option;
      size_t count = 0;
      for (const OptionId o : options_of_[item]) {
        if (o == option || !IsAlive(o)) continue;
        ++count;
        other = o;
      }
      if (count != 1) continue;
      std::vector<uint32_t> causes = {i};
      for (const OptionId o : options_of_[item]) {
        if (o != option && !IsAlive(o)) {
          causes.push_back(net.place[MarkOf(o, false)]);
        }
      }
      found.push_back({MarkOf(other, true), item, std::move(causes)});
    }
    if (which_.is_dynamic) alive_.Remove(option);
    for (Reached& f : found) {
      if (!Add(net, f.mark, f.item, std::move(f.causes))) return;
    }
  }

  const DeductionState& state_;
  ForcingNets which_;
  std::vector<std::vector<uint32_t>> items_of_;    // By option, by rank.
  std::vector<std::vector<OptionId>> options_of_;  // By item.
  // By option: whether it forces one if it is out, in nets without branches.
  std::vector<bool> is_link_;
  // What each option forces if it is out, one after the other, and where that
  // of each begins.
  std::vector<Forced> forced_;
  std::vector<uint32_t> first_forced_;
  std::vector<std::vector<Mark>> links_out_;  // See LinksOutOf().
  std::vector<bool> has_links_out_;
  std::vector<std::unique_ptr<Net>> nets_;  // By the mark of the start.
  std::vector<Branch> tree_;
  size_t most_complexity_ = SIZE_MAX;
  OptionSet alive_;                  // Of the net that grows.
  std::deque<uint32_t> pending_[2];  // What is out, and what is taken.
  std::vector<uint32_t> counted_;    // By mark: the count it was in.
  uint32_t count_ = 0;
  std::vector<uint32_t> todo_;
};

Forcing::Forcing(const DeductionState& state, ForcingNets which,
                 absl::Span<const int> rank)
    : nets_(std::make_unique<Nets>(state, std::move(which), rank)) {}
Forcing::~Forcing() = default;

void Forcing::set_most_complexity(size_t most) {
  nets_->set_most_complexity(most);
}

void Forcing::VisitCycles(OptionId option, Visit visit) {
  nets_->VisitCycles(option, visit);
}

void Forcing::VisitChains(OptionId option, Visit visit) {
  nets_->VisitChains(option, true, visit);
  nets_->VisitChains(option, false, visit);
}

void Forcing::VisitContradiction(OptionId option, bool is_on, Visit visit) {
  const Net& net = nets_->NetOf(option, is_on);
  if (!net.is_absurd) return;
  visit({.kind = ForcingHint::Kind::kContradiction,
         .target = {option, !is_on},
         .complexity = nets_->Count(net, net.reached[net.absurd]) +
                       nets_->Count(net, net.opposite),
         .start = {option, is_on}});
}

void Forcing::VisitDouble(OptionId option, Visit visit) {
  const Net& on = nets_->NetOf(option, true);
  const Net& off = nets_->NetOf(option, false);
  for (const Reached& reached : on.reached) {
    if (off.place[reached.mark] == kNone) continue;
    visit({.kind = ForcingHint::Kind::kDouble,
           .target = {OptionOf(reached.mark), IsOn(reached.mark)},
           .complexity =
               nets_->Count(on, reached) + nets_->Count(off, reached.mark),
           .start = {option, true}});
  }
}

void Forcing::VisitVerity(ItemId item, Visit visit) {
  const std::vector<OptionId>& options = nets_->options_of(item);
  OptionSet on = nets_->NetOf(options[0], true).on;
  OptionSet off = nets_->NetOf(options[0], true).off;
  for (const OptionId option : options) {
    on &= nets_->NetOf(option, true).on;
    off &= nets_->NetOf(option, true).off;
    if (on.empty() && off.empty()) return;
  }
  for (const Reached& reached : nets_->NetOf(options[0], true).reached) {
    const OptionId target = OptionOf(reached.mark);
    if (!(IsOn(reached.mark) ? on : off).Has(target)) continue;
    ForcingHint hint = {.kind = ForcingHint::Kind::kVerity,
                        .target = {target, IsOn(reached.mark)},
                        .item = item};
    for (const OptionId option : options) {
      hint.complexity += nets_->Count(nets_->NetOf(option, true), reached.mark);
    }
    visit(hint);
  }
}

Deduction Forcing::DeductionOf(const ForcingHint& hint) {
  Deduction deduction{.kind = Deduction::Kind::kForcing, .links = hint.links};
  if (hint.kind == ForcingHint::Kind::kCycle) {
    deduction.removed = hint.removed;
  } else if (hint.target.is_on) {
    deduction.removed = nets_->OthersOfHome(hint.target.option);
  } else {
    deduction.removed = {hint.target.option};
  }
  nets_->AddProof(hint, deduction);
  return deduction;
}

}  // namespace dlx
