#ifndef SUDOKU_TECHNIQUE_PENCIL_MARKS_H_
#define SUDOKU_TECHNIQUE_PENCIL_MARKS_H_

// The candidates of a board as bits: by cell, and by house and digit.

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/ask/deduce/option_set.h"
#include "dlx/id.h"
#include "sudoku/puzzle.h"
#include "sudoku/technique/blank_board.h"

namespace sudoku {

namespace internal {

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

}  // namespace internal

// The blank board has to outlive it.
class PencilMarks {
 public:
  // By index; boxes are all houses but rows and columns.
  enum class HouseKind { kRow, kColumn, kBox };

  PencilMarks(const BlankBoard& blank, const dlx::OptionSet& left)
      : blank_(&blank),
        at_(geometry().cell_count(), 0),
        places_(geometry().houses().size() * size(), 0),
        open_(geometry().houses().size(), 0) {
    left.ForEach([&](dlx::OptionId option) {
      at_[option.value() / size()] |= DigitSet{1} << option.value() % size();
    });
    for (size_t house = 0; house < geometry().houses().size(); ++house) {
      AddHouse(house);
    }
  }

  // REQUIRES: the candidate is there.
  void Remove(dlx::OptionId option) {
    const int cell = static_cast<int>(option.value()) / size();
    const int digit = static_cast<int>(option.value()) % size() + 1;
    at_[cell] &= ~DigitBit(digit);
    for (const int house : geometry().HousesOf(cell)) {
      places_[house * size() + digit - 1] &=
          ~(uint32_t{1} << blank_->index[house * cells() + cell]);
      if (at_[cell] == 0) --open_[house];
    }
  }

  int size() const { return geometry().size(); }
  int cells() const { return geometry().cell_count(); }
  DigitSet at(int cell) const { return at_[cell]; }
  absl::Span<const int> houses(HouseKind kind) const {
    return blank_->kinds[static_cast<size_t>(kind)];
  }
  HouseKind kind(int house) const {
    return static_cast<HouseKind>(KindIndexOf(geometry().houses()[house]));
  }
  int cell(int house, int index) const {
    return geometry().houses()[house].cells[index];
  }
  // The cells of the house that may have the digit, by their index in it.
  uint32_t places(int house, int digit) const {
    return places_[house * size() + digit - 1];
  }
  // How many cells of a house have candidates.
  int open(int house) const { return open_[house]; }
  bool sees(int a, int b) const { return blank_->sees[a * cells() + b]; }
  // Those cells of `house`, by their index, that `other` has, too.
  uint32_t shared(int house, int other) const {
    return blank_->shared[house * geometry().houses().size() + other];
  }

 private:
  const Geometry& geometry() const { return blank_->encoding.geometry(); }

  void AddHouse(size_t house) {
    const std::vector<int>& cells = geometry().houses()[house].cells;
    for (size_t i = 0; i < cells.size(); ++i) {
      DigitSet rest = at_[cells[i]];
      if (rest != 0) ++open_[house];
      for (; rest != 0; rest &= rest - 1) {
        places_[house * size() + std::countr_zero(rest)] |= uint32_t{1} << i;
      }
    }
  }

  const BlankBoard* blank_;
  std::vector<DigitSet> at_;
  std::vector<uint32_t> places_;
  std::vector<int> open_;
};

}  // namespace sudoku

#endif  // SUDOKU_TECHNIQUE_PENCIL_MARKS_H_
