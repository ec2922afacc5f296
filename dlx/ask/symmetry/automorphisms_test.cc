#include "dlx/reduce/symmetry/automorphisms.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "dlx/ask/symmetry/permutation_group.h"
#include "dlx/limits.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using dlx::testing::Dice;
using dlx::testing::IsOk;
using dlx::testing::StatusIs;
using ::testing::HasSubstr;
using Edges = std::vector<std::pair<uint32_t, uint32_t>>;

constexpr size_t kGigabyte = size_t{1} << 30;

absl::StatusOr<Automorphisms> Find(const ColoredGraph& graph,
                                   const LimitWatch& watch,
                                   size_t memory_limit) {
  return FindAutomorphisms(
      graph,
      [&watch](uint64_t partitions) { return CheckLimits(watch, partitions); },
      memory_limit);
}

std::string OrderOfGroup(const ColoredGraph& graph) {
  const LimitWatch watch{Limits()};
  const auto found = Find(graph, watch, kGigabyte);
  EXPECT_THAT(found, IsOk());
  for (const Permutation& generator : found->generators) {
    EXPECT_TRUE(graph.IsAutomorphism(generator));
  }
  const auto group = PermutationGroup::Generate(graph.size(), found->generators,
                                                watch, kGigabyte);
  EXPECT_THAT(group, IsOk());
  EXPECT_EQ(group->order(), found->order);
  return found->order.ToString();
}

// A circle of `n`, as often as told.
ColoredGraph Circles(uint32_t n, uint32_t copies) {
  Edges edges;
  for (uint32_t c = 0; c < copies; ++c) {
    for (uint32_t i = 0; i < n; ++i) {
      edges.emplace_back(c * n + i, c * n + (i + 1) % n);
    }
  }
  return ColoredGraph(std::vector<uint32_t>(size_t{n} * copies), edges);
}

TEST(AutomorphismsTest, KnownGroups) {
  EXPECT_EQ(OrderOfGroup(ColoredGraph()), "1");
  EXPECT_EQ(OrderOfGroup(ColoredGraph(std::vector<uint32_t>(10), {})),
            "3628800");
  EXPECT_EQ(OrderOfGroup(Circles(7, 1)), "14");
  EXPECT_EQ(OrderOfGroup(Circles(5, 3)), "6000");
  EXPECT_EQ(OrderOfGroup(ColoredGraph({1, 1, 2, 2, 3}, {})), "4");
  // Petersen's graph: pairs of five, joined if they have nothing in common.
  Edges petersen;
  for (uint32_t a = 0; a < 5; ++a) {
    petersen.emplace_back(a, (a + 1) % 5);
    petersen.emplace_back(5 + a, 5 + (a + 2) % 5);
    petersen.emplace_back(a, 5 + a);
  }
  EXPECT_EQ(OrderOfGroup(ColoredGraph(std::vector<uint32_t>(10), petersen)),
            "120");
  // A circle of six and two of three look alike at each vertex.
  Edges mixed = {{0, 1}, {1, 2}, {2, 3}, {3, 4},  {4, 5},   {5, 0},
                 {6, 7}, {7, 8}, {8, 6}, {9, 10}, {10, 11}, {11, 9}};
  EXPECT_EQ(OrderOfGroup(ColoredGraph(std::vector<uint32_t>(12), mixed)),
            "864");
}

TEST(AutomorphismsTest, AgreesWithTryingAllPermutations) {
  const Dice dice(4);
  for (int i = 0; i < 300; ++i) {
    const uint32_t size = 1 + dice(6);
    Edges edges;
    for (uint32_t a = 0; a < size; ++a) {
      for (uint32_t b = a + 1; b < size; ++b) {
        if (dice(2) == 0) edges.emplace_back(a, b);
      }
    }
    std::vector<uint32_t> colors(size);
    for (uint32_t& color : colors) color = dice(4) / 3;
    const ColoredGraph graph(colors, edges);
    uint64_t count = 0;
    Permutation permutation = Identity(size);
    do {
      if (graph.IsAutomorphism(permutation)) ++count;
    } while (absl::c_next_permutation(permutation));
    EXPECT_EQ(OrderOfGroup(graph), std::to_string(count));
  }
}

TEST(AutomorphismsTest, Limits) {
  const ColoredGraph graph = Circles(9, 3);
  const LimitWatch nodes{{.nodes = 3}};
  EXPECT_THAT(
      Find(graph, nodes, kGigabyte),
      StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("a limit came")));
  Interrupter interrupter;
  interrupter.Request();
  const LimitWatch stopped{{.interrupter = &interrupter}};
  EXPECT_THAT(Find(graph, stopped, kGigabyte),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("interrupted")));
  EXPECT_THAT(
      Find(graph, LimitWatch{Limits()}, 1000),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("memory")));
}

}  // namespace
}  // namespace dlx::internal
