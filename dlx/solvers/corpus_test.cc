// The problems of testdata/dlx, given to every solver that is installed: all of
// them must agree with the known number of covers on whether there is a cover,
// and those that count, with the number, as far as it is small.
//
// Some problems are too hard for solvers that do not know what exact covers
// are. Which ones is written down here, rather than found out by a clock, so
// that the test is the same everywhere.

#include "dlx/testing/corpus.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "dlx/io/export/format.h"
#include "dlx/io/export/solution.h"
#include "dlx/problem.h"
#include "dlx/solvers/external_solver.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::solvers {
namespace {

using ::dlx::testing::CorpusEntry;
using ::dlx::testing::IsOk;
using io::ExportFormat;
using Verdict = io::SolverAnswer::Verdict;

// Problems that not all solvers get: those of which formats do.
struct HardProblem {
  absl::string_view name;
  std::vector<ExportFormat> formats;
};

const std::vector<HardProblem>& HardProblems() {
  static const auto* const kHard = new std::vector<HardProblem>{
      {"dbtorus-4x4",
       {ExportFormat::kCnf, ExportFormat::kOpb, ExportFormat::kAsp,
        ExportFormat::kMiniZinc}},
      {"debruijn-4",
       {ExportFormat::kCnf, ExportFormat::kOpb, ExportFormat::kAsp,
        ExportFormat::kMiniZinc}},
      {"debruijn-5",
       {ExportFormat::kCnf, ExportFormat::kOpb, ExportFormat::kAsp,
        ExportFormat::kMiniZinc}},
      {"pent-3x20", {}},
      {"pent-5x12", {}},
      {"pent-6x10", {}},
      {"pent-8x8c", {}},
      {"rnd3-90", {}},
      {"rnd4-unsat", {}},
      {"rnd5-plant", {}},
      {"rnd5-unsat", {}},
      {"soma", {ExportFormat::kCnf, ExportFormat::kOpb, ExportFormat::kAsp}},
  };
  return *kHard;
}

// The solvers that get the problem, installed or not.
std::vector<ExternalSolver> SolversFor(absl::string_view problem) {
  const std::vector<HardProblem>& hard = HardProblems();
  const auto it = std::find_if(
      hard.begin(), hard.end(),
      [&](const HardProblem& entry) { return entry.name == problem; });
  std::vector<ExternalSolver> solvers;
  for (const ExternalSolver& solver : AllExternalSolvers()) {
    if (it == hard.end() ||
        std::count(it->formats.begin(), it->formats.end(), solver.format) > 0) {
      solvers.push_back(solver);
    }
  }
  return solvers;
}

// Up to so many covers are counted.
constexpr uint64_t kMostCounted = 1000;

// The problems that some solvers get.
std::vector<CorpusEntry> EntriesForSolvers() {
  std::vector<CorpusEntry> entries;
  for (const CorpusEntry& entry : testing::ReadCorpus()) {
    if (!SolversFor(entry.problem).empty()) entries.push_back(entry);
  }
  return entries;
}

class CorpusTest : public ::testing::TestWithParam<CorpusEntry> {};

TEST_P(CorpusTest, SolversAgree) {
  const CorpusEntry& expected = GetParam();
  const Problem problem = testing::ReadCorpusProblem(expected.problem);
  std::set<absl::string_view> programs;
  for (const ExternalSolver& solver : SolversFor(expected.problem)) {
    if (!IsInstalled(solver)) continue;
    const absl::StatusOr<ExternalResult> result =
        SolveExternally(problem, solver);
    ASSERT_THAT(result, IsOk()) << solver.name;
    EXPECT_EQ(result->answer.verdict,
              expected.covers == 0 ? Verdict::kNoCover : Verdict::kCover)
        << solver.name;
    programs.insert(solver.packages);
    if (solver.count_arguments.empty() || expected.covers > kMostCounted) {
      continue;
    }
    const absl::StatusOr<ExternalCount> count =
        CountExternally(problem, solver);
    ASSERT_THAT(count, IsOk()) << solver.name;
    EXPECT_EQ(count->count, expected.covers) << solver.name;
  }
  if (programs.size() >= 2) return;
  ASSERT_EQ(std::getenv("DLX_EXPECT_SOLVERS"), nullptr)
      << "there should be more than " << programs.size();
  GTEST_SKIP() << "for a second opinion: apt-get install cadical clasp";
}

INSTANTIATE_TEST_SUITE_P(
    Table, CorpusTest, ::testing::ValuesIn(EntriesForSolvers()),
    [](const ::testing::TestParamInfo<CorpusEntry>& info) {
      return absl::StrReplaceAll(info.param.problem, {{"-", "_"}});
    });

TEST(CorpusTableTest, ThirtyProblemsGoToSeveralPrograms) {
  EXPECT_GE(EntriesForSolvers().size(), 30);
  for (const CorpusEntry& expected : EntriesForSolvers()) {
    std::set<absl::string_view> programs;
    for (const ExternalSolver& solver : SolversFor(expected.problem)) {
      programs.insert(solver.packages);
    }
    EXPECT_GE(programs.size(), 2) << expected.problem;
  }
}

}  // namespace
}  // namespace dlx::solvers
