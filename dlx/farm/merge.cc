#include "dlx/farm/merge.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/engines.h"
#include "dlx/farm/cover_file.h"
#include "dlx/farm/merge_certificates.h"
#include "dlx/farm/partition.h"
#include "dlx/farm/unit.h"
#include "dlx/farm/unit_worker.h"
#include "dlx/farm/verify_unit.h"
#include "dlx/search_options.h"
#include "dlx/verify.h"

namespace dlx::units {
namespace {

// This many complaints are enough to see what is wrong.
constexpr size_t kMostComplaints = 10;

absl::Status CheckPartitionOf(const RunFolder& run,
                              absl::Span<const NamedUnit> units) {
  std::vector<Unit> decisions;
  decisions.reserve(units.size());
  for (const NamedUnit& unit : units) decisions.push_back(unit.unit);
  return CheckPartition(run.problem(), decisions);
}

// Cheapest first; of equal cost, in lexicographic order.
void SortCovers(std::vector<CostedCover>& covers) {
  for (CostedCover& cover : covers) absl::c_sort(cover.options);
  absl::c_sort(covers, [](const CostedCover& a, const CostedCover& b) {
    return a.cost != b.cost ? a.cost < b.cost : a.options < b.options;
  });
}

absl::Status Complaint(std::vector<std::string> complaints, bool is_damaged) {
  const size_t count = complaints.size();
  if (count > kMostComplaints) {
    complaints.resize(kMostComplaints);
    complaints.push_back(
        absl::StrCat("and ", count - kMostComplaints, " more"));
  }
  const std::string sentence = absl::StrJoin(complaints, "; ");
  return is_damaged ? absl::DataLossError(sentence)
                    : absl::FailedPreconditionError(sentence);
}

// An engine that is not the one of that name, and can do units of the run;
// nothing if there is none.
std::optional<EngineKind> AnotherEngine(const RunFolder& run,
                                        absl::string_view name) {
  constexpr EngineKind kInThisOrder[] = {EngineKind::kDancingLinks,
                                         EngineKind::kBitSets};
  const RunTask wanted = run.facts().task;
  const Task task = wanted == RunTask::kCount  ? Task::kCount
                    : wanted == RunTask::kBest ? Task::kBest
                                               : Task::kEnumerate;
  for (const EngineKind engine : kInThisOrder) {
    if (name != EngineName(engine) &&
        CheckEngine(engine, run.problem(), task).ok()) {
      return engine;
    }
  }
  return std::nullopt;
}

// The options of a search that has little in common with the one that an engine
// of that name has made: another engine or, with multiplicities, which few
// know, another order.
SearchOptions OptionsToRecheck(const RunFolder& run, absl::string_view name,
                               const MergeOptions& options) {
  SearchOptions search;
  search.limits = {.time = options.time, .interrupter = options.interrupter};
  if (const auto engine = AnotherEngine(run, name)) {
    search.engine = *engine;
  } else {
    search.seed = options.seed;
  }
  return search;
}

absl::Status Recheck(const RunFolder& run, const NamedUnit& unit,
                     const UnitResult& result, const MergeOptions& options) {
  const SearchOptions search = OptionsToRecheck(run, result.engine, options);
  const absl::StatusOr<UnitResult> again = SearchUnit(run, unit, search);
  if (!again.ok()) return again.status();
  const auto costs = [](const UnitResult& of) {
    std::vector<int64_t> all;
    for (const CostedCover& cover : of.covers) all.push_back(cover.cost);
    absl::c_sort(all);
    return all;
  };
  const bool is_best = run.facts().task == RunTask::kBest;
  if (again->count == result.count &&
      (!is_best || costs(*again) == costs(result))) {
    return absl::OkStatus();
  }
  return absl::DataLossError(absl::StrCat(
      "unit ", unit.name, " has another result (", again->count.ToString(),
      ") with ", again->engine, " than with ", result.engine, " (",
      result.count.ToString(), ")"));
}

}  // namespace

absl::Status CheckRun(const RunFolder& run) {
  const absl::StatusOr<std::vector<NamedUnit>> units = run.Units();
  if (!units.ok()) return units.status();
  return CheckPartitionOf(run, *units);
}

absl::StatusOr<MergedRun> MergeRun(const RunFolder& run,
                                   const MergeOptions& options) {
  if ((options.verify || options.certificate) &&
      !run.facts().has_certificates) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", run.path(), "\" was not planned with certificates"));
  }
  const absl::StatusOr<std::vector<NamedUnit>> units = run.Units();
  if (!units.ok()) return units.status();
  if (absl::Status status = CheckPartitionOf(run, *units); !status.ok()) {
    return status;
  }
  const absl::Time end = absl::Now() + options.time;
  const CheckLimits limits =
      UntilStopped({.time = options.time, .interrupter = options.interrupter},
                   options.memory);
  MergedRun merged = {.units = units->size()};
  std::vector<std::string> complaints;
  bool is_damaged = false;
  std::mt19937_64 random(options.seed);
  for (const NamedUnit& unit : *units) {
    const bool is_checked =
        std::uniform_real_distribution<double>()(random) < options.recheck;
    if (!unit.is_done) {
      complaints.push_back(
          absl::StrCat("unit ", unit.name, " has no result yet"));
      continue;
    }
    if (limits.must_stop()) return Stopped();
    absl::StatusOr<UnitResult> result = run.ReadResult(unit);
    absl::Status status = result.status();
    if (status.ok() && options.verify) {
      ++merged.verified;
      status = VerifyUnit(run, unit, *result, limits);
    }
    if (status.ok() && is_checked) {
      ++merged.rechecked;
      MergeOptions rest = options;
      rest.time = end - absl::Now();
      status = Recheck(run, unit, *result, rest);
    }
    if (IsOfLimits(status)) return status;
    if (!status.ok()) {
      complaints.emplace_back(status.message());
      is_damaged = true;
      continue;
    }
    merged.count += result->count;
    merged.nodes += result->nodes;
    merged.seconds += result->seconds;
    absl::c_move(result->covers, std::back_inserter(merged.covers));
  }
  SortCovers(merged.covers);
  const bool is_first = run.facts().task == RunTask::kFirst;
  const bool is_best = run.facts().task == RunTask::kBest;
  const size_t wanted = is_first ? 1 : run.facts().best;
  // One cover is an answer, whatever else is missing.
  if (is_first && !merged.covers.empty()) complaints.clear();
  if (!complaints.empty()) return Complaint(complaints, is_damaged);
  if (merged.covers.size() > wanted) merged.covers.resize(wanted);
  // Each unit has found as many as were wanted of all.
  if (is_first || is_best) merged.count = merged.covers.size();
  if (options.certificate) {
    absl::Status status = MergeCertificates(run, *units, merged.count,
                                            options.certificate, limits);
    if (!status.ok()) return status;
  }
  return merged;
}

