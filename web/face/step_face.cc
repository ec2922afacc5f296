// What people ask while they solve a Sudoku: the next step and its reason, all
// of them, how hard it is, whether what they wrote so far is right. A question
// has the puzzle (see puzzle_question.h), with the digits that were filled in
// as `mine`, and perhaps `kept`: for each cell, as bits, the candidates that
// were not crossed out.
//
// A step is a technique of sudoku/technique/, or what a single rule leaves, or,
// where neither leads on, a candidate with which there is no solution.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/ask/deduce.h"
#include "sudoku/candidates.h"
#include "sudoku/encoding.h"
#include "sudoku/grid.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"
#include "sudoku/technique/board.h"
#include "sudoku/technique/steps.h"
#include "web/face/face.h"
#include "web/face/puzzle_question.h"

namespace web {
namespace step_face {
namespace {

using ::sudoku::Board;
using ::sudoku::DigitSet;
using ::sudoku::Grid;
using ::sudoku::Puzzle;
using ::sudoku::Step;

// ------------------------------------------------------------ what is known

// A puzzle with one solution, and how much of it is filled in.
struct Position {
  Puzzle puzzle;  // As it was given.
  Grid solution;
  Grid digits;                       // Clues and filled in ones.
  std::vector<DigitSet> candidates;  // By cell, of those that are empty.
};

struct Mistakes {
  std::vector<int> cells;  // With wrong digits, or without the right candidate.
  std::string sentence;
};

std::string DigitText(int digit) {
  return std::string(1, sudoku::DigitToChar(static_cast<uint8_t>(digit)));
}

Grid DigitsOf(const Puzzle& puzzle) {
  Grid digits = puzzle.clues;
  if (!puzzle.filled_in.has_value()) return digits;
  for (int cell = 0; cell < digits.cell_count(); ++cell) {
    if (digits[cell] == 0) digits[cell] = (*puzzle.filled_in)[cell];
  }
  return digits;
}

// The candidates that digits and the person leave.
std::vector<DigitSet> CandidatesAt(const Puzzle& puzzle, const Grid& digits,
                                   const std::vector<DigitSet>& kept) {
  Puzzle now = puzzle;
  for (int cell = 0; cell < digits.cell_count(); ++cell) {
    if (digits[cell] != 0) now.SetClue(cell, digits[cell]);
  }
  std::vector<DigitSet> candidates = sudoku::Candidates(now);
  for (size_t cell = 0; cell < kept.size(); ++cell) {
    if (digits[static_cast<int>(cell)] == 0) candidates[cell] &= kept[cell];
  }
  return candidates;
}

// "r1c2 is not 5", for digits that are not those of the solution, and "5 was
// crossed out in r1c2" for candidates that are.
Mistakes FindMistakes(const Puzzle& puzzle, const Grid& solution,
                      const std::vector<DigitSet>& kept) {
  const Grid digits = DigitsOf(puzzle);
  Mistakes mistakes;
  std::vector<std::string> parts;
  for (int cell = 0; cell < digits.cell_count(); ++cell) {
    const int right = solution[cell];
    const std::string name = puzzle.geometry.CellName(cell);
    if (digits[cell] != 0 && digits[cell] != right) {
      parts.push_back(absl::StrCat(name, " is not ", DigitText(digits[cell])));
    } else if (digits[cell] == 0 && !kept.empty() &&
               (kept[cell] & sudoku::DigitBit(right)) == 0) {
      parts.push_back(
          absl::StrCat("a small digit that ", name, " needs is crossed out"));
    } else {
      continue;
    }
    mistakes.cells.push_back(cell);
  }
  if (!parts.empty()) {
    mistakes.sentence = absl::StrCat(absl::StrJoin(parts, ", "), ".");
  }
  return mistakes;
}

Json NoStep(absl::string_view kind, std::string reason) {
  return {{"kind", kind}, {"reason", std::move(reason)}};
}

// Why there are no steps, or nothing: then the position is filled in.
absl::StatusOr<std::optional<Json>> FindPosition(
    const Request& request, std::optional<Position>* position) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  const absl::StatusOr<sudoku::Solver*> solver =
      SolverFor(*puzzle, {.time = absl::Seconds(10)});
  if (!solver.ok()) return solver.status();
  const sudoku::Answer& answer = (*solver)->Solve(*puzzle);
  if (answer.verdict != sudoku::Verdict::kUnique) {
    return NoStep("none", absl::StrCat("Steps are for puzzles with one "
                                       "solution; this has the verdict: ",
                                       VerdictName(answer.verdict), "."));
  }
  const std::vector<DigitSet> kept =
      CandidatesOf(request, "kept", puzzle->geometry);
  const Mistakes mistakes = FindMistakes(*puzzle, answer.solution, kept);
  if (!mistakes.cells.empty()) {
    Json json = NoStep("mistake", mistakes.sentence);
    json["house"] = mistakes.cells;
    return json;
  }
  const Grid digits = DigitsOf(*puzzle);
  if (digits.is_full()) return NoStep("none", "The grid is full, and right.");
  *position = Position{*puzzle, answer.solution, digits,
                       CandidatesAt(*puzzle, digits, kept)};
  return std::nullopt;
}

// ------------------------------------------------------------- steps as JSON

Json PlacementToJson(const sudoku::Placement& placement) {
  return Json::array({placement.cell, placement.digit});
}

Json OptionsToJson(const Board& board,
                   absl::Span<const dlx::OptionId> options) {
  Json json = Json::array();
  for (const dlx::OptionId option : options) {
    json.push_back(PlacementToJson(board.encoding().placement(option)));
  }
  return json;
}

// The candidates that an item has left.
void AppendCandidates(const Board& board, dlx::ItemId item, Json& json) {
  board.state().options_of(item).ForEach([&](dlx::OptionId option) {
    json.push_back(PlacementToJson(board.encoding().placement(option)));
  });
}

// The candidates of the base and of both sides of a chain.
void AddPattern(const Board& board, const dlx::Deduction& deduction,
                Json& json) {
  Json base = Json::array();
  for (const dlx::ItemId item : deduction.base) {
    AppendCandidates(board, item, base);
  }
  Json links = Json::array();
  for (const dlx::ChainLink& link : deduction.links) {
    links.push_back({{"off", OptionsToJson(board, link.off)},
                     {"on", OptionsToJson(board, link.on)}});
  }
  std::set<int> house;
  for (const dlx::ItemId item :
       deduction.cover.empty() ? deduction.base : deduction.cover) {
    const sudoku::ItemMeaning meaning = board.encoding().meaning(item);
    if (meaning.kind == sudoku::ItemMeaning::Kind::kCell) {
      house.insert(meaning.cell);
    } else if (meaning.kind == sudoku::ItemMeaning::Kind::kHouse &&
               deduction.links.empty()) {
      const std::vector<int>& cells =
          board.geometry().houses()[meaning.house].cells;
      house.insert(cells.begin(), cells.end());
    }
  }
  json["base"] = std::move(base);
  json["links"] = std::move(links);
  json["fins"] = OptionsToJson(board, deduction.fins);
  json["house"] = house;
}

// What steps of all kinds have. A step that places digits tells what they rule
// out no more.
Json StepJson(std::string name, absl::string_view level, double rating,
              std::string where, std::string effect, Json placed,
              Json removed) {
  const bool places = !placed.empty();
  const Json first = places ? placed[0] : removed[0];
  return {{"kind", places ? "placement" : "elimination"},
          {"name", std::move(name)},
          {"level", level},
          {"rating", rating},
          {"where", where},
          {"effect", effect},
          {"reason", absl::StrCat(where, ": ", effect)},
          {"cell", first[0]},
          {"digit", first[1]},
          {"placed", std::move(placed)},
          {"removed", std::move(removed)},
          {"house", Json::array()}};
}

Json TechniqueToJson(const Board& board, const Step& step) {
  const sudoku::TechniqueRow& row = RowOf(step.technique);
  Json json =
      StepJson(std::string(row.name), LevelName(row.level), step.rating / 10.0,
               StepReason(board, step), StepEffect(board, step),
               OptionsToJson(board, step.deduction.placed),
               OptionsToJson(board, step.deduction.removed));
  AddPattern(board, step.deduction, json);
  if (step.rule != nullptr) {
    std::set<int> cells;
    for (const std::vector<int>& part : step.rule->parts) {
      cells.insert(part.begin(), part.end());
    }
    json["house"] = cells;
  }
  return json;
}

// ---------------------------------------------------------------- next steps

std::string NotText(const Puzzle& puzzle, const Json& removed) {
  std::vector<std::string> parts;
  for (const Json& placement : removed) {
    parts.push_back(
        absl::StrCat(puzzle.geometry.CellName(placement[0].get<int>()),
                     " is not ", DigitText(placement[1].get<int>())));
  }
  constexpr size_t kMostNamed = 6;
  if (parts.size() > kMostNamed) {
    const size_t others = parts.size() - kMostNamed;
    parts.resize(kMostNamed);
    parts.push_back(absl::StrCat("and ", others, " more"));
  }
  return absl::StrJoin(parts, ", ");
}

Json ContradictionStep(const Position& position, int cell, int digit,
                       const Reason& reason) {
  const Json removed = Json::array({{cell, digit}});
  const std::string why =
      reason.sentence.empty()
          ? "there is no solution. That takes a search to see; there is no "
            "short reason here."
          : absl::StrCat(reason.sentence, ".");
  Json step =
      StepJson("Trying a digit", "", 0,
               absl::StrCat("with ", DigitText(digit), " in ",
                            position.puzzle.geometry.CellName(cell)),
               NotText(position.puzzle, removed), Json::array(), removed);
  step["reason"] =
      absl::StrCat(step["effect"].get<std::string>(), ": otherwise ", why);
  step["effect"] = step["reason"];
  step["house"] = reason.cells;
  return step;
}

// The empty cells, those with few candidates first.
std::vector<int> CellsByCandidates(const Position& position) {
  std::vector<int> cells;
  for (int cell = 0; cell < position.digits.cell_count(); ++cell) {
    if (position.digits[cell] == 0) cells.push_back(cell);
  }
  std::stable_sort(cells.begin(), cells.end(), [&](int a, int b) {
    return std::popcount(position.candidates[a]) <
           std::popcount(position.candidates[b]);
  });
  return cells;
}

// A candidate that is not in the solution, with the shortest reason that is
// soon found: what could not all come true with it.
std::optional<Json> NextContradiction(const Position& position) {
  constexpr int kMostTries = 60;
  const absl::Time deadline = absl::Now() + absl::Seconds(3);
  Puzzle at = position.puzzle;
  at.clues = position.digits;
  at.candidates = position.candidates;
  std::optional<Json> best;
  size_t parts = 0;
  int tries = 0;
  for (const int cell : CellsByCandidates(position)) {
    for (DigitSet rest = position.candidates[cell]; rest != 0;
         rest &= rest - 1) {
      const int digit = std::countr_zero(rest) + 1;
      if (position.solution[cell] == digit) continue;
      if (!best.has_value()) {
        best = ContradictionStep(position, cell, digit, {});
      }
      if (parts == 1 || ++tries > kMostTries || absl::Now() > deadline) {
        return best;
      }
      Puzzle assumed = at;
      assumed.SetClue(cell, digit);
      const Reason reason = WhyNoSolution(assumed, absl::Milliseconds(200));
      if (reason.sentence.empty() || (parts != 0 && reason.parts >= parts)) {
        continue;
      }
      parts = reason.parts;
      best = ContradictionStep(position, cell, digit, reason);
    }
  }
  return best;
}

// Boards of the geometry that was asked about last.
absl::StatusOr<Board> BoardAt(const Position& position) {
  static auto& last = *new std::shared_ptr<const sudoku::BlankBoard>();
  if (last == nullptr ||
      !(last->encoding.geometry() == position.puzzle.geometry)) {
    absl::StatusOr<std::shared_ptr<const sudoku::BlankBoard>> blank =
        sudoku::BlankBoard::Create(position.puzzle.geometry);
    if (!blank.ok()) return blank.status();
    last = *std::move(blank);
  }
  Puzzle puzzle = position.puzzle;
  puzzle.filled_in = position.digits;
  puzzle.candidates = position.candidates;
  return Board::Create(last, puzzle);
}

// Takes steps until the puzzle is solved.
class Solving {
 public:
  Solving(Position position, absl::Time deadline)
      : position_(std::move(position)),
        options_{.deadline = deadline},
        board_(BoardAt(position_)) {
    if (position_.puzzle.has_rules()) options_.rules_of = &position_.puzzle;
  }
  Solving(const Solving&) = delete;
  Solving& operator=(const Solving&) = delete;

