// Singletons and recursion: the program of Cleve Moler's article "Solving
// Sudoku with MATLAB" (2009).
//
// It does with a grid what many people do with a pencil:
//
//   1. Find the candidates of every empty cell: the digits that its row, column
//      and box do not have yet.
//   2. As long as some cell has a single candidate, write it down and find all
//      candidates anew.
//   3. If an empty cell has no candidates, give up: some guess was wrong.
//   4. If cells are still empty, take the first one. Write each of its
//      candidates in turn, as a guess, and solve the grid that results by the
//      same four steps.
//
// MATLAB counts down the columns, so the "first" cell is the topmost empty one
// of the leftmost column that has any; in step 2, too. Simple puzzles need no
// guess at all; the others show how well recursion does what would drive a
// person mad.
//
// The counters tell how his program goes about a puzzle:
//
//   singles, tentative   digits written in step 2 and in step 4
//   calls                of the recursive function
//   branching_calls      those that came to step 4
//   dead_ends            those that ended in step 3
//   backtracks           guesses taken back: those that nothing came of, and
//                        if a second solution is looked for, those that led to
//                        the first one, too
//   article_steps        singles + 2 * tentative + backtracks / 2
//
// The last is what the article means by a step, as far as its numbers tell: on
// its symmetric board 22 when the first column is full, 3,114 when 5 is tried
// in the first cell, 19,422 at the solution, where the article stops. (To prove
// that there is no other one takes 24,870.) It is half the number of times that
// the article's animation draws the board.

#include <bit>
#include <cstdint>
#include <vector>

#include "sudoku/grid.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

class Moler {
 public:
  Moler(const Puzzle& puzzle, const MethodOptions& options)
      : puzzle_(puzzle), geometry_(puzzle.geometry), run_(puzzle, options) {
    for (int column = 0; column < geometry_.size(); ++column) {
      for (int row = 0; row < geometry_.size(); ++row) {
        cells_.push_back(geometry_.CellAt(row, column));
      }
    }
  }

  MethodResult Solve() {
    Search(puzzle_.clues);
    MethodResult result = run_.Finish();
    result.counters = {
        {"singles", singles_},
        {"tentative", tentative_},
        {"calls", calls_},
        {"branching_calls", branching_calls_},
        {"dead_ends", dead_ends_},
        {"backtracks", backtracks_},
        {"article_steps", singles_ + 2 * tentative_ + backtracks_ / 2},
    };
    return result;
  }

 private:
  static constexpr int kNone = -1;

  // What step 1 finds; kNone where there is no such cell.
  struct Survey {
    int first_empty = kNone;
    int first_single = kNone;
    int first_hopeless = kNone;  // An empty cell without candidates.
    DigitSet single = 0;         // The candidate of first_single.
  };

  // By value: every call has a grid of its own.
  void Search(Grid grid) {
    if (run_.stopped()) return;
    ++calls_;
    Survey survey = Look(grid);
    while (survey.first_single != kNone && survey.first_hopeless == kNone) {
      if (!run_.Step()) return;
      ++singles_;
      const int digit = std::countr_zero(survey.single) + 1;
      grid[survey.first_single] = static_cast<uint8_t>(digit);
      run_.Place(survey.first_single, digit);
      survey = Look(grid);
    }
    if (survey.first_hopeless != kNone) {
      ++dead_ends_;
      return run_.DeadEnd(survey.first_hopeless);
    }
    if (survey.first_empty == kNone) return run_.Found(grid);
    ++branching_calls_;
    const int cell = survey.first_empty;
    for (DigitSet left = CandidatesOf(grid, cell); left != 0;
         left &= left - 1) {
      if (!run_.Step()) return;
      ++tentative_;
      const int digit = std::countr_zero(left) + 1;
      grid[cell] = static_cast<uint8_t>(digit);
      run_.Try(cell, digit);
      Search(grid);
      if (run_.stopped()) return;
      ++backtracks_;
      run_.Undo();
    }
  }

  Survey Look(const Grid& grid) const {
    Survey survey;
    for (const int cell : cells_) {
      if (grid[cell] != 0) continue;
      if (survey.first_empty == kNone) survey.first_empty = cell;
      const DigitSet candidates = CandidatesOf(grid, cell);
      if (candidates == 0 && survey.first_hopeless == kNone) {
        survey.first_hopeless = cell;
      } else if (std::has_single_bit(candidates) &&
                 survey.first_single == kNone) {
        survey.first_single = cell;
        survey.single = candidates;
      }
    }
    return survey;
  }

  DigitSet CandidatesOf(const Grid& grid, int cell) const {
    DigitSet candidates = run_.AllowedDigits(cell);
    for (const int peer : geometry_.PeersOf(cell)) {
      if (grid[peer] != 0) candidates &= ~DigitBit(grid[peer]);
    }
    return candidates;
  }

  const Puzzle& puzzle_;
  const Geometry& geometry_;
  Run run_;
  std::vector<int> cells_;  // Column by column.
  uint64_t singles_ = 0;
  uint64_t tentative_ = 0;
  uint64_t calls_ = 0;
  uint64_t branching_calls_ = 0;
  uint64_t dead_ends_ = 0;
  uint64_t backtracks_ = 0;
};

}  // namespace

const Method kMoler = {.name = "moler",
                       .title = "Singletons and recursion (Moler, MATLAB)",
                       .step = "a digit written",
                       .check = AcceptAny,
                       .solve = SolveOnce<Moler>};

}  // namespace sudoku
