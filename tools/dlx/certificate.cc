#include "tools/dlx/certificate.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>

#include "absl/cleanup/cleanup.h"
#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/certificate/certify.h"
#include "dlx/checker/checker.h"
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
  absl::Status failure;
  const auto source = [&](char* buffer, size_t size) -> size_t {
    ssize_t got;
    do {
      got = read(fd, buffer, size);
    } while (got < 0 && errno == EINTR);
    if (got < 0) failure = Error("read", path);
    return got < 0 ? 0 : static_cast<size_t>(got);
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
  return Accept(*facts, absl::Now() - start);
}

}  // namespace

bool WantsCertificate() { return !absl::GetFlag(FLAGS_certificate).empty(); }

absl::StatusOr<CountResult> CountWithCertificateFile(
    const Problem& problem, const SearchOptions& options) {
  const std::string path = absl::GetFlag(FLAGS_certificate);
  const int fd =
      open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return Error("write", path);
  int error = 0;
  absl::StatusOr<CountResult> result = CountWithCertificate(
      problem,
      [&](absl::string_view bytes) {
        error = cli::WriteAll(fd, bytes);
        return error == 0;
      },
      options);
  const bool is_complete =
      result.ok() && result->summary.outcome == Outcome::kExhausted;
  if (!is_complete && IsRegularFile(fd)) unlink(path.c_str());
  if (close(fd) != 0 && error == 0) error = errno;
  if (error == EINTR) {
    return absl::CancelledError(
        "interrupted while nobody read the certificate");
  }
  if (error != 0) {
    errno = error;
    return Error("write", path);
  }
  if (result.ok() && !is_complete) {
    cli::Note("the search was not finished: there is no certificate");
  }
  return result;
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
