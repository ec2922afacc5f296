#ifndef SUDOKU_FORMAT_DECORATIONS_H_
#define SUDOKU_FORMAT_DECORATIONS_H_

// The lines around the cells of a grid: what people draw there, and what they
// write above and below it.

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace sudoku {

// These take a line without blanks around it.

// True for a line that only decorates: two or more '-' or '=', and otherwise
// nothing but the characters that people draw corners and crossings with.
bool IsBorder(absl::string_view line);

// True for a border of nothing but '=', which separates puzzles.
bool IsDoubleLine(absl::string_view line);

// The index of the one character that keeps a line from being a border; npos if
// it is a border, or has more of them.
size_t FlawOfBorder(absl::string_view line);

// "[Puzzle]", the name of a section in .sdk files.
bool IsSectionName(absl::string_view line);

// "Grid 01", "Puzzle: the first": what names the grid that follows it.
bool IsHeading(absl::string_view line);

// True for a line of a program that often stands above or below an array.
//
//   import numpy as np
//   print(board)
//   % a comment
bool IsCode(absl::string_view line);

// True for a line of prose, which may stand below a grid: it begins with a word
// or with a size, and has a word of three or more letters. A word is written in
// lower case after its first letter.
//
//   This is the only solution.
//   9x9 with diagonals, 21 clues
//   Naked singles: r1c2=3 r2c4=3
bool IsCaption(absl::string_view line);

// True for a line of prose in which no cells, rows or values stand.
bool IsProse(absl::string_view line);

// Writes into *plain the line without what mail and programming languages put
// around cells, which are blanks then, and returns true; false if there is
// nothing of that kind.
//
//   > 53..7....                   a quotation
//   grid1 = '003020600...'        an assignment, a text in quotes
//   int[][] board = {{8, 0, 0},   the beginning of an array, or all of it
//        {0, 0, 3}};              the end
//
// Sets of candidates in brackets, JSON objects and names of sections stay.
bool Unwrap(absl::string_view line, std::string* plain);

// True for names of the columns of a spreadsheet with a grid in it: as many as
// a grid has, all different and each beginning with a letter. Names of a single
// letter, which could be digits, are A, B, C, and so on.
bool AreColumnNames(std::vector<absl::string_view> fields);

// True for a line of which Unwrap() takes the brackets of an array away.
bool IsPartOfArray(absl::string_view line);

// Where what follows "name =" or "int[][] name = new int[][]" begins, or the
// argument of "np.array("; where the line begins if there is none of these.
size_t BeginOfValue(absl::string_view line);

// What programming languages call nothing: "None", "null", ...
bool IsNothing(absl::string_view word);

// Writes into *plain a row of numbers with '.' where programming languages have
// nothing, and without what makes numbers of floating point of them, and
// returns true; false if the line is no such row.
//
//   5, 3, None, None, 7, ...       5. 3. 0. 0. 7. ...       5.0 3.0 NaN NaN
bool ReplaceNothings(absl::string_view line, std::string* plain);

// Writes into *plain a row of cells in which empty cells are '-' or '?', with
// '.' in their place, and returns true; false if the line is no such row. A row
// of nothing but '-' looks like a border, and is none of these.
//
//   53--7----       | 5 3 ? | ? 7 ? | ? ? ? |      12,-,3,16,-,7, ...
bool ReplaceMarks(absl::string_view line, std::string* plain);

// True for '-' in each of so many cells, with or without separators.
bool IsRowOfDashes(absl::string_view line, int cells);

// Replaces the box-drawing characters of Unicode by '|', '-' and '+', a middle
// dot by '.', a no-break space by a space; other text is left as it is.
std::string WithoutUnicodeDecorations(absl::string_view line);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_DECORATIONS_H_
