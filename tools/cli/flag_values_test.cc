#include "tools/cli/flag_values.h"

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cli::flag_values_test {
namespace {

using ::testing::HasSubstr;

// The flag, parsed and printed again, or "error: ...".
template <typename Flag>
std::string RoundTrip(absl::string_view text) {
  Flag flag;
  std::string error;
  if (!AbslParseFlag(text, &flag, &error)) return "error: " + error;
  return AbslUnparseFlag(flag);
}

TEST(FlagValuesTest, AcceptsGoodValues) {
  EXPECT_EQ(RoundTrip<LimitFlag>("1"), "1");
  EXPECT_EQ(RoundTrip<LimitFlag>("18446744073709551615"),
            "18446744073709551615");
  EXPECT_EQ(RoundTrip<SeedFlag>("0"), "0");
  EXPECT_EQ(RoundTrip<TimeoutFlag>("5s"), "5s");
  EXPECT_EQ(RoundTrip<TimeoutFlag>("100ms"), "100ms");
  EXPECT_EQ(RoundTrip<TimeoutFlag>("1m30s"), "1m30s");
  EXPECT_EQ(RoundTrip<TimeoutFlag>("7"), "7s");
  EXPECT_EQ(RoundTrip<TimeoutFlag>("0.25"), "250ms");
  EXPECT_EQ(RoundTrip<BytesFlag>("1000"), "1000");
  EXPECT_EQ(RoundTrip<BytesFlag>("0"), "0");
  EXPECT_EQ(RoundTrip<BytesFlag>("512M"), "512M");
  EXPECT_EQ(RoundTrip<BytesFlag>("2GiB"), "2G");
  EXPECT_EQ(RoundTrip<BytesFlag>("1.5g"), "1536M");
  EXPECT_EQ(RoundTrip<BytesFlag>("64KB"), "64K");
  EXPECT_EQ(RoundTrip<FormatFlag>("text"), "text");
  EXPECT_EQ(RoundTrip<FormatFlag>("json"), "json");
}

TEST(FlagValuesTest, RejectsBadValues) {
  for (absl::string_view text :
       {"", "0", "-1", "x", "1x", "1.5", "18446744073709551616"}) {
    EXPECT_THAT(RoundTrip<LimitFlag>(text), HasSubstr("error")) << text;
  }
  for (absl::string_view text : {"", "-1", "x", "18446744073709551616"}) {
    EXPECT_THAT(RoundTrip<SeedFlag>(text), HasSubstr("error")) << text;
  }
  for (absl::string_view text :
       {"", "0", "0s", "-5s", "-5", "5 s", "5sec", "1e9", "0x10", "."}) {
    EXPECT_THAT(RoundTrip<TimeoutFlag>(text), HasSubstr("error")) << text;
  }
  for (absl::string_view text :
       {"", "-1", "M", "1X", "1MM", "1e9", "inf", "1iB", "9999999999G"}) {
    EXPECT_THAT(RoundTrip<BytesFlag>(text), HasSubstr("error")) << text;
  }
  EXPECT_THAT(RoundTrip<FormatFlag>("xml"), HasSubstr("error"));
}

TEST(FlagValuesTest, WhatIsNotSetIsShownAsNothing) {
  EXPECT_EQ(AbslUnparseFlag(LimitFlag{}), "");
  EXPECT_EQ(AbslUnparseFlag(SeedFlag{}), "");
  EXPECT_EQ(AbslUnparseFlag(TimeoutFlag{}), "");
}

}  // namespace
}  // namespace cli::flag_values_test