absl::Status ForEachCoverOfRun(
    const RunFolder& run,
    absl::FunctionRef<bool(absl::Span<const OptionId>)> visit) {
  constexpr size_t kMemory = size_t{64} << 20;
  const absl::StatusOr<std::vector<NamedUnit>> units = run.Units();
  if (!units.ok()) return units.status();
  const auto comes_later = [](const std::unique_ptr<CoverFile>& a,
                              const std::unique_ptr<CoverFile>& b) {
    return a->cover() > b->cover();
  };
  std::vector<std::unique_ptr<CoverFile>> files;  // A heap.
  for (const NamedUnit& unit : *units) {
    auto file = std::make_unique<CoverFile>(
        run.CoversPath(unit),
        std::max(kMemory / units->size(), size_t{1} << 12));
    const absl::StatusOr<bool> has_cover = file->Next();
    if (!has_cover.ok()) return has_cover.status();
    if (*has_cover) files.push_back(std::move(file));
  }
  std::make_heap(files.begin(), files.end(), comes_later);
  std::optional<std::vector<OptionId>> last;
  while (!files.empty()) {
    std::pop_heap(files.begin(), files.end(), comes_later);
    CoverFile& file = *files.back();
    if (absl::Status status = VerifyCover(run.problem(), file.cover());
        !status.ok()) {
      return absl::DataLossError(
          absl::StrCat("what was found is not a cover: ", status.message()));
    }
    if (file.cover() == last) {
      return absl::DataLossError("a cover was found twice");
    }
    last = file.cover();
    if (!visit(*last)) return absl::OkStatus();
    const absl::StatusOr<bool> has_more = file.Next();
    if (!has_more.ok()) return has_more.status();
    if (*has_more) {
      std::push_heap(files.begin(), files.end(), comes_later);
    } else {
      files.pop_back();
    }
  }
  return absl::OkStatus();
}

}  // namespace dlx::units
