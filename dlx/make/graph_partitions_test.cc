#include "dlx/make/graph_partitions.h"

#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/make/cover_count.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::graph_partitions_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

TEST(ParseGraphTest, ReadsEdgesAndVertices) {
  const absl::StatusOr<Graph> graph =
      ParseGraph("# a graph\r\na b\n\n  c  # alone\nb\td\n");
  ASSERT_THAT(graph, IsOk());
  EXPECT_THAT(graph->vertices, ElementsAre("a", "b", "c", "d"));
  EXPECT_THAT(graph->edges, ElementsAre(Pair(0, 1), Pair(1, 3)));
}

TEST(ParseGraphTest, ErrorsSayWhere) {
  EXPECT_THAT(ParseGraph("a b\nb c d\n"),
              StatusIs(kInvalid, "line 2: an edge has two ends, not 3"));
  EXPECT_THAT(ParseGraph("a a\n"),
              StatusIs(kInvalid, "line 1: an edge from \"a\" to itself"));
  EXPECT_THAT(ParseGraph("\na b:c\n"),
              StatusIs(kInvalid, HasSubstr("line 2: \"b:c\" cannot be")));
}

Problem Partitions(const Graph& graph, int smallest, int largest) {
  absl::StatusOr<Problem> problem = MakeGraphPartitions(
      {.graph = graph, .smallest = smallest, .largest = largest});
  EXPECT_THAT(problem, IsOk());
  return *std::move(problem);
}

TEST(MakeGraphPartitionsTest, OptionsAreConnectedSets) {
  const absl::StatusOr<Graph> path = ParseGraph("a b\nb c\nc d\n");
  ASSERT_THAT(path, IsOk());
  EXPECT_EQ(ToNotation(Partitions(*path, 2, 3)),
            "a b c d\na b\na b c\nb c\nb c d\nc d\n");
}

// Of all subsets of the vertices, those that are connected, each once.
TEST(MakeGraphPartitionsTest, FindsEverySetOnce) {
  for (int seed = 0; seed < 20; ++seed) {
    const absl::StatusOr<Graph> graph =
        MakeNetwork({.vertices = 9, .more_edges = seed, .seed = seed});
    ASSERT_THAT(graph, IsOk());
    std::set<unsigned> connected;
    for (unsigned set = 1; set < 1u << 9; ++set) {
      unsigned reached = set & -set;
      for (int i = 0; i < 9; ++i) {
        for (const auto& [a, b] : graph->edges) {
          const unsigned edge = 1u << a | 1u << b;
          if ((edge & set) == edge && (edge & reached) != 0) reached |= edge;
        }
      }
      if (reached == set) connected.insert(set);
    }
    const Problem problem = Partitions(*graph, 1, 9);
    std::set<unsigned> options;
    for (uint32_t i = 0; i < problem.option_count(); ++i) {
      unsigned set = 0;
      for (const ItemUse& use : problem.option(OptionId(i))) {
        set |= 1u << use.item.value();
      }
      options.insert(set);
    }
    EXPECT_EQ(options, connected) << seed;
    EXPECT_EQ(problem.option_count(), connected.size()) << seed;
  }
}

// A path is cut between any of its vertices, a ring at two places or more, or
// it is one piece.
TEST(MakeGraphPartitionsTest, CountsOfPathsAndRings) {
  std::string path;
  for (int i = 0; i < 9; ++i) absl::StrAppend(&path, "p", i, " p", i + 1, "\n");
  const absl::StatusOr<Graph> ten = ParseGraph(path);
  const absl::StatusOr<Graph> ring = ParseGraph(path + "p9 p0\n");
  ASSERT_THAT(ten, IsOk());
  ASSERT_THAT(ring, IsOk());
  EXPECT_THAT(MakeGraphPartitions({*ten, 1, 10}), HasCovers(512));
  EXPECT_THAT(MakeGraphPartitions({*ring, 1, 10}), HasCovers(1024 - 10));
  EXPECT_THAT(MakeGraphPartitions({*ring, 2, 2}), HasCovers(2));
}

TEST(MakeNetworkTest, IsTheSameEverywhere) {
  const absl::StatusOr<Graph> graph =
      MakeNetwork({.vertices = 5, .more_edges = 2, .seed = 1});
  ASSERT_THAT(graph, IsOk());
  EXPECT_EQ(graph->vertices.size(), 5);
  EXPECT_EQ(graph->edges.size(), 6);
  const absl::StatusOr<Graph> again =
      MakeNetwork({.vertices = 5, .more_edges = 2, .seed = 1});
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(graph->edges, again->edges);
}

TEST(MakeGraphPartitionsTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeNetwork({.vertices = 0}),
              StatusIs(kInvalid, HasSubstr("cannot have 0 vertices")));
  EXPECT_THAT(MakeNetwork({.more_edges = -1}),
              StatusIs(kInvalid, HasSubstr("-1 more edges")));
  EXPECT_THAT(MakeGraphPartitions({.graph = {}, .smallest = 0}),
              StatusIs(kInvalid, HasSubstr("from 0 to 6 vertices")));
  EXPECT_THAT(MakeGraphPartitions({.graph = {}, .smallest = 7}),
              StatusIs(kInvalid, HasSubstr("from 7 to 6 vertices")));
}

}  // namespace
}  // namespace dlx::make::graph_partitions_test
