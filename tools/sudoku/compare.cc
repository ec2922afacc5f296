// compare: all methods on the same puzzle, or on the puzzles of a file.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "sudoku/lab/measure.h"
#include "sudoku/lab/table.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output.h"
#include "tools/cli/progress_line.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/compare_flags.h"
#include "tools/sudoku/comparison.h"
#include "tools/sudoku/flags.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/series.h"

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
        has_several_arguments_(arguments.size() > 1),
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
  // On standard error, in the order of things.
  void Say(absl::string_view sentence) {
    output_.Flush();
    progress_line_.Erase();
    cli::Note(sentence);
  }

  void Complain(absl::string_view sentence) {
    Say(sentence);
    ++tally_.bad;
  }

  void Refuse(absl::string_view sentence) {
    Say(sentence);
    ++tally_.refused;
  }

  void ComparePuzzle() {
    if (absl::Status status = FillInFromFlags(job_.puzzle); !status.ok()) {
      return Complain(absl::StrCat(job_.Place(), status.message()));
    }
    ++tally_.puzzles;
    std::vector<Trial> trials;
    std::vector<Skipped> skipped;
    const Method* const interrupted = TryMethods(trials, skipped);
    if (is_about_many_ && interrupted != nullptr) {
      --tally_.puzzles;
      return;
    }
    if (const std::string contradiction = Contradiction(job_.puzzle, trials);
        !contradiction.empty()) {
      Say(absl::StrCat(job_.Place(), contradiction));
      ++tally_.no;
    }
    if (is_about_many_) {
      for (const Trial& trial : trials) AddToSeries(trial);
      for (const Skipped& one : skipped) AddToSeries(one);
    } else {
      WriteComparison(trials, skipped);
      if (interrupted != nullptr) {
        NoteInterruption(
            absl::StrCat("interrupted while ", interrupted->name,
                         " was at work; what would follow is missing"));
      } else if (trials.empty()) {
        Refuse("none of the methods can do this puzzle");
      }
    }
  }

  // Returns the method that was interrupted, or that would have been next.
  const Method* TryMethods(std::vector<Trial>& trials,
                           std::vector<Skipped>& skipped) {
    for (const Method* method : flags_.methods) {
      if (interrupter_.requested()) return method;
      progress_line_.Show(
          absl::StrCat("puzzle ", tally_.puzzles, ", ", method->name));
      if (absl::Status status = method->check(job_.puzzle); !status.ok()) {
        skipped.push_back({method, std::move(status)});
        continue;
      }
      const Trial trial = {
          method, Measure(*method, job_.puzzle, flags_.options,
                          is_about_many_ ? kMeasureMany : kMeasureOne)};
      // What was interrupted tells nothing about the method, unless it was
      // doing the same again.
      if (interrupter_.requested() && !trial.is_done()) return method;
      trials.push_back(trial);
    }
    return nullptr;
  }

  // Below a table, or else on standard error.
  void NoteInterruption(absl::string_view sentence) {
    if (flags_.format == OutputFormat::kDefault) {
      output_.Write(absl::StrCat("\n", sentence, "\n"));
    } else {
      Say(sentence);
    }
  }

  Series& SeriesOf(const Method* method) {
    return *std::find_if(
        series_.begin(), series_.end(),
        [&](const Series& series) { return series.method == method; });
  }

  void AddToSeries(const Skipped& one) {
    Series& series = SeriesOf(one.method);
    if (++series.skipped_count == 1) series.skipped_reason = one.reason;
  }

  void AddToSeries(const Trial& trial) {
    SeriesOf(trial.method)
        .entries.push_back({.time = trial.measurement.time,
                            .steps = trial.measurement.result.steps,
                            .verdict = trial.measurement.result.verdict,
                            .is_done = trial.is_done(),
                            .place = absl::StrCat(job_.source, ":", job_.line),
                            .puzzle = job_.puzzle.clues.ToLine()});
  }

  void WriteComparison(const std::vector<Trial>& trials,
                       const std::vector<Skipped>& skipped) {
    if (flags_.format != OutputFormat::kDefault) {
      output_.Write(ComparisonAsRecords(job_, trials, skipped, flags_.format));
    } else {
      if (has_several_arguments_) {
        output_.Write(absl::StrCat(tally_.puzzles > 1 ? "\n" : "", "puzzle ",
                                   tally_.puzzles, ": ",
                                   job_.puzzle.clues.ToLine(), "\n"));
      }
      output_.Write(ComparisonAsText(trials, skipped, flags_.shows_counters));
    }
    output_.EndRecord();
  }

  void WriteSeries() {
    bool has_entries = false;
    for (Series& series : series_) {
      series.Sort();
      has_entries = has_entries || !series.entries.empty();
    }
    if (tally_.puzzles > 0) {
      output_.Write(flags_.format == OutputFormat::kDefault
                        ? SeriesAsText(series_)
                        : SeriesAsRecords(series_, flags_.format));
    }
    if (tally_.was_interrupted) {
      NoteInterruption(
          absl::StrCat("interrupted after ", tally_.puzzles,
                       tally_.puzzles == 1 ? " puzzle" : " puzzles"));
    } else if (tally_.puzzles > 0 && !has_entries) {
      Refuse("none of the methods can do any of these puzzles");
    }
  }

  CompareFlags flags_;
  PuzzleInput input_;
  const bool is_about_many_;
  const bool has_several_arguments_;
  const dlx::Interrupter& interrupter_;
  cli::ProgressLine progress_line_;
  cli::Output output_;
  Job job_;
  Tally tally_;
  std::vector<Series> series_;  // One for each method.
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
