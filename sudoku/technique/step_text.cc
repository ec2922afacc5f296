// Steps in words.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sudoku/candidates.h"
#include "sudoku/names.h"
#include "sudoku/technique/finders.h"

namespace sudoku {
namespace {

using enum Technique;

std::string Digit(const Board& board, int digit) {
  return std::string(1, board.geometry().DigitChar(digit));
}

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

// "rows 2 and 6", and of several kinds of house "row 2, boxes 4 and 6".
std::string HousesText(const Board& board,
                       const std::vector<dlx::ItemId>& items) {
  std::map<std::string, std::set<int>> numbers;
  for (const dlx::ItemId item : items) {
    const std::string name = HouseOf(board, item).LongName();
    numbers[name.substr(0, name.find_last_of(' '))].insert(
        HouseOf(board, item).number);
  }
  std::vector<std::string> parts;
  for (const auto& [kind, its_numbers] : numbers) {
    std::vector<std::string> words;
    for (const int number : its_numbers) words.push_back(absl::StrCat(number));
    const absl::string_view plural = words.size() == 1    ? ""
                                     : kind.back() == 'x' ? "es"
                                                          : "s";
    parts.push_back(absl::StrCat(kind, plural, " ", Enumeration(words)));
  }
  return absl::StrJoin(parts, ", ");
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
  for (const int digit : digits) words.push_back(Digit(board, digit));
  return Enumeration(words);
}

std::string SingleReason(const Board& board, const Step& step) {
  const dlx::ItemId item = step.deduction.base.front();
  if (step.technique == kNakedSingle) {
    return board.geometry().CellName(internal::MeaningOf(board, item).cell);
  }
  return absl::StrCat(
      Digit(board, PlacementOf(board, step.deduction.placed.front()).digit),
      " in ", HouseOf(board, item).LongName());
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
                        Digit(board, digit));
  }
  if (cells.size() < side.size()) {
    std::vector<std::string> words;
    for (const dlx::OptionId option : side) {
      words.push_back(Digit(board, PlacementOf(board, option).digit));
    }
    return absl::StrCat(absl::StrJoin(words, " or "), " in ",
                        CellsText(board, cells));
  }
  return absl::StrCat(Digit(board, digit), " in ", CellsText(board, cells));
}

std::string LinkText(const Board& board, const dlx::ChainLink& link) {
  if (!link.more_items.empty()) {
    std::vector<dlx::ItemId> items = link.more_items;
    items.push_back(link.item);
    return absl::StrCat("set in ", CellsText(board, ItemCells(board, items)));
  }
  const dlx::ItemId item = link.item;
  const ItemMeaning meaning = internal::MeaningOf(board, item);
  return meaning.kind == ItemMeaning::Kind::kCell
             ? "cell"
             : HouseOf(board, item).LongName();
}

// `chains` of the same length, one after the other.
std::string ChainReason(const Board& board, const dlx::Deduction& chain,
                        size_t chains) {
  std::string text;
  for (size_t i = 0; i < chain.links.size(); ++i) {
    const dlx::ChainLink& link = chain.links[i];
    const bool is_first = i % (chain.links.size() / chains) == 0;
    absl::StrAppend(&text,
                    !is_first ? "; then not "
                    : i > 0   ? "; and either "
                              : "either ",
                    SideText(board, link.off), is_first ? " or " : ", so ",
                    SideText(board, link.on), " (", LinkText(board, link), ")");
  }
  return text;
}

// The digits that two or more of the four corners have, or may have; and of
// type 3 the cells that the others are in, else.
std::string RectangleReason(const Board& board, const Step& step) {
  std::set<int> cells;
  for (size_t i = 0; i < 4; ++i) {
    cells.insert(internal::MeaningOf(board, step.deduction.base[i]).cell);
  }
  DigitSet common = ~DigitSet{0};
  DigitSet filled = 0;
  for (const int cell : cells) {
    if (board.is_open(cell)) {
      common &= board.candidates(cell);
    } else {
      filled |= DigitBit(board.digit(cell));
    }
  }
  if (filled != 0) common = filled;
  std::vector<std::string> words;
  for (; common != 0; common &= common - 1) {
    words.push_back(Digit(board, std::countr_zero(common) + 1));
  }
  const std::vector<dlx::ItemId> subset(step.deduction.base.begin() + 4,
                                        step.deduction.base.end());
  return absl::StrCat(
      Enumeration(words), " in ", CellsText(board, cells),
      subset.empty() ? "" : ", besides ",
      subset.empty() ? "" : CellsText(board, ItemCells(board, subset)));
}

