#include "dlx/ask/estimate.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <random>
#include <utility>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/reduce/partial_cover.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx {
namespace {

using internal::PartialCover;

// A tree with fewer nodes than that (as far as one can tell from probes) is
// walked through.
constexpr long double kSmallTree = 100'000;
// The walk is given up if the tree turns out to be this many times as large.
constexpr uint64_t kMisjudged = 8;

// What trying out one strategy may take: probes, or work.
constexpr uint64_t kTrialProbes = 256;
constexpr uint64_t kTrialWork = 5'000'000;

// What is known of the statistics of fewer probes is too uncertain to stop.
constexpr uint64_t kFewestProbes = 1000;

constexpr absl::Duration kTimeBetweenLooks = absl::Milliseconds(5);
constexpr uint64_t kFirstStride = 1000;

// Half a 95% interval, in standard deviations.
constexpr double kNormal95 = 1.96;

constexpr size_t kNoCut = std::numeric_limits<size_t>::max();

// How to probe.
struct Strategy {
  // A child that leaves k options more is e^(k * bias) times as likely. If 0,
  // children are not tried, and all equally likely.
  double bias = 0;
  // Subtrees this far from the root are walked through.
  size_t cut = kNoCut;
  // How many nodes such a walk may visit.
  uint64_t walk_nodes = 0;
};

// Probes are heavy-tailed from here on, and what is seen of their variance says
// nothing. (It is infinite from 1/2 on; up to 0.7 averages are still of use,
// say Vehtari, Simpson, Gelman, Yao and Gabry, "Pareto smoothed importance
// sampling", Journal of Machine Learning Research 25, 2024.)
constexpr double kHeavyTail = 0.7;
// What is known then: a number that is right on average, and not below 0, is
// more than so many times too large in one of so many cases at most (Markov).
constexpr long double kMarkov95 = 20;

// Sums over probes, of one of the numbers that they estimate.
class Moments {
 public:
  void Add(long double x) {
    ++n_;
    sum_ += x;
    sum_of_squares_ += x * x;
    if (x > 0) KeepIfLarge(std::log(x));
  }

  long double mean() const { return n_ == 0 ? 0 : sum_ / n_; }

  // The variance of one probe, as a part of the squared mean.
  long double relative_variance() const {
    if (sum_ == 0) return std::numeric_limits<long double>::infinity();
    const long double ratio = sum_of_squares_ / sum_ * n_ / sum_;
    return std::max<long double>(ratio - 1, 0);
  }
  long double relative_error() const {
    if (n_ < 2) return std::numeric_limits<long double>::infinity();
    return kNormal95 * std::sqrt(relative_variance() / (n_ - 1));
  }

  // Whether a few probes may tell of nearly all, and most of these are still to
  // come. Hill's estimate: by how much the logarithms of the largest probes
  // exceed the next one, on average. If the probability of more than x is
  // x^(-1/t), that is t; the mean is infinite for t > 1.
  bool has_heavy_tail() const {
    const auto positive = static_cast<double>(positive_);
    const auto tail =
        static_cast<size_t>(std::min({static_cast<double>(kMostInTail),
                                      positive / 5, 3 * std::sqrt(positive)}));
    if (tail < kFewestInTail) return true;  // It cannot be known.
    std::vector<long double> logs = largest_;
    std::sort(logs.begin(), logs.end(), std::greater<>());
    long double sum = 0;
    for (size_t i = 0; i < tail; ++i) sum += logs[i] - logs[tail];
    return sum >= kHeavyTail * static_cast<double>(tail);
  }

  // `at_least` is known to be a lower bound.
  Estimate::Number number(long double at_least) const {
    if (has_heavy_tail()) {
      return {mean(), std::max(mean() / kMarkov95, at_least),
              std::numeric_limits<long double>::infinity()};
    }
    // An interval of the logarithm: estimates scatter widely above the mean and
    // cannot be below 0.
    const long double factor = std::exp(relative_error());
    return {mean(), std::max(mean() / factor, at_least), mean() * factor};
  }

