#ifndef TOOLS_SUDOKU_SHOW_CELL_H_
#define TOOLS_SUDOKU_SHOW_CELL_H_

// What `sudoku show` tells of a single cell: its houses and peers, or how its
// candidates come about and why its digit follows.

#include <string>

#include "absl/types/span.h"
#include "sudoku/making/singles.h"
#include "sudoku/puzzle.h"
#include "sudoku/render/grid_picture.h"

namespace sudoku::tool {

// The cells of the houses of a cell, for GridPicture::shaded_groups.
void ShadeHouses(int cell, GridPicture& picture);

// Writes their names into the cells that are shaded, or if none is, into all.
void NameCells(GridPicture& picture);

// "r3c2: 3 units, 20 peers", with the cells of each.
std::string PeersText(const Geometry& geometry, int cell);

// The single in that cell, if there is one among them; null if not.
const Single* SingleIn(int cell, absl::Span<const Single> singles);

// What is left of the digits after each house of the cell, and whether a digit
// follows from that: "nothing else is left", or "the only place for 3 in row
// 1".
std::string CandidatesText(const Puzzle& puzzle, int cell,
                           absl::Span<const Single> singles);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_SHOW_CELL_H_
