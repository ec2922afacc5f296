#include "dlx/engine/dancing_links/dancing_links.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/engine/dancing_links/best_engine.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/links_engine.h"
#include "dlx/engine/dancing_links/multiplicity_moves.h"
#include "dlx/engine/dancing_links/priced_moves.h"
#include "dlx/engine/dancing_links/prices.h"
#include "dlx/engine/order.h"

namespace dlx::internal {
namespace dancing_links {
namespace {

template <Moves M>
std::unique_ptr<Engine> MakeFor(Task task, const Problem& problem,
                                const ItemOrder& order,
                                const SearchOptions& options, M moves) {
  if (task != Task::kBest) {
    return std::make_unique<LinksEngine<M>>(std::move(moves));
  }
  return std::make_unique<BestEngine<M>>(
      PricedMoves<M>(std::move(moves), Prices(problem, order.items),
                     options.branching, options.memory_limit));
}

template <bool kColors>
std::unique_ptr<Engine> Make(Task task, const Problem& problem,
                             const ItemOrder& order, Links links,
                             const SearchOptions& options) {
  const ItemChoice choice = MakeItemChoice(options.branching, order);
  if (problem.has_multiplicities()) {
    return MakeFor(task, problem, order, options,
                   MultiplicityMoves<kColors>(problem, order.items,
                                              std::move(links), choice));
  }
  return MakeFor(task, problem, order, options,
                 CoverMoves<kColors>(problem, std::move(links), choice));
}

template <Moves M>
RootPrices FindRootPricesWith(const Problem& problem, const ItemOrder& order,
                              M moves) {
  return PricedMoves<M>(std::move(moves), Prices(problem, order.items),
                        Branching::kFewestOptions)
      .TakeRootPrices(problem.option_count(), order.items);
}

template <bool kColors>
RootPrices FindRootPricesOf(const Problem& problem, const ItemOrder& order,
                            Links links) {
  if (problem.has_multiplicities()) {
    return FindRootPricesWith(
        problem, order,
        MultiplicityMoves<kColors>(problem, order.items, std::move(links), {}));
  }
  return FindRootPricesWith(problem, order,
                            CoverMoves<kColors>(problem, std::move(links), {}));
}

}  // namespace

RootPrices FindRootPrices(const Problem& problem) {
  const ItemOrder order =
      OrderItems(problem, /*prefer_sharp=*/false, /*seed=*/std::nullopt);
  Links links(problem, order.items,
              OrderOptions(problem, /*seed=*/std::nullopt));
  return problem.has_colors()
             ? FindRootPricesOf<true>(problem, order, std::move(links))
             : FindRootPricesOf<false>(problem, order, std::move(links));
}

}  // namespace dancing_links

std::unique_ptr<Engine> MakeDancingLinks(const Problem& problem, Task task,
                                         const SearchOptions& options) {
  const bool prefer_sharp = options.branching == Branching::kSharpPreference;
  const ItemOrder order = OrderItems(problem, prefer_sharp, options.seed);
  dancing_links::Links links(problem, order.items,
                             OrderOptions(problem, options.seed));
  return problem.has_colors()
             ? dancing_links::Make<true>(task, problem, order, std::move(links),
                                         options)
             : dancing_links::Make<false>(task, problem, order,
                                          std::move(links), options);
}

}  // namespace dlx::internal
