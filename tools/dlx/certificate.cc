#include "tools/dlx/certificate.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/flags/flag.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/certificate/certify.h"
#include "dlx/checker/checker.h"
#include "dlx/io/export/lrat.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/json.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"

ABSL_FLAG(std::string, certificate, "",
          "Write into this `FILE` why the number of covers is what it is, for "
          "'dlx verify' to check. One thread does the work.");

ABSL_FLAG(std::string, lrat, "",
          "Write the same into this `FILE` as a proof in LRAT, for other "
          "people's checkers of what is then in FILE.cnf.");

namespace dlx::tool {
namespace {

// --certificate-format
struct CertificateFormat {
  bool is_lrat = false;
};

bool AbslParseFlag(absl::string_view text, CertificateFormat* format,
                   std::string* error) {
  format->is_lrat = text == "lrat";
  if (format->is_lrat || text == "dlx") return true;
  *error = "dlx or lrat is expected";
  return false;
}

std::string AbslUnparseFlag(const CertificateFormat& format) {
  return format.is_lrat ? "lrat" : "dlx";
}

}  // namespace
}  // namespace dlx::tool

ABSL_FLAG(dlx::tool::CertificateFormat, certificate_format, {},
          "The `FORMAT` of the certificate: dlx, or lrat, a proof for other "
          "people's checkers of what is then in FILE.cnf.");

