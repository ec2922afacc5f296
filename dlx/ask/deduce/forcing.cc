// Nets are many and short-lived, so that options are numbered anew, without
// those that are out, and lists stand one after the other in one vector.

#include "dlx/ask/deduce/forcing.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace dlx {
namespace {

// A conclusion as a number: twice that of the option, and one more if it is
// taken.
using Mark = uint32_t;
Mark MarkOf(uint32_t option, bool is_on) {
  return option * 2 + (is_on ? 1 : 0);
}
bool IsOn(Mark mark) { return (mark & 1) != 0; }
constexpr uint32_t kNone = UINT32_MAX;

// Lists of numbers, one after the other.
struct Lists {
  std::vector<uint32_t> first;
  std::vector<uint32_t> all;

  absl::Span<const uint32_t> operator[](size_t i) const {
    return absl::MakeConstSpan(all).subspan(first[i], first[i + 1] - first[i]);
  }
};

struct Reached {
  Mark mark;
  uint32_t item = kNone;       // That forces it, if one does.
  uint32_t cause = kNone;      // What did so last, or what rules it out.
  uint32_t inference = kNone;  // What it was inferred from, if it was.
};

// An inference, and how much was reached before.
struct Inferred {
  const NetInference* what;
  uint32_t before;
};

// What a conclusion rests on.
struct Weight {
  size_t count = 0;  // Conclusions, itself among them.
  std::vector<const NetInference*> nested;
};

struct Net {
  std::vector<Reached> reached;  // In the order in which it was.
  std::vector<uint32_t> place;   // By mark, into `reached`.
  std::vector<uint64_t> marks;   // As bits.
  // Of a contradiction: the conclusion that was reached, and its opposite.
  bool is_absurd = false;
  uint32_t absurd = 0;
  Reached opposite = {};
  std::vector<Inferred> inferred;
  size_t nested_count = 0;
  bool is_done = false;
  std::vector<uint32_t> counts;  // By place, as far as it was asked for.
};

// A conclusion in a net.
struct End {
  const Net* net;
  const Reached* reached;
};

uint64_t Mixed(uint64_t hash, uint64_t word) {
  hash ^= word + 0x9e3779b97f4a7c15 + (hash << 6) + (hash >> 2);
  hash *= 0xbf58476d1ce4e5b9;
  return hash ^ (hash >> 29);
}

void SortAndUnique(std::vector<ItemId>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

}  // namespace

class Forcing::Nets {
 public:
  Nets(const DeductionState& state, ForcingNets which,
       absl::Span<const int> rank)
      : state_(state),
        which_(std::move(which)),
        options_(state.left().ToVector()) {
    for (uint32_t i = 0; i < state.problem().item_count(); ++i) {
      // Options with one colour agree; a secondary item forces nothing.
      if (!state.is_plain(ItemId(i))) which_.rules_out[i] = false;
      if (!state.is_open(ItemId(i))) which_.forces[i] = false;
    }
    number_.resize(state.problem().option_count(), kNone);
    for (uint32_t k = 0; k < options_.size(); ++k) {
      number_[options_[k].value()] = k;
    }
    nets_.resize(2 * options_.size());
    counted_.resize(2 * options_.size(), 0);
    ListItems(rank);
    ListRuledOut();
    FindForced();
  }

  void set_most_complexity(size_t most) { most_complexity_ = most; }
  void set_most_nested(size_t most) {
    most_nested_ = most;
    has_unfinished_ = false;
  }
  bool has_unfinished() const { return has_unfinished_; }

  OptionId OptionOf(Mark mark) const { return options_[mark / 2]; }
  Mark MarkOfOption(OptionId option, bool is_on) const {
    return MarkOf(number_[option.value()], is_on);
  }
  absl::Span<const uint32_t> options_of(ItemId item) const {
    return options_of_[item.value()];
  }

  // The home is an item of the lowest rank.
  std::vector<OptionId> OthersOfHome(OptionId option) const {
    const uint32_t number = number_[option.value()];
    std::vector<OptionId> others;
    for (const uint32_t other : options_of_[items_of_[number].front()]) {
      if (state_.conflicts(option).Has(options_[other])) {
        others.push_back(options_[other]);
      }
    }
    return others;
  }

