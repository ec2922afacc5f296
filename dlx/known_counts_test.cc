// Problems whose number of covers is known, counted by every engine.
//
// The table is testdata/dlx/EXPECTED.tsv. Each of its rows is a test, whose
// name begins with what it takes to count: quick, long or memo (README.md
// there explains). Which of them run is for the BUILD file to say.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/io/problem_reader.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::IsOk;
using ::testing::UnorderedElementsAre;

constexpr absl::string_view kFolder = "testdata/dlx/";

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

Problem ReadTestProblem(absl::string_view name) {
  const std::string path = absl::StrCat(kFolder, name, ".dlx");
  absl::StatusOr<Problem> problem = io::ReadProblem(ReadFile(path), path);
  EXPECT_THAT(problem, IsOk());
  return *std::move(problem);
}

struct Expected {
  std::string problem;
  absl::uint128 count;
  std::string effort;
};

std::ostream& operator<<(std::ostream& out, const Expected& expected) {
  return out << expected.problem;
}

// Ends the program if the table is not as it should be.
std::vector<Expected> ReadTable() {
  std::vector<Expected> rows;
  const std::string text = ReadFile(absl::StrCat(kFolder, "EXPECTED.tsv"));
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    if (line.front() == '#') continue;
    const std::vector<std::string> fields = absl::StrSplit(line, '\t');
    Expected row;
    if (fields.size() < 3 || !absl::SimpleAtoi(fields[1], &row.count)) {
      std::cerr << "EXPECTED.tsv: what is this? " << line << "\n";
      std::abort();
    }
    row.problem = fields[0];
    row.effort = fields[2];
    rows.push_back(row);
  }
  return rows;
}

class KnownCountsTest : public ::testing::TestWithParam<Expected> {};

TEST_P(KnownCountsTest, AgreesWithEveryEngine) {
  const Expected& expected = GetParam();
  const Problem problem = ReadTestProblem(expected.problem);
  int engines = 0;
  for (const EngineInfo& engine : AllEngines()) {
    if (!CheckEngine(engine.kind, problem, Task::kCount).ok()) continue;
    if (expected.effort == "memo" && engine.kind != EngineKind::kMemoCounter) {
      continue;
    }
    if (expected.effort == "long" && engine.kind != EngineKind::kDancingLinks) {
      continue;
    }
    ++engines;
    const absl::StatusOr<CountResult> result =
        CountSolutions(problem, {.engine = engine.kind});
    ASSERT_THAT(result, IsOk()) << engine.name;
    EXPECT_EQ(result->summary.outcome, Outcome::kExhausted) << engine.name;
    EXPECT_EQ(result->count, expected.count) << engine.name;
  }
  if (engines == 0) GTEST_SKIP() << "No engine can do this.";
}

INSTANTIATE_TEST_SUITE_P(Table, KnownCountsTest,
                         ::testing::ValuesIn(ReadTable()),
                         [](const ::testing::TestParamInfo<Expected>& info) {
                           return absl::StrReplaceAll(
                               absl::StrCat(info.param.effort, "_",
                                            info.param.problem),
                               {{"-", "_"}});
                         });

TEST(KnownCoversTest, ExampleOfTheLiterature) {
  const Problem problem = ReadTestProblem("literature");
  absl::StatusOr<Search> search = Search::Create(problem);
  ASSERT_THAT(search, IsOk());
  ASSERT_TRUE(search->Next());
  // B, D and F.
  EXPECT_THAT(search->solution().options,
              UnorderedElementsAre(OptionId(1), OptionId(3), OptionId(5)));
  EXPECT_FALSE(search->Next());
  EXPECT_EQ(search->outcome(), Outcome::kExhausted);
}

}  // namespace
}  // namespace dlx
