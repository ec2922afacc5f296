#include "dlx/engine/bit_sets/bit_sets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/engine/bit_sets/walk.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace {

using ::dlx::internal::bit_sets::SetProblem;
using ::dlx::internal::bit_sets::Walk;

class BitSets final : public Engine {
 public:
  BitSets(const Problem& problem, const SearchOptions& options)
      : problem_(problem, options), walk_(problem_, options.memory_limit) {
    statistics_.nodes_by_depth.reserve(problem_.primary_count() + 2);
    solution_.reserve(problem_.primary_count());
    BitSets::Restart({});
  }

  void Restart(absl::Span<const OptionId> givens) override {
    givens_.assign(givens.begin(), givens.end());
    walk_.Start(givens);
    UpdateStatistics();
  }

  Step FindNext(uint64_t pause_at) override {
    const Step step = walk_.Continue(pause_at, /*counting=*/false);
    if (step == Step::kSolution) SaveSolution();
    UpdateStatistics();
    return step;
  }

  Step Count(uint64_t pause_at, Natural* count) override {
    const uint64_t before = walk_.covers();
    const Step step = walk_.Continue(pause_at, /*counting=*/true);
    *count += walk_.covers() - before;
    UpdateStatistics();
    return step;
  }

  absl::Span<const OptionId> solution() const override { return solution_; }

  void SetCostCeiling(int64_t) override {}  // Not for Task::kBest.

  double FractionDone() const override { return walk_.part_done(); }

  std::vector<PathStep> Path() const override { return walk_.PathFromRoot(); }

  std::unique_ptr<Branch> GiveAway() override { return walk_.GiveAway(); }

  void StartAt(const Branch& branch) override {
    walk_.StartAt(givens_, static_cast<const Walk::Branch&>(branch));
    UpdateStatistics();
  }

 private:
  void SaveSolution() {
    solution_.assign(givens_.begin(), givens_.end());
    for (const uint32_t option : walk_.path()) {
      solution_.push_back(problem_.option_id(option));
    }
  }

  void UpdateStatistics() {
    statistics_.nodes = walk_.nodes();
    statistics_.updates = walk_.words_seen();
  }

  void UpdateNodesByDepth() const override {
    const absl::Span<const uint64_t> by_depth = walk_.nodes_by_depth();
    statistics_.nodes_by_depth.assign(by_depth.begin(), by_depth.end());
  }

  const SetProblem problem_;
  Walk walk_;
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
