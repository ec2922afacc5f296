#include "sudoku/technique/steps.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "sudoku/candidates.h"
#include "sudoku/rules/rule_model.h"
#include "sudoku/technique/explainer.h"

namespace sudoku {

namespace {

using enum Technique;

// Sorted by HoDoKu's level and score.
const std::vector<TechniqueRow>& ByScore() {
  static const auto* const rows = [] {
    auto* sorted = new std::vector<TechniqueRow>(AllTechniques().begin(),
                                                 AllTechniques().end());
    std::stable_sort(sorted->begin(), sorted->end(),
                     [](const TechniqueRow& a, const TechniqueRow& b) {
                       return std::pair(a.level, a.score) <
                              std::pair(b.level, b.score);
                     });
    return sorted;
  }();
  return *rows;
}

// The techniques that are used, in their order.
std::vector<Technique> TechniquesOf(const StepOptions& options) {
  std::vector<Technique> techniques = options.techniques;
  if (techniques.empty()) {
    for (const TechniqueRow& row : options.order == StepOrder::kHodoku
                                       ? absl::MakeConstSpan(ByScore())
                                       : AllTechniques()) {
      if (row.is_default) techniques.push_back(row.technique);
    }
  }
  if (!options.uses_uniqueness || options.rules_of != nullptr) {
    std::erase_if(techniques, [](Technique technique) {
      return RowOf(technique).needs_uniqueness;
    });
  }
  return techniques;
}

bool IsOver(const StepOptions& options) {
  return dlx::IsInterrupted(options.interrupter) ||
         absl::Now() >= options.deadline;
}

std::optional<Step> ExplainerStep(const Board& board,
                                  const StepOptions& options) {
  return NextExplainerStep(board, {.memory = options.memory.get(),
                                   .is_over = [&] { return IsOver(options); }});
}

bool IsExplained(const Board& board, const StepOptions& options) {
  return options.order == StepOrder::kExplainer &&
         options.rules_of == nullptr && IsForExplainer(board.geometry());
}

// The puzzle as far as it is solved, without its rules.
Puzzle WithoutRules(const Board& board, const Puzzle& puzzle) {
  Puzzle bare(puzzle.geometry, board.grid());
  bare.candidates = Candidates(bare);
  for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
    if (board.is_open(cell)) bare.candidates[cell] = board.candidates(cell);
  }
  return bare;
}

// What each rule leaves of the candidates, those that leave less than there
// are.
bool VisitRules(const Board& board, const StepOptions& options,
                VisitStep visit) {
  if (options.rules_of == nullptr) return true;
  Puzzle one = WithoutRules(board, *options.rules_of);
  for (const Rule& rule : options.rules_of->rules) {
    if (IsOver(options)) return false;
    one.rules = {rule};
    absl::StatusOr<RuleModel> model = RuleModel::Create(one, one.candidates);
    // A rule that is too large by itself says nothing here.
    if (!model.ok()) continue;
    Step step{.technique = kRule,
              .rating = RowOf(kRule).rating,
              .deduction = {.kind = dlx::Deduction::Kind::kBaseAndCover},
              .rule = &rule};
    const std::vector<DigitSet> left = model->Candidates();
    for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
      for (DigitSet out = board.candidates(cell) & ~left[cell]; out != 0;
           out &= out - 1) {
        step.deduction.removed.push_back(
            board.option(cell, std::countr_zero(out) + 1));
      }
    }
    if (step.deduction.removed.empty()) continue;
    if (!visit(std::move(step))) return false;
  }
  return true;
}

// Calls `take` with each step, and takes it.
template <typename Take>
void TakeSteps(Board& board, StepOptions options, Ratings& ratings, Take take) {
  options.memory = NewStepMemory();
  while (const std::optional<Step> step = NextStep(board, options)) {
    take(*step);
    board.Apply(step->deduction);
  }
  ratings.is_stopped = IsOver(options);
}

