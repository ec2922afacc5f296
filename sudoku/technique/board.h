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

namespace sudoku {

// What is the same for all puzzles of a geometry. Immutable; any number of
// threads may use one.
struct BlankBoard {
  static constexpr int kLargestSize = 16;
  // Fails for a geometry that is larger.
  static absl::StatusOr<std::shared_ptr<const BlankBoard>> Create(
      const Geometry& geometry);

  Encoding encoding;
  dlx::DeductionState state;
  std::vector<dlx::ItemId> cells;                // The items of cells.
  std::vector<std::vector<dlx::ItemId>> houses;  // By house, and by digit - 1.
  // The options of the digit, by digit - 1, and those of the house's cells.
  std::vector<dlx::OptionSet> of_digit;
  std::vector<dlx::OptionSet> of_house;
  // By house and another: the cells of the first that are in both, as bits, by
  // their index in it.
  std::vector<uint32_t> shared;
  // By cell and another: whether some house has both.
  std::vector<bool> sees;
};

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
  // The candidates of all cells of a digit, and of a house.
  dlx::OptionSet options_of_digit(int digit) const {
    return blank_->of_digit[digit - 1] & state_.left();
  }
  dlx::OptionSet options_of_house(size_t house) const {
    return blank_->of_house[house] & state_.left();
  }
  bool is_open(int cell) const { return state_.is_open(cell_item(cell)); }
  // Whether the digit of the cell is a clue, rather than filled in.
  bool is_clue(int cell) const { return is_clue_[cell]; }
  // The digit of a cell that has one; else 0.
  int digit(int cell) const { return digits_[cell]; }
  // The candidates of an open cell; of another one, none.
  DigitSet candidates(int cell) const;
  // The digits so far.
  Grid grid() const;

  void Apply(const dlx::Deduction& deduction);
  // The same without the candidates that are not in `left`.
  Board Narrowed(const dlx::OptionSet& left) const;

 private:
  explicit Board(std::shared_ptr<const BlankBoard> blank);
  // False if the digit is no candidate.
  bool Place(int cell, int digit);

  std::shared_ptr<const BlankBoard> blank_;
  dlx::DeductionState state_;
  std::vector<bool> is_clue_;
  std::vector<int> digits_;
};

}  // namespace sudoku

#endif  // SUDOKU_TECHNIQUE_BOARD_H_
