#include "sudoku/minimal.h"

#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace sudoku {

namespace {

// Asks one question after the other, within the limits of all of them.
class Inquiry {
 public:
  Inquiry(Solver& solver, const dlx::Limits& limits)
      : solver_(solver),
        limits_(limits),
        deadline_(limits.time == absl::InfiniteDuration()
                      ? absl::InfiniteFuture()
                      : absl::Now() + limits.time) {}

  Verdict VerdictOn(const Puzzle& puzzle) {
    if (IsOver()) return Verdict::kUndecided;
    const Answer& answer = solver_.Solve(puzzle);
    nodes_ += answer.nodes;
    return answer.verdict;
  }

  uint64_t nodes() const { return nodes_; }

 private:
  bool IsOver() const {
    return nodes_ >= limits_.nodes ||
           (limits_.interrupter != nullptr &&
            limits_.interrupter->requested()) ||
           (deadline_ != absl::InfiniteFuture() && absl::Now() >= deadline_);
  }

  Solver& solver_;
  const dlx::Limits limits_;
  const absl::Time deadline_;
  uint64_t nodes_ = 0;
};

}  // namespace

Minimality CheckMinimal(const Puzzle& puzzle, Solver& solver,
                        const dlx::Limits& limits) {
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
