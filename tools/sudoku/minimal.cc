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
#include "sudoku/format/rule_line.h"
#include "sudoku/solver.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/verdict.h"

namespace sudoku::tool {

namespace {

// The cells of clues, then rules as they are written.
std::vector<std::string> Names(const std::vector<int>& cells,
                               const std::vector<int>& rules,
                               const Puzzle& puzzle) {
  std::vector<std::string> names = CellNames(cells, puzzle.geometry);
  for (const int rule : rules) names.push_back(puzzle.rules[rule].text);
  return names;
}

bool HasRedundant(const Minimality& result) {
  return !result.redundant.empty() || !result.redundant_rules.empty();
}
bool HasUndecided(const Minimality& result) {
  return !result.undecided.empty() || !result.undecided_rules.empty();
}

// "minimal", "not minimal: the clue in r1c1, or the one in r2c2 can go", or the
// verdict.
std::string MinimalityText(const Minimality& result, const Puzzle& puzzle) {
  if (result.verdict != Verdict::kUnique) {
    return absl::StrCat("not minimal: ", VerdictName(result.verdict));
  }
  if (!HasRedundant(result)) {
    return HasUndecided(result) ? "undecided" : "minimal";
  }
  std::string text = "not minimal: ";
  const auto cells = CellNames(result.redundant, puzzle.geometry);
  if (!cells.empty()) {
    absl::StrAppend(&text, "the clue in ",
                    absl::StrJoin(cells, ", or the one in "));
  }
  const auto rules = Names({}, result.redundant_rules, puzzle);
  if (!rules.empty()) {
    absl::StrAppend(&text, cells.empty() ? "" : ", or ", "the rule ",
                    absl::StrJoin(rules, ", or the rule "));
  }
  return absl::StrCat(text, " can go");
}

void CheckMinimality(Job& job, Solver& solver, const dlx::Limits& limits,
                     OutputFormat format) {
  const Minimality result = CheckMinimal(job.puzzle, solver, limits);
  job.nodes = result.nodes;
  const Puzzle& puzzle = job.puzzle;
  if (result.verdict == Verdict::kUndecided ||
      (!HasRedundant(result) && HasUndecided(result))) {
    job.fate = Fate::kLimited;
  } else if (!result.is_minimal()) {
    job.fate = Fate::kNo;
  }
  if (IsForPrograms(format)) {
    job.output =
        Record("puzzle", job)
            .Text("verdict", VerdictName(result.verdict))
            .Bool("minimal", result.is_minimal())
            .List("redundant",
                  Names(result.redundant, result.redundant_rules, puzzle))
            .List("undecided",
                  Names(result.undecided, result.undecided_rules, puzzle))
            .ToLine(format);
    return;
  }
  job.output = absl::StrCat(job.Place(), MinimalityText(result, puzzle), "\n");
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

// Other clues than these are gone; candidates of cells without stay.
Puzzle WithClues(const Puzzle& puzzle, const Grid& clues) {
  Puzzle changed = puzzle;
  for (int cell = 0; cell < clues.cell_count(); ++cell) {
    if (!puzzle.has_candidates() || clues[cell] == puzzle.clues[cell]) continue;
    changed.candidates[cell] = AllDigits(puzzle.geometry.size());
  }
  changed.clues = clues;
  return changed;
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
  if (NeedsRuleLine(job.puzzle) && style.format == OutputFormat::kLine) {
    job.output = absl::StrCat(RuleLine(WithClues(job.puzzle, reduced)), "\n");
    return;
  }
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
    if (job.puzzle.has_candidates() && !job.puzzle.has_rules()) {
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
