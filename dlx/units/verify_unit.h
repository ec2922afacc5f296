#ifndef DLX_UNITS_VERIFY_UNIT_H_
#define DLX_UNITS_VERIFY_UNIT_H_

// Is the result of a unit right? Answered by the certificate that was written
// when the unit was searched, without a search.
//
// That the units are the whole search and no part of it twice needs no
// certificate but the units themselves (see partition.h). So with both, the
// number of covers of the whole rests on dlx/checker/, on partition.cc and
// restriction.cc, and on no engine.

#include "absl/status/status.h"
#include "dlx/units/run_folder.h"

namespace dlx::units {

// OK if the certificate proves that the unit has as many covers as the result
// says. Otherwise a sentence that names the certificate.
// REQUIRES: the run has certificates.
[[nodiscard]] absl::Status VerifyUnit(const RunFolder& run,
                                      const NamedUnit& unit,
                                      const UnitResult& result);

}  // namespace dlx::units

#endif  // DLX_UNITS_VERIFY_UNIT_H_
