#ifndef TOOLS_DLX_MAKE_SUDOKU_H_
#define TOOLS_DLX_MAKE_SUDOKU_H_

#include "dlx/make/registry.h"

namespace dlx::tool {

// `dlx make sudoku PUZZLE`. A row that dlx adds to the table of generators,
// because the library of generators knows nothing of Sudoku.
const make::Generator& SudokuGenerator();

}  // namespace dlx::tool

#endif  // TOOLS_DLX_MAKE_SUDOKU_H_
