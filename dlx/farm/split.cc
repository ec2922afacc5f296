#include "dlx/farm/split.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <random>
#include <utility>

#include "dlx/id.h"
#include "dlx/reduce/partial_cover.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx::units {
namespace {

using internal::PartialCover;

// More make sizes less uncertain, and planning slower. Most probes end soon,
// and a few tell of nearly all nodes; so the first estimate, which is to tell a
// long search from a short one, takes many.
constexpr int kProbes = 24;
constexpr int kFirstProbes = 1000;
// Where a probe is long there are fewer, so that planning takes seconds
// whatever the problem: of a unit, as many as do so much work, but
// kFewestProbes; and at first, so many times as much. An item that is looked
// at, or changed, counts 1.
constexpr uint64_t kWorkForUnit = 2'000'000;
constexpr uint64_t kWorkAtFirst = 100;
constexpr int kFewestProbes = 2;

// A unit of fewer nodes is not worth it, ...
constexpr double kFewestNodes = 2000;
// ... and of fewer than these only if there are not many units yet, so that a
// few workers have enough to share.
constexpr double kEnoughNodes = 200'000;
constexpr double kEnoughUnits = 32;
constexpr double kMostUnits = 1000;

// What is to be decided next, and into what it parts a unit. Each child is a
// list of decisions more.
using Children = std::vector<Unit>;

class Splitter {
 public:
  Splitter(const Problem& problem, uint64_t seed, const LimitWatch& watch)
      : cover_(problem), watch_(watch), random_(seed) {
    for (uint32_t i = 0; i < problem.item_count(); ++i) {
      if (problem.is_primary(ItemId(i))) primary_.emplace_back(i);
    }
  }

  // Some item cannot be covered at all; then there is nothing to split, or to
  // estimate. REQUIRES: it is asked before these.
  bool is_hopeless() const { return cover_.is_dead(); }

  // True for good as soon as a limit was reached.
  bool must_stop() const { return must_stop_; }

  // About how many nodes the search of the unit visits, by so many probes, or
  // as many as may do that work, or as there was time for.
  double EstimateNodes(const Unit& unit, int probes = kProbes,
                       uint64_t most_work = kWorkForUnit);

  // The unit's children. Those without covers are left out if that shows at
  // once; decisions that have no alternative are part of the children. Empty if
  // the unit cannot be split, or a limit was reached before it was.
  std::vector<Unit> Split(const Unit& unit);

 private:
  // An item with the fewest ways, the first such. `open` has all items that
  // have any, in the order of the problem; those that have none, and so will
  // have none further down, are taken out. REQUIRES: something is left, nothing
  // is dead.
  ItemId ChooseItem(std::vector<ItemId>& open);
  // The decisions between which a search has to choose at the item.
  Children Branch(ItemId item) const;
  // One of Branch(), and out of how many; without making all of them, which
  // would be most of what a probe costs.
  struct Draw {
    Decision decision;
    size_t ways;
  };
  Draw DrawBranch(ItemId item);
  // One probe from where the cover stands: Knuth's estimate of the nodes below.
  double Probe();
  // Looks whether a limit was reached, if that may have happened since the last
  // time.
  bool MustStop() {
    if (cover_.updates() < next_look_ && ++steps_ % kStepsPerLook != 0) {
      return must_stop_;
    }
    next_look_ = cover_.updates() + kUpdatesPerLook;
    must_stop_ = must_stop_ || watch_.MustStop();
    return must_stop_;
  }
  uint64_t work() const { return items_seen_ + cover_.updates(); }
  static constexpr uint64_t kUpdatesPerLook = 10'000;
  static constexpr uint64_t kStepsPerLook = 64;

