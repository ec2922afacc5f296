// count and enumerate: puzzles that may have many solutions.

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "dlx/limits.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/solver.h"
#include "tools/cli/error.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/flags.h"
#include "tools/sudoku/formats.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/report.h"

namespace sudoku::tool {

namespace {

void Count(Job& job, Worker& worker, OutputFormat format) {
  Solver* const solver = worker.SolverFor(job);
  if (solver == nullptr) return;
  const absl::StatusOr<SolutionCount> result =
      solver->CountSolutions(job.puzzle);
  if (!result.ok()) {
    job.is_bad = true;
    job.warning = std::string(result.status().message());
    return;
  }
  job.nodes = result->nodes;
  const bool is_complete = result->outcome == dlx::Outcome::kExhausted;
  job.was_interrupted = result->outcome == dlx::Outcome::kInterrupted;
  job.hit_limit = !is_complete && !job.was_interrupted;
  std::string& line = job.was_interrupted ? job.found_so_far : job.output;
  const std::string count = cli::Decimal(result->count);
  if (IsForPrograms(format)) {
    // A text, because it can be larger than programs can read as a number.
    line = Record("count", job)
               .Text("count", count)
               .Bool("complete", is_complete)
               .ToLine(format);
    return;
  }
  line = absl::StrCat(job.puzzle.clues.ToLine(), " ", job.puzzle.note,
                      job.puzzle.note.empty() ? "" : " ",
                      is_complete ? "" : "at least ", count, "\n");
}

// Solutions can be many, so they are written as they are found, and not kept
// until their puzzle is done as in a batch.
class Enumeration {
 public:
  explicit Enumeration(const cli::Arguments& arguments,
                       ReaderOptions reader_options)
      : formats_(arguments),
        input_(arguments, std::move(reader_options)),
        worker_(EnumerationOptionsFromFlags()) {
    if (formats_.output == OutputFormat::kGrid &&
        WantedFormat() == OutputFormat::kDefault) {
      formats_.output = OutputFormat::kLine;
    }
    if (formats_.output == OutputFormat::kCsv) {
      output_.Write(CsvHeader({"number", "solution"}));
    }
  }

  cli::ExitCode Run() {
    const absl::Time start = absl::Now();
    bool is_at_end = false;
    while (!is_at_end && output_.ok() && !tally_.was_interrupted) {
      switch (input_.Next(/*may_wait=*/true, &job_.puzzle)) {
        case PuzzleInput::Event::kPuzzle:
          job_.source = std::string(input_.source());
          job_.line = input_.line();
          job_.is_argument = input_.is_argument();
          ++tally_.puzzles;
          EnumeratePuzzle();
          break;
        case PuzzleInput::Event::kError:
          Complain(input_.error());
          break;
        case PuzzleInput::Event::kNoFile:
          Complain(input_.failure());
          tally_.is_file_missing = true;
          break;
        case PuzzleInput::Event::kWait:
          tally_.was_interrupted = worker_.is_interrupted();
          break;
        case PuzzleInput::Event::kEnd:
          is_at_end = true;
          break;
      }
    }
    tally_.time = absl::Now() - start;
    NoteEmptyInput(tally_);
    if (formats_.output == OutputFormat::kJson) {
      output_.Write(SummaryAsJson(tally_, /*with_verdicts=*/false));
    }
    const cli::ExitCode code = output_.Finish(tally_.exit_code());
    if (tally_.bad > 0 && !input_.is_command_line_only()) {
      cli::Note(SummaryAsText(tally_, /*with_verdicts=*/false));
    }
    if (WantsStatistics()) {
      cli::Note(absl::StrCat(cli::WithThousands(solutions_), " solutions in ",
                             cli::ShortDuration(tally_.time)));
    }
    return code;
  }

 private:
  void Complain(absl::string_view sentence) {
    output_.Flush();
    cli::Note(sentence);
    ++tally_.bad;
  }

  void EnumeratePuzzle() {
    absl::Status status = FillInFromFlags(job_.puzzle);
    Solver* solver = nullptr;
    if (status.ok()) {
      job_.warning.clear();
      solver = worker_.SolverFor(job_);
      if (solver == nullptr) {
        output_.Flush();
        cli::Note(absl::StrCat(job_.Place(), job_.warning));
        ++tally_.refused;
        return;
      }
    }
    if (!status.ok()) {
      Complain(absl::StrCat(job_.Place(), status.message()));
      return;
    }
    const Order order =
        WantsLexicographicOrder() ? Order::kLexicographic : Order::kAny;
    uint64_t number = 0;
    const absl::StatusOr<dlx::Outcome> outcome = solver->EnumerateSolutions(
        job_.puzzle, order, [&](const Grid& solution) {
          Write(solution, ++number);
          return output_.ok();
        });
    if (!outcome.ok()) {
      Complain(absl::StrCat(job_.Place(), outcome.status().message()));
      return;
    }
    switch (*outcome) {
      case dlx::Outcome::kRunning:
      case dlx::Outcome::kExhausted:
        break;
      case dlx::Outcome::kInterrupted:
        tally_.was_interrupted = output_.ok();
        break;
      default:
        ++tally_.limited;
        break;
    }
  }

  void Write(const Grid& solution, uint64_t number) {
    switch (formats_.output) {
      case OutputFormat::kJson:
      case OutputFormat::kCsv:
        output_.Write(Record("solution", job_)
                          .Number("number", number)
                          .Text("solution", solution.ToLine())
                          .ToLine(formats_.output));
        break;
      case OutputFormat::kGrid:
        if (solutions_ > 0) output_.Write("\n");
        output_.Write(DrawGrid(GridPicture::OfSolution(job_.puzzle, solution),
                               formats_.colors));
        break;
      case OutputFormat::kLine:
      case OutputFormat::kDefault:
        output_.Write(solution.ToLine());
        output_.Write("\n");
        break;
    }
    ++solutions_;
    // The first solutions are shown at once: the next may take long.
    if (solutions_ <= kShownAtOnce) {
      output_.Flush();
    } else {
      output_.EndRecord();
    }
  }

  static constexpr uint64_t kShownAtOnce = 1000;

  Formats formats_;
  PuzzleInput input_;
  Worker worker_;
  cli::Output output_;
  Job job_;
  Tally tally_;
  uint64_t solutions_ = 0;
};

}  // namespace

cli::ExitCode RunCount(const cli::Arguments& arguments) {
  const Formats formats(arguments);
  BatchOptions options;
  // A file has work for all threads, and a puzzle of its own shares them.
  (formats.are_all_puzzles ? options.threads_per_puzzle : options.threads) =
      WantedThreads();
  options.counts_verdicts = false;
  options.counts_solutions = true;
  if (formats.output == OutputFormat::kCsv) {
    options.header = CsvHeader({"count", "complete"});
  }
  return RunBatch(arguments, options, [&](Job& job, Worker& worker) {
    Count(job, worker, formats.output);
  });
}

cli::ExitCode RunEnumerate(const cli::Arguments& arguments) {
  absl::StatusOr<ReaderOptions> reader_options = ReaderOptionsFromFlags();
  if (!reader_options.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, reader_options.status().message());
  }
  return Enumeration(arguments, *std::move(reader_options)).Run();
}

}  // namespace sudoku::tool
