// Simulated annealing: no search through a tree, but a full grid with many
// mistakes, which are shaken out of it (Lewis 2007).
//
// Fill every box with the digits that it lacks, in a random order. Now all
// boxes are right, and they stay right: the only move is to exchange two digits
// within a box. A mistake is a digit too many in one of the other houses, the
// rows and columns; a grid without mistakes is solved.
//
//     box:  7 . .      7 4 1      7 4 9
//           . 2 .  ->  9 2 6  ->  1 2 6     1 and 9 have changed places; with
//           8 . 3      8 5 3      8 5 3     luck both are rarer in their rows
//
// A move that makes no new mistake is always made. One that makes d more of
// them is made with probability exp(-d / temperature), because only getting
// better would soon end in a grid where every single move makes things worse.
// The temperature falls a little after each round of moves, until hardly
// anything moves any more. If the grid is still wrong then, this was a valley
// without an exit: start over with another random grid.
//
// This finds solutions, of many puzzles within a second. It cannot tell whether
// there is another, and a puzzle without solution keeps it busy until a limit
// ends it. It is worth knowing for problems of other kinds, where nearly right
// is good enough.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "sudoku/grid.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

// A move that makes one more mistake is made with probability 1/10 at first,
// 1/40 at the end. On the Java tutorial's board, a random grid has 46 mistakes
// on average; one that is kept at a temperature of 1 for long has 28, at the
// first temperature here 9, at the last one 3, and there only one move in 45 is
// still made.
constexpr double kFirstTemperature = 0.434;  // 1 / ln 10
constexpr double kLastTemperature = 0.271;   // 1 / ln 40
constexpr double kCooling = 0.98;

class Annealing {
 public:
  Annealing(const Puzzle& puzzle, const MethodOptions& options)
      : geometry_(puzzle.geometry),
        run_(puzzle, options),
        grid_(puzzle.clues),
        random_(options.seed),
        boxes_(geometry_.size(), Box{{}, AllDigits(geometry_.size())}),
        counts_(geometry_.houses().size() * (geometry_.size() + 1)) {
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      Box& box = boxes_[geometry_.RegionOf(cell)];
      if (grid_[cell] == 0) {
        box.cells.push_back(cell);
      } else {
        box.missing &= ~DigitBit(grid_[cell]);
      }
    }
    for (const Box& box : boxes_) {
      if (box.cells.size() < 2) continue;
      movable_.insert(movable_.end(), box.cells.begin(), box.cells.end());
    }
  }

  MethodResult Solve() {
    Fill();
    CoolDown();
    while (mistakes_ > 0 && !run_.stopped()) {
      ++restarts_;
      run_.Restart();
      Fill();
      CoolDown();
    }
    if (mistakes_ == 0) {
      run_.Found(grid_);
      run_.GiveUp("chance cannot tell whether there is another solution");
    }
    MethodResult result = run_.Finish();
    result.counters = {{"exchanges", exchanges_}, {"restarts", restarts_}};
    return result;
  }

 private:
  struct Box {
    std::vector<int> cells;  // Those without a clue.
    DigitSet missing;        // The digits to put into them.
  };

  // Puts the missing digits into each box, in a random order.
  void Fill() {
    for (const Box& box : boxes_) {
      std::vector<int> digits;
      for (DigitSet left = box.missing; left != 0; left &= left - 1) {
        digits.push_back(std::countr_zero(left) + 1);
      }
      for (const int cell : box.cells) {
        std::swap(digits[Below(digits.size())], digits.back());
        grid_[cell] = static_cast<uint8_t>(digits.back());
        digits.pop_back();
        run_.Try(cell, grid_[cell]);
      }
    }
    mistakes_ = 0;
    std::fill(counts_.begin(), counts_.end(), 0);
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      Add(cell, grid_[cell]);
    }
  }

  void CoolDown() {
    if (movable_.empty() && mistakes_ > 0) {
      return run_.GiveUp("there are no two digits to exchange");
    }
    const uint64_t moves_in_round = movable_.size() * geometry_.size();
    for (double temperature = kFirstTemperature; temperature > kLastTemperature;
         temperature *= kCooling) {
      for (uint64_t i = 0; i < moves_in_round; ++i) {
        if (mistakes_ == 0 || !run_.Step()) return;
        Move(temperature);
      }
    }
  }

  void Move(double temperature) {
    const int cell = movable_[Below(movable_.size())];
    const std::vector<int>& cells = boxes_[geometry_.RegionOf(cell)].cells;
    const int other = cells[Below(cells.size())];
    if (cell == other) return;
    const int mistakes_before = mistakes_;
    Exchange(cell, other);
    const int more = mistakes_ - mistakes_before;
    if (more > 0 && Probability() >= std::exp(-more / temperature)) {
      return Exchange(cell, other);
    }
    ++exchanges_;
    run_.Swap(cell, other);
  }

  void Exchange(int cell, int other) {
    Remove(cell, grid_[cell]);
    Remove(other, grid_[other]);
    std::swap(grid_[cell], grid_[other]);
    Add(cell, grid_[cell]);
    Add(other, grid_[other]);
  }

  // A digit appears in the houses of a cell, or disappears. (The box is one of
  // them; whatever happens in it, there are no mistakes in the end.)
  void Add(int cell, int digit) {
    for (const int house : geometry_.HousesOf(cell)) {
      if (++CountOf(house, digit) > 1) ++mistakes_;
    }
  }
  void Remove(int cell, int digit) {
    for (const int house : geometry_.HousesOf(cell)) {
      if (--CountOf(house, digit) > 0) --mistakes_;
    }
  }
  int& CountOf(int house, int digit) {
    return counts_[house * (geometry_.size() + 1) + digit];
  }

  // Random numbers: 0 .. n - 1, and 0 <= x < 1. (Those of the standard library
  // differ from one library to the next.)
  size_t Below(size_t n) { return static_cast<size_t>(Probability() * n); }
  double Probability() { return std::ldexp(random_() >> 11, -53); }

  const Geometry& geometry_;
  Run run_;
  Grid grid_;
  std::mt19937_64 random_;
  std::vector<Box> boxes_;
  std::vector<int> movable_;  // The cells of boxes that have at least two.
  std::vector<int> counts_;   // How often each house has each digit.
  int mistakes_ = 0;
  uint64_t exchanges_ = 0;
  uint64_t restarts_ = 0;
};

absl::Status Check(const Puzzle& puzzle) {
  if (puzzle.has_candidates()) {
    return absl::UnimplementedError(
        "simulated annealing exchanges any two digits of a box, and this "
        "puzzle is given by candidates");
  }
  const std::string contradiction = ContradictionAmongClues(puzzle);
  if (!contradiction.empty()) {
    return absl::UnimplementedError(absl::StrCat(
        "simulated annealing would shake the grid forever: ", contradiction));
  }
  return absl::OkStatus();
}

}  // namespace

const Method kAnnealing = {.name = "annealing",
                           .title = "Simulated annealing (Lewis)",
                           .step = "an exchange considered",
                           .can_prove = false,
                           .check = Check,
                           .solve = SolveOnce<Annealing>};

}  // namespace sudoku
