#include "dlx/make/graph_partitions.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/make/generators.h"

namespace dlx::make {
namespace {

// All connected sets of vertices up to a size, each once: those whose smallest
// vertex is v grow from v, by one neighbour after the other. Who was passed
// over stays out, so no set comes twice.
class ConnectedSets {
 public:
  explicit ConnectedSets(const Graph& graph)
      : neighbors_(graph.vertices.size()), touches_(graph.vertices.size()) {
    for (const auto& [a, b] : graph.edges) {
      neighbors_[a].push_back(b);
      neighbors_[b].push_back(a);
    }
    for (std::vector<int>& neighbors : neighbors_) {
      std::sort(neighbors.begin(), neighbors.end());
      neighbors.erase(std::unique(neighbors.begin(), neighbors.end()),
                      neighbors.end());
    }
  }

  // visit(set) for each; false if one of these calls was.
  template <typename Visit>
  bool ForEach(size_t largest, Visit visit) {
    largest_ = largest;
    for (int v = 0; v < static_cast<int>(neighbors_.size()); ++v) {
      if (!GrowBy(v, {}, visit)) return false;
    }
    return true;
  }

 private:
  // Those sets that have what is in set_, v, and some of the candidates or of
  // v's other neighbours.
  template <typename Visit>
  bool GrowBy(int v, std::vector<int> candidates, Visit visit) {
    set_.push_back(v);
    ++touches_[v];
    bool goes_on = visit(set_);
    if (goes_on && set_.size() < largest_) {
      for (const int w : neighbors_[v]) {
        if (w > set_[0] && touches_[w] == 0) candidates.push_back(w);
      }
      for (const int w : neighbors_[v]) ++touches_[w];
      while (goes_on && !candidates.empty()) {
        const int w = candidates.back();
        candidates.pop_back();
        goes_on = GrowBy(w, candidates, visit);
      }
      for (const int w : neighbors_[v]) --touches_[w];
    }
    --touches_[v];
    set_.pop_back();
    return goes_on;
  }

  std::vector<std::vector<int>> neighbors_;
  std::vector<int> set_;
  // How many of the set a vertex is, or is a neighbour of.
  std::vector<int> touches_;
  size_t largest_ = 0;
};

}  // namespace

absl::StatusOr<Graph> ParseGraph(StringView text) {
  Graph graph;
  absl::flat_hash_map<std::string, int> number_of;
  const auto vertex = [&](absl::string_view name) {
    const auto [it, is_new] = number_of.try_emplace(
        std::string(name), static_cast<int>(graph.vertices.size()));
    if (is_new) graph.vertices.emplace_back(name);
    return it->second;
  };
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const auto error = [&](absl::string_view what) {
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, ": ", what));
    };
    line = line.substr(0, line.find('#'));
    const std::vector<absl::string_view> names =
        absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (names.empty()) continue;
    if (names.size() > 2) {
      return error(absl::StrCat("an edge has two ends, not ", names.size()));
    }
    for (const absl::string_view name : names) {
      if (absl::StrContains(name, '|') || absl::StrContains(name, ':')) {
        return error(absl::StrCat("\"", name,
                                  "\" cannot be the name of an item, because "
                                  "it has a | or :"));
      }
    }
    const int first = vertex(names[0]);
    if (names.size() == 1) continue;
    const int second = vertex(names[1]);
    if (first == second) {
      return error(absl::StrCat("an edge from \"", names[0], "\" to itself"));
    }
    graph.edges.push_back({first, second});
  }
  return graph;
}

absl::StatusOr<Graph> MakeNetwork(const NetworkParams& params) {
  if (params.vertices < 1 || params.more_edges < 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a network cannot have ", params.vertices, " vertices and ",
        params.more_edges, " more edges than a tree"));
  }
  if (absl::Status status =
          CheckSize("the network", 1.0 * params.vertices + params.more_edges);
      !status.ok()) {
    return status;
  }
  std::mt19937_64 random(static_cast<uint64_t>(params.seed));
  // One of the six before it.
  const auto near_before = [&](int v) {
    return std::max(0, v - 1 - static_cast<int>(random() % 6));
  };
  Graph graph;
  for (int v = 0; v < params.vertices; ++v) {
    graph.vertices.push_back(absl::StrCat("v", v));
    if (v > 0) graph.edges.push_back({near_before(v), v});
  }
  for (int i = 0; i < params.more_edges && params.vertices > 1; ++i) {
    const int v =
        1 +
        static_cast<int>(random() % static_cast<uint64_t>(params.vertices - 1));
    graph.edges.push_back({near_before(v), v});
  }
  return graph;
}

absl::StatusOr<Problem> MakeGraphPartitions(
    const GraphPartitionsParams& params) {
  if (params.smallest < 1 || params.largest < params.smallest) {
    return absl::InvalidArgumentError(
        absl::StrCat("a piece cannot have from ", params.smallest, " to ",
                     params.largest, " vertices"));
  }
  const auto smallest = static_cast<size_t>(params.smallest);
  const auto largest = static_cast<size_t>(params.largest);
  ConnectedSets pieces(params.graph);
  double uses = 0;
  absl::Status status;
  pieces.ForEach(largest, [&](const std::vector<int>& piece) {
    if (piece.size() < smallest) return true;
    uses += static_cast<double>(piece.size());
    status = CheckSize("the problem of graph partitions", uses);
    return status.ok();
  });
  if (!status.ok()) return status;

  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (const std::string& name : params.graph.vertices) {
    items.push_back(builder.AddPrimary(name));
  }
  pieces.ForEach(largest, [&](std::vector<int> piece) {
    if (piece.size() < smallest) return true;
    std::sort(piece.begin(), piece.end());
    std::vector<ItemUse> option;
    for (const int v : piece) option.push_back(items[v]);
    builder.AddOption(option);
    return true;
  });
  return std::move(builder).Build();
}

namespace {

absl::StatusOr<Graph> GraphFrom(const Arguments& arguments) {
  if (arguments.Has("graph") == arguments.Has("vertices")) {
    return absl::InvalidArgumentError(
        "say either --vertices=N, of a random network, or --graph=FILE");
  }
  if (arguments.Has("vertices")) {
    return MakeNetwork({.vertices = arguments.Number("vertices"),
                        .more_edges = arguments.Number("more-edges"),
                        .seed = arguments.Number("seed")});
  }
  const InputFile& file = arguments.File("graph");
  absl::StatusOr<Graph> graph = ParseGraph(file.content);
  if (!graph.ok()) return InFile(file, graph.status());
  return graph;
}

}  // namespace

std::vector<Generator> GraphPartitionGenerators() {
  return {
      {.name = "graph-partitions",
       .summary = "Divisions of a graph into connected pieces",
       .parameters = {File("graph", "a line for each edge: two names"),
                      Number("vertices", "of a random network"),
                      Number("more-edges", "of it, than a tree has", "10"),
                      Number("seed", "another one, another network", "0"),
                      Number("smallest", "piece, in vertices", "2"),
                      Number("largest", "piece", "6")},
       .example = "graph-partitions --vertices=30 --largest=5",
       .make = [](const Arguments& arguments) -> absl::StatusOr<Problem> {
         absl::StatusOr<Graph> graph = GraphFrom(arguments);
         if (!graph.ok()) return graph.status();
         return MakeGraphPartitions({.graph = *std::move(graph),
                                     .smallest = arguments.Number("smallest"),
                                     .largest = arguments.Number("largest")});
       }},
  };
}

}  // namespace dlx::make
