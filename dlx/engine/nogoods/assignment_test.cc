#include "dlx/engine/nogoods/assignment.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dlx/engine/nogoods/masks.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::nogoods {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::testing::ElementsAre;

// Random problems without colours and multiplicities.
Problem PlainProblem(const Dice& dice) {
  dlx::testing::ProblemShape shape = RandomShape(dice);
  shape.colors = 0;
  shape.multiplicities = 0;
  return RandomProblem(shape, dice);
}

TEST(LiteralTest, SaysOneOfTwoThings) {
  const Literal chosen = Literal::Chosen(5);
  EXPECT_TRUE(chosen.is_chosen());
  EXPECT_EQ(chosen.option(), 5);
  EXPECT_EQ(chosen.Negation(), Literal::RuledOut(5));
  EXPECT_EQ(chosen.Negation().Negation(), chosen);
  EXPECT_FALSE(Literal::RuledOut(5).is_chosen());
  EXPECT_EQ(Literal::RuledOut(5).option(), 5);
  EXPECT_EQ(Literal::Decode(chosen.code()), chosen);
}

TEST(MaskProblemTest, ItemsOfLongOptionsOnlyAreDecisive) {
  // Options have two items in the mean.
  const Problem source =
      ProblemFromNotation("c d a b e f\na b c d\na b e f\nc e\nc\nd\ne\nf\n");
  const MaskProblem problem(source, {});
  ASSERT_EQ(problem.decisive_end, 2);
  EXPECT_THAT(problem.OptionsOf(0), ElementsAre(0, 1));
  EXPECT_THAT(problem.OptionsOf(1), ElementsAre(0, 1));
  EXPECT_THAT(problem.OptionsOf(2), ElementsAre(0, 2, 3)) << "item c";

  const SearchOptions in_order = {.branching = Branching::kInputOrder};
  EXPECT_EQ(MaskProblem(source, in_order).decisive_end, 0);
  const Problem alike = ProblemFromNotation("a b c\na b\nc a\nb c\n");
  EXPECT_EQ(MaskProblem(alike, {}).decisive_end, 0);
}

TEST(AssignmentTest, TellsWhatFollowsAndWhy) {
  // Item d has options 0 to 2. Without 0, c needs 3, which leaves d only 2.
  const Problem source =
      ProblemFromNotation("a b c d\na c d\nb d\na d\nb c\na b c d\n");
  const MaskProblem problem(source, {});
  Assignment assignment(problem);
  ASSERT_TRUE(assignment.Start({}));
  EXPECT_EQ(assignment.trail_size(), 0);

  assignment.AddLevel();
  ASSERT_TRUE(assignment.Assign(Literal::RuledOut(0), {}));
  ASSERT_TRUE(assignment.Propagate());
  EXPECT_EQ(assignment.trail_size(), 1);

  assignment.AddLevel();
  ASSERT_TRUE(assignment.Assign(Literal::RuledOut(4), {}));
  ASSERT_TRUE(assignment.Propagate());
  EXPECT_THAT(assignment.chosen(), ElementsAre(2, 3));
  EXPECT_TRUE(assignment.Holds(Literal::RuledOut(1)));
  for (const uint32_t option : {1, 2, 3, 4}) {
    EXPECT_EQ(assignment.level_of(option), 2) << option;
  }
  EXPECT_EQ(assignment.level_of(0), 1);
  // Item a, which has number 0, needs option 2, which takes d from option 1.
  EXPECT_EQ(assignment.reason_of(4).kind(), Reason::Kind::kNone);
  EXPECT_EQ(assignment.reason_of(2).kind(), Reason::Kind::kItem);
  EXPECT_EQ(assignment.reason_of(2).index(), 0);
  EXPECT_EQ(assignment.reason_of(3).kind(), Reason::Kind::kItem);
  EXPECT_EQ(assignment.reason_of(1).kind(), Reason::Kind::kOption);

  assignment.UndoTo(1);
  EXPECT_EQ(assignment.level(), 1);
  EXPECT_EQ(assignment.trail_size(), 1);
  EXPECT_TRUE(assignment.chosen().empty());
  EXPECT_TRUE(assignment.IsOpen(4));
  EXPECT_FALSE(assignment.IsOpen(0));
}

