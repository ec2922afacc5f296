#include "sudoku/making/minimal.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "absl/time/time.h"
#include "dlx/schedule/limit_watch.h"

namespace sudoku {

namespace {

// Asks one question after the other, within the limits of all of them.
class Inquiry {
 public:
  Inquiry(Solver& solver, const dlx::Limits& limits)
      : solver_(solver),
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
    solver_.SetLimits(limits);
    const Answer& answer = solver_.Solve(puzzle);
    nodes_ += answer.nodes;
    return &answer;
  }
  Verdict VerdictOn(const Puzzle& puzzle) {
    const Answer* const answer = Ask(puzzle);
    return answer == nullptr ? Verdict::kUndecided : answer->verdict;
  }

  uint64_t nodes() const { return nodes_; }

 private:
  Solver& solver_;
  const dlx::Limits limits_of_one_;
  const dlx::Limits limits_;
  const absl::Duration start_;
  uint64_t nodes_ = 0;
};

}  // namespace

Minimality CheckMinimal(const Puzzle& puzzle, Solver& solver,
                        const dlx::Limits& limits) {
  assert(puzzle.geometry == solver.geometry() && !puzzle.has_candidates());
  Inquiry inquiry(solver, limits);
  Minimality result;
  result.verdict = inquiry.VerdictOn(puzzle);
  Puzzle changed = puzzle;
  for (int cell = 0; cell < puzzle.clues.cell_count(); ++cell) {
    if (result.verdict != Verdict::kUnique) break;
    if (puzzle.clues[cell] == 0) continue;
    changed.clues[cell] = 0;
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
    changed.clues[cell] = puzzle.clues[cell];
  }
  result.nodes = inquiry.nodes();
  return result;
}

Reduction Reduce(const Puzzle& puzzle, absl::Span<const int> cells,
                 Solver& solver, const dlx::Limits& limits) {
  assert(puzzle.geometry == solver.geometry() && !puzzle.has_candidates());
  Inquiry inquiry(solver, limits);
  Puzzle changed = puzzle;
  bool is_complete = true;
  for (const int cell : cells) {
    const int clue = std::exchange(changed.clues[cell], 0);
    if (clue == 0) continue;
    const Verdict verdict = inquiry.VerdictOn(changed);
    if (verdict == Verdict::kUndecided) is_complete = false;
    if (verdict != Verdict::kUnique) {
      changed.clues[cell] = static_cast<uint8_t>(clue);
    }
  }
  return {.grid = std::move(changed.clues),
          .is_complete = is_complete,
          .nodes = inquiry.nodes()};
}

}  // namespace sudoku
