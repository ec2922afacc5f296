#ifndef DLX_ENGINE_LAYERS_DECISIONS_H_
#define DLX_ENGINE_LAYERS_DECISIONS_H_

// Layers for problems with multiplicities: one for each option, in a fixed
// order, of which it is decided whether it is taken (tallies.h). The rest is as
// elsewhere.
//
// The order of the options follows that of their items: an option comes where
// its first item does. Items that are in most options are left out of the graph
// in which an order of the items is looked for; all are neighbours of theirs.

#include <cstddef>
#include <memory>
#include <vector>

#include "dlx/engine/engine.h"
#include "dlx/engine/layers/tallies.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::layers {

struct DecisionsOutlook {
  std::vector<OptionId> order;     // In which the options are decided.
  Tallies tallies;                 // Without givens.
  std::vector<ItemId> items = {};  // As LayersOutlook::order.
};

DecisionsOutlook ForeseeDecisions(const Problem& problem,
                                  const SearchOptions& options);

// In the order in which the options were added, which takes no time to find.
DecisionsOutlook ForeseeDecisionsInInputOrder(const Problem& problem);

// The words of 64 bits that a key has at most.
inline constexpr size_t kMostTallyWords = 4;

// More tallies than that have no room in a key.
bool MayCountDecisions(const DecisionsOutlook& outlook);

// REQUIRES: MayCountDecisions().
std::unique_ptr<Engine> MakeDecisionCounter(const Problem& problem,
                                            DecisionsOutlook outlook,
                                            size_t memory_limit);

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_DECISIONS_H_
