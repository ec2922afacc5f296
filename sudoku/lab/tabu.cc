// Tabu search: always the best move, but never back (Glover 1986).
//
// It works on the same grids as simulated annealing (sudoku/lab/filled_boxes.h)
// and throws dice to begin with, but then goes about it in another way. In each
// round it considers all exchanges of two digits within a box of which at least
// one is a mistake, and makes the one that leaves the fewest mistakes, be they
// more than before. That alone would soon go to and fro between two grids; so
// what has been exchanged is *tabu* for some rounds:
//
//     mistakes   9   7   4   5   5   3   ...
//                        |   |
//                        |   the best exchange there is makes things worse
//                        and to take it back is forbidden
//
// There is one exception: an exchange that leaves fewer mistakes than there
// ever were is always welcome. If none such comes for many rounds, the search
// starts over with another random grid.
//
// Each round looks at a few hundred exchanges for one that it makes, where
// annealing looks at a few dozen; but it goes straight for the valleys. Like
// annealing, it finds solutions and proves nothing.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "sudoku/lab/dice.h"
#include "sudoku/lab/filled_boxes.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

// An exchange is tabu for kLeastTenure rounds and, by chance, up to
// kMoreTenure - 1 more.
constexpr uint64_t kLeastTenure = 5;
constexpr size_t kMoreTenure = 10;
// So many rounds without a new best grid are enough.
constexpr uint64_t kPatience = 2'000;

class Tabu {
 public:
  Tabu(const Puzzle& puzzle, const MethodOptions& options)
      : run_(puzzle, options),
        dice_(options.seed),
        boxes_(puzzle),
        cell_count_(static_cast<size_t>(puzzle.geometry.cell_count())),
        tabu_until_(cell_count_ * cell_count_) {}

  MethodResult Solve() {
    Fill();
    if (boxes_.movable().empty() && boxes_.mistakes() > 0) {
      run_.GiveUp("there are no two digits to exchange");
    }
    Improve();
    while (boxes_.mistakes() > 0 && !run_.stopped()) {
      ++restarts_;
      run_.Restart();
      Fill();
      Improve();
    }
    if (boxes_.mistakes() == 0) {
      run_.Found(boxes_.grid());
      run_.GiveUp("chance cannot tell whether there is another solution");
    }
    MethodResult result = run_.Finish();
    result.counters = {{"exchanges", rounds_}, {"restarts", restarts_}};
    return result;
  }

 private:
  void Fill() {
    boxes_.Fill(dice_);
    boxes_.Tell(run_);
  }

  struct Exchange {
    int cell = -1;
    int other = -1;
    int mistakes = std::numeric_limits<int>::max();
  };

  // Goes on until the grid is right, or patience is at its end.
  void Improve() {
    fewest_ = boxes_.mistakes();
    std::fill(tabu_until_.begin(), tabu_until_.end(), uint64_t{0});
    uint64_t last_success = rounds_;
    while (boxes_.mistakes() > 0 && rounds_ - last_success < kPatience) {
      const Exchange best = BestExchange();
      if (run_.stopped()) return;
      ++rounds_;
      // Everything may be tabu.
      if (best.cell < 0) continue;
      Make(best);
      if (boxes_.mistakes() >= fewest_) continue;
      fewest_ = boxes_.mistakes();
      last_success = rounds_;
    }
  }

  // Of equally good ones, any: the first would lead in circles.
  Exchange BestExchange() {
    Exchange best;
    size_t equals = 0;
    for (size_t box = 0; box < boxes_.box_count(); ++box) {
      const absl::Span<const int> cells = boxes_.CellsOfBox(box);
      for (size_t i = 0; i < cells.size(); ++i) {
        const bool is_wrong = boxes_.IsWrong(cells[i]);
        for (size_t j = i + 1; j < cells.size(); ++j) {
          if (!is_wrong && !boxes_.IsWrong(cells[j])) continue;
          if (!run_.Step()) return best;
          const Exchange exchange = Consider(cells[i], cells[j]);
          if (exchange.mistakes > best.mistakes || exchange.cell < 0) continue;
          equals = exchange.mistakes < best.mistakes ? 1 : equals + 1;
          if (dice_.Below(equals) == 0) best = exchange;
        }
      }
    }
    return best;
  }

  // What it would leave; no exchange if it is tabu.
  Exchange Consider(int cell, int other) {
    boxes_.Exchange(cell, other);
    const int mistakes = boxes_.mistakes();
    boxes_.Exchange(cell, other);
    if (TabuUntil(cell, other) > rounds_ && mistakes >= fewest_) return {};
    return {.cell = cell, .other = other, .mistakes = mistakes};
  }

  void Make(const Exchange& exchange) {
    boxes_.Exchange(exchange.cell, exchange.other);
    run_.Swap(exchange.cell, exchange.other);
    TabuUntil(exchange.cell, exchange.other) =
        rounds_ + kLeastTenure + dice_.Below(kMoreTenure);
  }

  // The round from which on these two may be exchanged. REQUIRES: cell < other.
  uint64_t& TabuUntil(int cell, int other) {
    return tabu_until_[static_cast<size_t>(cell) * cell_count_ + other];
  }

  Run run_;
  Dice dice_;
  FilledBoxes boxes_;
  const size_t cell_count_;
  std::vector<uint64_t> tabu_until_;
  int fewest_ = 0;  // Mistakes since the last restart.
  uint64_t rounds_ = 0;
  uint64_t restarts_ = 0;
};

absl::Status CheckForTabu(const Puzzle& puzzle) {
  return CheckFilledBoxes("tabu search", puzzle);
}

}  // namespace

const Method kTabu = {.name = "tabu",
                      .title = "Tabu search",
                      .step = "an exchange considered",
                      .can_prove = false,
                      .check = CheckForTabu,
                      .solve = SolveOnce<Tabu>};

}  // namespace sudoku
