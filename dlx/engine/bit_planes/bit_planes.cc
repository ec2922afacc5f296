#include "dlx/engine/bit_planes/bit_planes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/bit_planes/planes.h"
#include "dlx/engine/bit_planes/walk.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace {

using ::dlx::internal::bit_planes::kLanes;
using ::dlx::internal::bit_planes::kNarrow;
using ::dlx::internal::bit_planes::kSlots;
using ::dlx::internal::bit_planes::kWide;
using ::dlx::internal::bit_planes::Layout;
using ::dlx::internal::bit_planes::LayOut;
using ::dlx::internal::bit_planes::PlaneProblem;
using ::dlx::internal::bit_planes::StepOfTwo;
using ::dlx::internal::bit_planes::Told;
using ::dlx::internal::bit_planes::Walk;

template <size_t kWords>
class BitPlanes : public Engine {
 public:
  explicit BitPlanes(std::shared_ptr<const PlaneProblem<kWords>> problem)
      : problem_(std::move(problem)), walk_(*problem_) {
    statistics_.nodes_by_depth.reserve(walk_.max_depth() + 1);
    BitPlanes::Restart({});
  }

  void Restart(absl::Span<const OptionId> givens) override {
    givens_.assign(givens.begin(), givens.end());
    walk_.Start(givens);
    UpdateStatistics();
  }

  Step FindNext(uint64_t pause_at) override {
    const Step step = walk_.FindNext(pause_at);
    if (step == Step::kSolution) SaveSolution();
    UpdateStatistics();
    return step;
  }

  Turn FindNextOfTwo(Engine& other, uint64_t pause_at,
                     uint64_t other_pause_at) override {
    BitPlanes* const engines[2] = {this, static_cast<BitPlanes*>(&other)};
    const StepOfTwo end = Walk<kWords>::FindNextOfTwo(walk_, engines[1]->walk_,
                                                      pause_at, other_pause_at);
    if (end.step == Step::kSolution) engines[end.which]->SaveSolution();
    for (BitPlanes* each : engines) each->UpdateStatistics();
    return {engines[end.which], end.step};
  }

  std::unique_ptr<Engine> Twin() const override {
    return std::make_unique<BitPlanes>(problem_);
  }

  Step Count(uint64_t pause_at, Natural* count) override {
    const Natural before = walk_.covers();
    const Step step = walk_.Count(pause_at);
    *count += walk_.covers() - before;
    UpdateStatistics();
    return step;
  }

  absl::Span<const OptionId> solution() const override { return solution_; }

  void TakeSolution(std::vector<OptionId>& to) override {
    to.swap(solution_);  // If both are of a size, no element is made anew.
  }

  void SetCostCeiling(int64_t) override {}  // Not for Task::kBest.

  double FractionDone() const override {
    return walk_.is_at_end() ? 1 : std::min(walk_.part_done(), 1.0);
  }

  std::vector<PathStep> Path() const override { return walk_.PathFromRoot(); }

  std::unique_ptr<Branch> GiveAway() override { return walk_.GiveAway(); }

  void StartAt(const Branch& branch) override {
    walk_.StartAt(givens_,
                  static_cast<const typename Walk<kWords>::Branch&>(branch));
    UpdateStatistics();
  }

 protected:
  Walk<kWords>& walk() { return walk_; }
  void UpdateStatistics() {
    statistics_.nodes = walk_.nodes();
    statistics_.updates = walk_.rounds();
  }

 private:
  void SaveSolution() {
    solution_.assign(givens_.begin(), givens_.end());
    walk_.AppendSolution(solution_);
  }

  void UpdateNodesByDepth() const override {
    const absl::Span<const uint64_t> by_depth = walk_.nodes_by_depth();
    statistics_.nodes_by_depth.assign(by_depth.begin(), by_depth.end());
  }

  const std::shared_ptr<const PlaneProblem<kWords>> problem_;
  Walk<kWords> walk_;
  std::vector<OptionId> givens_;
  std::vector<OptionId> solution_;
};

