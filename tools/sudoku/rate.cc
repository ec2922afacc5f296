// rate: how hard puzzles are for people.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "sudoku/technique/steps.h"
#include "tools/cli/interrupt.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/boards.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {
namespace {

absl::string_view HardestName(const Ratings& ratings) {
  return ratings.hardest_technique.has_value()
             ? RowOf(*ratings.hardest_technique).word
             : "";
}

std::string RatingsAsText(const Job& job, const Ratings& ratings) {
  return absl::StrFormat(
      "%s%s %s%.1f/%.1f/%.1f score %d %s %s\n", job.Place(),
      job.puzzle.clues.ToLine(), ratings.is_rated ? "" : "above ",
      ratings.hardest / 10.0, ratings.to_first_digit / 10.0,
      ratings.first / 10.0, ratings.score,
      ratings.is_solved ? LevelName(ratings.level) : "needs-trying",
      HardestName(ratings));
}

std::string RatingsAsRecord(const Job& job, const Ratings& ratings,
                            OutputFormat format) {
  std::vector<std::pair<absl::string_view, uint64_t>> uses;
  for (const auto& [technique, count] : ratings.uses) {
    uses.emplace_back(RowOf(technique).word, count);
  }
  return Record("puzzle", job)
      .Bool("solved", ratings.is_solved)
      .Bool("rated", ratings.is_rated)
      .Decimal("er", ratings.hardest / 10.0)
      .Decimal("ep", ratings.to_first_digit / 10.0)
      .Decimal("ed", ratings.first / 10.0)
      .Number("score", ratings.score)
      .Text("level",
            ratings.is_solved ? LevelName(ratings.level) : "needs-trying")
      .Text("hardest", HardestName(ratings))
      .Number("steps", ratings.steps)
      .Numbers("techniques", std::move(uses))
      .ToLine(format);
}

}  // namespace

cli::ExitCode RatePuzzles(const cli::Arguments& arguments,
                          const Settings& settings) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kGrid);
  BatchOptions options = {.solver = settings.solver};
  options.threads = AreAllPuzzles(arguments) ? 1 : settings.ThreadCount();
  options.report.counts_verdicts = false;
  options.report.counts_nodes = false;
  if (format == OutputFormat::kCsv) {
    options.report.header =
        CsvHeader({"solved", "rated", "er", "ep", "ed", "score", "level",
                   "hardest", "steps", "techniques"});
  }
  absl::StatusOr<StepOptions> from_flags = StepOptionsFromFlags();
  if (!from_flags.ok()) return FailFor(from_flags.status());
  StepOptions step_options = *std::move(from_flags);
  step_options.interrupter = &cli::CatchInterrupts();
  Boards boards;
  return RunBatch(arguments, settings, options, [&](Job& job, Worker& worker) {
    std::optional<Board> board = boards.BoardOf(job, worker);
    if (!board.has_value()) return;
    StepOptions its_options = step_options;
    its_options.deadline = absl::Now() + settings.solver.limits.time;
    const Ratings ratings = Rate(*std::move(board), its_options);
    if (worker.is_interrupted()) {
      job.fate = Fate::kInterrupted;
      return;
    }
    if (ratings.is_stopped) job.fate = Fate::kLimited;
    job.output = IsForPrograms(format) ? RatingsAsRecord(job, ratings, format)
                                       : RatingsAsText(job, ratings);
  });
}

}  // namespace sudoku::tool
