// verify: whether an archive of certificates proves what puzzles have.

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/proof/check.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/number_format.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {
namespace {

struct CloseFile {
  void operator()(FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};
using File = std::unique_ptr<FILE, CloseFile>;

// Hands out the entries of an archive to puzzles, and counts what they prove.
// The thread that reads and writes jobs may use it.
class Entries {
 public:
  Entries(FILE* file, size_t memory)
      : reader_([file](char* buffer, size_t size) {
          return std::fread(buffer, 1, size, file);
        }),
        memory_(memory) {}

  // What is wrong with the archive so far.
  const absl::Status& status() const { return reader_.status(); }

  // If the archive is damaged, nothing; status() says that for all.
  void GiveTo(Job& job) {
    absl::StatusOr<std::optional<ArchiveEntry>> entry =
        reader_.Next(memory_ - waiting_);
    job.entry = entry.ok() ? std::move(*entry).value_or(ArchiveEntry())
                           : ArchiveEntry();
    waiting_ += job.entry->bytes.size();
  }
  void TakeBack(const Job& job) {
    if (!job.entry.has_value()) return;
    waiting_ -= job.entry->bytes.size();
    ++proved_[static_cast<int>(job.verdict)];
  }

  // After the last puzzle: what is wrong with the archive as a whole.
  absl::Status Finish() {
    const auto entry = reader_.Next(memory_);
    if (!entry.ok()) return entry.status();
    if (!entry->has_value()) return absl::OkStatus();
    return absl::FailedPreconditionError(
        "the archive has more certificates than there are puzzles");
  }

  // "49,158 proved unique, 1 not proved".
  std::string Summary() const {
    std::vector<std::string> parts;
    for (const auto& [verdict, text] :
         {std::pair(Verdict::kUnique, "proved unique"),
          std::pair(Verdict::kNone, "proved to have no solution"),
          std::pair(Verdict::kMultiple, "proved to have several solutions"),
          std::pair(Verdict::kUndecided, "not proved")}) {
      const uint64_t count = proved_[static_cast<int>(verdict)];
      if (count > 0) {
        parts.push_back(absl::StrCat(cli::WithThousands(count), " ", text));
      }
    }
    return parts.empty() ? "" : absl::StrCat(absl::StrJoin(parts, ", "), "\n");
  }

 private:
  ArchiveReader reader_;
  const size_t memory_;
  size_t waiting_ = 0;       // The bytes that jobs have.
  uint64_t proved_[4] = {};  // By verdict.
};

Verdict VerdictOf(const dlx::Natural& solutions) {
  if (solutions == 0) return Verdict::kNone;
  return solutions == 1 ? Verdict::kUnique : Verdict::kMultiple;
}

// What the job says on standard output: in words only if it is not proved.
std::string Line(const Job& job, const ProvedSolutions& proved,
                 absl::string_view why_not, OutputFormat format) {
  if (!IsForPrograms(format)) {
    return why_not.empty() ? "" : absl::StrCat(job.Place(), why_not, "\n");
  }
  Record record("puzzle", job);
  record.Text("verdict", VerdictName(job.verdict));
  record.Text("reason", why_not);
  record.Text("solutions", why_not.empty() ? proved.count.ToString() : "");
  record.Bool("is_exact", why_not.empty() && proved.is_exact);
  return record.ToLine(format);
}

void VerifyJob(Job& job, Worker& worker, const Settings& settings,
               OutputFormat format) {
  dlx::Limits limits = settings.solver.limits;
  limits.interrupter = &cli::GlobalInterrupter();
  const dlx::LimitWatch watch(limits);
  const absl::StatusOr<ProvedSolutions> proved =
      worker.Own<ProofChecker>().Check(
          job.puzzle, *job.entry,
          {.memory = settings.memory_limit,
           .must_stop = [&watch] { return watch.MustStop(); }});
  std::string why_not;
  if (proved.ok()) {
    job.verdict = VerdictOf(proved->count);
  } else {
    why_not = std::string(proved.status().message());
    job.fate = Fate::kNo;
    if (absl::IsResourceExhausted(proved.status())) {
      why_not += "; --memory gives it more";
      job.fate = Fate::kNoMemory;
    } else if (absl::IsCancelled(proved.status())) {
      why_not = "there was too little time to check the certificate";
      job.fate = worker.is_interrupted() ? Fate::kInterrupted : Fate::kLimited;
    }
  }
  job.output = Line(job, proved.value_or(ProvedSolutions()), why_not, format);
}

// What is wrong with the archive `path` as a whole.
cli::ExitCode FailWith(const absl::Status& status, absl::string_view path,
                       FILE* file) {
  if (std::ferror(file) != 0) {
    return cli::Fail(cli::ExitCode::kNoInput,
                     absl::StrCat("cannot read all of \"", path, "\""));
  }
  const bool is_memory_short = absl::IsResourceExhausted(status);
  return cli::Fail(
      is_memory_short ? cli::ExitCode::kNoMemory : cli::ExitCode::kNo,
      absl::StrCat(path, ": ", status.message(),
                   is_memory_short ? "; --memory gives it more" : ""));
}

}  // namespace

cli::ExitCode Verify(const cli::Arguments& arguments,
                     const Settings& settings) {
  const std::string path = arguments.back();
  const cli::Arguments puzzles(arguments.begin(), arguments.end() - 1);
  const bool is_stdin = path == "-";
  for (const std::string& argument : puzzles) {
    if (is_stdin && argument == "-") {
      return cli::Fail(cli::ExitCode::kUsage,
                       "the puzzles and the archive cannot both come from "
                       "standard input");
    }
  }
  const File file(is_stdin ? stdin : std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    return cli::Fail(
        cli::ExitCode::kNoInput,
        absl::StrCat("cannot read \"", path, "\": ", std::strerror(errno)));
  }
  Entries entries(file.get(), settings.memory_limit);
  if (!entries.status().ok()) {
    return FailWith(entries.status(), path, file.get());
  }
  const OutputFormat format = settings.format.value_or(OutputFormat::kLine);
  BatchOptions options = {.solver = settings.solver};
  options.threads = AreAllPuzzles(puzzles) ? 1 : settings.ThreadCount();
  options.report.counts_nodes = false;
  if (format == OutputFormat::kCsv) {
    options.report.header =
        CsvHeader({"verdict", "reason", "solutions", "is_exact"});
  }
  if (!IsForPrograms(format)) {
    options.report.ending = [&] { return entries.Summary(); };
  }
  options.before = [&](Job& job) { entries.GiveTo(job); };
  options.after = [&](Job& job) { entries.TakeBack(job); };
  const cli::ExitCode code =
      RunBatch(puzzles, settings, options, [&](Job& job, Worker& worker) {
        VerifyJob(job, worker, settings, format);
      });
  if (!CameToItsEnd(code)) return code;
  const absl::Status status = entries.Finish();
  if (status.ok() && std::ferror(file.get()) == 0) return code;
  const cli::ExitCode failed = FailWith(status, path, file.get());
  // That a puzzle is not proved may follow from it.
  return code == cli::ExitCode::kFinished || code == cli::ExitCode::kNo ? failed
                                                                        : code;
}

}  // namespace sudoku::tool
