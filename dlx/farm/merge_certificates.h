#ifndef DLX_FARM_MERGE_CERTIFICATES_H_
#define DLX_FARM_MERGE_CERTIFICATES_H_

// One certificate of a whole search, from those of its units.
//
// Where units part by what covers an item, there is a branch on the item; where
// one ends, its own records follow, with the numbers that items have in the
// whole. So its checker need know nothing of units. It is as long as
// theirs together, is written in one pass, and they are checked meanwhile.

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/farm/run_folder.h"
#include "dlx/natural.h"
#include "dlx/proof/check/allowance.h"
#include "dlx/proof/write/writer.h"

namespace dlx::units {

// Fails with a sentence if the units are not the whole search, a certificate
// does not prove what it should, or all together do not prove that there are
// `count` covers. Unimplemented if the problem has multiplicities, or units
// part by an option that is taken or not, for which there is no record;
// Unavailable if the sink fails; and as CheckUnit() does if a limit comes
// first. REQUIRES: the run has certificates, and these are all of its units,
// done.
[[nodiscard]] absl::Status MergeCertificates(
    const RunFolder& run, absl::Span<const NamedUnit> units,
    const Natural& count, internal::CertificateWriter::Sink sink,
    const CheckLimits& limits);

}  // namespace dlx::units

#endif  // DLX_FARM_MERGE_CERTIFICATES_H_
