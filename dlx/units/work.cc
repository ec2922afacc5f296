#include "dlx/units/work.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "dlx/engines.h"
#include "dlx/parallel.h"
#include "dlx/restriction.h"
#include "dlx/search.h"
#include "dlx/units/claims.h"
#include "dlx/units/files.h"

namespace dlx::units {
namespace {

// To choose an engine may take longer than to search a unit, above all if
// engines run a race for it. Units of a search are much alike: the engine that
// was chosen for so many of them is the one for the others, too.
constexpr int kVotes = 5;

// How long a worker waits who finds that all that is left is being done.
constexpr absl::Duration kPatience = absl::Milliseconds(200);

using Covers = std::vector<std::vector<OptionId>>;

// What a search of a unit came to.
struct Found {
  UnitResult result;
  Covers covers;  // Of kSolve.
  Outcome outcome = Outcome::kRunning;
  EngineKind engine = EngineKind::kAuto;
};

class UnitSearch {
 public:
  UnitSearch(const RunFolder& run, const NamedUnit& unit)
      : run_(run), rest_(RestrictToUnit(run.problem(), unit.unit)) {}

  absl::StatusOr<Found> Search(const SearchOptions& options);

 private:
  std::vector<OptionId> Original(absl::Span<const OptionId> options) const {
    std::vector<OptionId> original(options.begin(), options.end());
    for (OptionId& option : original) option = rest_.original[option.value()];
    return original;
  }
  void Summarize(const SearchSummary& summary) {
    found_.outcome = summary.outcome;
    found_.engine = summary.engine.kind;
    found_.result.nodes = summary.statistics.nodes;
    found_.result.engine = std::string(EngineName(summary.engine.kind));
  }

  absl::Status Count(const SearchOptions& options);
  absl::Status Solve(const SearchOptions& options);
  absl::Status First(const SearchOptions& options);
  absl::Status Best(const SearchOptions& options);

  const RunFolder& run_;
  const Restriction rest_;
  Found found_;
};

absl::Status UnitSearch::Count(const SearchOptions& options) {
  const absl::StatusOr<CountResult> result =
      CountSolutions(rest_.problem, options);
  if (!result.ok()) return result.status();
  found_.result.count = result->count;
  Summarize(result->summary);
  return absl::OkStatus();
}

absl::Status UnitSearch::Solve(const SearchOptions& options) {
  const absl::StatusOr<SearchSummary> summary = ForEachSolution(
      rest_.problem,
      [this](const Solution& solution) {
        found_.covers.push_back(Original(solution.options));
        return true;
      },
      options);
  if (!summary.ok()) return summary.status();
  found_.result.count = found_.covers.size();
  Summarize(*summary);
  return absl::OkStatus();
}

absl::Status UnitSearch::First(const SearchOptions& options) {
  const absl::StatusOr<FirstResult> result = FindFirst(rest_.problem, options);
  if (!result.ok()) return result.status();
  Summarize(result->summary);
  if (result->options.has_value()) {
    found_.outcome = Outcome::kExhausted;  // All that was wanted.
    found_.result.count = 1;
    found_.result.covers = {{Original(*result->options), result->cost}};
  }
  return absl::OkStatus();
}

absl::Status UnitSearch::Best(const SearchOptions& options) {
  const absl::StatusOr<BestResult> result =
      FindBest(rest_.problem, run_.facts().best, options);
  if (!result.ok()) return result.status();
  for (const CostedCover& cover : result->covers) {
    found_.result.covers.push_back({Original(cover.options), cover.cost});
  }
  found_.result.count = found_.result.covers.size();
  Summarize(result->summary);
  return absl::OkStatus();
}

absl::StatusOr<Found> UnitSearch::Search(const SearchOptions& options) {
  const absl::Time start = absl::Now();
  absl::Status status;
  switch (run_.facts().task) {
    case RunTask::kCount:
      status = Count(options);
      break;
    case RunTask::kSolve:
      status = Solve(options);
      break;
    case RunTask::kFirst:
      status = First(options);
      break;
    case RunTask::kBest:
      status = Best(options);
      break;
  }
  if (!status.ok()) return status;
  found_.result.seconds = absl::ToDoubleSeconds(absl::Now() - start);
  found_.result.worker = ProcessName();
  return std::move(found_);
}

// What the threads of a worker have in common.
class Workshop {
 public:
  Workshop(const RunFolder& run, const WorkOptions& options,
           absl::FunctionRef<void(const WorkReport&)> on_unit)
      : run_(run),
        options_(options),
        on_unit_(on_unit),
        end_(absl::Now() + options.time),
        claims_(absl::StrCat(run.path(), "/claims"), options.lease) {}

