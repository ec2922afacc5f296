#ifndef SUDOKU_FORMAT_WRITTEN_CELLS_H_
#define SUDOKU_FORMAT_WRITTEN_CELLS_H_

// The cells of a puzzle as they were written, before it is known what they
// mean.
//
// The formats differ in how cells are laid out; this file knows what a cell
// can hold: one character, a number, or a set of candidates. Characters cannot
// be interpreted one at a time, because two conventions are in use for large
// grids. Usually A comes after 9 and means 10. But a puzzle that is written in
// letters only counts from A = 1. And an X, a common
// mark for an empty cell, is a digit wherever the size and the convention leave
// room for it.

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/format/read_error.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// These two have no branches, and calculate with bytes only: so the compiler
// can do many characters at a time.

// True for the characters that can be a cell by themselves: digits, letters,
// '@', and the marks for an empty cell other than a blank.
constexpr bool IsCellCharacter(char character) {
  const uint8_t c = static_cast<uint8_t>(character);
  const uint8_t digit = c - '0';
  const uint8_t letter = (c | 0x20) - 'a';
  const auto matches =
      static_cast<uint8_t>((digit < 10) + (letter < 26) + (c == '@') +
                           (c == '.') + (c == '*') + (c == '_'));
  return matches != 0;
}

// True for '.', '0', '*', '_', 'x', 'X' and ' '.
constexpr bool IsEmptyMark(char c) {
  const auto matches =
      static_cast<uint8_t>((c == '.') + (c == '0') + (c == '*') + (c == '_') +
                           (c == 'x') + (c == 'X') + (c == ' '));
  return matches != 0;
}

// True if a grid of that size can be divided into boxes: the sizes that can be
// recognised from the length of a text.
bool IsBoxSize(int size);

// The size of the grid that has that many cells; 0 if it is not a square or
// larger than kMaxSize.
int SizeFromCellCount(size_t count);

// 'q', or '\x01' for what cannot be printed.
std::string Quoted(char c);

// "12", with what cannot be printed as in C.
std::string QuotedText(absl::string_view text);

// REQUIRES below is checked by assertions, where these are on.
class WrittenCells {
 public:
  void Clear() { cells_.clear(); }
  // Keeps the first `count` cells. REQUIRES: there are so many.
  void Truncate(size_t count) {
    assert(count <= cells_.size());
    cells_.resize(count);
  }
  // Drops the first `count` cells. REQUIRES: there are so many.
  void DropFirst(size_t count) {
    assert(count <= cells_.size());
    cells_.erase(cells_.begin(), cells_.begin() + count);
  }

  // REQUIRES: IsCellCharacter(c) or c == ' '.
  void AddCharacter(char c, TextPlace place);
  // 0 is an empty cell.
  void AddNumber(int number, TextPlace place);
  // A cell whose word, such as "5.0" or "None", is that number. Where 0 is a
  // digit, a word with a 0 is one, and others are empty cells.
  void AddWord(int number, absl::string_view word, TextPlace place);
  void AddCandidates(DigitSet candidates, TextPlace place);

  int count() const { return static_cast<int>(cells_.size()); }

  // Fills in puzzle->clues and, if a cell has candidates, puzzle->candidates.
  // Returns what is wrong, if anything is.
  // REQUIRES: count() == puzzle->geometry.cell_count().
  std::optional<ReadError> Interpret(Puzzle* puzzle) const;

  // The same for a grid without candidates, such as a solution. '0' is a digit
  // if the grid's first one is written so.
  // REQUIRES: count() == grid->cell_count().
  std::optional<ReadError> Interpret(Grid* grid) const;

 private:
  struct Cell {
    enum class Kind : uint8_t { kCharacter, kNumber, kCandidates };
    Kind kind;
    char character;
    char written;  // By itself, whatever it means; 0 if it is no character.
    int number;
    DigitSet candidates;
    TextPlace place;
  };

  bool CountsFromLetterA(int size) const;

  std::vector<Cell> cells_;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_WRITTEN_CELLS_H_