  const Position& position() const { return position_; }

  // The next step; nothing if the time is up or the grid is full.
  std::optional<Json> Next() {
    if (position_.digits.is_full()) return std::nullopt;
    std::optional<Json> step = NextTechnique();
    if (!step.has_value() && absl::Now() < options_.deadline) {
      step = NextContradiction(position_);
    }
    return step;
  }

  void Apply(const Json& step) {
    for (const Json& placement : step["placed"]) {
      const int cell = placement[0].get<int>();
      position_.digits[cell] = placement[1].get<uint8_t>();
    }
    for (const Json& placement : step["removed"]) {
      position_.candidates[placement[0].get<int>()] &=
          ~sudoku::DigitBit(placement[1].get<int>());
    }
    position_.candidates =
        CandidatesAt(position_.puzzle, position_.digits, position_.candidates);
    board_ = BoardAt(position_);
  }

 private:
  std::optional<Json> NextTechnique() {
    if (!board_.ok()) return std::nullopt;
    const std::optional<Step> step = NextStep(*board_, options_);
    if (!step.has_value()) return std::nullopt;
    return TechniqueToJson(*board_, *step);
  }

  Position position_;
  sudoku::StepOptions options_;
  absl::StatusOr<Board> board_;  // None of grids that are too large.
};

absl::Time DeadlineOf(const Request& request, double otherwise) {
  return absl::Now() + absl::Seconds(request.Seconds("seconds", otherwise));
}

absl::StatusOr<Json> Hint(const Request& request, Emit) {
  std::optional<Position> position;
  const absl::StatusOr<std::optional<Json>> none =
      FindPosition(request, &position);
  if (!none.ok()) return none.status();
  if (none->has_value()) return **none;
  Solving solving(*std::move(position), DeadlineOf(request, 10));
  const std::optional<Json> step = solving.Next();
  if (step.has_value()) return *step;
  return NoStep("none", "No step was found in time.");
}

// All steps up to the solution, each with what there is before it.
absl::StatusOr<Json> Steps(const Request& request, Emit emit) {
  std::optional<Position> position;
  const absl::StatusOr<std::optional<Json>> none =
      FindPosition(request, &position);
  if (!none.ok()) return none.status();
  if (none->has_value()) return **none;
  Solving solving(*std::move(position), DeadlineOf(request, 20));
  Json steps = Json::array();
  while (std::optional<Json> step = solving.Next()) {
    (*step)["cells"] = solving.position().digits.ToLine();
    (*step)["candidates"] = solving.position().candidates;
    steps.push_back(*step);
    solving.Apply(*step);
    emit({{"count", steps.size()}});
  }
  return Json{{"kind", "steps"},
              {"steps", std::move(steps)},
              {"is_solved", solving.position().digits.is_full()},
              {"cells", solving.position().digits.ToLine()},
              {"candidates", solving.position().candidates}};
}

absl::StatusOr<Json> RateIt(const Request& request, Emit) {
  std::optional<Position> position;
  const absl::StatusOr<std::optional<Json>> none =
      FindPosition(request, &position);
  if (!none.ok()) return none.status();
  if (none->has_value()) return **none;
  if (position->puzzle.has_rules()) {
    return absl::InvalidArgumentError(
        "ratings are for puzzles without further rules: the techniques that "
        "they count know rows, columns and regions");
  }
  absl::StatusOr<Board> board = BoardAt(*position);
  if (!board.ok()) return board.status();
  const sudoku::Ratings ratings =
      Rate(*std::move(board), {.deadline = DeadlineOf(request, 20)});
  Json uses = Json::array();
  for (const auto& [technique, count] : ratings.uses) {
    uses.push_back({RowOf(technique).name, count});
  }
  return Json{{"kind", "rating"},
              {"is_solved", ratings.is_solved},
              {"is_rated", ratings.is_rated},
              {"is_stopped", ratings.is_stopped},
              {"er", ratings.hardest / 10.0},
              {"ep", ratings.to_first_digit / 10.0},
              {"ed", ratings.first / 10.0},
              {"score", ratings.score},
              {"level", LevelName(ratings.level)},
              {"hardest", ratings.hardest_technique.has_value()
                              ? RowOf(*ratings.hardest_technique).name
                              : ""},
              {"uses", std::move(uses)}};
}

// ------------------------------------------------------------------ checking

// Of a puzzle with several solutions: digits with which there is none.
absl::StatusOr<Mistakes> FindContradictions(const Puzzle& puzzle) {
  Puzzle with_all = puzzle;
  with_all.clues = DigitsOf(puzzle);
  const auto has_none = [](const Puzzle& asked) -> absl::StatusOr<bool> {
    const absl::StatusOr<sudoku::Solver*> solver =
        SolverFor(asked, {.time = absl::Seconds(5)});
    if (!solver.ok()) return solver.status();
    return (*solver)->SolveAny(asked).verdict == sudoku::Verdict::kNone;
  };
  const absl::StatusOr<bool> is_wrong = has_none(with_all);
  if (!is_wrong.ok()) return is_wrong.status();
  Mistakes mistakes;
  if (!*is_wrong) return mistakes;
  std::vector<std::string> parts;
  for (int cell = 0; cell < with_all.clues.cell_count(); ++cell) {
    if (puzzle.clues[cell] != 0 || with_all.clues[cell] == 0) continue;
    Puzzle with_one = puzzle;
    with_one.SetClue(cell, with_all.clues[cell]);
    const absl::StatusOr<bool> is_none = has_none(with_one);
    if (!is_none.ok()) return is_none.status();
    if (!*is_none) continue;
    mistakes.cells.push_back(cell);
    parts.push_back(absl::StrCat(puzzle.geometry.CellName(cell), " is not ",
                                 DigitText(with_all.clues[cell])));
  }
  mistakes.sentence =
      parts.empty() ? "No solution has all of your digits, although each of "
                      "them is in some."
                    : absl::StrCat(absl::StrJoin(parts, ", "), ".");
  return mistakes;
}

// Whether the digits that were filled in, and what was crossed out, are right.
absl::StatusOr<Json> Check(const Request& request, Emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  const absl::StatusOr<sudoku::Solver*> solver =
      SolverFor(*puzzle, {.time = absl::Seconds(10)});
  if (!solver.ok()) return solver.status();
  const sudoku::Answer answer = (*solver)->Solve(*puzzle);
  const bool is_unique = answer.verdict == sudoku::Verdict::kUnique;
  absl::StatusOr<Mistakes> mistakes = Mistakes();
  if (is_unique) {
    mistakes = FindMistakes(*puzzle, answer.solution,
                            CandidatesOf(request, "kept", puzzle->geometry));
  } else if (answer.verdict == sudoku::Verdict::kMultiple) {
    mistakes = FindContradictions(*puzzle);
  }
  if (!mistakes.ok()) return mistakes.status();
  return Json{{"verdict", std::string(VerdictName(answer.verdict))},
              {"is_right", mistakes->sentence.empty()},
              {"sentence", mistakes->sentence},
              {"wrong_cells", mistakes->cells}};
}

// ------------------------------------------------------- what is possible

// The digits that each cell has in some solution; those not known in time are
// among them.
class TrueCandidates {
 public:
  TrueCandidates(const Puzzle& puzzle, sudoku::Solver& solver,
                 std::vector<DigitSet> candidates, absl::Time deadline,
                 Emit emit)
      : puzzle_(puzzle),
        solver_(solver),
        left_(std::move(candidates)),
        seen_(left_.size(), 0),
        deadline_(deadline),
        emit_(emit) {}