  absl::StatusOr<WorkReport> Run();

 private:
  void Work();
  // The next unit, which is then claimed; nothing if there is no more to do, or
  // all is to stop.
  std::optional<NamedUnit> Take();
  std::optional<NamedUnit> TakeFromList();
  absl::Status WorkOn(const NamedUnit& unit);
  absl::Status Split(const NamedUnit& unit);

  bool IsMine(absl::string_view name, size_t index) const;
  // The engine for the next unit.
  EngineKind ChooseEngine();
  void Vote(EngineKind engine);
  // Reads again what there is to do.
  absl::Status Refresh();
  bool IsOver() const {
    return absl::Now() >= end_ || (options_.interrupter != nullptr &&
                                   options_.interrupter->requested());
  }
  void Report(size_t done, size_t split);
  void Stop(const absl::Status& status);

  const RunFolder& run_;
  const WorkOptions& options_;
  const absl::FunctionRef<void(const WorkReport&)> on_unit_;
  const absl::Time end_;
  Claims claims_;

  std::mutex mutex_;
  std::vector<NamedUnit> to_do_;     // The next one last.
  std::map<EngineKind, int> votes_;  // Which engines were chosen for units.
  WorkReport report_;
  absl::Status status_;
  bool is_stopped_ = false;
};

absl::StatusOr<WorkReport> Workshop::Run() {
  const int count = options_.threads == 0 ? ProcessorCount() : options_.threads;
  std::vector<std::thread> others;
  for (int i = 1; i < count; ++i) {
    try {
      others.emplace_back([this] { Work(); });
    } catch (const std::system_error&) {
      break;  // Fewer will do.
    }
  }
  Work();
  for (std::thread& thread : others) thread.join();
  if (!status_.ok()) return status_;
  return report_;
}

void Workshop::Work() {
  while (const std::optional<NamedUnit> unit = Take()) {
    const absl::Status status = WorkOn(*unit);
    claims_.Release(run_.ClaimPath(*unit));
    if (!status.ok()) return Stop(status);
  }
}

void Workshop::Stop(const absl::Status& status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  is_stopped_ = true;
  if (status_.ok()) status_ = status;
}

bool Workshop::IsMine(absl::string_view name, size_t index) const {
  if (options_.unit.has_value() && name != *options_.unit &&
      !absl::StartsWith(name, absl::StrCat(*options_.unit, "."))) {
    return false;
  }
  return index % options_.shards == options_.shard;
}

absl::Status Workshop::Refresh() {
  const absl::StatusOr<std::vector<NamedUnit>> units = run_.Units();
  if (!units.ok()) return units.status();
  to_do_.clear();
  bool has_cover = false;
  for (const NamedUnit& unit : *units) {
    if (unit.is_done && run_.facts().task == RunTask::kFirst && !has_cover) {
      const absl::StatusOr<UnitResult> result = run_.ReadResult(unit);
      has_cover = result.ok() && result->count > 0;
    }
    // The index of "17.3" is that of unit 17: the parts of a unit stay in its
    // shard.
    size_t index = 0;
    (void)absl::SimpleAtoi(
        absl::string_view(unit.name).substr(0, unit.name.find('.')), &index);
    if (!unit.is_done && IsMine(unit.name, index)) to_do_.push_back(unit);
  }
  if (has_cover) to_do_.clear();
  std::reverse(to_do_.begin(), to_do_.end());
  report_.is_finished = to_do_.empty();
  return absl::OkStatus();
}

std::optional<NamedUnit> Workshop::TakeFromList() {
  while (!to_do_.empty()) {
    NamedUnit unit = std::move(to_do_.back());
    to_do_.pop_back();
    const absl::StatusOr<bool> is_mine = claims_.TryClaim(run_.ClaimPath(unit));
    if (!is_mine.ok()) {
      is_stopped_ = true;
      status_ = is_mine.status();
      return std::nullopt;
    }
    if (*is_mine) return unit;
  }
  return std::nullopt;
}

std::optional<NamedUnit> Workshop::Take() {
  while (true) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (is_stopped_ || IsOver()) return std::nullopt;
      std::optional<NamedUnit> unit = TakeFromList();
      if (!unit.has_value() && status_.ok()) {
        status_ = Refresh();
        if (status_.ok() && !report_.is_finished) unit = TakeFromList();
      }
      if (!status_.ok()) is_stopped_ = true;
      if (is_stopped_ || report_.is_finished) return std::nullopt;
      if (unit.has_value()) {
        // Somebody else may have done it since the list was made.
        if (!run_.IsOpen(*unit)) {
          claims_.Release(run_.ClaimPath(*unit));
          continue;
        }
        return unit;
      }
    }
    // All that is left is being done. Something may be split, or its worker
    // may have gone.
    absl::SleepFor(std::min(kPatience, options_.lease / 4));
  }
}

