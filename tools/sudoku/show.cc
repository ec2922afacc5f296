// show: a puzzle as text or as a picture, with candidates, its solution, or the
// exact cover problem behind it.

#include <atomic>
#include <bit>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sudoku/candidates.h"
#include "sudoku/conflict.h"
#include "sudoku/encoding.h"
#include "sudoku/making/difficulty.h"
#include "sudoku/making/singles.h"
#include "sudoku/making/symmetry.h"
#include "sudoku/names.h"
#include "sudoku/render/dark_colors.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/render/print_page.h"
#include "sudoku/render/replay_picture.h"
#include "sudoku/render/rules_text.h"
#include "sudoku/render/svg.h"
#include "sudoku/rules/rule_model.h"
#include "sudoku/solver.h"
#include "tools/cli/error.h"
#include "tools/cli/output.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/print_page_file.h"
#include "tools/sudoku/problem_text.h"
#include "tools/sudoku/propagated.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/show_cell.h"
#include "tools/sudoku/show_counts.h"
#include "tools/sudoku/verdict.h"

namespace sudoku::tool {

namespace {

// What there is to see of a puzzle.
struct View {
  View(const Puzzle& puzzle, std::vector<DigitSet> left)
      : picture(GridPicture::OfClues(puzzle)), candidates(std::move(left)) {}

