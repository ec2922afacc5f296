#ifndef DLX_STATISTICS_H_
#define DLX_STATISTICS_H_

// What a search did, in numbers that do not depend on the clock.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/numeric/int128.h"

namespace dlx {

struct Statistics {
  // Nodes of the search tree that were visited: the root, and one for each
  // option that was tried.
  uint64_t nodes = 0;
  // How often an option was taken out of an item's list (a "cleansing step" of
  // the older literature). What an engine counts here is told in its file.
  uint64_t updates = 0;
  // nodes_by_depth[d] is the number of nodes reached by d choices. Options
  // chosen in advance (givens) do not count as choices.
  std::vector<uint64_t> nodes_by_depth;

  // What two searches did together.
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

// How far a search has come.
struct Progress {
  // An estimate in 0..1, which never decreases: a child of a node with d
  // children stands for 1/d of that node's part.
  double fraction_done = 0;
  uint64_t nodes = 0;
  absl::uint128 solutions = 0;
};

}  // namespace dlx

#endif  // DLX_STATISTICS_H_
