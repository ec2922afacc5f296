// The command verify: whether a certificate proves the number of covers.

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/flags/flag.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/ask/diagram.h"
#include "dlx/io/diagram_file.h"
#include "dlx/io/problem_writer.h"
#include "dlx/proof/check/best.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/classes/check.h"
#include "dlx/proof/format.h"
#include "dlx/proof/lrat.h"
#include "dlx/proof/veripb.h"
#include "dlx/schedule/limit_watch.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/input_file.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/cli/output_file.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/certificate.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"

ABSL_FLAG(std::string, lrat, "",
          "Write the same into this `FILE` as a proof in LRAT, for other "
          "people's checkers of what is then in FILE.cnf.");
ABSL_FLAG(std::string, veripb, "",
          "Write the same into this `FILE` as a proof for VeriPB, of what is "
          "then in FILE.opb. The certificate is one of --engine=nogoods.");
ABSL_FLAG(std::string, diagram, "",
          "Check as well that the diagram in this `FILE`, which compile wrote, "
          "has exactly these covers.");

namespace dlx::tool {
namespace {

absl::Status CannotRead(const std::string& path) {
  if (path.empty()) {
    return absl::NotFoundError(
        "an empty argument is no certificate; - is standard input");
  }
  return absl::UnavailableError(
      absl::StrCat("cannot read \"", path, "\": ", std::strerror(errno)));
}

// What all certificates tell of the work. Facts: CertificateFacts, BestFacts.
template <typename Facts>
void EndWithWork(const Facts& facts, absl::Duration time,
                 cli::JsonWriter& json) {
  json.Key("bytes")
      .Number(facts.bytes)
      .Key("nodes")
      .Number(facts.nodes)
      .Key("seconds")
      .Number(absl::ToDoubleSeconds(time))
      .EndObject();
}

template <typename Facts>
void WriteStatistics(const Facts& facts, absl::Duration time,
                     absl::string_view line_between) {
  std::fputs(absl::StrFormat("certificate %s bytes\n"
                             "nodes       %s\n"
                             "%s"
                             "time        %.6f s\n",
                             cli::WithThousands(facts.bytes),
                             cli::WithThousands(facts.nodes), line_between,
                             absl::ToDoubleSeconds(time))
                 .c_str(),
             stderr);
}

// The number that is proved; as JSON with what `add` adds.
template <typename Facts>
void PrintCount(const Facts& facts, absl::Duration time,
                absl::FunctionRef<void(cli::JsonWriter& json)> add,
                cli::Output& output) {
  const std::string count = facts.count.ToString();
  if (!WantsJson()) return output.Write(absl::StrCat(count, "\n"));
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject().Key("type").String("verified").Key("count").String(count);
  add(json);
  EndWithWork(facts, time, json);
  output.Write(absl::StrCat(line, "\n"));
}

cli::ExitCode Accept(const CertificateFacts& facts, absl::Duration time) {
  cli::Output output;
  PrintCount(
      facts, time, [](cli::JsonWriter&) {}, output);
  if (WantsStatistics()) {
    WriteStatistics(
        facts, time,
        absl::StrFormat("kept        %s states, %s of them at once\n",
                        cli::WithThousands(facts.kept),
                        cli::WithThousands(facts.most_kept)));
  }
  return output.Finish(cli::ExitCode::kFinished);
}

// The least costs, each on a line.
cli::ExitCode Accept(const BestFacts& facts, absl::Duration time) {
  cli::Output output;
  if (WantsJson()) {
    std::string line;
    cli::JsonWriter json(&line);
    json.BeginObject().Key("type").String("verified").Key("costs").BeginArray();
    for (const int64_t cost : facts.costs) json.Number(cost);
    json.EndArray();
    EndWithWork(facts, time, json);
    output.Write(absl::StrCat(line, "\n"));
  } else {
    for (const int64_t cost : facts.costs) {
      output.Write(absl::StrCat(cost, "\n"));
    }
  }
  if (facts.costs.empty()) {
    cli::Note("there is no cover");
  } else if (facts.costs.size() < facts.wanted) {
    cli::Note("these are all covers");
  }
  if (WantsStatistics()) {
    WriteStatistics(facts, time, "");
  }
  return output.Finish(cli::ExitCode::kFinished);
}

// How many covers there are up to symmetry.
cli::ExitCode Accept(const ClassFacts& facts, absl::Duration time) {
  cli::Output output;
  PrintCount(
      facts, time,
      [&facts](cli::JsonWriter& json) {
        json.Key("symmetries").String(cli::Decimal(facts.symmetries));
      },
      output);
  if (!WantsJson()) {
    cli::Note(facts.symmetries == 1
                  ? "there is no symmetry but that all stays where it is"
                  : absl::StrCat("up to ", cli::WithThousands(facts.symmetries),
                                 " symmetries"));
  }
  if (WantsStatistics()) {
    WriteStatistics(facts, time,
                    absl::StrFormat("kinds       %s of symmetries\n",
                                    cli::WithThousands(facts.kinds)));
  }
  return output.Finish(cli::ExitCode::kFinished);
}

// The bytes of a certificate, from a file or from standard input.
class CertificateFile {
 public:
  // Keeps what is read, if it is needed once more.
  CertificateFile(const std::string& path, bool keeps)
      : path_(path),
        keeps_(keeps),
        fd_(path == "-" ? STDIN_FILENO
                        : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (fd_ < 0) failure_ = CannotRead(path_);
  }
  ~CertificateFile() {
    if (fd_ > STDIN_FILENO) close(fd_);
  }
  CertificateFile(const CertificateFile&) = delete;
  CertificateFile& operator=(const CertificateFile&) = delete;

