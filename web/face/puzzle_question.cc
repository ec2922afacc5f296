#include "web/face/puzzle_question.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/explain.h"
#include "sudoku/candidates.h"
#include "sudoku/conflict.h"
#include "sudoku/encoding.h"
#include "sudoku/grid.h"
#include "sudoku/making/no_solution.h"
#include "sudoku/rules/rule_model.h"
#include "sudoku/rules/rule_text.h"

namespace web {
namespace {

using ::sudoku::DigitSet;
using ::sudoku::Geometry;
using ::sudoku::Grid;
using ::sudoku::Puzzle;
using ::sudoku::Solver;

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

absl::StatusOr<Grid> GridOf(absl::string_view line, const Geometry& geometry) {
  absl::StatusOr<Grid> grid = Grid::FromLine(line);
  if (!grid.ok() || grid->size() == geometry.size()) return grid;
  return absl::InvalidArgumentError(
      absl::StrCat("the grid has ", geometry.size(), " rows, but there are ",
                   grid->cell_count(), " cells"));
}

absl::Status AddRulesTo(Puzzle& puzzle, const std::string& text) {
  if (text.empty()) return absl::OkStatus();
  const std::optional<sudoku::RuleTextError> error =
      sudoku::AddRules(text, &puzzle);
  if (!error.has_value()) return absl::OkStatus();
  // A rule is told by the words around the place.
  const size_t begin = text.rfind('.', error->offset);
  const std::string rule = text.substr(begin == text.npos ? 0 : begin + 1);
  return absl::InvalidArgumentError(
      absl::StrCat(error->sentence, ", in \"", rule.substr(0, rule.find('.')),
                   "\" (character ", error->offset + 1, " of the rules)"));
}

Reason RulesReason(const Puzzle& puzzle, absl::Duration time) {
  const std::optional<sudoku::Clash> clash =
      sudoku::FindClash(puzzle, {.time = time});
  Reason reason;
  if (!clash.has_value() || clash->rules.empty()) return reason;
  reason.sentence = sudoku::ClashToString(puzzle, *clash);
  reason.parts = clash->rules.size();
  if (clash->knows_givens) reason.cells = clash->givens;
  for (const sudoku::Rule& rule : clash->rules) {
    for (const std::vector<int>& part : rule.parts) {
      reason.cells.insert(reason.cells.end(), part.begin(), part.end());
    }
  }
  return reason;
}

Reason ItemsReason(const Puzzle& puzzle, absl::Duration time) {
  const sudoku::Encoding encoding = sudoku::Encoding::ForPuzzle(puzzle);
  const absl::StatusOr<dlx::Explanation> why = dlx::ExplainNoCover(
      encoding.problem(), {.limits = {.nodes = 100'000, .time = time}});
  if (!why.ok() || !why->no_cover || why->items.empty()) return {};
  Reason reason = {
      NoSolutionToString(encoding, why->items), {}, why->items.size()};
  for (const dlx::ItemId item : why->items) {
    const sudoku::ItemMeaning meaning = encoding.meaning(item);
    if (meaning.kind == sudoku::ItemMeaning::Kind::kCell) {
      reason.cells.push_back(meaning.cell);
    } else if (why->items.size() == 1) {
      reason.cells = puzzle.geometry.houses()[meaning.house].cells;
    }
  }
  return reason;
}

}  // namespace

absl::StatusOr<Geometry> GeometryOf(const Request& request) {
  const absl::StatusOr<Geometry> basic = BasicGeometry(request);
  if (!basic.ok()) return basic.status();
  const Geometry geometry =
      request.Flag("diagonals") ? basic->WithDiagonals() : *basic;
  return request.Flag("windows") ? geometry.WithWindows() : geometry;
}

absl::StatusOr<Puzzle> PuzzleOf(const Request& request) {
  absl::StatusOr<Geometry> geometry = GeometryOf(request);
  if (!geometry.ok()) return geometry.status();
  const absl::StatusOr<Grid> cells = GridOf(request.Text("cells"), *geometry);
  if (!cells.ok()) return cells.status();
  Puzzle puzzle(*std::move(geometry), *cells);
  if (const std::string mine = request.Text("mine"); !mine.empty()) {
    const absl::StatusOr<Grid> digits = GridOf(mine, puzzle.geometry);
    if (!digits.ok()) return digits.status();
    puzzle.filled_in = *digits;
  }
  puzzle.candidates = CandidatesOf(request, "candidates", puzzle.geometry);
  const absl::Status rules = AddRulesTo(puzzle, request.Text("rules"));
  if (!rules.ok()) return rules;
  return puzzle;
}

std::vector<DigitSet> CandidatesOf(const Request& request,
                                   absl::string_view name,
                                   const Geometry& geometry) {
  std::vector<DigitSet> sets = request.Numbers(name);
  if (sets.empty()) return sets;
  const DigitSet all = sudoku::AllDigits(geometry.size());
  sets.resize(geometry.cell_count(), all);
  for (DigitSet& set : sets) set &= all;
  return sets;
}

dlx::Limits LimitsOf(const Request& request) {
  dlx::Limits limits;
  const double seconds = request.Seconds("seconds", 0);
  if (seconds > 0) limits.time = absl::Seconds(seconds);
  return limits;
}

absl::StatusOr<Solver*> SolverFor(const Puzzle& puzzle,
                                  const dlx::Limits& limits) {
  static auto& with_rules = *new std::optional<Solver>();
  static auto& last = *new std::optional<Solver>();
  if (puzzle.has_rules()) {
    absl::StatusOr<Solver> solver = MakeSolver(puzzle, {.limits = limits});
    if (!solver.ok()) return solver.status();
    with_rules = *std::move(solver);
    return &*with_rules;
  }
  if (!last.has_value() || !(last->geometry() == puzzle.geometry)) {
    absl::StatusOr<Solver> solver = MakeSolver(puzzle, {});
    if (!solver.ok()) return solver.status();
    last = *std::move(solver);
  }
  last->SetLimits(limits);
  return &*last;
}

absl::StatusOr<Solver> MakeSolver(const Puzzle& puzzle,
                                  sudoku::SolverOptions options) {
  return puzzle.has_rules()
             ? Solver::ForRules(puzzle, std::move(options))
             : Solver::Create(puzzle.geometry, std::move(options));
}

absl::StatusOr<std::vector<DigitSet>> CandidatesLeft(const Puzzle& puzzle) {
  std::vector<DigitSet> candidates = sudoku::Candidates(puzzle);
  if (!puzzle.has_rules()) return candidates;
  absl::StatusOr<sudoku::RuleModel> model =
      sudoku::RuleModel::Create(puzzle, std::move(candidates));
  if (!model.ok()) return model.status();
  return model->Candidates();
}

Reason WhyNoSolution(const Puzzle& puzzle, absl::Duration time) {
  constexpr size_t kMostParts = 8;  // More of them are no help.
  const Geometry& geometry = puzzle.geometry;
  const std::vector<sudoku::Conflict> conflicts =
      FindConflicts(geometry, puzzle.clues);
  if (!conflicts.empty()) {
    return {ConflictToString(geometry, conflicts[0]), conflicts[0].cells, 1};
  }
  Reason reason;
  if (puzzle.has_rules()) reason = RulesReason(puzzle, time);
  if (reason.parts == 0) {
    Puzzle plain = puzzle;
    plain.rules.clear();
    reason = ItemsReason(plain, time);
  }
  return reason.parts <= kMostParts ? reason : Reason();
}

}  // namespace web
