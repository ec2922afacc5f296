#include "sudoku/lab/filled_boxes.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"

namespace sudoku {

FilledBoxes::FilledBoxes(const Puzzle& puzzle)
    : geometry_(puzzle.geometry),
      grid_(puzzle.clues),
      boxes_(geometry_.size(), Box{{}, AllDigits(geometry_.size())}),
      counts_(geometry_.houses().size() * (geometry_.size() + 1)) {
  for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
    Box& box = boxes_[geometry_.RegionOf(cell)];
    if (grid_[cell] == 0) {
      box.cells.push_back(cell);
    } else {
      box.missing &= ~DigitBit(grid_[cell]);
    }
  }
  for (const Box& box : boxes_) {
    if (box.cells.size() < 2) continue;
    movable_.insert(movable_.end(), box.cells.begin(), box.cells.end());
  }
}

void FilledBoxes::Fill(Dice& dice) {
  Grid filled = grid_;
  for (const Box& box : boxes_) {
    std::vector<int> digits;
    for (DigitSet left = box.missing; left != 0; left &= left - 1) {
      digits.push_back(std::countr_zero(left) + 1);
    }
    for (const int cell : box.cells) {
      std::swap(digits[dice.Below(digits.size())], digits.back());
      filled[cell] = static_cast<uint8_t>(digits.back());
      digits.pop_back();
    }
  }
  SetGrid(filled);
}

void FilledBoxes::Tell(Run& run) const {
  for (const Box& box : boxes_) {
    for (const int cell : box.cells) run.Try(cell, grid_[cell]);
  }
}

void FilledBoxes::SetGrid(const Grid& grid) {
  grid_ = grid;
  mistakes_ = 0;
  std::fill(counts_.begin(), counts_.end(), 0);
  for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
    Add(cell, grid_[cell]);
  }
}

void FilledBoxes::Exchange(int cell, int other) {
  Remove(cell, grid_[cell]);
  Remove(other, grid_[other]);
  std::swap(grid_[cell], grid_[other]);
  Add(cell, grid_[cell]);
  Add(other, grid_[other]);
}

bool FilledBoxes::IsWrong(int cell) const {
  for (const int house : geometry_.HousesOf(cell)) {
    if (counts_[IndexOf(house, grid_[cell])] > 1) return true;
  }
  return false;
}

void FilledBoxes::Add(int cell, int digit) {
  for (const int house : geometry_.HousesOf(cell)) {
    if (++counts_[IndexOf(house, digit)] > 1) ++mistakes_;
  }
}

void FilledBoxes::Remove(int cell, int digit) {
  for (const int house : geometry_.HousesOf(cell)) {
    if (--counts_[IndexOf(house, digit)] > 0) --mistakes_;
  }
}

absl::Status CheckFilledBoxes(absl::string_view method, const Puzzle& puzzle) {
  if (puzzle.has_candidates()) {
    return absl::UnimplementedError(absl::StrCat(
        method,
        " exchanges any two digits of a box, and this puzzle is given "
        "by candidates"));
  }
  const std::string contradiction = ContradictionAmongClues(puzzle);
  if (!contradiction.empty()) {
    return absl::UnimplementedError(
        absl::StrCat(method, " would go on forever: ", contradiction));
  }
  return absl::OkStatus();
}

}  // namespace sudoku
