#include "dlx/engine/nogoods/conflict_analysis.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/nogoods/assignment.h"
#include "dlx/engine/nogoods/item_choice.h"
#include "dlx/engine/nogoods/masks.h"
#include "dlx/engine/nogoods/nogood_store.h"
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
using ::dlx::testing::Dice;
using ::testing::ElementsAre;

TEST(ConflictAnalysisTest, FindsWhichChoiceWasToBlame) {
  // Option 0 leaves c only 2 and d only 3, which share e. Options 5 and 6 have
  // nothing to do with it.
  const Problem source = dlx::testing::ProblemFromNotation(
      "a c d e f\na\nc d a\nc e\nd e\na c d e\nf\nf\n");
  // Items keep their numbers.
  const MaskProblem problem(source, {.branching = Branching::kInputOrder});
  Assignment assignment(problem);
  const NogoodStore nogoods(problem.option_count(), 0);
  ConflictAnalysis analysis(problem);
  ItemActivity activity(problem.item_count());

  ASSERT_TRUE(assignment.Start({}));
  assignment.AddLevel();
  ASSERT_TRUE(assignment.Assign(Literal::Chosen(5), {}));
  ASSERT_TRUE(assignment.Propagate());
  assignment.AddLevel();
  ASSERT_TRUE(assignment.Assign(Literal::Chosen(0), {}));
  ASSERT_FALSE(assignment.Propagate());
  analysis.Learn(assignment, nogoods, activity);
  EXPECT_THAT(analysis.nogood(), ElementsAre(Literal::Chosen(0)));
  EXPECT_EQ(analysis.second_level(), 0);
  EXPECT_EQ(analysis.lbd(), 1);
  // Items c and d forced the options; f had nothing to do with it.
  EXPECT_GT(activity.values()[1], 0);
  EXPECT_GT(activity.values()[2], 0);
  EXPECT_EQ(activity.values()[4], 0);
}

// Whether a cover agrees with all of these literals.
bool Agrees(const Cover& cover, absl::Span<const Literal> nogood) {
  return std::all_of(nogood.begin(), nogood.end(), [&](Literal s) {
    const bool has = std::find(cover.begin(), cover.end(),
                               OptionId(s.option())) != cover.end();
    return has == s.is_chosen();
  });
}

// A search that chooses at random and learns; each nogood is looked at.
TEST(ConflictAnalysisTest, NogoodsAreTrueAndOfTheRightForm) {
  size_t learned = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const Dice dice(seed);
    const Problem source = dlx::testing::RandomProblem({.primary = 14,
                                                        .secondary = 3,
                                                        .options = 40,
                                                        .max_option_size = 4,
                                                        .planted = 40},
                                                       dice);
    const std::vector<Cover> covers = AllCovers(source);
    const MaskProblem problem(source, {.seed = seed});
    Assignment assignment(problem);
    NogoodStore nogoods(problem.option_count(), 1 << 20);
    ConflictAnalysis analysis(problem);
    ItemActivity activity(problem.item_count());
    bool possible = assignment.Start({});
    size_t propagated = assignment.trail_size();
    const auto propagate = [&] {
      while (assignment.Propagate()) {
        if (propagated == assignment.trail_size()) return true;
        const Literal next = assignment.trail(propagated++);
        if (!nogoods.Propagate(next, assignment)) return false;
      }
      return false;
    };
    for (int step = 0; possible && step < 200; ++step) {
      const uint32_t option =
          dice(static_cast<uint32_t>(problem.option_count()));
      if (!assignment.IsOpen(option)) continue;
      assignment.AddLevel();
      bool possible =
          assignment.Assign(dice(2) == 0 ? Literal::Chosen(option)
                                         : Literal::RuledOut(option),
                            {}) &&
          propagate();
      while (!possible && assignment.level() > 0) {
        analysis.Learn(assignment, nogoods, activity);
        activity.NoteConflict();
        ++learned;
        const auto nogood = analysis.nogood();
        for (const Cover& cover : covers) ASSERT_FALSE(Agrees(cover, nogood));
        std::set<uint32_t> levels;
        for (size_t i = 0; i < nogood.size(); ++i) {
          const uint32_t level = assignment.level_of(nogood[i].option());
          ASSERT_TRUE(assignment.Holds(nogood[i]));
          if (i == 0) {
            ASSERT_EQ(level, assignment.level());
          } else {
            ASSERT_LE(level, analysis.second_level());
          }
          if (i == 1) {
            ASSERT_EQ(level, analysis.second_level());
          }
          ASSERT_GT(level, 0);
          levels.insert(level);
        }
        ASSERT_EQ(analysis.lbd(), levels.size());
        ASSERT_LT(analysis.second_level(), assignment.level());

        const Literal negated = nogood[0].Negation();
        const uint32_t number =
            nogood.size() == 1 ? 0 : nogoods.Add(nogood, analysis.lbd());
        assignment.UndoTo(analysis.second_level());
        propagated = std::min(propagated, assignment.trail_size());
        possible = number == 0 ? assignment.AssignFact(negated)
                               : assignment.Assign(
                                     negated, {Reason::Kind::kNogood, number});
        possible = possible && propagate();
      }
    }
    if (!possible) {
      EXPECT_TRUE(covers.empty()) << seed;
    }
  }
  EXPECT_GT(learned, 100);
}

}  // namespace
}  // namespace dlx::internal::nogoods
