#include "dlx/run/remainder.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <limits>
#include <utility>

#include "absl/numeric/int128.h"
#include "dlx/natural.h"
#include "dlx/run/forced_options.h"
#include "dlx/statistics.h"

namespace dlx::internal {
namespace {

class OfWhole final : public Engine {
 public:
  OfWhole(std::unique_ptr<Engine> engine,
          std::shared_ptr<const Remainder> remainder)
      : engine_(std::move(engine)),
        remainder_(std::move(remainder)),
        solution_(remainder_->chosen().begin(), remainder_->chosen().end()) {
    statistics_.nodes = engine_->nodes();
  }

  void Restart(absl::Span<const OptionId>) override {
    engine_->Restart({});
    statistics_.nodes = engine_->nodes();
  }

  std::unique_ptr<Engine> Twin() const override {
    std::unique_ptr<Engine> twin = engine_->Twin();
    if (twin == nullptr) return nullptr;
    return std::make_unique<OfWhole>(std::move(twin), remainder_);
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
    const absl::int128 rest = absl::int128(cost) - remainder_->cost();
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

  std::vector<PathStep> Path() const override {
    std::vector<PathStep> path;
    for (PathStep step : engine_->Path()) {
      if (step.option.has_value()) {
        step.option = remainder_->Original(*step.option);
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
    return is_number ? bound + remainder_->cost() : bound;
  }

  void SaveSolution() {
    solution_.resize(remainder_->chosen().size());
    for (const OptionId option : engine_->solution()) {
      if (const std::optional<OptionId> original =
              remainder_->Original(option)) {
        solution_.push_back(*original);
      }
    }
  }

  void UpdateNodesByDepth() const override {
    statistics_ = engine_->statistics();
  }

  const std::unique_ptr<Engine> engine_;
  const std::shared_ptr<const Remainder> remainder_;
  std::vector<OptionId> solution_;  // Begins with what is chosen.
};

}  // namespace

Remainder::Remainder(const PartialCover& cover)
    : chosen_(cover.chosen().begin(), cover.chosen().end()),
      cost_(cover.problem().TotalCost(chosen_)) {
  const Problem& whole = cover.problem();
  ProblemBuilder builder;
  if (cover.is_dead()) {
    builder.AddPrimary("contradiction");
    problem_ = *std::move(builder).Build();
    return;
  }
  constexpr ItemId kNotThere(std::numeric_limits<uint32_t>::max());
  std::vector<ItemId> numbers(whole.item_count(), kNotThere);
  for (uint32_t i = 0; i < whole.item_count(); ++i) {
    const ItemId item(i);
    if (cover.left(item) == 0) continue;
    if (whole.is_primary(item)) {
      numbers[i] = builder.AddPrimary(
          whole.item_name(item),
          {cover.missing(item),
           whole.multiplicity(item).high - cover.covered(item)});
    } else if (cover.covered(item) == 0) {
      numbers[i] = builder.AddSecondary(whole.item_name(item));
    } else {
      continue;  // All that is left goes together with its colour.
    }
    items_.push_back(item);
  }
  for (uint32_t color = 1; color <= whole.color_count(); ++color) {
    builder.AddColor(whole.color_name(ColorId(color)));
  }
  std::vector<ItemUse> uses;
  for (uint32_t k = 0; k < whole.option_count(); ++k) {
    if (!cover.is_left(OptionId(k))) continue;
    uses.clear();
    for (const ItemUse& use : whole.option(OptionId(k))) {
      const ItemId item = numbers[use.item.value()];
      if (item != kNotThere) uses.emplace_back(item, use.color);
    }
    builder.AddOption(uses, whole.cost(OptionId(k)));
    original_.emplace_back(k);
  }
  if (original_.empty()) builder.AddOption({builder.AddPrimary("end")});
  problem_ = *std::move(builder).Build();
}

SearchOptions Remainder::OptionsFrom(const SearchOptions& of_whole) const {
  SearchOptions options = of_whole;
  options.givens.clear();
  options.item_order.clear();
  if (of_whole.item_order.empty() || original_.empty()) return options;
  for (const ItemId item : of_whole.item_order) {
    const auto it = std::lower_bound(
        items_.begin(), items_.end(), item,
        [](ItemId a, ItemId b) { return a.value() < b.value(); });
    if (it != items_.end() && *it == item) {
      options.item_order.emplace_back(
          static_cast<uint32_t>(it - items_.begin()));
    }
  }
  return options;
}

std::unique_ptr<Engine> MakeEngineOfWhole(
    std::unique_ptr<Engine> engine,
    std::shared_ptr<const Remainder> remainder) {
  return std::make_unique<OfWhole>(std::move(engine), std::move(remainder));
}

Subject WithoutForcedOptions(const Problem& problem,
                             absl::Span<const OptionId> givens) {
  PartialCover cover(problem);
  const bool is_possible = ChooseForcedOptions(givens, cover);
  // A copy of nearly all would not be worth its time.
  if (is_possible && cover.left() > problem.option_count() / 2) return problem;
  if (!is_possible && !cover.is_dead()) return problem;  // Givens clash.
  return {problem, std::make_shared<const Remainder>(cover)};
}

}  // namespace dlx::internal