 private:
  static constexpr size_t kMostInTail = 256;
  static constexpr size_t kFewestInTail = 10;

  void KeepIfLarge(long double log) {
    ++positive_;
    if (largest_.size() > kMostInTail) {
      if (log <= largest_.front()) return;
      std::pop_heap(largest_.begin(), largest_.end(), std::greater<>());
      largest_.pop_back();
    }
    largest_.push_back(log);
    std::push_heap(largest_.begin(), largest_.end(), std::greater<>());
  }

  uint64_t n_ = 0;
  uint64_t positive_ = 0;
  long double sum_ = 0;
  long double sum_of_squares_ = 0;
  // Logarithms: a heap, the smallest one first, of one more than are looked at.
  std::vector<long double> largest_;
};

// What many probes found.
struct Sample {
  Moments covers;
  Moments nodes;
  std::vector<long double> nodes_by_depth;  // Sums.
  uint64_t probes = 0;
  uint64_t successful = 0;
  uint64_t work = 0;  // The time that they took.

  // How long it takes to reach a given precision.
  long double effort() const {
    if (probes == 0) return std::numeric_limits<long double>::infinity();
    const Moments& moments = successful > 0 ? covers : nodes;
    return moments.relative_variance() * work / probes;
  }
};

// What one probe found, and what the walk through a subtree did.
struct Find {
  long double covers = 0;
  std::vector<long double> nodes_by_depth;

  void Clear() {
    covers = 0;
    nodes_by_depth.clear();
  }
  void AddNodes(size_t depth, long double nodes) {
    if (depth >= nodes_by_depth.size()) nodes_by_depth.resize(depth + 1);
    nodes_by_depth[depth] += nodes;
  }
  long double nodes() const {
    long double sum = 0;
    for (const long double nodes : nodes_by_depth) sum += nodes;
    return sum;
  }
};

// The limits of the whole estimate. One node may take a million times the work
// of another, so looks are paced by the work.
class Watch {
 public:
  explicit Watch(const Limits& limits) : watch_(limits) {}

  // Counts a node, after so much work in all; false if it is time to stop.
  bool CountNode(uint64_t work) {
    if (++nodes_ >= watch_.limits().nodes) next_look_ = work;
    return MayGoOn(work);
  }
  // The same in the middle of a node.
  bool MayGoOn(uint64_t work) {
    if (work >= next_look_) Look(work);
    return outcome_ == Outcome::kRunning;
  }
  Outcome outcome() const { return outcome_; }
  absl::Duration now() const { return watch_.Now(); }

 private:
  void Look(uint64_t work) {
    outcome_ = watch_.Check(nodes_);
    pacer_.Look(watch_.Now());
    next_look_ = pacer_.NextLook(work);
  }

  LimitWatch watch_;
  Pacer pacer_{kTimeBetweenLooks, kFirstStride};
  uint64_t nodes_ = 0;
  uint64_t next_look_ = 0;
  Outcome outcome_ = Outcome::kRunning;
};

// What there is to decide at a node: which option covers `item` next. The
// children of the node are numbered from 0.
//
// If the item is covered exactly once, child k chooses options[k]. Otherwise,
// so that no cover is found twice, child k also excludes the options before
// that, and if the item needs no more options there is one more child, which
// excludes them all.
struct Branching {
  ItemId item;
  uint32_t children = 0;
  bool exactly_once = true;
};

class Prober {
 public:
  Prober(const Problem& problem, Watch& watch, uint64_t seed)
      : cover_(problem), watch_(watch), random_(seed) {
    for (uint32_t i = 0; i < problem.item_count(); ++i) {
      if (problem.is_primary(ItemId(i))) primary_.emplace_back(i);
    }
  }

  // False if the givens contradict each other, or leave some item dead.
  bool ChooseGivens(absl::Span<const OptionId> givens) {
    for (const OptionId given : givens) {
      if (cover_.is_dead() || !cover_.is_left(given)) return false;
      cover_.Choose(given);
    }
    return !cover_.is_dead();
  }

  // A measure of the time that everything took so far: an update takes about
  // as long as a look at some items.
  uint64_t work() const { return cover_.updates() + items_seen_ / 8; }

