#include "dlx/ask/diagram/check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/ask/diagram/builder.h"
#include "dlx/ask/diagram/nodes.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::diagram {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::Dice;
using ::dlx::testing::DominoProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

using BuildFunction = std::unique_ptr<Builder> (*)(const Problem&,
                                                   const SearchOptions&);

Parts BuildWith(BuildFunction build, const Problem& problem) {
  const std::unique_ptr<Builder> builder = build(problem, {});
  for (;;) {
    const absl::StatusOr<bool> is_done = builder->Work(1000);
    EXPECT_THAT(is_done, IsOk());
    if (!is_done.ok() || *is_done) return builder->Take();
  }
}

std::vector<Natural> WaysOf(const Nodes& nodes) {
  std::vector<Natural> ways(nodes.size());
  ways[kEnd] = 1;
  for (Node node = 1; node < nodes.size(); ++node) {
    for (const Edge& edge : nodes.edges(node)) ways[node] += ways[edge.to];
  }
  return ways;
}

absl::Status CheckParts(const Problem& problem, const Parts& parts,
                        const std::vector<Natural>& ways) {
  return CheckWays(problem, parts.nodes, parts.root, ways,
                   [] { return false; });
}

// The options of each way from the node to the end, behind `cover`.
void ListWays(const Nodes& nodes, Node node, Cover& cover,
              std::vector<Cover>& all) {
  if (node == kNowhere) return;
  if (node == kEnd) {
    all.push_back(cover);
    return std::sort(all.back().begin(), all.back().end());
  }
  for (const Edge& edge : nodes.edges(node)) {
    if (edge.has_option()) cover.push_back(edge.option);
    ListWays(nodes, edge.to, cover, all);
    if (edge.has_option()) cover.pop_back();
  }
}
std::vector<Cover> AllWays(const Parts& parts) {
  std::vector<Cover> all;
  Cover cover;
  ListWays(parts.nodes, parts.root, cover, all);
  std::sort(all.begin(), all.end());
  return all;
}

// The same nodes, but for an edge that leads to another node, or chooses
// another option, or is not there.
Parts WithOtherEdge(const Parts& parts, const Problem& problem,
                    const Dice& dice) {
  NodeMaker maker;
  std::vector<Node> node_now = {kEnd};
  size_t place = dice(static_cast<uint32_t>(parts.nodes.edge_count()));
  for (Node node = 1; node < parts.nodes.size(); ++node) {
    std::vector<Edge> edges;
    for (Edge edge : parts.nodes.edges(node)) {
      edge.to = node_now[edge.to];
      if (place-- == 0) {
        switch (dice(3)) {
          case 0:
            edge.to = node_now[dice(node)];
            break;
          case 1:
            edge.option =
                OptionId(dice(static_cast<uint32_t>(problem.option_count())));
            break;
          default:
            edge.to = kNowhere;
        }
      }
      edges.push_back(edge);
    }
    node_now.push_back(maker.Add(edges));
  }
  const Node root = parts.root == kNowhere ? kNowhere : node_now[parts.root];
  return {maker.Take(), root};
}

