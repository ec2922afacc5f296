#include "tools/cli/output.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"

namespace cli {
namespace {

using ::testing::HasSubstr;

class OutputTest : public ::testing::Test {
 protected:
  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    reader_ = ends[0];
    writer_ = ends[1];
    ASSERT_EQ(fcntl(reader_, F_SETFL, O_NONBLOCK), 0);
  }
  void TearDown() override {
    CloseReader();
    close(writer_);
  }
  void CloseReader() {
    if (reader_ >= 0) close(reader_);
    reader_ = -1;
  }
  // What is in the pipe now.
  std::string Read() {
    std::string text(100000, '\0');
    const ssize_t size = read(reader_, text.data(), text.size());
    return text.substr(0, size < 0 ? 0 : static_cast<size_t>(size));
  }

  int reader_ = -1;
  int writer_ = -1;
};

TEST_F(OutputTest, CollectsRecordsUntilItIsTimeToWrite) {
  Output output(writer_);
  output.Write("one\n");
  output.EndRecord();
  output.Tick();
  EXPECT_EQ(Read(), "");
  absl::SleepFor(absl::Milliseconds(110));
  output.Tick();
  EXPECT_EQ(Read(), "one\n");
  output.Write("two\n");
  absl::SleepFor(absl::Milliseconds(110));
  output.EndRecord();
  EXPECT_EQ(Read(), "two\n");
  output.Write("three\n");
  EXPECT_EQ(output.Finish(ExitCode::kLimit), ExitCode::kLimit);
  EXPECT_EQ(Read(), "three\n");
}

TEST_F(OutputTest, WritesWhenTheBufferIsFull) {
  Output output(writer_);
  const std::string record(1 << 14, 'x');
  for (int i = 0; i < 4; ++i) {
    output.Write(record);
    output.EndRecord();
  }
  EXPECT_EQ(Read().size(), size_t{1} << 16);
}

TEST_F(OutputTest, NoticesThatTheReaderIsGoneWhenWriting) {
  Output output(writer_);
  CloseReader();
  output.Write("one\n");
  EXPECT_TRUE(output.ok());
  output.Flush();
  EXPECT_FALSE(output.ok());
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(output.Finish(ExitCode::kFinished), ExitCode::kClosedPipe);
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

TEST_F(OutputTest, NoticesThatTheReaderIsGoneWhileNothingIsWritten) {
  Output output(writer_);
  output.Tick();
  EXPECT_TRUE(output.ok());
  CloseReader();
  output.Tick();
  EXPECT_FALSE(output.ok());
  EXPECT_EQ(output.Finish(ExitCode::kFinished), ExitCode::kClosedPipe);
}

TEST_F(OutputTest, WaitsForAReaderThatIsSlow) {
  // A full pipe in non-blocking mode; a child empties it after a while.
  ASSERT_EQ(fcntl(writer_, F_SETFL, O_NONBLOCK), 0);
  const std::string text(200000, 'z');
  const pid_t child = fork();
  if (child == 0) {
    close(writer_);
    fcntl(reader_, F_SETFL, 0);
    usleep(50000);
    size_t total = 0;
    char block[4096];
    for (ssize_t n; (n = read(reader_, block, sizeof(block))) > 0;) {
      total += static_cast<size_t>(n);
    }
    _exit(total == text.size() ? 0 : 1);
  }
  Output output(writer_);
  output.Write(text);
  EXPECT_EQ(output.Finish(ExitCode::kFinished), ExitCode::kFinished);
  close(writer_);
  writer_ = -1;
  int status = -1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
}

// A reader who is there, but does not read, cannot keep the program.
TEST_F(OutputTest, AfterAnInterruptionItDoesNotWaitForLong) {
  for (const int signal_number : {SIGINT, SIGTERM}) {
    const pid_t child = fork();
    if (child == 0) {
      CatchInterrupts();
      Output output(writer_);
      output.Write(std::string(200000, 'z'));
      _exit(static_cast<int>(output.Finish(ExitCode::kFinished)));
    }
    // When the pipe is full, the child waits, or is about to.
    pollfd pipe = {.fd = writer_, .events = POLLOUT, .revents = 0};
    while (poll(&pipe, 1, 0) == 1) absl::SleepFor(absl::Milliseconds(1));
    ASSERT_EQ(kill(child, signal_number), 0);
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 128 + signal_number);
    while (!Read().empty()) {
    }
  }
}

TEST(OutputToFullDiskTest, IsAnError) {
  const int full = open("/dev/full", O_WRONLY);
  if (full < 0) GTEST_SKIP() << "there is no /dev/full";
  Output output(full);
  output.Write("x");
  ::testing::internal::CaptureStderr();
  EXPECT_EQ(output.Finish(ExitCode::kFinished), ExitCode::kOutputError);
  EXPECT_THAT(::testing::internal::GetCapturedStderr(),
              HasSubstr("error: cannot write the output: No space left"));
  close(full);
}

}  // namespace
}  // namespace cli