  // As a CertificateSource: how many bytes, none at the end and after a
  // failure.
  size_t Read(char* buffer, size_t size) {
    ssize_t got;
    do {
      got = read(fd_, buffer, size);
    } while (got < 0 && errno == EINTR);
    if (got < 0) failure_ = CannotRead(path_);
    if (got < 0) return 0;
    const size_t bytes = static_cast<size_t>(got);
    if (keeps_) kept_.append(buffer, bytes);
    return bytes;
  }
  const absl::Status& failure() const { return failure_; }
  const std::string& kept() const { return kept_; }

 private:
  const std::string path_;
  const bool keeps_;
  const int fd_;
  absl::Status failure_;
  std::string kept_;
};

// What a certificate says, as a proof; what that refutes is in another file.
// Write: of a sink for lines of the proof, a StatusOr of facts with a formula.
template <typename Write>
absl::Status WriteProofFiles(const std::string& path,
                             const std::string& formula_file, Write write) {
  cli::OutputFile proof(path);
  const auto facts =
      write([&](absl::string_view lines) { return proof.Write(lines); });
  if (!proof.status().ok()) return proof.status();
  if (!facts.ok()) return facts.status();
  if (absl::Status status = proof.Finish(); !status.ok()) return status;
  return cli::WriteOutputFile(formula_file, facts->formula);
}

// Those of --lrat and --veripb.
absl::Status WriteProofs(const Problem& problem, absl::string_view certificate,
                         const CheckLimits& limits) {
  if (const std::string path = absl::GetFlag(FLAGS_lrat); !path.empty()) {
    const absl::Status status =
        WriteProofFiles(path, FormulaFile(path), [&](const auto& sink) {
          return io::WriteLrat(problem, certificate, sink, limits);
        });
    if (!status.ok()) return status;
  }
  const std::string path = absl::GetFlag(FLAGS_veripb);
  if (path.empty()) return absl::OkStatus();
  return WriteProofFiles(
      path, absl::StrCat(path, ".opb"), [&](const auto& sink) {
        return io::WriteVeripb(problem, certificate, sink, limits);
      });
}

// OK if --diagram has exactly the `count` covers that the problem has, and no
// other ones: so many, each a cover, and none of them twice.
absl::Status CheckDiagram(const Problem& problem, const Natural& count,
                          const SearchOptions& options) {
  const auto file = cli::ReadInput(absl::GetFlag(FLAGS_diagram));
  if (!file.ok()) return absl::UnavailableError(file.status().message());
  const absl::StatusOr<Diagram> diagram = io::ReadDiagram(
      file->text, file->name, options.limits, options.memory_limit);
  if (absl::IsDeadlineExceeded(diagram.status())) {
    return absl::CancelledError(diagram.status().message());
  }
  if (!diagram.ok()) return diagram.status();
  const auto wrong = [&file](const auto&... why) {
    return absl::FailedPreconditionError(
        absl::StrCat(file->name, ": ", why...));
  };
  const absl::StatusOr<std::string> text = io::WriteProblem(problem);
  const absl::StatusOr<std::string> its = io::WriteProblem(diagram->problem());
  if (!text.ok() || !its.ok() || *text != *its) {
    return wrong("this is the diagram of another problem");
  }
  if (!diagram->givens().empty()) {
    return wrong("this diagram has those covers only that have what was given");
  }
  if (absl::Status status = diagram->Check(options.limits); !status.ok()) {
    return IsOfLimits(status) ? status : wrong(status.message());
  }
  if (diagram->count() == count) return absl::OkStatus();
  return wrong("there are ", diagram->count().ToString(), " covers of ",
               count.ToString());
}

// A certificate whose version is known before it is read.
class BeginningFirst {
 public:
  // The source must outlive it.
  explicit BeginningFirst(CertificateSource source)
      : source_(std::move(source)) {
    char byte;
    while (beginning_.size() < kVersionAt + 1 && source_(&byte, 1) == 1) {
      beginning_.push_back(byte);
    }
  }
  bool has_version(char version) const {
    return beginning_.size() > kVersionAt && beginning_[kVersionAt] == version;
  }
  // All of it. To be read once.
  CertificateSource source() const {
    return [this, given = size_t{0}](char* buffer, size_t size) mutable {
      if (given == beginning_.size()) return source_(buffer, size);
      size = std::min(size, beginning_.size() - given);
      beginning_.copy(buffer, size, std::exchange(given, given + size));
      return size;
    };
  }

