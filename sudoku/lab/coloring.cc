// Graph colouring: a Sudoku is a map to be coloured.
//
// Every cell is a vertex, and two that must differ are joined by an edge: in
// 9x9, 81 vertices with 20 neighbours each. The digits are nine colours, and
// the clues are vertices that have theirs already. To solve the puzzle is to
// colour the others so that no edge joins two of the same colour.
//
// DSATUR (Brélaz 1979) tells in which order: next comes the vertex of the
// highest *saturation*, the one whose neighbours have the most different
// colours, for it has the fewest left; among equals, the one with the most
// neighbours that are not coloured yet, for it decides the most. Each colour is
// tried in turn. As a heuristic for drawing maps DSATUR never looks back; with
// backtracking, as here, it is exact.
//
//     1 . | . 4        r1c2 sees 1, 4 and 2: saturation 3, one colour left
//     . . | 1 .        r2c1 sees 1 and 3:    saturation 2
//     ----+----
//     . 2 | . .
//     3 . | . 2
//
// What the vertices do not know is that each row, column and box needs every
// digit: a colour with a single place left in a row goes unnoticed until no
// colour is left somewhere. That is the difference to norvig.cc, and shows in
// the steps.

#include <bit>
#include <cstdint>
#include <vector>

#include "sudoku/grid.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

class Coloring {
 public:
  Coloring(const Puzzle& puzzle, const MethodOptions& options)
      : geometry_(puzzle.geometry),
        run_(puzzle, options),
        grid_(puzzle.clues) {}

  MethodResult Solve() {
    Search();
    MethodResult result = run_.Finish();
    result.counters = {{"guesses", guesses_}, {"dead_ends", dead_ends_}};
    return result;
  }

 private:
  void Search() {
    const int cell = NextVertex();
    if (cell < 0) return run_.Found(grid_);
    DigitSet colors = ColorsLeft(cell);
    if (colors == 0) {
      ++dead_ends_;
      return run_.DeadEnd(cell);
    }
    const bool is_guess = !std::has_single_bit(colors);
    for (; colors != 0 && run_.Step(); colors &= colors - 1) {
      const int color = std::countr_zero(colors) + 1;
      grid_[cell] = static_cast<uint8_t>(color);
      if (is_guess) {
        ++guesses_;
        run_.Try(cell, color);
      } else {
        run_.Place(cell, color);
      }
      Search();
      if (is_guess) run_.Undo();
    }
    grid_[cell] = 0;
  }

  // The colours that no neighbour has.
  DigitSet ColorsLeft(int cell) const {
    DigitSet colors = run_.AllowedDigits(cell);
    for (const int neighbor : geometry_.PeersOf(cell)) {
      if (grid_[neighbor] != 0) colors &= ~DigitBit(grid_[neighbor]);
    }
    return colors;
  }

  // Of those without a colour, the one to colour next; -1 if there is none. (A
  // vertex that may not have every colour is as saturated as if neighbours had
  // the others.)
  int NextVertex() const {
    int best = -1;
    int fewest_colors = kMaxSize + 1;
    int most_neighbors = -1;
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      if (grid_[cell] != 0) continue;
      const int colors = std::popcount(ColorsLeft(cell));
      if (colors > fewest_colors) continue;
      const int neighbors = UncoloredNeighbors(cell);
      if (colors == fewest_colors && neighbors <= most_neighbors) continue;
      best = cell;
      fewest_colors = colors;
      most_neighbors = neighbors;
    }
    return best;
  }

  int UncoloredNeighbors(int cell) const {
    int count = 0;
    for (const int neighbor : geometry_.PeersOf(cell)) {
      count += grid_[neighbor] == 0;
    }
    return count;
  }

  const Geometry& geometry_;
  Run run_;
  Grid grid_;
  uint64_t guesses_ = 0;
  uint64_t dead_ends_ = 0;
};

}  // namespace

const Method kColoring = {.name = "coloring",
                          .title = "Graph colouring (DSATUR)",
                          .step = "a cell coloured",
                          .check = AcceptAny,
                          .solve = SolveOnce<Coloring>};

}  // namespace sudoku
