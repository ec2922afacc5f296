#ifndef DLX_PROOF_CLASSES_CHECK_H_
#define DLX_PROOF_CLASSES_CHECK_H_

// Checks how many covers there are up to symmetry, without a search.
//
// The certificate has permutations that generate a group, and a symmetry of
// each kind with a certificate of how many covers that leaves as they are. The
// checker sees that the generators are symmetries of the problem, and makes all
// elements of the group of them. From a symmetry of each kind it goes to all
// those that leave equally many covers as they are: its powers that have it
// among their own powers, and the conjugates of these. If each element has then
// been met once, the number of classes is the sum over all of them divided by
// their number (Burnside's lemma).
//
// If the group has symmetric factors (dlx/ask/symmetry/factors.h), their kinds
// are not looked for: the certificate has what generates the factors, the
// checker sees that it meets the relations of such groups, and makes the kinds
// of these itself. Then the above is about the rest of the group, and each kind
// of the rest is counted with each kind of the factors.
//
// Beside dlx/proof/check, what must be trusted is how symmetries and quotients
// are made of a problem (dlx/reduce/symmetry/problem_graph.h and
// dlx/ask/symmetry/quotient.h), and the kinds of symmetric factors.

#include <cstdint>

#include "absl/status/statusor.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/check/allowance.h"
#include "dlx/proof/check/reader.h"

namespace dlx {

struct ClassFacts {
  Natural count;           // Of the classes.
  Natural symmetries = 0;  // How many there are,
  uint64_t kinds = 0;      // and of how many kinds.
  uint64_t bytes = 0;      // Of the certificate.
  uint64_t nodes = 0;      // Options taken.
};

// Returns how many covers the problem has up to the symmetries that the
// certificate tells of, if it proves the number. Fails as CheckCertificate()
// does.
absl::StatusOr<ClassFacts> CheckClassCertificate(
    const Problem& problem, const CertificateSource& source,
    const CheckLimits& limits = {});

}  // namespace dlx

#endif  // DLX_PROOF_CLASSES_CHECK_H_
