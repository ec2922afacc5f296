#include "dlx/engine/bit_planes/bit_planes.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/bit_planes/plane_walk.h"
#include "dlx/engine/bit_planes/planes.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace {

class BitPlanes final : public Engine {
 public:
  explicit BitPlanes(std::shared_ptr<const PlaneProblem> problem)
      : problem_(std::move(problem)), walk_(*problem_) {
    statistics_.nodes_by_depth.reserve(walk_.max_depth + 1);
    solution_.resize(problem_->primary_lanes.size());
    BitPlanes::Restart({});
  }

  void Restart(absl::Span<const OptionId> givens) override {
    givens_.assign(givens.begin(), givens.end());
    StartPlaneWalk(*problem_, givens, walk_);
    UpdateStatistics();
  }

  Step FindNext(uint64_t pause_at) override {
    const Step step = FindNextInPlanes(*problem_, pause_at, walk_);
    if (step == Step::kSolution) SaveSolution();
    UpdateStatistics();
    return step;
  }

  Turn FindNextOfTwo(Engine& other, uint64_t pause_at,
                     uint64_t other_pause_at) override {
    BitPlanes* const engines[2] = {this, static_cast<BitPlanes*>(&other)};
    PlaneWalk* const walks[2] = {&walk_, &engines[1]->walk_};
    const uint64_t pauses[2] = {pause_at, other_pause_at};
    const PlaneWalkNews news = FindNextInPlanesOfTwo(*problem_, walks, pauses);
    BitPlanes& engine = *engines[news.which];
    if (news.step == Step::kSolution) engine.SaveSolution();
    for (BitPlanes* each : engines) each->UpdateStatistics();
    return {&engine, news.step};
  }

  std::unique_ptr<Engine> Twin() const override {
    return std::make_unique<BitPlanes>(problem_);
  }

  Step Count(uint64_t pause_at, absl::uint128* count) override {
    const absl::uint128 before = walk_.count;
    const Step step = CountInPlanes(*problem_, pause_at, walk_);
    *count += walk_.count - before;
    UpdateStatistics();
    return step;
  }

  absl::Span<const OptionId> solution() const override {
    return absl::MakeConstSpan(solution_).first(solution_size_);
  }

  void SetCostCeiling(int64_t) override {}  // Not for Task::kBest.

  double FractionDone() const override {
    if (walk_.is_at_end()) return 1;
    return std::min(walk_.done, 1.0);
  }

  std::unique_ptr<Branch> GiveAway() override {
    if (walk_.height == 0 || walk_.height + walk_.current_count < 2) {
      return nullptr;
    }
    PlaneWalk::Node* const nodes = walk_.nodes.get();
    auto branch = std::make_unique<PlaneBranch>();
    branch->part = nodes[0].part;
    branch->node = nodes[0];
    branch->node.part = 1;
    std::copy_n(walk_.activity, PlaneWalk::kActivityBits, branch->activity);
    std::copy(nodes + 1, nodes + walk_.height, nodes);
    --walk_.height;
    return branch;
  }

  void StartAt(const Branch& branch) override {
    const auto& from = static_cast<const PlaneBranch&>(branch);
    StartPlaneWalk(*problem_, givens_, walk_);
    walk_.visited = walk_.visited_by_depth[0] = 0;
    walk_.current_count = 0;
    walk_.nodes[walk_.height++] = from.node;
    std::copy_n(from.activity, PlaneWalk::kActivityBits, walk_.activity);
    UpdateStatistics();
  }

 private:
  struct PlaneBranch final : Branch {
    PlaneWalk::Node node;
    Plane activity[PlaneWalk::kActivityBits];
  };

  // An item that is covered has no other option left than the one chosen: its
  // lane has one slot.
  //
  // Slot by slot it would be less code. But then nobody could foresee where the
  // lanes of a slot end, and the CPU would wait at each end.
  void SaveSolution() {
    OptionId* end = std::copy(givens_.begin(), givens_.end(), solution_.data());
    for (const auto& [word, first] : problem_->first_places) {
      uint8_t slot_of[64];
      ListSlots(walk_.solution, word, slot_of);
      uint64_t lanes = 0;  // Those with the first place of their option.
      for (size_t slot = 0; slot < kSlots; ++slot) {
        lanes |= first[slot] & walk_.solution.slots[slot].words[word];
      }
      for (lanes &= ~walk_.given.words[word]; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        *end++ = OptionId(problem_->OptionAt(64 * word + lane, slot_of[lane]));
      }
    }
    solution_size_ = end - solution_.data();
  }

  void UpdateStatistics() {
    statistics_.nodes = walk_.visited;
    statistics_.updates = walk_.rounds;
  }

  void UpdateNodesByDepth() const override {
    statistics_.nodes_by_depth.assign(
        walk_.visited_by_depth.get(),
        walk_.visited_by_depth.get() + walk_.deepest + 1);
  }

  const std::shared_ptr<const PlaneProblem> problem_;
  PlaneWalk walk_;
  std::vector<OptionId> givens_;
  // The first so many of them are the solution.
  std::vector<OptionId> solution_;
  size_t solution_size_ = 0;
};

}  // namespace

std::string TooLargeForBitPlanes(const Problem& problem) {
  if (problem.item_count() > kLanes) {
    return absl::StrCat("can do at most ", kLanes, " items, but there are ",
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
  constexpr size_t kManyItems = 64;
  return problem.item_count() >= kManyItems;
}

std::unique_ptr<Engine> MakeBitPlanes(const Problem& problem, Task,
                                      const SearchOptions& options) {
  return std::make_unique<BitPlanes>(
      std::make_shared<const PlaneProblem>(problem, options));
}

}  // namespace dlx::internal
