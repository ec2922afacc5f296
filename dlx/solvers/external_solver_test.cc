// Every solver that is installed, on problems that are small enough for the
// oracle: does it find a cover if there is one, the cheapest if there are
// costs, and does it count them right? Its answers have been verified before
// they get here. What is tested is, above all, that the formats say what is
// meant.

#include "dlx/solvers/external_solver.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/time/time.h"
#include "dlx/id.h"
#include "dlx/io/export/format.h"
#include "dlx/io/export/solution.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/solvers/require_solver.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::solvers {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::dlx::testing::TotalCost;
using ::testing::HasSubstr;
using Verdict = io::SolverAnswer::Verdict;

class ExternalSolverTest : public ::testing::TestWithParam<ExternalSolver> {
 protected:
  void SetUp() override { DLX_REQUIRE_SOLVER(GetParam()); }
};

int64_t LeastCost(const Problem& problem,
                  const std::vector<testing::Cover>& covers) {
  int64_t least = std::numeric_limits<int64_t>::max();
  for (const testing::Cover& cover : covers) {
    least = std::min(least, TotalCost(problem, cover));
  }
  return least;
}

void ExpectRightAnswer(const ExternalSolver& solver, const Problem& problem) {
  SCOPED_TRACE(testing::ToNotation(problem));
  const std::vector<testing::Cover> covers = AllCovers(problem);
  const absl::StatusOr<ExternalResult> result =
      SolveExternally(problem, solver);
  if (problem.has_costs() && solver.format == io::ExportFormat::kCnf) {
    EXPECT_THAT(result, StatusIs(absl::StatusCode::kInvalidArgument,
                                 HasSubstr("cannot express costs")));
    return;
  }
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->outcome, ExternalOutcome::kAnswered);
  if (covers.empty()) {
    EXPECT_EQ(result->answer.verdict, Verdict::kNoCover);
  } else if (problem.has_costs()) {
    EXPECT_EQ(result->answer.verdict, Verdict::kBestCover);
    EXPECT_EQ(TotalCost(problem, result->answer.options),
              LeastCost(problem, covers));
  } else {
    EXPECT_EQ(result->answer.verdict, Verdict::kCover);
  }
  if (!covers.empty()) {
    EXPECT_EQ(result->nodes.has_value(),
              solver.format == io::ExportFormat::kMiniZinc);
  }
  EXPECT_EQ(result->told_start.has_value(), result->told_search.has_value());
  if (solver.format == io::ExportFormat::kMiniZinc && !covers.empty()) {
    ASSERT_TRUE(result->told_start.has_value());
    EXPECT_GT(*result->told_start, absl::ZeroDuration());
  }
  if (solver.format == io::ExportFormat::kAsp) {
    EXPECT_TRUE(result->told_start.has_value());
  }
  if (problem.has_costs() || solver.count_arguments.empty()) return;
  const absl::StatusOr<ExternalCount> count = CountExternally(problem, solver);
  ASSERT_THAT(count, IsOk());
  EXPECT_EQ(count->count, covers.size());
}

TEST_P(ExternalSolverTest, IsRightAboutSmallProblems) {
  for (const char* problem : {
           // Plain, with and without a cover.
           "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n",
           "a b\na\na b\na b\n",
           "a b c\na b\nb c\na c\n",
           // An item without options; no options at all.
           "a b\na\n",
           "a\n",
           // Many options, so that pairs are too many.
           "a b\na\na\na\na\na\na\na\na\na\nb\nb\nb\nb\nb\nb\nb\nb\nb\nb\n",
           // Secondary items, of which some do not matter.
           "a b | x y\na x\nb x\na y\nb\n",
           // Colours: clashing, agreeing, and none.
           "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n",
           "a b c | x\na x:r\nb x:r\nc x:r\nc x:g\na x:g\nb x\n",
           "a b | x\na x:r\nb x:r\na x:g\nb x:b\n",
           "a b c | x\na x:r\nb x:r\nc x\nc\n",
           // Multiplicities: exact, ranges, without a bound that matters, with
           // one that cannot be reached.
           "2|a 2:3|b c\na b\na b\na b c\nb c\nb\na c\n",
           "0:9|a\na\na\na\n",
           "0:1|a b\na b\na\nb\nb\n",
           "3:4|a\na\na\na\na\na\na\n",
           "5:5|a\na\na\na\na\na\na\n",
           "7|a\na\na\n",
           "0:1|a\n",
           "4294967295|a\na\n",
           "0:4294967295|a b\na b\na\nb\n",
           // Costs, of either sign.
           "a b\na |3\nb |4\na b |9\na b |8\n",
           "a b\na |-3\nb |4\na b |1\na b |-2\n",
           "a b | x\na x:r |2\nb x:r |2\na x:g |1\nb x:b |1\na b |5\n",
       }) {
    ExpectRightAnswer(GetParam(), ProblemFromNotation(problem));
  }
}

