#include "dlx/reduce/symmetry/automorphisms.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/ask/symmetry/conjugacy.h"
#include "dlx/ask/symmetry/permutation_group.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/reduce/symmetry/problem_graph.h"
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

// Of the automorphisms of a graph; nothing if they were not found.
std::optional<std::vector<ElementClass>> ClassesOf(const ColoredGraph& graph,
                                                   const Automorphisms& all) {
  const LimitWatch watch{Limits()};
  auto classes = FindClasses(
      graph, graph.size(), all,
      [&watch](uint64_t partitions) { return CheckLimits(watch, partitions); },
      kGigabyte);
  EXPECT_THAT(classes, IsOk());
  if (!classes->has_value()) return std::nullopt;
  Natural sum = 0;
  for (const ElementClass& some : **classes) sum += some.size;
  EXPECT_EQ(sum, all.order);
  EXPECT_EQ((**classes)[0].representative, Identity(graph.size()));
  return *std::move(classes);
}

TEST(ProblemGraphTest, AsksWhetherToGoOn) {
  ProblemBuilder builder;
  constexpr uint32_t kItems = 5'000;
  for (uint32_t i = 0; i < kItems; ++i) builder.AddPrimary(absl::StrCat(i));
  for (uint32_t i = 0; i < kItems; ++i) builder.AddOption({ItemId(i)});
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  int asked = 0;
  const auto make = [&](int times) {
    asked = 0;
    return ProblemGraph::Make(*problem, {}, {}, [&asked, times] {
      return ++asked < times ? absl::OkStatus()
                             : absl::CancelledError("enough");
    });
  };
  EXPECT_THAT(make(1'000'000), IsOk());
  const int often = asked;
  EXPECT_GE(often, 3 * 4);
  for (const int times : {1, 3, often}) {
    EXPECT_THAT(make(times),
                StatusIs(absl::StatusCode::kCancelled, HasSubstr("enough")));
    EXPECT_EQ(asked, times);
  }
}

TEST(ConjugacyTest, ClassesOfManyElements) {
  const LimitWatch watch{Limits()};
  struct {
    ColoredGraph graph;
    size_t classes;
  } const kCases[] = {
      // All permutations of 16 points: the partitions of the number 16.
      {ColoredGraph(std::vector<uint32_t>(16), {}), 231},
      // Four triangles: ways to give each of the three kinds of permutations of
      // three points a partition, of four in all.
      {Circles(3, 4), 51},
  };
  for (const auto& test : kCases) {
    const auto all = Find(test.graph, watch, kGigabyte);
    ASSERT_THAT(all, IsOk());
    const auto classes = ClassesOf(test.graph, *all);
    ASSERT_TRUE(classes.has_value());
    EXPECT_EQ(classes->size(), test.classes);
  }
}

// As many fixed points of each kind of element as a look at each finds.
TEST(ConjugacyTest, SameAsALookAtEach) {
  Dice dice(36);
  const LimitWatch watch{Limits()};
  int several = 0;
  for (int i = 0; i < 60; ++i) {
    const uint32_t copies = 1 + dice(3);
    const uint32_t own = 1 + dice(4);
    std::vector<uint32_t> colors(size_t{copies} * own);
    Edges edges;
    for (uint32_t a = 0; a < own; ++a) {
      const uint32_t color = dice(2);
      for (uint32_t c = 0; c < copies; ++c) colors[c * own + a] = color;
      for (uint32_t b = 0; b < a; ++b) {
        if (dice(2) == 0) continue;
        for (uint32_t c = 0; c < copies; ++c) {
          edges.emplace_back(c * own + a, c * own + b);
        }
      }
    }
    const ColoredGraph graph(colors, edges);
    const auto all = Find(graph, watch, kGigabyte);
    ASSERT_THAT(all, IsOk());
    if (all->order > 10'000) continue;
    const auto classes = ClassesOf(graph, *all);
    if (!classes.has_value()) continue;
    const auto group = PermutationGroup::Generate(graph.size(), all->generators,
                                                  watch, kGigabyte);
    ASSERT_THAT(group, IsOk());
    const auto order = static_cast<uint64_t>(all->order.ToUint128());
    // Elements by how many points of each colour they leave where they are.
    const auto looks_of = [&](const Permutation& element) {
      std::map<uint32_t, uint32_t> fixed;
      for (uint32_t v = 0; v < element.size(); ++v) {
        if (element[v] == v) ++fixed[graph.color(v)];
      }
      return fixed;
    };
    std::map<std::map<uint32_t, uint32_t>, Natural> expected;
    std::map<std::map<uint32_t, uint32_t>, Natural> found;
    for (uint64_t k = 0; k < order; ++k)
      ++expected[looks_of(group->Element(k))];
    for (const ElementClass& some : *classes) {
      EXPECT_TRUE(graph.IsAutomorphism(some.representative));
      found[looks_of(some.representative)] += some.size;
    }
    EXPECT_EQ(found, expected);
    if (classes->size() > 3) ++several;
  }
  EXPECT_GT(several, 15);
}

}  // namespace
}  // namespace dlx::internal
