#include "sudoku/render/item_kinds.h"

#include <cstdint>
#include <utility>

#include "dlx/id.h"
#include "sudoku/geometry.h"

namespace sudoku {

namespace {

std::string HouseLabel(House::Kind kind) {
  switch (kind) {
    case House::Kind::kRow:
      return "digits in rows";
    case House::Kind::kColumn:
      return "digits in columns";
    case House::Kind::kBox:
    case House::Kind::kRegion:
      return "digits in boxes";
    case House::Kind::kDiagonal:
      return "digits in diagonals";
    case House::Kind::kExtra:
      break;
  }
  return "digits in extra regions";
}

std::string KindLabel(const Encoding& encoding, const ItemMeaning& meaning) {
  switch (meaning.kind) {
    case ItemMeaning::Kind::kCell:
      return "cells";
    case ItemMeaning::Kind::kHouse:
      return HouseLabel(encoding.geometry().houses()[meaning.house].kind);
    case ItemMeaning::Kind::kRule:
      break;
  }
  return "further rules";
}

}  // namespace

std::vector<ItemKind> ItemKinds(const Encoding& encoding) {
  std::vector<ItemKind> kinds;
  for (uint32_t i = 0; i < encoding.problem().item_count(); ++i) {
    std::string label = KindLabel(encoding, encoding.meaning(dlx::ItemId(i)));
    if (kinds.empty() || kinds.back().label != label) {
      kinds.push_back({std::move(label), static_cast<int>(i)});
    }
  }
  return kinds;
}

}  // namespace sudoku
