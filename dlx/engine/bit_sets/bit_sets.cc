#include "dlx/engine/bit_sets/bit_sets.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/engine/bit_sets/set_stage.h"
#include "dlx/engine/bit_sets/set_walk.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace {

class BitSets final : public Engine {
 public:
  BitSets(const Problem& problem, const SearchOptions& options)
      : problem_(problem, options), walk_(problem_) {
    statistics_.nodes_by_depth.reserve(problem_.primary_count() + 2);
    solution_.reserve(problem_.primary_count());
    BitSets::Restart({});
  }

  void Restart(absl::Span<const OptionId> givens) override {
    givens_.assign(givens.begin(), givens.end());
    StartSetWalk(givens, walk_);
    part_given_away_ = 0;
    UpdateStatistics();
  }

  Step FindNext(uint64_t pause_at) override {
    const Step step = ContinueSetWalk(pause_at, /*counting=*/false, walk_);
    if (step == Step::kSolution) SaveSolution();
    UpdateStatistics();
    return step;
  }

  Step Count(uint64_t pause_at, absl::uint128* count) override {
    const uint64_t before = walk_.solutions;
    const Step step = ContinueSetWalk(pause_at, /*counting=*/true, walk_);
    *count += walk_.solutions - before;
    UpdateStatistics();
    return step;
  }

  absl::Span<const OptionId> solution() const override { return solution_; }

  void SetCostCeiling(int64_t) override {}  // Not for Task::kBest.

  double FractionDone() const override {
    if (walk_.stage_count == 0) return 1;
    double done = 0;
    double part = 1;
    for (size_t i = 0; i < walk_.stage_count; ++i) {
      SetStage& stage = *walk_.stages[i];
      for (size_t level = 0; level < stage.height; ++level) {
        const uint32_t branches = stage.choices[level].branches;
        uint32_t untried = 0;
        for (size_t w = 0; w < stage.words; ++w) {
          untried += std::popcount(stage.choice_untried(level)[w]);
        }
        part /= branches;
        // The option that is being tried is not done yet.
        if (untried < branches) done += part * (branches - untried - 1);
      }
    }
    return done - part_given_away_;
  }

  std::unique_ptr<Branch> GiveAway() override {
    double part = 1;
    for (size_t i = 0; i < walk_.stage_count; ++i) {
      SetStage& stage = *walk_.stages[i];
      // The top level of all keeps what it has: no option of it is being tried.
      const size_t end = stage.height - (i + 1 == walk_.stage_count ? 1 : 0);
      for (size_t level = 0; level < end; ++level) {
        part /= stage.choices[level].branches;
        uint64_t* const untried = stage.choice_untried(level);
        auto branch = std::make_unique<SetBranch>();
        for (size_t w = 0; w < stage.words; ++w) {
          for (uint64_t bits = std::exchange(untried[w], 0); bits != 0;
               bits &= bits - 1) {
            branch->options.push_back(
                stage.options[64 * w + std::countr_zero(bits)]);
          }
        }
        if (branch->options.empty()) continue;
        branch->part = part * branch->options.size();
        part_given_away_ += branch->part;  // It seems to be done.
        branch->path.assign(walk_.path.get(),
                            walk_.path.get() + stage.choices[level].depth);
        return branch;
      }
    }
    return nullptr;
  }

  void StartAt(const Branch& branch) override {
    const auto& from = static_cast<const SetBranch&>(branch);
    StartSetWalkAt(givens_, from.path, from.options, walk_);
    part_given_away_ = 0;
    UpdateStatistics();
  }

 private:
  // The choice between some options of an item, where a path ends.
  struct SetBranch final : Branch {
    std::vector<uint32_t> path;
    std::vector<uint32_t> options;
  };

  void SaveSolution() {
    solution_.assign(givens_.begin(), givens_.end());
    for (uint32_t i = 0; i < walk_.path_length; ++i) {
      solution_.push_back(problem_.option_id(walk_.path[i]));
    }
  }

  void UpdateStatistics() {
    statistics_.nodes = walk_.visited;
    statistics_.updates = walk_.words_seen;
  }

  void UpdateNodesByDepth() const override {
    const uint64_t* const by_depth = walk_.visited_by_depth.get();
    const uint64_t* end = by_depth + problem_.primary_count() + 1;
    while (end != by_depth && end[-1] == 0) --end;
    statistics_.nodes_by_depth.assign(by_depth, end);
  }

  const SetProblem problem_;
  SetWalk walk_;
  double part_given_away_ = 0;
  std::vector<OptionId> givens_;
  std::vector<OptionId> solution_;
};

}  // namespace

std::string TooLargeForBitSets(const Problem& problem) {
  // For each item, and each item with a colour, one bit for each option.
  constexpr size_t kMaxBytes = size_t{256} << 20;
  const size_t sets = problem.primary_count() +
                      problem.secondary_count() * (1 + problem.color_count());
  const size_t bytes = (problem.option_count() + 7) / 8 * sets;
  if (bytes <= kMaxBytes) return "";
  return absl::StrCat("would take more than ", kMaxBytes >> 20,
                      " MB for the problem");
}

// The limit is measured: on random problems, which are the worst case, the two
// engines are on a par at a ratio of some 15.
bool SuitsBitSets(const Problem& problem) {
  constexpr double kLooksPerHide = 12;
  constexpr double kLook = 64 * 8;  // Bits.
  if (problem.option_count() == 0) return false;
  const auto options = static_cast<double>(problem.option_count());
  const auto items = static_cast<double>(problem.primary_count());
  const double looks = std::ceil(options * items / kLook);

  std::vector<uint32_t> degrees(problem.item_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      ++degrees[use.item.value()];
    }
  }
  // For each item of an option, each option of that item is taken out of the
  // lists of its other items.
  double hides = 0;
  for (const double degree : degrees) hides += degree * degree;
  const double uses = static_cast<double>(problem.use_count());
  hides *= (uses / options - 1) / options;
  // An option by itself costs something, too.
  return looks <= kLooksPerHide * std::max(hides, 1.0);
}

std::unique_ptr<Engine> MakeBitSets(const Problem& problem, Task,
                                    const SearchOptions& options) {
  return std::make_unique<BitSets>(problem, options);
}

}  // namespace dlx::internal
