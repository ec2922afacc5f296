#ifndef DLX_FARM_REHEARSAL_H_
#define DLX_FARM_REHEARSAL_H_

// Finds out which engine is the best for the units of a run, before work on
// them begins.
//
// Each worker could find that out for itself (see engine_picker.h), but many
// workers would do it many times, and a worker that does one or two units would
// do nothing else. So the likely engines search samples of the units when a run
// is planned, all of them the same samples. That all together is to be a few
// hundredths of the work: a sample is mostly a part of a unit, and an engine
// that takes much longer than another one is stopped and does not come back.
//
// A sample that none of them can search in half a second is replaced by a part
// of it. Units that take hours are thus judged by small parts; that may be
// wrong for engines that remember, and then workers notice.

#include <optional>

#include "absl/types/span.h"
#include "dlx/farm/run_folder.h"
#include "dlx/farm/split.h"
#include "dlx/limits.h"
#include "dlx/problem.h"

namespace dlx::units {

// The engine for the units, and what it has shown. Nothing if that is not worth
// while, because there is little to search; if it is not about counting or
// finding all covers, or if there are to be certificates, which leave no
// choice; or if a limit comes first: the time, or an interruption. (The other
// limits mean nothing here.)
std::optional<Rehearsal> Rehearse(const Problem& problem, const RunFacts& facts,
                                  absl::Span<const SizedUnit> units,
                                  const Limits& limits = {});

}  // namespace dlx::units

#endif  // DLX_FARM_REHEARSAL_H_
