#ifndef DLX_MAKE_GRAPH_PARTITIONS_H_
#define DLX_MAKE_GRAPH_PARTITIONS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"

namespace dlx::make {

// Vertices 0, 1, ... by name, and the pairs of them that have an edge.
struct Graph {
  std::vector<std::string> vertices;
  std::vector<std::pair<int, int>> edges;
};

// A line for each edge, with the names of its ends; or with one name, of a
// vertex that may have no edges. What follows a # is a comment. An error says
// in which line it is.
absl::StatusOr<Graph> ParseGraph(StringView text);

// As computer networks are: a tree that grows at vertices that are rather new,
// and some more edges of that kind. The same seed gives the same network,
// everywhere.
struct NetworkParams {
  int vertices = 30;
  int more_edges = 10;
  int seed = 0;
};
absl::StatusOr<Graph> MakeNetwork(const NetworkParams& params);

struct GraphPartitionsParams {
  Graph graph;
  // A piece has so many vertices.
  int smallest = 2;
  int largest = 6;
};

// All ways to divide a graph into connected pieces: vertices are items, and an
// option is a connected set of them. With pieces of two vertices these are the
// perfect matchings.
absl::StatusOr<Problem> MakeGraphPartitions(
    const GraphPartitionsParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_GRAPH_PARTITIONS_H_
