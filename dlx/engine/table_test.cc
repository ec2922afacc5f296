// Rows of the table of engines: what they say is so, and the refusals say it.

#include "dlx/engine/table.h"

#include <string>

#include "absl/status/status.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class TableTest : public ::testing::TestWithParam<EngineRow> {};

TEST_P(TableTest, RefusesWhatItsRowSaysItCannotDo) {
  const EngineRow& row = GetParam();
  const struct {
    const char* problem;
    Task task;
    bool can;
    absl::StatusCode code;
    const char* sentence;
  } cases[] = {
      {"a\na\n", Task::kCount, true, absl::StatusCode::kOk, ""},
      {"a\na\n", Task::kEnumerate, row.can.enumerates,
       absl::StatusCode::kInvalidArgument, "can only count"},
      {"a\na |1\n", Task::kBest, row.can.enumerates && row.can.finds_best,
       row.can.enumerates ? absl::StatusCode::kUnimplemented
                          : absl::StatusCode::kInvalidArgument,
       row.can.enumerates ? "least cost" : "can only count"},
      {"a | x\na x\n", Task::kCount, row.can.secondary,
       absl::StatusCode::kUnimplemented, "secondary items"},
      {"a | x\na x:1\n", Task::kCount, row.can.colors,
       absl::StatusCode::kUnimplemented, "colours"},
      {"1:2|a\na\na\n", Task::kCount, row.can.multiplicities,
       absl::StatusCode::kUnimplemented, "multiplicities"},
  };
  for (const auto& c : cases) {
    const absl::Status status =
        CheckRow(row, ProblemFromNotation(c.problem), c.task);
    if (c.can) {
      EXPECT_THAT(status, IsOk()) << c.problem;
      continue;
    }
    EXPECT_THAT(status, StatusIs(c.code, HasSubstr(c.sentence)));
    EXPECT_THAT(std::string(status.message()),
                StartsWith("engine " + std::string(row.name) + " "));
  }
}

TEST_P(TableTest, TellsWhyItIsChosenAndHowFastItIs) {
  const EngineRow& row = GetParam();
  EXPECT_EQ(FindRow(row.kind).name, row.name);
  if (row.suits == nullptr && !row.is_last_resort) return;
  EXPECT_FALSE(row.reason.empty());
  EXPECT_GT(row.speed.node, 0);
  EXPECT_GT(row.speed.update, 0);
}

INSTANTIATE_TEST_SUITE_P(Engines, TableTest,
                         ::testing::ValuesIn(EngineTable().begin(),
                                             EngineTable().end()),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

TEST(EngineTableTest, HasALastResortForEveryTask) {
  int count = 0;
  for (const EngineRow& row : EngineTable()) {
    if (!row.is_last_resort) continue;
    ++count;
    EXPECT_TRUE(row.can.colors && row.can.multiplicities &&
                row.can.enumerates && row.can.finds_best);
    EXPECT_EQ(row.too_large, nullptr);
  }
  EXPECT_EQ(count, 1);
}

}  // namespace
}  // namespace dlx::internal
