// Texts much larger than usual.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/names.h"
#include "dlx/io/option_list.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;

constexpr size_t kTenMegabytes = 10'000'000;

constexpr uint32_t kItemsInLine = 100'000;

// A line of ten megabytes: "0000000000i___... 0000000001i___... ".
std::string LongLine() {
  std::string line;
  for (uint32_t i = 0; i < kItemsInLine; ++i) {
    absl::StrAppend(&line, absl::Dec(i, absl::kZeroPad10), "i",
                    std::string(88, '_'), " ");
  }
  return line;
}

TEST(LargeInputTest, LineOfTenMegabytes) {
  const std::string line = LongLine();
  EXPECT_EQ(line.size(), kTenMegabytes);
  const absl::StatusOr<Problem> problem =
      ReadProblem(absl::StrCat(line, "\n", line, "\n"));
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->primary_count(), kItemsInLine);
  ASSERT_EQ(problem->option_count(), 1);
  EXPECT_EQ(problem->option(OptionId(0)).size(), kItemsInLine);

  EXPECT_THAT(ReadProblem(absl::StrCat(line, "\n", line, "i7"), "f"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "f:2:10000001: unknown item \"i7\""));
}

TEST(LargeInputTest, NamesHaveALimit) {
  const std::string name(kLongestName, 'n');
  const absl::StatusOr<Problem> problem =
      ReadProblem(absl::StrCat(name, " | x\n", name, " x:", name, "\n"));
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->item_name(ItemId(0)), name);
  EXPECT_THAT(ReadProblem(*WriteProblem(*problem)), IsOk());
  const auto is_too_long = [](absl::string_view place) {
    return StatusIs(
        absl::StatusCode::kInvalidArgument,
        absl::StrCat(place, ": the name \"", std::string(60, 'n'),
                     "...\" is too long: 65537 bytes, where 65536 are the "
                     "most"));
  };
  EXPECT_THAT(ReadProblem(absl::StrCat(name, "n\n")), is_too_long("1:1"));
  EXPECT_THAT(ReadProblem(absl::StrCat("2|", name, "n\n")), is_too_long("1:3"));
  EXPECT_THAT(ReadProblem(absl::StrCat("a | ", name, "n\n")),
              is_too_long("1:5"));
  EXPECT_THAT(ReadProblem(absl::StrCat("a | x\na x:", name, "n\n")),
              is_too_long("2:5"));
  EXPECT_EQ(ObstacleInItemName(name), "");
  EXPECT_EQ(ObstacleInItemName(name + "n"), "it is longer than 65536 bytes");

  // Messages stay short.
  EXPECT_THAT(ReadProblem(absl::StrCat("a\n", name)),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       absl::StrCat("2:1: unknown item \"",
                                    std::string(60, 'n'), "...\"")));
  EXPECT_THAT(ReadProblem(absl::StrCat(name, " | ", name)),
              StatusIs(absl::StatusCode::kAlreadyExists,
                       absl::StrCat("1:65540: item \"", std::string(60, 'n'),
                                    "...\" is named twice")));
}

TEST(LargeInputTest, TenMegabytesOfNothing) {
  for (const char c : {' ', '\t', '\n', '\r', '|'}) {
    const std::string text(kTenMegabytes, c);
    EXPECT_EQ(ReadProblem(text).status().code(),
              absl::StatusCode::kInvalidArgument)
        << static_cast<int>(c);
    const absl::StatusOr<Problem> problem =
        ReadProblem(absl::StrCat("a", c == '|' ? " " : "", "\n", text));
    EXPECT_THAT(problem, IsOk()) << static_cast<int>(c);
  }
}

TEST(LargeInputTest, TenMegabytesOfDigits) {
  const std::string digits(kTenMegabytes, '9');
  EXPECT_THAT(ReadProblem(absl::StrCat("1:", digits, "|a")),
              StatusIs(absl::StatusCode::kOutOfRange,
                       absl::StrCat("1:3: the multiplicity in \"1:",
                                    std::string(58, '9'),
                                    "...\" is too large: it may be at most "
                                    "4294967295")));
  EXPECT_THAT(ReadProblem(absl::StrCat("a\na |", digits)),
              StatusIs(absl::StatusCode::kOutOfRange,
                       absl::StrCat("2:3: the cost \"|", std::string(59, '9'),
                                    "...\" is too large")));
}

// A million options of five items, about 20 MB; fewer under a sanitizer.
class MillionOptionsTest : public ::testing::Test {
 protected:
  static constexpr uint32_t kOptions = testing::Repetitions(1'000'000u);
  static constexpr uint32_t kItems = 1000;

  static std::string MakeText() {
    std::string text;
    for (uint32_t i = 0; i < kItems; ++i) {
      absl::StrAppend(&text,
                      i == 0            ? ""
                      : i == kItems - 1 ? " | "
                                        : " ",
                      "i", i);
    }
    text += '\n';
    for (uint32_t k = 0; k < kOptions; ++k) {
      for (uint32_t j = 0; j < 4; ++j) {
        absl::StrAppend(&text, "i", (k + 249 * j) % (kItems - 1), " ");
      }
      absl::StrAppend(&text, "i999:c", k / 999 % 10, "\n");
    }
    return text;
  }
};

TEST_F(MillionOptionsTest, AreReadAndWritten) {
  const std::string text = MakeText();
  const absl::StatusOr<Problem> problem = ReadProblem(text);
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(problem->option_count(), kOptions);
  EXPECT_EQ(problem->use_count(), 5 * kOptions);
  const absl::StatusOr<std::string> written = WriteProblem(*problem);
  ASSERT_THAT(written, IsOk());
  EXPECT_TRUE(*written == text);

  const absl::StatusOr<std::vector<OptionId>> options = ReadOptionList(
      absl::StrCat(kOptions - 1, "\ni746 i497 i248 i998 i999:c0\n"), *problem);
  ASSERT_THAT(options, IsOk());
  EXPECT_THAT(*options, ElementsAre(OptionId(kOptions - 1), OptionId(998)));
}

TEST_F(MillionOptionsTest, ErrorInTheLastOne) {
  const std::string text = absl::StrCat(MakeText(), "i0 i1000");
  EXPECT_THAT(
      ReadProblem(text),
      StatusIs(absl::StatusCode::kInvalidArgument,
               absl::StrCat(kOptions + 2, ":4: unknown item \"i1000\"")));
}

}  // namespace
}  // namespace dlx::io
