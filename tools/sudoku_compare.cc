// compare: all methods on the same puzzle, or on the puzzles of a file.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "sudoku/methods/measure.h"
#include "sudoku/methods/table.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output.h"
#include "tools/cli/progress_line.h"
#include "tools/sudoku_batch.h"
#include "tools/sudoku_commands.h"
#include "tools/sudoku_compare_flags.h"
#include "tools/sudoku_comparison.h"
#include "tools/sudoku_flags.h"
#include "tools/sudoku_input.h"

namespace sudoku::tool {

namespace {

// How long a method is measured at least. With one puzzle there is time to be
// precise; with many, chance evens out.
constexpr absl::Duration kMeasureOne = absl::Milliseconds(100);
constexpr absl::Duration kMeasureMany = absl::Milliseconds(1);

constexpr absl::Duration kMaxTimeForOne = absl::Seconds(10);
constexpr absl::Duration kMaxTimeForMany = absl::Seconds(1);

class Comparison {
 public:
  Comparison(const cli::Arguments& arguments, ReaderOptions reader_options)
      : flags_(CompareFlagsFromCommandLine()),
        input_(arguments, std::move(reader_options)),
        is_about_many_(!input_.is_command_line_only()),
        interrupter_(cli::CatchInterrupts()),
        progress_line_(WantsProgress()) {
    flags_.options.max_time = flags_.max_time.value_or(
        is_about_many_ ? kMaxTimeForMany : kMaxTimeForOne);
    flags_.options.interrupter = &interrupter_;
    if (flags_.methods.empty()) {
      for (const Method& method : AllMethods()) {
        if (is_about_many_ && method.is_external) continue;
        flags_.methods.push_back(&method);
      }
    }
    for (const Method* method : flags_.methods) series_.push_back({method});
    output_.set_before_writing([this] { progress_line_.Erase(); });
  }

  cli::ExitCode Run() {
    if (flags_.format == OutputFormat::kCsv) {
      output_.Write(is_about_many_ ? SeriesHeader() : ComparisonHeader());
    }
    bool is_at_end = false;
    while (!is_at_end && output_.ok() && !interrupter_.requested()) {
      switch (input_.Next(/*may_wait=*/true, &job_.puzzle)) {
        case PuzzleInput::Event::kPuzzle:
          job_.source = std::string(input_.source());
          job_.line = input_.line();
          job_.is_argument = input_.is_argument();
          ComparePuzzle();
          break;
        case PuzzleInput::Event::kError:
          Complain(input_.error());
          break;
        case PuzzleInput::Event::kNoFile:
          Complain(input_.failure());
          tally_.is_file_missing = true;
          break;
        case PuzzleInput::Event::kWait:
          break;
        case PuzzleInput::Event::kEnd:
          is_at_end = true;
          break;
      }
    }
    tally_.was_interrupted = interrupter_.requested();
    NoteEmptyInput(tally_);
    if (is_about_many_) WriteSeries();
    return output_.Finish(tally_.exit_code());
  }

 private:
  void Complain(absl::string_view sentence) {
    output_.Flush();
    progress_line_.Erase();
    cli::Note(sentence);
    ++tally_.bad;
  }

  void ComparePuzzle() {
    if (absl::Status status = FillInFromFlags(job_.puzzle); !status.ok()) {
      return Complain(absl::StrCat(job_.Place(), status.message()));
    }
    ++tally_.puzzles;
    std::vector<Trial> trials;
    std::vector<Remark> skipped;
    for (const Method* method : flags_.methods) {
      progress_line_.Show(
          absl::StrCat("puzzle ", tally_.puzzles, ", ", method->name));
      if (absl::Status status = method->check(job_.puzzle); !status.ok()) {
        skipped.push_back({method, std::string(status.message())});
        continue;
      }
      trials.push_back(
          {method, Measure(*method, job_.puzzle, flags_.options,
                           is_about_many_ ? kMeasureMany : kMeasureOne)});
      // What was interrupted tells nothing about the method.
      if (interrupter_.requested()) return;
    }
    if (const std::string contradiction = Contradiction(job_.puzzle, trials);
        !contradiction.empty()) {
      output_.Flush();
      progress_line_.Erase();
      cli::Note(absl::StrCat(job_.Place(), contradiction));
      ++tally_.no;
    }
    if (is_about_many_) {
      for (const Trial& trial : trials) AddToSeries(trial);
      if (skipped_.empty()) skipped_ = std::move(skipped);
    } else {
      WriteComparison(trials, skipped);
    }
  }

  void AddToSeries(const Trial& trial) {
    const auto series = std::find_if(
        series_.begin(), series_.end(),
        [&](const Series& series) { return series.method == trial.method; });
    series->entries.push_back(
        {.time = trial.measurement.time,
         .steps = trial.measurement.result.steps,
         .is_done = trial.is_done(),
         .place = absl::StrCat(job_.source, ":", job_.line),
         .puzzle = job_.puzzle.clues.ToLine()});
  }

  void WriteComparison(const std::vector<Trial>& trials,
                       const std::vector<Remark>& skipped) {
    if (flags_.format != OutputFormat::kDefault) {
      output_.Write(ComparisonAsRecords(job_, trials, flags_.format));
    } else {
      if (tally_.puzzles > 1) output_.Write("\n");
      output_.Write(ComparisonAsText(trials, skipped, flags_.shows_counters));
    }
    output_.EndRecord();
  }

  void WriteSeries() {
    std::vector<Series> series;
    for (Series& candidate : series_) {
      if (candidate.entries.empty()) continue;
      std::stable_sort(candidate.entries.begin(), candidate.entries.end(),
                       [](const Series::Entry& a, const Series::Entry& b) {
                         return a.time < b.time;
                       });
      series.push_back(std::move(candidate));
    }
    if (series.empty()) return;
    output_.Write(flags_.format == OutputFormat::kDefault
                      ? SeriesAsText(series, skipped_)
                      : SeriesAsRecords(series, flags_.format));
  }

  CompareFlags flags_;
  PuzzleInput input_;
  const bool is_about_many_;
  const dlx::Interrupter& interrupter_;
  cli::ProgressLine progress_line_;
  cli::Output output_;
  Job job_;
  Tally tally_;
  std::vector<Series> series_;   // One for each method.
  std::vector<Remark> skipped_;  // On the first puzzle, if there are many.
};

}  // namespace

cli::ExitCode RunCompare(const cli::Arguments& arguments) {
  absl::StatusOr<ReaderOptions> reader_options = ReaderOptionsFromFlags();
  if (!reader_options.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, reader_options.status().message());
  }
  return Comparison(arguments, *std::move(reader_options)).Run();
}

}  // namespace sudoku::tool
