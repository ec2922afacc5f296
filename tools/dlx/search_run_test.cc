#include "tools/dlx/search_run.h"

#include <string>

#include "absl/flags/reflection.h"
#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "dlx/limits.h"
#include "dlx/search.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/cli/arguments.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {
namespace {

using ::testing::HasSubstr;

TEST(SearchRunTest, WhatCannotBeSearchedIsAMistakeOfTheUser) {
  struct {
    absl::Status status;
    cli::ExitCode expected;
  } const kCases[] = {
      {absl::InvalidArgumentError("the engine counts only"),
       cli::ExitCode::kUsage},
      {absl::UnimplementedError("no colours"), cli::ExitCode::kUsage},
      {absl::FailedPreconditionError("no costs"), cli::ExitCode::kUsage},
      {absl::OutOfRangeError("out of range"), cli::ExitCode::kInternal},
      {absl::ResourceExhaustedError("no memory"), cli::ExitCode::kNoMemory},
  };
  for (const auto& test : kCases) {
    SearchRun run;
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(run.Fail(test.status), test.expected) << test.status;
    EXPECT_THAT(::testing::internal::GetCapturedStderr(),
                HasSubstr(std::string(test.status.message())));
  }
}

TEST(SearchRunTest, TheOutcomeDecidesOnTheExitCode) {
  struct {
    Outcome outcome;
    bool enough;
    cli::ExitCode expected;
    absl::string_view note;
  } const kCases[] = {
      {Outcome::kExhausted, false, cli::ExitCode::kFinished, ""},
      {Outcome::kSolutionLimit, true, cli::ExitCode::kFinished, ""},
      {Outcome::kSolutionLimit, false, cli::ExitCode::kLimit,
       "stopped at 1,234 covers; there may be more\n"},
      {Outcome::kNodeLimit, false, cli::ExitCode::kLimit,
       "stopped by the node limit: 1,234 covers so far; there may be more\n"},
      {Outcome::kTimeLimit, false, cli::ExitCode::kLimit,
       "stopped by the time limit: 1,234 covers so far; there may be more\n"},
      {Outcome::kInterrupted, false, cli::ExitCode::kInterrupted,
       "interrupted: 1,234 covers so far; there may be more\n"},
  };
  for (const auto& test : kCases) {
    SearchRun run;
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(run.Finish({.outcome = test.outcome}, 1234, test.enough),
              test.expected)
        << OutcomeName(test.outcome);
    EXPECT_EQ(::testing::internal::GetCapturedStderr(), test.note);
  }
}

TEST(SearchRunTest, JsonEndsWithASummary) {
  absl::FlagSaver saver;
  ASSERT_TRUE(cli::ParseArguments({"json"}, {"--json"}).ok());
  SearchRun run;
  ::testing::internal::CaptureStdout();
  EXPECT_EQ(run.Finish({.outcome = Outcome::kExhausted}, absl::Uint128Max()),
            cli::ExitCode::kFinished);
  EXPECT_THAT(
      ::testing::internal::GetCapturedStdout(),
      HasSubstr(R"({"type":"summary","outcome":"exhausted",)"
                R"("count":"340282366920938463463374607431768211455",)"));
}

}  // namespace
}  // namespace dlx::tool
