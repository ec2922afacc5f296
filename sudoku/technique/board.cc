#include "sudoku/technique/board.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sudoku/candidates.h"

namespace sudoku {
namespace {

void AddOptions(const Geometry& geometry, BlankBoard& blank) {
  const size_t count = blank.state.problem().option_count();
  blank.of_digit.assign(geometry.size(), dlx::OptionSet(count));
  for (size_t house = 0; house < geometry.houses().size(); ++house) {
    blank.of_house.emplace_back(count);
    for (const int cell : geometry.houses()[house].cells) {
      blank.of_house.back() |= blank.state.options_of(blank.cells[cell]);
    }
  }
  for (uint32_t k = 0; k < count; ++k) {
    blank.of_digit[k % geometry.size()].Add(dlx::OptionId(k));
  }
}

void AddTables(const Geometry& geometry, BlankBoard& blank) {
  for (const House& house : geometry.houses()) {
    for (const House& other : geometry.houses()) {
      uint32_t shared = 0;
      for (size_t i = 0; i < house.cells.size(); ++i) {
        if (std::binary_search(other.cells.begin(), other.cells.end(),
                               house.cells[i])) {
          shared |= uint32_t{1} << i;
        }
      }
      blank.shared.push_back(shared);
    }
  }
  const int cells = geometry.cell_count();
  blank.sees.assign(static_cast<size_t>(cells) * cells, false);
  for (int cell = 0; cell < cells; ++cell) {
    for (const int peer : geometry.PeersOf(cell)) {
      blank.sees[cell * cells + peer] = true;
    }
  }
}

}  // namespace

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
                 {},
                 {},
                 {},
                 {},
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
  AddOptions(geometry, *blank);
  AddTables(geometry, *blank);
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
  return board;
}

Board::Board(std::shared_ptr<const BlankBoard> blank)
    : blank_(std::move(blank)),
      state_(blank_->state),
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
  return narrowed;
}

void Board::Apply(const dlx::Deduction& deduction) {
  state_.Apply(deduction);
  for (const dlx::OptionId option : deduction.placed) {
    const Placement placement = encoding().placement(option);
    digits_[placement.cell] = placement.digit;
  }
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
  Grid grid = geometry().EmptyGrid();
  encoding().Decode(state_.taken(), grid);
  return grid;
}

}  // namespace sudoku
