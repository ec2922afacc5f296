#include "tools/cli/named_values.h"

#include <string>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

enum class Meal { kBreakfast, kLunch, kDinner };

struct Meals {
  static std::vector<NamedValue<Meal>> Table() {
    return {{"breakfast", Meal::kBreakfast},
            {"lunch", Meal::kLunch},
            {"dinner", Meal::kDinner},
            {"supper", Meal::kDinner}};
  }
};

TEST(NamedFlagTest, EachNameIsReadAndWritten) {
  for (const std::string name : {"breakfast", "lunch", "dinner"}) {
    NamedFlag<Meals> flag;
    std::string error;
    EXPECT_TRUE(AbslParseFlag(name, &flag, &error)) << error;
    EXPECT_EQ(AbslUnparseFlag(flag), name);
  }
  EXPECT_EQ(AbslUnparseFlag(NamedFlag<Meals>{static_cast<Meal>(9)}), "");
}

TEST(NamedFlagTest, ASecondNameIsReadButNotWritten) {
  NamedFlag<Meals> flag;
  std::string error;
  EXPECT_TRUE(AbslParseFlag("supper", &flag, &error));
  EXPECT_EQ(flag.value, Meal::kDinner);
  EXPECT_EQ(AbslUnparseFlag(flag), "dinner");
  EXPECT_THAT(NamesOf<Meals>(),
              ElementsAre("breakfast", "lunch", "dinner", "supper"));
}

TEST(NamedFlagTest, OtherWordsAreToldTheNames) {
  for (const char* name : {"", "tea", "Lunch", "dinner "}) {
    NamedFlag<Meals> flag{Meal::kLunch};
    std::string error;
    EXPECT_FALSE(AbslParseFlag(name, &flag, &error)) << name;
    EXPECT_EQ(flag.value, Meal::kLunch);
    EXPECT_THAT(error,
                StartsWith("breakfast, lunch, dinner or supper is expected"));
  }
  EXPECT_EQ(ExpectedOneOf({"lunch", "dinner"}, "diner"),
            "lunch or dinner is expected; did you mean \"dinner\"?");
}

}  // namespace
}  // namespace cli
