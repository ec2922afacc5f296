#include "dlx/engine/dancing_links/dancing_links.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "dlx/engine/dancing_links/cost_bound.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/multiplicity_moves.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/order.h"

namespace dlx::internal {
namespace {

template <bool kColors>
std::unique_ptr<Engine> Make(const Problem& problem, const ItemOrder& order,
                             Links links, ItemChoice choice,
                             std::unique_ptr<CostBound> cost_bound) {
  if (problem.has_multiplicities()) {
    using Moves = MultiplicityMoves<kColors>;
    return std::make_unique<TreeWalk<Moves>>(
        Moves(problem, order.items, std::move(links), choice),
        std::move(cost_bound));
  }
  using Moves = CoverMoves<kColors>;
  return std::make_unique<TreeWalk<Moves>>(
      Moves(problem, std::move(links), choice), std::move(cost_bound));
}

}  // namespace

std::unique_ptr<Engine> MakeDancingLinks(const Problem& problem, Task task,
                                         const SearchOptions& options) {
  const bool prefer_sharp = options.branching == Branching::kSharpPreference;
  const ItemOrder item_order = OrderItems(problem, prefer_sharp, options.seed);
  std::vector<OptionId> option_order = OrderOptions(problem, options.seed);

  std::unique_ptr<CostBound> cost_bound;
  if (task == Task::kBest) {
    cost_bound = std::make_unique<CostBound>(problem);
    cost_bound->Sort(option_order);
  }

  Links links(problem, item_order.items, option_order);
  const ItemChoice choice = MakeItemChoice(options.branching, item_order);
  return problem.has_colors()
             ? Make<true>(problem, item_order, std::move(links), choice,
                          std::move(cost_bound))
             : Make<false>(problem, item_order, std::move(links), choice,
                           std::move(cost_bound));
}

}  // namespace dlx::internal
