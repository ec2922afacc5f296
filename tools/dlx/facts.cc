#include "tools/dlx/facts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::tool {
namespace {

constexpr size_t kHandful = 5;

// The first few of `degrees` when they are sorted, equals in their old order.
template <typename Compare>
std::vector<ItemDegree> Extremes(std::vector<ItemDegree> degrees,
                                 Compare compare) {
  std::stable_sort(degrees.begin(), degrees.end(), compare);
  degrees.resize(std::min(degrees.size(), kHandful));
  return degrees;
}

void ExamineOptions(const Problem& problem, ProblemFacts* facts,
                    std::vector<ItemDegree>* degrees) {
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    const OptionId option(i);
    ++facts->option_sizes[problem.option(option).size()];
    for (const ItemUse& use : problem.option(option)) {
      ++(*degrees)[use.item.value()].options;
      if (use.color != kNoColor) ++facts->colored_uses;
    }
    const int64_t cost = problem.cost(option);
    if (i == 0) facts->lowest_cost = facts->highest_cost = cost;
    facts->lowest_cost = std::min(facts->lowest_cost, cost);
    facts->highest_cost = std::max(facts->highest_cost, cost);
  }
}

}  // namespace

ProblemFacts Examine(const Problem& problem) {
  ProblemFacts facts;
  std::vector<ItemDegree> degrees;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    degrees.push_back({.item = ItemId(i), .options = 0});
  }
  ExamineOptions(problem, &facts, &degrees);
  const double pairs = static_cast<double>(problem.item_count()) *
                       static_cast<double>(problem.option_count());
  if (pairs > 0) {
    facts.density = static_cast<double>(problem.use_count()) / pairs;
  }
  std::vector<ItemDegree> primary;
  for (const ItemDegree& degree : degrees) {
    if (!problem.is_primary(degree.item)) continue;
    primary.push_back(degree);
    const Multiplicity multiplicity = problem.multiplicity(degree.item);
    if (degree.options < multiplicity.low) ++facts.hopeless_items;
    if (multiplicity != Multiplicity()) {
      ++facts.multiplicities[{multiplicity.low, multiplicity.high}];
    }
  }
  facts.fewest = Extremes(std::move(primary),
                          [](const ItemDegree& a, const ItemDegree& b) {
                            return a.options < b.options;
                          });
  facts.most = Extremes(std::move(degrees),
                        [](const ItemDegree& a, const ItemDegree& b) {
                          return a.options > b.options;
                        });
  return facts;
}

}  // namespace dlx::tool
