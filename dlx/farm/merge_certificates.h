#ifndef DLX_FARM_MERGE_CERTIFICATES_H_
#define DLX_FARM_MERGE_CERTIFICATES_H_

// One certificate of a whole search, from those of its units.
//
// Where units part by what covers an item, there is a branch on the item, and
// where they part by whether an option is taken, one on the option; where one
// ends, its own records follow, with the numbers that items and options have in
// the whole. (First the items are closed that are not in what it leaves of the
// problem, but may still be covered.) So its checker need know nothing of
// units. It is as long as theirs together, is written in one pass, and they are
// checked meanwhile.
//
// That what a worker has written of a unit may stand there, too, is seen to by
// CountWithCertificate() (dlx/proof/write/certify.h). A certificate of the unit
// that others have made may be right, and yet not be of use in a whole with
// multiplicities: then that of the whole is refused when it is checked.

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/farm/run_folder.h"
#include "dlx/natural.h"
#include "dlx/proof/check/allowance.h"
#include "dlx/proof/write/writer.h"

namespace dlx::units {

// Fails with a sentence if the units are not the whole search, a certificate
// does not prove what it should, or all together do not prove that there are
// `count` covers. Unimplemented if units part by an option that is taken or
// not, and the problem has no multiplicities: then there is no record for that.
// Unavailable if the sink fails; and as CheckUnit() does if a limit comes
// first. REQUIRES: the run has certificates, and these are all of its units,
// done.
[[nodiscard]] absl::Status MergeCertificates(
    const RunFolder& run, absl::Span<const NamedUnit> units,
    const Natural& count, internal::CertificateWriter::Sink sink,
    const CheckLimits& limits);

}  // namespace dlx::units

#endif  // DLX_FARM_MERGE_CERTIFICATES_H_
