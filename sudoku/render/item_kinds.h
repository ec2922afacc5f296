#ifndef SUDOKU_RENDER_ITEM_KINDS_H_
#define SUDOKU_RENDER_ITEM_KINDS_H_

// The items of a Sudoku's exact cover problem by what they are about.

#include <string>
#include <vector>

#include "sudoku/encoding.h"

namespace sudoku {

struct ItemKind {
  std::string label;  // "cells", "digits in rows", ...
  int first_item = 0;
};

// Items of the same kind stand together, so a kind ends where the next begins.
std::vector<ItemKind> ItemKinds(const Encoding& encoding);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_ITEM_KINDS_H_
