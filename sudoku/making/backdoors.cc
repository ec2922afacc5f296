// All sets of cells are tried, smaller ones first. A set in which some cell
// follows by singles from the clues alone is never of the smallest size: so
// those cells are filled in at the start, and are no candidates.

#include "sudoku/making/backdoors.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/candidates.h"
#include "sudoku/geometry.h"
#include "sudoku/making/singles.h"

namespace sudoku {

namespace {

class BackdoorSearcher {
 public:
  BackdoorSearcher(const Puzzle& puzzle, const Grid& solution,
                   const dlx::Limits& limits)
      : geometry_(puzzle.geometry), solution_(solution), watch_(limits) {
    State state = {puzzle.clues, Candidates(puzzle)};
    Fill(state);
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      if (state.digits[cell] == 0) cells_.push_back(cell);
    }
    start_ = std::move(state);
  }

  Backdoors Run(int most_cells) {
    for (int size = 0; size <= most_cells && result_.sets.empty(); ++size) {
      Extend(start_, 0, size);
      if (result_.was_stopped) {
        result_.sets.clear();
        break;
      }
    }
    return std::move(result_);
  }

 private:
  struct State {
    Grid digits;
    std::vector<DigitSet> candidates;
  };

  // All digits are those of the solution, so singles cannot contradict.
  void Fill(State& state) const {
    FillSingles(geometry_, state.digits, absl::MakeSpan(state.candidates));
  }

  // Adds `more` cells to the chosen ones, from the list's place `next` on.
  void Extend(const State& state, size_t next, int more) {
    if (more == 0) {
      if (state.digits.is_full()) result_.sets.push_back(chosen_);
      return;
    }
    for (size_t i = next; i < cells_.size(); ++i) {
      if (watch_.MustStop()) {
        result_.was_stopped = true;
        return;
      }
      // Already told by the others: then they are no smallest set.
      if (state.digits[cells_[i]] != 0) continue;
      State told = state;
      Place(geometry_, cells_[i], solution_[cells_[i]], told.digits,
            absl::MakeSpan(told.candidates));
      Fill(told);
      chosen_.push_back(cells_[i]);
      Extend(told, i + 1, more - 1);
      chosen_.pop_back();
    }
  }

  const Geometry& geometry_;
  const Grid& solution_;
  const dlx::LimitWatch watch_;
  State start_;
  std::vector<int> cells_;  // That singles leave empty.
  std::vector<int> chosen_;
  Backdoors result_;
};

}  // namespace

Backdoors FindBackdoors(const Puzzle& puzzle, const Grid& solution,
                        int most_cells, const dlx::Limits& limits) {
  return BackdoorSearcher(puzzle, solution, limits).Run(most_cells);
}

}  // namespace sudoku
