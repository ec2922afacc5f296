#ifndef SUDOKU_MAKING_FEWEST_CLUES_H_
#define SUDOKU_MAKING_FEWEST_CLUES_H_

// How few clues a puzzle can have whose solution is a given grid.
//
// A puzzle has that grid as its only solution if and only if it has a clue in
// each unavoidable set (sudoku/making/unavoidable.h). So a puzzle with k clues
// is a *hitting set* of k cells; if there is none even for some of the
// unavoidable sets, then there is no such puzzle. That is how it was proved in
// 2012 that no grid has a puzzle with 16 clues (McGuire, Tugemann, Civario).
//
// The search takes the unavoidable set with the fewest cells left that has no
// clue yet, and tries each of its cells as a clue; once tried, a cell is out of
// question for what follows. It turns back where the sets that have no clue yet
// contain more sets without a common cell than there are clues left to give.
// Where all known sets are hit, a solver tells whether the puzzle has another
// solution; the difference is one more unavoidable set.

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"

namespace sudoku {

struct FewestClues {
  // No puzzle of the grid has fewer clues.
  int at_least = 0;
  // A puzzle with that number of clues, if the search came to one: then there
  // is no better one.
  std::optional<Grid> puzzle = std::nullopt;
  uint64_t nodes = 0;  // Clues that were tried.
  dlx::Outcome outcome = dlx::Outcome::kRunning;
};

// Proves for 0, 1, 2, ... clues that they are not enough, until they are, or
// `most_clues` are not, or a limit comes first (of the solutions' there is
// none).
//
// Fails if the grid has more than 128 cells. REQUIRES: the grid is full and
// right. `sets` are unavoidable sets of it, such as those of UnavoidableSets():
// the more, the faster.
[[nodiscard]] absl::StatusOr<FewestClues> FindFewestClues(
    const Geometry& geometry, const Grid& grid,
    const std::vector<std::vector<int>>& sets, int most_clues,
    const dlx::Limits& limits);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_FEWEST_CLUES_H_