absl::Status Workshop::Split(const NamedUnit& unit) {
  const std::vector<SizedUnit> parts =
      SplitUnit(run_.problem(), unit.unit, {.units = options_.parts});
  if (parts.size() < 2) return absl::NotFoundError("");
  absl::Status status = run_.WriteSplit(unit, parts);
  if (status.ok()) Report(0, 1);
  return status;
}

absl::Status Workshop::WorkOn(const NamedUnit& unit) {
  SearchOptions options = {.engine = ChooseEngine(),
                           .memory_limit = options_.memory_limit};
  options.limits.interrupter = options_.interrupter;
  options.limits.time = std::min(options_.slice, end_ - absl::Now());
  UnitSearch search(run_, unit);
  absl::StatusOr<Found> found = search.Search(options);
  if (!found.ok()) return found.status();
  if (found->outcome == Outcome::kTimeLimit && !IsOver()) {
    const absl::Status status = Split(unit);
    if (!absl::IsNotFound(status)) return status;
    // There is nothing to split in it: it takes as long as it takes.
    options.limits.time = end_ - absl::Now();
    found = UnitSearch(run_, unit).Search(options);
    if (!found.ok()) return found.status();
  }
  if (found->outcome != Outcome::kExhausted) return absl::OkStatus();
  if (options.engine == EngineKind::kAuto) Vote(found->engine);
  absl::Status status =
      run_.WriteResult(unit, found->result, std::move(found->covers));
  if (!status.ok()) return status;
  if (run_.facts().task == RunTask::kFirst && found->result.count > 0) {
    const std::lock_guard<std::mutex> lock(mutex_);
    to_do_.clear();
  }
  Report(1, 0);
  return absl::OkStatus();
}

EngineKind Workshop::ChooseEngine() {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto favourite = absl::c_max_element(
      votes_, [](const auto& a, const auto& b) { return a.second < b.second; });
  if (favourite == votes_.end() || favourite->second < kVotes) {
    return options_.engine;
  }
  return favourite->first;
}

void Workshop::Vote(EngineKind engine) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++votes_[engine];
}

void Workshop::Report(size_t done, size_t split) {
  const std::lock_guard<std::mutex> lock(mutex_);
  report_.units_done += done;
  report_.units_split += split;
  on_unit_(report_);
}

}  // namespace

absl::StatusOr<WorkReport> WorkOnRun(
    const RunFolder& run, const WorkOptions& options,
    absl::FunctionRef<void(const WorkReport&)> on_unit) {
  return Workshop(run, options, on_unit).Run();
}

absl::StatusOr<UnitResult> SearchUnit(const RunFolder& run,
                                      const NamedUnit& unit,
                                      const SearchOptions& options) {
  absl::StatusOr<Found> found = UnitSearch(run, unit).Search(options);
  if (!found.ok()) return found.status();
  if (found->outcome != Outcome::kExhausted) {
    return absl::CancelledError("a limit came before the end of the unit");
  }
  return std::move(found->result);
}

}  // namespace dlx::units
