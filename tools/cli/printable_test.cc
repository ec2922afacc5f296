#include "tools/cli/printable.h"

#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

struct PrintableCase {
  absl::string_view text;
  absl::string_view on_terminal;
  absl::string_view in_file;
};

TEST(PrintableTest, NothingIsLeftThatATerminalWouldObey) {
  constexpr PrintableCase kCases[] = {
      {"", "", ""},
      {"r1c2 = 3", "r1c2 = 3", "r1c2 = 3"},
      {"\u00e9\u20ac\U0001f600", "\u00e9\u20ac\U0001f600",
       "\u00e9\u20ac\U0001f600"},
      {"a\x1b[31mb", "a\\x1b[31mb", "a\ufffd[31mb"},
      {"a\x7f", "a\\x7f", "a\ufffd"},
      // CSI in one character, in UTF-8 and as a byte.
      {"a\xc2\x9b"
       "31m",
       "a\\xc2\\x9b31m", "a\ufffd31m"},
      {"a\x9b"
       "31m",
       "a\\x9b31m", "a\ufffd31m"},
      // The same byte within a letter is harmless.
      {"\u00db", "\u00db", "\u00db"},
      {"cut \xe2\x82", "cut \\xe2\\x82", "cut \ufffd\ufffd"},
      {"overlong \xc0\x9b", "overlong \\xc0\\x9b", "overlong \ufffd\ufffd"},
      {"a\nb\tc\rd", "a\\x0ab\\x09c\\x0dd", "a\nb\tc\rd"},
  };
  for (const PrintableCase& row : kCases) {
    EXPECT_EQ(Printable(row.text), row.on_terminal);
    EXPECT_EQ(Utf8Text(row.text), row.in_file);
  }
  EXPECT_EQ(Printable("a\nb\tc\rd", Lines::kKeep), "a\nb\tc\\x0dd");
  EXPECT_EQ(Printable(absl::string_view("\0", 1)), "\\x00");
}

}  // namespace
}  // namespace cli
