#include "sudoku/making/fewest_clues.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/making/cell_set.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {

namespace {

// Limits are looked at once in so many nodes.
constexpr uint64_t kNodesBetweenLooks = 1024;

class ClueSearcher {
 public:
  ClueSearcher(const Grid& grid, const std::vector<std::vector<int>>& sets,
               const dlx::Limits& limits, Solver solver)
      : grid_(grid), watch_(limits), solver_(std::move(solver)) {
    for (const std::vector<int>& set : sets) sets_.push_back(CellSetOf(set));
  }

  FewestClues Run(int most_clues) {
    FewestClues result;
    result.outcome = dlx::Outcome::kExhausted;
    while (result.at_least <= most_clues) {
      // Those that were found on the way count from here on, smallest first.
      std::stable_sort(sets_.begin(), sets_.end(), [](CellSet a, CellSet b) {
        return CellCount(a) < CellCount(b);
      });
      // A copy: more sets are learnt meanwhile.
      const Level open = sets_;
      const bool is_found = Extend(0, open, 0, result.at_least);
      if (is_found) {
        result.puzzle = grid_;
        result.puzzle->Clear();
        for (const int cell : CellsOf(clues_)) {
          (*result.puzzle)[cell] = grid_[cell];
        }
        break;
      }
      if (outcome_ != dlx::Outcome::kRunning) {
        result.outcome = outcome_;
        break;
      }
      ++result.at_least;
    }
    result.nodes = nodes_;
    return result;
  }

 private:
  // The sets without a clue, each without the cells that are out of question;
  // the smallest ones first, more or less.
  using Level = std::vector<CellSet>;

  // True if there is a puzzle with these clues and `more` others, none of which
  // is in `dead`; then clues_ has it.
  bool Extend(CellSet clues, const Level& open, CellSet dead, int more) {
    if (ShouldStop()) return false;
    if (open.empty()) return CompleteOrLearn(clues, dead, more);
    if (more == 0 || Bound(open, more) > more) return false;
    const CellSet* smallest = &open.front();
    int least = CellCount(*smallest);
    for (const CellSet& set : open) {
      const int count = CellCount(set);
      if (count >= least) continue;
      least = count;
      smallest = &set;
    }
    Level next;
    for (CellSet cells = *smallest; cells != 0; cells &= cells - 1) {
      const CellSet bit = CellBit(FirstCell(cells));
      next.clear();
      bool is_possible = true;
      for (const CellSet set : open) {
        if ((set & bit) != 0) continue;
        const CellSet left = set & ~dead;
        is_possible = is_possible && left != 0;
        next.push_back(left);
      }
      ++nodes_;
      if (is_possible && Extend(clues | bit, next, dead, more - 1)) return true;
      if (outcome_ != dlx::Outcome::kRunning) return false;
      dead |= bit;
    }
    return false;
  }

  // A number of sets without a common cell; no more than just above `enough`.
  static int Bound(const Level& open, int enough) {
    CellSet used = 0;
    int count = 0;
    for (const CellSet set : open) {
      if ((set & used) != 0) continue;
      used |= set;
      if (++count > enough) break;
    }
    return count;
  }

  // All known sets have a clue. If there are other solutions, there is a set
  // that has none.
  bool CompleteOrLearn(CellSet clues, CellSet dead, int more) {
    Puzzle puzzle(solver_.geometry());
    for (const int cell : CellsOf(clues)) puzzle.clues[cell] = grid_[cell];
    const Answer& answer = solver_.Solve(puzzle);
    if (answer.verdict == Verdict::kUnique) {
      clues_ = clues;
      return true;
    }
    if (answer.verdict == Verdict::kUndecided) {
      outcome_ = answer.outcome;
      return false;
    }
    const Grid& other =
        answer.solution == grid_ ? answer.second_solution : answer.solution;
    const CellSet set = CellSetOf(DifferingCells(grid_, other));
    sets_.push_back(set);
    const CellSet left = set & ~dead;
    if (left == 0) return false;
    return Extend(clues, {left}, dead, more);
  }

  bool ShouldStop() {
    if (outcome_ == dlx::Outcome::kRunning && nodes_ >= next_look_) {
      next_look_ = nodes_ + kNodesBetweenLooks;
      outcome_ = watch_.Check(nodes_);
    }
    return outcome_ != dlx::Outcome::kRunning;
  }

  const Grid& grid_;
  const dlx::LimitWatch watch_;
  Solver solver_;
  std::vector<CellSet> sets_;
  CellSet clues_ = 0;
  uint64_t nodes_ = 0;
  uint64_t next_look_ = 0;
  dlx::Outcome outcome_ = dlx::Outcome::kRunning;
};

}  // namespace

absl::StatusOr<FewestClues> FindFewestClues(
    const Geometry& geometry, const Grid& grid,
    const std::vector<std::vector<int>>& sets, int most_clues,
    const dlx::Limits& limits) {
  if (geometry.cell_count() > kMostCellsOfSet) {
    return absl::InvalidArgumentError(
        "the fewest clues are found for grids up to 11x11");
  }
  absl::StatusOr<Solver> solver =
      Solver::Create(geometry, {.limits = {.interrupter = limits.interrupter}});
  if (!solver.ok()) return solver.status();
  return ClueSearcher(grid, sets, limits, *std::move(solver)).Run(most_clues);
}

}  // namespace sudoku
