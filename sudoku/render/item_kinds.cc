#include "sudoku/render/item_kinds.h"

#include <utility>

#include "absl/strings/string_view.h"
#include "dlx/id.h"

namespace sudoku {

namespace {

// "r1c2" is a cell, "r1#7" a digit in a row.
std::string KindLabel(absl::string_view item_name) {
  if (item_name.find('#') == absl::string_view::npos) return "cells";
  switch (item_name[0]) {
    case 'r':
      return "digits in rows";
    case 'c':
      return "digits in columns";
    case 'b':
      return "digits in boxes";
    case 'd':
      return "digits in diagonals";
    default:
      return "digits in extra regions";
  }
}

}  // namespace

std::vector<ItemKind> ItemKinds(const dlx::Problem& problem) {
  std::vector<ItemKind> kinds;
  for (size_t i = 0; i < problem.item_count(); ++i) {
    std::string label =
        KindLabel(problem.item_name(dlx::ItemId(static_cast<uint32_t>(i))));
    if (kinds.empty() || kinds.back().label != label) {
      kinds.push_back({std::move(label), static_cast<int>(i)});
    }
  }
  return kinds;
}

}  // namespace sudoku
