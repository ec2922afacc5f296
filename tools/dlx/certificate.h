#ifndef TOOLS_DLX_CERTIFICATE_H_
#define TOOLS_DLX_CERTIFICATE_H_

// --certificate=FILE: a search that leaves a certificate of what it has found.
// The command verify, which checks one, is in certificate.cc, too.

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

// --certificate was given.
bool WantsCertificate();

// WithProblem(), for a command that may leave a certificate: an error if flags
// say in which format, but not where.
cli::ExitCode WithProblemToCertify(
    absl::string_view path,
    absl::FunctionRef<cli::ExitCode(const Problem&)> use);

// Counts all covers, and writes the certificate. If a limit comes first, there
// is no certificate.
absl::StatusOr<CountResult> CountWithCertificateFile(
    const Problem& problem, const SearchOptions& options);

// The same after a search that has found so many covers, all that there are.
// It is an error if they are not all.
absl::Status CertifyCount(const Problem& problem, SearchOptions options,
                          Natural count);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_CERTIFICATE_H_
