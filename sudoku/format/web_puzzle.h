#ifndef SUDOKU_FORMAT_WEB_PUZZLE_H_
#define SUDOKU_FORMAT_WEB_PUZZLE_H_

// The JSON in which pages for setting and solving puzzles keep them: that of
// f-puzzles (also used by many tools around it), and that of SudokuPad.
//
//   {"size":4,"title":"Monday","grid":[[{"value":1,"given":true},{},{},{}],...]}
//   {"cells":[[{"value":1},{},{},{}],...],"regions":[[[0,0],[0,1],...],...]}
//
// Both know many more rules than rows, columns, boxes or other regions,
// diagonals and extra regions. Those of f-puzzles that are in the table of
// sudoku/rules/kind.h become rules of the puzzle (see fpuzzles_rules.h). A
// puzzle with any of the others is refused with a sentence that names them:
// without them, it would be another puzzle. (What is drawn in SudokuPad means
// whatever the words beside it say, so anything but the diagonals counts as
// such a rule.) Text and decoration mean nothing; they are kept, and written
// again in the same format.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/json.h"
#include "sudoku/format/read_error.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// True for an object of one of these formats.
bool IsWebPuzzle(const JsonValue& object);

// REQUIRES: IsWebPuzzle(object).
std::optional<ReadError> ReadWebPuzzle(const JsonValue& object,
                                       GeometrySource* geometries,
                                       Puzzle* puzzle);

// The puzzle behind what an address holds of it: the compressed JSON of
// f-puzzles; what SudokuPad has behind its domain ("fpuz...", "scl...",
// "scf..."). `place` is that of the text.
std::optional<ReadError> ReadFpuzzlesAddress(absl::string_view compressed,
                                             TextPlace place,
                                             GeometrySource* geometries,
                                             Puzzle* puzzle);
std::optional<ReadError> ReadSudokuPadAddress(absl::string_view id,
                                              TextPlace place,
                                              GeometrySource* geometries,
                                              Puzzle* puzzle);

// The same the other way round. The note of a puzzle without a heading becomes
// its title. What came from the same page and is as it was is written as it
// was.
std::string FpuzzlesJson(const Puzzle& puzzle);
std::string SudokuPadJson(const Puzzle& puzzle);

// The first rule of the puzzle that is left out of SudokuPad's JSON, which has
// no place for it; null if there is none.
const Rule* NotForSudokuPad(const Puzzle& puzzle);

// True if the puzzle came from SudokuPad's JSON, which then has a place for all
// of it. (Addresses of that page may have the JSON of either page in them.)
bool IsSudokuPadJsonBest(const Puzzle& puzzle);

// The names of what f-puzzles holds of a puzzle besides the puzzle itself: what
// is drawn, colours of cells, marks of a solver.
std::vector<std::string> FpuzzlesBesides(const Puzzle& puzzle);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_WEB_PUZZLE_H_
