// The walk's invariants wherever it pauses, alone, in pieces and together with
// another one.

#include "dlx/engine/bit_planes/walk.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "absl/numeric/int128.h"
#include "dlx/engine/bit_planes/planes.h"
#include "dlx/engine/engine.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"

namespace dlx::internal::bit_planes {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::ToNotation;

using Step = Engine::Step;

// Random, and such that no item has more options than there are slots.
Problem SmallProblem(const Dice& dice) {
  for (;;) {
    const uint32_t items = 10 + dice(30);
    Problem problem = RandomProblem({.primary = items,
                                     .secondary = dice(4),
                                     .options = 2 * items,
                                     .max_option_size = 3,
                                     .planted = 80},
                                    dice);
    std::vector<size_t> uses(problem.item_count());
    bool fits = true;
    for (uint32_t k = 0; k < problem.option_count(); ++k) {
      for (const ItemUse& use : problem.option(OptionId(k))) {
        fits &= ++uses[use.item.value()] < kSlots;
      }
    }
    if (fits) return problem;
  }
}

// With narrow planes and with wide ones.
template <class Words>
class WalkTest : public ::testing::Test {};
using AllWords = ::testing::Types<std::integral_constant<size_t, kNarrow>,
                                  std::integral_constant<size_t, kWide>>;
TYPED_TEST_SUITE(WalkTest, AllWords);

TYPED_TEST(WalkTest, InvariantsHoldAtEveryPause) {
  constexpr size_t kWords = TypeParam::value;
  int tried = 0;
  int given_away = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const Dice dice(seed);
    const Problem problem = SmallProblem(dice);
    SCOPED_TRACE(ToNotation(problem));
    const PlaneProblem<kWords> planes(problem, {});
    Walk<kWords> walk(planes);
    walk.Start({});
    ASSERT_EQ(walk.CheckInvariants(), "");
    if (walk.Count(/*pause_at=*/2000) != Step::kExhausted) continue;
    ASSERT_EQ(walk.CheckInvariants(), "");
    if (walk.covers() > 5000) continue;  // They are found one by one below.
    ++tried;
    const Natural covers = walk.covers();

    Walk<kWords> other(planes);
    walk.Start({});
    Natural found = 0;
    for (;;) {
      const uint64_t pause_at = walk.nodes() + 1 + dice(5);
      const Step step =
          dice(2) == 0 ? walk.Count(pause_at) : walk.FindNext(pause_at);
      ASSERT_EQ(walk.CheckInvariants(), "");
      if (step == Step::kExhausted) break;
      found += step == Step::kSolution;
      if (dice(3) != 0) continue;
      const std::unique_ptr<typename Walk<kWords>::Branch> branch =
          walk.GiveAway();
      ASSERT_EQ(walk.CheckInvariants(), "");
      if (branch == nullptr) continue;
      ++given_away;
      other.StartAt({}, *branch);
      ASSERT_EQ(other.CheckInvariants(), "");
      EXPECT_EQ(other.Count(kUnlimited), Step::kExhausted);
      EXPECT_EQ(other.CheckInvariants(), "");
      found += other.covers();
    }
    EXPECT_EQ(walk.covers() + found, covers);
  }
  EXPECT_GT(tried, 20);
  EXPECT_GT(given_away, 10);
}

TYPED_TEST(WalkTest, InvariantsHoldForTwoTogether) {
  constexpr size_t kWords = TypeParam::value;
  const Problem problem =
      ProblemFromNotation("a b c d\na b\nb c\nc d\nd a\na\nb\nc\nd\n");
  const PlaneProblem<kWords> planes(problem, {});
  Walk<kWords> walks[2] = {Walk(planes), Walk(planes)};
  for (Walk<kWords>& walk : walks) walk.Start({});
  int covers = 0;
  bool is_over[2] = {};
  while (!is_over[0] && !is_over[1]) {
    const StepOfTwo end = Walk<kWords>::FindNextOfTwo(
        walks[0], walks[1], walks[0].nodes() + 1, walks[1].nodes() + 1);
    for (const Walk<kWords>& walk : walks)
      ASSERT_EQ(walk.CheckInvariants(), "");
    covers += end.step == Step::kSolution;
    is_over[end.which] = end.step == Step::kExhausted;
  }
  Walk<kWords>& last = walks[is_over[0] ? 1 : 0];
  while (last.FindNext(kUnlimited) == Step::kSolution) ++covers;
  EXPECT_EQ(last.CheckInvariants(), "");
  EXPECT_EQ(covers, 2 * 7);
}

TYPED_TEST(WalkTest, GivensThatContradictEachOtherLeaveNothing) {
  constexpr size_t kWords = TypeParam::value;
  const Problem problem = ProblemFromNotation("a b\na\na b\nb\n");
  const PlaneProblem<kWords> planes(problem, {});
  Walk<kWords> walk(planes);
  walk.Start({{OptionId(0), OptionId(1)}});
  EXPECT_TRUE(walk.is_at_end());
  EXPECT_EQ(walk.CheckInvariants(), "");
  EXPECT_EQ(walk.FindNext(kUnlimited), Step::kExhausted);
  walk.Start({{OptionId(0), OptionId(2)}});
  EXPECT_EQ(walk.FindNext(kUnlimited), Step::kSolution);
  EXPECT_EQ(walk.CheckInvariants(), "");
}

}  // namespace
}  // namespace dlx::internal::bit_planes
