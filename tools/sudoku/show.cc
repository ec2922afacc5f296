// show: a puzzle as text or as a picture, with candidates, its solution, or the
// exact cover problem behind it.

#include <atomic>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dlx/io/problem_writer.h"
#include "sudoku/candidates.h"
#include "sudoku/conflict.h"
#include "sudoku/encoding.h"
#include "sudoku/names.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/render/singles.h"
#include "sudoku/render/svg.h"
#include "sudoku/solver.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/flags.h"
#include "tools/sudoku/formats.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/verdict.h"

namespace sudoku::tool {

namespace {

// What there is to see of a puzzle.
struct View {
  explicit View(const Puzzle& puzzle)
      : picture(GridPicture::OfClues(puzzle)), candidates(Candidates(puzzle)) {}

  GridPicture picture;
  std::vector<DigitSet> candidates;
  std::vector<Single> singles;
};

std::string SingleName(const Single& single, int size) {
  return absl::StrCat(CellName(single.cell, size), "=",
                      std::string(1, DigitToChar(single.digit)));
}

// "r1c2=3 r4c4=5", or with the house of a hidden single "r1c2=3 (row 1)".
std::vector<std::string> SingleNames(const View& view, bool naked) {
  const Geometry& geometry = view.picture.geometry;
  std::vector<std::string> names;
  for (const Single& single : view.singles) {
    if (single.is_naked() != naked) continue;
    std::string name = SingleName(single, geometry.size());
    if (!naked) {
      absl::StrAppend(&name, " (", geometry.houses()[single.house].LongName(),
                      ")");
    }
    names.push_back(std::move(name));
  }
  return names;
}

View MakeView(const Puzzle& puzzle) {
  View view(puzzle);
  view.singles =
      FindSingles(puzzle.geometry, view.picture.digits, view.candidates);
  for (const Conflict& conflict :
       FindConflicts(puzzle.geometry, puzzle.clues)) {
    view.picture.wrong_cells.insert(view.picture.wrong_cells.end(),
                                    conflict.cells.begin(),
                                    conflict.cells.end());
  }
  if (WantsCandidates()) {
    view.picture.candidates = view.candidates;
    view.picture.marked_candidates.assign(view.candidates.size(), 0);
    for (const Single& single : view.singles) {
      view.picture.marked_candidates[single.cell] |= DigitBit(single.digit);
    }
  }
  return view;
}

std::string ShowAsText(const Job& job, const View& view, TextColors colors) {
  const Puzzle& puzzle = job.puzzle;
  std::string text;
  if (!puzzle.note.empty()) absl::StrAppend(&text, puzzle.note, "\n");
  const bool has_candidates =
      !view.picture.candidates.empty() && !view.picture.digits.is_full();
  absl::StrAppend(&text, has_candidates ? DrawCandidates(view.picture, colors)
                                        : DrawGrid(view.picture, colors));
  absl::StrAppend(&text, puzzle.geometry.Description(), ", ",
                  puzzle.clues.filled_count(),
                  puzzle.clues.filled_count() == 1 ? " clue\n" : " clues\n");
  const std::string conflicts = ConflictText(puzzle);
  if (!conflicts.empty()) absl::StrAppend(&text, "Wrong: ", conflicts, "\n");
  if (has_candidates) {
    for (const bool naked : {true, false}) {
      const std::vector<std::string> names = SingleNames(view, naked);
      if (names.empty()) continue;
      absl::StrAppend(&text, naked ? "Naked singles: " : "Hidden singles: ",
                      absl::StrJoin(names, naked ? " " : ", "), "\n");
    }
  }
  return text;
}

std::string ShowAsRecord(const Job& job, const View& view,
                         OutputFormat format) {
  std::vector<std::string> candidates;
  for (const DigitSet set : view.candidates) {
    candidates.push_back(DigitSetToString(set));
  }
  return Record("puzzle", job)
      .Text("geometry", job.puzzle.geometry.Description())
      .Number("clues", static_cast<uint64_t>(job.puzzle.clues.filled_count()))
      .Text("conflicts", ConflictText(job.puzzle))
      .List("candidates", std::move(candidates))
      .List("naked_singles", SingleNames(view, true))
      .List("hidden_singles", SingleNames(view, false))
      .ToLine(format);
}

std::string ShowMatrix(Job& job) {
  const Encoding encoding = Encoding::ForPuzzle(job.puzzle);
  if (WantsSvg()) return MatrixSvg(encoding, job.puzzle.note);
  absl::StatusOr<std::string> text = dlx::io::WriteProblem(encoding.problem());
  if (text.ok()) {
    return absl::StrCat("| Sudoku ", job.puzzle.clues.ToLine(), "\n", *text);
  }
  job.is_bad = true;
  job.warning = std::string(text.status().message());
  return "";
}

void Show(Job& job, Worker& worker, const Formats& formats) {
  if (WantsMatrix()) {
    job.output = ShowMatrix(job);
    return;
  }
  View view = MakeView(job.puzzle);
  if (WantsSolution()) {
    const Answer* answer = SolveJob(job, worker);
    if (answer == nullptr) return;
    if (answer->has_solution()) {
      view.picture.digits = answer->solution;
    } else {
      job.is_bad = true;
      job.warning = "there is no solution to be filled in";
    }
  }
  if (WantsSvg()) {
    job.output = GridSvg(view.picture, job.puzzle.note);
    return;
  }
  switch (formats.output) {
    case OutputFormat::kJson:
    case OutputFormat::kCsv:
      job.output = ShowAsRecord(job, view, formats.output);
      break;
    case OutputFormat::kLine:
      job.output = absl::StrCat(view.picture.digits.ToLine(),
                                job.puzzle.note.empty() ? "" : " ",
                                job.puzzle.note, "\n");
      break;
    case OutputFormat::kGrid:
    case OutputFormat::kDefault:
      job.output = ShowAsText(job, view, formats.colors);
      if (!formats.are_all_puzzles) job.output.push_back('\n');
      break;
  }
}

}  // namespace

cli::ExitCode RunShow(const cli::Arguments& arguments) {
  Formats formats(arguments);
  if (WantedFormat() == OutputFormat::kDefault) {
    formats.output = OutputFormat::kGrid;
  }
  BatchOptions options;
  options.counts_verdicts = false;
  if (formats.output == OutputFormat::kCsv) {
    options.header = CsvHeader({"geometry", "clues", "conflicts", "candidates",
                                "naked_singles", "hidden_singles"});
  }
  // A file holds one picture, and one problem.
  std::atomic<int> shown = 0;
  return RunBatch(arguments, options, [&](Job& job, Worker& worker) {
    if ((WantsSvg() || WantsMatrix()) && shown++ > 0) {
      job.is_bad = true;
      job.warning = "only one puzzle can be shown with --svg or --matrix";
      return;
    }
    Show(job, worker, formats);
  });
}

}  // namespace sudoku::tool
