#ifndef DLX_STATISTICS_H_
#define DLX_STATISTICS_H_

// The work of a search, in numbers that do not depend on the clock.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dlx/id.h"
#include "dlx/natural.h"

namespace dlx {

struct Statistics {
  // Nodes of the search tree that were visited: the root, and one for each
  // option that was tried.
  uint64_t nodes = 0;
  // How often an option was taken out of an item's list (a "cleansing step" of
  // the older literature). The file of an engine tells what it counts here.
  uint64_t updates = 0;
  // nodes_by_depth[d] is the number of nodes reached by d choices. Options
  // chosen in advance (givens) do not count as choices.
  std::vector<uint64_t> nodes_by_depth;

  // Adds what another search did.
  void Add(const Statistics& other) {
    nodes += other.nodes;
    updates += other.updates;
    nodes_by_depth.resize(
        std::max(nodes_by_depth.size(), other.nodes_by_depth.size()));
    for (size_t d = 0; d < other.nodes_by_depth.size(); ++d) {
      nodes_by_depth[d] += other.nodes_by_depth[d];
    }
  }
};

// A choice on the way from the root to where a search stands.
struct PathStep {
  // The option that was chosen; nothing if an item with multiplicities takes no
  // further option.
  std::optional<OptionId> option = std::nullopt;
  // How many of the options at this choice are done, and how many there were.
  uint32_t done = 0;
  uint32_t branches = 0;
};

// How far engine layers has come.
struct LayerProgress {
  // How many layers are done, and how many there are.
  uint64_t done = 0;
  uint64_t layers = 0;
  // The states of the current layer, and of those after it so far.
  uint64_t states = 0;
  uint64_t states_ahead = 0;
};

// How far a search has come.
struct Progress {
  // An estimate in 0..1, which never decreases: a child of a node with d
  // children stands for 1/d of that node's part.
  double fraction_done = 0;
  uint64_t nodes = 0;
  Natural solutions = 0;
  // The choices that led to where the search stands, the first one first. With
  // several threads it is the place that comes first in the order of one
  // thread, as of some milliseconds ago. Empty if the engine does not go
  // through a tree option by option.
  std::vector<PathStep> path = {};
  // If the engine goes layer by layer: the layers' sizes show how long it may
  // take where fraction_done is not known.
  std::optional<LayerProgress> layers = std::nullopt;
  // If covers of least cost are wanted: the cost of the best one so far, a cost
  // that no cover can be below, and what is between the two.
  std::optional<int64_t> best_cost = std::nullopt;
  std::optional<int64_t> lower_bound = std::nullopt;
  std::optional<uint64_t> gap = std::nullopt;
};

}  // namespace dlx

#endif  // DLX_STATISTICS_H_
