#ifndef SUDOKU_MAKING_CELL_SET_H_
#define SUDOKU_MAKING_CELL_SET_H_

// A set of the cells of a grid up to 11x11, as a number of 128 bits.

#include <bit>
#include <cstdint>
#include <vector>

#include "absl/numeric/int128.h"
#include "dlx/base/cxx20.h"

namespace sudoku {

using CellSet = absl::uint128;  // Bit i for cell i.

inline constexpr int kMostCellsOfSet = 128;

inline CellSet CellBit(int cell) { return CellSet{1} << cell; }

inline int CellCount(CellSet cells) {
  return std::popcount(absl::Uint128Low64(cells)) +
         std::popcount(absl::Uint128High64(cells));
}

// REQUIRES: the set is not empty.
inline int FirstCell(CellSet cells) {
  const uint64_t low = absl::Uint128Low64(cells);
  return low != 0 ? std::countr_zero(low)
                  : 64 + std::countr_zero(absl::Uint128High64(cells));
}

inline std::vector<int> CellsOf(CellSet cells) {
  std::vector<int> list;
  for (; cells != 0; cells &= cells - 1) list.push_back(FirstCell(cells));
  return list;
}

inline CellSet CellSetOf(const std::vector<int>& list) {
  CellSet cells = 0;
  for (const int cell : list) cells |= CellBit(cell);
  return cells;
}

}  // namespace sudoku

#endif  // SUDOKU_MAKING_CELL_SET_H_
