#include "dlx/run/likely_engines.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "dlx/engine/table.h"
#include "dlx/id.h"

namespace dlx::internal {
namespace {

bool Accepts(EngineKind kind, const Problem& problem, Task task) {
  return FindRow(kind).check(problem, task).ok();
}

bool SuitsBitPlanes(const Problem& problem) {
  // With fewer items there is little to gain from looking at all at once.
  constexpr size_t kManyItems = 64;
  return problem.item_count() >= kManyItems;
}

// In a small problem, conflicts are close to their causes, and there is little
// to learn from them.
bool SuitsNogoods(const Problem& problem) {
  constexpr size_t kManyItems = 400;
  return problem.item_count() >= kManyItems;
}

// Does bit_sets take less time to look at all items than dancing_links to hide
// what an option rules out? The limit is measured: on random problems, which
// are the worst case, the two engines are on a par at a ratio of some 15.
bool SuitsBitSets(const Problem& problem) {
  constexpr double kLooksPerHide = 12;
  constexpr double kLook = 64 * 8;  // Bits.
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

}  // namespace

std::vector<LikelyEngine> LikelyEngines(const Problem& problem, Task task) {
  std::vector<LikelyEngine> engines;
  if (Accepts(EngineKind::kBitPlanes, problem, task) &&
      SuitsBitPlanes(problem)) {
    engines.push_back(
        {EngineKind::kBitPlanes, "the items have few options each"});
  }
  if (Accepts(EngineKind::kNogoods, problem, task) && SuitsNogoods(problem)) {
    engines.push_back(
        {EngineKind::kNogoods,
         "there are many items, with few options each: what makes "
         "a choice wrong may be far away"});
  }
  if (problem.option_count() > 0 &&
      Accepts(EngineKind::kBitSets, problem, task) && SuitsBitSets(problem)) {
    engines.push_back({EngineKind::kBitSets,
                       "there are few enough items and options to look at all "
                       "at once"});
  }
  // Nobody can tell before how long learning will take.
  if (engines.empty() ||
      (task == Task::kCount && engines.back().kind == EngineKind::kNogoods)) {
    engines.push_back({EngineKind::kDancingLinks, "it does everything"});
  }
  if (Accepts(EngineKind::kMemoCounter, problem, task)) {
    engines.push_back(
        {EngineKind::kMemoCounter, "subproblems may come again and again"});
  }
  return engines;
}

}  // namespace dlx::internal
