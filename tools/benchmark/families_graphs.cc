// Families of problems about graphs.

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tools/benchmark/families.h"

namespace contest {
namespace {

using dlx::ItemId;
using dlx::ItemUse;
using dlx::Problem;
using dlx::ProblemBuilder;

// Vertices 0, 1, ... with their neighbours.
using Graph = std::vector<std::set<int>>;

void Join(Graph& graph, int a, int b) {
  if (a == b) return;
  graph[a].insert(b);
  graph[b].insert(a);
}

// Edges drawn at random, on top of a Hamiltonian cycle, so that there is a
// perfect matching if the number of vertices is even.
Graph RandomGraph(int vertices, int edges, Random& random) {
  Graph graph(vertices);
  std::vector<int> cycle(vertices);
  for (int i = 0; i < vertices; ++i) cycle[i] = i;
  random.Shuffle(cycle);
  for (int i = 0; i < vertices; ++i) {
    Join(graph, cycle[i], cycle[(i + 1) % vertices]);
  }
  for (int i = vertices; i < edges; ++i) {
    Join(graph, random.Below(vertices), random.Below(vertices));
  }
  return graph;
}

// As networks are: a tree that grows at random vertices not long ago, and some
// more edges. Neighbours have numbers that do not differ by much.
Graph NetworkGraph(int vertices, int more_edges, Random& random) {
  Graph graph(vertices);
  const auto near_before = [&](int v) {
    return std::max(0, v - 1 - random.Below(6));
  };
  for (int v = 1; v < vertices; ++v) Join(graph, v, near_before(v));
  for (int i = 0; i < more_edges; ++i) {
    const int v = 1 + random.Below(vertices - 1);
    Join(graph, v, near_before(v));
  }
  return graph;
}

Graph GridGraph(const std::vector<int>& sides) {
  int vertices = 1;
  for (const int side : sides) vertices *= side;
  Graph graph(vertices);
  for (int v = 0; v < vertices; ++v) {
    int stride = 1;
    for (const int side : sides) {
      if (v / stride % side + 1 < side) Join(graph, v, v + stride);
      stride *= side;
    }
  }
  return graph;
}

// Vertices are covered by edges.
Problem Matchings(const Graph& graph) {
  ProblemBuilder builder;
  const std::vector<ItemId> v =
      AddPrimaries(builder, "v", static_cast<int>(graph.size()));
  for (size_t a = 0; a < graph.size(); ++a) {
    for (const int b : graph[a]) {
      if (static_cast<int>(a) < b) builder.AddOption({v[a], v[b]});
    }
  }
  return Finish(std::move(builder));
}

// All connected sets of so many vertices.
std::set<std::set<int>> ConnectedSets(const Graph& graph, size_t low,
                                      size_t high) {
  std::set<std::set<int>> all;
  std::set<std::set<int>> last;
  for (size_t v = 0; v < graph.size(); ++v) last.insert({static_cast<int>(v)});
  for (size_t size = 1; size <= high; ++size) {
    if (size >= low) all.insert(last.begin(), last.end());
    std::set<std::set<int>> next;
    for (const std::set<int>& set : last) {
      for (const int v : set) {
        for (const int w : graph[v]) {
          if (set.contains(w)) continue;
          std::set<int> larger = set;
          larger.insert(w);
          next.insert(std::move(larger));
        }
      }
    }
    last = std::move(next);
  }
  return all;
}

// Vertices are covered by connected pieces of so many vertices.
Problem Partition(const Graph& graph, size_t low, size_t high,
                  Random* order = nullptr) {
  ProblemBuilder builder;
  const std::vector<ItemId> v =
      AddPrimaries(builder, "v", static_cast<int>(graph.size()));
  const std::set<std::set<int>> sets = ConnectedSets(graph, low, high);
  std::vector<std::set<int>> pieces(sets.begin(), sets.end());
  if (order != nullptr) order->Shuffle(pieces);
  for (const std::set<int>& piece : pieces) {
    std::vector<ItemUse> uses;
    for (const int vertex : piece) uses.push_back(v[vertex]);
    builder.AddOption(uses);
  }
  return Finish(std::move(builder));
}

// Each vertex takes a colour, and no edge has the same one at both ends: it is
// a secondary item for each colour.
Problem Colouring(const Graph& graph, int colours) {
  ProblemBuilder builder;
  const std::vector<ItemId> v =
      AddPrimaries(builder, "v", static_cast<int>(graph.size()));
  std::map<std::pair<int, int>, std::vector<ItemId>> edges;
  for (size_t a = 0; a < graph.size(); ++a) {
    for (const int b : graph[a]) {
      const int first = static_cast<int>(a);
      if (first > b) continue;
      edges[{first, b}] =
          AddSecondaries(builder, absl::StrCat("e", a, "-", b, "/"), colours);
    }
  }
  for (size_t a = 0; a < graph.size(); ++a) {
    for (int colour = 0; colour < colours; ++colour) {
      std::vector<ItemUse> uses = {v[a]};
      for (const int b : graph[a]) {
        const int first = static_cast<int>(a);
        const std::pair<int, int> edge(std::min(first, b), std::max(first, b));
        uses.push_back(edges[edge][colour]);
      }
      builder.AddOption(uses);
    }
  }
  return Finish(std::move(builder));
}

// Cliques: rows, columns and diagonals of a board.
Graph QueenGraph(int size) {
  Graph graph(size * size);
  for (int a = 0; a < size * size; ++a) {
    for (int b = 0; b < a; ++b) {
      const int rows = a / size - b / size;
      const int columns = a % size - b % size;
      if (rows == 0 || columns == 0 || rows == columns || rows == -columns) {
        Join(graph, a, b);
      }
    }
  }
  return graph;
}

// --- The families.

Problem RandomMatchings(int level, Random& random) {
  const int vertices = 40 + 8 * level;
  return Matchings(RandomGraph(vertices, vertices * 2, random));
}

Problem DenseMatchings(int level, Random& random) {
  const int vertices = 18 + 2 * level;
  return Matchings(RandomGraph(vertices, vertices * vertices / 3, random));
}

Problem BipartiteMatchings(int level, Random& random) {
  const int side = 14 + level;
  ProblemBuilder builder;
  const std::vector<ItemId> left = AddPrimaries(builder, "a", side);
  const std::vector<ItemId> right = AddPrimaries(builder, "b", side);
  for (int a = 0; a < side; ++a) {
    for (int b = 0; b < side; ++b) {
      if (a == b || random.Chance(55)) builder.AddOption({left[a], right[b]});
    }
  }
  return Finish(std::move(builder));
}

Problem Dimers(int level, Random&) {
  static const std::vector<int> kSides[] = {{4, 4, 3}, {4, 4, 4},  {3, 4, 6},
                                            {4, 4, 6}, {2, 3, 14}, {4, 5, 4}};
  return Matchings(GridGraph(kSides[level]));
}

Problem NetworkPieces(int level, Random& random) {
  const int vertices = 20 + 4 * level;
  return Partition(NetworkGraph(vertices, vertices / 3, random), 2, 6);
}

Problem ShuffledNetworkPieces(int level, Random& random) {
  const int vertices = 18 + 4 * level;
  return Partition(NetworkGraph(vertices, vertices / 4, random), 3, 7, &random);
}

Problem GridPieces(int level, Random&) {
  static const std::vector<int> kSides[] = {{4, 4}, {4, 5}, {5, 5},
                                            {4, 7}, {5, 6}, {6, 6}};
  return Partition(GridGraph(kSides[level]), 3, 5);
}

Problem CubicPaths(int level, Random& random) {
  const int vertices = 36 + 6 * level;
  return Partition(RandomGraph(vertices, vertices * 3 / 2, random), 3, 3);
}

Problem TreePieces(int level, Random& random) {
  return Partition(NetworkGraph(40 + 20 * level, 0, random), 1, 6);
}

Problem RandomColourings(int level, Random& random) {
  const int vertices = 12 + 2 * level;
  return Colouring(RandomGraph(vertices, vertices * 7 / 3, random), 4);
}

Problem NetworkColourings(int level, Random& random) {
  const int vertices = 10 + 3 * level;
  return Colouring(NetworkGraph(vertices, vertices / 2, random), 3);
}

Problem QueenColourings(int level, Random&) {
  static constexpr int kSize[] = {5, 5, 6, 6, 7, 8};
  static constexpr int kColours[] = {5, 6, 7, 8, 8, 11};
  return Colouring(QueenGraph(kSize[level]), kColours[level]);
}

// Every vertex or one of its neighbours is chosen, at most twice, and so many
// are chosen in all.
Problem Domination(int level, Random& random) {
  const int vertices = 22 + 3 * level;
  const Graph graph = RandomGraph(vertices, vertices * 2, random);
  ProblemBuilder builder;
  const uint32_t chosen = vertices / 4;
  const ItemId number = builder.AddPrimary("number", {chosen, chosen});
  std::vector<ItemId> v;
  for (int i = 0; i < vertices; ++i) {
    v.push_back(builder.AddPrimary(absl::StrCat("v", i), {1, 2}));
  }
  for (int a = 0; a < vertices; ++a) {
    std::vector<ItemUse> uses = {number, v[a]};
    for (const int b : graph[a]) uses.push_back(v[b]);
    builder.AddOption(uses);
  }
  return Finish(std::move(builder));
}

// Vertices are covered by cycles of two or three edges in one direction, or
// stay alone, which costs.
Problem Exchanges(int level, Random& random) {
  const int vertices = 14 + 4 * level;
  std::vector<std::set<int>> to(vertices);
  for (int a = 0; a < vertices; ++a) {
    for (int k = 0; k < 5; ++k) {
      const int b = random.Below(vertices);
      if (a != b) to[a].insert(b);
    }
  }
  ProblemBuilder builder;
  const std::vector<ItemId> v = AddPrimaries(builder, "v", vertices);
  for (int a = 0; a < vertices; ++a) {
    builder.AddOption({v[a]}, 10 + random.Below(10));
    for (const int b : to[a]) {
      if (a < b && to[b].contains(a)) {
        builder.AddOption({v[a], v[b]}, random.Below(10));
      }
      for (const int c : to[b]) {
        if (a < b && a < c && to[c].contains(a)) {
          builder.AddOption({v[a], v[b], v[c]}, random.Below(10));
        }
      }
    }
  }
  return Finish(std::move(builder));
}

Problem CheapMatchings(int level, Random& random) {
  const int vertices = 20 + 8 * level;
  const Graph graph = RandomGraph(vertices, vertices * 2, random);
  ProblemBuilder builder;
  const std::vector<ItemId> v = AddPrimaries(builder, "v", vertices);
  for (int a = 0; a < vertices; ++a) {
    for (const int b : graph[a]) {
      if (a < b) builder.AddOption({v[a], v[b]}, 1 + random.Below(100));
    }
  }
  return Finish(std::move(builder));
}

constexpr Family kGraphFamilies[] = {
    {.name = "matchings", .levels = 8, .make = RandomMatchings},
    {.name = "matchings-dense", .levels = 6, .make = DenseMatchings},
    {.name = "matchings-bipartite",
     .levels = 6,
     .make = BipartiteMatchings,
     .is_kept_aside = true},
    {.name = "dimers-solid", .levels = 6, .make = Dimers},
    {.name = "pieces-network", .levels = 8, .make = NetworkPieces},
    {.name = "pieces-shuffled",
     .levels = 7,
     .make = ShuffledNetworkPieces,
     .is_kept_aside = true},
    {.name = "pieces-grid", .levels = 6, .make = GridPieces},
    {.name = "pieces-tree",
     .levels = 6,
     .make = TreePieces,
     .is_kept_aside = true},
    {.name = "paths-cubic", .levels = 7, .make = CubicPaths},
    {.name = "colouring-random", .levels = 6, .make = RandomColourings},
    {.name = "colouring-network",
     .levels = 6,
     .make = NetworkColourings,
     .is_kept_aside = true},
    {.name = "colouring-queens",
     .levels = 6,
     .make = QueenColourings,
     .has_too_many = true},
    {.name = "domination-random", .levels = 6, .make = Domination},
    {.name = "exchanges",
     .levels = 6,
     .make = Exchanges,
     .has_costs = true,
     .is_kept_aside = true},
    {.name = "matchings-cheap",
     .levels = 6,
     .make = CheapMatchings,
     .has_costs = true},
};

}  // namespace

absl::Span<const Family> GraphFamilies() { return kGraphFamilies; }

}  // namespace contest
