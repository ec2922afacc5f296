#include "tools/dlx/certificate.h"

#include <string>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/proof/classes/write.h"
#include "dlx/proof/lrat.h"
#include "dlx/proof/write/best.h"
#include "dlx/proof/write/certify.h"
#include "tools/cli/error.h"
#include "tools/cli/named_values.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output_file.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/symmetry.h"

ABSL_FLAG(std::string, certificate, "",
          "Write into this `FILE` why there are so many covers, or none that "
          "cost less, for 'dlx verify' to check. One thread does the work.");

namespace dlx::tool {
namespace {

// --certificate-format: whether it is LRAT.
struct CertificateFormats {
  static std::vector<cli::NamedValue<bool>> Table() {
    return {{"dlx", false}, {"lrat", true}};
  }
};

}  // namespace

std::vector<std::string> CertificateFormatNames() {
  return cli::NamesOf<CertificateFormats>();
}

}  // namespace dlx::tool

ABSL_FLAG(cli::NamedFlag<dlx::tool::CertificateFormats>, certificate_format, {},
          "The `FORMAT` of the certificate: dlx, or lrat, a proof for other "
          "people's checkers of what is then in FILE.cnf.");

namespace dlx::tool {

std::string FormulaFile(const std::string& proof) { return proof + ".cnf"; }

absl::Status CheckProofFiles(const std::string& path, bool is_lrat,
                             absl::Span<const std::string> inputs) {
  absl::Status status = cli::CheckIsNoInput(path, inputs);
  if (status.ok() && is_lrat) {
    status = cli::CheckIsNoInput(FormulaFile(path), inputs);
  }
  return status;
}

std::string CertificateFile() { return absl::GetFlag(FLAGS_certificate); }

bool WantsCertificate() { return !CertificateFile().empty(); }

cli::ExitCode WithProblemToCertify(
    absl::string_view path,
    absl::FunctionRef<cli::ExitCode(const Problem&)> use) {
  if (absl::GetFlag(FLAGS_certificate_format).value && !WantsCertificate()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "--certificate-format says how to write a certificate, "
                     "but there is no --certificate=FILE to say where");
  }
  const std::string output = absl::GetFlag(FLAGS_certificate);
  if (absl::Status status =
          CheckProofFiles(output, absl::GetFlag(FLAGS_certificate_format).value,
                          {std::string(path), SymmetryFile()});
      !status.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, status.message());
  }
  return WithProblem(path, use);
}

namespace {

// The file is there if the count is finished. Count: of a sink, a StatusOr.
template <typename Count>
auto CountInto(const Count& count) {
  using Result = decltype(count(CertificateSink()));
  Result result;
  const absl::Status status =
      WriteCertificateFile([&](const CertificateSink& sink) {
        result = count(sink);
        const bool is_stopped =
            result.ok() && result->summary.outcome != Outcome::kExhausted;
        return is_stopped ? absl::CancelledError("") : result.status();
      });
  if (result.ok() && absl::IsCancelled(status)) {
    cli::Note("the search was not finished: no certificate is written");
    return result;
  }
  return status.ok() ? std::move(result) : Result(status);
}

}  // namespace

absl::StatusOr<CountResult> CountWithCertificateFile(
    const Problem& problem, const SearchOptions& options) {
  if (!absl::GetFlag(FLAGS_certificate_format).value) {
    return CountInto([&](const CertificateSink& sink) {
      return CountWithCertificate(problem, sink, options);
    });
  }
  io::LratFacts facts;
  absl::StatusOr<CountResult> result =
      CountInto([&](const CertificateSink& sink) {
        return io::CountWithLrat(problem, sink, &facts, options);
      });
  if (!result.ok() || result->summary.outcome != Outcome::kExhausted) {
    return result;
  }
  const absl::Status status = cli::WriteOutputFile(
      FormulaFile(absl::GetFlag(FLAGS_certificate)), facts.formula);
  if (!status.ok()) return status;
  return result;
}

absl::StatusOr<ClassCount> CountWithCertificateFile(
    const SymmetryGroup& group, const SearchOptions& options) {
  if (absl::GetFlag(FLAGS_certificate_format).value) {
    return absl::UnimplementedError(
        "LRAT knows nothing of symmetries; --certificate-format=dlx does");
  }
  return CountInto([&](const CertificateSink& sink) {
    return CountUpToSymmetryWithCertificate(group, sink, options);
  });
}

absl::Status CheckMayCertifyBest() {
  if (absl::GetFlag(FLAGS_certificate_format).value) {
    return absl::UnimplementedError(
        "LRAT knows nothing of costs; --certificate-format=dlx does");
  }
  return absl::OkStatus();
}

absl::StatusOr<Outcome> CertifyBest(const Problem& problem, size_t k,
                                    const BestResult& best,
                                    const SearchOptions& options) {
  const absl::Status status =
      WriteCertificateFile([&](const CertificateSink& sink) {
        return WriteBestCertificate(problem, k, best, sink, options);
      });
  if (absl::IsCancelled(status)) {
    cli::Note("the proof was not finished: no certificate is written");
    return IsInterrupted(options.limits.interrupter) ? Outcome::kInterrupted
                                                     : Outcome::kTimeLimit;
  }
  if (!status.ok()) return status;
  return Outcome::kExhausted;
}

absl::Status WriteCertificateFile(
    absl::FunctionRef<absl::Status(const CertificateSink&)> write) {
  cli::OutputFile file(absl::GetFlag(FLAGS_certificate));
  if (!file.status().ok()) return file.status();
  absl::Status status =
      write([&file](StringView bytes) { return file.Write(bytes); });
  if (!file.status().ok()) return file.status();
  return status.ok() ? file.Finish() : status;
}

absl::StatusOr<Outcome> CertifyCount(const Problem& problem,
                                     SearchOptions options, Natural count) {
  options.limits.solutions = kUnlimited;
  const absl::StatusOr<CountResult> certified =
      CountWithCertificateFile(problem, options);
  if (!certified.ok()) return certified.status();
  if (certified->summary.outcome == Outcome::kExhausted &&
      certified->count != count) {
    return absl::InternalError(absl::StrCat(
        "this should never happen: the search has found ", cli::Decimal(count),
        " covers, but the certificate has ", cli::Decimal(certified->count)));
  }
  return certified->summary.outcome;
}

}  // namespace dlx::tool
