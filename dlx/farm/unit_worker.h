#ifndef DLX_FARM_UNIT_WORKER_H_
#define DLX_FARM_UNIT_WORKER_H_

// Does a unit of a run: searches it and writes the result into the folder, or
// splits it.
//
// What is lost when a worker is killed is what it has not written yet. So no
// search goes on for longer than a slice of time: then the unit is split, and
// its parts are new units, which others may take, too. That costs the slice. It
// is saved if the unit is known beforehand to take longer: expected nodes (see
// split.h) say how it compares with the units that were done before.
//
// A run with certificates leaves no choice of engines (see
// dlx/proof/write/certify.h), and each certificate is in the folder before its
// result.
//
// A worker that is told to stop, as at the end of its time on a cluster, splits
// the unit as well, if it has searched for a while. So workers come to an end
// however short their time is: each attempt leaves smaller units.

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/farm/engine_picker.h"
#include "dlx/farm/run_folder.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/search_options.h"

namespace dlx::units {

struct UnitWorkerOptions {
  // After so much time, a unit is split.
  absl::Duration slice = absl::Minutes(1);
  // Into about this many, or more if it is very large.
  size_t parts = 32;
  // If a search was to stop after it has taken so much time, the unit is split.
  absl::Duration worth_splitting = absl::Seconds(5);
  // The options of each search.
  EngineKind engine = EngineKind::kAuto;
  size_t memory_limit = size_t{1} << 30;
};

// The outcome of a unit.
enum class UnitEnd {
  kDone,   // The result is written.
  kSplit,  // It was replaced by its parts.
  kLeft,   // The search had to stop; nothing has changed.
};

// Any thread may call any of this at any time.
class UnitWorker {
 public:
  // The run must outlive it.
  UnitWorker(const RunFolder& run, const UnitWorkerOptions& options);

  // Stops when the interrupter (which may be null) is requested, or when so
  // much time has passed. Sets *count to the number of covers if it is done.
  // Errors are those of files, or of an engine that cannot do it.
  absl::StatusOr<UnitEnd> WorkOn(const NamedUnit& unit, absl::Duration time,
                                 const Interrupter* interrupter,
                                 Natural* count);

 private:
  // False if there is nothing to split in it.
  absl::StatusOr<bool> Split(const NamedUnit& unit, absl::Duration expected,
                             const Limits& limits);

  const RunFolder& run_;
  const UnitWorkerOptions options_;
  EnginePicker picker_;
};

// Searches a unit with an engine, all at once, without touching the folder: to
// see whether a result is right.
absl::StatusOr<UnitResult> SearchUnit(const RunFolder& run,
                                      const NamedUnit& unit,
                                      const SearchOptions& options);

}  // namespace dlx::units

#endif  // DLX_FARM_UNIT_WORKER_H_