  void Find() {
    // What one solution has is told before it is known whether it is the only
    // one.
    if (!FindOne() || !TakeTime()) return;
    const sudoku::Answer& answer = solver_.Solve(puzzle_);
    See(answer);
    if (answer.verdict == sudoku::Verdict::kUnique) left_ = seen_;
    for (size_t cell = 0; cell < left_.size(); ++cell) {
      for (int digit = 1; digit <= puzzle_.geometry.size(); ++digit) {
        const DigitSet bit = sudoku::DigitBit(digit);
        if ((left_[cell] & ~seen_[cell] & bit) != 0) {
          Ask(static_cast<int>(cell), digit);
        }
      }
    }
  }

  Json ToJson() const {
    return {{"possible", left_}, {"seen", seen_}, {"is_all", left_ == seen_}};
  }

 private:
  bool FindOne() {
    const sudoku::Answer& answer = solver_.SolveAny(puzzle_);
    if (answer.verdict == sudoku::Verdict::kNone) left_.assign(left_.size(), 0);
    See(answer);
    emit_(ToJson());
    return answer.verdict != sudoku::Verdict::kNone;
  }

  // Gives the solver the time that is left; false if there is none.
  bool TakeTime() {
    const absl::Duration time = deadline_ - absl::Now();
    if (time <= absl::ZeroDuration()) return false;
    solver_.SetLimits({.time = time});
    return true;
  }

