#include "tools/cli/progress_line.h"

#include "gtest/gtest.h"

namespace cli {
namespace {

TEST(ProgressLineTest, IsSilentWithoutATerminal) {
  ::testing::internal::CaptureStderr();  // Into a file.
  {
    ProgressLine line(/*wanted=*/true);
    EXPECT_FALSE(line.enabled());
    line.Show("50%");
    line.Erase();
  }
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace cli
