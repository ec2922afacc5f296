#include "sudoku/technique/board.h"

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sudoku/candidates.h"

namespace sudoku {

absl::StatusOr<std::shared_ptr<const BlankBoard>> BlankBoard::Create(
    const Geometry& geometry) {
  if (geometry.size() > kLargestSize) {
    return absl::InvalidArgumentError(absl::StrCat(
        "steps are for puzzles up to ", kLargestSize, "x", kLargestSize,
        "; this one is ", geometry.size(), "x", geometry.size()));
  }
  Encoding encoding = Encoding::ForGeometry(geometry);
  absl::StatusOr<dlx::DeductionState> state =
      dlx::DeductionState::Create(encoding.problem());
  if (!state.ok()) return state.status();
  auto blank = std::make_shared<BlankBoard>(
      BlankBoard{encoding,
                 *std::move(state),
                 std::vector<dlx::ItemId>(geometry.cell_count()),
                 {}});
  blank->houses.assign(geometry.houses().size(),
                       std::vector<dlx::ItemId>(geometry.size()));
  for (uint32_t i = 0; i < encoding.problem().item_count(); ++i) {
    const ItemMeaning meaning = encoding.meaning(dlx::ItemId(i));
    if (meaning.kind == ItemMeaning::Kind::kCell) {
      blank->cells[meaning.cell] = dlx::ItemId(i);
    } else {
      blank->houses[meaning.house][meaning.digit - 1] = dlx::ItemId(i);
    }
  }
  return blank;
}

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
    const int clue = puzzle.clues[cell];
    if (clue == 0) continue;
    const dlx::OptionId option = board.option(cell, clue);
    if (!board.state_.left().Has(option)) {
      return absl::InvalidArgumentError(
          absl::StrCat("no solution: the clue in ",
                       board.geometry().CellName(cell), " contradicts others"));
    }
    board.state_.Take(option);
  }
  return board;
}

DigitSet Board::candidates(int cell) const {
  DigitSet digits = 0;
  if (!is_open(cell)) return digits;
  for (int digit = 1; digit <= geometry().size(); ++digit) {
    if (has(cell, digit)) digits |= DigitBit(digit);
  }
  return digits;
}

Grid Board::grid() const {
  Grid grid(geometry().size());
  encoding().Decode(state_.taken(), grid);
  return grid;
}

}  // namespace sudoku
