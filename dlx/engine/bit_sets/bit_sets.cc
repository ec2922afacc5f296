#include "dlx/engine/bit_sets/bit_sets.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/bit_sets/cursor.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/engine/bit_sets/stage.h"
#include "dlx/engine/bit_sets/walk.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace {

using ::dlx::internal::bit_sets::Cursor;
using ::dlx::internal::bit_sets::kGroupItems;
using ::dlx::internal::bit_sets::RootPrices;
using ::dlx::internal::bit_sets::RootProblem;
using ::dlx::internal::bit_sets::SetProblem;
using ::dlx::internal::bit_sets::Stage;
using ::dlx::internal::bit_sets::Walk;

class BitSets final : public Engine {
 public:
  BitSets(const Problem& problem, Task task, const SearchOptions& options,
          bool is_consistent)
      : BitSets(problem,
                std::make_shared<const RootProblem>(problem, options, task),
                options.memory_limit, is_consistent) {}

  BitSets(const Problem& problem, std::shared_ptr<const RootProblem> root,
          size_t memory_limit, bool is_consistent)
      : costs_(problem),
        root_(std::move(root)),
        problem_(root_->sets()),
        memory_limit_(memory_limit),
        is_consistent_(is_consistent),
        walk_(*root_, memory_limit, is_consistent) {
    statistics_.nodes_by_depth.reserve(problem_.primary_count() + 2);
    solution_.reserve(problem_.primary_count());
    BitSets::Restart({});
  }

  void Restart(absl::Span<const OptionId> givens) override {
    givens_.assign(givens.begin(), givens.end());
    walk_.Start(givens);
    if (problem_.prices() != nullptr) SetCostCeiling(kNoCeiling);
    UpdateStatistics();
  }

  std::unique_ptr<Engine> Twin() const override {
    return std::make_unique<BitSets>(costs_, root_, memory_limit_,
                                     is_consistent_);
  }
  // Only twins begin anew, with room for what they share out.
  void SetMemoryLimit(size_t bytes) override { memory_limit_ = bytes; }

  Step FindNext(uint64_t pause_at) override {
    Step step;
    do {
      step = walk_.Continue(pause_at, /*counting=*/false);
      if (step == Step::kSolution) SaveSolution();
      // What is allowed is not known to the last unit of cost.
    } while (step == Step::kSolution && problem_.prices() != nullptr &&
             costs_.TotalCost(solution_) >= ceiling_);
    UpdateStatistics();
    return step;
  }

  Step Count(uint64_t pause_at, Natural* count) override {
    if (problem_.prices() != nullptr) return Engine::Count(pause_at, count);
    const uint64_t before = walk_.covers();
    const Step step = walk_.Continue(pause_at, /*counting=*/true);
    *count += walk_.covers() - before;
    UpdateStatistics();
    return step;
  }

  absl::Span<const OptionId> solution() const override { return solution_; }

  void SetCostCeiling(int64_t cost) override {
    ceiling_ = cost;
    walk_.SetAllowance(AllowanceBelow(cost));
  }

  int64_t LowerBound() const override {
    if (FractionDone() == 1 || !problem_.prices()->has_covers) {
      return kNothingToFind;
    }
    const RootPrices& prices = *problem_.prices();
    const absl::int128 one = absl::int128(1) << prices.shift;
    return static_cast<int64_t>((prices.bound + one - 1) >> prices.shift);
  }

  double FractionDone() const override { return walk_.part_done(); }

  std::vector<PathStep> Path() const override { return walk_.PathFromRoot(); }

  std::unique_ptr<Branch> GiveAway() override { return walk_.GiveAway(); }

  void StartAt(const Branch& branch) override {
    walk_.StartAt(givens_, static_cast<const Walk::Branch&>(branch));
    UpdateStatistics();
  }

 private:
  static constexpr int64_t kNoCeiling = std::numeric_limits<int64_t>::max();

  // What the reduced costs of the options behind the givens may add up to if a
  // cover must cost less than that.
  int64_t AllowanceBelow(int64_t cost) const {
    constexpr absl::int128 kMost = std::numeric_limits<int64_t>::max();
    if (cost == kNoCeiling) return static_cast<int64_t>(kMost);
    const RootPrices& prices = *problem_.prices();
    absl::int128 allowance =
        ((absl::int128(cost) - 1) << prices.shift) - prices.bound;
    for (const OptionId given : givens_) {
      allowance -= problem_.reduced_cost(problem_.NumberOf(given));
    }
    return static_cast<int64_t>(std::clamp<absl::int128>(allowance, -1, kMost));
  }

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

  const Problem costs_;
  const std::shared_ptr<const RootProblem> root_;
  const SetProblem& problem_;
  size_t memory_limit_;
  const bool is_consistent_;
  Walk walk_;
  int64_t ceiling_ = kNoCeiling;
  std::vector<OptionId> givens_;
  std::vector<OptionId> solution_;
};

// What the sets of the root take, and those of all nodes on the way to a leaf,
// if each option has at least so many primary items.
size_t BytesForRoot(const Problem& problem, size_t primaries_per_option) {
  const size_t words = Stage::WordsFor(problem.option_count());
  const size_t item_words = (problem.primary_count() + 63) / 64;
  const size_t masks =
      (problem.primary_count() + kGroupItems - 1) / kGroupItems * kGroupItems +
      problem.secondary_count() * (1 + problem.color_count());
  const size_t levels = Cursor::MostLevels(
      problem.primary_count(), problem.option_count(), primaries_per_option);
  return sizeof(uint64_t) *
         (masks * words + problem.option_count() * item_words +
          Cursor::WordsFor(levels, words, item_words));
}

}  // namespace

std::string TooLargeForBitSets(const Problem& problem) {
  constexpr size_t kMaxBytes = size_t{256} << 20;
  // To find out how deep the search can go is to look at all options, so that
  // is for problems where it matters.
  if (BytesForRoot(problem, 1) <= kMaxBytes ||
      BytesForBitSets(problem) <= kMaxBytes) {
    return "";
  }
  return absl::StrCat("would take more than ", kMaxBytes >> 20,
                      " MB for the problem");
}

size_t BytesForBitSets(const Problem& problem) {
  size_t least = problem.primary_count();
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const absl::Span<const ItemUse> uses = problem.option(OptionId(k));
    least = std::min<size_t>(
        least, std::count_if(uses.begin(), uses.end(), [&](const ItemUse& use) {
          return problem.is_primary(use.item);
        }));
  }
  return BytesForRoot(problem, least);
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

std::unique_ptr<Engine> MakeBitSets(const Problem& problem, Task task,
                                    const SearchOptions& options) {
  return std::make_unique<BitSets>(problem, task, options,
                                   /*is_consistent=*/false);
}

std::unique_ptr<Engine> MakeConsistentSets(const Problem& problem, Task task,
                                           const SearchOptions& options) {
  return std::make_unique<BitSets>(problem, task, options,
                                   /*is_consistent=*/true);
}

}  // namespace dlx::internal
