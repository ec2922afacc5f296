#include "sudoku/minimal.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "dlx/limit_watch.h"

namespace sudoku {

namespace {

// Asks one question after the other, within the limits of all of them.
class Inquiry {
 public:
  Inquiry(Solver& solver, const dlx::Limits& limits)
      : solver_(solver),
        limits_of_one_(solver.limits()),
        limits_(limits),
        start_(dlx::SteadyNow()) {}
  ~Inquiry() { solver_.SetLimits(limits_of_one_); }

  // Null if a limit was reached before. The answer is valid until the next
  // question.
  const Answer* Ask(const Puzzle& puzzle) {
    if (limits_.interrupter != nullptr && limits_.interrupter->requested()) {
      return nullptr;
    }
    dlx::Limits limits = limits_of_one_;
    limits.nodes =
        std::min(limits.nodes, limits_.nodes - std::min(limits_.nodes, nodes_));
    limits.time =
        std::min(limits.time, limits_.time - (dlx::SteadyNow() - start_));
    if (limits_.interrupter != nullptr) {
      limits.interrupter = limits_.interrupter;
    }
    if (limits.nodes == 0 || limits.time <= absl::ZeroDuration()) {
      return nullptr;
    }
    solver_.SetLimits(limits);
    const Answer& answer = solver_.Solve(puzzle);
    nodes_ += answer.nodes;
    return &answer;
  }
  Verdict VerdictOn(const Puzzle& puzzle) {
    const Answer* const answer = Ask(puzzle);
    return answer == nullptr ? Verdict::kUndecided : answer->verdict;
  }

  uint64_t nodes() const { return nodes_; }

 private:
  Solver& solver_;
  const dlx::Limits limits_of_one_;
  const dlx::Limits limits_;
  const absl::Duration start_;
  uint64_t nodes_ = 0;
};

// Takes clues away in order, with fewer questions than there are clues, and the
// same result as if it had asked about each.
//
// Several are taken away before one question. If the solution is still the only
// one, each of them could have gone in its turn. Otherwise there is another
// solution. The cells in which that differs from the right one are
// *unavoidable*: one of their clues has to stay. So the last of these, in
// order, stays if the others have gone, and nobody needs to ask.
class Remover {
 public:
  Remover(const Puzzle& puzzle, absl::Span<const int> cells, Inquiry& inquiry)
      : inquiry_(inquiry),
        decided_(puzzle),
        turn_of_(puzzle.clues.cell_count()) {
    for (const int cell : cells) {
      if (puzzle.clues[cell] == 0) continue;
      turn_of_[cell] = cells_.size();
      cells_.push_back(cell);
    }
    unavoidable_.resize(cells_.size());
  }

  const Grid& clues() const { return decided_.clues; }

  // False if a limit was reached, and clues were kept for that.
  bool Run() {
    const Answer* const answer = inquiry_.Ask(decided_);
    const bool is_known =
        answer != nullptr && answer->verdict == Verdict::kUnique;
    if (is_known) solution_ = answer->solution;
    constexpr size_t kFirstAtOnce = 16;
    bool is_complete = true;
    size_t at_once = is_known ? kFirstAtOnce : 1;
    while (turn_ < cells_.size()) {
      const Attempt attempt = TakeAway(at_once);
      if (attempt.taken == 0) {
        turn_ = attempt.end;
        continue;
      }
      const Answer* const reply = inquiry_.Ask(attempted_);
      if (reply != nullptr && reply->verdict == Verdict::kUnique) {
        decided_.clues = attempted_.clues;
        turn_ = attempt.end;
        if (is_known) at_once *= 2;
        continue;
      }
      const bool is_undecided =
          reply == nullptr || reply->verdict == Verdict::kUndecided;
      if (attempt.taken == 1) {  // That one stays.
        if (is_undecided) is_complete = false;
        turn_ = attempt.last + 1;
      } else if (is_undecided) {
        at_once = 1;
      } else {
        at_once = std::max<size_t>(at_once / 2, 2);
        NoteUnavoidable(*reply);
      }
    }
    return is_complete;
  }

 private:
  // Clues that were taken away to see what happens.
  struct Attempt {
    size_t taken = 0;  // So many,
    size_t last = 0;   // the last of them in this turn.
    size_t end = 0;    // The first turn that was not looked at.
  };

  Attempt TakeAway(size_t at_most) {
    attempted_.clues = decided_.clues;
    Attempt attempt = {.end = turn_};
    for (; attempt.end < cells_.size() && attempt.taken < at_most;
         ++attempt.end) {
      if (MustStay(attempt.end)) continue;
      attempted_.clues[cells_[attempt.end]] = 0;
      attempt.last = attempt.end;
      ++attempt.taken;
    }
    return attempt;
  }

  bool MustStay(size_t turn) const {
    return std::any_of(
        unavoidable_[turn].begin(), unavoidable_[turn].end(),
        [&](const std::vector<int>& cells) {
          return std::none_of(cells.begin(), cells.end(), [&](int cell) {
            return turn_of_[cell] != turn && attempted_.clues[cell] != 0;
          });
        });
  }

  void NoteUnavoidable(const Answer& answer) {
    const Grid& other =
        answer.solution == solution_ ? answer.second_solution : answer.solution;
    std::vector<int> cells;  // That have not gone before.
    size_t last = 0;
    for (const int cell : DifferingCells(solution_, other)) {
      if (decided_.clues[cell] == 0) continue;
      cells.push_back(cell);
      last = std::max(last, turn_of_[cell]);
    }
    unavoidable_[last].push_back(std::move(cells));
  }

  Inquiry& inquiry_;
  Puzzle decided_;  // What the turns so far have left.
  Puzzle attempted_ = decided_;
  Grid solution_;
  std::vector<int> cells_;  // Those with clues that may go, by turn.
  std::vector<size_t> turn_of_;
  size_t turn_ = 0;
  // Unavoidable cells, under the turn of the last one.
  std::vector<std::vector<std::vector<int>>> unavoidable_;
};

}  // namespace

Minimality CheckMinimal(const Puzzle& puzzle, Solver& solver,
                        const dlx::Limits& limits) {
  Inquiry inquiry(solver, limits);
  Minimality result;
  result.verdict = inquiry.VerdictOn(puzzle);
  Puzzle changed = puzzle;
  for (int cell = 0; cell < puzzle.clues.cell_count(); ++cell) {
    if (result.verdict != Verdict::kUnique) break;
    if (puzzle.clues[cell] == 0) continue;
    changed.clues[cell] = 0;
    switch (inquiry.VerdictOn(changed)) {
      case Verdict::kUnique:
        result.redundant.push_back(cell);
        break;
      case Verdict::kUndecided:
        result.undecided.push_back(cell);
        break;
      case Verdict::kNone:  // Cannot be: it has the puzzle's solution.
      case Verdict::kMultiple:
        break;
    }
    changed.clues[cell] = puzzle.clues[cell];
  }
  result.nodes = inquiry.nodes();
  return result;
}

Reduction Reduce(const Puzzle& puzzle, absl::Span<const int> cells,
                 Solver& solver, const dlx::Limits& limits) {
  Inquiry inquiry(solver, limits);
  Remover remover(puzzle, cells, inquiry);
  const bool is_complete = remover.Run();
  return {.grid = remover.clues(),
          .is_complete = is_complete,
          .nodes = inquiry.nodes()};
}

}  // namespace sudoku
