#include "tools/cli/progress_line.h"

#include <cstdint>
#include <limits>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
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

TEST(WithThousandsTest, GroupsDigits) {
  struct {
    uint64_t number;
    absl::string_view expected;
  } const kCases[] = {
      {0, "0"},
      {999, "999"},
      {1000, "1,000"},
      {28200960, "28,200,960"},
      {std::numeric_limits<uint64_t>::max(), "18,446,744,073,709,551,615"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(WithThousands(test.number), test.expected);
  }
}

TEST(ShortDurationTest, KeepsWhatMatters) {
  struct {
    absl::Duration duration;
    absl::string_view expected;
  } const kCases[] = {
      {absl::ZeroDuration(), "0.00 s"},
      {absl::Milliseconds(120), "0.12 s"},
      {absl::Milliseconds(12345), "12.3 s"},
      {absl::Seconds(125), "2 min 05 s"},
      {absl::Minutes(184), "3 h 04 min"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(ShortDuration(test.duration), test.expected);
  }
}

}  // namespace
}  // namespace cli
