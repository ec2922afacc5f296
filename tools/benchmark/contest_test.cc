#include "tools/benchmark/contest.h"

#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/benchmark/contest_table.h"
#include "tools/benchmark/table.h"

namespace contest {
namespace {

using ::testing::ElementsAre;
using ::testing::Optional;

TEST(ContestTest, TheBestRunCountsAndTurnsGoThereAndBack) {
  std::string turns;
  int runs_of_a = 0;
  const std::vector<Contestant> contestants = {
      {"a",
       [&] {
         turns += 'a';
         return Attempt{absl::Seconds(10 - ++runs_of_a), "1"};
       }},
      {"b",
       [&] {
         turns += 'b';
         return Attempt{};
       }},
      {"c",
       [&] {
         turns += 'c';
         return Attempt{absl::Seconds(turns.size()), std::nullopt};
       }},
  };
  const std::vector<Attempt> runs = Compete(contestants, 3);
  // b is not asked again.
  EXPECT_EQ(turns, "abccaac");
  EXPECT_EQ(runs[0].time, absl::Seconds(7));
  EXPECT_EQ(runs[0].answer, "1");
  EXPECT_EQ(runs[1].time, std::nullopt);
  EXPECT_EQ(runs[2].time, absl::Seconds(3));
}

TEST(ContestTest, AnswersThatContradictEachOther) {
  const Attempt none = {absl::Seconds(1), std::nullopt};
  const Attempt one = {absl::Seconds(1), "1"};
  const Attempt two = {absl::Seconds(1), "2"};
  EXPECT_EQ(CommonAnswer({none, one, none, one}), "1");
  EXPECT_EQ(CommonAnswer({none}), "");
  EXPECT_EQ(CommonAnswer({one, none, two}), std::nullopt);
}

TEST(ContestTest, Texts) {
  EXPECT_EQ(TimeText(absl::Microseconds(1234)), "1.23 ms");
  EXPECT_EQ(TimeText(absl::Microseconds(12345)), "12.3 ms");
  EXPECT_EQ(TimeText(absl::Milliseconds(1234)), "1.23 s");
  Ratios ratios;
  EXPECT_EQ(ratios.Mean(), "");
  EXPECT_EQ(ratios.Worst(), "");
  ratios.Add(0.5);
  ratios.Add(2);
  ratios.Add(1);
  EXPECT_EQ(ratios.Mean(), "1.00 (3)");
  EXPECT_EQ(ratios.Worst(), "2.00");
}

TEST(TableTest, IsMarkdown) {
  Table table({"name", "n"});
  table.AddRow({"a", "1000"});
  table.AddRow({"longer"});
  EXPECT_EQ(table.ToMarkdown(),
            "| name   |    n |\n"
            "|--------|-----:|\n"
            "| a      | 1000 |\n"
            "| longer |      |\n");
}

TEST(ContestTableTest, RatiosAreOfTheFirstToTheOthers) {
  ContestTable table("name", "n", {"us", "them"}, absl::Milliseconds(10));
  const auto text = [](absl::Duration time) {
    return absl::FormatDuration(time);
  };
  table.AddRow("slow", "1",
               {{absl::Milliseconds(5), ""}, {absl::Milliseconds(20), ""}},
               text);
  table.AddRow("fast", "2",
               {{absl::Milliseconds(9), ""}, {absl::Milliseconds(1), ""}},
               text);
  table.AddRow("none", "3", {{absl::Milliseconds(9), ""}, {}}, text);
  EXPECT_EQ(
      table.ToMarkdown(),
      "| name                         |   n |  us | them | us / them |\n"
      "|------------------------------|----:|----:|-----:|----------:|\n"
      "| slow                         |   1 | 5ms | 20ms |      0.25 |\n"
      "| fast                         |   2 | 9ms |  1ms |      9.00 |\n"
      "| none                         |   3 | 9ms |    - |           |\n"
      "| geometric mean (of how many) |     |     |      |  0.25 (1) |\n"
      "| worst                        |     |     |      |      0.25 |\n");
}

}  // namespace
}  // namespace contest
