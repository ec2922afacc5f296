#include "tools/benchmark/rival.h"

#include <fstream>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace contest {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::HasSubstr;

TEST(RivalTest, HasANameAndACommandWithAPlaceForTheFile) {
  const absl::StatusOr<Rival> rival = ParseRival("cat=cat -n < {} > x=y");
  ASSERT_THAT(rival, IsOk());
  EXPECT_EQ(rival->name, "cat");
  EXPECT_EQ(rival->command, "cat -n < {} > x=y");
  for (const char* text : {"", "cat", "=cat {}", "cat {}", "{}=cat"}) {
    EXPECT_THAT(ParseRival(text),
                StatusIs(absl::StatusCode::kInvalidArgument,
                         HasSubstr("a rival is NAME=COMMAND")))
        << text;
  }
}

TEST(RivalTest, TheAnswerIsTheNumberAfterTheLastText) {
  EXPECT_EQ(FindAnswer("found 12, found 345 covers", "found"), "345");
  EXPECT_EQ(FindAnswer("92\n", ""), std::nullopt);
  EXPECT_EQ(FindAnswer("found many", "found"), std::nullopt);
  EXPECT_EQ(FindAnswer("92", "found"), std::nullopt);
  EXPECT_EQ(FindAnswer("found", "found"), std::nullopt);
}

std::string WriteFile(const std::string& name, const std::string& text) {
  const std::string path = ::testing::TempDir() + "/" + name;
  std::ofstream(path) << text;
  return path;
}

TEST(RivalTest, IsGivenTheFileAndItsAnswerIsFoundInBothStreams) {
  const std::string path = WriteFile("it's here.txt", "covers: 7\n");
  const Attempt out =
      RunRival({"cat", "cat {}"}, path, "covers:", absl::Seconds(60));
  EXPECT_NE(out.time, std::nullopt);
  EXPECT_EQ(out.answer, "7");
  const Attempt error = RunRival({"cat", "echo 'covers: 1'; cat {} >&2"}, path,
                                 "covers:", absl::Seconds(60));
  EXPECT_EQ(error.answer, "7");
  EXPECT_EQ(RunRival({"cat", "cat {}"}, path, "", absl::Seconds(60)).answer,
            std::nullopt);
}

TEST(RivalTest, ItsTimeIsThatOfItsChildren) {
  const std::string path = WriteFile("empty.txt", "");
  const Attempt run = RunRival(
      {"busy",
       "sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'; cat {}"},
      path, "", absl::Seconds(60));
  ASSERT_NE(run.time, std::nullopt);
  EXPECT_GT(*run.time, absl::ZeroDuration());
}

TEST(RivalTest, ThatFailsHasNoTime) {
  const std::string path = WriteFile("empty.txt", "");
  for (const char* command : {"no-such-program {}", "kill -SEGV $$; cat {}"}) {
    EXPECT_EQ(RunRival({"rival", command}, path, "", absl::Seconds(60)).time,
              std::nullopt)
        << command;
  }
  EXPECT_EQ(
      RunRival({"slow", "sleep 100; cat {}"}, path, "", absl::Milliseconds(50))
          .time,
      std::nullopt);
  // Some programs say what they have found by their exit code.
  EXPECT_NE(
      RunRival({"ten", "cat {}; exit 10"}, path, "", absl::Seconds(60)).time,
      std::nullopt);
}

}  // namespace
}  // namespace contest
