#ifndef SUDOKU_FORMAT_LINE_H_
#define SUDOKU_FORMAT_LINE_H_

// A puzzle on one line.
//
//   53..7....6..195...(81 characters)...8..79               the cells
//   53..7....6..195...(81 characters)...8..79 Monday, easy  with a note
//   53..7....6..195...(81 characters)...8..79,534678912...  with its solution
//   53..7....6..195...(81 characters)...8..79|111222333...  with its regions
//
// These can be combined, in the order regions, solution, note. Instead of a
// character for each cell there can be N for the candidates of an NxN puzzle:
// the digits 1..N in order, with an empty mark in the place of those that are
// excluded.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/read_error.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// The number of characters at the beginning of the line that can be cells.
size_t CountLeadingCells(absl::string_view line);

// True if a run of that many cell characters, followed by the rest of the line,
// is the beginning of a puzzle of its own. `fixed_size` as in GeometrySource.
//
// A run of 16 or 36 characters can also be a row of a larger grid.
bool IsPuzzleLength(size_t count, absl::string_view rest, int fixed_size);

// The size of the puzzle whose cells are written with that many characters of
// candidates; 0 if there is none. If no size is fixed only 729 characters are
// recognised, unless `any_size`.
int SizeFromCandidateCount(size_t count, int fixed_size, bool any_size);

// Reads a line that begins with a puzzle, or says why it does not. The place is
// that of the first character.
// REQUIRES: `count` is CountLeadingCells(text).
std::optional<ReadError> ReadLine(absl::string_view text, size_t count,
                                  TextPlace place, GeometrySource* geometries,
                                  Puzzle* puzzle);

// The same for candidates. REQUIRES: `size` is what SizeFromCandidateCount()
// said for the leading cells.
std::optional<ReadError> ReadCandidateLine(absl::string_view text,
                                           TextPlace place, int size,
                                           GeometrySource* geometries,
                                           Puzzle* puzzle);

// True if a line holds a whole puzzle, or is too long to be a row of one: also
// one with spaces or commas between the cells, with blanks for empty cells, or
// with candidates. Shorter lines of numbers or brackets than an 8x8 puzzle has
// are taken for rows. `candidates` says that candidates of any size are likely.
bool IsWholePuzzle(absl::string_view text, int fixed_size, bool candidates);

// The number of cells of the puzzle that a line holds; 0 if it holds none. Here
// lines of numbers can be puzzles of any size.
int CountPuzzleCells(absl::string_view text, int fixed_size);

// Reads a line that is meant to hold a whole puzzle.
std::optional<ReadError> ReadWholePuzzle(absl::string_view text,
                                         int64_t line_number, bool candidates,
                                         GeometrySource* geometries,
                                         Puzzle* puzzle);

// What is wrong with `count` cells where a puzzle of that size should be; if it
// is 0, of the size that is nearest.
ReadError WrongCellCount(TextPlace place, size_t count, int size);

// Reads a solution: one character for each cell. The place is that of the first
// character.
std::optional<ReadError> ReadSolution(absl::string_view text, TextPlace place,
                                      Puzzle* puzzle);

// Makes *puzzle an empty one of that geometry, without a note or a solution.
void ResetPuzzle(const Geometry& geometry, Puzzle* puzzle);

// Makes a puzzle of cells, if they are a square number of them. The place is
// that of all of them.
std::optional<ReadError> BuildPuzzle(const WrittenCells& cells, TextPlace place,
                                     GeometrySource* geometries,
                                     Puzzle* puzzle);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_LINE_H_
