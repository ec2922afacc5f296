// Holds Links to a model in which the lists are vectors, and undoing is going
// back to a copy: after each of thousands of random operations, done and undone
// in reverse, the two must agree.

#include "dlx/engine/dancing_links/links.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/engine/dancing_links/links_state.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::dancing_links {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::kIsSanitized;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::Repetitions;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Links MakeLinks(const Problem& problem) {
  return Links(problem, OrderItems(problem, false, std::nullopt).items,
               OrderOptions(problem, std::nullopt));
}

// The nodes in the list of an item, downwards.
std::vector<int32_t> List(const Links& links, int32_t item) {
  std::vector<int32_t> list;
  for (int32_t q = links.node(item).down; q != item; q = links.node(q).down) {
    list.push_back(q);
  }
  return list;
}

// -- The layout --------------------------------------------------------------

TEST(LinksTest, HasTheLayoutOfTheHeaderComment) {
  const Problem problem = ProblemFromNotation("i1 i2 i3\ni1 i3\ni2 i3\n");
  const Links links = MakeLinks(problem);
  EXPECT_EQ(links.CheckInvariants(), "");
  const std::vector<int32_t> item = {0, 1, 2, 3, 1, 3, 2, 3};
  const std::vector<int32_t> right = {0, 1, 2, 3, 5, 4, 7, 6};
  const std::vector<int32_t> down = {0, 4, 6, 5, 1, 7, 2, 3};
  for (int32_t q = 1; q <= 7; ++q) {
    EXPECT_EQ(links.node(q).item, item[q]) << q;
    EXPECT_EQ(links.Right(q), right[q]) << q;
    EXPECT_EQ(links.node(q).down, down[q]) << q;
  }
  for (int32_t q = 4; q <= 7; ++q) EXPECT_EQ(links.Right(links.Left(q)), q);
  EXPECT_EQ(links.FirstNode(OptionId(0)), 4);
  EXPECT_EQ(links.FirstNode(OptionId(1)), 6);
  EXPECT_EQ(links.OptionOf(5), OptionId(0));
  EXPECT_EQ(links.OptionOf(6), OptionId(1));
}

TEST(LinksTest, FollowsTheOrdersItIsGiven) {
  const Problem problem = ProblemFromNotation("a b | s\na\nb s\na b\n");
  const std::vector<ItemId> items = {ItemId(1), ItemId(0), ItemId(2)};
  const std::vector<OptionId> options = {OptionId(2), OptionId(0), OptionId(1)};
  const Links links(problem, items, options);
  EXPECT_EQ(links.CheckInvariants(), "");
  std::vector<OptionId> options_of_a;
  for (const int32_t q : List(links, 2)) {
    options_of_a.push_back(links.OptionOf(q));
  }
  EXPECT_THAT(options_of_a, ElementsAre(OptionId(2), OptionId(0)));
  EXPECT_EQ(links.degree(1), 2);
  EXPECT_EQ(links.degree(3), Links::kSecondary + 1);
  EXPECT_FALSE(links.covered(3));
}

TEST(LinksTest, AnOptionOfOneItemIsItsOwnNeighbour) {
  const Problem problem = ProblemFromNotation("a b\na\nb\n");
  const Links links = MakeLinks(problem);
  EXPECT_EQ(links.Right(3), 3);
  EXPECT_EQ(links.Left(3), 3);
  EXPECT_EQ(links.Right(4), 4);
  EXPECT_EQ(links.Left(4), 4);
}

TEST(LinksTest, FindsTheFirstSmallestDegree) {
  const Problem problem = ProblemFromNotation("a b c d\na b\na b d\na c d\n");
  Links links = MakeLinks(problem);  // Degrees 3, 2, 1, 2.
  EXPECT_EQ(links.FirstSmallestDegree(1), 1);
  EXPECT_EQ(links.FirstSmallestDegree(2), 2);
  EXPECT_EQ(links.FirstSmallestDegree(4), 3);
  links.Adjust(3, Links::kCovered);
  EXPECT_TRUE(links.covered(3));
  EXPECT_EQ(links.FirstSmallestDegree(4), 2);
}

