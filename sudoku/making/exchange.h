#ifndef SUDOKU_MAKING_EXCHANGE_H_
#define SUDOKU_MAKING_EXCHANGE_H_

// Puzzles with few clues, by exchanging clues of others.
//
// Taking clues away in a random order hardly ever ends with as few as are
// possible. But puzzles of one grid are near each other: of a minimal puzzle,
// two clues are taken away for one that is put elsewhere, which makes one clue
// less. Where no two can go, one clue is exchanged for another one, and the new
// puzzle may do.
//
// Most of that is known without a question. The cells in which two solutions of
// the same clues differ are an unavoidable set of the grid: every puzzle has a
// clue in it. What may be put for what was taken has to lie in all the sets
// that are left without a clue, and these mostly have no cell in common.

#include <optional>
#include <vector>

#include "dlx/ask/decide.h"
#include "dlx/id.h"
#include "sudoku/encoding.h"
#include "sudoku/grid.h"
#include "sudoku/making/cell_set.h"
#include "sudoku/making/random.h"

namespace sudoku {

// REQUIRES: the grid is full and right, and has no more than kMostCellsOfSet
// cells; the decider is for the problem of the encoding. All of them must
// outlive it.
class ClueExchange {
 public:
  ClueExchange(const Grid& solution, const Encoding& encoding,
               dlx::Decider& decider, Random& random);

  // Makes a puzzle of the grid with at most `most` clues out of another one. It
  // is minimal if it has more than `fewest`. Nothing if it does not come to one
  // after a number of exchanges, or if a limit of the decider comes first.
  std::optional<Grid> Run(const Grid& clues, int fewest, int most);

 private:
  bool IsPuzzle(CellSet clues);
  // Looks for the sets that may have no clue when so many are taken.
  void Focus(CellSet clues, int taken);
  // The cells that are in each of these without a clue, and so may have the
  // only clue that is missing.
  CellSet CellsForTheLast(CellSet clues) const;
  // Whether there is a clue that makes it a puzzle, in other cells than
  // `taken`. Adds it.
  bool Complete(CellSet& clues, CellSet taken);

  // Takes away clues that are not needed, as long as there are more than
  // `fewest`.
  void Shrink(CellSet& clues, int fewest);
  // One clue for two others, or for another one. False if there is none.
  bool ExchangeTwo(CellSet& clues);
  bool ExchangeOne(CellSet& clues);

  Grid GridOf(CellSet clues) const;
  std::vector<int> Shuffled(CellSet cells);

  const Grid& solution_;
  const Encoding& encoding_;
  dlx::Decider& decider_;
  Random& random_;
  std::vector<CellSet> sets_;  // The unavoidable ones that are known.
  std::vector<CellSet> near_;  // Of these, see Focus().
  bool is_stopped_ = false;    // By a limit.
  std::vector<dlx::OptionId> givens_;
  Grid other_;
};

}  // namespace sudoku

#endif  // SUDOKU_MAKING_EXCHANGE_H_