class HardestSteps {
 public:
  explicit HardestSteps(Ratings& ratings) : ratings_(ratings) {
    ratings.hardest = ratings.to_first_digit = ratings.first = 0;
    ratings.hardest_technique.reset();
    ratings.has_digit = false;
  }

  void Add(const Step& step) {
    if (ratings_.first == 0) ratings_.first = step.rating;
    if (step.rating > ratings_.hardest) {
      ratings_.hardest = step.rating;
      ratings_.hardest_technique = step.technique;
    }
    if (!ratings_.has_digit) ratings_.to_first_digit = ratings_.hardest;
    if (!step.deduction.placed.empty()) ratings_.has_digit = true;
  }

 private:
  Ratings& ratings_;
};

void CountUse(Technique technique, Ratings& ratings) {
  const auto use =
      std::find_if(ratings.uses.begin(), ratings.uses.end(),
                   [&](const auto& u) { return u.first == technique; });
  if (use == ratings.uses.end()) {
    ratings.uses.emplace_back(technique, 1);
  } else {
    ++use->second;
  }
}

}  // namespace

int ScoreOf(Technique technique, const StepOptions& options) {
  const auto own =
      std::find_if(options.scores.begin(), options.scores.end(),
                   [&](const auto& score) { return score.first == technique; });
  return own != options.scores.end() ? own->second : RowOf(technique).score;
}

std::optional<Step> NextStep(const Board& board, const StepOptions& options) {
  std::optional<Step> found;
  if (IsOver(options)) return found;
  if (IsExplained(board, options)) return ExplainerStep(board, options);
  if (board.state().is_solved() || board.is_dead()) {
    return found;
  }
  const auto take = [&](Step step) {
    found = std::move(step);
    return false;
  };
  if (options.rules_of != nullptr) {
    for (const Technique single :
         {kFullHouse, kHiddenSingleInBox, kHiddenSingleInLine, kNakedSingle}) {
      if (!found.has_value()) VisitSteps(board, single, take);
    }
    if (!found.has_value()) VisitRules(board, options, take);
  }
  for (const Technique technique : TechniquesOf(options)) {
    if (found.has_value() || IsOver(options)) break;
    VisitSteps(board, technique, take, options.memory.get());
  }
  return found;
}

bool VisitAllSteps(const Board& board, const StepOptions& options,
                   VisitStep visit) {
  if (IsExplained(board, options)) {
    std::optional<Step> step = ExplainerStep(board, options);
    return !step.has_value() || visit(*std::move(step));
  }
  if (!VisitRules(board, options, visit)) return false;
  for (const Technique technique : TechniquesOf(options)) {
    const bool goes_on = VisitSteps(board, technique, [&](Step step) {
      return visit(std::move(step)) && !IsOver(options);
    });
    if (!goes_on || IsOver(options)) return false;
  }
  return true;
}

Ratings Rate(Board board, const StepOptions& options) {
  Ratings ratings;
  Board copy = board;
  {
    HardestSteps hardest(ratings);
    TakeSteps(board, options, ratings, [&](const Step& step) {
      const TechniqueRow& row = RowOf(step.technique);
      ++ratings.steps;
      hardest.Add(step);
      ratings.score += ScoreOf(step.technique, options);
      ratings.level = std::max(ratings.level, row.level);
      CountUse(step.technique, ratings);
    });
  }
  ratings.is_solved = board.state().is_solved();
  ratings.is_dead = board.is_dead();
  ratings.is_rated = ratings.is_solved;
  ratings.is_explained = IsExplained(board, options);
  if (options.order != StepOrder::kEasiest || !options.uses_uniqueness ||
      !options.techniques.empty() || options.rules_of != nullptr ||
      ratings.is_stopped || !IsForExplainer(board.geometry())) {
    return ratings;
  }
  ratings.is_explained = true;
  StepOptions explainer = options;
  explainer.order = StepOrder::kExplainer;
  HardestSteps hardest(ratings);
  TakeSteps(copy, explainer, ratings,
            [&](const Step& step) { hardest.Add(step); });
  ratings.is_rated = copy.state().is_solved();
  return ratings;
}

}  // namespace sudoku