// -- Single operations -------------------------------------------------------

TEST(LinksTest, TellsWhatCoveringAnItemDid) {
  const Problem problem =
      ProblemFromNotation("a b c | s\na b s\na c\nb c\nc s\n");
  Links links = MakeLinks(problem);
  links.Adjust(1, Links::kCovered);
  const TightestItem tightest = links.HideList<false>(1);
  // b and s had two options and lost one; c had three.
  EXPECT_EQ(tightest.degree, 1);
  EXPECT_EQ(tightest.item, 2);
  EXPECT_EQ(links.updates(), 3);
  EXPECT_EQ(links.degree(2), 1);
  EXPECT_EQ(links.degree(3), 2);
  EXPECT_EQ(links.degree(4), Links::kSecondary + 1);
  EXPECT_EQ(List(links, 1).size(), 2);  // The item keeps its own list.
  EXPECT_EQ(links.CheckInvariants(), "");
}

TEST(LinksTest, TellsThatCoveringAnItemDidNothing) {
  const Problem problem = ProblemFromNotation("a b | s\na s\nb s\n");
  Links links = MakeLinks(problem);
  links.Adjust(1, Links::kCovered);
  EXPECT_GE(links.HideList<false>(1).degree, Links::kSecondary);
}

TEST(LinksTest, PurifyingKeepsTheOptionsThatAgree) {
  const Problem problem =
      ProblemFromNotation("a b c | s\na s:red\nb s:red\nb s:blue\nc s\n");
  Links links = MakeLinks(problem);
  links.Adjust(1, Links::kCovered);
  links.HideList<true>(1);
  const TightestItem tightest = links.Purify(links.FirstNode(OptionId(0)) + 1);
  EXPECT_EQ(tightest.degree, 0);  // c can be covered no more,
  EXPECT_EQ(tightest.item, 3);
  EXPECT_EQ(links.degree(2), 1);  // and b only with a red s.
  EXPECT_EQ(links.OptionOf(links.node(2).down), OptionId(1));
  EXPECT_EQ(links.color(links.FirstNode(OptionId(1)) + 1), Links::kAgreed);
  EXPECT_EQ(links.color(4), 1);  // "red" was the first colour.
  EXPECT_EQ(links.CheckInvariants(), "");
}

TEST(LinksTest, DetachingTakesOutOneOption) {
  const Problem problem = ProblemFromNotation("a b\na b\na\nb\n");
  Links links = MakeLinks(problem);
  const int32_t q = links.FirstNode(OptionId(0));
  EXPECT_TRUE(links.linked(q));
  const TightestItem tightest = links.Detach<false>(q);
  EXPECT_EQ(tightest.degree, 1);
  EXPECT_FALSE(links.linked(q));
  EXPECT_FALSE(links.linked(q + 1));
  EXPECT_EQ(links.degree(1), 1);
  EXPECT_EQ(links.degree(2), 1);
  EXPECT_EQ(links.updates(), 2);
  EXPECT_EQ(links.CheckInvariants(), "");
  links.Attach<false>(q);
  EXPECT_TRUE(links.linked(q));
  EXPECT_EQ(links.degree(1), 2);
}

// -- CheckInvariants() can fail ----------------------------------------------

TEST(LinksTest, CheckInvariantsSeesAWrongDegree) {
  const Problem problem = ProblemFromNotation("a b | s\na b s\nb\n");
  Links links = MakeLinks(problem);
  links.Adjust(2, 1);
  EXPECT_THAT(links.CheckInvariants(),
              HasSubstr("the list of item 2 has 2 nodes; its degree should be "
                        "2 but is 3"));
  const std::vector<int32_t> right = {0, 0, 1, 0};
  EXPECT_EQ(links.CheckInvariants(right), "");
  const std::vector<int32_t> wrong = {0, 1, 1, 0};
  EXPECT_THAT(links.CheckInvariants(wrong), HasSubstr("item 1"));
}

