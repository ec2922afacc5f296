#include "dlx/engine/dancing_links/dancing_links.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "dlx/engine/dancing_links/cost_bound.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/links_engine.h"
#include "dlx/engine/dancing_links/multiplicity_moves.h"
#include "dlx/engine/order.h"

namespace dlx::internal {
namespace dancing_links {
namespace {

template <bool kColors>
std::unique_ptr<Engine> Make(const Problem& problem, const ItemOrder& order,
                             Links links, ItemChoice choice,
                             std::unique_ptr<CostBound> cost_bound) {
  if (problem.has_multiplicities()) {
    using M = MultiplicityMoves<kColors>;
    return std::make_unique<LinksEngine<M>>(
        M(problem, order.items, std::move(links), choice),
        std::move(cost_bound));
  }
  using M = CoverMoves<kColors>;
  return std::make_unique<LinksEngine<M>>(M(problem, std::move(links), choice),
                                          std::move(cost_bound));
}

}  // namespace
}  // namespace dancing_links

std::unique_ptr<Engine> MakeDancingLinks(const Problem& problem, Task task,
                                         const SearchOptions& options) {
  const bool prefer_sharp = options.branching == Branching::kSharpPreference;
  const ItemOrder item_order = OrderItems(problem, prefer_sharp, options.seed);
  std::vector<OptionId> option_order = OrderOptions(problem, options.seed);

  std::unique_ptr<dancing_links::CostBound> cost_bound;
  if (task == Task::kBest) {
    cost_bound = std::make_unique<dancing_links::CostBound>(problem);
    cost_bound->Sort(option_order);
  }

  dancing_links::Links links(problem, item_order.items, option_order);
  const dancing_links::ItemChoice choice =
      dancing_links::MakeItemChoice(options.branching, item_order);
  return problem.has_colors()
             ? dancing_links::Make<true>(problem, item_order, std::move(links),
                                         choice, std::move(cost_bound))
             : dancing_links::Make<false>(problem, item_order, std::move(links),
                                          choice, std::move(cost_bound));
}

}  // namespace dlx::internal
