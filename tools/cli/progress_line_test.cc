#include "tools/cli/progress_line.h"

#include "absl/time/time.h"
#include "dlx/statistics.h"
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

TEST(SearchProgressTest, TellsWhatIsKnown) {
  dlx::Progress progress;
  progress.nodes = 500;
  EXPECT_EQ(SearchProgressText(progress, "cover", "covers", absl::Seconds(1)),
            "  0.0%  0 covers  500 nodes (500/s)  1.00 s");
  progress.fraction_done = 0.125;
  progress.solutions = 1;
  progress.nodes = 4000;
  progress.path = {{.done = 3, .branches = 10},
                   {.done = 0, .branches = 1},
                   {.done = 1, .branches = 2}};
  EXPECT_EQ(SearchProgressText(progress, "cover", "covers", absl::Seconds(2)),
            " 12.5%  1 cover  4,000 nodes (2,000/s)  2.00 s  about 14.0 s left"
            "  at 3/10 1/2");
  progress.path.clear();
  progress.best_cost = 12;
  progress.gap = 3;
  EXPECT_EQ(SearchProgressText(progress, "cover", "covers", absl::Seconds(2)),
            "1 cover  4,000 nodes (2,000/s)  2.00 s"
            "  best cost 12, at most 3 less possible");
  progress = {
      .nodes = 4000,
      .layers = {
          {.done = 3, .layers = 36, .states = 1234, .states_ahead = 56}}};
  EXPECT_EQ(SearchProgressText(progress, "cover", "covers", absl::Seconds(2)),
            "  0.0%  0 covers  4,000 nodes (2,000/s)  2.00 s"
            "  layer 3/36: 1,234 states, 56 ahead");
}

}  // namespace
}  // namespace cli
