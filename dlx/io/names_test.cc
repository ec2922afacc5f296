#include "dlx/io/names.h"

#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

TEST(Utf8PrefixTest, AcceptsWellFormedTextOnly) {
  struct Case {
    absl::string_view text;
    size_t prefix;
  };
  const Case kCases[] = {
      {"", 0},
      {"abc", 3},
      {"\u00e9", 2},                // The shortest and longest of two bytes,
      {"\u0080\u07ff", 4},          //
      {"\u0800\uffff", 6},          // of three,
      {"\ud7ff\ue000", 6},          // (around the surrogates)
      {"\U00010000\U0010ffff", 8},  // and of four.
      {"a\x80", 1},                 // A continuation without a beginning.
      {"ab\xc3", 2},                // Endings missing.
      {"ab\xe2\x82", 2},
      {"ab\xf0\x9f\x98", 2},
      {"\xc3(", 0},
      {"\xe2\x28\xa1", 0},
      {"\xe2\x82\x28", 0},
      {"\xf0\x9f\x98(", 0},
      {"\xc0\x80", 0},  // Longer than necessary.
      {"\xc1\xbf", 0},
      {"\xe0\x9f\xbf", 0},
      {"\xf0\x8f\xbf\xbf", 0},
      {"\xed\xa0\x80", 0},      // A surrogate.
      {"\xf4\x90\x80\x80", 0},  // Beyond U+10FFFF.
      {"\xf5\x80\x80\x80", 0},
      {"\xff", 0},
      {"a\xef\xbb\xbf", 1},  // A byte order mark.
      {"\xef\xbb\xbe", 3},
  };
  for (const Case& c : kCases) {
    EXPECT_EQ(Utf8Prefix(c.text), c.prefix) << Quoted(c.text);
  }
}

TEST(CharacterCountTest, CountsCharactersRatherThanBytes) {
  EXPECT_EQ(CharacterCount(""), 0);
  EXPECT_EQ(CharacterCount("a b\t"), 4);
  EXPECT_EQ(CharacterCount("na\u00efve \U0001f600"), 7);
}

TEST(QuotedTest, ShowsAnyNameWithoutHarm) {
  struct Case {
    std::string name;
    std::string quoted;
  };
  const Case kCases[] = {
      {"", R"("")"},
      {"r9", R"("r9")"},
      {"d\u00e9j\u00e0", "\"d\u00e9j\u00e0\""},
      {"a\"b\\", R"("a\"b\\")"},
      {"\x1b[2J", R"("\x1b[2J")"},
      {"a\xff\xc3\xa9", R"("a\xff\xc3\xa9")"},
      {std::string(60, 'x'), "\"" + std::string(60, 'x') + "\""},
      {std::string(61, 'x'), "\"" + std::string(60, 'x') + "...\""},
      // A character that the limit would cut in two is left out.
      {std::string(59, 'x') + "\u00e9", "\"" + std::string(59, 'x') + "...\""},
      {std::string(1000, '\x80'), "\"" +
                                      [] {
                                        std::string escaped;
                                        for (int i = 0; i < 56; ++i)
                                          escaped += "\\x80";
                                        return escaped;
                                      }() +
                                      "...\""},
  };
  for (const Case& c : kCases) EXPECT_EQ(Quoted(c.name), c.quoted);
}

TEST(ObstacleTest, IsFoundInItemNames) {
  for (absl::string_view name : {"a", "0", "#x", "-", "a.b,c;d", "\u00e9"}) {
    EXPECT_EQ(ObstacleInItemName(name), "") << name;
  }
  EXPECT_EQ(ObstacleInItemName(""), "it is empty");
  EXPECT_EQ(ObstacleInItemName("a b"), "it contains a blank");
  EXPECT_EQ(ObstacleInItemName("a\tb"), "it contains a blank");
  EXPECT_EQ(ObstacleInItemName("a\n"), "it contains a control character");
  EXPECT_EQ(ObstacleInItemName("\x7f"), "it contains a control character");
  EXPECT_EQ(ObstacleInItemName(absl::string_view("\0", 1)),
            "it contains a control character");
  EXPECT_EQ(ObstacleInItemName("a\x80"), "it is not UTF-8");
  EXPECT_EQ(ObstacleInItemName("\ufeffa"),
            "it contains a byte order mark (U+FEFF)");
  EXPECT_EQ(ObstacleInItemName("|"), "it contains '|'");
  EXPECT_EQ(ObstacleInItemName("a|b:c"), "it contains '|'");
  EXPECT_EQ(ObstacleInItemName("a:b"), "it contains ':'");
}

TEST(ObstacleTest, IsFoundInColorNames) {
  for (absl::string_view name : {"a", "red", ":", "|", "0", "\u00e9"}) {
    EXPECT_EQ(ObstacleInColorName(name), "") << name;
  }
  EXPECT_EQ(ObstacleInColorName(""), "it is empty");
  EXPECT_EQ(ObstacleInColorName("dark red"), "it contains a blank");
  EXPECT_EQ(ObstacleInColorName("\r"), "it contains a control character");
  EXPECT_EQ(ObstacleInColorName("\xc3"), "it is not UTF-8");
  EXPECT_EQ(ObstacleInColorName("::"), "it contains ':'");
  EXPECT_EQ(ObstacleInColorName("a|"), "it contains '|'");
}

}  // namespace
}  // namespace dlx::io