TEST_P(ExternalSolverTest, IsRightAboutRandomProblems) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const testing::Dice dice(seed);
    testing::ProblemShape shape = testing::RandomShape(dice);
    // Half of them; CNF and counting know no costs.
    if (seed % 2 == 0) shape.costs = 0;
    shape.cost_unit = 1;  // Large costs have a test of their own.
    ExpectRightAnswer(GetParam(), testing::RandomProblem(shape, dice));
  }
}

TEST_P(ExternalSolverTest, RelaxesIntegerPrograms) {
  const Problem triangle = ProblemFromNotation("a b c\na b\nb c\na c\n");
  const absl::StatusOr<ExternalRelaxation> halves =
      RelaxExternally(triangle, GetParam());
  if (GetParam().relaxed_command.empty()) {
    EXPECT_THAT(halves, StatusIs(absl::StatusCode::kInvalidArgument,
                                 HasSubstr("no relaxation")));
    return;
  }
  ASSERT_THAT(halves, IsOk());
  EXPECT_TRUE(halves->has_solution);
  EXPECT_THAT(halves->parts, ::testing::Each(::testing::DoubleNear(0.5, 1e-6)));
  EXPECT_EQ(halves->CountInPart(), 3u);
  const absl::StatusOr<ExternalRelaxation> none =
      RelaxExternally(ProblemFromNotation("a b c\na b\nb c\n"), GetParam());
  ASSERT_THAT(none, IsOk());
  EXPECT_FALSE(none->has_solution);
  const absl::StatusOr<ExternalRelaxation> whole =
      RelaxExternally(ProblemFromNotation("a b c\na b\nb c\na\n"), GetParam());
  ASSERT_THAT(whole, IsOk());
  EXPECT_THAT(whole->parts, ::testing::ElementsAre(0, 1, 1));
}

TEST_P(ExternalSolverTest, UnderstandsStrangeNames) {
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (const char* name :
       {"a b",  "a_b", "\"",        "\\",    "a\\",   "\n", "%d",
        "*",    "c",   "p cnf 1 1", "{in}",  "$x",    "é",  "1",
        "-",    "<=",  "free",      "end",   "\\(x)", "\t", "'",
        "\x7f", "/*",  "#show",     "a\r\nb"}) {
    items.push_back(builder.AddPrimary(name));
  }
  const ItemId x = builder.AddSecondary("x\ny");
  const ColorId red = builder.AddColor("re\nd\"");
  const ColorId green = builder.AddColor(std::string(200, 'g'));
  for (const ItemId item : items) builder.AddOption({item, {x, red}});
  for (const ItemId item : items) builder.AddOption({item, {x, green}});
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  const absl::StatusOr<ExternalResult> result =
      SolveExternally(*problem, GetParam());
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->answer.verdict, Verdict::kCover);
  if (GetParam().count_arguments.empty()) return;
  const absl::StatusOr<ExternalCount> count =
      CountExternally(*problem, GetParam());
  ASSERT_THAT(count, IsOk());
  EXPECT_EQ(count->count, 2);
}

