#ifndef SUDOKU_LAB_FILLED_BOXES_H_
#define SUDOKU_LAB_FILLED_BOXES_H_

// A full grid in which every box is right, and nothing else need be: what the
// methods work on that throw dice (annealing.cc, tabu.cc, genetic.cc).
//
// The empty cells of each box get the digits that the box lacks, and from then
// on digits only change places within a box:
//
//     box:  7 . .      7 4 1      7 4 9
//           . 2 .  ->  9 2 6  ->  1 2 6     1 and 9 have changed places; with
//           8 . 3      8 5 3      8 5 3     luck both are rarer in their rows
//
// A *mistake* is a digit too many in one of the other houses, the rows and
// columns; a grid without mistakes is solved.

#include <cstddef>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/dice.h"
#include "sudoku/lab/run.h"
#include "sudoku/puzzle.h"

namespace sudoku {

class FilledBoxes {
 public:
  // The geometry of the puzzle must outlive this. Nothing is filled yet.
  explicit FilledBoxes(const Puzzle& puzzle);

  // Fills the boxes anew, in a random order.
  void Fill(Dice& dice);
  // Tells that the empty cells get the digits that they have now.
  void Tell(Run& run) const;
  // Makes the grid that one. REQUIRES: it is of the same puzzle.
  void SetGrid(const Grid& grid);
  // The digits of two cells of a box that have no clues change places.
  void Exchange(int cell, int other);

  const Grid& grid() const { return grid_; }
  int mistakes() const { return mistakes_; }
  // Some house of the cell has its digit more than once.
  bool IsWrong(int cell) const;

  // Of each box, the cells without a clue.
  size_t box_count() const { return boxes_.size(); }
  absl::Span<const int> CellsOfBox(size_t box) const {
    return boxes_[box].cells;
  }
  // The same of the box of a cell.
  absl::Span<const int> BoxMates(int cell) const {
    return CellsOfBox(static_cast<size_t>(geometry_.RegionOf(cell)));
  }
  // The cells of boxes that have at least two of them: those that can change.
  absl::Span<const int> movable() const { return movable_; }

 private:
  struct Box {
    std::vector<int> cells;
    DigitSet missing;  // The digits to put into them.
  };

  // A digit appears in the houses of a cell, or disappears. (The box is one of
  // them; whatever happens in it, there are no mistakes in the end.)
  void Add(int cell, int digit);
  void Remove(int cell, int digit);
  size_t IndexOf(int house, int digit) const {
    return static_cast<size_t>(house) * (geometry_.size() + 1) + digit;
  }

  const Geometry& geometry_;
  Grid grid_;
  std::vector<Box> boxes_;
  std::vector<int> movable_;
  std::vector<int> counts_;  // How often each house has each digit.
  int mistakes_ = 0;
};

// Method::check of those methods: an error for a puzzle given by candidates,
// and for clues that contradict each other. The method's name begins the
// sentence.
absl::Status CheckFilledBoxes(absl::string_view method, const Puzzle& puzzle);

}  // namespace sudoku

#endif  // SUDOKU_LAB_FILLED_BOXES_H_
