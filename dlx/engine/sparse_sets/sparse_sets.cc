#include "dlx/engine/sparse_sets/sparse_sets.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/order.h"
#include "dlx/engine/sparse_sets/failure_weights.h"
#include "dlx/engine/sparse_sets/item_choice.h"
#include "dlx/engine/sparse_sets/sets.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace sparse_sets {
namespace {

// The search starts over after so many failures, then after more by this
// factor, and so on.
constexpr double kFirstRound = 30'000;
constexpr double kLongerRound = 1.5;

class SparseSets final : public Engine {
 public:
  SparseSets(const Problem& problem, const SearchOptions& options)
      : sets_(problem,
              OrderItems(problem,
                         options.branching == Branching::kSharpPreference,
                         options.seed),
              OrderOptions(problem, options.seed)),
        is_in_order_(options.branching == Branching::kInputOrder),
        weights_(sets_.primary_count()) {
    SparseSets::Restart({});
  }

  void Restart(absl::Span<const OptionId> givens) override {
    ResetStatistics();
    sets_.Reset();
    weights_.Clear();
    levels_.clear();
    chosen_.clear();
    here_ = {};
    done_ = 0;
    failures_ = 0;
    round_ = kFirstRound;
    is_at_cover_ = has_found_ = false;
    is_exhausted_ = !ChooseGivens(givens) || !sets_.FindForcedItems();
    statistics_.updates = sets_.updates();
  }

  Step FindNext(uint64_t pause_at) override {
    const Step step = Continue(pause_at);
    if (step == Step::kSolution) {
      solution_.clear();
      for (const int32_t node : chosen_) {
        solution_.push_back(sets_.OptionOf(node));
      }
    }
    return step;
  }

  absl::Span<const OptionId> solution() const override { return solution_; }

  void SetCostCeiling(int64_t) override {}  // Not for Task::kBest.

  // Until there is a cover all may be done again.
  double FractionDone() const override {
    if (is_exhausted_) return 1;
    return has_found_ ? std::min(done_, 1.0) : 0;
  }

  std::vector<PathStep> Path() const override {
    std::vector<PathStep> path;
    for (const Level& level : levels_) {
      path.push_back({.option = sets_.OptionOf(level.node),
                      .done = level.above.excluded,
                      .branches = level.above.excluded + level.branches});
    }
    return path;
  }

 private:
  // A node of the tree, apart from what is on the levels above it.
  struct Place {
    double part = 1;  // What part of the tree is still to be searched there.
    uint32_t excluded = 0;  // How many options were excluded there.
  };
  // The choice of an option.
  struct Level {
    int32_t node;
    uint32_t branches;  // How many options its item had.
    // What there was before.
    Sets::Mark mark;
    size_t chosen;
    Place above;
  };

  bool ChooseGivens(absl::Span<const OptionId> givens);
  Step Continue(uint64_t pause_at);
  // Covers items that have one option left. False if some item has none then.
  bool Propagate();
  // Chooses one of its options. False if some item has none left then.
  bool Try(int32_t item);
  // Notes which item has no option left, and goes back. False if all is done.
  bool Fail();
  // Takes the last choice back, and excludes it. False if there is none.
  bool Backtrack();
  void StartOver();
  // Takes back that choice and those after it.
  void ReturnTo(const Level& level);

  Sets sets_;
  const bool is_in_order_;
  FailureWeights weights_;
  std::vector<Level> levels_;
  std::vector<int32_t> chosen_;  // Nodes of the givens and of all since.
  Place here_;
  double done_ = 0;        // What part of the tree is done.
  uint64_t failures_ = 0;  // Since it last started over.
  double round_ = 0;       // It starts over after so many.
  bool is_at_cover_ = false;
  bool has_found_ = false;
  bool is_exhausted_ = false;
  std::vector<OptionId> solution_;
};

bool SparseSets::ChooseGivens(absl::Span<const OptionId> givens) {
  for (const OptionId given : givens) {
    const int32_t node = sets_.PrimaryNode(given);
    if (!sets_.CanBeChosen(node)) return false;
    chosen_.push_back(node);
    if (!sets_.Choose(node)) return false;
  }
  return true;
}

Engine::Step SparseSets::Continue(uint64_t pause_at) {
  if (is_at_cover_) {
    is_at_cover_ = false;
    is_exhausted_ = !Backtrack();
  }
  while (!is_exhausted_) {
    if (!Propagate()) {
      is_exhausted_ = !Fail();
      continue;
    }
    const std::optional<int32_t> item =
        ChooseItem(sets_, weights_, is_in_order_);
    statistics_.updates = sets_.updates();
    if (!item.has_value()) {
      is_at_cover_ = has_found_ = true;
      return Step::kSolution;
    }
    if (statistics_.nodes >= pause_at) return Step::kPaused;
    if (!Try(*item)) is_exhausted_ = !Fail();
  }
  statistics_.updates = sets_.updates();
  return Step::kExhausted;
}

bool SparseSets::Propagate() {
  for (;;) {
    const int32_t node = sets_.TakeForcedNode();
    if (node < 0) return true;
    chosen_.push_back(node);
    if (!sets_.Choose(node)) return false;
  }
}

bool SparseSets::Try(int32_t item) {
  const int32_t node = sets_.NodeWithFewestCompetitors(item);
  const auto branches = static_cast<uint32_t>(sets_.NodesOf(item).size());
  levels_.push_back({.node = node,
                     .branches = branches,
                     .mark = sets_.mark(),
                     .chosen = chosen_.size(),
                     .above = here_});
  here_ = {.part = here_.part / branches};
  chosen_.push_back(node);
  CountNodes(levels_.size(), 1);
  return sets_.Choose(node);
}

bool SparseSets::Fail() {
  weights_.Note(sets_.dead_item());
  if (!Backtrack()) return false;
  if (++failures_ >= round_ && !has_found_) StartOver();
  return true;
}

bool SparseSets::Backtrack() {
  done_ += here_.part;
  if (levels_.empty()) return false;
  const Level last = levels_.back();
  ReturnTo(last);
  levels_.pop_back();
  here_.part -= here_.part / last.branches;
  ++here_.excluded;
  // All items had two options or more, so each has one left.
  sets_.Exclude(last.node);
  return true;
}

void SparseSets::StartOver() {
  failures_ = 0;
  round_ *= kLongerRound;
  if (levels_.empty()) return;
  ReturnTo(levels_[0]);
  levels_.clear();
  done_ = 1 - here_.part;
}

void SparseSets::ReturnTo(const Level& level) {
  sets_.UndoTo(level.mark);
  chosen_.resize(level.chosen);
  here_ = level.above;
}

}  // namespace
}  // namespace sparse_sets

std::string TooLargeForSparseSets(const Problem& problem) {
  constexpr size_t kMost = sparse_sets::Sets::kMaxDegree;
  if (problem.use_count() <= kMost) return "";
  return absl::StrCat("can do at most ", kMost,
                      " items in all options together, but there are ",
                      problem.use_count());
}

std::unique_ptr<Engine> MakeSparseSets(const Problem& problem, Task,
                                       const SearchOptions& options) {
  return std::make_unique<sparse_sets::SparseSets>(problem, options);
}

}  // namespace dlx::internal