template <size_t kWords>
class TellingPlanes final : public CountsOnly<BitPlanes<kWords>> {
 public:
  TellingPlanes(const Problem& problem, const SearchOptions& options,
                const Layout& layout, std::vector<ItemId>& branched_on)
      : CountsOnly<BitPlanes<kWords>>(
            std::make_shared<const PlaneProblem<kWords>>(problem, options,
                                                         layout)),
        items_(kLanes<kWords>),
        branched_on_(branched_on) {
    for (uint32_t i = 0; i < problem.item_count(); ++i) {
      items_[layout.lanes[i]] = ItemId(i);
    }
  }

  // Sets *count to what was counted so far.
  Engine::Step Count(uint64_t pause_at, Natural* count) override {
    const Told told = this->walk().Tell(pause_at, absl::MakeSpan(lanes_));
    for (size_t i = 0; i < told.count; ++i) {
      branched_on_.push_back(items_[lanes_[i]]);
    }
    *count = this->walk().covers();
    this->UpdateStatistics();
    return told.step;
  }

 private:
  std::vector<ItemId> items_;                                     // By lane.
  std::vector<uint16_t> lanes_ = std::vector<uint16_t>(1 << 14);  // Scratch.
  std::vector<ItemId>& branched_on_;
};

template <size_t kWords>
std::unique_ptr<Engine> MakeTelling(const Problem& problem,
                                    const SearchOptions& options,
                                    std::vector<ItemId>& branched_on) {
  Layout layout = *LayOut(problem, options, kWords);
  // That of a certificate.
  layout.options = OrderOptions(problem, std::nullopt);
  return std::make_unique<TellingPlanes<kWords>>(problem, options, layout,
                                                 branched_on);
}

template <size_t kWords>
std::unique_ptr<Engine> Make(const Problem& problem,
                             const SearchOptions& options,
                             const Layout& layout) {
  return std::make_unique<BitPlanes<kWords>>(
      std::make_shared<const PlaneProblem<kWords>>(problem, options, layout));
}

}  // namespace

std::string TooLargeForBitPlanes(const Problem& problem) {
  constexpr size_t kMost = kLanes<kWide>;
  if (problem.item_count() > kMost) {
    return absl::StrCat("can do at most ", kMost, " items, but there are ",
                        problem.item_count());
  }
  std::vector<size_t> slots(problem.item_count());
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (!problem.is_primary(ItemId(i))) slots[i] = 1;  // Not to cover it.
  }
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      if (++slots[use.item.value()] <= kSlots) continue;
      const bool primary = problem.is_primary(use.item);
      return absl::StrCat("can do at most ", primary ? kSlots : kSlots - 1,
                          " options for a ", primary ? "primary" : "secondary",
                          " item, but there are more for item \"",
                          problem.item_name(use.item), "\"");
    }
  }
  return "";
}

bool SuitsBitPlanes(const Problem& problem) {
  // With fewer items there is little to gain from looking at all at once.
  // Secondary ones do not count: the search does not branch on them, and in
  // colourings most items are secondary.
  constexpr size_t kManyItems = 64;
  return problem.primary_count() >= kManyItems;
}

std::unique_ptr<Engine> MakeBitPlanes(const Problem& problem, Task,
                                      const SearchOptions& options) {
  const std::optional<Layout> narrow = LayOut(problem, options, kNarrow);
  if (narrow.has_value()) return Make<kNarrow>(problem, options, *narrow);
  return Make<kWide>(problem, options, *LayOut(problem, options, kWide));
}

std::unique_ptr<Engine> MakeTellingBitPlanes(const Problem& problem,
                                             const SearchOptions& options,
                                             std::vector<ItemId>& branched_on) {
  // Where all items have lanes.
  return problem.item_count() <= kLanes<kNarrow>
             ? MakeTelling<kNarrow>(problem, options, branched_on)
             : MakeTelling<kWide>(problem, options, branched_on);
}

}  // namespace dlx::internal
