#include "tools/cli/number_format.h"

#include <cstdint>
#include <limits>
#include <string>

#include "absl/numeric/int128.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/natural.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

TEST(WithThousandsTest, GroupsDigits) {
  struct {
    dlx::Natural number;
    absl::string_view expected;
  } const kCases[] = {
      {0, "0"},
      {999, "999"},
      {1000, "1,000"},
      {28200960, "28,200,960"},
      {std::numeric_limits<uint64_t>::max(), "18,446,744,073,709,551,615"},
      {absl::Uint128Max(),
       "340,282,366,920,938,463,463,374,607,431,768,211,455"},
      {dlx::Natural::PowerOfTwo(130),
       "1,361,129,467,683,753,853,853,498,429,727,072,845,824"},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(WithThousands(test.number), test.expected);
  }
}

TEST(DecimalTest, HasAllDigits) {
  EXPECT_EQ(Decimal(0), "0");
  EXPECT_EQ(Decimal(absl::Uint128Max()),
            "340282366920938463463374607431768211455");
}

TEST(ApproximateTest, HasFourDigitsOrAllOfThem) {
  EXPECT_EQ(Approximate(0), "0");
  EXPECT_EQ(Approximate(0.25L), "0.25");
  EXPECT_EQ(Approximate(92), "92");
  EXPECT_EQ(Approximate(14772.2L), "14,772");
  EXPECT_EQ(Approximate(6.670903752e21L), "6.671e+21");
  EXPECT_EQ(Approximate(std::numeric_limits<long double>::infinity()), "inf");
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

TEST(AboutTimeLeftTest, SpeaksUpOnlyIfItKnows) {
  const struct {
    double fraction_done;
    absl::Duration time;
    const char* expected;
  } kCases[] = {
      {0.5, absl::Seconds(10), "about 10.0 s left"},
      {0.002, absl::Seconds(2), "about 16 min 38 s left"},
      // Too little to go by.
      {0, absl::Seconds(10), ""},
      {0.001, absl::Seconds(10), ""},
      {0.5, absl::Seconds(1), ""},
      // Done.
      {1, absl::Seconds(10), ""},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(AboutTimeLeft(test.fraction_done, test.time), test.expected)
        << test.fraction_done;
  }
}

TEST(ProgressBarTest, IsFullAtTheEndOnly) {
  EXPECT_EQ(ProgressBar(0, 4), "[....]");
  EXPECT_EQ(ProgressBar(0.5, 4), "[##..]");
  EXPECT_EQ(ProgressBar(0.999, 4), "[###.]");
  EXPECT_EQ(ProgressBar(1, 4), "[####]");
}

TEST(BarTest, IsAsLongAsItsValue) {
  EXPECT_EQ(Bar(0, 0), "");
  EXPECT_EQ(Bar(0, 10), "");
  EXPECT_EQ(Bar(0.1, 10), "");
  EXPECT_EQ(Bar(1, 10), "####");
  EXPECT_EQ(Bar(10, 10), std::string(40, '#'));
}

}  // namespace
}  // namespace cli
