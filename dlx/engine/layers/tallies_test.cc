#include "dlx/engine/layers/tallies.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "dlx/engine/layers/decision_plan.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::layers::tallies_test {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::RandomProblem;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<OptionId> InputOrder(const Problem& problem) {
  std::vector<OptionId> order;
  for (uint32_t k = 0; k < problem.option_count(); ++k) order.emplace_back(k);
  return order;
}

Tallies TalliesOf(const Problem& problem) {
  return Tallies(problem, InputOrder(problem));
}

// The numbers of states that there can be after each position.
std::vector<int> StatesOf(const Tallies& tallies) {
  std::vector<int> states;
  for (const double bits : tallies.frontier()) {
    states.push_back(static_cast<int>(std::lround(std::exp2(bits))));
  }
  return states;
}

TEST(TalliesTest, CountUpToALimit) {
  const Problem problem = ProblemFromNotation("0:3|a\na\na\na\na\na\n");
  const Tallies tallies = TalliesOf(problem);
  EXPECT_THAT(StatesOf(tallies), ElementsAre(4, 4, 4, 4, 1));
  EXPECT_THAT(tallies.decision(0).limits, IsEmpty());
  ASSERT_THAT(tallies.decision(1).limits, SizeIs(1));
  EXPECT_EQ(tallies.decision(1).limits[0].number, 3);
  EXPECT_THAT(tallies.decision(0).counted, SizeIs(1));
  // It does not matter any more.
  EXPECT_THAT(tallies.decision(4).counted, IsEmpty());
  EXPECT_THAT(tallies.decision(4).limits, SizeIs(1));
}

TEST(TalliesTest, CountUpToWhatIsNeeded) {
  const Problem problem = ProblemFromNotation("2:9|a\na\na\na\na\na\n");
  const Tallies tallies = TalliesOf(problem);
  EXPECT_THAT(StatesOf(tallies), ElementsAre(3, 3, 3, 3, 1));
  EXPECT_THAT(tallies.decision(1).limits, IsEmpty());
  EXPECT_THAT(tallies.decision(1).counted_up_to, SizeIs(1));
  // If only one option is to come, there must be one already.
  EXPECT_THAT(tallies.decision(2).least, IsEmpty());
  ASSERT_THAT(tallies.decision(3).least, SizeIs(1));
  EXPECT_EQ(tallies.decision(3).least[0].number, 1);
  ASSERT_THAT(tallies.decision(4).least, SizeIs(1));
  EXPECT_EQ(tallies.decision(4).least[0].number, 2);
}

TEST(TalliesTest, RememberWhetherSomethingIsCovered) {
  const Problem problem = ProblemFromNotation("1:9|a\na\na\na\n");
  const Tallies tallies = TalliesOf(problem);
  EXPECT_THAT(StatesOf(tallies), ElementsAre(2, 2, 1));
  EXPECT_THAT(tallies.decision(1).obstacles, IsEmpty());
  EXPECT_THAT(tallies.decision(1).needed, IsEmpty());
  EXPECT_THAT(tallies.decision(2).needed, SizeIs(1));
}

TEST(TalliesTest, RememberNothingThatDoesNotMatter) {
  // Neither too few nor too many can be covered; an option that is needed.
  const Problem problem = ProblemFromNotation("0:2|a b\na\na\nb\n");
  const Tallies tallies = TalliesOf(problem);
  EXPECT_THAT(StatesOf(tallies), ElementsAre(1, 1, 1));
  EXPECT_EQ(tallies.words(), 0);
  EXPECT_FALSE(tallies.decision(0).must_be_taken);
  EXPECT_TRUE(tallies.decision(2).must_be_taken);
}

TEST(TalliesTest, KnowTheColoursOfSecondaryItems) {
  const Problem problem =
      ProblemFromNotation("0:9|a | x\na x:r\na x:g\na x\na x:r\n");
  const Tallies tallies = TalliesOf(problem);
  EXPECT_THAT(StatesOf(tallies), ElementsAre(4, 4, 4, 1));
  // Options that want red may still have it; those without a colour may not.
  EXPECT_THAT(tallies.decision(1).obstacles, SizeIs(2));
  EXPECT_THAT(tallies.decision(2).obstacles, SizeIs(3));
}

