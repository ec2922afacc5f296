#ifndef TOOLS_DLX_CERTIFICATE_H_
#define TOOLS_DLX_CERTIFICATE_H_

// --certificate=FILE: a search that leaves a certificate of what it has found.

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/ask/symmetry.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/certify.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

// What --certificate-format may say.
std::vector<std::string> CertificateFormatNames();

// The file of --certificate; empty without it.
std::string CertificateFile();
// --certificate was given.
bool WantsCertificate();

// WithProblem(), for a command that may leave a certificate: an error if flags
// say in which format, but not where.
cli::ExitCode WithProblemToCertify(
    absl::string_view path,
    absl::FunctionRef<cli::ExitCode(const Problem&)> use);

// Where the formula is that a proof in LRAT refutes.
std::string FormulaFile(const std::string& proof);

// An error if the file of a certificate or proof, or its formula, is one that a
// command reads, or standard output.
absl::Status CheckProofFiles(const std::string& path, bool is_lrat,
                             absl::Span<const std::string> inputs);

// Counts all covers, and writes the certificate. If a limit comes first, there
// is no certificate.
absl::StatusOr<CountResult> CountWithCertificateFile(
    const Problem& problem, const SearchOptions& options);

// The same, up to symmetry.
absl::StatusOr<ClassCount> CountWithCertificateFile(
    const SymmetryGroup& group, const SearchOptions& options);

// The same after a search that has found so many covers, all that there are.
// It is an error if they are not all. Returns how the writing ended.
absl::StatusOr<Outcome> CertifyCount(const Problem& problem,
                                     SearchOptions options, Natural count);

// OK if CertifyBest() can write a certificate in the format that is wanted: to
// be asked before the search.
absl::Status CheckMayCertifyBest();
// Writes --certificate of the k covers of least cost: that there are no others.
// Returns how that ended.
absl::StatusOr<Outcome> CertifyBest(const Problem& problem, size_t k,
                                    const BestResult& best,
                                    const SearchOptions& options);

// Lets `write` write the certificate. If that fails, there is none.
absl::Status WriteCertificateFile(
    absl::FunctionRef<absl::Status(const CertificateSink&)> write);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_CERTIFICATE_H_
