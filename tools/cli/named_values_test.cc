#include "tools/cli/named_values.h"

#include <string>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

using ::testing::ElementsAre;

enum class Meal { kBreakfast, kLunch, kDinner };

constexpr NamedValue<Meal> kMeals[] = {{"breakfast", Meal::kBreakfast},
                                       {"lunch", Meal::kLunch},
                                       {"dinner", Meal::kDinner}};

TEST(NamedValuesTest, EachNameIsReadAndWritten) {
  for (const auto& [name, meal] : kMeals) {
    Meal read = Meal::kBreakfast;
    std::string error;
    EXPECT_TRUE(ParseNamedValue(name, kMeals, &read, &error)) << error;
    EXPECT_EQ(read, meal);
    EXPECT_EQ(NameOfValue(meal, kMeals), name);
  }
  EXPECT_THAT(NamesOfValues(kMeals),
              ElementsAre("breakfast", "lunch", "dinner"));
}

TEST(NamedValuesTest, OthersAreToldTheNames) {
  for (const char* name : {"", "supper", "Lunch", "dinner "}) {
    Meal read = Meal::kLunch;
    std::string error;
    EXPECT_FALSE(ParseNamedValue(name, kMeals, &read, &error)) << name;
    EXPECT_EQ(read, Meal::kLunch);
    EXPECT_EQ(error, "breakfast, lunch or dinner is expected");
  }
}

}  // namespace
}  // namespace cli
