#ifndef DLX_PROOF_CLASSES_WRITE_H_
#define DLX_PROOF_CLASSES_WRITE_H_

// Counts covers up to symmetry so that another program can check the number.

#include "absl/status/statusor.h"
#include "dlx/ask/symmetry.h"
#include "dlx/proof/write/certify.h"
#include "dlx/search_options.h"

namespace dlx {

// CountUpToSymmetry() with one thread. The certificate is complete if the
// outcome is kExhausted. Fails as that does, if there are givens, and if there
// are too many symmetries for a checker to look at each.
[[nodiscard]] absl::StatusOr<ClassCount> CountUpToSymmetryWithCertificate(
    const SymmetryGroup& group, const CertificateSink& sink,
    SearchOptions options = {});

}  // namespace dlx

#endif  // DLX_PROOF_CLASSES_WRITE_H_