// With snapshots, with fewer, and without: the same masks.
TEST(AssignmentTest, SnapshotsTakeNoMoreMemoryThanTheyMay) {
  std::string notation = "a b c d\n";
  for (int i = 0; i < 20; ++i) notation += "a b\nc d\n";
  const Problem source = ProblemFromNotation(notation);
  const MaskProblem problem(source, {});
  ASSERT_GT(Assignment(problem).snapshot_memory(), 500);
  for (const size_t memory : {0, 99, 100, 200, 500, 1'000'000}) {
    SCOPED_TRACE(memory);
    Assignment assignment(problem, memory);
    EXPECT_LE(assignment.snapshot_memory(), memory);
    ASSERT_TRUE(assignment.Start({}));
    for (uint32_t option = 0; option < 30; ++option) {
      assignment.AddLevel();
      ASSERT_TRUE(assignment.Assign(Literal::RuledOut(option), {}));
    }
    for (const uint32_t level : {25, 7, 1, 0}) {
      assignment.UndoTo(level);
      EXPECT_EQ(assignment.trail_size(), level);
      EXPECT_EQ(assignment.CheckInvariants(), "");
    }
  }
}

TEST(AssignmentTest, GivensAreChosenWithWhatFollows) {
  const Problem source = ProblemFromNotation("a b c\na\nb\na b\nc\n");
  const MaskProblem problem(source, {});
  Assignment assignment(problem);
  const OptionId a[] = {OptionId(0)};
  ASSERT_TRUE(assignment.Start(a));
  EXPECT_THAT(assignment.chosen(), ElementsAre(0, 1, 3));
  const OptionId twice[] = {OptionId(0), OptionId(0)};
  EXPECT_FALSE(assignment.Start(twice));
  const OptionId both[] = {OptionId(2), OptionId(1)};
  EXPECT_FALSE(assignment.Start(both));
  ASSERT_TRUE(assignment.Start({}));
  EXPECT_THAT(assignment.chosen(), ElementsAre(3));
}

TEST(AssignmentTest, NoCoverIsLostAndConflictsAreTrue) {
  int conflicts = 0;
  int undone = 0;
  for (uint64_t seed = 0; seed < 2000; ++seed) {
    const Dice dice(seed);
    const Problem source = PlainProblem(dice);
    const std::vector<Cover> covers = AllCovers(source);
    const MaskProblem problem(source, {.seed = seed});
    Assignment assignment(problem);
    if (!assignment.Start({})) {
      EXPECT_TRUE(covers.empty()) << seed;
      continue;
    }
    EXPECT_EQ(assignment.CheckInvariants(), "");
    // Assumes this and that, and takes it back now and then.
    std::vector<Literal> assumed;
    const auto fits = [&](const Cover& cover) {
      for (const Literal s : assumed) {
        const bool has = !CoversWith({cover}, {{OptionId(s.option())}}).empty();
        if (has != s.is_chosen()) return false;
      }
      return true;
    };
    for (int step = 0; step < 20; ++step) {
      const uint32_t option =
          dice(static_cast<uint32_t>(problem.option_count()));
      if (!assignment.IsOpen(option)) continue;
      assumed.push_back(dice(2) == 0 ? Literal::Chosen(option)
                                     : Literal::RuledOut(option));
      assignment.AddLevel();
      const bool possible =
          assignment.Assign(assumed.back(), {}) && assignment.Propagate();
      if (possible) {
        EXPECT_EQ(assignment.CheckInvariants(), "");
      }
      for (const Cover& cover : covers) {
        if (!fits(cover)) continue;
        ASSERT_TRUE(possible) << seed;
        for (const uint32_t chosen : assignment.chosen()) {
          EXPECT_FALSE(CoversWith({cover}, {{OptionId(chosen)}}).empty());
        }
      }
      conflicts += !possible;
      if (possible && dice(4) != 0) continue;
      ++undone;
      const uint32_t level = dice(assignment.level());
      assignment.UndoTo(level);
      assumed.resize(level, assumed[0]);
      EXPECT_EQ(assignment.CheckInvariants(), "");
    }
  }
  EXPECT_GT(conflicts, 500);
  EXPECT_GT(undone, 1000);
}

}  // namespace
}  // namespace dlx::internal::nogoods
