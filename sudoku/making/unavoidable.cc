#include "sudoku/making/unavoidable.h"

#include <algorithm>
#include <bit>
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

bool IsSmaller(CellSet a, CellSet b) {
  const int a_count = CellCount(a);
  const int b_count = CellCount(b);
  return a_count != b_count ? a_count < b_count : CellsOf(a) < CellsOf(b);
}

// Sorts the sets, the smallest ones first, and keeps those that contain no
// other.
void KeepMinimal(std::vector<CellSet>& sets) {
  std::sort(sets.begin(), sets.end(), IsSmaller);
  std::vector<CellSet> minimal;
  for (const CellSet set : sets) {
    const bool contains_other =
        std::any_of(minimal.begin(), minimal.end(),
                    [set](CellSet other) { return (other & ~set) == 0; });
    if (!contains_other) minimal.push_back(set);
  }
  sets = std::move(minimal);
}

// The minimal sets whose digits are among those.
absl::StatusOr<std::vector<CellSet>> SetsOfDigits(Solver& solver,
                                                  const Grid& grid,
                                                  DigitSet digits) {
  Puzzle puzzle(solver.geometry(), grid);
  for (uint8_t& clue : puzzle.clues) {
    if ((digits & DigitBit(clue)) != 0) clue = 0;
  }
  std::vector<CellSet> sets;
  const absl::StatusOr<SolutionCount> count =
      solver.EnumerateSolutions(puzzle, Order::kAny, [&](const Grid& solution) {
        if (solution != grid) {
          sets.push_back(CellSetOf(DifferingCells(grid, solution)));
        }
        return true;
      });
  if (!count.ok()) return count.status();
  if (count->outcome != dlx::Outcome::kExhausted) {
    return absl::CancelledError("interrupted");
  }
  KeepMinimal(sets);
  return sets;
}

}  // namespace

absl::StatusOr<std::vector<std::vector<int>>> UnavoidableSets(
    const Geometry& geometry, const Grid& grid, int most_digits,
    const dlx::Limits& limits) {
  if (geometry.cell_count() > kMostCellsOfSet) {
    return absl::InvalidArgumentError(
        "unavoidable sets are found in grids up to 11x11");
  }
  const dlx::LimitWatch watch(limits);
  absl::StatusOr<Solver> solver =
      Solver::Create(geometry, {.limits = {.interrupter = limits.interrupter}});
  if (!solver.ok()) return solver.status();
  std::vector<CellSet> sets;
  for (DigitSet digits = 0; digits <= AllDigits(geometry.size()); ++digits) {
    if (std::popcount(digits) != most_digits) continue;
    if (watch.MustStop()) return absl::CancelledError("stopped at a limit");
    absl::StatusOr<std::vector<CellSet>> found =
        SetsOfDigits(*solver, grid, digits);
    if (!found.ok()) return found.status();
    sets.insert(sets.end(), found->begin(), found->end());
  }
  // What is minimal among sets of some digits is so among all: a set inside it
  // has no other digits.
  std::sort(sets.begin(), sets.end(), IsSmaller);
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  std::vector<std::vector<int>> lists;
  lists.reserve(sets.size());
  for (const CellSet set : sets) lists.push_back(CellsOf(set));
  return lists;
}

}  // namespace sudoku
