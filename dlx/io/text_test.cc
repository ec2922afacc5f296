#include "dlx/io/text.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

struct Case {
  absl::string_view text;
  absl::string_view json;
  absl::string_view xml;
};

TEST(JsonStringTest, EscapesWhatJsonCannotSay) {
  using namespace std::string_literals;  // For strings with a zero byte.
  struct {
    std::string text, expected;
  } const kCases[] = {
      {"", R"("")"},
      {"r1c2=7", R"("r1c2=7")"},
      {"a\"b\\c/", R"("a\"b\\c/")"},
      {"\n\r\t\b\x1f"s, R"("\n\r\t\u0008\u001f")"},
      {"\0"s, R"("\u0000")"},
      // A terminal might obey these.
      {"\x7f\xc2\x9b", R"("\u007f\u009b")"},
      {"\xc2\xa0", "\"\xc2\xa0\""},
      {"é€😀", R"("é€😀")"},
      // Not UTF-8: a lone continuation, a cut sequence, an overlong slash, a
      // surrogate, a number past U+10FFFF, bytes that never appear.
      {"\x80", R"("�")"},
      {"a\xc3", R"("a�")"},
      {"\xe2\x82", R"("��")"},
      {"\xc0\xaf", R"("��")"},
      {"\xe0\x80\xaf", R"("���")"},
      {"\xed\xa0\x80", R"("���")"},
      {"\xf4\x90\x80\x80", R"("����")"},
      {"\xf0\x80\x80\x80", R"("����")"},
      {"\xff\xfe!", R"("��!")"},
      {"\xc3(", R"("�(")"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(JsonString(test.text), test.expected);
  }
}

TEST(TextTest, IsWellFormedWhateverItIs) {
  const Case cases[] = {
      {"", "\"\"", ""},
      {"Monday", "\"Monday\"", "Monday"},
      {"a \"b\" \\ 'c'", "\"a \\\"b\\\" \\\\ 'c'\"",
       "a &quot;b&quot; \\ &#39;c&#39;"},
      {"</script>&", "\"</script>&\"", "&lt;/script&gt;&amp;"},
      {"1\t2\n3\r", "\"1\\t2\\n3\\r\"", "1\t2\n3\r"},
      {absl::string_view("\0\x01\x1b[2J\x7f", 7),
       "\"\\u0000\\u0001\\u001b[2J\\u007f\"",
       "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD[2J\xEF\xBF\xBD"},
      // U+009B is the same as ESC [; U+00A0 is a blank, U+00E9 a letter.
      {"\xC2\x9B"
       "2J\xC2\xA0\xC3\xA9",
       "\"\\u009b2J\xC2\xA0\xC3\xA9\"",
       "\xEF\xBF\xBD"
       "2J\xC2\xA0\xC3\xA9"},
      {"\xE2\x94\x82 \xF0\x9F\x98\x80", "\"\xE2\x94\x82 \xF0\x9F\x98\x80\"",
       "\xE2\x94\x82 \xF0\x9F\x98\x80"},
      // Not UTF-8: Latin 1, a sequence cut off, an overlong '/', a surrogate.
      {"caf\xE9", "\"caf\xEF\xBF\xBD\"", "caf\xEF\xBF\xBD"},
      {"\xE2\x94", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"", "\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"\xC0\xAF", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"", "\xEF\xBF\xBD\xEF\xBF\xBD"},
      {"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"",
       "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD"},
      // U+FFFF can be in JSON, but not in XML.
      {"\xEF\xBF\xBF", "\"\xEF\xBF\xBF\"", "\xEF\xBF\xBD"},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(JsonString(c.text), c.json);
    EXPECT_EQ(XmlText(c.text), c.xml);
  }
}

TEST(TextTest, NoByteIsLeftThatAParserOrATerminalWouldObey) {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string text = {static_cast<char>(first),
                                static_cast<char>(second)};
      std::string both = absl::StrCat(JsonString(text), XmlText(text));
      for (absl::string_view rest = both; !rest.empty();) {
        const size_t length = Utf8Length(rest);
        ASSERT_GT(length, 0u) << first << " " << second;
        ASSERT_FALSE(length == 2 && rest[0] == '\xC2' &&
                     static_cast<unsigned char>(rest[1]) < 0xA0);
        const unsigned char c = rest[0];
        ASSERT_TRUE(c >= 0x20 || c == '\n' || c == '\t' || c == '\r');
        ASSERT_NE(c, 0x7F);
        rest.remove_prefix(length);
      }
    }
  }
}

}  // namespace
}  // namespace dlx::io
