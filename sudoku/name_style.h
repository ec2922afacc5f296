#ifndef SUDOKU_NAME_STYLE_H_
#define SUDOKU_NAME_STYLE_H_

// Which of the two customary names CellName() (sudoku/names.h) gives to cells.

namespace sudoku {

enum class NameStyle {
  kRowAndColumn,  // "r3c2"
  kLetter,        // "C2", as in Norvig's article.
};

// For the whole process: names stand in the middle of sentences everywhere, and
// a reader wants them all of one kind. A program calls it once at its start,
// before it has threads.
void SetNameStyle(NameStyle style);

}  // namespace sudoku

#endif  // SUDOKU_NAME_STYLE_H_
