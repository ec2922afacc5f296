#include "dlx/ask/diagram/nodes.h"

#include <vector>

#include "dlx/id.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::diagram {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Edge To(Node node, uint32_t option) { return {OptionId(option), node}; }

TEST(NodesTest, ThereIsAlwaysTheEnd) {
  const Nodes nodes;
  EXPECT_EQ(nodes.size(), 1);
  EXPECT_EQ(nodes.edge_count(), 0);
  EXPECT_THAT(nodes.edges(kEnd), IsEmpty());
}

TEST(NodeMakerTest, EqualNodesAreOne) {
  NodeMaker maker;
  const Node a = maker.Add({To(kEnd, 0)});
  const Node b = maker.Add({To(kEnd, 1)});
  const Node c = maker.Add({To(a, 2), To(b, 3)});
  EXPECT_THAT((std::vector<Node>{a, b, c}), ElementsAre(1, 2, 3));
  EXPECT_EQ(maker.Add({To(kEnd, 1)}), b);
  EXPECT_EQ(maker.Add({To(a, 2), To(b, 3)}), c);
  // The same edges in another order are another node: the order of covers.
  EXPECT_EQ(maker.Add({To(b, 3), To(a, 2)}), 4);
  EXPECT_EQ(maker.nodes().size(), 5);
  const Nodes nodes = maker.Take();
  EXPECT_EQ(nodes.edge_count(), 6);
  EXPECT_THAT(nodes.edges(b), ElementsAre(To(kEnd, 1)));
  EXPECT_THAT(nodes.edges(c), ElementsAre(To(a, 2), To(b, 3)));
}

TEST(NodeMakerTest, WhatLeadsNowhereIsNotThere) {
  NodeMaker maker;
  EXPECT_EQ(maker.Add({}), kNowhere);
  EXPECT_EQ(maker.Add({To(kNowhere, 7)}), kNowhere);
  EXPECT_EQ(maker.nodes().size(), 1);
  const Node node = maker.Add({To(kNowhere, 7), To(kEnd, 8)});
  EXPECT_THAT(maker.nodes().edges(node), ElementsAre(To(kEnd, 8)));
  EXPECT_EQ(maker.nodes().edge_count(), 1);
}

TEST(NodeMakerTest, WhereNothingIsChosenThereIsNoNode) {
  NodeMaker maker;
  const Node a = maker.Add({To(kEnd, 0), {kNoOption, kEnd}});
  EXPECT_EQ(a, 1);
  EXPECT_EQ(maker.Add({To(kNowhere, 7), {kNoOption, a}}), a);
  EXPECT_EQ(maker.nodes().size(), 2);
  EXPECT_EQ(maker.nodes().edge_count(), 2);
}

TEST(NodeMakerTest, KnowsWhatItTakes) {
  NodeMaker maker;
  const size_t empty = maker.bytes();
  maker.Add({To(kEnd, 0), To(kEnd, 1)});
  EXPECT_EQ(maker.bytes(),
            empty + NodeMaker::kNodeBytes + 2 * NodeMaker::kEdgeBytes);
  EXPECT_FALSE(maker.is_full());
}

}  // namespace
}  // namespace dlx::internal::diagram
