// What rests on there being one solution.
//
// Two digits in the four cells where two rows and two columns meet, in two
// boxes, could change places: if no clue is among these cells, a solution never
// has that. So a state that leaves these cells nothing else is ruled out. If
// all cells but one have two candidates left, and each digit two places in each
// house but for that cell, there would be two solutions or none without its
// third candidate.

#include <algorithm>
#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "sudoku/technique/finders.h"

namespace sudoku::internal {
namespace {

using enum Technique;

// The corners of a rectangle: 0 and 1 in a row, 0 and 2 in a column.
using Corners = std::array<int, 4>;

// Digits could not change places if some other house had a say.
bool HasOnlyRowsColumnsAndBoxes(const Geometry& geometry) {
  return geometry.has_boxes() && !geometry.has_diagonals() &&
         !geometry.has_extra_regions();
}

dlx::Deduction RectangleOf(const Board& board, const Corners& corners) {
  dlx::Deduction deduction{.kind = dlx::Deduction::Kind::kBaseAndCover};
  for (const int cell : corners) {
    deduction.base.push_back(board.cell_item(cell));
  }
  return deduction;
}

void RemoveFrom(const Board& board, int cell, DigitSet digits,
                dlx::Deduction& deduction) {
  for (DigitSet rest = digits & board.candidates(cell); rest != 0;
       rest &= rest - 1) {
    deduction.removed.push_back(board.option(cell, std::countr_zero(rest) + 1));
  }
}

// The one cell with more than the two digits cannot have these.
void RemoveForType1(const Board& board, DigitSet pair,
                    const std::vector<int>& roof, dlx::Deduction& deduction) {
  if (roof.size() == 1) RemoveFrom(board, roof[0], pair, deduction);
}

// One of the cells with the same third digit has it.
void RemoveForTypes2And5(const Board& board, DigitSet pair, bool is_type_2,
                         const std::vector<int>& roof,
                         dlx::Deduction& deduction) {
  if (roof.size() < 2 || roof.size() > 3) return;
  const Geometry& geometry = board.geometry();
  const bool is_side =
      roof.size() == 2 &&
      (geometry.RowOf(roof[0]) == geometry.RowOf(roof[1]) ||
       geometry.ColumnOf(roof[0]) == geometry.ColumnOf(roof[1]));
  if (is_side != is_type_2) return;
  const DigitSet extra = board.candidates(roof[0]) & ~pair;
  dlx::OptionSet fins(board.state().problem().option_count());
  for (const int cell : roof) {
    if ((board.candidates(cell) & ~pair) != extra) return;
    fins.Add(board.option(cell, std::countr_zero(extra) + 1));
  }
  if (std::popcount(extra) != 1) return;
  deduction.fins = fins.ToVector();
  deduction.removed = board.state().CommonConflicts(fins).ToVector();
}

// A digit of the two that has no other place in a house of both roof cells is
// in one of these; so the other one is in neither.
void RemoveForType4(const Board& board, DigitSet pair,
                    const std::vector<int>& roof, dlx::Deduction& deduction) {
  if (roof.size() != 2) return;
  for (const int house : board.geometry().HousesOf(roof[0])) {
    const absl::Span<const int> others = board.geometry().HousesOf(roof[1]);
    if (std::find(others.begin(), others.end(), house) == others.end()) {
      continue;
    }
    for (DigitSet rest = pair; rest != 0; rest &= rest - 1) {
      const int digit = std::countr_zero(rest) + 1;
      const dlx::ItemId item = board.house_items(house)[digit - 1];
      if (!board.has(roof[0], digit) || !board.has(roof[1], digit) ||
          board.state().options_of(item).size() != 2) {
        continue;
      }
      for (const int cell : roof) {
        RemoveFrom(board, cell, pair & ~DigitBit(digit), deduction);
      }
      if (deduction.removed.empty()) continue;
      deduction.cover = {item};
      return;
    }
  }
}

bool VisitRectangle(const Board& board, Technique technique,
                    const Corners& corners, DigitSet pair, VisitStep visit) {
  std::vector<int> roof;
  for (const int cell : corners) {
    if ((board.candidates(cell) & ~pair) != 0) roof.push_back(cell);
  }
  dlx::Deduction deduction = RectangleOf(board, corners);
  if (technique == kUniqueRectangle1) {
    RemoveForType1(board, pair, roof, deduction);
  } else if (technique == kUniqueRectangle4) {
    RemoveForType4(board, pair, roof, deduction);
  } else {
    RemoveForTypes2And5(board, pair, technique == kUniqueRectangle2, roof,
                        deduction);
  }
  if (deduction.removed.empty()) return true;
  return visit(
      {.technique = technique, .rating = 0, .deduction = std::move(deduction)});
}

// The corners are empty, in two boxes, and some have just the two digits. A
// corner may have lost one of these: it is still true that they could change
// places.
bool VisitCorners(const Board& board, Technique technique,
                  const Corners& corners, VisitStep visit) {
  const Geometry& geometry = board.geometry();
  const bool beside =
      geometry.RegionOf(corners[0]) == geometry.RegionOf(corners[1]);
  const bool above =
      geometry.RegionOf(corners[0]) == geometry.RegionOf(corners[2]);
  if (beside == above) return true;
  std::vector<DigitSet> seen;
  for (const int cell : corners) {
    if (!board.is_open(cell)) return true;
  }
  for (const int cell : corners) {
    const DigitSet pair = board.candidates(cell);
    if (std::popcount(pair) != 2 ||
        std::find(seen.begin(), seen.end(), pair) != seen.end()) {
      continue;
    }
    seen.push_back(pair);
    const bool is_everywhere = std::all_of(
        corners.begin(), corners.end(),
        [&](int corner) { return (board.candidates(corner) & pair) != 0; });
    if (is_everywhere &&
        !VisitRectangle(board, technique, corners, pair, visit)) {
      return false;
    }
  }
  return true;
}

// The one open cell with three candidates, if all others have two; else -1.
int CellOfThree(const Board& board) {
  int three = -1;
  for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
    const int count = std::popcount(board.candidates(cell));
    if (count == 0 || count == 2) continue;
    if (count != 3 || three >= 0) return -1;
    three = cell;
  }
  return three;
}

// Whether, without the digit in the cell, each digit would have two places in
// each house that still needs it.
bool IsGraveWithout(const Board& board, int cell, int digit) {
  const absl::Span<const House> houses = board.geometry().houses();
  for (size_t house = 0; house < houses.size(); ++house) {
    for (int d = 1; d <= board.geometry().size(); ++d) {
      const dlx::ItemId item = board.house_items(house)[d - 1];
      const bool is_here = d == digit && board.state().all_options_of(item).Has(
                                             board.option(cell, digit));
      const size_t places =
          board.state().options_of(item).size() - (is_here ? 1 : 0);
      if (board.state().is_open(item) && places != 2) return false;
    }
  }
  return true;
}

bool VisitGrave(const Board& board, VisitStep visit) {
  const int cell = CellOfThree(board);
  if (cell < 0) return true;
  for (DigitSet rest = board.candidates(cell); rest != 0; rest &= rest - 1) {
    const int digit = std::countr_zero(rest) + 1;
    if (!IsGraveWithout(board, cell, digit)) continue;
    dlx::Deduction deduction{.kind = dlx::Deduction::Kind::kBaseAndCover};
    deduction.base = {board.cell_item(cell)};
    deduction.fins = {board.option(cell, digit)};
    RemoveFrom(board, cell, ~DigitBit(digit), deduction);
    return visit({.technique = kBugPlusOne,
                  .rating = 0,
                  .deduction = std::move(deduction)});
  }
  return true;
}

}  // namespace

bool VisitUniqueness(const Board& board, Technique technique, VisitStep visit) {
  const Geometry& geometry = board.geometry();
  if (!HasOnlyRowsColumnsAndBoxes(geometry)) return true;
  if (technique == kBugPlusOne) return VisitGrave(board, visit);
  for (int top = 0; top < geometry.size(); ++top) {
    for (int bottom = top + 1; bottom < geometry.size(); ++bottom) {
      for (int left = 0; left < geometry.size(); ++left) {
        for (int right = left + 1; right < geometry.size(); ++right) {
          if (!VisitCorners(
                  board, technique,
                  {geometry.CellAt(top, left), geometry.CellAt(top, right),
                   geometry.CellAt(bottom, left),
                   geometry.CellAt(bottom, right)},
                  visit)) {
            return false;
          }
        }
      }
    }
  }
  return true;
}

}  // namespace sudoku::internal
