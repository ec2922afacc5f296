// explain and hint: a puzzle solved as people do it, and the next step alone.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "sudoku/technique/steps.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/boards.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"

ABSL_FLAG(bool, uniqueness, true,
          "Use techniques that rest on there being one solution.");
ABSL_FLAG(bool, more, false, "Tell the whole step, rather than where to look.");

namespace sudoku::tool {
namespace {

std::string StepRecord(const Job& job, const Board& board, const Step& step,
                       uint64_t number, OutputFormat format) {
  const TechniqueRow& row = RowOf(step.technique);
  return Record("step", job)
      .Number("step", number)
      .Text("technique", row.word)
      .Text("name", row.name)
      .Decimal("rating", step.rating / 10.0)
      .Number("score", static_cast<uint64_t>(row.score))
      .Text("level", LevelName(row.level))
      .Text("reason", StepReason(board, step))
      .Text("effect", StepEffect(board, step))
      .ToLine(format);
}

std::string EndText(const Board& board, bool is_stopped) {
  if (board.state().is_solved()) {
    return absl::StrCat("solved: ", board.grid().ToLine(), "\n");
  }
  const Grid grid = board.grid();
  const int open = grid.cell_count() - grid.filled_count();
  return absl::StrCat(
      is_stopped ? "stopped at a limit; " : "no technique leads on; ", open,
      open == 1 ? " cell is" : " cells are", " left: ", grid.ToLine(), "\n");
}

void ExplainJob(Job& job, Board board, OutputFormat format,
                const Worker& worker, absl::Duration time) {
  const StepOptions options = StepOptionsFromFlags();
  const absl::Time deadline = absl::Now() + time;
  bool is_stopped = false;
  for (uint64_t number = 1;; ++number) {
    if (worker.is_interrupted()) {
      job.fate = Fate::kInterrupted;
      return;
    }
    is_stopped = absl::Now() >= deadline;
    if (is_stopped) break;
    const std::optional<Step> step = NextStep(board, options);
    if (!step.has_value()) break;
    job.output +=
        IsForPrograms(format)
            ? StepRecord(job, board, *step, number, format)
            : absl::StrFormat("%d. %s\n", number, StepText(board, *step));
    board.Apply(step->deduction);
  }
  if (is_stopped) job.fate = Fate::kLimited;
  if (!IsForPrograms(format)) job.output += EndText(board, is_stopped);
}

void HintJob(Job& job, const Board& board, OutputFormat format) {
  const std::optional<Step> step = NextStep(board, StepOptionsFromFlags());
  if (!step.has_value()) {
    if (!IsForPrograms(format)) job.output += EndText(board, false);
    return;
  }
  if (IsForPrograms(format)) {
    job.output += StepRecord(job, board, *step, 1, format);
    return;
  }
  absl::StrAppend(&job.output, job.Place());
  if (absl::GetFlag(FLAGS_more)) {
    absl::StrAppend(&job.output, StepText(board, *step), "\n");
  } else {
    absl::StrAppend(&job.output, RowOf(step->technique).name, ": look at ",
                    StepReason(board, *step), "\n");
  }
}

BatchOptions OptionsFor(const cli::Arguments& arguments,
                        const Settings& settings) {
  BatchOptions options = {.solver = settings.solver};
  options.threads = AreAllPuzzles(arguments) ? 1 : settings.ThreadCount();
  options.report.counts_verdicts = false;
  options.report.counts_nodes = false;
  if (settings.format == OutputFormat::kCsv) {
    options.report.header = CsvHeader({"step", "technique", "name", "rating",
                                       "score", "level", "reason", "effect"});
  }
  return options;
}

}  // namespace

StepOptions StepOptionsFromFlags() {
  return {.uses_uniqueness = absl::GetFlag(FLAGS_uniqueness)};
}

cli::ExitCode ExplainPuzzles(const cli::Arguments& arguments,
                             const Settings& settings) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kGrid);
  Boards boards;
  const bool are_all_puzzles = AreAllPuzzles(arguments);
  return RunBatch(arguments, settings, OptionsFor(arguments, settings),
                  [&](Job& job, Worker& worker) {
                    std::optional<Board> board = boards.BoardOf(job, worker);
                    if (!board.has_value()) return;
                    if (!IsForPrograms(format) && !are_all_puzzles) {
                      absl::StrAppend(&job.output, job.Place(), "\n");
                    }
                    ExplainJob(job, *std::move(board), format, worker,
                               settings.solver.limits.time);
                    if (!IsForPrograms(format) && !are_all_puzzles)
                      job.output += "\n";
                  });
}

cli::ExitCode Hint(const cli::Arguments& arguments, const Settings& settings) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kGrid);
  Boards boards;
  return RunBatch(arguments, settings, OptionsFor(arguments, settings),
                  [&](Job& job, Worker& worker) {
                    const std::optional<Board> board =
                        boards.BoardOf(job, worker);
                    if (board.has_value()) HintJob(job, *board, format);
                  });
}

}  // namespace sudoku::tool
