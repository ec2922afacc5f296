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

// The digits besides the pair in the roof cells are in one of them, which takes
// the part of a cell in a naked subset of a house of both.
class RoofSubset {
 public:
  RoofSubset(const Board& board, const Corners& corners, DigitSet pair,
             const std::vector<int>& roof, VisitStep visit)
      : board_(board), corners_(corners), roof_(roof), visit_(visit) {
    for (const int cell : roof) extra_ |= board.candidates(cell) & ~pair;
  }

  bool Run() {
    if (roof_.size() != 2) return true;
    for (const int house : board_.geometry().HousesOf(roof_[0])) {
      if (!Has(house, roof_[1])) continue;
      cells_.clear();
      for (const int cell : board_.geometry().houses()[house].cells) {
        if (board_.is_open(cell) && cell != roof_[0] && cell != roof_[1]) {
          cells_.push_back(cell);
        }
      }
      if (!AddCell(0, extra_)) return false;
    }
    return true;
  }

 private:
  bool Has(int house, int cell) const {
    const std::vector<int>& cells = board_.geometry().houses()[house].cells;
    return std::binary_search(cells.begin(), cells.end(), cell);
  }

  bool AddCell(size_t from, DigitSet digits) {
    const size_t size = subset_.size();
    if (size > 0 && static_cast<size_t>(std::popcount(digits)) == size + 1 &&
        !Conclude(digits)) {
      return false;
    }
    for (size_t i = from; i < cells_.size(); ++i) {
      subset_.push_back(cells_[i]);
      const bool goes_on =
          AddCell(i + 1, digits | board_.candidates(cells_[i]));
      subset_.pop_back();
      if (!goes_on) return false;
    }
    return true;
  }

  // Other cells of each house that has the roof and the subset lose the digits.
  bool Conclude(DigitSet digits) {
    dlx::Deduction deduction = RectangleOf(board_, corners_);
    for (const int cell : subset_) {
      deduction.base.push_back(board_.cell_item(cell));
    }
    for (int cell = 0; cell < board_.geometry().cell_count(); ++cell) {
      if (IsPeerOfAll(cell, digits)) {
        RemoveFrom(board_, cell, digits, deduction);
      }
    }
    if (deduction.removed.empty()) return true;
    return visit_(StepOf(kUniqueRectangle3, std::move(deduction)));
  }

  bool IsPeerOfAll(int cell, DigitSet digits) const {
    if ((board_.candidates(cell) & digits) == 0) return false;
    for (const int house : board_.geometry().HousesOf(cell)) {
      const auto is_here = [&](int other) {
        return other != cell && Has(house, other);
      };
      if (std::all_of(roof_.begin(), roof_.end(), is_here) &&
          std::all_of(subset_.begin(), subset_.end(), is_here) &&
          std::find(subset_.begin(), subset_.end(), cell) == subset_.end()) {
        return true;
      }
    }
    return false;
  }

  const Board& board_;
  const Corners& corners_;
  const std::vector<int>& roof_;
  VisitStep visit_;
  DigitSet extra_ = 0;
  std::vector<int> cells_;
  std::vector<int> subset_;
};

// Whether the digit is missing in the house, and has a place in none but these
// two cells.
bool HasOnlyThese(const Board& board, int house, int digit, int a, int b) {
  const dlx::ItemId item = board.house_items(house)[digit - 1];
  if (!board.state().is_open(item)) return false;
  dlx::OptionSet rest = board.state().options_of(item);
  rest.Remove(board.option(a, digit));
  rest.Remove(board.option(b, digit));
  return rest.empty();
}

// The row or the column of two cells.
int LineOf(const Board& board, int a, int b) {
  const Geometry& geometry = board.geometry();
  return geometry.RowOf(a) == geometry.RowOf(b)
             ? geometry.RowOf(a)
             : geometry.size() + geometry.ColumnOf(a);
}

