#include "dlx/farm/unit_worker.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/base/cpu_time.h"
#include "dlx/engines.h"
#include "dlx/farm/engine_picker.h"
#include "dlx/farm/files.h"
#include "dlx/farm/split.h"
#include "dlx/farm/unit.h"
#include "dlx/proof/write/certify.h"
#include "dlx/reduce/reducer.h"
#include "dlx/schedule/parts.h"
#include "dlx/search.h"

namespace dlx::units {
namespace {

// A unit that takes longer than a slice is split so that its parts are expected
// to take this part of one, but not into more than so many.
constexpr double kPartOfSlice = 0.25;
constexpr double kMostParts = 1024;

using Covers = std::vector<std::vector<OptionId>>;

// What a search of a unit came to.
struct Found {
  UnitResult result;
  Covers covers;  // Of kSolve.
  Outcome outcome = Outcome::kRunning;
  EngineKind engine = EngineKind::kAuto;
};

// A unit, and what it leaves of the problem.
struct UnitAtWork {
  UnitAtWork(const RunFolder& run, const NamedUnit& unit, EngineKind engine)
      : run(run),
        unit(unit),
        rest(run.RestOf(unit)),
        is_in_parts(engine == EngineKind::kAuto &&
                    internal::Reduce(rest.problem(), {}).split.has_value()) {}

  const RunFolder& run;
  const NamedUnit& unit;
  const internal::Reduction rest;
  // It falls into independent parts, each of which has an engine of its own.
  const bool is_in_parts;
};

class UnitSearch {
 public:
  explicit UnitSearch(const UnitAtWork& unit)
      : run_(unit.run), rest_(unit.rest) {}

  // With a certificate, unless that is null. It is whole if the search comes to
  // its end.
  absl::StatusOr<Found> Search(const SearchOptions& options,
                               FileDraft* certificate = nullptr);

