// The number of covers is the product of those of the parts. Of parts that are
// alike one is counted.
//
// When only one part is not counted yet, and no other one is like it, each of
// its covers stands for as many of the whole as the others have together: so
// branches of its tree can be left to other engines.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/natural.h"
#include "dlx/schedule/parts_engine.h"

namespace dlx::internal::parts {
namespace {

Natural Power(const Natural& base, size_t exponent) {
  Natural power = 1;
  Natural square = base;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 != 0) power *= square;
    if (exponent > 1) square *= square;
  }
  return power;
}

class Counter final : public CountsOnly<PartsEngine> {
 public:
  explicit Counter(std::shared_ptr<const Plan> plan)
      : CountsOnly(std::move(plan), /*only_models=*/true) {
    std::vector<size_t> copies(this->plan().split.parts.size());
    for (const Part& part : this->plan().split.parts) ++copies[part.model];
    for (const PartRunner& runner : runners()) {
      tallies_.push_back({copies[runner.part().model]});
    }
  }

  void Restart(absl::Span<const OptionId>) override {
    branch_of_ = nullptr;
    Forget(/*factor=*/1);
    StartAfresh();
  }

  std::unique_ptr<Engine> Twin() const override {
    return std::make_unique<Counter>(shared_plan());
  }

  Step Count(uint64_t pause_at, Natural* count) override {
    const Step step = Work(pause_at);
    Natural product = Product();
    *count += product - told_;
    told_ = std::move(product);
    return step;
  }

  double FractionDone() const override {
    return branch_of_ == nullptr ? WeightedFraction()
                                 : branch_of_->fraction_done();
  }

  std::unique_ptr<Branch> GiveAway() override {
    PartRunner* const last = LastOpen();
    if (last == nullptr || last->engine() == nullptr) return nullptr;
    if (TallyOf(*last).copies > 1) return nullptr;
    if (last->is_race()) {
      if (!last->MayShareTree()) return nullptr;
      TallyOf(*last).count = EndRace(*last);
    }
    auto branch = std::make_unique<BranchOfProduct>();
    branch->of_part = last->GiveAway();
    if (branch->of_part == nullptr) return nullptr;
    branch->runner = static_cast<size_t>(last - runners().data());
    branch->factor = factor_;
    branch->part = branch->of_part->tree->part *
                   (branch_of_ == nullptr ? last->weight() : 1);
    return branch;
  }

  void StartAt(const Branch& branch) override {
    const auto& start = static_cast<const BranchOfProduct&>(branch);
    branch_of_ = &runners()[start.runner];
    Forget(start.factor);
    StartRunnerAt(*branch_of_, *start.of_part);
  }

 private:
  struct Tally {
    size_t copies;  // How many parts are like it.
    Natural count = 0;
  };
  struct BranchOfProduct : Branch {
    size_t runner;
    Natural factor;
    std::unique_ptr<BranchOfPart> of_part;
  };

  void Forget(Natural factor) {
    for (Tally& tally : tallies_) tally.count = 0;
    factor_ = std::move(factor);
    told_ = 0;
  }

  Tally& TallyOf(const PartRunner& runner) {
    return tallies_[static_cast<size_t>(&runner - runners().data())];
  }

  // The only one that is not counted; null if there are several.
  PartRunner* LastOpen() {
    PartRunner* last = nullptr;
    for (PartRunner& runner : runners()) {
      if (runner.is_closed) continue;
      if (last != nullptr) return nullptr;
      last = &runner;
    }
    return last;
  }

  Step Work(uint64_t pause_at) {
    while (nodes() < pause_at) {
      uint64_t turn_end = pause_at;
      PartRunner* const runner = NextTurn(turn_end);
      if (runner == nullptr) return Step::kExhausted;
      Tally& tally = TallyOf(*runner);
      const Step step =
          Run(*runner, turn_end, [&](Engine& engine, uint64_t pause) {
            return engine.Count(pause, &tally.count);
          });
      if (step != Step::kExhausted) continue;
      factor_ *= Power(std::exchange(tally.count, 0), tally.copies);
      Close(*runner);
      if (factor_ > 0) continue;
      for (PartRunner& other : runners()) Close(other);
    }
    return Step::kPaused;
  }

  // Of what has been counted so far.
  Natural Product() {
    Natural product = factor_;
    for (const PartRunner& runner : runners()) {
      if (runner.is_closed) continue;
      // What a race has counted so far may be forgotten when its tree is to be
      // shared.
      if (TallyOf(runner).count == 0 || (threads() > 1 && runner.is_race())) {
        return 0;
      }
    }
    for (const PartRunner& runner : runners()) {
      if (runner.is_closed) continue;
      const Tally& tally = TallyOf(runner);
      product *= Power(tally.count, tally.copies);
    }
    return product;
  }

  std::vector<Tally> tallies_;  // Of each runner, until it is closed.
  Natural factor_ = 1;          // The product of those that are closed.
  Natural told_ = 0;            // What Count() has added so far.
  // The only runner that there is to do, if the search started at a branch.
  PartRunner* branch_of_ = nullptr;
};

}  // namespace

std::unique_ptr<Engine> MakeCounter(std::shared_ptr<const Plan> plan) {
  return std::make_unique<Counter>(std::move(plan));
}

}  // namespace dlx::internal::parts