// A digit of the two that has no places but the corners in both rows, or both
// columns, is in two corners across; in the roof cells, the rectangle would be
// left with nothing but the two digits.
void RemoveForType6(const Board& board, const Corners& corners, DigitSet pair,
                    const std::vector<int>& roof, dlx::Deduction& deduction) {
  if (roof.size() != 2 ||
      board.geometry().RowOf(roof[0]) == board.geometry().RowOf(roof[1]) ||
      board.geometry().ColumnOf(roof[0]) ==
          board.geometry().ColumnOf(roof[1])) {
    return;
  }
  for (DigitSet rest = pair; rest != 0; rest &= rest - 1) {
    const int digit = std::countr_zero(rest) + 1;
    const auto is_wing = [&](int a, int b, int c, int d) {
      return HasOnlyThese(board, LineOf(board, corners[a], corners[b]), digit,
                          corners[a], corners[b]) &&
             HasOnlyThese(board, LineOf(board, corners[c], corners[d]), digit,
                          corners[c], corners[d]);
    };
    if (!is_wing(0, 1, 2, 3) && !is_wing(0, 2, 1, 3)) continue;
    for (const int cell : roof) {
      RemoveFrom(board, cell, DigitBit(digit), deduction);
    }
    if (!deduction.removed.empty()) return;
  }
}

// A corner with just the two digits, and a digit that has no places but corners
// in the row and the column of the corner across: that one cannot be the other
// digit, for then the rectangle would be left with nothing else.
bool VisitHidden(const Board& board, const Corners& corners, DigitSet pair,
                 VisitStep visit) {
  for (int i = 0; i < 4; ++i) {
    if (board.candidates(corners[i]) != pair) continue;
    const int across = corners[3 - i];
    for (DigitSet rest = pair; rest != 0; rest &= rest - 1) {
      const int digit = std::countr_zero(rest) + 1;
      const auto is_alone = [&](int beside) {
        return HasOnlyThese(board, LineOf(board, across, beside), digit, across,
                            beside);
      };
      if (!is_alone(corners[i ^ 2]) || !is_alone(corners[i ^ 1])) continue;
      dlx::Deduction deduction = RectangleOf(board, corners);
      RemoveFrom(board, across, pair & ~DigitBit(digit), deduction);
      if (deduction.removed.empty()) continue;
      if (!visit(StepOf(kHiddenRectangle, std::move(deduction)))) {
        return false;
      }
    }
  }
  return true;
}

bool VisitRectangle(const Board& board, Technique technique,
                    const Corners& corners, DigitSet pair, VisitStep visit) {
  std::vector<int> roof;
  for (const int cell : corners) {
    if ((board.candidates(cell) & ~pair) != 0) roof.push_back(cell);
  }
  if (technique == kHiddenRectangle) {
    return VisitHidden(board, corners, pair, visit);
  }
  if (technique == kUniqueRectangle3) {
    return RoofSubset(board, corners, pair, roof, visit).Run();
  }
  dlx::Deduction deduction = RectangleOf(board, corners);
  if (technique == kUniqueRectangle1) {
    RemoveForType1(board, pair, roof, deduction);
  } else if (technique == kUniqueRectangle4) {
    RemoveForType4(board, pair, roof, deduction);
  } else if (technique == kUniqueRectangle6) {
    RemoveForType6(board, corners, pair, roof, deduction);
  } else {
    RemoveForTypes2And5(board, pair, technique == kUniqueRectangle2, roof,
                        deduction);
  }
  if (deduction.removed.empty()) return true;
  return visit(StepOf(technique, std::move(deduction)));
}

// Digits that were filled in could have changed places, too. Three corners are
// filled in, and the fourth would complete a pattern with two solutions.
bool VisitAvoidable1(const Board& board, const Corners& corners,
                     VisitStep visit) {
  for (int i = 0; i < 4; ++i) {
    const int cell = corners[i];
    const int digit = board.digit(corners[3 - i]);
    const int beside = board.digit(corners[i ^ 1]);
    if (!board.is_open(cell) || digit == 0 || beside == 0 ||
        board.digit(corners[i ^ 2]) != beside || !board.has(cell, digit)) {
      continue;
    }
    dlx::Deduction deduction = RectangleOf(board, corners);
    RemoveFrom(board, cell, DigitBit(digit), deduction);
    if (!visit(StepOf(kAvoidableRectangle1, std::move(deduction)))) {
      return false;
    }
  }
  return true;
}

