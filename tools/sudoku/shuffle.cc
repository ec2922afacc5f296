// shuffle: the same puzzles in disguise.

#include <cstdint>
#include <string>

#include "absl/flags/declare.h"
#include "absl/flags/flag.h"
#include "absl/status/statusor.h"
#include "dlx/base/seed.h"
#include "sudoku/making/disguise.h"
#include "sudoku/making/random.h"
#include "tools/cli/flag_values.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"

ABSL_DECLARE_FLAG(cli::LimitFlag, count);

namespace sudoku::tool {

namespace {

// Appends a disguise of the job's puzzle to its output.
void ShuffleOnce(Job& job, Random& random, const PuzzleStyle& style) {
  const Puzzle& puzzle = job.puzzle;
  const absl::StatusOr<Disguise> disguise =
      RandomDisguise(puzzle.geometry, random);
  if (!disguise.ok()) {
    return job.Fail(Fate::kRefused, disguise.status().message());
  }
  const Grid grid = Disguised(puzzle.clues, *disguise);
  if (!IsForPrograms(style.format)) {
    job.output += PuzzleText(job, grid, style);
    return;
  }
  Record record("puzzle", job);
  record.Text("shuffled", grid.ToLine());
  AddDisguise(*disguise, record);
  job.output += record.ToLine(style.format);
}

}  // namespace

cli::ExitCode Shuffle(const cli::Arguments& arguments,
                      const Settings& settings) {
  const PuzzleStyle style = {
      .format = settings.format.value_or(OutputFormat::kLine),
      .colors = settings.colors,
      .ends_with_blank_line = true};
  BatchOptions options = {.solver = settings.solver};
  options.report.counts_verdicts = false;
  options.report.counts_nodes = false;  // Nothing is searched.
  if (style.format == OutputFormat::kCsv) {
    options.report.header =
        CsvHeader({"shuffled", "transposed", "rows", "columns", "digits"});
  }
  const uint64_t count = absl::GetFlag(FLAGS_count).value.value_or(1);
  Random random(settings.seed.has_value() ? *settings.seed : dlx::DrawSeed());
  // On one thread, and so in their order.
  return RunBatch(arguments, settings, options, [&](Job& job, Worker& worker) {
    if (job.puzzle.has_candidates()) {
      return job.Fail(Fate::kWrong,
                      "a puzzle given by candidates cannot be shuffled");
    }
    for (uint64_t i = 0; i < count && !worker.is_interrupted(); ++i) {
      ShuffleOnce(job, random, style);
      if (job.fate != Fate::kDone) return;
    }
  });
}

}  // namespace sudoku::tool
