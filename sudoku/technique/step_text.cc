// Steps in words.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sudoku/candidates.h"
#include "sudoku/names.h"
#include "sudoku/technique/finders.h"

namespace sudoku {
namespace {

using enum Technique;

std::string Digit(int digit) { return std::string(1, DigitToChar(digit)); }

// "a", "a and b", "a, b and c".
std::string Enumeration(std::vector<std::string> words) {
  if (words.empty()) return "";
  const std::string last = words.back();
  words.pop_back();
  return words.empty()
             ? last
             : absl::StrCat(absl::StrJoin(words, ", "), " and ", last);
}

Placement PlacementOf(const Board& board, dlx::OptionId option) {
  return board.encoding().placement(option);
}

std::string CellsText(const Board& board, const std::set<int>& cells) {
  return absl::StrJoin(cells, ", ", [&](std::string* out, int cell) {
    out->append(board.geometry().CellName(cell));
  });
}

std::set<int> CellsOf(const Board& board,
                      absl::Span<const dlx::OptionId> options) {
  std::set<int> cells;
  for (const dlx::OptionId option : options) {
    cells.insert(PlacementOf(board, option).cell);
  }
  return cells;
}

const House& HouseOf(const Board& board, dlx::ItemId item) {
  return board.geometry().houses()[internal::MeaningOf(board, item).house];
}

// "rows 2 and 6", of items of one kind of house.
std::string HousesText(const Board& board,
                       const std::vector<dlx::ItemId>& items) {
  if (items.size() == 1) return HouseOf(board, items.front()).LongName();
  std::set<int> numbers;
  for (const dlx::ItemId item : items) {
    numbers.insert(HouseOf(board, item).number);
  }
  std::vector<std::string> words;
  for (const int number : numbers) words.push_back(absl::StrCat(number));
  const std::string name = HouseOf(board, items.front()).LongName();
  return absl::StrCat(name.substr(0, name.find_last_of(' ')), "s ",
                      Enumeration(words));
}

// The cells and the digits that items are about.
std::set<int> ItemCells(const Board& board,
                        const std::vector<dlx::ItemId>& items) {
  std::set<int> cells;
  for (const dlx::ItemId item : items) {
    const ItemMeaning meaning = internal::MeaningOf(board, item);
    if (meaning.kind == ItemMeaning::Kind::kCell) cells.insert(meaning.cell);
  }
  return cells;
}

std::string ItemDigits(const Board& board,
                       const std::vector<dlx::ItemId>& items) {
  std::set<int> digits;
  for (const dlx::ItemId item : items) {
    const ItemMeaning meaning = internal::MeaningOf(board, item);
    if (meaning.kind == ItemMeaning::Kind::kHouse) digits.insert(meaning.digit);
  }
  std::vector<std::string> words;
  for (const int digit : digits) words.push_back(Digit(digit));
  return Enumeration(words);
}

std::string SingleReason(const Board& board, const Step& step) {
  const dlx::ItemId item = step.deduction.base.front();
  if (step.technique == kNakedSingle) {
    return board.geometry().CellName(internal::MeaningOf(board, item).cell);
  }
  return absl::StrCat(
      Digit(PlacementOf(board, step.deduction.placed.front()).digit), " in ",
      HouseOf(board, item).LongName());
}

std::string FishReason(const Board& board, const dlx::Deduction& fish) {
  std::string text = absl::StrCat(ItemDigits(board, fish.base), " in ",
                                  HousesText(board, fish.base), ", ",
                                  HousesText(board, fish.cover));
  if (!fish.fins.empty()) {
    absl::StrAppend(&text, fish.fins.size() == 1 ? ", fin " : ", fins ",
                    CellsText(board, CellsOf(board, fish.fins)));
  }
  return text;
}

// "r1c2=7", and for several "7 in r1c2, r1c3".
std::string SideText(const Board& board,
                     const std::vector<dlx::OptionId>& side) {
  const int digit = PlacementOf(board, side.front()).digit;
  const std::set<int> cells = CellsOf(board, side);
  if (side.size() == 1) {
    return absl::StrCat(board.geometry().CellName(*cells.begin()), "=",
                        Digit(digit));
  }
  if (cells.size() < side.size()) {
    std::vector<std::string> words;
    for (const dlx::OptionId option : side) {
      words.push_back(Digit(PlacementOf(board, option).digit));
    }
    return absl::StrCat(absl::StrJoin(words, " or "), " in ",
                        CellsText(board, cells));
  }
  return absl::StrCat(Digit(digit), " in ", CellsText(board, cells));
}

std::string ItemText(const Board& board, dlx::ItemId item) {
  const ItemMeaning meaning = internal::MeaningOf(board, item);
  return meaning.kind == ItemMeaning::Kind::kCell
             ? "cell"
             : HouseOf(board, item).LongName();
}

std::string ChainReason(const Board& board, const dlx::Deduction& chain) {
  std::string text;
  for (size_t i = 0; i < chain.links.size(); ++i) {
    const dlx::ChainLink& link = chain.links[i];
    absl::StrAppend(&text, i == 0 ? "either " : "; then not ",
                    SideText(board, link.off), i == 0 ? " or " : ", so ",
                    SideText(board, link.on), " (", ItemText(board, link.item),
                    ")");
  }
  return text;
}

std::string RectangleReason(const Board& board, const Step& step) {
  DigitSet common = ~DigitSet{0};
  const std::set<int> cells = ItemCells(board, step.deduction.base);
  for (const int cell : cells) common &= board.candidates(cell);
  std::vector<std::string> words;
  for (; common != 0; common &= common - 1) {
    words.push_back(Digit(std::countr_zero(common) + 1));
  }
  return absl::StrCat(Enumeration(words), " in ", CellsText(board, cells));
}

std::string GraveReason(const Board& board, const dlx::Deduction& grave) {
  return absl::StrCat("without ", SideText(board, grave.fins),
                      " there would be two solutions, or none");
}

std::string WingReason(const Board& board, const dlx::Deduction& wing) {
  return absl::StrCat(Digit(PlacementOf(board, wing.fins.front()).digit),
                      " in one of ",
                      CellsText(board, ItemCells(board, wing.base)));
}

}  // namespace

std::string StepReason(const Board& board, const Step& step) {
  const dlx::Deduction& deduction = step.deduction;
  switch (step.technique) {
    case kFullHouse:
    case kHiddenSingleInBox:
    case kHiddenSingleInLine:
    case kNakedSingle:
      return SingleReason(board, step);
    case kPointing:
    case kClaiming:
      return absl::StrCat(ItemDigits(board, deduction.base), " of ",
                          HousesText(board, deduction.base), " in ",
                          HousesText(board, deduction.cover));
    case kNakedPair:
    case kNakedTriple:
    case kNakedQuad:
      return absl::StrCat(ItemDigits(board, deduction.cover), " in ",
                          CellsText(board, ItemCells(board, deduction.base)));
    case kHiddenPair:
    case kHiddenTriple:
    case kHiddenQuad:
      return absl::StrCat(ItemDigits(board, deduction.base), " in ",
                          CellsText(board, ItemCells(board, deduction.cover)),
                          " of ", HousesText(board, {deduction.base.front()}));
    case kXYZWing:
      return WingReason(board, deduction);
    case kUniqueRectangle1:
    case kUniqueRectangle2:
    case kUniqueRectangle4:
    case kUniqueRectangle5:
      return RectangleReason(board, step);
    case kBugPlusOne:
      return GraveReason(board, deduction);
    default:
      return deduction.links.empty() ? FishReason(board, deduction)
                                     : ChainReason(board, deduction);
  }
}

std::string StepEffect(const Board& board, const Step& step) {
  if (!step.deduction.placed.empty()) {
    return SideText(board, step.deduction.placed);
  }
  std::map<int, std::set<int>> cells_of_digit;
  for (const dlx::OptionId option : step.deduction.removed) {
    const Placement placement = PlacementOf(board, option);
    cells_of_digit[placement.digit].insert(placement.cell);
  }
  std::vector<std::string> parts;
  for (const auto& [digit, cells] : cells_of_digit) {
    parts.push_back(
        absl::StrCat("not ", Digit(digit), " in ", CellsText(board, cells)));
  }
  return absl::StrJoin(parts, "; ");
}

std::string StepText(const Board& board, const Step& step) {
  return absl::StrCat(RowOf(step.technique).name, ": ", StepReason(board, step),
                      ": ", StepEffect(board, step));
}

}  // namespace sudoku
