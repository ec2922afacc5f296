#ifndef DLX_UNITS_RUN_STATUS_H_
#define DLX_UNITS_RUN_STATUS_H_

// How far a run has come, and about how long it takes.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/natural.h"
#include "dlx/units/run_folder.h"

namespace dlx::units {

struct RunStatus {
  size_t units = 0;
  size_t done = 0;
  // Of units that are not done: somebody works on them. In order of names.
  std::vector<ClaimedUnit> claimed = {};
  // The part of the work that is done, as far as can be said: by how many nodes
  // were expected in each unit.
  double fraction_done = 0;
  // What was found so far.
  Natural count = 0;
  uint64_t nodes = 0;
  // What all workers together have spent, and about what is left, with an
  // interval in which it lies with a probability of 95% if units that are left
  // are like those that are done.
  double seconds = 0;
  double seconds_left = 0;
  double seconds_left_low = 0;
  double seconds_left_high = 0;
  // Results that cannot be read: sentences.
  std::vector<std::string> damaged = {};
};

absl::StatusOr<RunStatus> StatusOfRun(const RunFolder& run);

}  // namespace dlx::units

#endif  // DLX_UNITS_RUN_STATUS_H_