TEST(LinksTest, CheckInvariantsSeesThatUndoingWasOutOfOrder) {
  const Problem problem = ProblemFromNotation("a b c\na c\nb c\n");
  Links links = MakeLinks(problem);
  links.HideList<false>(1);
  links.HideList<false>(2);
  EXPECT_EQ(links.CheckInvariants(), "");
  links.UnhideList<false>(1);
  EXPECT_THAT(links.CheckInvariants(), HasSubstr("do not know it"));
}

// -- Many operations ---------------------------------------------------------

// What Links does, done in the most obvious way.
struct Model {
  std::vector<std::vector<int32_t>> lists;  // By item.
  std::vector<int32_t> colors;              // By node, as Links::color().
  uint64_t updates = 0;
};

class RandomOperations {
 public:
  RandomOperations(const Problem& problem, uint64_t seed)
      : problem_(problem), dice_(seed), links_(MakeLinks(problem)) {
    items_ = static_cast<int32_t>(problem.item_count());
    nodes_ = 1 + items_ + static_cast<int32_t>(problem.use_count());
    model_.lists.resize(items_ + 1);
    for (int32_t i = 1; i <= items_; ++i) model_.lists[i] = List(links_, i);
    for (int32_t q = 0; problem.has_colors() && q < nodes_; ++q) {
      model_.colors.push_back(links_.color(q));
    }
  }

  void Run(int steps) {
    const LinksState start = StateOf(links_, problem_);
    ASSERT_NO_FATAL_FAILURE(Check());
    for (int step = 0; step < steps; ++step) {
      const bool undo = !undo_.empty() && dice_(3) == 0;
      undo ? Undo() : Do();
      ASSERT_NO_FATAL_FAILURE(Check()) << "in step " << step;
    }
    while (!undo_.empty()) {
      Undo();
      ASSERT_NO_FATAL_FAILURE(Check());
    }
    EXPECT_EQ(StateOf(links_, problem_), start);
  }

  int covers() const { return covers_; }
  int purifications() const { return purifications_; }
  int detachments() const { return detachments_; }

 private:
  bool colored() const { return !model_.colors.empty(); }

  void Do() {
    switch (dice_(3)) {
      case 0:
        return CoverItem(1 + dice_(items_));
      case 1:
        return PurifyNode(items_ + 1 + dice_(nodes_ - items_ - 1));
      case 2:
        return DetachOption(items_ + 1 + dice_(nodes_ - items_ - 1));
    }
  }

  void Undo() {
    const auto [undo, before] = std::move(undo_.back());
    undo_.pop_back();
    undo();
    const uint64_t updates = model_.updates;  // Undoing does not count.
    model_ = before;
    model_.updates = updates;
  }

  void Remember(std::function<void()> undo) {
    undo_.emplace_back(std::move(undo), model_);
  }

  // Takes a node, or those of the other items of its option, out of the lists.
  void RemoveNode(int32_t q) {
    std::vector<int32_t>& list = model_.lists[links_.node(q).item];
    list.erase(std::find(list.begin(), list.end(), q));
    ++model_.updates;
    touched_.push_back(links_.node(q).item);
  }
  void RemoveOthers(int32_t p) {
    for (int32_t q = links_.Right(p); q != p; q = links_.Right(q)) {
      if (!colored() || model_.colors[q] >= 0) RemoveNode(q);
    }
  }

  void CheckTightest(const TightestItem& tightest) {
    int32_t least = Links::kSecondary;
    for (const int32_t item : touched_) {
      least = std::min(least, links_.degree(item));
    }
    touched_.clear();
    EXPECT_EQ(tightest.degree, least);
    if (tightest.degree < Links::kSecondary) {
      EXPECT_EQ(links_.degree(tightest.item), least);
    }
  }

  void CoverItem(int32_t item) {
    if (links_.covered(item)) return;
    if (colored() && links_.color(item) != 0) return;
    ++covers_;
    Remember([this, item] {
      colored() ? links_.UnhideList<true>(item)
                : links_.UnhideList<false>(item);
      links_.Adjust(item, -Links::kCovered);
    });
    for (const int32_t p : std::vector<int32_t>(model_.lists[item])) {
      RemoveOthers(p);
    }
    links_.Adjust(item, Links::kCovered);
    CheckTightest(colored() ? links_.HideList<true>(item)
                            : links_.HideList<false>(item));
  }

