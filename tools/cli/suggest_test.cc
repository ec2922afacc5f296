#include "tools/cli/suggest.h"

#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

TEST(EditDistanceTest, CountsMistakes) {
  struct {
    absl::string_view a, b;
    int expected;
  } const kCases[] = {
      {"", "", 0},           {"", "abc", 3},
      {"solve", "solve", 0}, {"slove", "solve", 1},  // two letters swapped
      {"solv", "solve", 1},  {"soolve", "solve", 1},
      {"silve", "solve", 1}, {"kitten", "sitting", 3},
      {"ca", "abc", 3},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(EditDistance(test.a, test.b), test.expected)
        << test.a << " " << test.b;
    EXPECT_EQ(EditDistance(test.b, test.a), test.expected)
        << test.b << " " << test.a;
  }
}

TEST(DidYouMeanTest, SuggestsWhatIsClose) {
  constexpr absl::string_view kNames[] = {"solve", "count", "check", "info"};
  struct {
    absl::string_view word, expected;
  } const kCases[] = {
      {"slove", "; did you mean \"solve\"?"},
      {"cuont", "; did you mean \"count\"?"},
      {"inf", "; did you mean \"info\"?"},
      {"ch", "; did you mean \"check\"?"},
      {"x", ""},
      {"", ""},
      {"enumerate", ""},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(DidYouMean(test.word, kNames), test.expected) << test.word;
  }
}

}  // namespace
}  // namespace cli