namespace dlx::tool {
namespace {

absl::Status Error(absl::string_view what, const std::string& path) {
  return absl::UnavailableError(
      absl::StrCat("cannot ", what, " \"", path, "\": ", std::strerror(errno)));
}

bool IsRegularFile(int fd) {
  struct stat info;
  return fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

cli::ExitCode Accept(const CertificateFacts& facts, absl::Duration time) {
  cli::Output output;
  const std::string count = facts.count.ToString();
  if (WantsJson()) {
    std::string line;
    cli::JsonWriter(&line)
        .BeginObject()
        .Key("type")
        .String("verified")
        .Key("count")
        .String(count)
        .Key("bytes")
        .Number(facts.bytes)
        .Key("nodes")
        .Number(facts.nodes)
        .Key("seconds")
        .Number(absl::ToDoubleSeconds(time))
        .EndObject();
    output.Write(absl::StrCat(line, "\n"));
  } else {
    output.Write(absl::StrCat(count, "\n"));
  }
  if (WantsStatistics()) {
    std::fputs(absl::StrFormat("certificate %s bytes\n"
                               "nodes       %s\n"
                               "kept        %s states, %s of them at once\n"
                               "time        %.6f s\n",
                               cli::WithThousands(facts.bytes),
                               cli::WithThousands(facts.nodes),
                               cli::WithThousands(facts.kept),
                               cli::WithThousands(facts.most_kept),
                               absl::ToDoubleSeconds(time))
                   .c_str(),
               stderr);
  }
  return output.Finish(cli::ExitCode::kFinished);
}

// A file that is being written.
class NewFile {
 public:
  explicit NewFile(const std::string& path)
      : path_(path),
        fd_(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)),
        error_(fd_ < 0 ? errno : 0) {}
  ~NewFile() {
    if (fd_ >= 0) close(fd_);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  bool Write(absl::string_view bytes) {
    if (error_ == 0) error_ = cli::WriteAll(fd_, bytes);
    return error_ == 0;
  }
  // It was made in vain.
  void Remove() {
    if (fd_ >= 0 && IsRegularFile(fd_)) unlink(path_.c_str());
  }
  // What went wrong, if anything did.
  absl::Status Close() {
    if (fd_ >= 0 && close(std::exchange(fd_, -1)) != 0 && error_ == 0) {
      error_ = errno;
    }
    if (error_ == 0) return absl::OkStatus();
    if (error_ == EINTR) {
      return absl::CancelledError(
          "interrupted while nobody read the certificate");
    }
    errno = error_;
    return Error("write", path_);
  }

 private:
  const std::string path_;
  int fd_;
  int error_;
};

// What a certificate says, as a proof; what that refutes is in another file.
absl::Status WriteLratFiles(const Problem& problem,
                            absl::string_view certificate,
                            const std::string& path) {
  NewFile proof(path);
  if (!proof.Write("")) return proof.Close();
  const absl::StatusOr<io::LratFacts> facts = io::WriteLrat(
      problem, certificate,
      [&](absl::string_view lines) { return proof.Write(lines); });
  if (!facts.ok()) proof.Remove();
  if (absl::Status status = proof.Close(); !status.ok()) return status;
  if (!facts.ok()) return facts.status();
  NewFile formula(path + ".cnf");
  formula.Write(facts->formula);
  return formula.Close();
}

cli::ExitCode Verify(const Problem& problem, const std::string& path) {
  const bool is_stdin = path == "-";
  const int fd =
      is_stdin ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    return cli::Fail(cli::ExitCode::kNoInput, Error("read", path).message());
  }
  const auto close_file = absl::MakeCleanup([&] {
    if (!is_stdin) close(fd);
  });
  const std::string lrat = absl::GetFlag(FLAGS_lrat);
  if (!lrat.empty()) {
    if (absl::Status status = io::CheckLratProblem(problem); !status.ok()) {
      return cli::Fail(cli::ExitCode::kUsage, status.message());
    }
  }
  absl::Status failure;
  std::string certificate;  // If it is needed once more.
  const auto source = [&](char* buffer, size_t size) -> size_t {
    ssize_t got;
    do {
      got = read(fd, buffer, size);
    } while (got < 0 && errno == EINTR);
    if (got < 0) failure = Error("read", path);
    if (got < 0) return 0;
    const size_t bytes = static_cast<size_t>(got);
    if (!lrat.empty()) certificate.append(buffer, bytes);
    return bytes;
  };
  const absl::Time start = absl::Now();
  const absl::StatusOr<CertificateFacts> facts =
      CheckCertificate(problem, source);
  if (!failure.ok()) {
    return cli::Fail(cli::ExitCode::kNoInput, failure.message());
  }
  if (!facts.ok()) {
    return cli::Fail(cli::ExitCode::kNo, facts.status().message());
  }
  const absl::Duration time = absl::Now() - start;
  if (!lrat.empty()) {
    const absl::Status status = WriteLratFiles(problem, certificate, lrat);
    if (!status.ok()) {
      return cli::Fail(absl::IsUnavailable(status) ? cli::ExitCode::kOutputError
                                                   : cli::ExitCode::kUsage,
                       status.message());
    }
  }
  return Accept(*facts, time);
}

void NoteThatThereIsNone() {
  cli::Note("the search was not finished: there is no certificate");
}

// In the format of this project, while the search goes on.
absl::StatusOr<CountResult> CountWithFile(const Problem& problem,
                                          const SearchOptions& options,
                                          const std::string& path) {
  NewFile file(path);
  if (!file.Write("")) return file.Close();
  absl::StatusOr<CountResult> result = CountWithCertificate(
      problem, [&](absl::string_view bytes) { return file.Write(bytes); },
      options);
  const bool is_complete =
      result.ok() && result->summary.outcome == Outcome::kExhausted;
  if (!is_complete) file.Remove();
  if (const absl::Status status = file.Close(); !status.ok()) return status;
  if (result.ok() && !is_complete) NoteThatThereIsNone();
  return result;
}

// The certificate is kept in memory, and made a proof when it is complete.
absl::StatusOr<CountResult> CountWithLratFiles(const Problem& problem,
                                               const SearchOptions& options,
                                               const std::string& path) {
  if (absl::Status status = io::CheckLratProblem(problem); !status.ok()) {
    return status;
  }
  std::string certificate;
  absl::StatusOr<CountResult> result = CountWithCertificate(
      problem,
      [&](absl::string_view bytes) {
        certificate.append(bytes.data(), bytes.size());
        return true;
      },
      options, CertificateForm::kTree);
  if (!result.ok()) return result;
  if (result->summary.outcome != Outcome::kExhausted) {
    NoteThatThereIsNone();
    return result;
  }
  if (absl::Status status = WriteLratFiles(problem, certificate, path);
      !status.ok()) {
    return status;
  }
  return result;
}

}  // namespace

bool WantsCertificate() { return !absl::GetFlag(FLAGS_certificate).empty(); }

cli::ExitCode WithProblemToCertify(
    absl::string_view path,
    absl::FunctionRef<cli::ExitCode(const Problem&)> use) {
  if (absl::GetFlag(FLAGS_certificate_format).is_lrat && !WantsCertificate()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "--certificate-format says how to write a certificate, "
                     "but there is no --certificate=FILE to say where");
  }
  return WithProblem(path, use);
}

absl::StatusOr<CountResult> CountWithCertificateFile(
    const Problem& problem, const SearchOptions& options) {
  const std::string path = absl::GetFlag(FLAGS_certificate);
  return absl::GetFlag(FLAGS_certificate_format).is_lrat
             ? CountWithLratFiles(problem, options, path)
             : CountWithFile(problem, options, path);
}

absl::Status CertifyCount(const Problem& problem, SearchOptions options,
                          Natural count) {
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
  return absl::OkStatus();
}

cli::ExitCode RunVerify(const cli::Arguments& arguments) {
  if (arguments[0] == "-" && arguments[1] == "-") {
    return cli::Fail(cli::ExitCode::kUsage,
                     "the problem and the certificate cannot both come from "
                     "standard input");
  }
  return WithProblem(arguments[0], [&](const Problem& problem) {
    return Verify(problem, arguments[1]);
  });
}

}  // namespace dlx::tool
