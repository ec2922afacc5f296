// A genetic algorithm: grids are bred (Mantere and Koljonen 2007).
//
// A generation is some dozens of full grids whose boxes are right (sudoku/lab/
// filled_boxes.h). The fewer mistakes a grid has, the likelier it is to have
// children: of a few grids that are drawn at random, the best becomes a parent.
// A child takes each box from one of its two parents, whole, so that boxes stay
// right; then, by chance, two digits change places in some of its boxes.
//
//     mother  A B C     father  a b c     child  A b C
//             D E F             d e f            d e F'   (a mutation)
//             G H I             g h i            g H i
//
// Then it grows up: it tries some exchanges of two digits within a box, at
// random, and keeps those that make no more mistakes. (With that, what is bred
// is called a memetic algorithm. Without it, hardly any puzzle is solved.)
//
// The best grids live on beside the children, so the best one never gets worse.
// When it has not got better for many generations, they have all become alike,
// and everything begins anew.
//
// Boxes that are right by themselves have to be so together, too, and half of a
// good grid does not go with half of another: Sudoku is not what this is good
// at. It is here because it is in every list of ways to solve one. It tells an
// observer the best grid of each generation.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "sudoku/grid.h"
#include "sudoku/lab/dice.h"
#include "sudoku/lab/filled_boxes.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

constexpr size_t kPopulation = 60;
constexpr size_t kSurvivors = 12;
// Of so many that are drawn, the best becomes a parent.
constexpr size_t kTournament = 3;
// Of a box.
constexpr double kMutation = 0.12;
// Exchanges that a child tries.
constexpr int kTrials = 40;
// So many generations without a better grid are enough.
constexpr uint64_t kPatienceOfGenerations = 300;

class Genetic {
 public:
  Genetic(const Puzzle& puzzle, const MethodOptions& options)
      : run_(puzzle, options),
        dice_(options.seed),
        boxes_(puzzle),
        shown_(puzzle.clues) {}

  MethodResult Solve() {
    BeginAnew();
    while (best_mistakes_ > 0 && !run_.stopped()) {
      if (boxes_.movable().empty()) {
        run_.GiveUp("there are no two digits to exchange");
      } else if (generations_ - last_success_ >= kPatienceOfGenerations) {
        ++restarts_;
        run_.Restart();
        BeginAnew();
      } else {
        NextGeneration();
      }
    }
    if (best_mistakes_ == 0) {
      run_.Found(shown_);
      run_.GiveUp("chance cannot tell whether there is another solution");
    }
    MethodResult result = run_.Finish();
    result.counters = {{"generations", generations_}, {"restarts", restarts_}};
    return result;
  }

 private:
  struct Individual {
    Grid grid;
    int mistakes;
  };

  // The first grid is told to who watches; the others only if they are better.
  void BeginAnew() {
    population_.clear();
    while (population_.size() < kPopulation) {
      boxes_.Fill(dice_);
      population_.push_back({boxes_.grid(), boxes_.mistakes()});
      if (population_.size() > 1) continue;
      boxes_.Tell(run_);
      shown_ = boxes_.grid();
      best_mistakes_ = boxes_.mistakes();
    }
    last_success_ = generations_;
    Rank();
  }

  void NextGeneration() {
    ++generations_;
    std::vector<Individual> next(population_.begin(),
                                 population_.begin() + kSurvivors);
    while (next.size() < kPopulation) {
      if (!run_.Step()) return;
      // One after the other: the order decides which dice are thrown for whom,
      // and compilers differ about that of arguments.
      const Individual& father = Parent();
      const Individual& mother = Parent();
      next.push_back(Child(mother, father));
    }
    population_ = std::move(next);
    Rank();
  }

  // Sorts the population, and takes note if there is a better grid than ever.
  void Rank() {
    std::stable_sort(population_.begin(), population_.end(),
                     [](const Individual& a, const Individual& b) {
                       return a.mistakes < b.mistakes;
                     });
    const Individual& best = population_.front();
    if (best.mistakes >= best_mistakes_) return;
    best_mistakes_ = best.mistakes;
    last_success_ = generations_;
    Show(best.grid);
  }

  const Individual& Parent() {
    size_t best = kPopulation;
    for (size_t i = 0; i < kTournament; ++i) {
      // They are sorted.
      best = std::min(best, dice_.Below(kPopulation));
    }
    return population_[best];
  }

  Individual Child(const Individual& mother, const Individual& father) {
    Grid grid = mother.grid;
    for (size_t box = 0; box < boxes_.box_count(); ++box) {
      const absl::Span<const int> cells = boxes_.CellsOfBox(box);
      if (dice_.Below(2) == 1) {
        for (const int cell : cells) grid[cell] = father.grid[cell];
      }
      if (cells.size() < 2 || dice_.Probability() >= kMutation) continue;
      const int cell = cells[dice_.Below(cells.size())];
      const int other = cells[dice_.Below(cells.size())];
      std::swap(grid[cell], grid[other]);
    }
    boxes_.SetGrid(grid);
    GrowUp();
    return {boxes_.grid(), boxes_.mistakes()};
  }

  void GrowUp() {
    for (int i = 0; i < kTrials && boxes_.mistakes() > 0; ++i) {
      const absl::Span<const int> movable = boxes_.movable();
      const int cell = movable[dice_.Below(movable.size())];
      const absl::Span<const int> mates = boxes_.BoxMates(cell);
      const int other = mates[dice_.Below(mates.size())];
      if (cell == other) continue;
      const int mistakes = boxes_.mistakes();
      boxes_.Exchange(cell, other);
      if (boxes_.mistakes() > mistakes) boxes_.Exchange(cell, other);
    }
  }

  // Tells how the grid that is shown becomes that one: in each box, digit by
  // digit, by exchanges.
  void Show(const Grid& grid) {
    for (size_t box = 0; box < boxes_.box_count(); ++box) {
      for (const int cell : boxes_.CellsOfBox(box)) {
        if (shown_[cell] == grid[cell]) continue;
        for (const int other : boxes_.CellsOfBox(box)) {
          if (shown_[other] != grid[cell]) continue;
          std::swap(shown_[cell], shown_[other]);
          run_.Swap(cell, other);
          break;
        }
      }
    }
  }

  Run run_;
  Dice dice_;
  FilledBoxes boxes_;
  std::vector<Individual> population_;  // The best ones first.
  Grid shown_;                          // The best one of all, as it was told.
  int best_mistakes_ = 0;
  uint64_t generations_ = 0;
  uint64_t last_success_ = 0;
  uint64_t restarts_ = 0;
};

absl::Status CheckForGenetic(const Puzzle& puzzle) {
  return CheckFilledBoxes("the genetic algorithm", puzzle);
}

}  // namespace

const Method kGenetic = {.name = "genetic",
                         .title = "A genetic algorithm (Mantere, Koljonen)",
                         .step = "a grid bred",
                         .can_prove = false,
                         .check = CheckForGenetic,
                         .solve = SolveOnce<Genetic>};

}  // namespace sudoku