 private:
  std::vector<OptionId> Original(absl::Span<const OptionId> options) const {
    std::vector<OptionId> original;
    rest_.Lift(options, original);
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
  absl::Status Certify(const SearchOptions& options, FileDraft& certificate);

  const RunFolder& run_;
  const internal::Reduction& rest_;
  Found found_;
};

absl::Status UnitSearch::Count(const SearchOptions& options) {
  const absl::StatusOr<CountResult> result =
      CountSolutions(rest_.problem(), options);
  if (!result.ok()) return result.status();
  found_.result.count = result->count;
  Summarize(result->summary);
  return absl::OkStatus();
}

absl::Status UnitSearch::Solve(const SearchOptions& options) {
  const absl::StatusOr<SearchSummary> summary = ForEachSolution(
      rest_.problem(),
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
  const absl::StatusOr<FirstResult> result =
      FindFirst(rest_.problem(), options);
  if (!result.ok()) return result.status();
  Summarize(result->summary);
  if (result->options.has_value()) {
    found_.outcome = Outcome::kExhausted;  // All that was wanted.
    found_.result.count = 1;
    found_.result.covers = {
        {Original(*result->options), rest_.cost() + result->cost}};
  }
  return absl::OkStatus();
}

absl::Status UnitSearch::Best(const SearchOptions& options) {
  const absl::StatusOr<BestResult> result =
      FindBest(rest_.problem(), run_.facts().best, options);
  if (!result.ok()) return result.status();
  for (const CostedCover& cover : result->covers) {
    found_.result.covers.push_back(
        {Original(cover.options), rest_.cost() + cover.cost});
  }
  found_.result.count = found_.result.covers.size();
  Summarize(result->summary);
  return absl::OkStatus();
}

// To count is to certify. A search that has listed all covers counts them once
// more.
absl::Status UnitSearch::Certify(const SearchOptions& options,
                                 FileDraft& certificate) {
  const absl::StatusOr<CountResult> result = internal::CountWithCertificate(
      rest_.problem(),
      [&certificate](absl::string_view bytes) {
        return certificate.Write(bytes);
      },
      options, CertificateForm::kAny, &ThreadCpuTime, &run_.problem());
  if (!certificate.status().ok()) return certificate.status();
  if (!result.ok()) return result.status();
  const bool is_all = result->summary.outcome == Outcome::kExhausted;
  if (is_all && run_.facts().task == RunTask::kSolve &&
      result->count != found_.result.count) {
    return absl::InternalError(absl::StrCat(
        "this should never happen: the search has found ",
        found_.result.count.ToString(), " covers, but the certificate has ",
        result->count.ToString()));
  }
  found_.result.count = result->count;
  Summarize(result->summary);
  return absl::OkStatus();
}

absl::StatusOr<Found> UnitSearch::Search(const SearchOptions& options,
                                         FileDraft* certificate) {
  const absl::Time start = absl::Now();
  absl::Status status;
  switch (run_.facts().task) {
    case RunTask::kCount:
      status = certificate != nullptr ? Certify(options, *certificate)
                                      : Count(options);
      break;
    case RunTask::kSolve:
      status = Solve(options);
      if (status.ok() && certificate != nullptr &&
          found_.outcome == Outcome::kExhausted) {
        SearchOptions rest = options;
        rest.limits.time -= absl::Now() - start;
        status = Certify(rest, *certificate);
      }
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

// Searches a unit with the engine that is the one for units of this run.
absl::StatusOr<Found> SearchWithBest(const UnitAtWork& at_work,
                                     SearchOptions options,
                                     EnginePicker& picker) {
  const Limits limits = options.limits;
  const EnginePicker::Choice choice = picker.Choose(at_work.unit.nodes);
  options.engine = choice.engine;
  options.limits.time = std::min(limits.time, choice.time);
  const absl::Time start = absl::Now();
  const absl::Duration cpu_start = ThreadCpuTime();
  absl::StatusOr<Found> found = UnitSearch(at_work).Search(options);
  if (choice.engine == EngineKind::kAuto) {
    if (found.ok()) picker.NoteRace(found->engine);
    return found;
  }
  if (found.ok()) {
    if (found->outcome == Outcome::kInterrupted) return found;
    picker.NoteSearch(choice.engine, at_work.unit.nodes,
                      absl::ToDoubleSeconds(ThreadCpuTime() - cpu_start));
    if (found->outcome != Outcome::kTimeLimit || choice.time >= limits.time) {
      return found;
    }
    options.engine = choice.next;
  } else {
    picker.NoteRefusal(choice.engine);
    options.engine = EngineKind::kAuto;
  }
  options.limits.time = limits.time - (absl::Now() - start);
  const bool is_known = found.ok();
  found = UnitSearch(at_work).Search(options);
  if (is_known && options.engine == EngineKind::kAuto && found.ok() &&
      found->outcome == Outcome::kExhausted) {
    picker.NoteRaceAfter(choice.engine, found->engine);
  }
  return found;
}

// The same with a certificate, which leaves no choice of engines.
absl::StatusOr<Found> SearchWithCertificate(const UnitAtWork& at_work,
                                            const SearchOptions& options,
                                            EnginePicker& picker) {
  FileDraft certificate(at_work.run.CertificatePath(at_work.unit));
  const absl::Duration cpu_start = ThreadCpuTime();
  absl::StatusOr<Found> found =
      UnitSearch(at_work).Search(options, &certificate);
  if (!found.ok() || found->outcome != Outcome::kExhausted) return found;
  picker.NoteSearch(found->engine, at_work.unit.nodes,
                    absl::ToDoubleSeconds(ThreadCpuTime() - cpu_start));
  const absl::Status status = certificate.Replace();
  if (!status.ok()) return status;
  return found;
}

// As the run and the options have it. How long an engine takes for a node says
// nothing about a unit in parts.
absl::StatusOr<Found> Search(const UnitAtWork& at_work,
                             const SearchOptions& options,
                             EnginePicker& picker) {
  if (at_work.run.facts().has_certificates) {
    return SearchWithCertificate(at_work, options, picker);
  }
  return options.engine == EngineKind::kAuto && !at_work.is_in_parts
             ? SearchWithBest(at_work, options, picker)
             : UnitSearch(at_work).Search(options);
}

}  // namespace

UnitWorker::UnitWorker(const RunFolder& run, const UnitWorkerOptions& options)
    : run_(run),
      options_(options),
      picker_(run.problem(), run.facts().task, run.facts().rehearsal) {}

absl::StatusOr<bool> UnitWorker::Split(const NamedUnit& unit,
                                       absl::Duration expected,
                                       const Limits& limits) {
  const double wanted =
      absl::FDivDuration(expected, options_.slice) / kPartOfSlice;
  const size_t parts = std::max(
      options_.parts, static_cast<size_t>(std::min(wanted, kMostParts)));
  const std::vector<SizedUnit> units =
      SplitUnit(run_.problem(), unit.unit, {.units = parts, .limits = limits});
  if (units.size() < 2) return false;
  const absl::Status status = run_.WriteSplit(unit, units);
  if (!status.ok()) return status;
  return true;
}

absl::StatusOr<UnitEnd> UnitWorker::WorkOn(const NamedUnit& unit,
                                           absl::Duration time,
                                           const Interrupter* interrupter,
                                           Natural* count) {
  const absl::Time start = absl::Now();
  const UnitAtWork at_work(run_, unit, options_.engine);
  const absl::Duration expected = at_work.is_in_parts
                                      ? absl::ZeroDuration()
                                      : picker_.ExpectedTime(unit.nodes);
  bool may_split = true;
  if (expected > options_.slice) {
    const absl::StatusOr<bool> was_split =
        Split(unit, expected, {.time = time, .interrupter = interrupter});
    if (!was_split.ok()) return was_split.status();
    if (*was_split) return UnitEnd::kSplit;
    may_split = false;
  }
  SearchOptions search = {.engine = options_.engine,
                          .memory_limit = options_.memory_limit};
  search.limits.interrupter = interrupter;
  search.limits.time = may_split ? std::min(options_.slice, time) : time;
  absl::StatusOr<Found> found = Search(at_work, search, picker_);
  if (!found.ok()) return found.status();
  if (found->outcome != Outcome::kExhausted) {
    const absl::Duration spent = absl::Now() - start;
    const bool is_over = spent >= time || IsInterrupted(interrupter);
    if (is_over && spent < options_.worth_splitting) return UnitEnd::kLeft;
    if (may_split) {
      // So that what was done is not lost, it may take a little longer.
      Limits limits = {.time = std::max(spent / 10, absl::Milliseconds(100))};
      if (!is_over) limits = {.time = time - spent, .interrupter = interrupter};
      const absl::StatusOr<bool> was_split = Split(unit, expected, limits);
      if (!was_split.ok()) return was_split.status();
      if (*was_split) return UnitEnd::kSplit;
    }
    if (is_over) return UnitEnd::kLeft;
    // There is nothing to split in it: it takes as long as it takes.
    search.limits.time = time - spent;
    found = Search(at_work, search, picker_);
    if (!found.ok()) return found.status();
    if (found->outcome != Outcome::kExhausted) return UnitEnd::kLeft;
  }
  *count = found->result.count;
  const absl::Status status =
      run_.WriteResult(unit, found->result, std::move(found->covers));
  if (!status.ok()) return status;
  return UnitEnd::kDone;
}

absl::StatusOr<UnitResult> SearchUnit(const RunFolder& run,
                                      const NamedUnit& unit,
                                      const SearchOptions& options) {
  absl::StatusOr<Found> found =
      UnitSearch(UnitAtWork(run, unit, options.engine)).Search(options);
  if (!found.ok()) return found.status();
  if (found->outcome != Outcome::kExhausted) {
    return absl::CancelledError("a limit came before the end of the unit");
  }
  return std::move(found->result);
}

}  // namespace dlx::units