// "7 has two places in rows 2 and 6", and what they lead to.
std::string ColoursReason(const Board& board, const dlx::Deduction& colours) {
  std::string text =
      absl::StrCat(ItemDigits(board, colours.base), " has two places in ",
                   HousesText(board, colours.base));
  if (!colours.fins.empty()) {
    absl::StrAppend(&text, "; of one colour, ",
                    CellsText(board, CellsOf(board, colours.fins)),
                    colours.fins.size() == 1 ? " disagrees" : " disagree");
  }
  return text;
}

// "either r3c4=1, so 7 in r3c2, r3c3 (set in r3c2, r3c3, r3c5), or ...".
std::string BlossomReason(const Board& board, const dlx::Deduction& blossom) {
  std::vector<std::string> petals;
  for (const dlx::ChainLink& link : blossom.links) {
    const std::string side = SideText(board, link.on);
    if (link.off.empty()) {
      petals.push_back(side);  // Of the stem; its petal is next.
    } else {
      absl::StrAppend(&petals.back(), ", so ", side, " (",
                      LinkText(board, link), ")");
    }
  }
  return absl::StrCat("either ", absl::StrJoin(petals, "; or "));
}

// "7 in row 2": the digit of a direct step, after what is told first.
std::string DirectReason(const Board& board, const Step& step) {
  std::vector<dlx::ItemId> first = step.deduction.base;
  const dlx::ItemId last = first.back();
  first.pop_back();
  return absl::StrCat(
      Digit(board, PlacementOf(board, step.deduction.placed.front()).digit),
      " in ", HouseOf(board, last).LongName(), ", after ",
      ItemDigits(board, first), " in ",
      HouseOf(board, first.front()).LongName());
}

std::string LoopReason(const Board& board, const dlx::Deduction& loop) {
  DigitSet common = ~DigitSet{0};
  const std::set<int> cells = ItemCells(board, loop.base);
  for (const int cell : cells) common &= board.candidates(cell);
  std::vector<std::string> words;
  for (; common != 0; common &= common - 1) {
    words.push_back(Digit(board, std::countr_zero(common) + 1));
  }
  return absl::StrCat(Enumeration(words), words.empty() ? "" : " in ",
                      CellsText(board, cells));
}

// "r1c2, r3c4", "7 in row 2".
std::string ItemsText(const Board& board,
                      const std::vector<dlx::ItemId>& items) {
  const std::set<int> cells = ItemCells(board, items);
  if (!cells.empty()) return CellsText(board, cells);
  return absl::StrCat(ItemDigits(board, items), " in ",
                      HousesText(board, items));
}

// "not 7 in r1c4, r9c8; not 8 in r1c4".
std::string RemovedText(const Board& board,
                        absl::Span<const dlx::OptionId> removed) {
  std::map<int, std::set<int>> cells_of_digit;
  for (const dlx::OptionId option : removed) {
    const Placement placement = PlacementOf(board, option);
    cells_of_digit[placement.digit].insert(placement.cell);
  }
  std::vector<std::string> parts;
  for (const auto& [digit, cells] : cells_of_digit) {
    parts.push_back(absl::StrCat("not ", Digit(board, digit), " in ",
                                 CellsText(board, cells)));
  }
  return absl::StrJoin(parts, "; ");
}

// What is forced on the way, and what other steps rule out there: "by way of
// r1c2=7 (row 1), r3c4=5 (cell); within it, not 7 in r1c4 (7 in row 2)", or one
// of the two alone.
std::string ForcingReason(const Board& board, const dlx::Deduction& forcing) {
  std::vector<std::string> words;
  for (const dlx::ChainLink& link : forcing.links) {
    std::string word = absl::StrCat(SideText(board, link.on), " (",
                                    LinkText(board, link), ")");
    // Chains that lead to a contradiction have their beginnings in common.
    if (!absl::c_linear_search(words, word)) words.push_back(std::move(word));
  }
  std::set<std::string> within;
  for (const dlx::Deduction& nested : forcing.nested) {
    within.insert(
        absl::StrCat(RemovedText(board, nested.removed), " (",
                     nested.kind == dlx::Deduction::Kind::kForcing
                         ? absl::StrCat("a chain of ", nested.base.size(),
                                        " cells and houses")
                         : ItemsText(board, nested.base),
                     ")"));
  }
  const std::string by_way =
      absl::StrCat("by way of ", absl::StrJoin(words, ", "));
  if (within.empty()) return by_way;
  return absl::StrCat(words.empty() ? "" : absl::StrCat(by_way, "; "),
                      "within it, ", absl::StrJoin(within, ", "));
}

