#include "sudoku/technique/board.h"

#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sudoku/candidates.h"

namespace sudoku {

absl::StatusOr<Board> Board::Create(std::shared_ptr<const BlankBoard> blank,
                                    const Puzzle& puzzle) {
  Board board(std::move(blank));
  const std::vector<DigitSet> candidates = Candidates(puzzle);
  for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
    for (int digit = 1; digit <= board.geometry().size(); ++digit) {
      if ((candidates[cell] & DigitBit(digit)) == 0) {
        board.state_.Remove(board.option(cell, digit));
      }
    }
  }
  for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
    int digit = puzzle.clues[cell];
    board.is_clue_[cell] = digit != 0;
    if (digit == 0 && puzzle.filled_in.has_value()) {
      digit = (*puzzle.filled_in)[cell];
    }
    if (digit == 0 || board.Place(cell, digit)) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "no solution: the ", board.is_clue_[cell] ? "clue" : "digit", " in ",
        board.geometry().CellName(cell), " contradicts others"));
  }
  board.marks_ = PencilMarks(board.blank(), board.state_.left());
  board.is_dead_ = board.FindDead();
  return board;
}

Board::Board(std::shared_ptr<const BlankBoard> blank)
    : blank_(std::move(blank)),
      state_(blank_->state),
      marks_(*blank_, state_.left()),
      is_clue_(geometry().cell_count(), false),
      digits_(geometry().cell_count(), 0) {}

bool Board::Place(int cell, int digit) {
  if (!has(cell, digit)) return false;
  state_.Take(option(cell, digit));
  digits_[cell] = digit;
  return true;
}

Board Board::Narrowed(const dlx::OptionSet& left) const {
  Board narrowed = *this;
  narrowed.state_.KeepOnly(left);
  narrowed.marks_ = PencilMarks(blank(), narrowed.state_.left());
  narrowed.is_dead_ = narrowed.FindDead();
  return narrowed;
}

void Board::Apply(const dlx::Deduction& deduction) {
  const dlx::OptionSet before = state_.left();
  state_.Apply(deduction);
  const dlx::OptionSet lost = before - state_.left();
  lost.ForEach([&](dlx::OptionId option) { marks_.Remove(option); });
  for (const dlx::OptionId option : deduction.placed) {
    const Placement placement = encoding().placement(option);
    digits_[placement.cell] = placement.digit;
  }
  lost.ForEach([&](dlx::OptionId option) { is_dead_ |= IsMissed(option); });
}

bool Board::IsMissed(dlx::OptionId option) const {
  const auto [cell, digit] = encoding().placement(option);
  if (is_open(cell) && candidates(cell) == 0) return true;
  for (const int house : geometry().HousesOf(cell)) {
    if (marks_.places(house, digit) == 0 &&
        state_.is_open(house_items(house)[digit - 1])) {
      return true;
    }
  }
  return false;
}

bool Board::FindDead() const {
  for (int cell = 0; cell < geometry().cell_count(); ++cell) {
    if (is_open(cell) && candidates(cell) == 0) return true;
  }
  for (size_t house = 0; house < geometry().houses().size(); ++house) {
    const std::vector<int>& cells = geometry().houses()[house].cells;
    if (static_cast<int>(cells.size()) < geometry().size()) continue;
    DigitSet digits = 0;
    for (const int cell : cells) {
      digits |= is_open(cell) ? candidates(cell) : DigitBit(digits_[cell]);
    }
    if (digits != AllDigits(geometry().size())) return true;
  }
  return false;
}

Grid Board::grid() const {
  Grid grid = geometry().EmptyGrid();
  encoding().Decode(state_.taken(), grid);
  return grid;
}

}  // namespace sudoku
