#include "sudoku/making/rule_clues.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/candidates.h"
#include "sudoku/making/minimal.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

// A few clues at random make solutions differ from seed to seed; more of them
// would seldom have a solution together.
constexpr int kFirstClues = 6;
// A clue that is hard to decide on is not wanted.
constexpr uint64_t kNodesOfFirstClue = 20'000;

class ClueMaker {
 public:
  ClueMaker(Puzzle puzzle, Random& random, const dlx::Limits& limits)
      : puzzle_(std::move(puzzle)),
        random_(random),
        limits_(limits),
        end_(dlx::SteadyNow() + limits.time) {}

  absl::StatusOr<Puzzle> Make() {
    absl::StatusOr<Answer> answer = Ask();
    if (!answer.ok()) return answer.status();
    if (answer->verdict == Verdict::kNone) {
      return absl::InvalidArgumentError("no grid fits these rules");
    }
    if (answer->verdict == Verdict::kMultiple) AddAtRandom();
    while (true) {
      answer = Ask();
      if (!answer.ok()) return answer.status();
      if (answer->verdict == Verdict::kUnique) {
        puzzle_.stated_solution = answer->solution;
        return Reduced();
      }
      AddDifference(*answer);
    }
  }

 private:
  // What is left of the time.
  dlx::Limits LimitsNow() const {
    dlx::Limits limits = limits_;
    limits.time = std::max(end_ - dlx::SteadyNow(), absl::ZeroDuration());
    return limits;
  }

  absl::StatusOr<Answer> Ask(uint64_t nodes = UINT64_MAX) const {
    absl::StatusOr<Solver> solver = Solver::ForRules(puzzle_);
    if (!solver.ok()) return solver.status();
    dlx::Limits limits = LimitsNow();
    limits.nodes = std::min(limits.nodes, nodes);
    solver->SetLimits(limits);
    const Answer& answer = solver->Solve(puzzle_);
    if (answer.outcome == dlx::Outcome::kInterrupted) {
      return absl::CancelledError("interrupted");
    }
    if (answer.verdict == Verdict::kUndecided) {
      return absl::DeadlineExceededError("a limit came first");
    }
    return answer;
  }

  int Clue(int cell) const { return puzzle_.clues[cell]; }

  // Digits at random that leave solutions.
  void AddAtRandom() {
    for (int i = 0; i < kFirstClues; ++i) {
      const int cell = static_cast<int>(
          random_.Below(static_cast<uint64_t>(puzzle_.clues.cell_count())));
      const std::vector<int> digits = DigitsLeft(cell);
      if (Clue(cell) != 0 || digits.empty()) continue;
      const Puzzle before = puzzle_;
      puzzle_.SetClue(cell, digits[random_.Below(digits.size())]);
      const auto answer = Ask(kNodesOfFirstClue);
      if (!answer.ok() || answer->verdict == Verdict::kNone) puzzle_ = before;
    }
  }
  std::vector<int> DigitsLeft(int cell) const {
    std::vector<int> digits;
    for (DigitSet left = Candidates(puzzle_)[cell]; left != 0;
         left &= left - 1) {
      digits.push_back(std::countr_zero(left) + 1);
    }
    return digits;
  }

  // A clue that one of the two solutions does not have.
  void AddDifference(const Answer& answer) {
    const std::vector<int> cells =
        DifferingCells(answer.solution, answer.second_solution);
    const int cell = cells[random_.Below(cells.size())];
    puzzle_.SetClue(cell, random_.Below(2) == 0 ? answer.solution[cell]
                                                : answer.second_solution[cell]);
  }

  absl::StatusOr<Puzzle> Reduced() {
    absl::StatusOr<Solver> solver = Solver::Create(puzzle_.geometry);
    if (!solver.ok()) return solver.status();
    std::vector<int> cells(puzzle_.clues.cell_count());
    std::iota(cells.begin(), cells.end(), 0);
    random_.Shuffle(absl::MakeSpan(cells));
    const Reduction reduction = Reduce(puzzle_, cells, *solver, LimitsNow());
    if (dlx::IsInterrupted(limits_.interrupter)) {
      return absl::CancelledError("interrupted");
    }
    if (!reduction.is_complete) {
      return absl::DeadlineExceededError("a limit came first");
    }
    for (const int cell : cells) {
      if (reduction.grid[cell] != 0 || Clue(cell) == 0) continue;
      puzzle_.SetClue(cell, 0);
    }
    return puzzle_;
  }

  Puzzle puzzle_;
  Random& random_;
  const dlx::Limits limits_;
  const absl::Duration end_;
};

}  // namespace

absl::StatusOr<Puzzle> WithCluesForRules(Puzzle puzzle, Random& random,
                                         const dlx::Limits& limits) {
  return ClueMaker(std::move(puzzle), random, limits).Make();
}

}  // namespace sudoku