 private:
  static constexpr size_t kVersionAt = internal::kCertificateMagic.size();

  CertificateSource source_;
  std::string beginning_;
};

// `failure` is what went wrong when the file was read.
cli::ExitCode Refuse(const absl::Status& failure, const absl::Status& status) {
  if (absl::IsCancelled(status)) {
    return cli::WasInterrupted()
               ? cli::InterruptExitCode()
               : cli::Fail(cli::ExitCode::kLimit,
                           "there was too little time to check all of it");
  }
  if (absl::IsResourceExhausted(status)) {
    return cli::FailForMemory(status.message());
  }
  return failure.ok() ? cli::Fail(cli::ExitCode::kNo, status.message())
                      : cli::Fail(cli::ExitCode::kNoInput, failure.message());
}

cli::ExitCode Verify(const Problem& problem, const std::string& path) {
  const std::string lrat = absl::GetFlag(FLAGS_lrat);
  const bool is_converted =
      !lrat.empty() || !absl::GetFlag(FLAGS_veripb).empty();
  CertificateFile file(path, /*keeps=*/is_converted);
  if (!file.failure().ok()) {
    return cli::Fail(cli::ExitCode::kNoInput, file.failure().message());
  }
  if (!lrat.empty()) {
    if (absl::Status status = io::CheckLratProblem(problem); !status.ok()) {
      return cli::Fail(cli::ExitCode::kUsage, status.message());
    }
  }
  const absl::Time start = absl::Now();
  SearchOptions options = cli::SearchOptionsFromFlags();
  options.limits.interrupter = &cli::CatchInterrupts();
  const LimitWatch watch(options.limits);
  const CheckLimits limits = {
      .memory = options.memory_limit,
      .must_stop = [&watch] { return watch.MustStop(); }};
  const BeginningFirst all(
      [&file](char* buffer, size_t size) { return file.Read(buffer, size); });
  const bool is_of_best = all.has_version(internal::kBestVersion);
  const bool is_of_classes = all.has_version(internal::kClassesVersion) ||
                             all.has_version(internal::kFactorsVersion);
  if (is_converted && (is_of_best || is_of_classes)) {
    return cli::Fail(
        cli::ExitCode::kUsage,
        absl::StrCat(lrat.empty() ? "VeriPB" : "LRAT", " knows nothing of ",
                     is_of_best ? "costs" : "symmetries"));
  }
  const auto end = [&](const auto& facts) {
    return file.failure().ok() && facts.ok()
               ? Accept(*facts, absl::Now() - start)
               : Refuse(file.failure(), facts.status());
  };
  if (!absl::GetFlag(FLAGS_diagram).empty() && (is_of_best || is_of_classes)) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "of a diagram, only a certificate of all covers proves "
                     "something");
  }
  if (is_of_best) {
    return end(CheckBestCertificate(problem, all.source(), limits));
  }
  if (is_of_classes) {
    return end(CheckClassCertificate(problem, all.source(), limits));
  }
  const absl::StatusOr<CertificateFacts> facts =
      CheckCertificate(problem, all.source(), limits);
  if (!file.failure().ok() || !facts.ok()) {
    return Refuse(file.failure(), facts.status());
  }
  const absl::Duration time = absl::Now() - start;
  if (absl::Status status = WriteProofs(problem, file.kept(), limits);
      !status.ok()) {
    if (IsOfLimits(status)) return Refuse(absl::OkStatus(), status);
    return cli::Fail(absl::IsUnavailable(status) ? cli::ExitCode::kOutputError
                                                 : cli::ExitCode::kUsage,
                     status.message());
  }
  if (!absl::GetFlag(FLAGS_diagram).empty()) {
    options.limits.time -= absl::Now() - start;
    const absl::Status status = CheckDiagram(problem, facts->count, options);
    if (absl::IsUnavailable(status)) return Refuse(status, absl::OkStatus());
    if (!status.ok()) return Refuse(absl::OkStatus(), status);
  }
  return Accept(*facts, time);
}

}  // namespace

cli::ExitCode RunVerify(const cli::Arguments& arguments) {
  cli::Arguments inputs = arguments;
  if (const std::string diagram = absl::GetFlag(FLAGS_diagram);
      !diagram.empty()) {
    inputs.push_back(diagram);
  }
  if (absl::c_count(inputs, "-") > 1) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "only one of the problem, the certificate and the diagram "
                     "can come from standard input");
  }
  const std::string veripb = absl::GetFlag(FLAGS_veripb);
  for (absl::Status status :
       {CheckProofFiles(absl::GetFlag(FLAGS_lrat), /*is_lrat=*/true, inputs),
        cli::CheckIsNoInput(veripb, inputs),
        cli::CheckIsNoInput(absl::StrCat(veripb, ".opb"), inputs)}) {
    if (!status.ok()) return cli::Fail(cli::ExitCode::kUsage, status.message());
  }
  return WithProblem(arguments[0], [&](const Problem& problem) {
    return Verify(problem, arguments[1]);
  });
}

}  // namespace dlx::tool
