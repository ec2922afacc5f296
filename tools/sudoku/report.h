#ifndef TOOLS_SUDOKU_REPORT_H_
#define TOOLS_SUDOKU_REPORT_H_

// What a command tells about the puzzles of its input: what has become of each,
// in the order of the input; how far the work has come; and at the end, how all
// of them went.

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/statistics.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/output.h"
#include "tools/cli/progress_line.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

// Counts of puzzles, and of what is none.
struct Tally {
  uint64_t puzzles = 0;
  uint64_t unique = 0;
  uint64_t none = 0;
  uint64_t multiple = 0;
  uint64_t undecided = 0;
  uint64_t bad = 0;  // Pieces of input that are wrong.
  uint64_t refused = 0;
  uint64_t no = 0;       // Checks whose answer is no.
  uint64_t limited = 0;  // Those without enough memory, too.
  bool is_memory_short = false;
  bool was_interrupted = false;
  bool is_file_missing = false;
  uint64_t nodes = 0;
  uint64_t most_nodes = 0;
  uint64_t solutions = 0;     // Of an enumeration.
  std::string hardest;        // The puzzle with the most nodes.
  std::string hardest_place;  // Its Place().
  absl::Duration time = absl::ZeroDuration();
  cli::ShardFlag shard;      // That this is about,
  int64_t input_bytes = 0;   // of files with so many bytes,
  std::string input_digest;  // and this fingerprint.

  // A job that was interrupted is no puzzle that was done.
  void Add(const Job& job);
  cli::ExitCode exit_code() const;
};

// How far the search has come that a worker is busy with. Any thread may call
// any of this at any time.
class SharedProgress {
 public:
  void Set(const dlx::Progress& progress) {
    const std::lock_guard<std::mutex> lock(mutex_);
    progress_ = progress;
  }
  // What else is known of the work, such as how much there is to expect.
  void SetRemark(std::string remark) {
    const std::lock_guard<std::mutex> lock(mutex_);
    remark_ = std::move(remark);
  }
  // The search has ended.
  void Clear() {
    const std::lock_guard<std::mutex> lock(mutex_);
    progress_.reset();
    remark_.clear();
  }
  std::optional<dlx::Progress> Get() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return progress_;
  }
  std::string remark() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return remark_;
  }

 private:
  mutable std::mutex mutex_;
  std::optional<dlx::Progress> progress_;
  std::string remark_;
};

struct ReportOptions {
  // Before the first record, such as the header of a CSV file.
  std::string header = "";
  // What the summary has: whether puzzles are unique, and how many nodes were
  // visited.
  bool counts_verdicts = true;
  bool counts_nodes = true;
  // The statistics are about solutions, one by one, rather than about puzzles.
  bool counts_solutions = false;
  // If not null, where workers tell how far a search has come. Must outlive the
  // report.
  const SharedProgress* search = nullptr;
  // If set, what there is to write after the last puzzle, before any summary;
  // and sentences that follow the summary in words.
  std::function<std::string()> ending = nullptr;
  std::function<std::vector<std::string>()> remarks = nullptr;
  // JSON ends with a summary.
  bool has_json_summary = true;
  // When there is a summary on standard error after the puzzles of files.
  enum class Summary {
    kAlways,
    kIfIncomplete,  // Something was wrong, or cut short.
    kIfWrong,       // Some input was wrong.
    kNever,
  } summary = Summary::kIfIncomplete;
};

// One thread at a time may use a Report.
class Report {
 public:
  // `is_batch`: puzzles come from files.
  Report(const Settings& settings, ReportOptions options, bool is_batch);
  Report(const Report&) = delete;
  Report& operator=(const Report&) = delete;

  cli::Output& output() { return output_; }
  const Tally& tally() const { return tally_; }
  // False if there is no point in going on.
  bool ok() const { return output_.ok() && !tally_.was_interrupted; }

  // Writes what there is of a job: its warning, and its output.
  void Write(const Job& job);
  // A sentence on standard error, in the order of things.
  void Say(absl::string_view sentence);
  void AddSolution() { ++tally_.solutions; }
  // The work is about a shard of files with so many bytes, and this
  // fingerprint.
  void SetShard(const cli::ShardFlag& shard, int64_t bytes,
                std::string digest) {
    tally_.shard = shard;
    tally_.input_bytes = bytes;
    tally_.input_digest = std::move(digest);
  }
  // The input was not read to its end.
  void SetInterrupted() { tally_.was_interrupted = true; }
  // A sentence about what is no puzzle, with its weight in the exit code.
  void Note(Fate fate, absl::string_view sentence);

  // To be called now and then: shows how far the work has come, if it is time
  // to, and lets output flow.
  void Tick(double fraction_done);
  // The same from the middle of a search.
  void TickInSearch(const dlx::Progress& search);
  // The same, but at once and in other words.
  void ShowProgress(absl::string_view text) { progress_line_.Show(text); }

  // Writes the summary. An input without any puzzle is wrong, too.
  [[nodiscard]] cli::ExitCode Finish();

 private:
  bool WantsTextSummary() const;
  void Tick(double fraction_done, const std::optional<dlx::Progress>& search);

  const Settings& settings_;
  const ReportOptions options_;
  const bool is_batch_;
  cli::Output output_;
  cli::ProgressLine progress_line_;
  const absl::Time start_;
  absl::Time next_progress_;
  Tally tally_;
};

// "49,158 puzzles: 49,157 unique, 1 no solution; 2 wrong inputs".
std::string SummaryAsText(const Tally& tally, const ReportOptions& options);

// The last line of JSON output, with a line end.
std::string SummaryAsJson(const Tally& tally, const ReportOptions& options);

// "49,158 puzzles in 1.2 s (41,000/s), 123 nodes (0.1 a puzzle); ...".
std::string StatisticsAsText(const Tally& tally, const ReportOptions& options);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_REPORT_H_
