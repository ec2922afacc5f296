#include "tools/benchmark/families.h"

#include <cstdint>
#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "dlx/io/problem_writer.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace contest {
namespace {

std::string Text(const Family& family, int level, uint64_t seed) {
  return *dlx::io::WriteProblem(MakeProblem(family, level, seed));
}

TEST(FamiliesTest, ThereAreEnoughOfThem) {
  std::set<absl::string_view> names;
  int problems = 0;
  int aside = 0;
  int with_costs = 0;
  for (const Family& family : AllFamilies()) {
    EXPECT_TRUE(names.insert(family.name).second) << family.name;
    problems += family.levels;
    aside += family.is_kept_aside;
    with_costs += family.has_costs;
  }
  EXPECT_GE(names.size(), 40);
  EXPECT_GE(problems, 250);
  EXPECT_GE(aside, 10);
  EXPECT_GE(with_costs, 5);
}

TEST(FamiliesTest, TheSameSeedMakesTheSameProblem) {
  for (const Family& family : AllFamilies()) {
    SCOPED_TRACE(std::string(family.name));
    EXPECT_EQ(Text(family, 1, 7), Text(family, 1, 7));
    EXPECT_NE(Text(family, 0, 7), Text(family, 1, 7));
  }
}

TEST(FamiliesTest, CostsAreWhereTheyAreSaidToBe) {
  for (const Family& family : AllFamilies()) {
    for (const int level : {0, family.levels - 1}) {
      SCOPED_TRACE(absl::StrCat(family.name, "-", level));
      const dlx::Problem problem = MakeProblem(family, level, 1);
      EXPECT_EQ(problem.has_costs(), family.has_costs);
      EXPECT_GT(problem.option_count(), 0);
    }
  }
}

}  // namespace
}  // namespace contest
