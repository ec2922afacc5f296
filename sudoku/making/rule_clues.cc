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
// A clue that is hard to decide on is not wanted; but it takes longer to find a
// solution than to see that there are two.
constexpr uint64_t kQuestionsOfFirstClue = 10;
constexpr int kCellsOfUsualGrid = 9 * 9;
constexpr int kDifferencesForAClue = 10;

class ClueMaker {
 public:
  ClueMaker(Puzzle puzzle, Random& random, const dlx::Limits& limits,
            std::optional<Grid> solution)
      : puzzle_(std::move(puzzle)),
        solution_(std::move(solution)),
        random_(random),
        limits_(limits),
        end_(dlx::SteadyNow() + limits.time) {}

  absl::StatusOr<Puzzle> Make() {
    if (const absl::Status status = AddClues(); !status.ok()) return status;
    return Reduced();
  }

  absl::StatusOr<Grid> Draw() {
    if (const absl::Status status = AddClues(); !status.ok()) return status;
    return *solution_;
  }

 private:
  // What is left of the time.
  dlx::Limits LimitsNow(uint64_t nodes) const {
    dlx::Limits limits = limits_;
    limits.time = std::max(end_ - dlx::SteadyNow(), absl::ZeroDuration());
    limits.nodes = std::min(limits.nodes, nodes);
    return limits;
  }

  // Why to stop, or nothing.
  absl::Status LimitStatus() const {
    if (dlx::IsInterrupted(limits_.interrupter)) {
      return absl::CancelledError("interrupted");
    }
    if (dlx::SteadyNow() < end_) return absl::OkStatus();
    return absl::DeadlineExceededError("a limit came first");
  }

  // One that may visit so many nodes. Fails if a rule is too large.
  absl::StatusOr<Solver> SolverFor(uint64_t nodes) const {
    return Solver::ForRules(puzzle_, {.limits = LimitsNow(nodes)});
  }

  // Adds clues until there is one solution.
  absl::Status AddClues() {
    if (!solution_.has_value()) {
      if (const absl::Status status = FindSolution(); !status.ok()) {
        return status;
      }
    }
    for (int count = 1;;) {
      absl::StatusOr<Solver> solver =
          SolverFor(NodesOfQuestion(puzzle_.geometry));
      if (!solver.ok()) return solver.status();
      const Answer& answer = solver->Solve(puzzle_);
      if (answer.verdict == Verdict::kUnique) break;
      if (const absl::Status status = LimitStatus(); !status.ok()) {
        return status;
      }
      if (puzzle_.clues.filled_count() == puzzle_.clues.cell_count()) {
        return absl::DeadlineExceededError("a limit came first");
      }
      if (answer.verdict == Verdict::kMultiple) {
        const int differing = AddDifference(answer);
        // Making a question out of many rules takes long in large grids, and
        // solutions that differ in many cells need many clues.
        if (puzzle_.clues.cell_count() > kCellsOfUsualGrid) {
          AddAny(differing / kDifferencesForAClue);
        }
      } else {
        AddAny(count);
        count *= 2;  // Hard questions are few, and clues go away again.
      }
    }
    puzzle_.stated_solution = solution_;
    return absl::OkStatus();
  }

  // A first solution can take any time, and then a few clues at random.
  absl::Status FindSolution() {
    absl::StatusOr<Solver> solver = SolverFor(UINT64_MAX);
    if (!solver.ok()) return solver.status();
    const Answer& answer = solver->SolveAny(puzzle_);
    if (answer.verdict == Verdict::kNone) {
      return absl::InvalidArgumentError("no grid fits these rules");
    }
    if (!answer.has_solution()) {
      const absl::Status status = LimitStatus();
      return !status.ok() ? status
                          : absl::DeadlineExceededError("a limit came first");
    }
    solution_ = answer.solution;
    for (int i = 0; i < kFirstClues; ++i) AddAtRandom();
    return absl::OkStatus();
  }

  int Clue(int cell) const { return puzzle_.clues[cell]; }

  // A digit at random that leaves solutions.
  void AddAtRandom() {
    const int cell = static_cast<int>(
        random_.Below(static_cast<uint64_t>(puzzle_.clues.cell_count())));
    const std::vector<int> digits = DigitsLeft(cell);
    if (Clue(cell) != 0 || digits.empty()) return;
    const Puzzle before = puzzle_;
    puzzle_.SetClue(cell, digits[random_.Below(digits.size())]);
    absl::StatusOr<Solver> solver =
        SolverFor(kQuestionsOfFirstClue * NodesOfQuestion(puzzle_.geometry));
    const Answer* const answer =
        solver.ok() ? &solver->SolveAny(puzzle_) : nullptr;
    if (answer != nullptr && answer->has_solution()) {
      solution_ = answer->solution;
    } else {
      puzzle_ = before;
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

  // A clue that one of the two solutions does not have. Returns in how many
  // cells they differ.
  int AddDifference(const Answer& answer) {
    const std::vector<int> cells =
        DifferingCells(answer.solution, answer.second_solution);
    const int cell = cells[random_.Below(cells.size())];
    solution_ =
        random_.Below(2) == 0 ? answer.solution : answer.second_solution;
    puzzle_.SetClue(cell, (*solution_)[cell]);
    return static_cast<int>(cells.size());
  }

  // So many clues of the solution, or all that are left.
  void AddAny(int count) {
    for (const int cell : CellsInAnyOrder()) {
      if (Clue(cell) != 0) continue;
      if (--count < 0) return;
      puzzle_.SetClue(cell, (*solution_)[cell]);
    }
  }

  std::vector<int> CellsInAnyOrder() {
    std::vector<int> cells(puzzle_.clues.cell_count());
    std::iota(cells.begin(), cells.end(), 0);
    random_.Shuffle(absl::MakeSpan(cells));
    return cells;
  }

  absl::StatusOr<Puzzle> Reduced() {
    const uint64_t nodes = NodesOfQuestion(puzzle_.geometry);
    absl::StatusOr<Solver> solver =
        Solver::Create(puzzle_.geometry, {.limits = {.nodes = nodes}});
    if (!solver.ok()) return solver.status();
    const std::vector<int> cells = CellsInAnyOrder();
    const Reduction reduction =
        Reduce(puzzle_, cells, *solver, LimitsNow(kLongestQuestions * nodes));
    if (const absl::Status status = LimitStatus(); !status.ok()) return status;
    for (const int cell : cells) {
      if (reduction.grid[cell] != 0 || Clue(cell) == 0) continue;
      puzzle_.SetClue(cell, 0);
    }
    return puzzle_;
  }

  Puzzle puzzle_;
  std::optional<Grid> solution_;  // Of puzzle_ with the clues so far.
  Random& random_;
  const dlx::Limits limits_;
  const absl::Duration end_;
};

}  // namespace

uint64_t NodesOfQuestion(const Geometry& geometry) {
  return uint64_t{2'000} * kCellsOfUsualGrid /
         std::max(kCellsOfUsualGrid, geometry.cell_count());
}

absl::StatusOr<Puzzle> WithCluesForRules(Puzzle puzzle, Random& random,
                                         const dlx::Limits& limits,
                                         std::optional<Grid> solution) {
  return ClueMaker(std::move(puzzle), random, limits, std::move(solution))
      .Make();
}

absl::StatusOr<Grid> DrawGridForRules(Puzzle puzzle, Random& random,
                                      const dlx::Limits& limits) {
  return ClueMaker(std::move(puzzle), random, limits, std::nullopt).Draw();
}

}  // namespace sudoku