  void VisitCycles(OptionId option, Visit visit) {
    const Mark source = MarkOfOption(option, true);
    tree_.assign(1, {source, kNone, kNone});
    std::vector<bool> is_on(options_.size(), false);
    is_on[source / 2] = true;
    size_t next = 0;
    for (size_t length = 1; next < tree_.size() && length <= most_complexity_;
         ++length) {
      for (const size_t end = tree_.size(); next < end; ++next) {
        GrowCycle(static_cast<uint32_t>(next), length, source, is_on, visit);
      }
    }
  }

  void VisitChains(OptionId option, bool starts_on, Visit visit) {
    const Mark source = MarkOfOption(option, starts_on);
    tree_.assign(1, {source, kNone, kNone});
    std::vector<bool> seen(2 * options_.size(), false);
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
      if (IsOn(mark) && is_link_[source / 2]) {
        for (const Mark out : LinksOutOf(mark / 2)) add(out, kNone);
      } else if (IsOn(mark)) {
        // The end of the chain need not force anything.
        for (const uint32_t out : ruled_out_[mark / 2]) {
          add(MarkOf(out, false), kNone);
        }
      } else {
        ForEachForced(mark / 2, add);
      }
    }
  }

  const Net& NetOf(Mark start) {
    std::unique_ptr<Net>& net = nets_[start];
    if (net == nullptr) {
      net = std::make_unique<Net>();
      net->place.assign(2 * options_.size(), kNone);
      net->marks.assign((2 * options_.size() + 63) / 64, 0);
      net->reached.reserve(options_.size());
      Grow(start, *net);
    } else if (!net->is_done) {
      Grow(start, *net);
    }
    return *net;
  }

  size_t Complexity(std::initializer_list<End> ends) {
    return Complexity(absl::MakeConstSpan(ends.begin(), ends.size()));
  }
  size_t Complexity(absl::Span<const End> ends) {
    size_t complexity = 0;
    std::vector<const NetInference*> nested;
    for (const End& end : ends) {
      if (end.net->inferred.empty()) {
        complexity += CountOf(end);
        continue;
      }
      Weight weight = WeightOf(end);
      complexity += weight.count;
      nested.insert(nested.end(), weight.nested.begin(), weight.nested.end());
    }
    return complexity + SumOf(nested);
  }

  static size_t SumOf(std::vector<const NetInference*>& nested) {
    std::sort(nested.begin(), nested.end(),
              [](const NetInference* a, const NetInference* b) {
                return a->key < b->key;
              });
    size_t sum = 0;
    for (size_t i = 0; i < nested.size(); ++i) {
      if (i == 0 || nested[i]->key != nested[i - 1]->key) {
        sum += nested[i]->complexity;
      }
    }
    return sum;
  }

  static End EndOf(const Net& net, Mark mark) {
    return {&net, &net.reached[net.place[mark]]};
  }

  // The ends of nets that a hint rests on, if it rests on nets.
  std::vector<End> EndsOf(const ForcingHint& hint) {
    const Mark target = MarkOfOption(hint.target.option, hint.target.is_on);
    std::vector<End> ends;
    if (hint.kind == ForcingHint::Kind::kContradiction) {
      const Net& net = NetOf(MarkOfOption(hint.start.option, hint.start.is_on));
      ends.push_back({&net, &net.reached[net.absurd]});
      ends.push_back({&net, &net.opposite});
      // What is taken comes first.
      if (!IsOn(ends[0].reached->mark)) std::swap(ends[0], ends[1]);
    } else if (hint.kind == ForcingHint::Kind::kDouble) {
      const Mark start = MarkOfOption(hint.start.option, true);
      ends.push_back(EndOf(NetOf(start), target));
      ends.push_back(EndOf(NetOf(start ^ 1), target));
    } else if (hint.kind == ForcingHint::Kind::kVerity) {
      for (const uint32_t option : options_of(hint.item)) {
        ends.push_back(EndOf(NetOf(MarkOf(option, true)), target));
      }
    }
    return ends;
  }

