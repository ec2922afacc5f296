#include "dlx/make/arguments.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/base/string_view.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::arguments_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::HasSubstr;

const std::vector<Parameter>& Parameters() {
  static const auto& parameters = *new std::vector<Parameter>{
      {.name = "n",
       .type = ParameterType::kNumber,
       .positional = true,
       .help = "a size"},
      {.name = "word",
       .type = ParameterType::kText,
       .positional = true,
       .default_value = "none"},
      {.name = "loud", .type = ParameterType::kFlag},
      {.name = "polite", .type = ParameterType::kFlag, .default_value = "true"},
      {.name = "times", .type = ParameterType::kNumber, .default_value = "3"},
      {.name = "input", .type = ParameterType::kFile},
  };
  return parameters;
}

// The content of the file "abc" is "<abc>"; names with an x do not exist.
absl::StatusOr<std::string> ReadFile(absl::string_view path) {
  if (absl::StrContains(path, "x")) {
    return absl::NotFoundError(absl::StrCat("no file ", path));
  }
  return absl::StrCat("<", path, ">");
}

std::string Describe(const Arguments& a) {
  return absl::StrCat(
      a.Number("n"), " ", a.Text("word"), a.Flag("loud") ? " loud" : "",
      a.Flag("polite") ? " polite" : "", " ", a.Number("times"),
      a.Has("input")
          ? absl::StrCat(" ", a.File("input").path, a.File("input").content)
          : "");
}

struct GoodCase {
  std::vector<StringView> words;
  std::string values;
};

TEST(GoodArgumentsTest, HaveTheExpectedValues) {
  const GoodCase cases[] = {
      {{"8"}, "8 none polite 3"},
      {{"-8"}, "-8 none polite 3"},
      {{"8", "hello"}, "8 hello polite 3"},
      {{"--loud", "8", "--no-polite", "hello"}, "8 hello loud 3"},
      {{"8", "--loud=true", "--polite=false"}, "8 none loud 3"},
      {{"8", "--no-loud"}, "8 none polite 3"},
      {{"8", "--times=7"}, "8 none polite 7"},
      {{"8", "--times", "-7"}, "8 none polite -7"},
      {{"8", "--input=f"}, "8 none polite 3 f<f>"},
      {{"8", "--input", "-"}, "8 none polite 3 -<->"},
      {{"8", "a=b"}, "8 a=b polite 3"},
      {{"8", "--", "--loud"}, "8 --loud polite 3"},
      {{"8", ""}, "8  polite 3"},
  };
  for (const GoodCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const absl::StatusOr<Arguments> arguments =
        ParseArguments(Parameters(), param.words, ReadFile);
    ASSERT_THAT(arguments, IsOk());
    EXPECT_EQ(Describe(*arguments), param.values);
  }
}

// Says how a size was understood.
std::string ParseSizes(const std::vector<StringView>& words) {
  const std::vector<Parameter> parameters = {
      {.name = "board", .type = ParameterType::kSize, .positional = true},
      {.name = "word", .positional = true, .default_value = "none"},
      {.name = "hole", .type = ParameterType::kSize, .default_value = "1x1"}};
  const absl::StatusOr<Arguments> arguments =
      ParseArguments(parameters, words, ReadFile);
  if (!arguments.ok()) return std::string(arguments.status().message());
  return absl::StrCat(arguments->Text("board"), " ", arguments->Text("word"),
                      " ", arguments->Text("hole"));
}

TEST(ParseArgumentsTest, ASizeMayBeSeveralWords) {
  EXPECT_EQ(ParseSizes({"6x10"}), "6x10 none 1x1");
  EXPECT_EQ(ParseSizes({"6", "10"}), "6x10 none 1x1");
  EXPECT_EQ(ParseSizes({"6", "--hole=2x2", "10"}), "6x10 none 2x2");
  EXPECT_EQ(ParseSizes({"3", "4", "5", "abc"}), "3x4x5 abc 1x1");
  EXPECT_EQ(ParseSizes({"6", "-1"}), "6x-1 none 1x1");
  EXPECT_EQ(ParseSizes({"6x10", "7"}), "6x10 7 1x1");
  EXPECT_EQ(ParseSizes({"6x10", "7", "8"}), "'8' is one argument too many");
  EXPECT_EQ(ParseSizes({"6", "--hole", "2", "2"}), "6x2 none 2");
}

struct BadCase {
  std::vector<StringView> words;
  absl::StatusCode code;
  std::string message;
};

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

TEST(BadArgumentsTest, AreExplained) {
  const BadCase cases[] = {
      {{}, kInvalid, "N (a size) is missing"},
      {{"eight"}, kInvalid, "N must be a whole number"},
      {{""}, kInvalid, "not ''"},
      {{"8.5"}, kInvalid, "not '8.5'"},
      {{"12345678901"}, kInvalid, "at most 9 digits"},
      {{"8", "--times=x"}, kInvalid, "--times must be a whole number"},
      {{"8", "a", "b"}, kInvalid, "'b' is one argument too many"},
      {{"8", "--times"}, kInvalid, "--times needs a value"},
      {{"8", "--loud=perhaps"}, kInvalid, "either true or false"},
      {{"8", "--loud", "--no-loud"}, kInvalid, "--loud is given twice"},
      {{"8", "--times=1", "--times=1"}, kInvalid, "--times is given twice"},
      {{"8", "--quiet"},
       kInvalid,
       "there is no option --quiet; known are --loud, --polite, --times, "
       "--input"},
      {{"8", "--no-times"}, kInvalid, "there is no option --no-times"},
      {{"8", "--no-loud=true"}, kInvalid, "there is no option --no-loud"},
      {{"8", "--n=8"}, kInvalid, "there is no option --n"},
      {{"8", "--input=x"}, absl::StatusCode::kNotFound, "no file x"},
  };
  for (const BadCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    EXPECT_THAT(ParseArguments(Parameters(), param.words, ReadFile),
                StatusIs(param.code, HasSubstr(param.message)));
  }
}

TEST(ParseArgumentsTest, KnowsWhenThereAreNoOptions) {
  EXPECT_THAT(
      ParseArguments({}, {"--loud"}, ReadFile),
      StatusIs(kInvalid, "there is no option --loud; there are none here"));
}

}  // namespace
}  // namespace dlx::make::arguments_test
