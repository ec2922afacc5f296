#include "tools/cli/json.h"

#include <cstdint>
#include <limits>
#include <string>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

TEST(AppendJsonStringTest, EscapesWhatJsonCannotSay) {
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
    std::string out;
    AppendJsonString(test.text, &out);
    EXPECT_EQ(out, test.expected);
  }
}

TEST(JsonWriterTest, PutsCommasWhereTheyBelong) {
  std::string out = "> ";
  JsonWriter writer(&out);
  writer.BeginObject();
  writer.Key("a").BeginArray().EndArray();
  writer.Key("b").BeginArray().Number(1).Number(-2).BeginArray().Number(3);
  writer.EndArray().Number(uint64_t{18446744073709551615u}).EndArray();
  writer.Key("c").BeginObject().EndObject();
  writer.Key("d").String("x,y").Key("e").Bool(true).Key("f").Bool(false);
  writer.EndObject();
  EXPECT_EQ(out, R"(> {"a":[],"b":[1,-2,[3],18446744073709551615],"c":{},)"
                 R"("d":"x,y","e":true,"f":false})");
}

TEST(JsonWriterTest, WritesNumbersThatJsonKnows) {
  std::string out;
  JsonWriter(&out)
      .BeginArray()
      .Number(0.25)
      .Number(1e-9)
      .Number(std::numeric_limits<double>::infinity())
      .Number(std::numeric_limits<double>::quiet_NaN())
      .EndArray();
  EXPECT_EQ(out, "[0.250000,0.000000,null,null]");
}

}  // namespace
}  // namespace cli
