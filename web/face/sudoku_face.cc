// What can be asked about Sudoku: of a puzzle as it is, and what makes puzzles.
// puzzle_question.h says what a question has, step_face.cc what else there is.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/statistics.h"
#include "sudoku/conflict.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/rule_line.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/recording.h"
#include "sudoku/lab/table.h"
#include "sudoku/making/difficulty.h"
#include "sudoku/making/generate.h"
#include "sudoku/making/random.h"
#include "sudoku/making/rule_clues.h"
#include "sudoku/making/symmetry.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/print_page.h"
#include "sudoku/render/replay_page.h"
#include "sudoku/render/rules_svg.h"
#include "sudoku/render/svg.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/rule.h"
#include "sudoku/solver.h"
#include "web/face/face.h"
#include "web/face/puzzle_question.h"

namespace web {
namespace sudoku_face {
namespace {

using ::sudoku::DigitSet;
using ::sudoku::Geometry;
using ::sudoku::Grid;
using ::sudoku::House;
using ::sudoku::Puzzle;

// --------------------------------------------------------------- the answer

Json RulesToJson(const Geometry& geometry) {
  Json regions = Json::array();
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    regions.push_back(geometry.RegionOf(cell));
  }
  Json shaded = Json::array();  // Diagonals and extra regions.
  for (const House& house : geometry.houses()) {
    if (house.kind == House::Kind::kDiagonal ||
        house.kind == House::Kind::kExtra) {
      shaded.push_back(house.cells);
    }
  }
  return {{"size", geometry.size()},
          {"box_rows", geometry.box_rows()},
          {"box_columns", geometry.box_columns()},
          {"region_of", std::move(regions)},
          {"shaded", std::move(shaded)},
          {"description", geometry.Description()},
          {"candidate_columns", sudoku::CandidateColumns(geometry)}};
}

// ---------------------------------------------------------------- looking

// A name for each rule, as it is written, and the rules as layers of a picture:
// the grid is `side` wide, and numbers outside of it may be `margin` away.
Json DrawingToJson(const Puzzle& puzzle) {
  constexpr int kCell = 48;
  const sudoku::RulesSvg drawn =
      DrawRules(puzzle.rules, puzzle.geometry, kCell);
  Json texts = Json::array();
  for (const sudoku::Rule& rule : puzzle.rules) {
    texts.push_back(
        {{"text", rule.text}, {"meaning", std::string(rule.kind->meaning)}});
  }
  return {{"rules", std::move(texts)},
          {"side", kCell * puzzle.geometry.size()},
          {"margin", drawn.has_outside ? kCell : 0},
          {"below", drawn.below},
          {"above", drawn.above}};
}

absl::StatusOr<Json> Look(const Request& request, Emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  const absl::StatusOr<std::vector<DigitSet>> candidates =
      CandidatesLeft(*puzzle);
  if (!candidates.ok()) return candidates.status();
  const Geometry& geometry = puzzle->geometry;
  Json conflicts = Json::array();
  std::vector<bool> is_wrong(geometry.cell_count());
  for (const sudoku::Conflict& conflict :
       FindConflicts(geometry, puzzle->clues)) {
    conflicts.push_back(ConflictToString(geometry, conflict));
    for (const int cell : conflict.cells) is_wrong[cell] = true;
  }
  Json wrong_cells = Json::array();
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    if (is_wrong[cell]) wrong_cells.push_back(cell);
  }
  return Json{{"rules", RulesToJson(geometry)},
              {"drawing", DrawingToJson(*puzzle)},
              {"candidates", *candidates},
              {"conflicts", std::move(conflicts)},
              {"wrong_cells", std::move(wrong_cells)},
              {"filled", puzzle->clues.filled_count()},
              {"is_solution", IsSolution(geometry, puzzle->clues)}};
}

bool HasWindows(const Geometry& geometry) {
  if (!geometry.has_extra_regions() || !geometry.has_boxes()) return false;
  absl::StatusOr<Geometry> windows =
      Geometry::Classic(geometry.box_rows(), geometry.box_columns());
  if (geometry.has_diagonals()) windows = windows->WithDiagonals();
  windows = windows->WithWindows();
  return windows.ok() && *windows == geometry;
}

// With candidates, and extra regions that are no windows.
std::string RulesOf(const Puzzle& puzzle) {
  std::string text;
  if (puzzle.has_candidates()) {
    Puzzle without_clues = puzzle;
    for (int cell = 0; cell < puzzle.clues.cell_count(); ++cell) {
      if (puzzle.clues[cell] != 0) without_clues.SetClue(cell, 0);
    }
    const std::string givens = GivensText(without_clues);
    if (!givens.empty()) text = absl::StrCat(".", givens);
  }
  if (!HasWindows(puzzle.geometry)) text += ExtraRegionsText(puzzle.geometry);
  for (const sudoku::Rule& rule : puzzle.rules) {
    absl::StrAppend(&text, ".", rule.text);
  }
  return text;
}

Json PuzzleToJson(const Puzzle& puzzle) {
  Json json = {{"cells", puzzle.clues.ToLine()},
               {"size", puzzle.geometry.size()},
               {"diagonals", puzzle.geometry.has_diagonals()},
               {"windows", HasWindows(puzzle.geometry)},
               {"rules", RulesOf(puzzle)},
               {"note", puzzle.note}};
  if (puzzle.geometry.has_boxes()) {
    json["box"] = absl::StrCat(puzzle.geometry.box_rows(), "x",
                               puzzle.geometry.box_columns());
  }
  if (puzzle.has_candidates()) json["candidates"] = puzzle.candidates;
  if (puzzle.filled_in.has_value()) json["mine"] = puzzle.filled_in->ToLine();
  Json unknown = Json::array();
  for (const Puzzle::UnknownRule& rule : puzzle.unknown_rules) {
    unknown.push_back(rule.sentence);
  }
  json["unknown_rules"] = std::move(unknown);
  if (!puzzle.geometry.has_boxes())
    json["regions"] = puzzle.geometry.RegionLine();
  return json;
}

// The puzzles of a text in any format.
absl::StatusOr<Json> Read(const Request& request, Emit) {
  constexpr size_t kMost = 10'000;
  sudoku::PuzzleReader reader(
      {.takes_rules = true, .skips_unknown_rules = true});
  reader.Feed(request.Text("text"));
  reader.Finish();
  Json puzzles = Json::array();
  Json errors = Json::array();
  Puzzle puzzle(Geometry::Standard());
  while (puzzles.size() + errors.size() < kMost) {
    switch (reader.Next(&puzzle)) {
      case sudoku::PuzzleReader::Result::kPuzzle:
        if (puzzle.geometry.least_digit() == 1) {
          puzzles.push_back(PuzzleToJson(puzzle));
        } else {
          errors.push_back("digits from 0 are not known here");
        }
        break;
      case sudoku::PuzzleReader::Result::kError:
        errors.push_back(reader.error().ToString("text"));
        break;
      default:
        return Json{{"puzzles", std::move(puzzles)},
                    {"errors", std::move(errors)}};
    }
  }
  return Json{{"puzzles", std::move(puzzles)}, {"errors", std::move(errors)}};
}

// ---------------------------------------------------------------- solving

absl::StatusOr<Json> Solve(const Request& request, Emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  const absl::StatusOr<sudoku::Solver*> solver =
      SolverFor(*puzzle, LimitsOf(request));
  if (!solver.ok()) return solver.status();
  const absl::Time start = absl::Now();
  const sudoku::Answer& answer = (*solver)->Solve(*puzzle);
  Json json = {
      {"verdict", std::string(VerdictName(answer.verdict))},
      {"nodes", answer.nodes},
      {"milliseconds", absl::ToDoubleMilliseconds(absl::Now() - start)}};
  if (answer.solutions_found > 0) json["solution"] = answer.solution.ToLine();
  if (answer.solutions_found > 1) {
    json["second_solution"] = answer.second_solution.ToLine();
    json["differing_cells"] =
        DifferingCells(answer.solution, answer.second_solution);
  }
  if (answer.verdict == sudoku::Verdict::kNone) {
    const Reason reason = WhyNoSolution(*puzzle, absl::Seconds(2));
    json["reason"] = reason.sentence;
    json["reason_cells"] = reason.cells;
  }
  return json;
}

char VerdictLetter(sudoku::Verdict verdict) {
  switch (verdict) {
    case sudoku::Verdict::kNone:
      return '0';
    case sudoku::Verdict::kUnique:
      return '1';
    case sudoku::Verdict::kMultiple:
      return '+';
    case sudoku::Verdict::kUndecided:
      break;
  }
  return '?';
}

// Puzzles that are solved together: as many as fit into a cache.
constexpr size_t kBatch = 256;

// Solves puzzles. A line of solution for each, of dots if there is none, is
// appended to `solutions`, and a letter to `verdicts`.
void SolveBatch(sudoku::Solver& solver, absl::Span<const Puzzle> puzzles,
                std::string& solutions, std::string& verdicts) {
  const size_t cells = solver.geometry().cell_count();
  const size_t first_solution = solutions.size();
  const size_t first_verdict = verdicts.size();
  solutions.resize(first_solution + puzzles.size() * (cells + 1), '.');
  verdicts.resize(first_verdict + puzzles.size());
  std::vector<const Puzzle*> pointers;
  for (const Puzzle& puzzle : puzzles) pointers.push_back(&puzzle);
  std::string line;
  solver.SolveAll(pointers, [&](size_t i, const sudoku::Answer& answer) {
    const auto place = solutions.begin() + first_solution + i * (cells + 1);
    if (answer.has_solution()) {
      line.clear();
      answer.solution.AppendLine(&line);
      std::copy(line.begin(), line.end(), place);
    }
    place[cells] = '\n';
    verdicts[first_verdict + i] = VerdictLetter(answer.verdict);
  });
}

// Many puzzles at once, a line each in the body; so are the solutions in that
// of the answer. A verdict is the number of solutions: 0, 1, + for several, or
// ?.
absl::StatusOr<Json> SolveAll(const Request& request, Emit) {
  const absl::StatusOr<Geometry> geometry = GeometryOf(request);
  if (!geometry.ok()) return geometry.status();
  const absl::StatusOr<sudoku::Solver*> solver =
      SolverFor(Puzzle(*geometry), LimitsOf(request));
  if (!solver.ok()) return solver.status();
  const std::string body = request.Text("body");
  std::vector<Puzzle> puzzles;
  std::string solutions, verdicts;
  absl::string_view rest = body;
  while (!rest.empty()) {
    const size_t end = rest.find('\n');
    const absl::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    absl::StatusOr<Grid> cells = Grid::FromLine(line);
    if (!cells.ok()) return cells.status();
    if (cells->size() != geometry->size()) {
      return absl::InvalidArgumentError(
          absl::StrCat("puzzle ", verdicts.size() + puzzles.size(), " has ",
                       cells->cell_count(), " cells"));
    }
    puzzles.emplace_back(*geometry, *std::move(cells));
    if (puzzles.size() < kBatch) continue;
    SolveBatch(**solver, puzzles, solutions, verdicts);
    puzzles.clear();
  }
  SolveBatch(**solver, puzzles, solutions, verdicts);
  return Json{{"verdicts", std::move(verdicts)},
              {"body", std::move(solutions)}};
}

absl::StatusOr<Json> Count(const Request& request, Emit emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  sudoku::SolverOptions options;
  options.limits = LimitsOf(request);
  options.on_progress = [&](const dlx::Progress& progress) {
    emit({{"count", progress.solutions.ToString()},
          {"nodes", progress.nodes},
          {"fraction", progress.fraction_done}});
  };
  absl::StatusOr<sudoku::Solver> solver =
      MakeSolver(*puzzle, std::move(options));
  if (!solver.ok()) return solver.status();
  const absl::StatusOr<sudoku::SolutionCount> count =
      solver->CountSolutions(*puzzle);
  if (!count.ok()) return count.status();
  return Json{{"count", count->count.ToString()},
              {"is_all", count->outcome == dlx::Outcome::kExhausted},
              {"nodes", count->nodes}};
}

// In how many solutions each candidate is, by going through all of them.
absl::StatusOr<Json> Tally(const Request& request, Emit emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  dlx::Limits limits = LimitsOf(request);
  const int64_t most = request.Number("limit", 0);
  if (most > 0) limits.solutions = most;
  absl::StatusOr<sudoku::Solver> solver =
      MakeSolver(*puzzle, {.limits = limits});
  if (!solver.ok()) return solver.status();

  const int size = puzzle->geometry.size();
  std::vector<uint64_t> tally(puzzle->geometry.cell_count() * size);
  uint64_t seen = 0;
  absl::Time last_report = absl::Now();
  const auto visit = [&](const Grid& solution) {
    for (int cell = 0; cell < solution.cell_count(); ++cell) {
      ++tally[cell * size + solution[cell] - 1];
    }
    // To look at the clock takes longer than to find a solution.
    if (++seen % 1024 == 0 &&
        absl::Now() - last_report > absl::Milliseconds(250)) {
      last_report = absl::Now();
      emit({{"count", absl::StrCat(seen)}, {"tally", tally}});
    }
    return true;
  };
  const absl::StatusOr<sudoku::SolutionCount> count =
      solver->EnumerateSolutions(*puzzle, sudoku::Order::kAny, visit);
  if (!count.ok()) return count.status();
  return Json{{"count", absl::StrCat(seen)},
              {"is_all", count->outcome == dlx::Outcome::kExhausted},
              {"tally", std::move(tally)}};
}

// ------------------------------------------------- watching, making, printing

absl::StatusOr<Json> Methods(const Request&, Emit) {
  Json methods = Json::array();
  for (const sudoku::Method& method : sudoku::AllMethods()) {
    if (!method.tells_events || method.is_external) continue;
    methods.push_back({{"name", std::string(method.name)},
                       {"title", std::string(method.title)}});
  }
  return Json{{"methods", std::move(methods)}};
}

absl::StatusOr<Json> Watch(const Request& request, Emit) {
  constexpr size_t kMostSteps = 100'000;  // A page of more is slow to load.
  constexpr int kLargestMatrix = 6;
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  if (puzzle->has_rules()) {
    return absl::InvalidArgumentError(
        "methods are for puzzles without further rules: they know rows, "
        "columns and regions");
  }
  const sudoku::Method* method = sudoku::FindMethod(request.Text("method"));
  if (method == nullptr || !method->tells_events) {
    return absl::InvalidArgumentError("there is no such method to watch");
  }
  const absl::Status can = method->check(*puzzle);
  if (!can.ok()) return can;
  const sudoku::Recording recording = Record(
      *method, *puzzle,
      {.prove_unique = request.Flag("prove"), .max_time = absl::Seconds(20)},
      kMostSteps);
  return Json{
      {"steps", recording.events.size()},
      {"end", EndText(recording)},
      {"page",
       ReplayPage(*puzzle, recording,
                  {.title = std::string(method->title),
                   .with_matrix = method->name == "algorithm_x" &&
                                  puzzle->geometry.size() <= kLargestMatrix})}};
}

// Clues for the rules of the question.
absl::StatusOr<Json> GenerateForRules(const Request& request) {
  if (!request.Text("symmetry").empty() ||
      !request.Text("difficulty").empty() || request.Number("clues", 0) != 0) {
    return absl::InvalidArgumentError(
        "with further rules there are as many clues as one solution needs: "
        "symmetry, difficulty and their number cannot be chosen");
  }
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  const auto seed = static_cast<uint64_t>(request.Number("seed", 0));
  Json lines = Json::array();
  Json solutions = Json::array();
  for (int64_t k = 0; k < request.Number("count", 1); ++k) {
    sudoku::Random random(seed, static_cast<uint64_t>(k));
    const absl::StatusOr<Puzzle> made =
        WithCluesForRules(*puzzle, random, LimitsOf(request));
    if (!made.ok()) return made.status();
    const absl::StatusOr<sudoku::Solver*> solver = SolverFor(*made, {});
    if (!solver.ok()) return solver.status();
    lines.push_back(made->clues.ToLine());
    solutions.push_back((*solver)->Solve(*made).solution.ToLine());
  }
  return Json{{"puzzles", std::move(lines)},
              {"solutions", std::move(solutions)}};
}

absl::StatusOr<Json> Generate(const Request& request, Emit) {
  if (!request.Text("rules").empty()) return GenerateForRules(request);
  const absl::StatusOr<Geometry> geometry = GeometryOf(request);
  if (!geometry.ok()) return geometry.status();
  sudoku::GenerateOptions options;
  options.seed = static_cast<uint64_t>(request.Number("seed", 0));
  options.minimal = request.Flag("minimal");
  const std::string symmetry = request.Text("symmetry");
  if (!symmetry.empty()) {
    const std::optional<sudoku::Symmetry> known =
        sudoku::SymmetryFromName(symmetry);
    if (!known.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no symmetry \"", symmetry, "\""));
    }
    options.symmetry = *known;
  }
  const int clues = static_cast<int>(request.Number("clues", 0));
  if (clues > 0) options.least_clues = options.most_clues = clues;
  const std::string difficulty = request.Text("difficulty");
  if (difficulty == "easy") options.difficulty = {0, 0};
  if (difficulty == "hard") options.difficulty = {200, dlx::kUnlimited};
  absl::StatusOr<sudoku::Generator> generator =
      sudoku::Generator::Create(*geometry, options);
  if (!generator.ok()) return generator.status();
  const absl::StatusOr<std::vector<sudoku::GeneratedPuzzle>> puzzles =
      generator->Generate(0, static_cast<int>(request.Number("count", 1)));
  if (!puzzles.ok()) return puzzles.status();
  Json lines = Json::array();
  Json solutions = Json::array();
  for (const sudoku::GeneratedPuzzle& puzzle : *puzzles) {
    lines.push_back(puzzle.clues.ToLine());
    solutions.push_back(puzzle.solution.ToLine());
  }
  return Json{{"puzzles", std::move(lines)},
              {"solutions", std::move(solutions)}};
}

