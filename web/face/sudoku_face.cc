// What can be asked about Sudoku. Every question has the rules in it:
//
//   size                     how many rows; with boxes as they are customary,
//   or box_rows, box_columns    of that shape, or regions irregular ones: a
//   character for each cell diagonals, windows       further houses
//
// and most have a puzzle: `cells`, a character for each, '.' where it is empty;
// and perhaps `candidates`, for each cell a number whose bit d - 1 stands for
// digit d. Cells are numbered row by row from 0.

#include <algorithm>
#include <bit>
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
#include "dlx/ask/explain.h"
#include "dlx/limits.h"
#include "dlx/statistics.h"
#include "sudoku/candidates.h"
#include "sudoku/conflict.h"
#include "sudoku/encoding.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/reader.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/recording.h"
#include "sudoku/lab/table.h"
#include "sudoku/making/difficulty.h"
#include "sudoku/making/generate.h"
#include "sudoku/making/no_solution.h"
#include "sudoku/making/singles.h"
#include "sudoku/making/symmetry.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/print_page.h"
#include "sudoku/render/replay_page.h"
#include "sudoku/render/svg.h"
#include "sudoku/solver.h"
#include "web/face/face.h"

namespace web {
namespace {

using ::sudoku::DigitSet;
using ::sudoku::Geometry;
using ::sudoku::Grid;
using ::sudoku::House;
using ::sudoku::Puzzle;

// ------------------------------------------------------------- the question

absl::StatusOr<Geometry> BasicGeometry(const Request& request) {
  const std::string regions = request.Text("regions");
  if (!regions.empty()) return Geometry::Irregular(regions);
  const int box_rows = static_cast<int>(request.Number("box_rows", 0));
  const int box_columns = static_cast<int>(request.Number("box_columns", 0));
  if (box_rows > 0 && box_columns > 0) {
    return Geometry::Classic(box_rows, box_columns);
  }
  return Geometry::FromSize(static_cast<int>(request.Number("size", 9)));
}

absl::StatusOr<Geometry> FurtherHouses(const Request& request,
                                       const Geometry& basic) {
  const Geometry geometry =
      request.Flag("diagonals") ? basic.WithDiagonals() : basic;
  return request.Flag("windows") ? geometry.WithWindows() : geometry;
}

absl::StatusOr<Geometry> GeometryOf(const Request& request) {
  const absl::StatusOr<Geometry> basic = BasicGeometry(request);
  if (!basic.ok()) return basic.status();
  return FurtherHouses(request, *basic);
}

absl::StatusOr<Puzzle> PuzzleOf(const Request& request) {
  absl::StatusOr<Geometry> geometry = GeometryOf(request);
  if (!geometry.ok()) return geometry.status();
  const absl::StatusOr<Grid> cells = Grid::FromLine(request.Text("cells"));
  if (!cells.ok()) return cells.status();
  if (cells->size() != geometry->size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the grid has ", geometry->size(), " rows, but there are ",
                     cells->cell_count(), " cells"));
  }
  Puzzle puzzle(*std::move(geometry), *cells);
  puzzle.candidates = request.Numbers("candidates");
  if (puzzle.candidates.empty()) return puzzle;
  const DigitSet all = sudoku::AllDigits(puzzle.geometry.size());
  puzzle.candidates.resize(puzzle.geometry.cell_count(), all);
  for (DigitSet& candidates : puzzle.candidates) candidates &= all;
  return puzzle;
}

// A solver for the geometry of the question: the last one, if that was for the
// same.
absl::StatusOr<sudoku::Solver*> SolverFor(const Geometry& geometry,
                                          const dlx::Limits& limits) {
  static auto& last = *new std::optional<sudoku::Solver>();
  if (!last.has_value() || !(last->geometry() == geometry)) {
    absl::StatusOr<sudoku::Solver> solver = sudoku::Solver::Create(geometry);
    if (!solver.ok()) return solver.status();
    last = *std::move(solver);
  }
  last->SetLimits(limits);
  return &*last;
}

dlx::Limits LimitsOf(const Request& request) {
  dlx::Limits limits;
  const double seconds = request.Seconds("seconds", 0);
  if (seconds > 0) limits.time = absl::Seconds(seconds);
  return limits;
}

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