// Two corners beside each other are filled in; each of the others has two
// candidates: what would complete the pattern, and the same third digit.
bool VisitAvoidable2(const Board& board, const Corners& corners,
                     VisitStep visit) {
  constexpr std::array<int, 4> kSides[] = {
      {0, 1, 2, 3}, {2, 3, 0, 1}, {0, 2, 1, 3}, {1, 3, 0, 2}};
  for (const auto& [a, b, c, d] : kSides) {
    const int x = board.digit(corners[a]);
    const int y = board.digit(corners[b]);
    const DigitSet at_c = board.candidates(corners[c]);
    const DigitSet at_d = board.candidates(corners[d]);
    const DigitSet third = at_c & at_d;
    if (x == 0 || y == 0 || std::popcount(third) != 1 ||
        at_c != (DigitBit(y) | third) || at_d != (DigitBit(x) | third)) {
      continue;
    }
    const int digit = std::countr_zero(third) + 1;
    dlx::OptionSet fins(board.state().problem().option_count());
    for (const int k : {c, d}) fins.Add(board.option(corners[k], digit));
    dlx::Deduction deduction = RectangleOf(board, corners);
    deduction.fins = fins.ToVector();
    deduction.removed = board.state().CommonConflicts(fins).ToVector();
    if (deduction.removed.empty()) continue;
    if (!visit(StepOf(kAvoidableRectangle2, std::move(deduction)))) {
      return false;
    }
  }
  return true;
}

bool VisitAvoidable(const Board& board, Technique technique,
                    const Corners& corners, VisitStep visit) {
  return technique == kAvoidableRectangle1
             ? VisitAvoidable1(board, corners, visit)
             : VisitAvoidable2(board, corners, visit);
}

bool IsAvoidable(Technique technique) {
  return technique == kAvoidableRectangle1 || technique == kAvoidableRectangle2;
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
  if (IsAvoidable(technique)) {
    return VisitAvoidable(board, technique, corners, visit);
  }
  std::vector<DigitSet> seen;
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
    return visit(StepOf(kBugPlusOne, std::move(deduction)));
  }
  return true;
}

// By column, as bits: which cells may be corners, and of which there has to be
// one. Corners of avoidable rectangles are no clues; others are empty, and one
// has two candidates.
struct RowOfCorners {
  uint32_t may = 0;
  uint32_t some = 0;
};

std::vector<RowOfCorners> RowsOfCorners(const Board& board,
                                        Technique technique) {
  const Geometry& geometry = board.geometry();
  std::vector<RowOfCorners> rows(geometry.size());
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    RowOfCorners& row = rows[geometry.RowOf(cell)];
    const uint32_t bit = uint32_t{1} << geometry.ColumnOf(cell);
    const DigitSet digits = board.candidates(cell);
    const bool is_avoidable = IsAvoidable(technique);
    if (is_avoidable ? !board.is_clue(cell) : digits != 0) row.may |= bit;
    if (is_avoidable || CountBits(static_cast<uint32_t>(digits)) == 2) {
      row.some |= bit;
    }
  }
  return rows;
}

}  // namespace

bool VisitUniqueness(const Board& board, Technique technique, VisitStep visit) {
  const Geometry& geometry = board.geometry();
  if (!HasOnlyRowsColumnsAndBoxes(geometry)) return true;
  if (technique == kBugPlusOne) return VisitGrave(board, visit);
  const std::vector<RowOfCorners> rows = RowsOfCorners(board, technique);
  for (int top = 0; top < geometry.size(); ++top) {
    for (int bottom = top + 1; bottom < geometry.size(); ++bottom) {
      const uint32_t may = rows[top].may & rows[bottom].may;
      const uint32_t some = rows[top].some | rows[bottom].some;
      for (int left = 0; left < geometry.size(); ++left) {
        if ((may >> left & 1) == 0) continue;
        for (int right = left + 1; right < geometry.size(); ++right) {
          if ((may >> right & 1) == 0 ||
              ((some >> left | some >> right) & 1) == 0) {
            continue;
          }
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
