#include "sudoku/making/minimal.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <utility>

#include "absl/time/time.h"
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

  // Null if a limit was reached before. The answer is valid until the next
  // question.
  const Answer* Ask(const Puzzle& puzzle) {
    if (dlx::IsInterrupted(limits_.interrupter)) {
      return nullptr;
    }
    dlx::Limits limits = limits_of_one_;
    limits.nodes =
        std::min(limits.nodes, limits_.nodes - std::min(limits_.nodes, nodes_));
    limits.time =
        std::min(limits.time, limits_.time - (dlx::SteadyNow() - start_));
    if (limits_.interrupter != nullptr) {
      limits.interrupter = limits_.interrupter;
    }
    if (limits.nodes == 0 || limits.time <= absl::ZeroDuration()) {
      return nullptr;
    }
    Solver* const solver = has_rules_ ? SolverOf(puzzle) : &solver_;
    if (solver == nullptr) return nullptr;
    solver->SetLimits(limits);
    const Answer& answer = solver->Solve(puzzle);
    nodes_ += answer.nodes;
    return &answer;
  }
  Verdict VerdictOn(const Puzzle& puzzle) {
    const Answer* const answer = Ask(puzzle);
    return answer == nullptr ? Verdict::kUndecided : answer->verdict;
  }

  uint64_t nodes() const { return nodes_; }

 private:
  // Null if a rule is too large.
  Solver* SolverOf(const Puzzle& puzzle) {
    own_.reset();
    absl::StatusOr<Solver> solver = Solver::ForRules(puzzle);
    if (!solver.ok()) return nullptr;
    own_.emplace(*std::move(solver));
    return &*own_;
  }

  Solver& solver_;
  const bool has_rules_;
  std::optional<Solver> own_;  // Of the last question.
  const dlx::Limits limits_of_one_;
  const dlx::Limits limits_;
  const absl::Duration start_;
  uint64_t nodes_ = 0;
};

// Asks about the puzzle without each of its rules.
void CheckRules(const Puzzle& puzzle, Inquiry& inquiry, Minimality& result) {
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
  for (int cell = 0; cell < puzzle.clues.cell_count(); ++cell) {
    if (result.verdict != Verdict::kUnique) break;
    if (puzzle.clues[cell] == 0) continue;
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
  for (const int cell : cells) {
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