  void Ask(int cell, int digit) {
    if (!TakeTime()) return;
    Puzzle asked = puzzle_;
    asked.SetClue(cell, digit);
    const sudoku::Answer& answer = solver_.SolveAny(asked);
    See(answer);
    if (answer.verdict == sudoku::Verdict::kNone) {
      left_[cell] &= ~sudoku::DigitBit(digit);
    }
    if (absl::Now() - last_report_ > absl::Milliseconds(100)) {
      last_report_ = absl::Now();
      emit_(ToJson());
    }
  }

  void See(const sudoku::Answer& answer) {
    if (answer.solutions_found > 0) See(answer.solution);
    if (answer.solutions_found > 1) See(answer.second_solution);
  }
  void See(const Grid& solution) {
    for (int cell = 0; cell < solution.cell_count(); ++cell) {
      seen_[cell] |= sudoku::DigitBit(solution[cell]);
    }
  }

  const Puzzle& puzzle_;
  sudoku::Solver& solver_;
  std::vector<DigitSet> left_;
  std::vector<DigitSet> seen_;
  const absl::Time deadline_;
  const Emit emit_;
  absl::Time last_report_ = absl::Now();
};

absl::StatusOr<Json> Possible(const Request& request, Emit emit) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleOf(request);
  if (!puzzle.ok()) return puzzle.status();
  const absl::Time deadline = DeadlineOf(request, 2);
  absl::StatusOr<std::vector<DigitSet>> candidates = CandidatesLeft(*puzzle);
  if (!candidates.ok()) return candidates.status();
  const absl::StatusOr<sudoku::Solver*> solver =
      SolverFor(*puzzle, {.time = deadline - absl::Now()});
  if (!solver.ok()) return solver.status();
  TrueCandidates possible(*puzzle, **solver, *std::move(candidates), deadline,
                          emit);
  possible.Find();
  return possible.ToJson();
}

constexpr Command kCommands[] = {
    // kind ("placement", "elimination", "mistake", "none"), reason, cell,
    // digit, house; name, level, rating, where, effect, placed, removed (lists
    // of cell and digit), base, links, fins
    {"hint", Hint},
    // steps (as hint, and cells, candidates), is_solved, cells, candidates
    {"steps", Steps},
    // er, ep, ed, score, level, hardest, uses, is_rated, is_solved
    {"rate", RateIt},
    // is_right, sentence, wrong_cells, verdict
    {"check", Check},
    // seconds -> possible, seen (by cell, as bits; what is possible and was not
    // seen is not known), is_all
    {"possible", Possible},
};

}  // namespace
}  // namespace step_face

absl::Span<const Command> StepCommands() { return step_face::kCommands; }

}  // namespace web
