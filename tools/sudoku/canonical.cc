// canonical: puzzles without needless differences.

#include "sudoku/canonical.h"

#include "absl/status/statusor.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

cli::ExitCode Canonical(const cli::Arguments& arguments,
                        const Settings& settings) {
  const bool are_all_puzzles = AreAllPuzzles(arguments);
  // Canonical forms are there to be compared: as lines, if nothing is said.
  const PuzzleStyle style = {
      .format = settings.format.value_or(OutputFormat::kLine),
      .colors = settings.colors,
      .ends_with_blank_line = !are_all_puzzles};
  BatchOptions options = {.solver = settings.solver};
  options.threads = are_all_puzzles ? 1 : settings.ThreadCount();
  options.report.counts_verdicts = false;
  options.report.counts_nodes = false;  // Nothing is searched.
  if (style.format == OutputFormat::kCsv) {
    options.report.header = CsvHeader({"canonical"});
  }
  return RunBatch(arguments, settings, options, [&](Job& job, Worker&) {
    if (job.puzzle.has_candidates()) {
      return job.Fail(Fate::kWrong,
                      "a puzzle given by candidates has no canonical form");
    }
    const absl::StatusOr<Grid> form =
        CanonicalForm(job.puzzle.geometry, job.puzzle.clues);
    // There is nothing wrong with a puzzle that is too large, or not of boxes.
    if (!form.ok()) return job.Fail(Fate::kRefused, form.status().message());
    job.output = IsForPrograms(style.format)
                     ? Record("puzzle", job)
                           .Text("canonical", form->ToLine())
                           .ToLine(style.format)
                     : PuzzleText(job, *form, style);
  });
}

}  // namespace sudoku::tool
