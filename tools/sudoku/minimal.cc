// minimal: puzzles without needless clues.

#include "sudoku/making/minimal.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/solver.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/verdict.h"

namespace sudoku::tool {

namespace {

// "minimal", "not minimal: the clues in r1c1, r2c2 can go", or the verdict.
std::string MinimalityText(const Minimality& result, const Geometry& geometry) {
  if (result.verdict != Verdict::kUnique) {
    return absl::StrCat("not minimal: ", VerdictName(result.verdict));
  }
  if (!result.redundant.empty()) {
    return absl::StrCat("not minimal: the clue in ",
                        absl::StrJoin(CellNames(result.redundant, geometry),
                                      ", or the one in "),
                        " can go");
  }
  return result.undecided.empty() ? "minimal" : "undecided";
}

void CheckMinimality(Job& job, Solver& solver, const dlx::Limits& limits,
                     OutputFormat format) {
  const Minimality result = CheckMinimal(job.puzzle, solver, limits);
  job.nodes = result.nodes;
  const Geometry& geometry = job.puzzle.geometry;
  if (result.verdict == Verdict::kUndecided ||
      (result.redundant.empty() && !result.undecided.empty())) {
    job.fate = Fate::kLimited;
  } else if (!result.is_minimal()) {
    job.fate = Fate::kNo;
  }
  if (IsForPrograms(format)) {
    job.output = Record("puzzle", job)
                     .Text("verdict", VerdictName(result.verdict))
                     .Bool("minimal", result.is_minimal())
                     .List("redundant", CellNames(result.redundant, geometry))
                     .List("undecided", CellNames(result.undecided, geometry))
                     .ToLine(format);
    return;
  }
  job.output =
      absl::StrCat(job.Place(), MinimalityText(result, geometry), "\n");
}

// In a random order if there is a seed, otherwise from the last cell to the
// first, so that the clues that stay are those at the beginning.
std::vector<int> CellOrder(int cell_count, std::optional<uint64_t> seed) {
  std::vector<int> cells(cell_count);
  std::iota(cells.rbegin(), cells.rend(), 0);
  if (seed.has_value()) {
    std::mt19937_64 random(*seed);
    std::shuffle(cells.begin(), cells.end(), random);
  }
  return cells;
}

void ReducePuzzle(Job& job, Solver& solver, const Settings& settings,
                  const PuzzleStyle& style) {
  const absl::Duration start = dlx::SteadyNow();
  const Answer& answer = solver.Solve(job.puzzle);
  const Verdict verdict = answer.verdict;
  job.nodes = answer.nodes;
  if (verdict != Verdict::kUnique) {
    job.Fail(
        verdict == Verdict::kUndecided ? Fate::kLimited : Fate::kWrong,
        absl::StrCat("this puzzle cannot be reduced: ", VerdictName(verdict)));
    return;
  }
  dlx::Limits left = settings.solver.limits;
  left.time -= dlx::SteadyNow() - start;
  left.nodes -= std::min(left.nodes, answer.nodes);
  const Reduction reduction = Reduce(
      job.puzzle, CellOrder(job.puzzle.clues.cell_count(), settings.seed),
      solver, left);
  job.nodes += reduction.nodes;
  if (!reduction.is_complete) job.fate = Fate::kLimited;
  const Grid& reduced = reduction.grid;
  job.output =
      IsForPrograms(style.format)
          ? Record("puzzle", job)
                .Text("reduced", reduced.ToLine())
                .Number("clues", static_cast<uint64_t>(reduced.filled_count()))
                .ToLine(style.format)
          : PuzzleText(job, reduced, style);
}

}  // namespace

cli::ExitCode Minimal(const cli::Arguments& arguments,
                      const Settings& settings) {
  const bool are_all_puzzles = AreAllPuzzles(arguments);
  const PuzzleStyle style = {
      .format = settings.format.value_or(are_all_puzzles ? OutputFormat::kGrid
                                                         : OutputFormat::kLine),
      .colors = settings.colors,
      .ends_with_blank_line = !are_all_puzzles};
  BatchOptions options = {.solver = settings.solver};
  options.threads = are_all_puzzles ? 1 : settings.ThreadCount();
  options.report.counts_verdicts = false;
  if (style.format == OutputFormat::kCsv) {
    options.report.header =
        settings.reduces
            ? CsvHeader({"reduced", "clues"})
            : CsvHeader({"verdict", "minimal", "redundant", "undecided"});
  }
  return RunBatch(arguments, settings, options, [&](Job& job, Worker& worker) {
    if (job.puzzle.has_candidates()) {
      return job.Fail(Fate::kWrong,
                      "a puzzle given by candidates has no clues to take away");
    }
    Solver* const solver = worker.SolverFor(job);
    if (solver == nullptr) return;
    if (settings.reduces) {
      ReducePuzzle(job, *solver, settings, style);
    } else {
      CheckMinimality(job, *solver, settings.solver.limits, style.format);
    }
    if (worker.is_interrupted()) {
      job.fate = Fate::kInterrupted;
      job.output.clear();
    }
  });
}

}  // namespace sudoku::tool
