#include "dlx/farm/run_status.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"

namespace dlx::units {
namespace {

// Half a 95% interval, in standard deviations.
constexpr double kNormal95 = 1.96;

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
  absl::StatusOr<std::vector<ClaimedUnit>> claimed = run.ClaimedUnits();
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
  for (ClaimedUnit& unit : *claimed) {
    if (open.contains(unit.name)) status.claimed.push_back(std::move(unit));
  }
  absl::c_sort(status.claimed, [](const ClaimedUnit& a, const ClaimedUnit& b) {
    return a.name < b.name;
  });
  // Each unit has found as many as were wanted of all.
  if (run.facts().task == RunTask::kBest) {
    status.count = std::min(status.count, Natural(run.facts().best));
  }
  if (run.facts().task == RunTask::kFirst && status.count != 0) {
    status.count = 1;
    status.fraction_done = 1;  // All that was wanted.
    return status;
  }
  status.fraction_done = nodes_done / std::max(nodes_done + nodes_left, 1.0);
  EstimateTimeLeft(pace, nodes_left, status);
  return status;
}

}  // namespace dlx::units
