#ifndef TOOLS_DLX_FACTS_H_
#define TOOLS_DLX_FACTS_H_

// What can be said about a problem without a search.

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::tool {

struct ItemDegree {
  ItemId item;
  size_t options = 0;  // How many options have the item.
};

struct ProblemFacts {
  // The part of all (option, item) pairs in which the option has the item.
  double density = 0;
  // How many options have so many items.
  std::map<size_t, size_t> option_sizes;
  // The primary items with the fewest options, and items with the most, at most
  // a handful each, the most extreme first; of equals, the first in the file.
  std::vector<ItemDegree> fewest;
  std::vector<ItemDegree> most;
  // Primary items that have fewer options than they need: if there is one,
  // there is no cover.
  size_t hopeless_items = 0;
  // How many items of an option have a colour.
  size_t colored_uses = 0;
  // How many primary items have such a multiplicity; 1..1 is not among them.
  std::map<std::pair<uint32_t, uint32_t>, size_t> multiplicities;
  // If the problem has costs.
  int64_t lowest_cost = 0;
  int64_t highest_cost = 0;
};

ProblemFacts Examine(const Problem& problem);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_FACTS_H_