absl::StatusOr<Json> Print(const Request& request, Emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  sudoku::PrintedPuzzle printed = {.puzzle = *puzzle};
  const absl::StatusOr<sudoku::Solver*> solver =
      SolverFor(*puzzle, {.time = absl::Seconds(2)});
  if (!solver.ok()) return solver.status();
  const sudoku::Answer& answer = (*solver)->Solve(*puzzle);
  if (answer.verdict == sudoku::Verdict::kUnique) {
    printed.solution = answer.solution;
  }
  return Json{
      {"page", sudoku::PrintPage({&printed, 1}, request.Text("title"))}};
}

absl::StatusOr<Json> Picture(const Request& request, Emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  return Json{{"svg", GridSvg(sudoku::GridPicture::OfClues(*puzzle))}};
}

constexpr Command kCommands[] = {
    // rules, drawing, candidates, wrong_cells, conflicts, filled, is_solution
    {"look", Look},
    // text -> puzzles, errors
    {"read", Read},
    // verdict, solution, second_solution, differing_cells, reason, reason_cells
    {"solve", Solve},
    // text -> solutions, verdicts
    {"solve-all", SolveAll},
    // count, is_all
    {"count", Count},
    // limit -> count, is_all, tally (cell * size + digit - 1)
    {"tally", Tally},
    // methods
    {"methods", Methods},
    // method, prove -> page, steps, end
    {"watch", Watch},
    // seed, symmetry, clues, minimal, difficulty, count -> puzzles, solutions
    {"generate", Generate},
    // title -> page
    {"print", Print},
    // svg
    {"picture", Picture},
};

}  // namespace
}  // namespace sudoku_face

absl::Span<const Command> SudokuCommands() { return sudoku_face::kCommands; }

}  // namespace web
