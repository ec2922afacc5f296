// Texts that are not problems, each with the message that its author should
// get: exactly where the trouble is, and what it is.

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/io/problem_reader.h"
#include "dlx/problem.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

struct BadInput {
  absl::string_view text;
  absl::string_view message;  // Without the name of the file.
};

// Allows NUL bytes in the text.
template <size_t kSize>
constexpr absl::string_view Bytes(const char (&literal)[kSize]) {
  return absl::string_view(literal, kSize - 1);
}

constexpr absl::string_view kNoItems =
    "no items: the first line that is neither blank nor a comment (which "
    "begins with '|') must list them";

const BadInput kNoItemLine[] = {
    {"", "1:1: "},
    {" ", "1:2: "},
    {"\n", "2:1: "},
    {"\n\n \t\n", "4:1: "},
    {"\r\n\r\n", "3:1: "},
    {"\ufeff", "1:1: "},
    {"| only a comment", "1:17: "},
    {"| only\n| comments\n\n", "4:1: "},
    // Knuth's programs take this for a comment too.
    {"| x y\n", "2:1: "},
    {"|", "1:2: "},
    {"||\n", "2:1: "},
};

const BadInput kBadItemLines[] = {
    // Names.
    {"a b a\n", "1:5: item \"a\" is named twice"},
    {"a b | x y x\n", "1:11: item \"x\" is named twice"},
    {"a b | x b\n", "1:9: item \"b\" is named twice"},
    {"a 1:2|a\n", "1:3: item \"a\" is named twice"},
    {"a | | b\n",
     "1:5: a second '|': there may be one, before the secondary items"},
    {"a | x | y\n",
     "1:7: a second '|': there may be one, before the secondary items"},
    {"a | x |y\n",
     "1:7: a second '|': there may be one, before the secondary items"},
    {"a || x\n",
     "1:4: misplaced '|' in \"|\": a secondary item has no "
     "multiplicity"},
    {"a:b c\n", "1:2: misplaced ':' in \"a:b\""},
    {"a :\n", "1:3: misplaced ':' in \":\""},
    {"a 1:2 b\n", "1:4: misplaced ':' in \"1:2\""},
    {"a | x:red\n",
     "1:6: misplaced ':' in \"x:red\": a secondary item has no multiplicity"},
    {"a | 2|x\n",
     "1:6: misplaced '|' in \"2|x\": a secondary item has no multiplicity"},
    {"a |1:2|x\n",
     "1:5: misplaced ':' in \"1:2|x\": a secondary item has no multiplicity"},

    // Multiplicities.
    {"2|\n", "1:1: an item name is missing after \"2|\""},
    {"a 1:2| b\n", "1:3: an item name is missing after \"1:2|\""},
    {"a b| x\n",
     "1:3: in \"b|\", a multiplicity such as 2 or 1:3 should stand before the "
     "'|' (and a blank, if the '|' is to begin the secondary items)"},
    {"a b|x\n",
     "1:3: in \"b|x\", a multiplicity such as 2 or 1:3 should stand before the "
     "'|' (and a blank, if the '|' is to begin the secondary items)"},
    {":3|a\n",
     "1:1: in \":3|a\", a multiplicity such as 2 or 1:3 should stand before "
     "the '|' (and a blank, if the '|' is to begin the secondary items)"},
    {"1:|a\n",
     "1:3: in \"1:|a\", a multiplicity such as 2 or 1:3 should stand before "
     "the '|' (and a blank, if the '|' is to begin the secondary items)"},
    {"1:2:3|a\n",
     "1:3: in \"1:2:3|a\", a multiplicity such as 2 or 1:3 should stand before "
     "the '|' (and a blank, if the '|' is to begin the secondary items)"},
    {"-1:2|a\n",
     "1:1: in \"-1:2|a\", a multiplicity such as 2 or 1:3 should stand before "
     "the '|' (and a blank, if the '|' is to begin the secondary items)"},
    {"1:+2|a\n",
     "1:3: in \"1:+2|a\", a multiplicity such as 2 or 1:3 should stand before "
     "the '|' (and a blank, if the '|' is to begin the secondary items)"},
    {"0x2|a\n",
     "1:1: in \"0x2|a\", a multiplicity such as 2 or 1:3 should stand before "
     "the '|' (and a blank, if the '|' is to begin the secondary items)"},
    {"2|3|a\n", "1:4: misplaced '|' in \"2|3|a\""},
    {"2|a:b\n", "1:4: misplaced ':' in \"2|a:b\""},
    {"b 3:2|a\n",
     "1:3: the multiplicity of item \"a\" is at least 3 but at most 2"},
    {"0|a\n",
     "1:1: the multiplicity of item \"a\" is at most 0: no option could have "
     "it"},
    {"b 0:0|a\n",
     "1:5: the multiplicity of item \"a\" is at most 0: no option could have "
     "it"},
    {"4294967296|a\n",
     "1:1: the multiplicity in \"4294967296|a\" is too large: it may be at "
     "most 4294967295"},
    {"1:99999999999999999999999|a\n",
     "1:3: the multiplicity in \"1:99999999999999999999999|a\" is too large: "
     "it may be at most 4294967295"},
};

