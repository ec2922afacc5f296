#include "sudoku/technique/steps.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/time/clock.h"

namespace sudoku {

namespace {

bool IsUsed(const TechniqueRow& row, const StepOptions& options) {
  if (row.needs_uniqueness && !options.uses_uniqueness) return false;
  return options.techniques.empty()
             ? row.is_default
             : std::find(options.techniques.begin(), options.techniques.end(),
                         row.technique) != options.techniques.end();
}

}  // namespace

std::optional<Step> NextStep(const Board& board, const StepOptions& options) {
  std::optional<Step> found;
  if (board.state().is_solved() || board.state().DeadItem().has_value()) {
    return found;
  }
  for (const TechniqueRow& row : AllTechniques()) {
    if (!IsUsed(row, options)) continue;
    VisitSteps(board, row.technique, [&](Step step) {
      found = std::move(step);
      return false;
    });
    if (found.has_value()) break;
  }
  return found;
}

Ratings Rate(Board board, const StepOptions& options) {
  Ratings ratings;
  bool has_digit = false;
  while (const std::optional<Step> step = NextStep(board, options)) {
    const TechniqueRow& row = RowOf(step->technique);
    if (ratings.steps++ == 0) ratings.first = step->rating;
    if (step->rating > ratings.hardest) {
      ratings.hardest = step->rating;
      ratings.hardest_technique = step->technique;
    }
    if (!has_digit) ratings.to_first_digit = ratings.hardest;
    has_digit = has_digit || !step->deduction.placed.empty();
    ratings.score += row.score;
    ratings.level = std::max(ratings.level, row.level);
    const auto use =
        std::find_if(ratings.uses.begin(), ratings.uses.end(),
                     [&](const auto& u) { return u.first == step->technique; });
    if (use == ratings.uses.end()) {
      ratings.uses.emplace_back(step->technique, 1);
    } else {
      ++use->second;
    }
    board.Apply(step->deduction);
    ratings.is_stopped = dlx::IsInterrupted(options.interrupter) ||
                         absl::Now() >= options.deadline;
    if (ratings.is_stopped) break;
  }
  ratings.is_solved = board.state().is_solved();
  ratings.is_dead = board.state().DeadItem().has_value();
  return ratings;
}

}  // namespace sudoku