std::string SueDeCoqReason(const Board& board, const dlx::Deduction& sets) {
  return absl::StrCat(ItemDigits(board, sets.cover), " in ",
                      CellsText(board, ItemCells(board, sets.base)));
}

std::string GraveReason(const Board& board, const dlx::Deduction& grave) {
  return absl::StrCat("without ", SideText(board, grave.fins),
                      " there would be two solutions, or none");
}

std::string WingReason(const Board& board, const dlx::Deduction& wing) {
  return absl::StrCat(Digit(board, PlacementOf(board, wing.fins.front()).digit),
                      " in one of ",
                      CellsText(board, ItemCells(board, wing.base)));
}

// A house that has all of the cells.
const House* CommonHouse(const Board& board, const std::set<int>& cells) {
  for (const House& house : board.geometry().houses()) {
    if (absl::c_includes(house.cells, cells)) return &house;
  }
  return nullptr;
}

// Where items are: "the 7s in rows 2 and 6", "row 3", "cells r1c1 and r2c3", or
// the first of many.
std::string PlaceText(const Board& board,
                      const std::vector<dlx::ItemId>& items) {
  const std::set<int> cells = ItemCells(board, items);
  if (!cells.empty()) {
    const House* const house = CommonHouse(board, cells);
    if (cells.size() > 1 && house != nullptr) return house->LongName();
    constexpr size_t kMostNamed = 4;
    std::vector<std::string> names;
    for (const int cell : cells) {
      if (names.size() == kMostNamed) break;
      names.push_back(board.geometry().CellName(cell));
    }
    if (cells.size() > kMostNamed) names.push_back("more");
    return absl::StrCat(cells.size() > 1 ? "cells " : "", Enumeration(names));
  }
  const std::string digits = ItemDigits(board, items);
  const std::string houses = HousesText(board, items);
  return digits.size() > 1 ? houses
                           : absl::StrCat("the ", digits, "s in ", houses);
}

}  // namespace

std::string StepReason(const Board& board, const Step& step) {
  const dlx::Deduction& deduction = step.deduction;
  switch (step.technique) {
    case kRule:
      return step.rule->text;
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
    case kLockedPair:
    case kLockedTriple:
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
    case kBugPlusOne:
      return GraveReason(board, deduction);
    case kSimpleColoursTrap:
    case kSimpleColoursWrap:
    case kMultiColours:
      return ColoursReason(board, deduction);
    case kDeathBlossom:
      return BlossomReason(board, deduction);
    case kSueDeCoq:
      return SueDeCoqReason(board, deduction);
    case kDualTwoStringKite:
    case kDualEmptyRectangle:
      return ChainReason(board, deduction, 2);
    case kDirectPointing:
    case kDirectClaiming:
    case kDirectHiddenPair:
    case kDirectHiddenTriple:
      return DirectReason(board, step);
    case kUniqueLoop1:
    case kUniqueLoop2:
    case kUniqueLoop3:
    case kUniqueLoop4:
    case kGrave1:
    case kGrave2:
    case kGrave3:
    case kGrave4:
    case kAlignedPairExclusion:
    case kAlignedTripletExclusion:
      return LoopReason(board, deduction);
    default:
      if (RowOf(step.technique).needs_uniqueness) {
        return RectangleReason(board, step);
      }
      if (step.technique == kXYWing && deduction.links.empty()) {
        return WingReason(board, deduction);
      }
      if (deduction.kind == dlx::Deduction::Kind::kForcing) {
        return ForcingReason(board, deduction);
      }
      return deduction.links.empty() ? FishReason(board, deduction)
                                     : ChainReason(board, deduction, 1);
  }
}

std::string StepPlace(const Board& board, const Step& step) {
  const dlx::Deduction& deduction = step.deduction;
  if (step.rule != nullptr) return absl::StrCat("the rule ", step.rule->text);
  if (deduction.links.empty()) return PlaceText(board, deduction.base);
  return absl::StrCat("what follows from ",
                      PlaceText(board, {deduction.links.front().item}));
}

std::string StepEffect(const Board& board, const Step& step) {
  if (!step.deduction.placed.empty()) {
    return SideText(board, step.deduction.placed);
  }
  return RemovedText(board, step.deduction.removed);
}

std::string StepText(const Board& board, const Step& step) {
  return absl::StrCat(RowOf(step.technique).name, ": ", StepReason(board, step),
                      ": ", StepEffect(board, step));
}

}  // namespace sudoku