const BadInput kBadOptions[] = {
    {"a b\na c\n", "2:3: unknown item \"c\""},
    {"a b\n\n| comment\n  a\tr9\n", "4:5: unknown item \"r9\""},
    {"a b\r\na\r\nc\r\n", "3:1: unknown item \"c\""},
    {"a b\na B\n", "2:3: unknown item \"B\""},
    // The end of the text is missing.
    {"north south\nnorth sou", "2:7: unknown item \"sou\""},
    // An item that is another one's beginning.
    {"a10 | x\na1 x\n", "2:1: unknown item \"a1\""},
    {"a b\na b a\n", "2:5: item \"a\" appears twice in this option"},
    {"a | x\na x:1 x:1\n", "2:7: item \"x\" appears twice in this option"},
    {"a | x\na x x:1\n", "2:5: item \"x\" appears twice in this option"},
    {"a | x y\na x\nx y\n", "3:1: this option has no primary item"},
    {"a | x y\na x\n x:1 |5\n", "3:2: this option has no primary item"},
    // The second line of items is taken for an option.
    {"a b\n| x y\na b | x y\n",
     "3:5: in an option, '|' must be followed by a cost without a blank "
     "between them, such as |5"},

    // Colours.
    {"a | x\na:red x\n",
     "2:1: the primary item in \"a:red\" has a colour; only secondary items "
     "may"},
    {"a | x\na x:\n", "2:3: a colour is missing after the ':' of \"x:\""},
    {"a | x\na x: red\n", "2:3: a colour is missing after the ':' of \"x:\""},
    {"a | x\na :red\n", "2:3: there is no item name before \":red\""},
    {"a | x\na x :red\n", "2:5: there is no item name before \":red\""},
    {"a | x\na :\n", "2:3: there is no item name before \":\""},
    {"a | x\na x:r:g\n", "2:6: there is a second ':' in \"x:r:g\""},
    {"a | x\na x::r\n", "2:5: there is a second ':' in \"x::r\""},
    {"a | x\na x:red|5\n",
     "2:8: a blank is missing before the '|' in \"x:red|5\""},
    {"a | x\na z:red\n", "2:3: unknown item \"z\""},

    // Costs.
    {"a b\na b|5\n", "2:4: a blank is missing before the '|' in \"b|5\""},
    {"a b\na b|\n", "2:4: a blank is missing before the '|' in \"b|\""},
    {"a\na |\n",
     "2:3: in an option, '|' must be followed by a cost without a blank "
     "between them, such as |5"},
    {"a\na | 5\n",
     "2:3: in an option, '|' must be followed by a cost without a blank "
     "between them, such as |5"},
    {"a\na |x\n",
     "2:3: \"|x\" is not a cost: after '|' there must be a decimal number, "
     "such as |5"},
    {"a\na |1.5\n",
     "2:3: \"|1.5\" is not a cost: after '|' there must be a decimal number, "
     "such as |5"},
    {"a\na |+5\n",
     "2:3: \"|+5\" is not a cost: after '|' there must be a decimal number, "
     "such as |5"},
    {"a\na |-\n",
     "2:3: \"|-\" is not a cost: after '|' there must be a decimal number, "
     "such as |5"},
    {"a\na |3|4\n",
     "2:3: \"|3|4\" is not a cost: after '|' there must be a decimal number, "
     "such as |5"},
    {"a\na |\u0663\n",
     "2:3: \"|\u0663\" is not a cost: after '|' there must be a decimal "
     "number, such as |5"},
    {"a\na |9223372036854775808\n",
     "2:3: the cost \"|9223372036854775808\" is too large"},
    {"a\na |9223372036854775807 |1\n", "2:24: the cost \"|1\" is too large"},
    {"a\na |-9223372036854775808 |-1\n", "2:25: the cost \"|-1\" is too large"},
    {"a\na\na |4294967297\n",
     "3:3: option 1 has the cost 4294967297; costs may be from -4294967296 to "
     "4294967296"},
    {"a b\na |-4294967296 |-1 b\n",
     "2:16: option 0 has the cost -4294967297; costs may be from -4294967296 "
     "to 4294967296"},
};

