#include "tools/sudoku/certificate.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "absl/flags/flag.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/farm/files.h"
#include "dlx/io/problem_reader.h"
#include "dlx/limits.h"
#include "dlx/proof/write/certify.h"
#include "dlx/search.h"
#include "sudoku/encoding.h"
#include "tools/cli/interrupt.h"
#include "tools/sudoku/problem_text.h"

ABSL_FLAG(std::string, certificate, "",
          "Write into this `FOLDER` why a puzzle has no more solutions than "
          "one, or none, for 'dlx verify' to check.");

namespace sudoku::tool {

bool WantsCertificates() { return !absl::GetFlag(FLAGS_certificate).empty(); }

absl::Status PrepareCertificates() {
  const std::string folder = absl::GetFlag(FLAGS_certificate);
  struct stat info;
  if (mkdir(folder.c_str(), 0777) == 0) return absl::OkStatus();
  const int error = errno;
  if (error == EEXIST && stat(folder.c_str(), &info) == 0 &&
      S_ISDIR(info.st_mode)) {
    return absl::OkStatus();
  }
  return absl::UnavailableError(absl::StrCat(
      "cannot make the folder \"", folder, "\": ", std::strerror(error)));
}

absl::Status WriteCertificate(const Puzzle& puzzle, uint64_t number,
                              uint64_t solutions) {
  const absl::StatusOr<Encoding> encoding = Encoding::ForRules(puzzle);
  if (!encoding.ok()) return encoding.status();
  const absl::StatusOr<std::string> problem = ProblemText(puzzle, *encoding);
  if (!problem.ok()) return problem.status();
  // The certificate is of the problem that the file has: there, primary items
  // come before all others, as they need not with rules.
  const absl::StatusOr<dlx::Problem> read = dlx::io::ReadProblem(*problem);
  if (!read.ok()) return read.status();
  std::string certificate;
  const absl::StatusOr<dlx::CountResult> count = dlx::CountWithCertificate(
      *read,
      [&](absl::string_view bytes) {
        absl::StrAppend(&certificate, bytes);
        return true;
      },
      {.limits = {.interrupter = &cli::GlobalInterrupter()}});
  if (!count.ok()) return count.status();
  if (count->summary.outcome != dlx::Outcome::kExhausted) {
    return absl::CancelledError("interrupted");
  }
  if (count->count != solutions) {
    return absl::InternalError(absl::StrCat(
        "this should never happen: there are ", solutions,
        " solutions, but the certificate has ", count->count.ToString()));
  }
  const std::string stem =
      absl::StrCat(absl::GetFlag(FLAGS_certificate), "/", number);
  // The problem comes last: where it is, its certificate is, too.
  if (absl::Status status = dlx::units::WriteFileAtomically(
          absl::StrCat(stem, ".certificate"), certificate);
      !status.ok()) {
    return status;
  }
  return dlx::units::WriteFileAtomically(absl::StrCat(stem, ".dlx"), *problem);
}

}  // namespace sudoku::tool
