#ifndef SUDOKU_MAKING_SYMMETRY_H_
#define SUDOKU_MAKING_SYMMETRY_H_

// Symmetries of the places where clues stand.
//
// A square can be turned and reflected in eight ways. Those that leave a set of
// cells as it is form a group, and there are ten such groups; counting those as
// one that differ only in how one looks at the page, there are seven kinds
// besides none at all.

#include <array>
#include <optional>
#include <vector>

#include "dlx/base/string_view.h"
#include "sudoku/grid.h"

namespace sudoku {

enum class Symmetry {
  kNone,
  kHalfTurn,       // Turned by 180 degrees, as most newspapers have it.
  kQuarterTurn,    // Turned by 90 degrees.
  kLeftRight,      // Left and right exchanged.
  kUpDown,         // Top and bottom exchanged.
  kDiagonal,       // Rows and columns exchanged.
  kAntidiagonal,   // The same along the other diagonal.
  kBothMirrors,    // kLeftRight and kUpDown.
  kBothDiagonals,  // kDiagonal and kAntidiagonal.
  kFull,           // All eight.
};

inline constexpr std::array<Symmetry, 10> kSymmetries = {
    Symmetry::kNone,         Symmetry::kHalfTurn,    Symmetry::kQuarterTurn,
    Symmetry::kLeftRight,    Symmetry::kUpDown,      Symmetry::kDiagonal,
    Symmetry::kAntidiagonal, Symmetry::kBothMirrors, Symmetry::kBothDiagonals,
    Symmetry::kFull};

// "none", "half-turn", "quarter-turn", "left-right", "up-down", "diagonal",
// "antidiagonal", "both-mirrors", "both-diagonals", "full".
dlx::StringView SymmetryName(Symmetry symmetry);
std::optional<Symmetry> SymmetryFromName(dlx::StringView name);

// The cells of a grid, in groups of those that the symmetry takes to each
// other: all of them have clues, or none.
std::vector<std::vector<int>> CellOrbits(Symmetry symmetry, int size);

// The largest symmetry of the places of the clues.
Symmetry SymmetryOfClues(const Grid& clues);

// The grid with rows and columns exchanged.
Grid Transposed(const Grid& grid);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_SYMMETRY_H_
