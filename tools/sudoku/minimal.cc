// minimal and canonical: puzzles without needless clues, and without needless
// differences.

#include "sudoku/minimal.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sudoku/canonical.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/solver.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/flags.h"
#include "tools/sudoku/formats.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/verdict.h"

namespace sudoku::tool {

namespace {

void Complain(Job& job, absl::string_view sentence) {
  job.is_bad = true;
  job.warning = std::string(sentence);
}

// A puzzle that a command has made of another: a grid or a line, with the note.
std::string PuzzleText(const Job& job, const Grid& grid,
                       const Formats& formats) {
  if (formats.output == OutputFormat::kGrid) {
    const Puzzle puzzle(job.puzzle.geometry, grid);
    return absl::StrCat(DrawGrid(GridPicture::OfClues(puzzle), formats.colors),
                        formats.are_all_puzzles ? "" : "\n");
  }
  return absl::StrCat(grid.ToLine(), job.puzzle.note.empty() ? "" : " ",
                      job.puzzle.note, "\n");
}

// "minimal", "not minimal: the clues in r1c1, r2c2 can go", or the verdict.
std::string MinimalityText(const Minimality& result, int size) {
  if (result.verdict != Verdict::kUnique) {
    return absl::StrCat("not minimal: ", VerdictName(result.verdict));
  }
  if (!result.redundant.empty()) {
    return absl::StrCat(
        "not minimal: the clue in ",
        absl::StrJoin(CellNames(result.redundant, size), ", or the one in "),
        " can go");
  }
  return result.undecided.empty() ? "minimal" : "undecided";
}

void CheckMinimality(Job& job, Solver& solver, const Formats& formats) {
  const Minimality result = CheckMinimal(job.puzzle, solver);
  const int size = job.puzzle.geometry.size();
  job.hit_limit = result.verdict == Verdict::kUndecided ||
                  (result.redundant.empty() && !result.undecided.empty());
  job.is_no = !result.is_minimal() && !job.hit_limit;
  if (IsForPrograms(formats.output)) {
    job.output = Record("puzzle", job)
                     .Text("verdict", VerdictName(result.verdict))
                     .Bool("minimal", result.is_minimal())
                     .List("redundant", CellNames(result.redundant, size))
                     .List("undecided", CellNames(result.undecided, size))
                     .ToLine(formats.output);
    return;
  }
  job.output = absl::StrCat(job.Place(), MinimalityText(result, size), "\n");
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

void ReducePuzzle(Job& job, Solver& solver, std::optional<uint64_t> seed,
                  const Formats& formats) {
  const Verdict verdict = solver.Solve(job.puzzle).verdict;
  if (verdict != Verdict::kUnique) {
    Complain(job, absl::StrCat("this puzzle cannot be reduced: ",
                               VerdictName(verdict)));
    return;
  }
  const Grid reduced = Reduce(
      job.puzzle, CellOrder(job.puzzle.clues.cell_count(), seed), solver);
  job.output =
      IsForPrograms(formats.output)
          ? Record("puzzle", job)
                .Text("reduced", reduced.ToLine())
                .Number("clues", static_cast<uint64_t>(reduced.filled_count()))
                .ToLine(formats.output)
          : PuzzleText(job, reduced, formats);
}

}  // namespace

cli::ExitCode RunMinimal(const cli::Arguments& arguments) {
  const Formats formats(arguments);
  BatchOptions options;
  options.threads = formats.are_all_puzzles ? 1 : WantedThreads();
  options.counts_verdicts = false;
  if (formats.output == OutputFormat::kCsv) {
    options.header =
        WantsReduction()
            ? CsvHeader({"reduced", "clues"})
            : CsvHeader({"verdict", "minimal", "redundant", "undecided"});
  }
  // Read here, once: flags are not made to be read by many threads.
  const bool wants_reduction = WantsReduction();
  const std::optional<uint64_t> seed = WantedSeed();
  return RunBatch(arguments, options, [&](Job& job, Worker& worker) {
    if (job.puzzle.has_candidates()) {
      Complain(job, "a puzzle given by candidates has no clues to take away");
      return;
    }
    Solver* const solver = worker.SolverFor(job);
    if (solver == nullptr) return;
    if (wants_reduction) {
      ReducePuzzle(job, *solver, seed, formats);
    } else {
      CheckMinimality(job, *solver, formats);
    }
    job.was_interrupted = worker.is_interrupted();
  });
}

cli::ExitCode RunCanonical(const cli::Arguments& arguments) {
  Formats formats(arguments);
  // Canonical forms are there to be compared.
  if (WantedFormat() == OutputFormat::kDefault) {
    formats.output = OutputFormat::kLine;
  }
  BatchOptions options;
  options.threads = formats.are_all_puzzles ? 1 : WantedThreads();
  options.counts_verdicts = false;
  if (formats.output == OutputFormat::kCsv) {
    options.header = CsvHeader({"canonical"});
  }
  return RunBatch(arguments, options, [&](Job& job, Worker&) {
    if (job.puzzle.has_candidates()) {
      Complain(job, "a puzzle given by candidates has no canonical form");
      return;
    }
    const absl::StatusOr<Grid> form =
        CanonicalForm(job.puzzle.geometry, job.puzzle.clues);
    if (!form.ok()) {
      Complain(job, form.status().message());
      return;
    }
    job.output = IsForPrograms(formats.output)
                     ? Record("puzzle", job)
                           .Text("canonical", form->ToLine())
                           .ToLine(formats.output)
                     : PuzzleText(job, *form, formats);
  });
}

}  // namespace sudoku::tool