  GridPicture picture;
  std::vector<DigitSet> candidates;
  std::vector<Single> singles;
};

// "r1c2=3 r4c4=5", or with the house of a hidden single "r1c2=3 (row 1)".
std::vector<std::string> SingleNames(const View& view, bool naked) {
  const Geometry& geometry = view.picture.geometry;
  std::vector<std::string> names;
  for (const Single& single : view.singles) {
    if (single.is_naked() != naked) continue;
    std::string name =
        absl::StrCat(geometry.CellName(single.cell), "=",
                     std::string(1, geometry.DigitChar(single.digit)));
    if (!naked) {
      absl::StrAppend(&name, " (", geometry.houses()[single.house].LongName(),
                      ")");
    }
    names.push_back(std::move(name));
  }
  return names;
}

// The cell of that name; otherwise the job is refused, and it is nothing.
std::optional<int> CellOfJob(Job& job, const std::string& name) {
  const absl::StatusOr<int> cell = ParseCell(name, job.puzzle.geometry.size());
  if (cell.ok()) return *cell;
  job.Fail(Fate::kRefused, cell.status().message());
  return std::nullopt;
}

// Shades what there is to tell of a cell, and appends that to `text`. False if
// there is no such cell.
bool ShowCell(Job& job, const Settings& settings, View& view,
              std::string& text) {
  GridPicture& picture = view.picture;
  if (!settings.peers_of.empty()) {
    const std::optional<int> cell = CellOfJob(job, settings.peers_of);
    if (!cell.has_value()) return false;
    ShadeHouses(*cell, picture);
    picture.active_cells.push_back(*cell);
    absl::StrAppend(&text, PeersText(picture.geometry, *cell));
  }
  if (!settings.cell.empty()) {
    const std::optional<int> cell = CellOfJob(job, settings.cell);
    if (!cell.has_value()) return false;
    const Single* const single = SingleIn(*cell, view.singles);
    if (single != nullptr && !single->is_naked()) {
      picture.shaded_groups.push_back(
          picture.geometry.houses()[single->house].cells);
    }
    picture.active_cells.push_back(*cell);
    absl::StrAppend(&text, CandidatesText(job.puzzle, *cell, view.singles));
  }
  return true;
}

// With the digits of the clues that follow by propagation, which is what makes
// them the clues of `puzzle`.
View MakeView(const Puzzle& puzzle, const Grid& clues,
              std::vector<DigitSet> candidates, bool with_candidates) {
  View view(puzzle, std::move(candidates));
  view.picture.clues = clues;
  view.singles =
      FindSingles(puzzle.geometry, view.picture.digits, view.candidates);
  for (const Conflict& conflict :
       FindConflicts(puzzle.geometry, puzzle.clues)) {
    view.picture.wrong_cells.insert(view.picture.wrong_cells.end(),
                                    conflict.cells.begin(),
                                    conflict.cells.end());
  }
  if (with_candidates) {
    view.picture.candidates = view.candidates;
    MarkSingles(view.singles, view.picture);
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
  const Grid& clues = view.picture.clues;
  absl::StrAppend(&text, puzzle.geometry.Description(), ", ",
                  clues.filled_count(),
                  clues.filled_count() == 1 ? " clue" : " clues");
  const Symmetry symmetry = SymmetryOfClues(clues);
  if (clues.filled_count() > 0 && symmetry != Symmetry::kNone) {
    absl::StrAppend(&text, ", symmetry: ", SymmetryName(symmetry));
  }
  text.push_back('\n');
  text += RulesText(puzzle.rules, puzzle.geometry);
  const std::string conflicts = ConflictText(puzzle);
  if (!conflicts.empty()) absl::StrAppend(&text, "Wrong: ", conflicts, "\n");
  if (has_candidates) {
    for (const bool naked : {true, false}) {
      const std::vector<std::string> names = SingleNames(view, naked);
      if (names.empty()) continue;
      absl::StrAppend(&text, naked ? "Naked singles: " : "Hidden singles: ",
                      absl::StrJoin(names, naked ? " " : ", "), "\n");
    }
    if (!puzzle.has_rules() && IsSolvedBySingles(puzzle)) {
      absl::StrAppend(&text, "Easy: singles alone solve it.\n");
    }
  }
  return text;
}

std::string ShowAsRecord(const Job& job, const View& view,
                         OutputFormat format) {
  std::vector<std::string> candidates;
  for (DigitSet set : view.candidates) {
    std::string& digits = candidates.emplace_back();
    for (; set != 0; set &= set - 1) {
      digits.push_back(
          job.puzzle.geometry.DigitChar(std::countr_zero(set) + 1));
    }
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

// Whose empty cells may have any digit, also one that a clue rules out.
Puzzle WithAllRows(const Puzzle& puzzle) {
  Puzzle open = puzzle;
  open.clues.Clear();
  open.candidates.clear();
  for (int cell = 0; cell < puzzle.geometry.cell_count(); ++cell) {
    open.candidates.push_back(puzzle.DigitsIn(cell));
  }
  return open;
}

std::string ShowMatrix(Job& job, const Settings& settings) {
  const absl::StatusOr<Encoding> encoding = Encoding::ForRules(
      settings.shows_all_rows ? WithAllRows(job.puzzle) : job.puzzle);
  if (!encoding.ok()) {
    job.Fail(Fate::kWrong, encoding.status().message());
    return "";
  }
  if (settings.draws_svg) return MatrixSvg(*encoding, job.puzzle.note);
  absl::StatusOr<std::string> text = ProblemText(job.puzzle, *encoding);
  if (text.ok()) return *std::move(text);
  job.Fail(Fate::kWrong, text.status().message());
  return "";
}

void ShowJob(Job& job, Worker& worker, const Settings& settings,
             bool ends_with_blank_line) {
  if (settings.shows_matrix) {
    job.output = ShowMatrix(job, settings);
    return;
  }
  const Grid clues = job.puzzle.clues;
  if (settings.propagates && !PropagateIn(job)) return;
  // In a picture of a larger grid they could not be read.
  constexpr int kMostWithCandidates = 12;
  const bool has_room =
      !settings.draws_svg || job.puzzle.geometry.size() <= kMostWithCandidates;
  std::vector<DigitSet> candidates = Candidates(job.puzzle);
  if (job.puzzle.has_rules()) {
    absl::StatusOr<RuleModel> rules = RuleModel::Create(job.puzzle, candidates);
    if (!rules.ok()) return job.Fail(Fate::kWrong, rules.status().message());
    candidates = rules->Candidates();
  }
  View view =
      MakeView(job.puzzle, clues, std::move(candidates),
               settings.shows_candidates && !settings.names_cells && has_room);
  std::string cell_text;
  if (!ShowCell(job, settings, view, cell_text)) return;
  if (settings.names_cells) NameCells(view.picture);
  if (settings.shows_solution) {
    const Answer* answer = SolveJob(job, worker);
    if (answer == nullptr || job.fate == Fate::kInterrupted) return;
    if (answer->has_solution()) {
      view.picture.digits = answer->solution;
    } else {
      job.Fail(Fate::kWrong, "there is no solution to be filled in");
    }
  }
  if (settings.draws_svg) {
    job.output = ForLightAndDark(GridSvg(view.picture, job.puzzle.note));
    return;
  }
  const OutputFormat format = settings.format.value_or(OutputFormat::kGrid);
  switch (format) {
    case OutputFormat::kJson:
    case OutputFormat::kCsv:
      job.output = ShowAsRecord(job, view, format);
      break;
    case OutputFormat::kLine:
      job.output = absl::StrCat(view.picture.digits.ToLine(),
                                job.puzzle.note.empty() ? "" : " ",
                                job.puzzle.note, "\n");
      break;
    case OutputFormat::kGrid:
      job.output =
          absl::StrCat(ShowAsText(job, view, settings.colors), cell_text);
      if (ends_with_blank_line) job.output.push_back('\n');
      break;
  }
}

}  // namespace

namespace {

// A page to print: all puzzles of the input, and the solutions of those that
// have one.
cli::ExitCode WritePageOfPuzzles(const cli::Arguments& arguments,
                                 const Settings& settings) {
  BatchOptions options = {.solver = settings.solver};
  options.report.counts_verdicts = false;
  std::vector<PrintedPuzzle> printed;
  // On one thread, and so in their order.
  const cli::ExitCode code =
      RunBatch(arguments, settings, options, [&](Job& job, Worker& worker) {
        const Answer* const answer = SolveJob(job, worker);
        if (job.fate == Fate::kInterrupted) return;
        printed.push_back({.puzzle = job.puzzle});
        if (answer != nullptr && answer->verdict == Verdict::kUnique) {
          printed.back().solution = answer->solution;
        }
      });
  if (printed.empty()) return code;
  cli::Output output;
  const absl::Status status =
      WritePrintPage(printed, "Sudoku", settings, output);
  if (!status.ok()) {
    return cli::Fail(cli::ExitCode::kOutputError, status.message());
  }
  return output.Finish(code);
}

}  // namespace

cli::ExitCode Show(const cli::Arguments& arguments, const Settings& settings) {
  if (settings.shows_counts) return ShowCounts(arguments, settings);
  if (settings.shows_all_rows && !settings.shows_matrix) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "--all-rows says which options --matrix has, but there is "
                     "no --matrix");
  }
  if (!settings.html_file.empty()) {
    return WritePageOfPuzzles(arguments, settings);
  }
  if (arguments.empty()) {
    if (settings.peers_of.empty() && !settings.names_cells) {
      return cli::Fail(cli::ExitCode::kUsage,
                       "sudoku show needs a puzzle or a file (with --peers and "
                       "--cell-names, a blank board will do)");
    }
    const int fixed_size = settings.reader.geometries.fixed_size();
    const int size = fixed_size > 0 ? fixed_size : 9;
    Settings with_names = settings;
    with_names.names_cells = true;
    return Show({std::string(size * size, '.')}, with_names);
  }
  const bool is_picture = settings.draws_svg || settings.shows_matrix;
  const bool are_all_puzzles = AreAllPuzzles(arguments);
  BatchOptions options = {.solver = settings.solver};
  options.report.counts_verdicts = false;
  options.report.counts_nodes = settings.shows_solution;
  // Nothing may follow the end of a picture, or of a problem.
  options.report.has_json_summary = !is_picture;
  if (settings.format == OutputFormat::kCsv) {
    options.report.header =
        CsvHeader({"geometry", "clues", "conflicts", "candidates",
                   "naked_singles", "hidden_singles"});
  }
  // A file holds one picture, and one problem.
  std::atomic<int> shown = 0;
  return RunBatch(arguments, settings, options, [&](Job& job, Worker& worker) {
    if (is_picture && shown++ > 0) {
      return job.Fail(Fate::kWrong,
                      "only one puzzle can be shown with --svg or --matrix");
    }
    ShowJob(job, worker, settings, !are_all_puzzles);
  });
}

}  // namespace sudoku::tool
