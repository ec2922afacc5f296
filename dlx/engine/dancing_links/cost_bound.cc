#include "dlx/engine/dancing_links/cost_bound.h"

#include <algorithm>

namespace dlx::internal::dancing_links {

CostBound::CostBound(const Problem& problem) : problem_(problem) {
  shares_.reserve(problem.option_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    int64_t payers = 0;
    for (const ItemUse& use : problem.option(OptionId(k))) {
      payers += problem.is_primary(use.item);
    }
    const int64_t cost = problem.cost(OptionId(k)) * (1 << kFractionBits);
    int64_t share = cost / payers;
    if (share * payers > cost) --share;  // Division rounds towards zero.
    shares_.push_back(share);
  }
}

void CostBound::Sort(std::vector<OptionId>& options) const {
  std::stable_sort(options.begin(), options.end(), [&](OptionId a, OptionId b) {
    return shares_[a.value()] < shares_[b.value()];
  });
}

}  // namespace dlx::internal::dancing_links
