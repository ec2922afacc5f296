#ifndef DLX_FARM_WORK_H_
#define DLX_FARM_WORK_H_

// Works on the units of a run until nothing is left to do.
//
// Each thread takes a unit, searches it, writes the result, and takes the next
// one. A unit that is not done within a slice of time is split, and its parts
// are new units (see unit_worker.h). So if a worker is killed, or the machine
// fails, no more than a slice of each thread's work is lost.

#include <cstddef>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/farm/run_folder.h"
#include "dlx/farm/unit_worker.h"
#include "dlx/limits.h"
#include "dlx/search_options.h"

namespace dlx::units {

struct WorkOptions {
  // 0 for one for each processor.
  int threads = 0;
  // After so much time, a unit is split.
  absl::Duration slice = absl::Minutes(1);
  // Into about this many, or more if it is very large.
  size_t parts = 32;
  // How long a claim holds without being touched.
  absl::Duration lease = absl::Minutes(2);
  // Work on the units with index % shards == shard only, and their parts: for
  // workers that cannot see each other's claims.
  size_t shard = 0;
  size_t shards = 1;
  // Work on this unit only, and its parts.
  std::optional<std::string> unit = std::nullopt;
  // Before that, set the results aside that are damaged (in the shard, or of
  // the unit), so that these units are searched once more.
  bool redo_damaged = false;
  // Start no further unit, and stop those that are being searched, when this
  // much time has passed or that is requested.
  absl::Duration time = absl::InfiniteDuration();
  const Interrupter* interrupter = nullptr;
  // The options of each search. The memory is that of all threads together.
  EngineKind engine = EngineKind::kAuto;
  size_t memory_limit = size_t{1} << 30;
};

struct WorkReport {
  size_t units_done = 0;
  size_t units_split = 0;
  // Nothing is left to do, here or elsewhere (in the shard, if there are some).
  bool is_finished = false;
};

// `on_unit` is called after each unit that was done or split, by one thread at
// a time. Errors are those of files, or of an engine that cannot do it.
absl::StatusOr<WorkReport> WorkOnRun(
    const RunFolder& run, const WorkOptions& options = {},
    absl::FunctionRef<void(const WorkReport&)> on_unit = [](const WorkReport&) {
    });

}  // namespace dlx::units

#endif  // DLX_FARM_WORK_H_
