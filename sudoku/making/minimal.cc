#include "sudoku/making/minimal.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/schedule/limit_watch.h"

namespace sudoku {

namespace {

// Asks one question after the other, within the limits of all of them.
class Inquiry {
 public:
  Inquiry(Solver& solver, bool has_rules, const dlx::Limits& limits)
      : solver_(solver),
        has_rules_(has_rules),
        limits_of_one_(solver.limits()),
        limits_(limits),
        start_(dlx::SteadyNow()) {}
  ~Inquiry() { solver_.SetLimits(limits_of_one_); }

  // Puzzles with rules that leave less of this one are asked about next: what
  // is made of the rules is made once, unless a rule is too large then.
  void BeginWith(const Puzzle& puzzle) {
    shared_.reset();
    if (has_rules_ && LimitsNow().has_value()) shared_ = SolverFor(puzzle);
  }
  // Puzzles with other rules are.
  void BeginWithout() { shared_.reset(); }

  // Null if a limit was reached before, or a rule is too large. The answer is
  // valid until the next question.
  const Answer* Ask(const Puzzle& puzzle) {
    const std::optional<dlx::Limits> limits = LimitsNow();
    if (!limits.has_value()) return nullptr;
    const bool is_alone = has_rules_ && !shared_.has_value();
    if (is_alone) own_ = SolverFor(puzzle);
    if (is_alone && !own_.has_value()) return nullptr;
    Solver& solver = !has_rules_ ? solver_ : is_alone ? *own_ : *shared_;
    solver.SetLimits(*limits);
    const Answer& answer = solver.Solve(puzzle);
    nodes_ += answer.nodes;
    return &answer;
  }
  Verdict VerdictOn(const Puzzle& puzzle) {
    const Answer* const answer = Ask(puzzle);
    return answer == nullptr ? Verdict::kUndecided : answer->verdict;
  }

  uint64_t nodes() const { return nodes_; }

 private:
  // Those of the next question; nothing if one is reached.
  std::optional<dlx::Limits> LimitsNow() const {
    if (dlx::IsInterrupted(limits_.interrupter)) return std::nullopt;
    dlx::Limits limits = limits_of_one_;
    limits.nodes =
        std::min(limits.nodes, limits_.nodes - std::min(limits_.nodes, nodes_));
    limits.time =
        std::min(limits.time, limits_.time - (dlx::SteadyNow() - start_));
    if (limits_.interrupter != nullptr) {
      limits.interrupter = limits_.interrupter;
    }
    if (limits.nodes == 0 || limits.time <= absl::ZeroDuration()) {
      return std::nullopt;
    }
    return limits;
  }

  // Nothing if a rule is too large.
  static std::optional<Solver> SolverFor(const Puzzle& puzzle) {
    absl::StatusOr<Solver> solver = Solver::ForRules(puzzle);
    if (!solver.ok()) return std::nullopt;
    return *std::move(solver);
  }

  Solver& solver_;
  const bool has_rules_;
  // For puzzles with rules: of several questions, and of the last one.
  std::optional<Solver> shared_;
  std::optional<Solver> own_;
  const dlx::Limits limits_of_one_;
  const dlx::Limits limits_;
  const absl::Duration start_;
  uint64_t nodes_ = 0;
};

// Of puzzles with rules, so many questions about a clue are asked of what is
// made of them without any of these clues.
constexpr size_t kCluesAtOnce = 8;

// Those of the cells that have a clue.
std::vector<int> WithClues(absl::Span<const int> cells, const Puzzle& puzzle) {
  std::vector<int> clues;
  for (const int cell : cells) {
    if (puzzle.clues[cell] != 0) clues.push_back(cell);
  }
  return clues;
}

// Comes before the question whether the clue number i of the puzzle can go.
void BeginClue(size_t i, absl::Span<const int> clues, const Puzzle& puzzle,
               Inquiry& inquiry) {
  if (i % kCluesAtOnce != 0) return;
  Puzzle without = puzzle;
  for (const int cell : clues.subspan(i, kCluesAtOnce)) {
    without.SetClue(cell, 0);
  }
  inquiry.BeginWith(without);
}

// Asks about the puzzle without each of its rules.
void CheckRules(const Puzzle& puzzle, Inquiry& inquiry, Minimality& result) {
  inquiry.BeginWithout();
  for (size_t i = 0; i < puzzle.rules.size(); ++i) {
    Puzzle changed = puzzle;
    changed.rules.erase(changed.rules.begin() + static_cast<int>(i));
    const Verdict verdict = inquiry.VerdictOn(changed);
    if (verdict == Verdict::kMultiple) continue;
    (verdict == Verdict::kUnique ? result.redundant_rules
                                 : result.undecided_rules)
        .push_back(static_cast<int>(i));
  }
}

}  // namespace

Minimality CheckMinimal(const Puzzle& puzzle, Solver& solver,
                        const dlx::Limits& limits) {
  assert(puzzle.geometry == solver.geometry() &&
         (puzzle.has_rules() || !puzzle.has_candidates()));
  Inquiry inquiry(solver, puzzle.has_rules(), limits);
  Minimality result;
  result.verdict = inquiry.VerdictOn(puzzle);
  Puzzle changed = puzzle;
  std::vector<int> clues(puzzle.clues.cell_count());
  std::iota(clues.begin(), clues.end(), 0);
  clues = WithClues(clues, puzzle);
  for (size_t i = 0; i < clues.size(); ++i) {
    if (result.verdict != Verdict::kUnique) break;
    const int cell = clues[i];
    BeginClue(i, clues, puzzle, inquiry);
    changed.SetClue(cell, 0);
    switch (inquiry.VerdictOn(changed)) {
      case Verdict::kUnique:
        result.redundant.push_back(cell);
        break;
      case Verdict::kUndecided:
        result.undecided.push_back(cell);
        break;
      case Verdict::kNone:  // Cannot be: it has the puzzle's solution.
      case Verdict::kMultiple:
        break;
    }
    changed.SetClue(cell, puzzle.clues[cell]);
  }
  if (result.verdict == Verdict::kUnique) CheckRules(puzzle, inquiry, result);
  result.nodes = inquiry.nodes();
  return result;
}

Reduction Reduce(const Puzzle& puzzle, absl::Span<const int> cells,
                 Solver& solver, const dlx::Limits& limits) {
  assert(puzzle.geometry == solver.geometry() &&
         (puzzle.has_rules() || !puzzle.has_candidates()));
  Inquiry inquiry(solver, puzzle.has_rules(), limits);
  Puzzle changed = puzzle;
  bool is_complete = true;
  const std::vector<int> clues = WithClues(cells, puzzle);
  for (size_t i = 0; i < clues.size(); ++i) {
    const int cell = clues[i];
    BeginClue(i, clues, changed, inquiry);
    const uint8_t clue = changed.clues[cell];
    if (clue == 0) continue;
    changed.SetClue(cell, 0);
    const Verdict verdict = inquiry.VerdictOn(changed);
    if (verdict == Verdict::kUndecided) is_complete = false;
    if (verdict != Verdict::kUnique) changed.SetClue(cell, clue);
  }
  return {.grid = std::move(changed.clues),
          .is_complete = is_complete,
          .nodes = inquiry.nodes()};
}

}  // namespace sudoku
