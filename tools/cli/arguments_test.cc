#include "tools/cli/arguments.h"

#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/flags/reflection.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/cli/flag_values.h"

ABSL_FLAG(bool, json, false, "A Boolean flag.");
ABSL_FLAG(cli::LimitFlag, limit, {}, "Stop after `N`.");
ABSL_FLAG(cli::LimitFlag, other_limit, {}, "Called otherwise.");
ABSL_FLAG(cli::CountFlag, more, {}, "May be repeated.");
ABSL_FLAG(int, hidden, 0, "Known to Abseil, not to the command.");

namespace cli {
namespace {

using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr absl::string_view kFlags[] = {"json", "limit", "at-most=other_limit",
                                        "more"};

absl::StatusOr<ParsedArguments> Parse(const std::vector<std::string>& words) {
  return ParseArguments(kFlags, words);
}

uint64_t Limit() { return absl::GetFlag(FLAGS_limit).value.value_or(0); }

class ParseArgumentsTest : public ::testing::Test {
 private:
  absl::FlagSaver saver_;
};

TEST_F(ParseArgumentsTest, SetsFlagsAndReturnsTheOtherWords) {
  struct {
    std::vector<std::string> words;
    std::vector<std::string> arguments;
    bool json;
    uint64_t limit;
  } const kCases[] = {
      {{}, {}, false, 0},
      {{"a", "b"}, {"a", "b"}, false, 0},
      {{"--json", "a"}, {"a"}, true, 0},
      {{"a", "--json"}, {"a"}, true, 0},
      {{"-json"}, {}, true, 0},
      {{"--json=false"}, {}, false, 0},
      {{"--json", "--nojson"}, {}, false, 0},
      {{"--json", "--no-json"}, {}, false, 0},
      {{"--limit=3", "a"}, {"a"}, false, 3},
      {{"--limit", "3", "a"}, {"a"}, false, 3},
      {{"--limit=3", "--limit=4"}, {}, false, 4},
      {{"-", "--limit=3"}, {"-"}, false, 3},
      {{"--limit=3", "--", "--json", "--"}, {"--json", "--"}, false, 3},
  };
  for (const auto& test : kCases) {
    absl::FlagSaver saver;
    const absl::StatusOr<ParsedArguments> parsed = Parse(test.words);
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_EQ(parsed->arguments, test.arguments);
    EXPECT_FALSE(parsed->help_wanted);
    EXPECT_EQ(absl::GetFlag(FLAGS_json), test.json);
    EXPECT_EQ(Limit(), test.limit);
  }
}

TEST_F(ParseArgumentsTest, CountsFlagsThatMayBeRepeated) {
  const absl::StatusOr<ParsedArguments> twice =
      Parse({"--more", "a", "--more"});
  ASSERT_TRUE(twice.ok()) << twice.status();
  EXPECT_THAT(twice->arguments, ElementsAre("a"));
  EXPECT_EQ(absl::GetFlag(FLAGS_more).times, 2);
  ASSERT_TRUE(Parse({"--more=1"}).ok());
  EXPECT_EQ(absl::GetFlag(FLAGS_more).times, 1);
  EXPECT_THAT(Parse({"--more=-1"}), StatusIs(absl::StatusCode::kInvalidArgument,
                                             HasSubstr("from 0 to 99")));
}

TEST_F(ParseArgumentsTest, AFlagCanBeCalledOtherwise) {
  ASSERT_TRUE(Parse({"--at-most=7"}).ok());
  EXPECT_EQ(absl::GetFlag(FLAGS_other_limit).value, 7);
  EXPECT_FALSE(Parse({"--other_limit=7"}).ok());
}

TEST_F(ParseArgumentsTest, HelpEndsTheCommandLine) {
  for (const char* help : {"--help", "-help", "-h"}) {
    const absl::StatusOr<ParsedArguments> parsed =
        Parse({"a", help, "--no-such-flag"});
    ASSERT_TRUE(parsed.ok()) << parsed.status();
    EXPECT_TRUE(parsed->help_wanted);
  }
}

TEST_F(ParseArgumentsTest, ExplainsWhatIsWrong) {
  struct {
    std::vector<std::string> words;
    std::string error;
  } const kCases[] = {
      {{"--limt=3"},
       "there is no flag \"--limt=3\"; did you mean \"--limit\"?"},
      {{"--hidden=3"}, "there is no flag \"--hidden=3\""},
      {{"-x"}, "there is no flag \"-x\""},
      {{"--nolimit"}, "there is no flag \"--nolimit\""},
      {{"--limit"}, "the flag --limit needs a value"},
      {{"--limit", "--json"},
       "the flag --limit needs a value, and --json is a flag"},
      {{"--limit=many"},
       "\"many\" is not a value for --limit: a whole number from 1 on is "
       "expected"},
      {{"--limit="}, "the flag --limit needs a value, and here it is empty"},
      {{"--limit", ""}, "the flag --limit needs a value, and here it is empty"},
      {{"--json="}, "the flag --json needs a value, and here it is empty"},
      {{"--at-most=x"},
       "\"x\" is not a value for --at-most: a whole number from 1 on is "
       "expected"},
      {{"--at-mots=1"}, "did you mean \"--at-most\"?"},
      {{"--json=perhaps"}, "\"perhaps\" is not a value for --json"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(Parse(test.words), StatusIs(absl::StatusCode::kInvalidArgument,
                                            HasSubstr(test.error)));
  }
}

}  // namespace
}  // namespace cli