  // How many options are left at the root.
  size_t left() const { return cover_.left(); }

  // One probe, added to the sample. False if a limit stopped it.
  bool Probe(const Strategy& strategy, Sample& sample);

  // Walks through the subtree below the current node, which counts `weight`
  // times. False, with no effect on `find`, if it has more nodes than that, or
  // a limit stopped it.
  bool Walk(uint64_t most_nodes, size_t depth, long double weight, Find& find);

 private:
  // A node on the way down, in a walk.
  struct Level {
    PartialCover::Mark mark;
    Branching branching;
    size_t options;  // Where its options are in pool_.
    uint32_t next = 0;
  };

  bool IsComplete() const { return cover_.left() == 0; }
  // REQUIRES: not complete, and not dead.
  Branching ChooseItem();
  // The options of the item that are left.
  void AppendOptions(const Branching& branching,
                     std::vector<OptionId>& options) const;
  void GoTo(uint32_t child, const Branching& branching,
            absl::Span<const OptionId> options);
  // Picks a child at random, and goes there. Returns how many children it
  // stands for; 0 if all are dead.
  long double PickAny(const Branching& branching);
  long double PickByOptionsLeft(const Branching& branching, double bias);
  double Random() { return static_cast<double>(random_() >> 11) * 0x1p-53; }

