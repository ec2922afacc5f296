#ifndef SUDOKU_PUZZLE_H_
#define SUDOKU_PUZZLE_H_

// A puzzle: a grid of clues, or of candidates, on a geometry.
//
// Example:
//
//   Puzzle puzzle(Geometry::Standard(), *Grid::FromLine("8..........36..."));
//   Puzzle marked = FromCandidates(Geometry::Standard(), pencilmarks);

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/rules/rule.h"

namespace sudoku {

// A set of digits: bit d - 1 stands for digit d.
using DigitSet = uint64_t;

// REQUIRES: 1 <= digit <= 64. (Checked by an assertion, where these are on.)
[[nodiscard]] constexpr DigitSet DigitBit(int digit) {
  assert(1 <= digit && digit <= 64);
  return DigitSet{1} << (digit - 1);
}
// All the digits 1..size. REQUIRES: 0 <= size < 64.
[[nodiscard]] constexpr DigitSet AllDigits(int size) {
  assert(0 <= size && size < 64);
  return (DigitSet{1} << size) - 1;
}

// REQUIRES, of all functions that take a puzzle: clues and, if there is one,
// the stated solution are grids of the geometry's size, with digits up to that;
// and there are candidates for each cell, or none at all. (Checked by
// assertions, where these are on.)
struct Puzzle {
  explicit Puzzle(Geometry board)
      : geometry(std::move(board)), clues(geometry.EmptyGrid()) {}
  // REQUIRES: givens.size() == board.size().
  Puzzle(Geometry board, Grid givens)
      : geometry(std::move(board)), clues(std::move(givens)) {
    assert(clues.size() == geometry.size());
  }

  bool has_candidates() const { return !candidates.empty(); }
  bool has_rules() const { return !rules.empty(); }
  // What the puzzle allows in a cell, whatever its clue: all digits, unless it
  // is given by candidates.
  DigitSet AllowedDigits(int cell) const {
    return has_candidates() ? candidates[cell] : AllDigits(geometry.size());
  }
  // The clue, or what is allowed if there is none.
  DigitSet DigitsIn(int cell) const {
    return clues[cell] != 0 ? DigitBit(clues[cell]) : AllowedDigits(cell);
  }
  // True if a line of cells cannot tell it: it has rules, or 0 is a digit.
  bool needs_rule_line() const {
    return has_rules() || geometry.least_digit() != 1;
  }

  // Writes a clue into a cell, or takes it away if it is 0. The candidates, if
  // there are any, become that digit, or all digits.
  void SetClue(int cell, int digit) {
    clues[cell] = static_cast<uint8_t>(digit);
    if (!has_candidates()) return;
    candidates[cell] =
        digit == 0 ? AllDigits(geometry.size()) : DigitBit(digit);
  }

  Geometry geometry;
  Grid clues;

  // For a pencilmark puzzle, the digits that each cell may have; empty for a
  // puzzle that is given by its clues alone. A solution agrees with both.
  std::vector<DigitSet> candidates;

  // What is asked besides, see sudoku/rules/. Encoding::ForRules() makes the
  // exact cover problem of a puzzle with rules.
  std::vector<Rule> rules;

  // Rules that came with the puzzle and are not known here. The puzzle is
  // without them; a reader takes it only where that is wanted.
  struct UnknownRule {
    std::string name;
    // What is wrong with that, as a sentence, and where.
    std::string sentence;
    int64_t line = 0;
    int column = 0;

    friend bool operator==(const UnknownRule&, const UnknownRule&) = default;
  };
  std::vector<UnknownRule> unknown_rules;

  // What came with the puzzle: text that followed it (a name, a rating), and
  // the solution that is claimed for it.
  std::string note;
  std::optional<Grid> stated_solution;

  // What is kept for the formats that have a place for it: words that stand
  // apart (the note has title and author in one line), and digits that are
  // filled in and are no clues.
  struct Heading {
    std::string title;
    std::string author;
    std::string rules;

    friend bool operator==(const Heading&, const Heading&) = default;
  };
  Heading heading;
  std::optional<Grid> filled_in;
  // What came with it as a drawing, in the words of its format. What it means,
  // if it means anything, only heading.rules can tell.
  std::vector<std::string> drawings;
  // The JSON of f-puzzles or SudokuPad that it was read from: colours, marks of
  // the solver and drawings are in there, for that format only.
  std::string web_json;
};

// The puzzle that allows those digits in each cell. Cells with a single digit
// are its clues.
// REQUIRES: candidates.size() == geometry.cell_count().
[[nodiscard]] Puzzle FromCandidates(Geometry geometry,
                                    std::vector<DigitSet> candidates);

}  // namespace sudoku

#endif  // SUDOKU_PUZZLE_H_
