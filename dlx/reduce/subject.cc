#include "dlx/reduce/subject.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <utility>

#include "absl/numeric/int128.h"
#include "dlx/natural.h"
#include "dlx/statistics.h"

namespace dlx::internal {
namespace {

class OfWhole final : public Engine {
 public:
  OfWhole(std::unique_ptr<Engine> engine, std::shared_ptr<const Reduction> rest)
      : engine_(std::move(engine)), rest_(std::move(rest)) {
    statistics_.nodes = engine_->nodes();
  }

  void Restart(absl::Span<const OptionId>) override {
    engine_->Restart({});
    statistics_.nodes = engine_->nodes();
  }

  std::unique_ptr<Engine> Twin() const override {
    std::unique_ptr<Engine> twin = engine_->Twin();
    if (twin == nullptr) return nullptr;
    return std::make_unique<OfWhole>(std::move(twin), rest_);
  }

  Step FindNext(uint64_t pause_at) override {
    const Step step = engine_->FindNext(pause_at);
    statistics_.nodes = engine_->nodes();
    if (step == Step::kSolution) SaveSolution();
    return step;
  }

  Step Count(uint64_t pause_at, Natural* count) override {
    const Step step = engine_->Count(pause_at, count);
    statistics_.nodes = engine_->nodes();
    return step;
  }

  absl::Span<const OptionId> solution() const override { return solution_; }

  void SetCostCeiling(int64_t cost) override {
    constexpr absl::int128 kLeast = std::numeric_limits<int64_t>::min();
    constexpr absl::int128 kMost = std::numeric_limits<int64_t>::max();
    const absl::int128 rest = absl::int128(cost) - rest_->cost();
    engine_->SetCostCeiling(
        cost == kMost ? cost
                      : static_cast<int64_t>(std::clamp(rest, kLeast, kMost)));
  }

  int64_t LowerBound() const override {
    return WithChosen(engine_->LowerBound());
  }

  double FractionDone() const override { return engine_->FractionDone(); }
  double ExpectedPart() const override { return engine_->ExpectedPart(); }
  std::optional<LayerProgress> Layers() const override {
    return engine_->Layers();
  }
  void UseThreads(int threads) override { engine_->UseThreads(threads); }
  void SetMemoryLimit(size_t bytes) override { engine_->SetMemoryLimit(bytes); }
  size_t LeastMemoryLimit() const override {
    return engine_->LeastMemoryLimit();
  }
  bool LacksMemory() const override { return engine_->LacksMemory(); }

  std::vector<PathStep> Path() const override {
    std::vector<PathStep> path;
    for (PathStep step : engine_->Path()) {
      if (step.option.has_value()) {
        step.option = rest_->Original(*step.option);
        if (!step.option.has_value()) continue;
      }
      path.push_back(step);
    }
    return path;
  }

  std::unique_ptr<Branch> GiveAway() override {
    std::unique_ptr<Branch> branch = engine_->GiveAway();
    if (branch != nullptr)
      branch->lower_bound = WithChosen(branch->lower_bound);
    return branch;
  }

  void StartAt(const Branch& branch) override {
    engine_->StartAt(branch);
    statistics_.nodes = engine_->nodes();
  }

 private:
  int64_t WithChosen(int64_t bound) const {
    const bool is_number = bound != kNoLowerBound && bound != kNothingToFind;
    return is_number ? bound + rest_->cost() : bound;
  }

  void SaveSolution() { rest_->Lift(engine_->solution(), solution_); }

  void UpdateNodesByDepth() const override {
    statistics_ = engine_->statistics();
  }

  const std::unique_ptr<Engine> engine_;
  const std::shared_ptr<const Reduction> rest_;
  std::vector<OptionId> solution_;
};

}  // namespace

std::unique_ptr<Engine> MakeEngineOfWhole(
    std::unique_ptr<Engine> engine, std::shared_ptr<const Reduction> rest) {
  return std::make_unique<OfWhole>(std::move(engine), std::move(rest));
}

Subject WithoutDecided(const Reducer& reducer, OptionalItems optional) {
  const Problem& problem = reducer.cover().problem();
  // A copy of nearly all would not be worth its time.
  if (reducer.is_possible() &&
      reducer.cover().left() > problem.option_count() / 2) {
    return problem;
  }
  return {problem, std::make_shared<const Reduction>(reducer.Rest(optional))};
}

}  // namespace dlx::internal
