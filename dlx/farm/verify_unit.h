#ifndef DLX_FARM_VERIFY_UNIT_H_
#define DLX_FARM_VERIFY_UNIT_H_

// Is the result of a unit right? Answered by the certificate that was written
// when the unit was searched, without a search.
//
// That the units are the whole search and no part of it twice needs no
// certificate but the units themselves (see partition.h). So with both, the
// number of covers of the whole rests on dlx/proof/check/, on partition.cc and
// reducer.cc, and on no engine.

#include <cstddef>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/farm/run_folder.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/proof/check/allowance.h"
#include "dlx/proof/check/checker.h"

namespace dlx::units {

// A check that goes on until it is interrupted, the time is over, which counts
// from now on, or it takes more memory.
[[nodiscard]] CheckLimits UntilStopped(
    const Limits& limits, size_t memory = std::numeric_limits<size_t>::max());
// What such a check ends with, but for memory.
[[nodiscard]] absl::Status Stopped();

// All that follow fail with Cancelled or ResourceExhausted if a limit comes
// first.

// What the certificate proves of `rest`, which is what the unit leaves of the
// problem. The listener hears its records.
[[nodiscard]] absl::StatusOr<CertificateFacts> CheckUnit(
    const RunFolder& run, const NamedUnit& unit, const Problem& rest,
    const CheckLimits& limits, const RecordListener& listener = nullptr);

// OK if the certificate proves that the unit has as many covers as the result
// says. Otherwise a sentence that names the certificate.
// REQUIRES: the run has certificates.
[[nodiscard]] absl::Status VerifyUnit(const RunFolder& run,
                                      const NamedUnit& unit,
                                      const UnitResult& result,
                                      const CheckLimits& limits);

// The units with a result that is damaged (see RunFolder::ReadResult()); if
// certificates are checked, too, those whose certificate does not prove it.
// REQUIRES, of the latter: the run has certificates.
[[nodiscard]] absl::StatusOr<std::vector<NamedUnit>> DamagedUnits(
    const RunFolder& run, bool check_certificates, const CheckLimits& limits);

}  // namespace dlx::units

#endif  // DLX_FARM_VERIFY_UNIT_H_
