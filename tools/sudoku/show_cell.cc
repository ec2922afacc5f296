#include "tools/sudoku/show_cell.h"

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/names.h"

namespace sudoku::tool {

namespace {

std::string NamesOf(absl::Span<const int> cells, const Geometry& geometry) {
  return absl::StrJoin(cells, " ", [&](std::string* out, int cell) {
    absl::StrAppend(out, geometry.CellName(cell));
  });
}

std::string DigitList(DigitSet digits, const Geometry& geometry) {
  if (digits == 0) return "nothing";
  std::vector<std::string> names;
  for (; digits != 0; digits &= digits - 1) {
    const int digit = std::countr_zero(digits) + 1;
    names.emplace_back(1, geometry.DigitChar(digit));
  }
  return absl::StrJoin(names, " ");
}

// The digits that stand in a house, but for those of that cell.
DigitSet DigitsIn(const House& house, const Grid& digits, int but_cell) {
  DigitSet found = 0;
  for (const int cell : house.cells) {
    if (cell != but_cell && digits[cell] != 0) found |= DigitBit(digits[cell]);
  }
  return found;
}

}  // namespace

void ShadeHouses(int cell, GridPicture& picture) {
  for (const int house : picture.geometry.HousesOf(cell)) {
    picture.shaded_groups.push_back(picture.geometry.houses()[house].cells);
  }
}

void NameCells(GridPicture& picture) {
  const int count = picture.geometry.cell_count();
  picture.cell_texts.assign(count, "");
  const auto name = [&](int cell) {
    picture.cell_texts[cell] = picture.geometry.CellName(cell);
  };
  for (const std::vector<int>& group : picture.shaded_groups) {
    std::for_each(group.begin(), group.end(), name);
  }
  if (!picture.shaded_groups.empty()) return;
  for (int cell = 0; cell < count; ++cell) name(cell);
}

std::string PeersText(const Geometry& geometry, int cell) {
  const absl::Span<const int> houses = geometry.HousesOf(cell);
  const absl::Span<const int> peers = geometry.PeersOf(cell);
  std::string text = absl::StrCat(geometry.CellName(cell), ": ", houses.size(),
                                  " units, ", peers.size(), " peers\n");
  for (const int index : houses) {
    const House& house = geometry.houses()[index];
    absl::StrAppend(&text, "  ", house.LongName(), ": ",
                    NamesOf(house.cells, geometry), "\n");
  }
  absl::StrAppend(&text, "  peers: ", NamesOf(peers, geometry), "\n");
  return text;
}

const Single* SingleIn(int cell, absl::Span<const Single> singles) {
  const auto found = std::find_if(
      singles.begin(), singles.end(),
      [cell](const Single& single) { return single.cell == cell; });
  return found == singles.end() ? nullptr : &*found;
}

std::string CandidatesText(const Puzzle& puzzle, int cell,
                           absl::Span<const Single> singles) {
  const Geometry& geometry = puzzle.geometry;
  const std::string name = geometry.CellName(cell);
  const int clue = puzzle.clues[cell];
  if (clue != 0)
    return absl::StrCat(name, " holds ", DigitList(DigitBit(clue), geometry),
                        "\n");
  DigitSet left = puzzle.AllowedDigits(cell);
  std::string text = absl::StrCat(name, ": ", DigitList(left, geometry), "\n");
  for (const int index : geometry.HousesOf(cell)) {
    const House& house = geometry.houses()[index];
    const DigitSet there = DigitsIn(house, puzzle.clues, cell);
    left &= ~there;
    absl::StrAppend(&text, "  after ", house.LongName(), ", which holds ",
                    DigitList(there, geometry), ": ", DigitList(left, geometry),
                    "\n");
  }
  const Single* const single = SingleIn(cell, singles);
  if (single == nullptr) return text;
  const std::string digit = DigitList(DigitBit(single->digit), geometry);
  absl::StrAppend(
      &text, name, " = ", digit, ": ",
      single->is_naked()
          ? std::string("nothing else is left there")
          : absl::StrCat("the only place for ", digit, " in ",
                         geometry.houses()[single->house].LongName()),
      "\n");
  return text;
}

}  // namespace sudoku::tool
