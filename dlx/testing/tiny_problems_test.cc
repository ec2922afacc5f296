#include "dlx/testing/tiny_problems.h"

#include <cstddef>
#include <set>
#include <string>

#include "dlx/testing/notation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::testing {
namespace {

using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

std::multiset<std::string> Texts(const TinyFamily& family) {
  std::multiset<std::string> texts;
  ForEachProblem(family, [&](const Problem& problem) {
    texts.insert(ToNotation(problem));
  });
  return texts;
}

TEST(TinyProblemsTest, HasEveryProblemOfAFamily) {
  EXPECT_THAT(
      Texts({.name = "", .primary = {{1, 1}, {0, 2}}, .max_options = 2}),
      UnorderedElementsAre("p0 0:2|p1\n",             //
                           "p0 0:2|p1\np0 p1\n",      //
                           "p0 0:2|p1\np0\n",         //
                           "p0 0:2|p1\np0\np0 p1\n",  //
                           "p0 0:2|p1\np1\n",         //
                           "p0 0:2|p1\np1\np0 p1\n",  //
                           "p0 0:2|p1\np1\np0\n"));
  EXPECT_THAT(
      Texts({.name = "",
             .primary = {{1, 1}},
             .secondary = 1,
             .colors = 1,
             .costs = true}),
      UnorderedElementsAre("p0 | s0\n",                                 //
                           "p0 | s0\np0 s0 |-2\n",                      //
                           "p0 | s0\np0 s0 |-2\np0 s0:c1 |3\n",         //
                           "p0 | s0\np0 s0:c1 |3\n",                    //
                           "p0 | s0\np0 |1\n",                          //
                           "p0 | s0\np0 |1\np0 s0 |-2\n",               //
                           "p0 | s0\np0 |1\np0 s0 |-2\np0 s0:c1 |3\n",  //
                           "p0 | s0\np0 |1\np0 s0:c1 |3\n"));
}

TEST(TinyProblemsTest, HasAsManyProblemsAsThereAreSelections) {
  // Of 7 possible options any; of 12 options at most 5.
  EXPECT_THAT(Texts({.name = "", .primary = {3, {1, 1}}}), SizeIs(128));
  EXPECT_THAT(Texts({.name = "",
                     .primary = {2, {1, 1}},
                     .secondary = 1,
                     .colors = 2,
                     .max_options = 5}),
              SizeIs(1 + 12 + 66 + 220 + 495 + 792));
}

TEST(TinyProblemsTest, FamiliesHaveNamesOfTheirOwn) {
  std::set<std::string> names;
  for (const TinyFamily& family : TinyFamilies()) {
    EXPECT_TRUE(names.insert(family.name).second) << family.name;
  }
}

TEST(TinyProblemsTest, FamiliesHaveSomeThousandProblems) {
  size_t count = 0;
  for (const TinyFamily& family : TinyFamilies()) {
    ForEachProblem(family, [&](const Problem&) { ++count; });
  }
  EXPECT_GT(count, 10'000);
  EXPECT_LT(count, 30'000);
}

}  // namespace
}  // namespace dlx::testing
