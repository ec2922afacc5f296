#ifndef SUDOKU_TECHNIQUE_BOARD_H_
#define SUDOKU_TECHNIQUE_BOARD_H_

// A puzzle as far as it is solved: the candidates that are left, as the state
// of an exact cover problem, and what its items mean.

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/ask/deduce.h"
#include "sudoku/encoding.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"
#include "sudoku/technique/blank_board.h"
#include "sudoku/technique/pencil_marks.h"

namespace sudoku {

// One thread at a time may use a board.
class Board {
 public:
  // The candidates of the puzzle, which has the geometry of the blank board.
  // Digits that are filled in are taken, too. Fails if digits contradict each
  // other.
  static absl::StatusOr<Board> Create(std::shared_ptr<const BlankBoard> blank,
                                      const Puzzle& puzzle);

  const BlankBoard& blank() const { return *blank_; }
  const Geometry& geometry() const { return blank_->encoding.geometry(); }
  const Encoding& encoding() const { return blank_->encoding; }
  const dlx::DeductionState& state() const { return state_; }
  const dlx::ItemId& cell_item(int cell) const { return blank_->cells[cell]; }
  // By digit - 1.
  absl::Span<const dlx::ItemId> house_items(int house) const {
    return blank_->houses[house];
  }
  dlx::OptionId option(int cell, int digit) const {
    return dlx::OptionId(cell * geometry().size() + digit - 1);
  }
  bool has(int cell, int digit) const {
    return state_.left().Has(option(cell, digit));
  }
  // The candidates of all cells of a digit.
  dlx::OptionSet options_of_digit(int digit) const {
    return blank_->of_digit[digit - 1] & state_.left();
  }
  const PencilMarks& marks() const { return marks_; }
  bool is_open(int cell) const { return digits_[cell] == 0; }
  // Whether an open cell, or a digit that a house needs, has no place left.
  bool is_dead() const { return is_dead_; }
  // Whether the digit of the cell is a clue, rather than filled in.
  bool is_clue(int cell) const { return is_clue_[cell]; }
  // The digit of a cell that has one; else 0.
  int digit(int cell) const { return digits_[cell]; }
  // The candidates of an open cell; of another one, none.
  DigitSet candidates(int cell) const { return marks_.at(cell); }
  // The digits so far.
  Grid grid() const;

  void Apply(const dlx::Deduction& deduction);
  // The same without the candidates that are not in `left`.
  Board Narrowed(const dlx::OptionSet& left) const;

 private:
  explicit Board(std::shared_ptr<const BlankBoard> blank);
  // False if the digit is no candidate.
  bool Place(int cell, int digit);
  bool FindDead() const;
  // Whether the option was the last one of something that needs one.
  bool IsMissed(dlx::OptionId option) const;

  std::shared_ptr<const BlankBoard> blank_;
  dlx::DeductionState state_;
  PencilMarks marks_;
  std::vector<bool> is_clue_;
  std::vector<int> digits_;
  bool is_dead_ = false;
};

}  // namespace sudoku

#endif  // SUDOKU_TECHNIQUE_BOARD_H_