// What is accepted has covers only, each once; and what was not damaged is
// accepted.
TEST(CheckWaysTest, AcceptsNothingButCovers) {
  int refused = 0;
  int accepted = 0;
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    const Problem problem = RandomProblem(RandomShape(dice), dice);
    SCOPED_TRACE(ToNotation(problem));
    const std::vector<Cover> covers = AllCovers(problem);
    for (const BuildFunction build : {BuildBySearch, BuildByLayers}) {
      if (problem.has_multiplicities() && build == BuildBySearch) continue;
      const Parts parts = BuildWith(build, problem);
      ASSERT_THAT(CheckParts(problem, parts, WaysOf(parts.nodes)), IsOk());
      ASSERT_EQ(AllWays(parts), covers);
      for (int i = 0; i < 10 && parts.nodes.edge_count() > 0; ++i) {
        const Parts damaged = WithOtherEdge(parts, problem, dice);
        if (!CheckParts(problem, damaged, WaysOf(damaged.nodes)).ok()) {
          ++refused;
          continue;
        }
        ++accepted;
        const std::vector<Cover> ways = AllWays(damaged);
        ASSERT_EQ(std::adjacent_find(ways.begin(), ways.end()), ways.end());
        ASSERT_TRUE(std::includes(covers.begin(), covers.end(), ways.begin(),
                                  ways.end()));
      }
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(accepted, 100);  // What has fewer covers, or is as it was.
}

TEST(CheckWaysTest, RefusesACountThatIsOffByOne) {
  const Problem problem = DominoProblem(4, 4);
  const Parts parts = BuildWith(BuildBySearch, problem);
  const std::vector<Natural> ways = WaysOf(parts.nodes);
  EXPECT_THAT(CheckParts(problem, parts, ways), IsOk());
  EXPECT_EQ(ways[parts.root], 36);
  // Nodes may be left over from what led nowhere.
  std::vector<bool> is_reached(ways.size());
  is_reached[parts.root] = true;
  for (Node node = parts.root;; --node) {
    if (!is_reached[node]) continue;
    for (const Edge& edge : parts.nodes.edges(node)) is_reached[edge.to] = true;
    std::vector<Natural> others = ways;
    others[node] += 1;
    EXPECT_THAT(CheckParts(problem, parts, others),
                StatusIs(absl::StatusCode::kFailedPrecondition,
                         HasSubstr(node == kEnd ? "the end" : "ways to")))
        << node;
    if (node == kEnd) break;
  }
}

// By hand, what each of the rules is for.
TEST(CheckWaysTest, SaysWhatIsWrong) {
  const auto why = [](const char* notation,
                      const std::vector<std::vector<Edge>>& nodes) {
    NodeMaker maker;
    Node root = kEnd;
    for (const std::vector<Edge>& edges : nodes) root = maker.Add(edges);
    const Parts parts = {maker.Take(), root};
    const absl::Status status =
        CheckParts(ProblemFromNotation(notation), parts, WaysOf(parts.nodes));
    return std::string(status.message());
  };
  constexpr OptionId k0(0), k1(1), k2(2);
  EXPECT_EQ(why("a b\na b\n", {{{k0, 0}}}), "");
  EXPECT_THAT(why("a b\na\nb\n", {{{k0, 0}}}),
              HasSubstr("does not cover item b"));
  EXPECT_THAT(why("a b\na\na b\n", {{{k1, 0}}, {{k0, 1}}}),
              HasSubstr("clash: 0 and one behind"));
  EXPECT_THAT(why("a b\na\nb\n", {{{k1, 0}}, {{k0, 0}}, {{k0, 1}, {k1, 2}}}),
              HasSubstr("part at node 3"));
  EXPECT_THAT(why("a\na\n", {{{k0, 0}, {k0, 0}}}),
              HasSubstr("two edges with option 0"));
  EXPECT_THAT(why("a b | x\na x:r\nb x:s\nb x:r\n", {{{k1, 0}}, {{k0, 1}}}),
              HasSubstr("clash"));
  EXPECT_EQ(why("a b | x\na x:r\nb x:s\nb x:r\n", {{{k2, 0}}, {{k0, 1}}}), "");
  EXPECT_THAT(why("a b | x\na x\nb x\n", {{{k1, 0}}, {{k0, 1}}}),
              HasSubstr("clash"));
  EXPECT_THAT(why("2|a\na\na\n", {{{k0, 0}}}),
              HasSubstr("cover item a 1 to 1 times"));
  EXPECT_THAT(why("2|a\na\na\n", {{{k0, 0}}, {{k0, 1}}}),
              HasSubstr("option of node 2 again"));
  EXPECT_THAT(why("1:2|a\na\na\n", {{{k1, 0}}, {{k0, 0}}, {{k0, 1}, {k1, 2}}}),
              HasSubstr("part at node 3"));
  // Once as {0, 1}, once as {1, 0}: nothing excludes that in this problem,
  // which has no multiplicities, but that node 4 leaves option 0.
  EXPECT_THAT(why("a b\na\nb\na b\n",
                  {{{k1, 0}}, {{k0, 0}}, {{k1, 2}}, {{k0, 1}, {kNoOption, 3}}}),
              HasSubstr("option of node 4 again"));
  EXPECT_EQ(
      why("1:2|a\na\na\n",
          {{{k1, 0}}, {{k1, 0}, {kNoOption, 0}}, {{k0, 2}, {kNoOption, 1}}}),
      "");
}

TEST(CheckWaysTest, Stops) {
  const Problem problem = DominoProblem(4, 4);
  const Parts parts = BuildWith(BuildBySearch, problem);
  EXPECT_THAT(CheckWays(problem, parts.nodes, parts.root, WaysOf(parts.nodes),
                        [] { return true; }),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("stopped")));
}

}  // namespace
}  // namespace dlx::internal::diagram