  // The items of a hint, and a number for the way in which it follows.
  std::vector<ItemId> ItemsOf(const ForcingHint& hint, uint64_t& key) {
    std::vector<ItemId> items;
    key = 0;
    if (hint.kind == ForcingHint::Kind::kVerity) items.push_back(hint.item);
    for (const End& end : EndsOf(hint)) {
      key = Mixed(key, 0);
      ForEachCause(end, [&](const Reached& reached) {
        key = Mixed(key, 1 + 2 * OptionOf(reached.mark).value() +
                             (IsOn(reached.mark) ? 1 : 0));
        if (reached.item != kNone) items.push_back(ItemId(reached.item));
        if (reached.inference == kNone) return;
        const NetInference& what = *end.net->inferred[reached.inference].what;
        items.insert(items.end(), what.base.begin(), what.base.end());
      });
    }
    for (const ChainLink& link : hint.links) {
      items.push_back(link.item);
      key = Mixed(Mixed(key, 2 + link.item.value()), link.on[0].value());
    }
    SortAndUnique(items);
    return items;
  }

  // The links of nets, what is inferred, and the items of all.
  void AddProof(const ForcingHint& hint, Deduction& deduction) {
    for (const End& end : EndsOf(hint)) AddLinks(end, deduction);
    uint64_t key;
    deduction.base = ItemsOf(hint, key);
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

  // ------------------------------------------------------------------- lists

  void ListItems(absl::Span<const int> rank) {
    const Problem& problem = state_.problem();
    items_of_.first.reserve(options_.size() + 1);
    std::vector<uint32_t> count(problem.item_count(), 0);
    for (const OptionId option : options_) {
      const size_t first = items_of_.all.size();
      items_of_.first.push_back(static_cast<uint32_t>(first));
      for (const ItemUse& use : problem.option(option)) {
        const uint32_t item = use.item.value();
        ++count[item];
        size_t i = items_of_.all.size();
        items_of_.all.push_back(item);
        for (; i > first && ComesBefore(item, items_of_.all[i - 1], rank);
             --i) {
          items_of_.all[i] = items_of_.all[i - 1];
        }
        items_of_.all[i] = item;
      }
    }
    items_of_.first.push_back(static_cast<uint32_t>(items_of_.all.size()));
    options_of_.first.assign(1, 0);
    for (const uint32_t its : count) {
      options_of_.first.push_back(options_of_.first.back() + its);
    }
    options_of_.all.resize(options_of_.first.back());
    std::vector<uint32_t> end(options_of_.first.begin(),
                              options_of_.first.end() - 1);
    blank_others_.assign(count.size(), 0);
    blank_counts_ = std::move(count);
    for (uint32_t k = 0; k < options_.size(); ++k) {
      for (const uint32_t item : items_of_[k]) {
        options_of_.all[end[item]++] = k;
        blank_others_[item] ^= k;
      }
    }
  }
  static bool ComesBefore(uint32_t a, uint32_t b, absl::Span<const int> rank) {
    return rank[a] != rank[b] ? rank[a] < rank[b] : a < b;
  }

  // What each option rules out, each once, by the rank of items.
  void ListRuledOut() {
    std::vector<uint32_t> last(options_.size(), kNone);
    ruled_out_.first.reserve(options_.size() + 1);
    ruled_out_.all.reserve(options_.size() * 16);
    for (uint32_t k = 0; k < options_.size(); ++k) {
      ruled_out_.first.push_back(static_cast<uint32_t>(ruled_out_.all.size()));
      last[k] = k;
      for (const uint32_t item : items_of_[k]) {
        if (!which_.rules_out[item]) continue;
        for (const uint32_t other : options_of_[item]) {
          if (last[other] == k) continue;
          last[other] = k;
          ruled_out_.all.push_back(other);
        }
      }
    }
    ruled_out_.first.push_back(static_cast<uint32_t>(ruled_out_.all.size()));
  }

  // What each option forces if it is out, and which do.
  void FindForced() {
    is_link_.resize(options_.size(), false);
    forced_.reserve(options_.size() * 2);
    first_forced_.reserve(options_.size() + 1);
    for (uint32_t k = 0; k < options_.size(); ++k) {
      first_forced_.push_back(static_cast<uint32_t>(forced_.size()));
      for (const uint32_t item : items_of_[k]) {
        if (!which_.forces[item] || blank_counts_[item] != 2) continue;
        forced_.push_back({MarkOf(blank_others_[item] ^ k, true), item});
      }
      is_link_[k] = forced_.size() > first_forced_.back();
    }
    first_forced_.push_back(static_cast<uint32_t>(forced_.size()));
  }

  // Those of the options that an option rules out that force something. They
  // are found when they are first asked for.
  const std::vector<Mark>& LinksOutOf(uint32_t option) {
    if (links_out_.empty()) {
      links_out_.resize(options_.size());
      has_links_out_.resize(options_.size(), false);
    }
    std::vector<Mark>& links = links_out_[option];
    if (has_links_out_[option]) return links;
    has_links_out_[option] = true;
    for (const uint32_t out : ruled_out_[option]) {
      if (is_link_[out]) links.push_back(MarkOf(out, false));
    }
    return links;
  }

  // As far as items have two options.
  template <typename Add>
  void ForEachForced(uint32_t option, Add add) const {
    const uint32_t end = first_forced_[option + 1];
    for (uint32_t i = first_forced_[option]; i < end; ++i) {
      add(forced_[i].mark, forced_[i].item);
    }
  }

  // --------------------------------------------------------- cycles and chains

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
      for (const Mark out : LinksOutOf(mark / 2)) {
        if (!HasAbove(i, out)) tree_.push_back({out, i, kNone});
      }
      return;
    }
    Mark last = kNone;
    ForEachForced(mark / 2, [&](Mark on, uint32_t item) {
      if (on == source && length >= 4 && last != on) {
        ConcludeCycle(i, on, item, visit);
      }
      last = on;
      if (is_on[on / 2]) return;
      is_on[on / 2] = true;
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
      const uint32_t option = tree_[k].mark / 2;
      ++complexity;
      for (const uint32_t other : options_of_[items_of_[option].front()]) {
        visited.Add(options_[other]);
      }
      sides[IsOn(tree_[k].mark)] |= state_.conflicts(options_[option]);
    }
    const OptionSet removed = (sides[0] & sides[1] & state_.left()) - visited;
    if (removed.empty()) return;
    visit({.kind = ForcingHint::Kind::kCycle,
           .target = {OptionOf(tree_[0].mark), true},
           .complexity = complexity,
           .links = LinksTo(i, last, item),
           .removed = removed.ToVector()});
  }

