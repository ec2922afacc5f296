// All engines against the brute-force oracle: all tiny problems first, then
// random ones. More of these, or those of a failure that is to be looked into:
//
//   bazel run //dlx/testing:engines_test -- --random_problems=100000 --seed=7

#include "dlx/engines.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/parse.h"
#include "dlx/problem.h"
#include "dlx/testing/engine_tester.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/testing/tiny_problems.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

ABSL_FLAG(uint64_t, seed, 1,
          "The first random problem has this seed, the next one a seed that is "
          "higher by 1, and so on.");
ABSL_FLAG(int, random_problems, dlx::testing::Repetitions(500),
          "How many random problems to try.");

namespace dlx {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::ForEachProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::OneIn;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::TestEngines;
using ::dlx::testing::TinyFamilies;
using ::dlx::testing::TinyFamily;
using ::dlx::testing::Ways;

TEST(EnginesTest, NamesAreDifferentAndFindTheirEngine) {
  std::set<EngineKind> kinds;
  ASSERT_FALSE(AllEngines().empty());
  for (const EngineInfo& info : AllEngines()) {
    EXPECT_NE(info.kind, EngineKind::kAuto);
    EXPECT_TRUE(kinds.insert(info.kind).second) << info.name;
    EXPECT_EQ(EngineName(info.kind), info.name);
    EXPECT_EQ(FindEngine(info.name), info.kind);
    EXPECT_FALSE(info.summary.empty()) << info.name;
    EXPECT_EQ(info.may_be_chosen, info.kind != EngineKind::kPlainSets);
  }
  EXPECT_EQ(FindEngine("auto"), EngineKind::kAuto);
  EXPECT_EQ(EngineName(EngineKind::kAuto), "auto");
  EXPECT_EQ(FindEngine(""), std::nullopt);
  EXPECT_EQ(FindEngine("Dancing_links"), std::nullopt);
}

TEST(EnginesTest, AutoChoosesAnEngineThatAcceptsTheTask) {
  int problems = 0;
  for (const TinyFamily& family : TinyFamilies()) {
    ForEachProblem(family, [&](const Problem& problem) {
      if (++problems % OneIn(1) != 0) return;
      for (Task task : {Task::kEnumerate, Task::kCount, Task::kBest}) {
        const EngineChoice choice = ChooseEngine(problem, task);
        EXPECT_NE(choice.kind, EngineKind::kAuto);
        EXPECT_THAT(CheckEngine(choice.kind, problem, task), IsOk());
        EXPECT_FALSE(choice.reason.empty());
      }
    });
  }
}

class TinyProblemTest : public ::testing::TestWithParam<TinyFamily> {};

TEST_P(TinyProblemTest, EveryEngineAgreesWithTheOracle) {
  int problems = 0;
  uint64_t seed = 0;
  int failures = 0;
  ForEachProblem(GetParam(), [&](const Problem& problem) {
    if (++problems % OneIn(1) != 0) return;
    if (failures == 3) return;  // They are much the same.
    // There are so many problems that every way is tried on enough of them.
    const absl::Status status =
        TestEngines(problem, ++seed, Ways::kOneOfEachEngine);
    EXPECT_THAT(status, IsOk());
    failures += !status.ok();
  });
}

INSTANTIATE_TEST_SUITE_P(EnginesTest, TinyProblemTest,
                         ::testing::ValuesIn(TinyFamilies()),
                         [](const auto& info) { return info.param.name; });

// Problems that are neither tiny nor likely to come up by chance.
class SpecialProblemTest : public ::testing::TestWithParam<const char*> {};

TEST_P(SpecialProblemTest, EveryEngineAgreesWithTheOracle) {
  for (uint64_t seed = 0; seed < 5; ++seed) {
    ASSERT_THAT(TestEngines(ProblemFromNotation(GetParam()), seed), IsOk());
  }
}

INSTANTIATE_TEST_SUITE_P(
    EnginesTest, SpecialProblemTest,
    ::testing::Values(
        // Knuth's example.
        "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n",
        // The literature's: S = {A, B, C, D, E, F}.
        "1 2 3 4 5 6 7\n"
        "1 4 7\n1 4\n4 5 7\n3 5 6\n2 3 6 7\n2 7\n",
        // Knuth's example with colours (7.2.2.1-(49)).
        "p q r | x y\n"
        "p q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
        // A multiplicity at the end of what can be stated, as often as it may
        // be or at least as often, and costs that make the most of it.
        "0:4294967295|a b\n"
        "a |-4294967296\na |-4294967296\na b |4294967296\nb a\n",
        "3:4294967295|a b\na\na\na b\nb\na\n",
        "4294967295:4294967295|a b\na\na b\nb\n",
        "2147483648:4294967295|a\na\n",
        "2147483647:2147483648|a 0:2147483649|b\na\na b\nb\n",
        // The greatest costs, all of one sign, and of both.
        "a b c d\n"
        "a |4294967296\nb |4294967296\nc |4294967296\nd |4294967296\n"
        "a b |-4294967296\nc d |-4294967296\n",
        // Costs that do not divide by the number of items that share them.
        "a b c d e f g\n"
        "a b c |-10\nd e f g |-9\na b |-7\nc d |1\ne f g |-1\nc |-4\n"
        "a b c d |-17\ne |1\nf g |-3\n",
        // A bound that is too high by a rounding error hides the best cover
        // behind one that costs 1 more.
        "e a b c\ne a b c |-9\ne\na b c |-10\n",
        "e a b c d f g h\ne a b c d f g h |-19\ne\na b c d f g h |-20\n",
        "e a b c\ne a b c |11\ne\na b c |10\n",
        // An item that becomes forced while another one is being covered.
        "a b c d e\na b\na c\nb d\nc d e\ne\nc e\nd\nb d e\n",
        // The items of one option are also those of each other.
        "a b c\na b c\na b c\na b c\nc b a\n",
        // Every secondary item in one option, and in different colours.
        "a b c | u v w\n"
        "a u:1 v:1 w:1\nb u:1 v:1 w:1\nc u:1 v:1 w:1\n"
        "a u:2 v:2 w:2\nb u:2 v:2\nc w:2\nc u v w\nb\n",
        // Sharp items, of which one cannot be covered but in few ways.
        "a #b c #d\na #b\na\n#b c\n#d c\n#d\nc #b a\nc\n",
        // Multiplicities and colours that squeeze each other.
        "1:2|a 2:3|b 0:1|c | x y\n"
        "a b x:1\na b x:2\nb c x:1 y:1\nb y:2\nb c\na c x:1\nb x:1 y:1\n"
        "a b c y:1\n"));

TEST(RandomProblemsTest, EveryEngineAgreesWithTheOracle) {
  const uint64_t first = absl::GetFlag(FLAGS_seed);
  const uint64_t end = first + absl::GetFlag(FLAGS_random_problems);
  for (uint64_t seed = first; seed != end; ++seed) {
    Dice dice(seed);
    const Problem problem = RandomProblem(RandomShape(dice), dice);
    ASSERT_THAT(TestEngines(problem, seed), IsOk());
  }
}

}  // namespace
}  // namespace dlx

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  absl::ParseCommandLine(argc, argv);
  return RUN_ALL_TESTS();
}
