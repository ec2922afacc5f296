#include "tools/cli/key.h"

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<int> Keys(KeyReader& reader, bool is_all) {
  std::vector<int> codes;
  for (Key key = reader.Next(is_all); !(key == Key::kNone);
       key = reader.Next(is_all)) {
    codes.push_back(key.code);
  }
  return codes;
}

TEST(KeyReaderTest, KnowsKeys) {
  struct {
    absl::string_view bytes;
    std::vector<int> keys;
  } const kCases[] = {
      {"", {}},
      {"q", {'q'}},
      {"g12\r", {'g', '1', '2', Key::kEnter}},
      {"\x7f\n", {Key::kBackspace, Key::kEnter}},
      {"\x1b[A\x1b[B\x1b[C\x1b[D",
       {Key::kUp, Key::kDown, Key::kRight, Key::kLeft}},
      {"\x1bOC", {Key::kRight}},
      {"\x1b[H\x1b[4~\x1b[5~\x1b[6~",
       {Key::kHome, Key::kEnd, Key::kPageUp, Key::kPageDown}},
      {"\x1b[1;5Cx", {Key::kUnknown, 'x'}},
      {"\xc3\xa4", {Key::kUnknown, Key::kUnknown}},
      {"\x1bx", {Key::kEscape, 'x'}},
  };
  for (const auto& test : kCases) {
    KeyReader reader;
    reader.Feed(test.bytes);
    EXPECT_EQ(Keys(reader, false), test.keys) << test.bytes;
    EXPECT_TRUE(reader.is_empty());
  }
}

TEST(KeyReaderTest, WaitsForTheRestOfAKey) {
  KeyReader reader;
  reader.Feed("\x1b");
  EXPECT_THAT(Keys(reader, false), IsEmpty());
  reader.Feed("[");
  EXPECT_THAT(Keys(reader, false), IsEmpty());
  reader.Feed("D");
  EXPECT_THAT(Keys(reader, false), ElementsAre(Key::kLeft));
}

TEST(KeyReaderTest, NothingElseComes) {
  KeyReader reader;
  reader.Feed("\x1b");
  EXPECT_THAT(Keys(reader, true), ElementsAre(Key::kEscape));
  reader.Feed("\x1b[1");
  EXPECT_THAT(Keys(reader, true), ElementsAre(Key::kUnknown));
  EXPECT_TRUE(reader.is_empty());
}

}  // namespace
}  // namespace cli
