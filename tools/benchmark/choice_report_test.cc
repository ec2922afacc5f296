#include "tools/benchmark/choice_report.h"

#include <cstddef>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace contest {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

ChoiceResult Result(absl::Duration automatic, absl::Duration best) {
  return {.family = "queens",
          .problem = "queens-3",
          .task = "count",
          .automatic = automatic,
          .best = best,
          .best_setting = "bit_sets"};
}

TEST(ChoiceReportTest, ThePromise) {
  const struct {
    int automatic;  // In milliseconds.
    int best;
    bool keeps_promise;
  } kCases[] = {{20, 0, true},    {21, 0, false},     {40, 10, true},
                {41, 10, false},  {2020, 1000, true}, {2021, 1000, false},
                {50, 1000, true}, {15, 1, true}};
  for (const auto& test : kCases) {
    const ChoiceResult result = Result(absl::Milliseconds(test.automatic),
                                       absl::Milliseconds(test.best));
    EXPECT_EQ(result.keeps_promise(), test.keeps_promise)
        << test.automatic << " " << test.best;
  }
  // No engine was faster.
  ChoiceResult alone = Result(absl::Seconds(7), absl::Seconds(1));
  alone.best.reset();
  EXPECT_TRUE(alone.keeps_promise());
  EXPECT_EQ(alone.ratio(), 1);
}

TEST(ChoiceReportTest, ThePromiseOfMemory) {
  constexpr size_t kMegabyte = size_t{1} << 20;
  ChoiceResult result = Result(absl::Milliseconds(2), absl::Milliseconds(1));
  EXPECT_TRUE(result.keeps_memory());  // It is not known.
  result.automatic_memory = 56 * kMegabyte;
  EXPECT_TRUE(result.keeps_memory());
  result.best_memory = 10 * kMegabyte;
  EXPECT_TRUE(result.keeps_memory());
  EXPECT_EQ(ChoiceDetails({result}, /*only_broken=*/true), "");
  ++*result.automatic_memory;
  EXPECT_FALSE(result.keeps_memory());
  EXPECT_TRUE(result.keeps_promise());
  EXPECT_THAT(ChoiceDetails({result}, /*only_broken=*/true),
              HasSubstr("| 56.0 MB |     10.0 MB |"));
}

TEST(ChoiceReportTest, WhatIsTooShortToMeasureIsAlike) {
  EXPECT_EQ(Result(absl::Microseconds(900), absl::Microseconds(3)).ratio(), 1);
  EXPECT_EQ(Result(absl::Milliseconds(3), absl::Microseconds(3)).ratio(), 3);
}

TEST(ChoiceReportTest, Table) {
  std::vector<ChoiceResult> results = {
      Result(absl::Milliseconds(100), absl::Milliseconds(100)),
      Result(absl::Milliseconds(400), absl::Milliseconds(100)),
      Result(absl::Milliseconds(300), absl::Milliseconds(200))};
  results[1].problem = "queens-7";
  results[2].family = "kept";
  results[2].is_kept_aside = true;
  EXPECT_THAT(
      ChoiceTable(results),
      AllOf(HasSubstr("| queens                   |     2 |       2.00 |"),
            HasSubstr("| queens-7 (count) | 400.0 ms | 100.0 ms | bit_sets |"),
            HasSubstr("| all but those kept aside |     2 |       2.00 |"),
            HasSubstr("| all kept aside           |     1 |       1.50 |")));
  EXPECT_THAT(ChoiceDetails(results, /*only_broken=*/true),
              AllOf(HasSubstr("queens-7"), Not(HasSubstr("queens-3"))));
  EXPECT_THAT(ChoiceDetails(results, /*only_broken=*/false),
              HasSubstr("queens-3"));
  results[1].automatic = absl::Milliseconds(210);
  EXPECT_EQ(ChoiceDetails(results, /*only_broken=*/true), "");
}

TEST(ChoiceReportTest, Plot) {
  const std::string plot =
      ChoicePlot({Result(absl::Milliseconds(400), absl::Milliseconds(100)),
                  Result(absl::Milliseconds(100), absl::Milliseconds(100))});
  EXPECT_THAT(plot, HasSubstr("<title>queens-3, count: 4.00</title>"));
  EXPECT_LT(plot.find("count: 1.00"), plot.find("count: 4.00"));
  EXPECT_THAT(plot, HasSubstr("stroke=\"red\"><title>queens-3, count: 4.00"));
  EXPECT_THAT(plot, HasSubstr("2 tasks"));
  EXPECT_THAT(plot, HasSubstr("</svg>"));
}

}  // namespace
}  // namespace contest