const BadInput kBadBytes[] = {
    {Bytes("\0"), "1:1: a NUL byte: this is not a text file"},
    {Bytes("\x7f"
           "ELF\x02\x01\x01\0\0\0"),
     "1:1: the control character 0x7f"},
    {"\x89PNG\r\n\x1a\n", "1:1: this is not UTF-8: \"\\x89PNG\""},
    {"\x1f\x8b\x08", "1:1: the control character 0x1f"},
    {Bytes("PK\x03\x04\x14\0"), "1:3: the control character 0x03"},
    {Bytes("a b\na\0b\n"), "2:2: a NUL byte: this is not a text file"},
    {Bytes("a b\na b\n\0\0\0\0"), "3:1: a NUL byte: this is not a text file"},
    {"a b\na\x1b[0m\n", "2:2: the control character 0x1b"},
    {"a b\na\vb\n", "2:2: the control character 0x0b"},
    {"a b\fc\n", "1:4: the control character 0x0c"},
    // The ends of lines of an old Macintosh.
    {"a b\ra\rb\r", "1:4: a carriage return in the middle of a line"},
    {"a b\n a\r b\n", "2:3: a carriage return in the middle of a line"},
    {Bytes("\xff\xfe"
           "a\0 \0b\0\n\0"),
     "1:1: the text is UTF-16; it must be UTF-8"},
    {Bytes("\xfe\xff\0|\0a\0\n"), "1:1: the text is UTF-16; it must be UTF-8"},
    {Bytes("a\0 \0b\0\n\0"), "1:2: a NUL byte: this is not a text file"},
    {"caf\xe9 b\n", "1:4: this is not UTF-8: \"caf\\xe9\""},
    {"a | x\na x:\xfc\n", "2:5: this is not UTF-8: \"x:\\xfc\""},
    {"a\xed\xa0\x80\n", "1:2: this is not UTF-8: \"a\\xed\\xa0\\x80\""},
    {"\u00e9 \u20ac b\n\u00e9 \u20ac c\n", "2:5: unknown item \"c\""},
    {"\ufeff\ufeff"
     "a\n",
     "1:1: a byte order mark (U+FEFF) in the middle of the text"},
    // Two files, one after the other.
    {"a b\na\n\ufeff"
     "a b\n",
     "3:1: a byte order mark (U+FEFF) in the middle of the text"},
    // An ideographic space is no blank.
    {"a b\na\u3000b\n", "2:1: unknown item \"a\u3000b\""},
};

std::string Message(absl::string_view text, absl::string_view file_name) {
  const absl::StatusOr<Problem> problem = ReadProblem(text, file_name);
  return std::string(problem.status().message());
}

TEST(BadInputTest, WithoutItems) {
  for (const BadInput& bad : kNoItemLine) {
    EXPECT_EQ(Message(bad.text, ""),
              std::string(bad.message) + std::string(kNoItems))
        << bad.text;
  }
}

template <size_t kSize>
void ExpectMessages(const BadInput (&table)[kSize]) {
  for (const BadInput& bad : table) {
    EXPECT_EQ(Message(bad.text, ""), std::string(bad.message)) << bad.text;
    EXPECT_EQ(Message(bad.text, "dir/x.dlx"),
              "dir/x.dlx:" + std::string(bad.message));
  }
}

TEST(BadInputTest, InItemLine) { ExpectMessages(kBadItemLines); }
TEST(BadInputTest, InOptions) { ExpectMessages(kBadOptions); }
TEST(BadInputTest, InBytes) { ExpectMessages(kBadBytes); }

TEST(BadInputTest, StatusCodesTellWhatIsTooLarge) {
  EXPECT_EQ(ReadProblem("a\nb\n").status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ReadProblem("a a\n").status().code(),
            absl::StatusCode::kAlreadyExists);
  EXPECT_EQ(ReadProblem("4294967296|a\n").status().code(),
            absl::StatusCode::kOutOfRange);
  EXPECT_EQ(ReadProblem("a\na |9223372036854775808\n").status().code(),
            absl::StatusCode::kOutOfRange);
}

// Every beginning of a good text is a good text or a clear error.
TEST(BadInputTest, TruncatedAnywhere) {
  constexpr absl::string_view kText =
      "\ufeff| Example\r\n"
      "\u00e9t\u00e9 B 12:34|C | X Y\r\n"
      "\u00e9t\u00e9 B X:red Y:\u9752\r\n"
      "C |17\r\n";
  ASSERT_TRUE(ReadProblem(kText).ok());
  int good = 0;
  for (size_t size = 0; size < kText.size(); ++size) {
    const absl::StatusOr<Problem> problem =
        ReadProblem(kText.substr(0, size), "f");
    if (problem.ok()) {
      ++good;
    } else {
      EXPECT_EQ(problem.status().message().substr(0, 2), "f:") << size;
    }
  }
  EXPECT_GT(good, 0);
}

}  // namespace
}  // namespace dlx::io
