#include "tools/sudoku/certificate.h"

#include <string>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/cli/error.h"
#include "tools/cli/interrupt.h"

ABSL_FLAG(std::string, certificate, "",
          "Write into this `ARCHIVE` why the answer of each puzzle is right, "
          "for 'sudoku verify' to check.");

namespace sudoku::tool {

Certificates::Certificates(const cli::Arguments& arguments) {
  const std::string path = absl::GetFlag(FLAGS_certificate);
  if (path.empty()) return;
  status_ = cli::CheckIsNoInput(path, arguments);
  if (!status_.ok()) return;
  file_.emplace(path);
  status_ = file_->status();
  archive_.emplace(
      [this](absl::string_view bytes) { return file_->Write(bytes); });
}

void Certificates::WriteAfter(BatchOptions& options) {
  if (!archive_.has_value()) return;
  // A puzzle about which nothing comes to be known has an entry, too.
  options.before = [](Job& job) { job.entry.emplace(); };
  options.after = [this](Job& job) {
    if (job.entry.has_value()) archive_->Add(*job.entry);
  };
}

void Certificates::Prove(Job& job, const Answer& answer, Worker& worker,
                         const dlx::Limits& limits) {
  if (!archive_.has_value() || answer.verdict == Verdict::kUndecided) return;
  dlx::Limits its_limits = limits;
  its_limits.interrupter = &cli::GlobalInterrupter();
  absl::StatusOr<ArchiveEntry> entry =
      worker.Own<ProofWriter>().Write(job.puzzle, answer, its_limits);
  if (!entry.ok()) {
    const std::lock_guard<std::mutex> lock(mutex_);
    contradiction_.Update(entry.status());
    return;
  }
  if (entry->kind == ArchiveEntry::Kind::kNothing) {
    job.Fail(worker.is_interrupted() ? Fate::kInterrupted : Fate::kLimited,
             "a limit came before the proof was complete; there is no "
             "certificate");
  }
  job.entry = *std::move(entry);
}

cli::ExitCode Certificates::Finish(cli::ExitCode code) {
  if (!archive_.has_value()) return code;
  if (!contradiction_.ok()) {
    return cli::Fail(cli::ExitCode::kInternal, contradiction_.message());
  }
  if (!CameToItsEnd(code)) {
    cli::Note("not all puzzles were done: no archive is written");
    return code;
  }
  archive_->Finish();
  const absl::Status status = file_->Finish();
  return status.ok() ? code
                     : cli::Fail(cli::ExitCode::kOutputError, status.message());
}

}  // namespace sudoku::tool
