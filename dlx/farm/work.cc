#include "dlx/farm/work.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <random>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "dlx/base/seed.h"
#include "dlx/base/threads.h"
#include "dlx/farm/claims.h"
#include "dlx/farm/verify_unit.h"
#include "dlx/natural.h"
#include "dlx/parallel.h"

namespace dlx::units {
namespace {

// How long a worker waits that finds that all that is left is being done: at
// first, and then ever longer, because to look again is to read all names in
// the folder.
constexpr absl::Duration kShortestWait = absl::Milliseconds(20);
constexpr absl::Duration kLongestWait = absl::Seconds(2);

UnitWorkerOptions OptionsForUnits(const WorkOptions& options, int threads) {
  return {.slice = options.slice,
          .parts = options.parts,
          .worth_splitting = options.slice / 12,
          .engine = options.engine,
          .memory_limit = options.memory_limit / static_cast<size_t>(threads)};
}

// What the threads of a worker have in common.
class Workshop {
 public:
  Workshop(const RunFolder& run, const WorkOptions& options,
           absl::FunctionRef<void(const WorkReport&)> on_unit)
      : run_(run),
        options_(options),
        threads_(options.threads == 0 ? ProcessorCount() : options.threads),
        on_unit_(on_unit),
        end_(absl::Now() + options.time),
        worker_(run, OptionsForUnits(options, threads_)),
        random_(GeneratorFor(std::nullopt)),
        claims_(absl::StrCat(run.path(), "/claims"), options.lease) {}

  absl::StatusOr<WorkReport> Run();

 private:
  void Work();
  // The next unit, which is then claimed; nothing if there is no more to do, or
  // all is to stop.
  std::optional<NamedUnit> Take();
  std::optional<NamedUnit> TakeFromList();
  absl::Status WorkOn(const NamedUnit& unit);

  // OK if the unit that was asked for, if one was, is one of the run, or was
  // split.
  absl::Status CheckUnit() const;
  bool IsWanted(absl::string_view name) const;
  bool IsMine(absl::string_view name) const;
  absl::Status SetDamagedAside() const;
  // Reads again what there is to do.
  absl::Status Refresh();
  // Large units first, so that no worker begins one when all others are done;
  // those of about the same size in an order that is not the same for all
  // workers, so that they do not all try to claim the same one.
  void SortList();
  bool IsOver() const {
    return absl::Now() >= end_ || IsInterrupted(options_.interrupter);
  }
  void Report(UnitEnd end);
  void Stop(const absl::Status& status);

  const RunFolder& run_;
  const WorkOptions& options_;
  const int threads_;
  const absl::FunctionRef<void(const WorkReport&)> on_unit_;
  const absl::Time end_;
  UnitWorker worker_;

  std::mutex mutex_;
  std::mt19937_64 random_;
  Claims claims_;
  std::vector<NamedUnit> to_do_;  // The next one last.
  WorkReport report_;
  absl::Status status_;
  bool is_stopped_ = false;
};

absl::Status Workshop::CheckUnit() const {
  if (!options_.unit.has_value()) return absl::OkStatus();
  const absl::StatusOr<std::vector<NamedUnit>> units = run_.Units();
  if (!units.ok()) return units.status();
  for (const NamedUnit& unit : *units) {
    if (IsWanted(unit.name)) return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "there is no unit \"", *options_.unit, "\" in \"", run_.path(), "\""));
}

absl::StatusOr<WorkReport> Workshop::Run() {
  absl::Status status = CheckUnit();
  if (status.ok() && options_.redo_damaged) status = SetDamagedAside();
  if (absl::IsCancelled(status)) return report_;
  if (!status.ok()) return status;
  Threads others;
  for (int i = 1; i < threads_ && others.Start([this] { Work(); }); ++i) {
  }
  Work();
  others.Join();
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

bool Workshop::IsWanted(absl::string_view name) const {
  return !options_.unit.has_value() || name == *options_.unit ||
         absl::StartsWith(name, absl::StrCat(*options_.unit, "."));
}

bool Workshop::IsMine(absl::string_view name) const {
  // The index of "17.3" is that of unit 17: the parts of a unit stay in its
  // shard.
  size_t index = 0;
  (void)absl::SimpleAtoi(name.substr(0, name.find('.')), &index);
  return IsWanted(name) && index % options_.shards == options_.shard;
}

absl::Status Workshop::SetDamagedAside() const {
  const absl::StatusOr<std::vector<NamedUnit>> damaged = DamagedUnits(
      run_, run_.facts().has_certificates,
      UntilStopped({.time = options_.time, .interrupter = options_.interrupter},
                   options_.memory_limit));
  if (!damaged.ok()) return damaged.status();
  for (const NamedUnit& unit : *damaged) {
    if (!IsMine(unit.name)) continue;
    if (absl::Status status = run_.SetResultAside(unit); !status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

absl::Status Workshop::Refresh() {
  absl::StatusOr<std::vector<NamedUnit>> units = run_.UnitsToDo();
  if (!units.ok()) return units.status();
  to_do_.clear();
  for (NamedUnit& unit : *units) {
    if (IsMine(unit.name)) to_do_.push_back(std::move(unit));
  }
  SortList();
  report_.is_finished = to_do_.empty();
  return absl::OkStatus();
}

void Workshop::SortList() {
  const auto is_smaller = [](const NamedUnit& a, const NamedUnit& b) {
    return std::ilogb(a.nodes) < std::ilogb(b.nodes);
  };
  std::shuffle(to_do_.begin(), to_do_.end(), random_);
  std::stable_sort(to_do_.begin(), to_do_.end(), is_smaller);
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
  absl::Duration wait = std::min(kShortestWait, options_.lease / 4);
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
        // Another worker may have done it since the list was made.
        if (!run_.IsOpen(*unit)) {
          claims_.Release(run_.ClaimPath(*unit));
          continue;
        }
        return unit;
      }
    }
    // All that is left is being done. Something may be split, or its worker
    // may have gone.
    absl::SleepFor(wait);
    wait = std::min({wait * 2, kLongestWait, options_.lease / 4});
  }
}

absl::Status Workshop::WorkOn(const NamedUnit& unit) {
  Natural count;
  const absl::StatusOr<UnitEnd> end =
      worker_.WorkOn(unit, end_ - absl::Now(), options_.interrupter, &count);
  if (!end.ok()) return end.status();
  if (*end == UnitEnd::kDone && run_.facts().task == RunTask::kFirst &&
      count != 0) {
    const std::lock_guard<std::mutex> lock(mutex_);
    to_do_.clear();
  }
  if (*end != UnitEnd::kLeft) Report(*end);
  return absl::OkStatus();
}

void Workshop::Report(UnitEnd end) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++(end == UnitEnd::kDone ? report_.units_done : report_.units_split);
  on_unit_(report_);
}

}  // namespace

absl::StatusOr<WorkReport> WorkOnRun(
    const RunFolder& run, const WorkOptions& options,
    absl::FunctionRef<void(const WorkReport&)> on_unit) {
  return Workshop(run, options, on_unit).Run();
}

}  // namespace dlx::units
