#ifndef DLX_PROOF_WRITE_CERTIFY_H_
#define DLX_PROOF_WRITE_CERTIFY_H_

// Counts covers so that another program can check the number.
//
// While the search goes on, it writes down on which items it branched, and
// where it came to something that it had counted before: a certificate.
// dlx/proof/check/checker.h checks one without any search, and
// docs/certificate.md describes the format.
//
// Example:
//
//   std::ofstream file("problem.certificate", std::ios::binary);
//   absl::StatusOr<dlx::CountResult> result = dlx::CountWithCertificate(
//       problem, [&](std::string_view bytes) {
//         return static_cast<bool>(file << bytes);
//       });
//
// The engines that race for a count take turns, those that write, and the first
// to finish has written the certificate (ChooseSettings() in certify.cc). They
// branch as options.branching says. An engine that is asked for and does not
// write hands over to dancing_links. Where searches take
// long, there is a look for symmetries, and what they repeat is left out.

#include <functional>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/answers.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx {

// Takes the next bytes of a certificate. False if that was not possible: then
// the search ends with an error.
using CertificateSink = std::function<bool(StringView bytes)>;

// What a certificate may be made of: kTree is for readers that know the tree of
// a search, but neither products, sweeps nor clauses.
enum class CertificateForm { kAny, kTree };

// Counts all covers. The certificate is complete if the outcome is kExhausted.
// An error if the options have givens or a limit on solutions.
absl::StatusOr<CountResult> CountWithCertificate(
    const Problem& problem, const CertificateSink& sink,
    SearchOptions options = {}, CertificateForm form = CertificateForm::kAny);

namespace internal {

// The same with the time that another clock tells, for tests: only who writes
// the certificate, and when there is a look for symmetries, depends on it. An
// engine that is asked for looks, too.
//
// If the problem is what is left of a whole, its records are those of the state
// there, too, but for the numbers of items and options. REQUIRES: primary items
// of the whole stayed primary.
absl::StatusOr<CountResult> CountWithCertificate(
    const Problem& problem, const CertificateSink& sink, SearchOptions options,
    CertificateForm form, absl::Duration (*clock)(),
    const Problem* whole = nullptr);

}  // namespace internal

}  // namespace dlx

#endif  // DLX_PROOF_WRITE_CERTIFY_H_