  PartialCover cover_;
  Watch& watch_;
  std::mt19937_64 random_;
  std::vector<ItemId> primary_;
  uint64_t items_seen_ = 0;
  // Kept for their memory.
  Find find_;
  Find walk_;
  std::vector<OptionId> options_;
  std::vector<double> weights_;
  std::vector<Level> levels_;
  std::vector<OptionId> pool_;
};

Branching Prober::ChooseItem() {
  const ItemId tight = cover_.tight_item();
  Branching best;
  if (cover_.missing(tight) > 0 &&
      cover_.missing(tight) == cover_.left(tight)) {
    best = {.item = tight, .children = 1};
  } else {
    items_seen_ += primary_.size();
    for (const ItemId item : primary_) {
      // 0 is the largest, as it were.
      const uint32_t children = cover_.ways(item);
      if (children - 1 < best.children - 1) {
        best = {.item = item, .children = children};
        if (children == 1) break;
      }
    }
  }
  best.exactly_once =
      cover_.problem().multiplicity(best.item) == Multiplicity{};
  return best;
}

void Prober::AppendOptions(const Branching& branching,
                           std::vector<OptionId>& options) const {
  for (const OptionId option : cover_.options_of(branching.item)) {
    if (cover_.is_left(option)) options.push_back(option);
  }
}

void Prober::GoTo(uint32_t child, const Branching& branching,
                  absl::Span<const OptionId> options) {
  if (!branching.exactly_once) {
    for (uint32_t i = 0; i < child; ++i) {
      cover_.Exclude(options[i]);
      if (cover_.is_dead()) return;
    }
  }
  if (child < options.size()) cover_.Choose(options[child]);
}

long double Prober::PickAny(const Branching& branching) {
  const uint32_t child =
      branching.children == 1
          ? 0
          : static_cast<uint32_t>(Random() * branching.children);
  GoTo(child, branching, options_);
  return cover_.is_dead() ? 0 : branching.children;
}

long double Prober::PickByOptionsLeft(const Branching& branching, double bias) {
  weights_.clear();
  double most = 0;
  for (uint32_t child = 0; child < branching.children; ++child) {
    if (!watch_.MayGoOn(work())) return 0;
    const PartialCover::Mark mark = cover_.mark();
    GoTo(child, branching, options_);
    // -1 for a dead child.
    const double left =
        cover_.is_dead() ? -1 : static_cast<double>(cover_.left());
    cover_.UndoTo(mark);
    weights_.push_back(left);
    most = std::max(most, left);
  }
  double sum = 0;
  for (double& weight : weights_) {
    weight = weight < 0 ? 0 : std::exp((weight - most) * bias);
    sum += weight;
  }
  if (sum == 0) return 0;
  double rest = Random() * sum;
  uint32_t child = 0;
  for (uint32_t i = 0; i < branching.children; ++i) {
    if (weights_[i] == 0) continue;
    child = i;  // The last one, too, if rounding leaves something of `rest`.
    rest -= weights_[i];
    if (rest < 0) break;
  }
  GoTo(child, branching, options_);
  return sum / weights_[child];
}

bool Prober::Probe(const Strategy& strategy, Sample& sample) {
  const PartialCover::Mark root = cover_.mark();
  const uint64_t work_before = work();
  find_.Clear();
  find_.AddNodes(0, 1);
  long double weight = 1;
  for (size_t depth = 0; weight > 0; ++depth) {
    if (IsComplete()) {
      find_.covers += weight;
      break;
    }
    if (depth >= strategy.cut && depth > 0 &&
        Walk(strategy.walk_nodes, depth, weight, find_)) {
      break;
    }
    if (!watch_.CountNode(work())) break;
    const Branching branching = ChooseItem();
    find_.AddNodes(depth + 1, weight * branching.children);
    options_.clear();
    AppendOptions(branching, options_);
    weight *= strategy.bias == 0 || branching.children == 1
                  ? PickAny(branching)
                  : PickByOptionsLeft(branching, strategy.bias);
  }
  cover_.UndoTo(root);
  sample.work += work() - work_before;
  if (watch_.outcome() != Outcome::kRunning) return false;
  sample.covers.Add(find_.covers);
  sample.nodes.Add(find_.nodes());
  std::vector<long double>& by_depth = sample.nodes_by_depth;
  by_depth.resize(std::max(by_depth.size(), find_.nodes_by_depth.size()), 0);
  for (size_t d = 0; d < find_.nodes_by_depth.size(); ++d) {
    by_depth[d] += find_.nodes_by_depth[d];
  }
  ++sample.probes;
  sample.successful += find_.covers > 0;
  return true;
}

bool Prober::Walk(uint64_t most_nodes, size_t depth, long double weight,
                  Find& find) {
  const PartialCover::Mark top = cover_.mark();
  walk_.Clear();
  levels_.clear();
  pool_.clear();
  uint64_t nodes = 0;
  bool is_new = true;  // At a node that has not been looked at.
  bool fits = true;
  while (fits) {
    if (is_new && !cover_.is_dead() && IsComplete()) {
      ++walk_.covers;
    } else if (is_new && !cover_.is_dead()) {
      const Branching branching = ChooseItem();
      levels_.push_back({cover_.mark(), branching, pool_.size()});
      AppendOptions(branching, pool_);
      walk_.AddNodes(levels_.size(), branching.children);
    }
    while (!levels_.empty() &&
           levels_.back().next == levels_.back().branching.children) {
      pool_.resize(levels_.back().options);
      levels_.pop_back();
    }
    if (levels_.empty()) break;
    Level& level = levels_.back();
    cover_.UndoTo(level.mark);
    GoTo(level.next++, level.branching,
         absl::MakeConstSpan(pool_).subspan(level.options));
    is_new = true;
    fits = ++nodes <= most_nodes && watch_.CountNode(work());
  }
  cover_.UndoTo(top);
  if (!fits) return false;
  find.covers += weight * walk_.covers;
  for (size_t d = 1; d < walk_.nodes_by_depth.size(); ++d) {
    find.AddNodes(depth + d, weight * walk_.nodes_by_depth[d]);
  }
  return true;
}

// The depth at which subtrees have `nodes` nodes on average; none if they have
// that only at the leaves.
size_t DepthOfSubtrees(const Sample& sample, long double nodes) {
  long double below = 0;
  for (size_t d = sample.nodes_by_depth.size(); d-- > 0;) {
    below += sample.nodes_by_depth[d];
    if (below > nodes * sample.nodes_by_depth[d]) return d + 1;
  }
  return 0;
}

// Tries out a strategy. False if a limit stopped it.
bool TryOut(Prober& prober, const Strategy& strategy, Sample& sample) {
  while (sample.probes < kTrialProbes && sample.work < kTrialWork) {
    if (!prober.Probe(strategy, sample)) return false;
  }
  return true;
}

// The strategy that needs least time for a given precision, as far as some
// hundred probes can tell; `plain` is what those without bias or cut found.
Strategy ChooseStrategy(Prober& prober, const Sample& plain) {
  Strategy best;
  long double least = plain.effort();
  const auto consider = [&](const Strategy& strategy) {
    Sample sample;
    if (!TryOut(prober, strategy, sample)) return;
    if (sample.effort() < least) {
      least = sample.effort();
      best = strategy;
    }
  };
  // If every option left made the covers more by the same factor, it would be
  // this one.
  const long double size =
      plain.successful > 0 ? plain.covers.mean() : plain.nodes.mean();
  const double bias = static_cast<double>(std::log(size) / prober.left());
  if (bias > 0) {
    consider({.bias = bias});
    consider({.bias = 2 * bias});
  }
  for (const uint64_t nodes : {16, 128}) {
    Strategy strategy = best;
    strategy.cut = DepthOfSubtrees(plain, nodes);
    strategy.walk_nodes = nodes * kMisjudged;
    consider(strategy);
  }
  return best;
}

Estimate MakeEstimate(const Sample& sample, const Watch& watch) {
  Estimate estimate;
  estimate.covers = sample.covers.number(sample.successful > 0 ? 1 : 0);
  estimate.nodes = sample.nodes.number(1);
  estimate.nodes_by_depth = sample.nodes_by_depth;
  for (long double& nodes : estimate.nodes_by_depth) nodes /= sample.probes;
  estimate.probes = sample.probes;
  estimate.successful_probes = sample.successful;
  estimate.outcome = watch.outcome();
  return estimate;
}

Estimate MakeExact(const Find& find) {
  const long double nodes = find.nodes();
  return {.covers = {find.covers, find.covers, find.covers},
          .nodes = {nodes, nodes, nodes},
          .nodes_by_depth = find.nodes_by_depth,
          .exact = true,
          .outcome = Outcome::kExhausted};
}

// Counts the whole tree, if it is small.
std::optional<Estimate> CountSmallTree(Prober& prober, const Sample& plain) {
  if (plain.nodes.mean() > kSmallTree) return std::nullopt;
  Find find;
  find.AddNodes(0, 1);
  const auto most = static_cast<uint64_t>(kSmallTree) * kMisjudged;
  if (!prober.Walk(most, 0, 1, find)) return std::nullopt;
  return MakeExact(find);
}

}  // namespace

