#include "dlx/solvers/process.h"

#include <signal.h>
#include <sys/types.h>

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/solvers/scratch_folder.h"
#include "gtest/gtest.h"

namespace dlx::solvers {
namespace {

using End = ProcessResult::End;

class ProcessTest : public ::testing::Test {
 protected:
  // Runs a shell script, with the name of a file to write to as $1.
  absl::StatusOr<ProcessResult> RunScript(const std::string& script,
                                          ProcessOptions options = {}) {
    return RunProcess({"/bin/bash", "-c", script, "bash", file_}, options);
  }

  std::string Written() const { return ScratchFolder::Read(file_); }

  // Whether the process whose number the script has written ends soon.
  bool WrittenProcessEnds() const {
    pid_t pid = 0;
    if (!absl::SimpleAtoi(Written(), &pid)) return false;
    for (int tries = 0; tries < 100; ++tries) {
      if (kill(pid, 0) != 0) return true;
      absl::SleepFor(absl::Milliseconds(100));
    }
    return false;
  }

  ScratchFolder folder_ = *ScratchFolder::Create();
  std::string file_ = folder_.PathOf("file");
};

TEST_F(ProcessTest, TellsHowItEnded) {
  struct {
    const char* script;
    int exit_code;
  } const cases[] = {{"exit 0", 0}, {"exit 30", 30}, {"kill -9 $$", 128 + 9}};
  for (const auto& [script, exit_code] : cases) {
    const absl::StatusOr<ProcessResult> result = RunScript(script);
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->end, End::kByItself) << script;
    EXPECT_EQ(result->exit_code, exit_code) << script;
  }
}

TEST_F(ProcessTest, KeepsWhatItWrites) {
  const std::string error = folder_.PathOf("error");
  const absl::StatusOr<ProcessResult> result =
      RunScript("echo to one; echo to the other >&2",
                {.output_path = file_, .error_path = error});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(Written(), "to one\n");
  EXPECT_EQ(ScratchFolder::Read(error), "to the other\n");
}

TEST_F(ProcessTest, AProgramThatCannotBeStartedEndsWith127) {
  const absl::StatusOr<ProcessResult> result =
      RunProcess({folder_.PathOf("no_such_program")});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->exit_code, 127);
}

TEST_F(ProcessTest, AFileThatCannotBeWrittenIsAnError) {
  EXPECT_EQ(RunScript("true", {.output_path = folder_.PathOf("no/such/file")})
                .status()
                .code(),
            absl::StatusCode::kInternal);
}

TEST_F(ProcessTest, TheTimeLimitEndsItAndItsChildren) {
  struct {
    const char* description;
    const char* script;
  } const cases[] = {
      {"a process", "echo $$ > $1; exec sleep 1000"},
      {"a child", "sleep 1000 & echo $! > $1; wait"},
      {"a child that ignores interruptions",
       "(trap '' INT; exec sleep 1000) & echo $! > $1; wait"},
      // With job control, the child has a group of its own.
      {"a child in another group, of a parent that sees to it",
       "set -m; sleep 1000 & echo $! > $1; trap 'kill %1; exit' INT; wait"},
  };
  for (const auto& [description, script] : cases) {
    SCOPED_TRACE(description);
    const absl::StatusOr<ProcessResult> result =
        RunScript(script, {.time_limit = absl::Seconds(1)});
    ASSERT_TRUE(result.ok()) << result.status();
    EXPECT_EQ(result->end, End::kTimeLimit);
    EXPECT_TRUE(WrittenProcessEnds());
  }
}

TEST_F(ProcessTest, MeasuresTimeAlsoOfChildren) {
  const absl::StatusOr<ProcessResult> result =
      RunScript("(for ((i = 0; i < 20000; ++i)); do :; done); true");
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_GT(result->wall_time, absl::ZeroDuration());
  EXPECT_GT(result->cpu_time, absl::ZeroDuration());
}

TEST_F(ProcessTest, AnInterruptionEndsIt) {
  Interrupter interrupter;
  interrupter.Request();
  const absl::StatusOr<ProcessResult> result =
      RunScript("exec sleep 1000", {.interrupter = &interrupter});
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->end, End::kInterrupted);
}

TEST(FindProgramTest, LooksInThePath) {
  EXPECT_TRUE(FindProgram("bash").has_value());
  EXPECT_EQ(FindProgram("no_such_program"), std::nullopt);
}

}  // namespace
}  // namespace dlx::solvers
