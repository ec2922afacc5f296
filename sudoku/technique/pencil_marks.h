#ifndef SUDOKU_TECHNIQUE_PENCIL_MARKS_H_
#define SUDOKU_TECHNIQUE_PENCIL_MARKS_H_

// The candidates of a board as bits: by cell, and by house and digit. For
// boards that have rows, columns and boxes only.

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "sudoku/technique/board.h"

namespace sudoku::internal {

// How many bits there are. std::popcount calls a function where a program is to
// run on every processor.
// REQUIRES: no bit from the 17th on, as boards have 16 rows at most.
constexpr int CountBits(uint32_t bits) {
  assert(bits >> 16 == 0);
  bits -= bits >> 1 & 0x5555;
  bits = (bits & 0x3333) + (bits >> 2 & 0x3333);
  bits = (bits + (bits >> 4)) & 0x0f0f;
  return static_cast<int>((bits + (bits >> 8)) & 0x1f);
}

class PencilMarks {
 public:
  enum class HouseKind { kRow, kColumn, kBox };

  explicit PencilMarks(const Board& board)
      : blank_(board.blank()),
        geometry_(board.geometry()),
        at_(board.geometry().cell_count(), 0),
        places_(geometry_.houses().size() * geometry_.size(), 0),
        open_(geometry_.houses().size(), 0),
        filled_(geometry_.size(), 0) {
    for (size_t house = 0; house < geometry_.houses().size(); ++house) {
      KindOf(static_cast<int>(house))->push_back(static_cast<int>(house));
    }
    for (int cell = 0; cell < cells(); ++cell) {
      if (board.digit(cell) != 0) ++filled_[board.digit(cell) - 1];
    }
    board.state().left().ForEach([&](dlx::OptionId option) {
      at_[option.value() / size()] |= DigitSet{1} << option.value() % size();
    });
    for (size_t house = 0; house < geometry_.houses().size(); ++house) {
      AddHouse(house);
    }
  }

  int size() const { return geometry_.size(); }
  int cells() const { return geometry_.cell_count(); }
  DigitSet at(int cell) const { return at_[cell]; }
  absl::Span<const int> houses(HouseKind kind) const {
    return houses_[static_cast<int>(kind)];
  }
  int cell(int house, int index) const {
    return geometry_.houses()[house].cells[index];
  }
  // The cells of the house that may have the digit, by their index in it.
  uint32_t places(int house, int digit) const {
    return places_[house * size() + digit - 1];
  }
  // How many cells of a house are empty, and how often a digit is filled in.
  int open(int house) const { return open_[house]; }
  int filled(int digit) const { return filled_[digit - 1]; }
  bool sees(int a, int b) const { return blank_.sees[a * cells() + b]; }
  // Those cells of `house`, by their index, that `other` has, too.
  uint32_t shared(int house, int other) const {
    return blank_.shared[house * geometry_.houses().size() + other];
  }
  // Whether an empty cell, or a digit that a house lacks, has no place left.
  bool is_dead(const Board& board) const {
    for (size_t house = 0; house < geometry_.houses().size(); ++house) {
      DigitSet digits = 0;
      for (const int cell : geometry_.houses()[house].cells) {
        if (board.digit(cell) == 0 && at_[cell] == 0) return true;
        digits |= at_[cell];
        if (board.digit(cell) != 0) digits |= DigitBit(board.digit(cell));
      }
      if (digits != AllDigits(size())) return true;
    }
    return false;
  }

 private:
  std::vector<int>* KindOf(int house) {
    switch (geometry_.houses()[house].kind) {
      case House::Kind::kRow:
        return &houses_[static_cast<int>(HouseKind::kRow)];
      case House::Kind::kColumn:
        return &houses_[static_cast<int>(HouseKind::kColumn)];
      default:
        return &houses_[static_cast<int>(HouseKind::kBox)];
    }
  }

  void AddHouse(size_t house) {
    const std::vector<int>& cells = geometry_.houses()[house].cells;
    for (size_t i = 0; i < cells.size(); ++i) {
      DigitSet rest = at_[cells[i]];
      if (rest != 0) ++open_[house];
      for (; rest != 0; rest &= rest - 1) {
        places_[house * size() + std::countr_zero(rest)] |= uint32_t{1} << i;
      }
    }
  }

  const BlankBoard& blank_;
  const Geometry& geometry_;
  std::array<std::vector<int>, 3> houses_;
  std::vector<DigitSet> at_;
  std::vector<uint32_t> places_;
  std::vector<int> open_;
  std::vector<int> filled_;
};

}  // namespace sudoku::internal

#endif  // SUDOKU_TECHNIQUE_PENCIL_MARKS_H_