absl::StatusOr<Estimate> EstimateSearch(const Problem& problem,
                                        EstimateOptions options) {
  if (absl::Status status = internal::CheckGivens(problem, options.givens);
      !status.ok()) {
    return status;
  }
  Watch watch(options.limits);
  Prober prober(problem, watch, options.seed);
  if (!prober.ChooseGivens(options.givens)) {
    return MakeExact({.covers = 0, .nodes_by_depth = {1}});
  }
  Sample sample;
  if (!TryOut(prober, {}, sample)) return MakeEstimate(sample, watch);
  if (std::optional<Estimate> exact = CountSmallTree(prober, sample)) {
    return *std::move(exact);
  }
  const Strategy strategy = ChooseStrategy(prober, sample);
  if (watch.outcome() != Outcome::kRunning) return MakeEstimate(sample, watch);

  sample = Sample();
  absl::Duration next_report = watch.now() + options.progress_interval;
  while (sample.probes < options.probes &&
         (sample.probes < kFewestProbes ||
          sample.covers.relative_error() > options.relative_error ||
          sample.covers.has_heavy_tail())) {
    if (!prober.Probe(strategy, sample)) break;
    if (options.on_progress != nullptr && watch.now() >= next_report) {
      options.on_progress(MakeEstimate(sample, watch));
      next_report = watch.now() + options.progress_interval;
    }
  }
  Estimate estimate = MakeEstimate(sample, watch);
  if (estimate.outcome == Outcome::kRunning) {
    estimate.outcome = Outcome::kExhausted;
  }
  return estimate;
}

}  // namespace dlx