  ChainLink LinkOf(Mark on, uint32_t item) const {
    ChainLink link{ItemId(item), {}, {OptionOf(on)}};
    for (const uint32_t option : options_of_[item]) {
      if (option != on / 2) link.off.push_back(options_[option]);
    }
    return link;
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

  // -------------------------------------------------------------------- growth

  // Goes on where a net ended.
  void Grow(Mark start, Net& net) {
    counts_ = blank_counts_;
    others_ = blank_others_;
    taken_.clear();
    out_.clear();
    if (net.reached.empty()) {
      Reach(net, {start});
    } else {
      for (const Reached& reached : net.reached) {
        if (!IsOn(reached.mark)) Leave(reached.mark / 2);
      }
    }
    do {
      Propagate(net);
    } while (Infer(net));
  }

  void Propagate(Net& net) {
    size_t next_taken = 0;
    size_t next_out = 0;
    while (!net.is_absurd) {
      // What is taken comes first.
      if (next_taken < taken_.size()) {
        RuleOut(net, taken_[next_taken++]);
      } else if (next_out < out_.size()) {
        Force(net, out_[next_out++]);
      } else {
        break;
      }
    }
    taken_.clear();
    out_.clear();
  }

  void Reach(Net& net, const Reached& reached) {
    const auto place = static_cast<uint32_t>(net.reached.size());
    net.place[reached.mark] = place;
    net.marks[reached.mark / 64] |= uint64_t{1} << (reached.mark % 64);
    (IsOn(reached.mark) ? taken_ : out_).push_back(place);
    net.reached.push_back(reached);
  }

  // False if the opposite was reached before.
  bool Add(Net& net, const Reached& reached) {
    if (net.place[reached.mark ^ 1] != kNone) {
      net.is_absurd = true;
      net.absurd = net.place[reached.mark ^ 1];
      net.opposite = reached;
      return false;
    }
    if (net.place[reached.mark] == kNone) Reach(net, reached);
    return true;
  }

  void RuleOut(Net& net, uint32_t i) {
    for (const uint32_t other : ruled_out_[net.reached[i].mark / 2]) {
      const Mark out = MarkOf(other, false);
      if (net.place[out] != kNone) continue;
      if (!Add(net, {out, kNone, i})) return;
    }
  }

  void Leave(uint32_t option) {
    for (const uint32_t item : items_of_[option]) {
      --counts_[item];
      others_[item] ^= option;
    }
  }

  void Force(Net& net, uint32_t i) {
    const uint32_t option = net.reached[i].mark / 2;
    found_.clear();
    for (const uint32_t item : items_of_[option]) {
      if (counts_[item] != 2 || !which_.forces[item]) continue;
      found_.push_back({MarkOf(others_[item] ^ option, true), item, i});
    }
    if (which_.is_dynamic) Leave(option);
    for (const Reached& found : found_) {
      if (!Add(net, found)) return;
    }
  }

  // False if nothing more follows, or is to follow.
  bool Infer(Net& net) {
    if (net.is_absurd || which_.infer == nullptr) {
      net.is_done = true;
      return false;
    }
    const bool with_nets = net.nested_count < most_nested_;
    OptionSet left = state_.left();
    for (const Reached& reached : net.reached) {
      if (!IsOn(reached.mark)) left.Remove(OptionOf(reached.mark));
    }
    const NetInferences inferences = which_.infer(left, with_nets);
    if (inferences == nullptr || inferences->empty()) {
      if (with_nets) net.is_done = true;
      has_unfinished_ |= !with_nets;
      return false;
    }
    if (inferences->front().complexity > 0) ++net.nested_count;
    const auto before = static_cast<uint32_t>(net.reached.size());
    for (const NetInference& inference : *inferences) {
      AddInference(net, inference, before);
    }
    kept_.push_back(inferences);
    net.is_done = !IsWorthwhile(net, before);
    return !net.is_done;
  }

  void AddInference(Net& net, const NetInference& inference, uint32_t before) {
    const auto place = static_cast<uint32_t>(net.inferred.size());
    net.inferred.push_back({&inference, before});
    bool rests_on_net = false;
    ForEachOut(net, net.inferred.back(),
               [&](uint32_t) { rests_on_net = true; });
    if (!rests_on_net) return;
    for (const OptionId option : inference.removed) {
      const Mark mark = MarkOfOption(option, false);
      if (net.place[mark] == kNone) Reach(net, {mark, kNone, kNone, place});
    }
  }

  // Whether something that was reached since is not too complex.
  bool IsWorthwhile(const Net& net, uint32_t before) {
    if (most_complexity_ == SIZE_MAX) return net.reached.size() > before;
    for (size_t i = before; i < net.reached.size(); ++i) {
      if (Complexity({End{&net, &net.reached[i]}}) <= most_complexity_) {
        return true;
      }
    }
    return false;
  }

  // -------------------------------------------------------------------- causes

  // The places of what an inference rests on.
  template <typename Visit>
  void ForEachOut(const Net& net, const Inferred& inferred, Visit visit) const {
    for (const ItemId item : inferred.what->base) {
      for (const uint32_t option : options_of(item)) {
        const uint32_t place = net.place[MarkOf(option, false)];
        if (place >= inferred.before || IsCovered(option, *inferred.what)) {
          continue;
        }
        visit(place);
      }
    }
  }
  bool IsCovered(uint32_t option, const NetInference& inference) const {
    for (const ItemId item : inference.cover) {
      if (state_.all_options_of(item).Has(options_[option])) return true;
    }
    return false;
  }

  // Calls visit(reached) with all that a conclusion rests on, itself first,
  // the nearest causes first.
  template <typename Visit>
  void ForEachCause(const End& end, Visit visit) {
    const Net& net = *end.net;
    ++count_;
    counted_[end.reached->mark] = count_;
    todo_.clear();
    const auto add = [&](uint32_t place) {
      uint32_t& counted = counted_[net.reached[place].mark];
      if (counted == count_) return;
      counted = count_;
      todo_.push_back(place);
    };
    const auto add_causes = [&](const Reached& reached) {
      if (reached.cause != kNone) add(reached.cause);
      if (reached.item != kNone && which_.is_dynamic) {
        for (const uint32_t option : options_of_[reached.item]) {
          if (option == reached.mark / 2) continue;
          add(net.place[MarkOf(option, false)]);
        }
      }
      if (reached.inference == kNone) return;
      ForEachOut(net, net.inferred[reached.inference], add);
    };
    visit(*end.reached);
    add_causes(*end.reached);
    for (size_t i = 0; i < todo_.size(); ++i) {
      const Reached& reached = net.reached[todo_[i]];
      visit(reached);
      add_causes(reached);
    }
  }

  size_t CountOf(const End& end) {
    Net& net = const_cast<Net&>(*end.net);
    uint32_t* known = nullptr;
    const uint32_t place = net.place[end.reached->mark];
    if (place != kNone) {
      net.counts.resize(net.reached.size(), 0);
      known = &net.counts[place];
      if (*known != 0) return *known;
    }
    uint32_t count = 0;
    ForEachCause(end, [&](const Reached&) { ++count; });
    if (known != nullptr) *known = count;
    return count;
  }

  Weight WeightOf(const End& end) {
    Weight weight;
    ForEachCause(end, [&](const Reached& reached) {
      ++weight.count;
      if (reached.inference == kNone) return;
      const NetInference* what = end.net->inferred[reached.inference].what;
      if (what->complexity > 0) weight.nested.push_back(what);
    });
    return weight;
  }

  // Adds the options that are forced on the way to a conclusion, in the order
  // of the net, and what is inferred.
  void AddLinks(const End& end, Deduction& deduction) {
    const Net& net = *end.net;
    ForEachCause(end, [](const Reached&) {});
    std::vector<bool> is_told(net.inferred.size(), false);
    const auto tell = [&](const Reached& reached) {
      if (reached.item != kNone) {
        deduction.links.push_back(LinkOf(reached.mark, reached.item));
      }
      if (reached.inference == kNone || is_told[reached.inference]) return;
      is_told[reached.inference] = true;
      const NetInference& what = *net.inferred[reached.inference].what;
      deduction.nested.push_back({.kind = what.cover.empty()
                                              ? Deduction::Kind::kForcing
                                              : Deduction::Kind::kBaseAndCover,
                                  .removed = what.removed,
                                  .base = what.base,
                                  .cover = what.cover});
    };
    const uint32_t count = count_;
    for (const Reached& reached : net.reached) {
      if (counted_[reached.mark] == count) tell(reached);
    }
    if (net.place[end.reached->mark] == kNone) tell(*end.reached);
  }

  const DeductionState& state_;
  ForcingNets which_;
  std::vector<OptionId> options_;  // By their numbers.
  std::vector<uint32_t> number_;   // By option.
  Lists items_of_;                 // By option, by rank.
  Lists options_of_;               // By item.
  Lists ruled_out_;                // By option, what it rules out.
  // By option: whether it forces one if it is out, in nets without branches.
  std::vector<bool> is_link_;
  // What each option forces if it is out, one after the other, and where that
  // of each begins.
  std::vector<Forced> forced_;
  std::vector<uint32_t> first_forced_;
  std::vector<std::vector<Mark>> links_out_;  // See LinksOutOf().
  std::vector<bool> has_links_out_;
  std::vector<std::unique_ptr<Net>> nets_;  // By the mark of the start.
  std::vector<NetInferences> kept_;
  std::vector<Branch> tree_;
  size_t most_complexity_ = SIZE_MAX;
  size_t most_nested_ = SIZE_MAX;
  bool has_unfinished_ = false;
  // By item, how many options it has, and the sum of their numbers without
  // carries; in the state, and in the net that grows.
  std::vector<uint32_t> blank_counts_;
  std::vector<uint32_t> blank_others_;
  std::vector<uint32_t> counts_;
  std::vector<uint32_t> others_;
  // What is taken, and what is out, that nothing was made of yet.
  std::vector<uint32_t> taken_;
  std::vector<uint32_t> out_;
  std::vector<Reached> found_;     // What one option forces.
  std::vector<uint32_t> counted_;  // By mark: the count it was in.
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
void Forcing::set_most_nested(size_t most) { nets_->set_most_nested(most); }
bool Forcing::has_unfinished() const { return nets_->has_unfinished(); }

void Forcing::VisitCycles(OptionId option, Visit visit) {
  nets_->VisitCycles(option, visit);
}

void Forcing::VisitChains(OptionId option, Visit visit) {
  nets_->VisitChains(option, true, visit);
  nets_->VisitChains(option, false, visit);
}

void Forcing::VisitContradiction(OptionId option, bool is_on, Visit visit) {
  const Net& net = nets_->NetOf(nets_->MarkOfOption(option, is_on));
  if (!net.is_absurd) return;
  visit({.kind = ForcingHint::Kind::kContradiction,
         .target = {option, !is_on},
         .complexity = nets_->Complexity(
             {End{&net, &net.reached[net.absurd]}, End{&net, &net.opposite}}),
         .start = {option, is_on}});
}

void Forcing::VisitDouble(OptionId option, Visit visit) {
  const Mark start = nets_->MarkOfOption(option, true);
  const Net& on = nets_->NetOf(start);
  const Net& off = nets_->NetOf(start ^ 1);
  for (const Reached& reached : on.reached) {
    if (off.place[reached.mark] == kNone) continue;
    visit({.kind = ForcingHint::Kind::kDouble,
           .target = {nets_->OptionOf(reached.mark), IsOn(reached.mark)},
           .complexity = nets_->Complexity(
               {End{&on, &reached}, Nets::EndOf(off, reached.mark)}),
           .start = {option, true}});
  }
}

void Forcing::VisitVerity(ItemId item, Visit visit) {
  std::vector<const Net*> nets;
  std::vector<uint64_t> common;
  for (const uint32_t option : nets_->options_of(item)) {
    nets.push_back(&nets_->NetOf(MarkOf(option, true)));
    const std::vector<uint64_t>& marks = nets.back()->marks;
    if (common.empty()) common = marks;
    uint64_t any = 0;
    for (size_t i = 0; i < common.size(); ++i) any |= common[i] &= marks[i];
    if (any == 0) return;
  }
  std::vector<End> ends;
  for (const Reached& reached : nets[0]->reached) {
    const Mark mark = reached.mark;
    if ((common[mark / 64] >> (mark % 64) & 1) == 0) continue;
    ends.clear();
    for (const Net* net : nets) ends.push_back(Nets::EndOf(*net, mark));
    visit({.kind = ForcingHint::Kind::kVerity,
           .target = {nets_->OptionOf(mark), IsOn(mark)},
           .complexity = nets_->Complexity(ends),
           .item = item});
  }
}

std::vector<OptionId> Forcing::RemovedBy(const ForcingHint& hint) const {
  if (hint.kind == ForcingHint::Kind::kCycle) return hint.removed;
  if (!hint.target.is_on) return {hint.target.option};
  return nets_->OthersOfHome(hint.target.option);
}

Deduction Forcing::DeductionOf(const ForcingHint& hint) {
  Deduction deduction{.kind = Deduction::Kind::kForcing,
                      .removed = RemovedBy(hint),
                      .links = hint.links};
  nets_->AddProof(hint, deduction);
  return deduction;
}

NetInference Forcing::InferenceOf(const ForcingHint& hint) {
  NetInference inference{.removed = RemovedBy(hint),
                         .complexity = hint.complexity};
  inference.base = nets_->ItemsOf(hint, inference.key);
  return inference;
}

}  // namespace dlx