  void PurifyNode(int32_t q) {
    const int32_t item = links_.node(q).item;
    if (!colored() || links_.color(q) <= 0 || links_.linked(q)) return;
    if (links_.covered(item) || links_.color(item) != 0) return;
    ++purifications_;
    Remember([this, q] { links_.Unpurify(q); });
    const int32_t color = links_.color(q);
    model_.colors[item] = color;
    for (const int32_t p : std::vector<int32_t>(model_.lists[item])) {
      if (model_.colors[p] == color) {
        model_.colors[p] = Links::kAgreed;
      } else {
        RemoveOthers(p);
      }
    }
    CheckTightest(links_.Purify(q));
  }

  void DetachOption(int32_t x) {
    // REQUIRES, though it is nowhere said: the option can still be chosen.
    int32_t q = x;
    do {
      const int32_t item = links_.node(q).item;
      if (!links_.linked(q) || links_.covered(item)) return;
      if (colored() && links_.color(item) != 0 &&
          links_.color(q) != Links::kAgreed) {
        return;
      }
      q = links_.Right(q);
    } while (q != x);
    if (colored() && links_.color(x) == Links::kAgreed) return;
    ++detachments_;
    Remember([this, x] {
      colored() ? links_.Attach<true>(x) : links_.Attach<false>(x);
    });
    RemoveOthers(x);
    RemoveNode(x);
    CheckTightest(colored() ? links_.Detach<true>(x) : links_.Detach<false>(x));
  }

  void Check() {
    ASSERT_THAT(links_.CheckInvariants(), IsEmpty());
    ASSERT_EQ(links_.updates(), model_.updates);
    for (int32_t i = 1; i <= items_; ++i) {
      ASSERT_EQ(List(links_, i), model_.lists[i]) << "item " << i;
    }
    for (int32_t q = 1; colored() && q < nodes_; ++q) {
      ASSERT_EQ(links_.color(q), model_.colors[q]) << "node " << q;
    }
  }

  const Problem& problem_;
  Dice dice_;
  Links links_;
  Model model_;
  int32_t items_;
  int32_t nodes_;
  std::vector<int32_t> touched_;  // Items that the operation at work touched.
  // How to undo the operations, and what the model was before.
  std::vector<std::pair<std::function<void()>, Model>> undo_;
  int covers_ = 0;
  int purifications_ = 0;
  int detachments_ = 0;
};

struct RandomCase {
  uint32_t colors;
  // Options of this size at most: with 30, Links takes them for long ones.
  uint32_t max_option_size;
};

class RandomOperationsTest : public ::testing::TestWithParam<RandomCase> {};

TEST_P(RandomOperationsTest, AgreeWithTheModel) {
  const auto [colors, max_option_size] = GetParam();
  int covers = 0;
  int purifications = 0;
  int detachments = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(15); ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = RandomProblem({.primary = 4 * max_option_size,
                                           .secondary = 2 * max_option_size,
                                           .options = 60,
                                           .max_option_size = max_option_size,
                                           .colors = colors,
                                           .duplicates = 10},
                                          Dice(seed));
    RandomOperations operations(problem, seed);
    ASSERT_NO_FATAL_FAILURE(operations.Run(200));
    covers += operations.covers();
    purifications += operations.purifications();
    detachments += operations.detachments();
  }
  // Chance has not passed over anything.
  if (kIsSanitized) return;
  EXPECT_GT(covers, 150);
  EXPECT_GT(detachments, 60);
  EXPECT_GT(purifications, colors > 0 ? 30 : -1);
}

INSTANTIATE_TEST_SUITE_P(ShortOptions, RandomOperationsTest,
                         ::testing::Values(RandomCase{0, 3}, RandomCase{1, 3},
                                           RandomCase{3, 3}));
INSTANTIATE_TEST_SUITE_P(LongOptions, RandomOperationsTest,
                         ::testing::Values(RandomCase{0, 30}, RandomCase{1, 30},
                                           RandomCase{3, 30}));

}  // namespace
}  // namespace dlx::internal::dancing_links
