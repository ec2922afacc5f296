#include "dlx/ask/diagram/builder.h"

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_split.h"
#include "dlx/ask/diagram/nodes.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::diagram {
namespace {

using ::dlx::testing::DominoProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::StatusIs;
using ::testing::HasSubstr;

// What the diagrams themselves say is tested in dlx/ask/diagram_test.cc; here,
// what there is to say about both builders.
struct Way {
  std::string name;
  std::unique_ptr<Builder> (*make)(const Problem&, const SearchOptions&);
};

class BuilderTest : public ::testing::TestWithParam<Way> {
 protected:
  static Parts Build(const Problem& problem,
                     const SearchOptions& options = {}) {
    const std::unique_ptr<Builder> builder = GetParam().make(problem, options);
    for (;;) {
      const absl::StatusOr<bool> is_done = builder->Work(100);
      EXPECT_TRUE(is_done.ok()) << is_done.status();
      if (!is_done.ok() || *is_done) return builder->Take();
    }
  }
};

TEST_P(BuilderTest, StopsWhenItIsToldTo) {
  const std::unique_ptr<Builder> builder =
      GetParam().make(DominoProblem(8, 8), {});
  int turns = 1;
  for (; turns < 1'000'000; ++turns) {
    const absl::StatusOr<bool> is_done = builder->Work(1);
    ASSERT_TRUE(is_done.ok()) << is_done.status();
    if (*is_done) break;
  }
  EXPECT_GT(turns, 100);
  const Parts in_steps = builder->Take();
  const Parts at_once = Build(DominoProblem(8, 8));
  EXPECT_EQ(in_steps.nodes.size(), at_once.nodes.size());
  EXPECT_EQ(in_steps.nodes.edge_count(), at_once.nodes.edge_count());
  EXPECT_EQ(in_steps.root, at_once.root);
}

TEST_P(BuilderTest, WithoutCoversThereIsOnlyTheEnd) {
  for (const char* problem : {"a\n", "a b\na\n", "a b c\na b\nb c\n"}) {
    const Parts parts = Build(ProblemFromNotation(problem));
    EXPECT_EQ(parts.root, kNowhere) << problem;
    EXPECT_EQ(parts.nodes.size(), 1) << problem;
  }
}

TEST_P(BuilderTest, GivensMayBeAllOrContradict) {
  const Problem problem = ProblemFromNotation("a b\na\nb\na b\n");
  EXPECT_EQ(Build(problem, {.givens = {OptionId(2)}}).root, kEnd);
  EXPECT_EQ(Build(problem, {.givens = {OptionId(0), OptionId(2)}}).root,
            kNowhere);
}

TEST_P(BuilderTest, SaysWhatIsTooLarge) {
  const std::unique_ptr<Builder> builder =
      GetParam().make(DominoProblem(10, 10), {.memory_limit = 20'000});
  absl::StatusOr<bool> is_done = false;
  while (is_done.ok() && !*is_done) is_done = builder->Work(100);
  EXPECT_THAT(is_done, StatusIs(absl::StatusCode::kResourceExhausted,
                                HasSubstr("too large for the memory")));
}

// The states of engine layers, and the nodes of a search.
double SizeOf(const std::string& way, const Problem& problem,
              const Parts& parts) {
  if (way == "Search") return static_cast<double>(parts.nodes.size());
  absl::StatusOr<Search> search =
      Search::CreateForCounting(problem, {.engine = EngineKind::kLayers});
  EXPECT_THAT(search, IsOk());
  EXPECT_GT(search->CountRemaining(), 0);
  return static_cast<double>(search->statistics().nodes);
}

TEST_P(BuilderTest, SaysSoBeforeItIsFull) {
  const std::unique_ptr<Builder> builder =
      GetParam().make(DominoProblem(24, 24), {.memory_limit = 64 << 20});
  absl::StatusOr<bool> is_done = false;
  while (is_done.ok() && !*is_done) is_done = builder->Work(100);
  EXPECT_THAT(is_done, StatusIs(absl::StatusCode::kResourceExhausted,
                                HasSubstr("ways down at random tell")));
}

// Whatever the memory: if it says that there would be too many nodes, then
// there are not fewer.
TEST_P(BuilderTest, RefusesNothingThatHasRoom) {
  int refused = 0;
  for (const Problem& problem :
       {DominoProblem(8, 8), DominoProblem(9, 10), QueensProblem(8)}) {
    const double size = SizeOf(GetParam().name, problem, Build(problem));
    for (size_t memory = 5'000; memory < 100'000'000; memory += memory) {
      const std::unique_ptr<Builder> builder =
          GetParam().make(problem, {.memory_limit = memory});
      builder->SetMemory(100'000'000);
      absl::StatusOr<bool> is_done = false;
      while (is_done.ok() && !*is_done) is_done = builder->Work(100);
      if (is_done.ok()) continue;
      ++refused;
      const std::string why(is_done.status().message());
      const std::vector<std::string> parts = absl::StrSplit(why, "would have ");
      ASSERT_EQ(parts.size(), 2) << why;
      const double bound = std::strtod(parts[1].c_str(), nullptr);
      EXPECT_LE(bound, 1.05 * size) << why;
    }
  }
  EXPECT_GT(refused, 0);
}

INSTANTIATE_TEST_SUITE_P(Ways, BuilderTest,
                         ::testing::Values(Way{"Layers", BuildByLayers},
                                           Way{"Search", BuildBySearch}),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace dlx::internal::diagram
