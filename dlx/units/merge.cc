#include "dlx/units/merge.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <memory>
#include <optional>
#include <queue>
#include <random>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/engines.h"
#include "dlx/units/partition.h"
#include "dlx/units/unit.h"
#include "dlx/units/unit_worker.h"
#include "dlx/verify.h"

namespace dlx::units {
namespace {

// So many complaints are enough to see what is the matter.
constexpr size_t kMostComplaints = 10;

// Half a 95% interval, in standard deviations.
constexpr double kNormal95 = 1.96;

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

// An engine that has nothing in common with the one of that name but the
// problem.
EngineKind AnotherEngine(absl::string_view name) {
  return name == EngineName(EngineKind::kDancingLinks)
             ? EngineKind::kAuto
             : EngineKind::kDancingLinks;
}

absl::Status Recheck(const RunFolder& run, const NamedUnit& unit,
                     const UnitResult& result, const MergeOptions& options) {
  SearchOptions search = {.engine = AnotherEngine(result.engine)};
  search.limits.interrupter = options.interrupter;
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

// The covers in a file, one after the other. The file is open only while it is
// read, because there are thousands.
class CoverFile {
 public:
  CoverFile(std::string path, size_t chunk)
      : path_(std::move(path)), chunk_(chunk) {}

  const std::vector<OptionId>& cover() const { return cover_; }

  // Goes to the next cover. False at the end, or if there is an error.
  absl::StatusOr<bool> Next() {
    size_t end;
    while ((end = buffer_.find('\n', begin_)) == buffer_.npos) {
      const absl::StatusOr<bool> more = ReadChunk();
      if (!more.ok() || !*more) return more;
    }
    cover_.clear();
    const absl::string_view line =
        absl::string_view(buffer_).substr(begin_, end - begin_);
    for (const absl::string_view word :
         absl::StrSplit(line, ' ', absl::SkipEmpty())) {
      uint32_t option;
      if (!absl::SimpleAtoi(word, &option)) {
        return absl::DataLossError(absl::StrCat(
            "\"", path_, "\" is damaged: what is \"", word, "\"?"));
      }
      cover_.emplace_back(option);
    }
    begin_ = end + 1;
    return true;
  }

 private:
  absl::StatusOr<bool> ReadChunk() {
    buffer_.erase(0, begin_);
    begin_ = 0;
    const int file = open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) {
      return absl::ErrnoToStatus(errno,
                                 absl::StrCat("cannot read \"", path_, "\""));
    }
    const size_t old_size = buffer_.size();
    buffer_.resize(old_size + chunk_);
    const ssize_t count = pread(file, &buffer_[old_size], chunk_, offset_);
    const int error = errno;
    close(file);
    if (count < 0) {
      return absl::ErrnoToStatus(error,
                                 absl::StrCat("cannot read \"", path_, "\""));
    }
    buffer_.resize(old_size + static_cast<size_t>(count));
    offset_ += count;
    return count > 0;
  }

  const std::string path_;
  const size_t chunk_;
  std::string buffer_;
  size_t begin_ = 0;  // Of what was not yet taken out.
  off_t offset_ = 0;
  std::vector<OptionId> cover_;
};

}  // namespace

absl::Status CheckRun(const RunFolder& run) {
  const absl::StatusOr<std::vector<NamedUnit>> units = run.Units();
  if (!units.ok()) return units.status();
  return CheckPartitionOf(run, *units);
}

absl::StatusOr<MergedRun> MergeRun(const RunFolder& run,
                                   const MergeOptions& options) {
  const absl::StatusOr<std::vector<NamedUnit>> units = run.Units();
  if (!units.ok()) return units.status();
  if (absl::Status status = CheckPartitionOf(run, *units); !status.ok()) {
    return status;
  }
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
    absl::StatusOr<UnitResult> result = run.ReadResult(unit);
    absl::Status status = result.status();
    if (status.ok() && is_checked) {
      ++merged.rechecked;
      status = Recheck(run, unit, *result, options);
      if (absl::IsCancelled(status)) return status;
    }
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
  const size_t wanted = is_first ? 1 : run.facts().best;
  // One cover is an answer, whatever else is missing.
  if (is_first && !merged.covers.empty()) complaints.clear();
  if (!complaints.empty()) return Complaint(complaints, is_damaged);
  if (merged.covers.size() > wanted) merged.covers.resize(wanted);
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
  while (!files.empty()) {
    std::pop_heap(files.begin(), files.end(), comes_later);
    CoverFile& file = *files.back();
    if (absl::Status status = VerifyCover(run.problem(), file.cover());
        !status.ok()) {
      return absl::DataLossError(
          absl::StrCat("what was found is not a cover: ", status.message()));
    }
    if (!visit(file.cover())) return absl::OkStatus();
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

namespace {

// A unit that is done: how many nodes were expected, and how long it took.
struct Pace {
  double nodes;
  double seconds;
};

// How long the units that are left take, of as many nodes, if they are like
// those that are done: a ratio estimate.
void EstimateTimeLeft(const std::vector<Pace>& done, double nodes_left,
                      RunStatus& status) {
  double nodes_done = 0;
  for (const Pace& unit : done) nodes_done += unit.nodes;
  if (nodes_done == 0) return;
  // The seconds for each node, and how much units differ.
  const double ratio = status.seconds / nodes_done;
  double sum_of_squares = 0;
  for (const Pace& unit : done) {
    const double error = unit.seconds - ratio * unit.nodes;
    sum_of_squares += error * error;
  }
  const double units_left = static_cast<double>(status.units - status.done);
  const double units_done = static_cast<double>(status.done);
  const double variance = sum_of_squares / std::max(units_done - 1, 1.0);
  // Of what is left itself, and of the ratio.
  const double error = kNormal95 * std::sqrt(variance * units_left *
                                             (1 + units_left / units_done));
  status.seconds_left = ratio * nodes_left;
  status.seconds_left_low = std::max(status.seconds_left - error, 0.0);
  status.seconds_left_high = status.seconds_left + error;
}

}  // namespace

absl::StatusOr<RunStatus> StatusOfRun(const RunFolder& run) {
  const absl::StatusOr<std::vector<NamedUnit>> units = run.Units();
  if (!units.ok()) return units.status();
  absl::StatusOr<std::vector<std::string>> claimed = run.ClaimedUnits();
  if (!claimed.ok()) return claimed.status();
  absl::flat_hash_set<std::string> open;

  RunStatus status = {.units = units->size()};
  double nodes_done = 0;  // As they were expected.
  double nodes_left = 0;
  std::vector<Pace> pace;
  for (const NamedUnit& unit : *units) {
    if (!unit.is_done) {
      nodes_left += unit.nodes;
      open.insert(unit.name);
      continue;
    }
    const absl::StatusOr<UnitResult> result = run.ReadResult(unit);
    if (!result.ok()) {
      status.damaged.emplace_back(result.status().message());
      nodes_left += unit.nodes;
      continue;
    }
    ++status.done;
    nodes_done += unit.nodes;
    status.count += result->count;
    status.nodes += result->nodes;
    status.seconds += result->seconds;
    pace.push_back({unit.nodes, result->seconds});
  }
  for (std::string& name : *claimed) {
    if (open.contains(name)) status.claimed.push_back(std::move(name));
  }
  absl::c_sort(status.claimed);
  status.fraction_done = nodes_done / std::max(nodes_done + nodes_left, 1.0);
  EstimateTimeLeft(pace, nodes_left, status);
  return status;
}

}  // namespace dlx::units
