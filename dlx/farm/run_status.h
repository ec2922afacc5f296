#ifndef DLX_FARM_RUN_STATUS_H_
#define DLX_FARM_RUN_STATUS_H_

// How far a run has come, and about how long it takes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/farm/run_folder.h"
#include "dlx/natural.h"

namespace dlx::units {

struct RunStatus {
  size_t units = 0;
  size_t done = 0;
  // The claims of units that are not done, in order of names.
  std::vector<ClaimedUnit> claimed = {};
  // The part of the work that is done, as far as can be said: by how many nodes
  // were expected in each unit.
  double fraction_done = 0;
  // The results so far.
  Natural count = 0;
  uint64_t nodes = 0;
  // The time that all workers together have spent, and about the time that is
  // left, with an interval in which it lies with a probability of 95% if units
  // that are left are like those that are done.
  double seconds = 0;
  double seconds_left = 0;
  double seconds_left_low = 0;
  double seconds_left_high = 0;
  // Results that cannot be read: sentences.
  std::vector<std::string> damaged = {};
};

absl::StatusOr<RunStatus> StatusOfRun(const RunFolder& run);

}  // namespace dlx::units

#endif  // DLX_FARM_RUN_STATUS_H_