Json SingleToJson(const Geometry& geometry, const sudoku::Single& single) {
  const std::string cell = sudoku::CellName(single.cell, geometry.size());
  const char digit = sudoku::DigitToChar(single.digit);
  Json json = {{"cell", single.cell}, {"digit", single.digit}};
  if (single.is_naked()) {
    json["reason"] = absl::StrCat(cell, " is ", std::string(1, digit),
                                  ": all other digits stand in its houses.");
    json["house"] = Json::array();
  } else {
    const House& house = geometry.houses()[single.house];
    json["reason"] =
        absl::StrCat(cell, " is ", std::string(1, digit), ": in ",
                     house.LongName(), " that digit has no other place.");
    json["house"] = house.cells;
  }
  return json;
}

// ---------------------------------------------------------------- looking

absl::StatusOr<Json> Look(const Request& request, Emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
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
              {"candidates", sudoku::Candidates(*puzzle)},
              {"conflicts", std::move(conflicts)},
              {"wrong_cells", std::move(wrong_cells)},
              {"filled", puzzle->clues.filled_count()},
              {"is_solution", IsSolution(geometry, puzzle->clues)}};
}

Json PuzzleToJson(const Puzzle& puzzle) {
  Json json = {{"cells", puzzle.clues.ToLine()},
               {"size", puzzle.geometry.size()},
               {"note", puzzle.note}};
  if (!puzzle.geometry.has_boxes())
    json["regions"] = puzzle.geometry.RegionLine();
  if (puzzle.has_candidates()) json["candidates"] = puzzle.candidates;
  return json;
}

