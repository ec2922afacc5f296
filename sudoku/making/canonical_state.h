#ifndef SUDOKU_MAKING_CANONICAL_STATE_H_
#define SUDOKU_MAKING_CANONICAL_STATE_H_

// A state of the search for the canonical form: what the rows so far say about
// the order of columns and the names of digits. canonical.cc tells the idea.

#include <array>
#include <bit>
#include <cstdint>

#include "dlx/base/cxx20.h"

namespace sudoku::canonical {

inline constexpr int kLargestCanonical = 12;

using Line = std::array<uint8_t, kLargestCanonical>;

// Bit i: thing i and the next one can change places.
using Loose = uint16_t;

// Where the loose things end that thing number `first` is the first of.
inline int LooseEnd(Loose loose, int first) {
  return first + std::countr_one(static_cast<Loose>(loose >> first)) + 1;
}

inline void Tell(Loose& loose, int thing) {
  loose &= static_cast<Loose>(~(1u << thing));
}

struct State {
  uint8_t orientation = 0;
  int8_t band = -1;  // The one whose rows are being placed.
  uint8_t names_used = 0;
  Loose loose_columns = 0;  // By their places. The last of a stack is not.
  Loose loose_stacks = 0;
  uint32_t used_rows = 0;  // A bit for each.
  Line order = {};         // Of the columns, by place.
  std::array<uint8_t, kLargestCanonical + 1> name_of = {};  // 0: none yet.
};

}  // namespace sudoku::canonical

#endif  // SUDOKU_MAKING_CANONICAL_STATE_H_
