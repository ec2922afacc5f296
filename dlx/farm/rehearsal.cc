#include "dlx/farm/rehearsal.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/base/cpu_time.h"
#include "dlx/engines.h"
#include "dlx/farm/unit.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/search.h"
#include "dlx/search_options.h"

namespace dlx::units {
namespace {

// Fewer nodes are searched before engines can be told apart.
constexpr double kNodesWorthRehearsing = 100'000;

// Where the samples are: after these parts of all nodes. And how large.
constexpr double kWhere[] = {0.5, 0.25, 0.75};
constexpr double kPartOfAll = 1.0 / 400;
// A sample may be this many times as large.
constexpr double kTolerance = 1.5;

// An engine that takes this many times as long as the best does not come back;
// times that are shorter than this are not compared.
constexpr double kLost = 2;
constexpr absl::Duration kShortestTime = absl::Milliseconds(1);

// All engines are given so much time for a sample, and so much if none has come
// to an end.
constexpr absl::Duration kTimes[] = {absl::Milliseconds(32),
                                     absl::Milliseconds(256)};
// Then the next sample has this part of the nodes. After this many it is given
// up.
constexpr double kSmaller = 1.0 / 100;
constexpr int kMostAttempts = 8;

struct Rehearsed {
  EngineKind engine;
  absl::Duration time = absl::ZeroDuration();  // Of all samples.
};

// The unit that is there after that part of all nodes.
const SizedUnit& UnitAt(absl::Span<const SizedUnit> units, double part) {
  double nodes = 0;
  for (const SizedUnit& unit : units) nodes += unit.nodes;
  double before = part * nodes;
  for (const SizedUnit& unit : units) {
    before -= unit.nodes;
    if (before < 0) return unit;
  }
  return units.back();
}

class Rehearsing {
 public:
  Rehearsing(const Problem& problem, RunTask task, const Limits& limits)
      : problem_(problem),
        task_(task == RunTask::kCount ? Task::kCount : Task::kEnumerate),
        interrupter_(limits.interrupter),
        deadline_(SteadyNow() + limits.time) {
    const auto add = [this](EngineKind engine) {
      if (CheckEngine(engine, problem_, task_).ok() &&
          !absl::c_any_of(candidates_, [engine](const Rehearsed& other) {
            return other.engine == engine;
          })) {
        candidates_.push_back({engine});
      }
    };
    // It is the fastest most often, and a good first is a low limit for others.
    add(EngineKind::kBitSets);
    for (const internal::EngineRow* row :
         internal::LikelyEngines(problem, task_)) {
      add(row->kind);
    }
  }

  std::optional<Rehearsal> Run(absl::Span<const SizedUnit> units);

 private:
  // About so many nodes of the unit, or the least of it that there is.
  SizedUnit PartOf(SizedUnit unit, double nodes) const;
  // Lets the candidates search a sample of the unit, and strikes out those that
  // have lost. False if they could not.
  bool Try(const SizedUnit& unit);
  // The time that it takes; nothing if it takes longer than that.
  std::optional<absl::Duration> TimeOf(EngineKind engine,
                                       const Problem& problem,
                                       absl::Duration limit) const;
  bool IsOver() const {
    return IsInterrupted(interrupter_) || SteadyNow() >= deadline_;
  }
  // What SplitUnit() may take.
  Limits LimitsNow() const {
    return {.time = deadline_ - SteadyNow(), .interrupter = interrupter_};
  }

  const Problem& problem_;
  const Task task_;
  const Interrupter* const interrupter_;
  const absl::Duration deadline_;
  std::vector<Rehearsed> candidates_;
  double nodes_wanted_ = 0;  // Of a sample.
  double nodes_ = 0;         // Of all samples.
};

SizedUnit Rehearsing::PartOf(SizedUnit unit, double nodes) const {
  while (unit.nodes > kTolerance * nodes && !IsOver()) {
    // Into as few as there can be: each part is probed.
    const std::vector<SizedUnit> split =
        SplitUnit(problem_, unit.unit, {.units = 2, .limits = LimitsNow()});
    if (split.size() < 2) break;
    unit = UnitAt(split, 0.5);
  }
  return unit;
}

std::optional<absl::Duration> Rehearsing::TimeOf(EngineKind engine,
                                                 const Problem& problem,
                                                 absl::Duration limit) const {
  SearchOptions options = {.engine = engine};
  options.limits = LimitsNow();
  options.limits.time = std::min(options.limits.time, limit);
  const absl::Duration start = ThreadCpuTime();
  Outcome outcome = Outcome::kRunning;
  if (task_ == Task::kCount) {
    const absl::StatusOr<CountResult> result = CountSolutions(problem, options);
    if (result.ok()) outcome = result->summary.outcome;
  } else {
    const absl::StatusOr<SearchSummary> summary = ForEachSolution(
        problem, [](const Solution&) { return true; }, options);
    if (summary.ok()) outcome = summary->outcome;
  }
  if (outcome != Outcome::kExhausted) return std::nullopt;
  return ThreadCpuTime() - start;
}

bool Rehearsing::Try(const SizedUnit& unit) {
  SizedUnit sample = unit;
  for (int attempt = 0; attempt < kMostAttempts && !IsOver(); ++attempt) {
    sample = PartOf(std::move(sample), nodes_wanted_);
    const Problem rest = RestrictToUnit(problem_, sample.unit).problem();
    for (const absl::Duration time : kTimes) {
      absl::Duration best = absl::InfiniteDuration();
      std::vector<Rehearsed> left;
      for (const Rehearsed& candidate : candidates_) {
        const absl::Duration limit =
            std::min(time, std::max(kLost * best, kShortestTime));
        const auto taken = TimeOf(candidate.engine, rest, limit);
        if (!taken.has_value()) continue;
        best = std::min(best, *taken);
        left.push_back({candidate.engine, candidate.time + *taken});
      }
      if (left.empty()) continue;
      candidates_ = std::move(left);
      nodes_ += sample.nodes;
      return true;
    }
    nodes_wanted_ = sample.nodes * kSmaller;
  }
  return false;
}

std::optional<Rehearsal> Rehearsing::Run(absl::Span<const SizedUnit> units) {
  double all = 0;
  for (const SizedUnit& unit : units) all += unit.nodes;
  nodes_wanted_ = kPartOfAll * all;
  for (const double where : kWhere) {
    if (!Try(UnitAt(units, where))) return std::nullopt;
  }
  // A part may seem to be larger than the whole.
  if (!std::isfinite(nodes_)) return std::nullopt;
  const auto best = absl::c_min_element(
      candidates_,
      [](const Rehearsed& a, const Rehearsed& b) { return a.time < b.time; });
  return Rehearsal{.engine = best->engine,
                   .nodes = nodes_,
                   .seconds = absl::ToDoubleSeconds(best->time)};
}

}  // namespace

std::optional<Rehearsal> Rehearse(const Problem& problem, const RunFacts& facts,
                                  absl::Span<const SizedUnit> units,
                                  const Limits& limits) {
  if (facts.has_certificates ||
      (facts.task != RunTask::kCount && facts.task != RunTask::kSolve)) {
    return std::nullopt;
  }
  double nodes = 0;
  for (const SizedUnit& unit : units) nodes += unit.nodes;
  // Estimates of very large searches are infinite, and say nothing.
  if (nodes < kNodesWorthRehearsing || !std::isfinite(nodes))
    return std::nullopt;
  return Rehearsing(problem, facts.task, limits).Run(units);
}

}  // namespace dlx::units