// The puzzles of a text in any format.
absl::StatusOr<Json> Read(const Request& request, Emit) {
  constexpr size_t kMost = 10'000;
  sudoku::PuzzleReader reader;
  reader.Feed(request.Text("text"));
  reader.Finish();
  Json puzzles = Json::array();
  Json errors = Json::array();
  Puzzle puzzle(Geometry::Standard());
  while (puzzles.size() + errors.size() < kMost) {
    switch (reader.Next(&puzzle)) {
      case sudoku::PuzzleReader::Result::kPuzzle:
        puzzles.push_back(PuzzleToJson(puzzle));
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

// A reason of more parts is no help.
constexpr size_t kMostParts = 8;

// A reason why there is no solution, and the cells that it speaks of. Empty if
// it is too long to help, or not found in time.
struct Reason {
  std::string sentence;
  std::vector<int> cells;
  size_t parts = 0;
};

Reason WhyNoSolution(const Puzzle& puzzle, absl::Duration time) {
  const Geometry& geometry = puzzle.geometry;
  const std::vector<sudoku::Conflict> conflicts =
      FindConflicts(geometry, puzzle.clues);
  if (!conflicts.empty()) {
    return {ConflictToString(geometry, conflicts[0]), conflicts[0].cells, 1};
  }
  const sudoku::Encoding encoding = sudoku::Encoding::ForPuzzle(puzzle);
  const absl::StatusOr<dlx::Explanation> why = dlx::ExplainNoCover(
      encoding.problem(), {.limits = {.nodes = 100'000, .time = time}});
  if (!why.ok() || !why->no_cover || why->items.empty() ||
      why->items.size() > kMostParts) {
    return {};
  }
  Reason reason = {
      NoSolutionToString(encoding, why->items), {}, why->items.size()};
  for (const dlx::ItemId item : why->items) {
    const sudoku::ItemMeaning meaning = encoding.meaning(item);
    if (meaning.kind == sudoku::ItemMeaning::Kind::kCell) {
      reason.cells.push_back(meaning.cell);
    } else if (why->items.size() == 1) {
      reason.cells = geometry.houses()[meaning.house].cells;
    }
  }
  return reason;
}

absl::StatusOr<Json> Solve(const Request& request, Emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  const absl::StatusOr<sudoku::Solver*> solver =
      SolverFor(puzzle->geometry, LimitsOf(request));
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
      SolverFor(*geometry, LimitsOf(request));
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
      sudoku::Solver::Create(puzzle->geometry, options);
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
      sudoku::Solver::Create(puzzle->geometry, {.limits = limits});
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

// ------------------------------------------------------------------ hints

// A reason by search alone, for a candidate whose reasons are all long.
Json EliminationWithoutWords(const Puzzle& puzzle, int cell, int digit) {
  return {{"kind", "elimination"},
          {"cell", cell},
          {"digit", digit},
          {"reason",
           absl::StrCat(sudoku::CellName(cell, puzzle.geometry.size()),
                        " is not ", std::string(1, sudoku::DigitToChar(digit)),
                        ": with it there is no solution. That takes a search "
                        "to see; there is no short reason here.")},
          {"house", Json::array()}};
}

// A candidate that is not in the solution, with the shortest reason why: what
// could not all come true with it.
Json RuleOutOne(const Puzzle& puzzle, const Grid& solution,
                const std::vector<DigitSet>& candidates) {
  constexpr int kMostTries = 60;
  const absl::Time deadline = absl::Now() + absl::Seconds(3);
  std::vector<int> cells;
  for (int cell = 0; cell < puzzle.clues.cell_count(); ++cell) {
    if (puzzle.clues[cell] == 0) cells.push_back(cell);
  }
  std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) {
    return std::popcount(candidates[a]) < std::popcount(candidates[b]);
  });
  Reason best;
  Json hint;
  int tries = 0;
  for (const int cell : cells) {
    for (int digit = 1; digit <= puzzle.geometry.size(); ++digit) {
      const bool is_candidate =
          (candidates[cell] & sudoku::DigitBit(digit)) != 0;
      if (!is_candidate || solution[cell] == digit) continue;
      if (hint.is_null()) hint = EliminationWithoutWords(puzzle, cell, digit);
      if (best.parts == 1 || ++tries > kMostTries || absl::Now() > deadline) {
        return hint;
      }
      Puzzle assumed = puzzle;
      assumed.clues[cell] = static_cast<uint8_t>(digit);
      const Reason reason = WhyNoSolution(assumed, absl::Milliseconds(200));
      if (reason.sentence.empty() ||
          (best.parts != 0 && reason.parts >= best.parts)) {
        continue;
      }
      best = reason;
      hint["cell"] = cell;
      hint["digit"] = digit;
      hint["reason"] =
          absl::StrCat(sudoku::CellName(cell, puzzle.geometry.size()),
                       " is not ", std::string(1, sudoku::DigitToChar(digit)),
                       ": otherwise ", reason.sentence, ".");
      hint["house"] = reason.cells;
    }
  }
  return hint;
}

absl::StatusOr<Json> Hint(const Request& request, Emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  const absl::StatusOr<sudoku::Solver*> solver =
      SolverFor(puzzle->geometry, {.time = absl::Seconds(10)});
  if (!solver.ok()) return solver.status();
  const sudoku::Answer& answer = (*solver)->Solve(*puzzle);
  if (answer.verdict != sudoku::Verdict::kUnique) {
    return Json{{"kind", "none"},
                {"reason", absl::StrCat("Hints are for puzzles with one "
                                        "solution; this has the verdict: ",
                                        VerdictName(answer.verdict), ".")}};
  }
  if (puzzle->clues.is_full()) {
    return Json{{"kind", "none"}, {"reason", "The grid is full, and right."}};
  }
  const std::vector<DigitSet> candidates = sudoku::Candidates(*puzzle);
  const std::vector<sudoku::Single> singles =
      FindSingles(puzzle->geometry, puzzle->clues, candidates);
  if (!singles.empty()) {
    Json hint = SingleToJson(puzzle->geometry, singles[0]);
    hint["kind"] = "placement";
    hint["others"] = singles.size() - 1;
    return hint;
  }
  absl::StatusOr<Json> hint = RuleOutOne(*puzzle, answer.solution, candidates);
  if (!hint.ok() || !hint->empty()) return hint;
  return Json{{"kind", "none"},
              {"reason", "There is no short reason for anything here."}};
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

absl::StatusOr<Json> Generate(const Request& request, Emit) {
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
      SolverFor(puzzle->geometry, {.time = absl::Seconds(2)});
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
    // rules, candidates, wrong_cells, conflicts, filled, is_solution
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
    // kind ("placement", "elimination", "none"), cell, digit, reason, house
    {"hint", Hint},
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

absl::Span<const Command> SudokuCommands() { return kCommands; }

}  // namespace web