TEST(TalliesTest, LeaveTheirBitsToOthers) {
  const Problem problem = ProblemFromNotation(
      "2:3|a 2:3|b 2:3|c\na\na\na\na\nb\nb\nb\nb\nc\nc\nc\nc\n");
  const Tallies tallies = TalliesOf(problem);
  EXPECT_EQ(tallies.words(), 1);
  const Tally a = tallies.decision(0).counted[0];
  EXPECT_EQ(a.bits, 3);
  EXPECT_EQ(tallies.decision(4).counted[0].first_bit, a.first_bit);
  EXPECT_EQ(tallies.decision(8).counted[0].first_bit, a.first_bit);
  EXPECT_THAT(tallies.decision(3).leaving,
              ElementsAre(a.first_bit, a.first_bit + 1, a.first_bit + 2));
}

TEST(TalliesTest, SeeWhatIsHopeless) {
  EXPECT_TRUE(TalliesOf(ProblemFromNotation("3:4|a\na\na\n")).is_hopeless());
  EXPECT_FALSE(TalliesOf(ProblemFromNotation("2:4|a\na\na\n")).is_hopeless());

  const Problem problem = ProblemFromNotation("1:2|a\na\na\na\n");
  const std::vector<OptionId> order = InputOrder(problem);
  const Tallies whole(problem, order);
  const std::vector<OptionId> givens = {OptionId(0), OptionId(1), OptionId(2)};
  EXPECT_TRUE(Tallies(problem, order, givens, whole).is_hopeless());
}

TEST(TalliesTest, AGivenThatIsThereTwiceIsHopeless) {
  const Problem problem = ProblemFromNotation("0:3|a\na\na\na\n");
  const std::vector<OptionId> order = {OptionId(0), OptionId(1), OptionId(2)};
  const Tallies whole(problem, order);
  const std::vector<OptionId> once = {OptionId(0)};
  EXPECT_FALSE(Tallies(problem, order, once, whole).is_hopeless());
  const std::vector<OptionId> twice = {OptionId(0), OptionId(0)};
  EXPECT_TRUE(Tallies(problem, order, twice, whole).is_hopeless());
}

TEST(TalliesTest, GivensAreCountedAlready) {
  const Problem problem = ProblemFromNotation("2:3|a b\na\na b\na\na\na b\n");
  const std::vector<OptionId> order = InputOrder(problem);
  const Tallies whole(problem, order);
  const std::vector<OptionId> givens = {OptionId(1)};
  const Tallies rest(problem, order, givens, whole);
  // Not the given, nor who wants b again; of a, one or two are left of three.
  ASSERT_EQ(rest.size(), 3);
  EXPECT_EQ(rest.decision(0).option, OptionId(0));
  EXPECT_EQ(rest.decision(1).option, OptionId(2));
  EXPECT_EQ(rest.decision(2).option, OptionId(3));
  EXPECT_THAT(StatesOf(rest), ElementsAre(3, 3, 1));
  EXPECT_EQ(rest.decision(0).counted[0].first_bit,
            whole.decision(0).counted[0].first_bit);
}

// What is wide is in several words, and no tally lies across a border.
TEST(TalliesTest, StayWithinTheirWords) {
  int wide = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblem({.primary = 5 + dice(60),
                                           .secondary = dice(10),
                                           .options = 20 + dice(100),
                                           .max_option_size = 1 + dice(6),
                                           .colors = dice(5),
                                           .multiplicities = 80,
                                           .max_multiplicity = 9},
                                          dice);
    const std::vector<OptionId> order = InputOrder(problem);
    const Tallies whole(problem, order);
    wide += whole.words() > 1;
    const std::vector<OptionId> givens = {
        OptionId(dice(static_cast<uint32_t>(problem.option_count())))};
    for (const Tallies& tallies :
         {whole, Tallies(problem, order, givens, whole)}) {
      const auto is_in_a_word = [&](const Tally& tally) {
        const size_t last = tally.first_bit + tally.bits - 1;
        return tally.first_bit / 64 == last / 64 && last < 64 * whole.words();
      };
      for (size_t p = 0; p < tallies.size(); ++p) {
        const Decision& decision = tallies.decision(p);
        for (const auto& list : {decision.limits, decision.counted,
                                 decision.counted_up_to, decision.least}) {
          for (const Tally& tally : list) EXPECT_TRUE(is_in_a_word(tally));
        }
        for (const uint32_t bit : decision.effects) {
          EXPECT_LT(bit, 64 * whole.words());
        }
      }
    }
  }
  EXPECT_GT(wide, 50);
}

}  // namespace
}  // namespace dlx::internal::layers::tallies_test
