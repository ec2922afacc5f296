// What a Screen does with a terminal is tested from the outside: see
// tools/sudoku/watch_test.cc.

#include "tools/cli/screen.h"

#include <stdlib.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

TEST(ScreenTest, NeedsATerminal) {
  setenv("TERM", "dumb", 1);
  EXPECT_FALSE(Screen::Open().ok());
}

TEST(ScreenTest, WidthIsThatOfVisibleCharacters) {
  EXPECT_EQ(WidthOnScreen(""), 0);
  EXPECT_EQ(WidthOnScreen("abc"), 3);
  EXPECT_EQ(WidthOnScreen("\x1b[1;38;5;32mabc\x1b[0m"), 3);
  EXPECT_EQ(WidthOnScreen("┌─┐"), 3);
}

TEST(ScreenTest, CutsBetweenCharactersAndKeepsStyles) {
  EXPECT_EQ(CutToWidth("abc", 5), "abc");
  EXPECT_EQ(CutToWidth("abc", 2), "ab");
  EXPECT_EQ(CutToWidth("┌─┐", 2), "┌─");
  EXPECT_EQ(CutToWidth("\x1b[1mabc\x1b[0m def", 2), "\x1b[1mab\x1b[0m");
  EXPECT_EQ(CutToWidth("abc\x1b[", 3), "abc\x1b[");
}

TEST(ScreenTest, TheFirstVariableOfTheLocaleCounts) {
  setenv("LC_ALL", "", 1);
  setenv("LC_CTYPE", "", 1);
  setenv("LANG", "de_DE.UTF-8", 1);
  EXPECT_TRUE(UsesUtf8());
  setenv("LC_ALL", "C", 1);
  EXPECT_FALSE(UsesUtf8());
  setenv("LC_ALL", "C.utf8", 1);
  EXPECT_TRUE(UsesUtf8());
}

}  // namespace
}  // namespace cli