// The largest that a problem can have.
TEST_P(ExternalSolverTest, KnowsItsLimitsWhenCostsAreLarge) {
  const Problem problem = ProblemFromNotation(
      "a b c\na |4294967296\nb |-4294967296\nc |4294967295\n"
      "a b |1\nb c |-2\n");
  const absl::StatusOr<ExternalResult> result =
      SolveExternally(problem, GetParam());
  switch (GetParam().format) {
    case io::ExportFormat::kCnf:
      EXPECT_THAT(result, StatusIs(absl::StatusCode::kInvalidArgument,
                                   HasSubstr("cannot express costs")));
      break;
    case io::ExportFormat::kAsp:
      EXPECT_THAT(result, StatusIs(absl::StatusCode::kInvalidArgument,
                                   HasSubstr("its numbers have 32 bits")));
      break;
    case io::ExportFormat::kOpb:
    case io::ExportFormat::kMiniZinc:
      // The formats do not mind, but clasp and gecode do.
      EXPECT_THAT(result, StatusIs(absl::StatusCode::kInternal,
                                   HasSubstr("gave no answer (exit code ")));
      break;
    default:
      ASSERT_THAT(result, IsOk());
      EXPECT_EQ(result->answer.verdict, Verdict::kBestCover);
      EXPECT_EQ(TotalCost(problem, result->answer.options),
                LeastCost(problem, AllCovers(problem)));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Installed, ExternalSolverTest, ::testing::ValuesIn(AllExternalSolvers()),
    [](const ::testing::TestParamInfo<ExternalSolver>& info) {
      return absl::StrReplaceAll(info.param.name, {{"-", "_"}});
    });

TEST(ExternalSolverTableTest, NamesAreUnique) {
  for (const ExternalSolver& solver : AllExternalSolvers()) {
    EXPECT_EQ(FindExternalSolver(solver.name), &solver);
  }
  EXPECT_EQ(FindExternalSolver("no-such-solver"), nullptr);
}

TEST(ExternalSolverTableTest, SaysWhatIsMissing) {
  const ExternalSolver solver = {.name = "nothing",
                                 .method = "magic",
                                 .format = io::ExportFormat::kCnf,
                                 .commands = "no-such-program {in}",
                                 .packages = "no-such-package"};
  EXPECT_FALSE(IsInstalled(solver));
  const Problem problem = ProblemFromNotation("a\na\n");
  EXPECT_THAT(SolveExternally(problem, solver),
              StatusIs(absl::StatusCode::kNotFound,
                       HasSubstr("Debian has it in: no-such-package")));
  EXPECT_THAT(CountExternally(problem, solver),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("nothing cannot count")));
}

// Programs that are there everywhere, in the place of solvers.
ExternalSolver Pretending(absl::string_view commands) {
  return {.name = "pretender",
          .method = "magic",
          .format = io::ExportFormat::kDlx,
          .commands = commands,
          .packages = "coreutils"};
}

TEST(ExternalSolverTableTest, RunsCommandsOneAfterTheOther) {
  // The last line of the problem is its option, and thus an answer.
  const Problem problem = ProblemFromNotation("a b\na b\n");
  const absl::StatusOr<ExternalResult> result =
      SolveExternally(problem, Pretending("cp {in} {out}|tail -n 1 {in}"));
  ASSERT_THAT(result, IsOk());
  EXPECT_THAT(result->answer.options, ::testing::ElementsAre(OptionId(0)));
}

TEST(ExternalSolverTableTest, TellsWhatWentWrong) {
  const Problem problem = ProblemFromNotation("a b\na\nb\n");
  EXPECT_THAT(SolveExternally(problem, Pretending("tail -n 1 {in}")),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       HasSubstr("pretender: what the solver calls a solution "
                                 "is not a cover: item \"a\"")));
  EXPECT_THAT(SolveExternally(problem, Pretending("head -n 1 {in}")),
              StatusIs(absl::StatusCode::kInternal,
                       HasSubstr("pretender gave no answer (exit code 0): ")));
  EXPECT_THAT(SolveExternally(problem, Pretending("false {in}|cat {in}")),
              StatusIs(absl::StatusCode::kInternal,
                       HasSubstr("gave no answer (exit code 1): it could not "
                                 "read the problem")));
}

TEST(ExternalSolverTableTest, StopsInTime) {
  const Problem problem = ProblemFromNotation("a\na\n");
  const absl::StatusOr<ExternalResult> result =
      SolveExternally(problem, Pretending("sleep 1000"),
                      {.time_limit = absl::Milliseconds(100)});
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->outcome, ExternalOutcome::kTimeLimit);
  EXPECT_EQ(result->answer.verdict, Verdict::kUnknown);

  Interrupter interrupter;
  interrupter.Request();
  const absl::StatusOr<ExternalResult> interrupted = SolveExternally(
      problem, Pretending("sleep 1000"), {.interrupter = &interrupter});
  ASSERT_THAT(interrupted, IsOk());
  EXPECT_EQ(interrupted->outcome, ExternalOutcome::kInterrupted);
}

}  // namespace
}  // namespace dlx::solvers
