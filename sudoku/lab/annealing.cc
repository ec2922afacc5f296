// Simulated annealing: no search through a tree, but a full grid with many
// mistakes, which are shaken out of it (Lewis 2007).
//
// Fill every box with the digits that it lacks, in a random order. Now all
// boxes are right, and they stay right: the only move is to exchange two digits
// within a box (sudoku/lab/filled_boxes.h). A mistake is a digit too many in a
// row or column; a grid without mistakes is solved.
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

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "sudoku/lab/dice.h"
#include "sudoku/lab/filled_boxes.h"
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
      : size_(puzzle.geometry.size()),
        run_(puzzle, options),
        dice_(options.seed),
        boxes_(puzzle) {}

  MethodResult Solve() {
    Fill();
    CoolDown();
    while (boxes_.mistakes() > 0 && !run_.stopped()) {
      ++restarts_;
      run_.Restart();
      Fill();
      CoolDown();
    }
    if (boxes_.mistakes() == 0) {
      run_.Found(boxes_.grid());
      run_.GiveUp("chance cannot tell whether there is another solution");
    }
    MethodResult result = run_.Finish();
    result.counters = {{"exchanges", exchanges_}, {"restarts", restarts_}};
    return result;
  }

 private:
  void Fill() {
    boxes_.Fill(dice_);
    boxes_.Tell(run_);
  }

  void CoolDown() {
    if (boxes_.movable().empty() && boxes_.mistakes() > 0) {
      return run_.GiveUp("there are no two digits to exchange");
    }
    const uint64_t moves_in_round = boxes_.movable().size() * size_;
    for (double temperature = kFirstTemperature; temperature > kLastTemperature;
         temperature *= kCooling) {
      for (uint64_t i = 0; i < moves_in_round; ++i) {
        if (boxes_.mistakes() == 0 || !run_.Step()) return;
        Move(temperature);
      }
    }
  }

  void Move(double temperature) {
    const int cell = boxes_.movable()[dice_.Below(boxes_.movable().size())];
    const absl::Span<const int> mates = boxes_.BoxMates(cell);
    const int other = mates[dice_.Below(mates.size())];
    if (cell == other) return;
    const int mistakes_before = boxes_.mistakes();
    boxes_.Exchange(cell, other);
    const int more = boxes_.mistakes() - mistakes_before;
    if (more > 0 && dice_.Probability() >= std::exp(-more / temperature)) {
      return boxes_.Exchange(cell, other);
    }
    ++exchanges_;
    run_.Swap(cell, other);
  }

  const int size_;
  Run run_;
  Dice dice_;
  FilledBoxes boxes_;
  uint64_t exchanges_ = 0;
  uint64_t restarts_ = 0;
};

absl::Status CheckForAnnealing(const Puzzle& puzzle) {
  return CheckFilledBoxes("simulated annealing", puzzle);
}

}  // namespace

const Method kAnnealing = {.name = "annealing",
                           .title = "Simulated annealing (Lewis)",
                           .step = "an exchange considered",
                           .can_prove = false,
                           .check = CheckForAnnealing,
                           .solve = SolveOnce<Annealing>};

}  // namespace sudoku