  PartialCover cover_;
  const LimitWatch& watch_;
  bool must_stop_ = false;
  uint64_t next_look_ = 0;
  uint64_t steps_ = 0;
  uint64_t items_seen_ = 0;  // By ChooseItem().
  std::mt19937_64 random_;
  std::vector<ItemId> primary_;
};

ItemId Splitter::ChooseItem(std::vector<ItemId>& open) {
  // Mostly there is an item with one way only, and this is one.
  const ItemId tight = cover_.tight_item();
  if (cover_.missing(tight) > 0 && cover_.ways(tight) == 1) return tight;
  items_seen_ += open.size();
  uint32_t fewest = std::numeric_limits<uint32_t>::max();
  ItemId best = open.front();
  size_t kept = 0;
  for (const ItemId item : open) {
    const uint32_t ways = cover_.ways(item);
    open[kept] = item;
    kept += ways > 0 ? 1 : 0;
    // That of an item without any is the largest number now.
    if (ways - 1 >= fewest) continue;
    fewest = ways - 1;
    best = item;
  }
  open.resize(kept);
  return best;
}

Children Splitter::Branch(ItemId item) const {
  Children children;
  const bool exactly_once =
      cover_.problem().multiplicity(item) == Multiplicity{};
  if (!exactly_once) {
    // One option at a time: taken or not.
    for (const OptionId option : cover_.options_of(item)) {
      if (!cover_.is_left(option)) continue;
      return {{Decision::Take(option)}, {Decision::Exclude(option)}};
    }
  }
  for (const OptionId option : cover_.options_of(item)) {
    if (!cover_.is_left(option)) continue;
    children.push_back({Decision::Cover(item, option)});
  }
  return children;
}

Splitter::Draw Splitter::DrawBranch(ItemId item) {
  const absl::Span<const OptionId> options = cover_.options_of(item);
  const auto next_left = [&](size_t i) {
    while (!cover_.is_left(options[i])) ++i;
    return i;
  };
  if (cover_.problem().multiplicity(item) != Multiplicity{}) {
    const OptionId option = options[next_left(0)];
    return {
        random_() % 2 == 0 ? Decision::Take(option) : Decision::Exclude(option),
        2};
  }
  const size_t ways = cover_.left(item);
  size_t at = next_left(0);
  for (size_t skip = random_() % ways; skip > 0; --skip) at = next_left(at + 1);
  return {Decision::Cover(item, options[at]), ways};
}

double Splitter::Probe() {
  const PartialCover::Mark top = cover_.mark();
  std::vector<ItemId> open = primary_;
  double nodes = 1;
  double weight = 1;
  while (!cover_.is_dead() && cover_.left() > 0 && !MustStop()) {
    const Draw draw = DrawBranch(ChooseItem(open));
    weight *= static_cast<double>(draw.ways);
    nodes += weight;
    if (!Decide({&draw.decision, 1}, cover_)) break;
  }
  cover_.UndoTo(top);
  return nodes;
}

double Splitter::EstimateNodes(const Unit& unit, int probes,
                               uint64_t most_work) {
  const PartialCover::Mark root = cover_.mark();
  double sum = 0;
  int done = 0;
  if (!MustStop() && Decide(unit, cover_)) {
    const uint64_t enough = work() + most_work;
    const auto may_go_on = [&] {
      return done < kFewestProbes || (done < probes && work() < enough);
    };
    for (; may_go_on() && !MustStop(); ++done) sum += Probe();
  }
  cover_.UndoTo(root);
  return std::max(sum / std::max(done, 1), 1.0);
}

std::vector<Unit> Splitter::Split(const Unit& unit) {
  const PartialCover::Mark root = cover_.mark();
  Unit path = unit;
  std::vector<ItemId> open = primary_;
  std::vector<Unit> parts;
  bool is_alive = !MustStop() && Decide(unit, cover_);
  // Goes down as long as there is one child only.
  while (is_alive && cover_.left() > 0) {
    const Children children = Branch(ChooseItem(open));
    const PartialCover::Mark mark = cover_.mark();
    parts.clear();
    for (const Unit& child : children) {
      if (MustStop()) break;
      if (Decide(child, cover_)) {
        parts.push_back(path);
        parts.back().insert(parts.back().end(), child.begin(), child.end());
      }
      cover_.UndoTo(mark);
    }
    if (parts.size() != 1 || must_stop_) break;
    path = parts.front();
    is_alive = Decide(absl::MakeConstSpan(path).last(1), cover_);
  }
  cover_.UndoTo(root);
  return parts.size() > 1 && !must_stop_ ? parts : std::vector<Unit>();
}

// A unit, and where it stands in the tree, so that the order can be restored.
struct Candidate {
  SizedUnit sized;
  std::vector<uint32_t> position;
};

bool IsSmaller(const Candidate& a, const Candidate& b) {
  // Of equal size, the one that comes first, for the sake of a definite order.
  return a.sized.nodes != b.sized.nodes ? a.sized.nodes < b.sized.nodes
                                        : a.position > b.position;
}

}  // namespace

size_t UnitsFor(double nodes) {
  const double units = std::max(std::min(nodes / kFewestNodes, kEnoughUnits),
                                nodes / kEnoughNodes);
  return static_cast<size_t>(std::clamp(units, 1.0, kMostUnits));
}

std::vector<SizedUnit> SplitUnit(const Problem& problem, const Unit& unit,
                                 const SplitOptions& options) {
  const LimitWatch watch(options.limits);
  Splitter splitter(problem, options.seed, watch);
  if (splitter.is_hopeless()) return {{unit, 1}};
  std::priority_queue<Candidate, std::vector<Candidate>, decltype(&IsSmaller)>
      open(IsSmaller);
  std::vector<Candidate> done;
  double nodes = options.units.has_value()
                     ? splitter.EstimateNodes(unit)
                     : splitter.EstimateNodes(unit, kFirstProbes,
                                              kWorkAtFirst * kWorkForUnit);
  open.push({{unit, nodes}, {}});
  size_t wanted = options.units.value_or(1);
  const auto may_go_on = [&] {
    // Estimates are mostly too low.
    if (!options.units.has_value()) wanted = std::max(wanted, UnitsFor(nodes));
    return open.size() + done.size() < wanted && !splitter.must_stop();
  };
  while (!open.empty() && may_go_on()) {
    const Candidate largest = open.top();
    open.pop();
    const std::vector<Unit> parts = splitter.Split(largest.sized.unit);
    if (parts.empty()) {
      done.push_back(largest);
      continue;
    }
    nodes -= largest.sized.nodes;  // And those of the parts, below.
    for (uint32_t i = 0; i < parts.size(); ++i) {
      Candidate part = {{parts[i], splitter.EstimateNodes(parts[i])},
                        largest.position};
      part.position.push_back(i);
      nodes += part.sized.nodes;
      open.push(std::move(part));
    }
  }
  for (; !open.empty(); open.pop()) done.push_back(open.top());
  std::sort(done.begin(), done.end(),
            [](const Candidate& a, const Candidate& b) {
              return a.position < b.position;
            });
  std::vector<SizedUnit> units;
  units.reserve(done.size());
  for (Candidate& candidate : done) units.push_back(std::move(candidate.sized));
  return units;
}

}  // namespace dlx::units
