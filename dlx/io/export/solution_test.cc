// Answers as solvers have written them, and as they should not.

#include "dlx/io/export/solution.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io::solution_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;
using Verdict = SolverAnswer::Verdict;

// Covers are {0, 3}, {0, 1, 2}, and some more.
constexpr char kPlain[] = "a b c | x\na x:r\nb\nc\nb c\na b\nc x:r\n";

// {0} and {1, 2}; the latter is cheaper.
constexpr char kCosts[] = "a b\na b |9\na |3\nb |4\n";

struct Case {
  ExportFormat format;
  const char* problem;
  std::string text;
  Verdict verdict;
  std::vector<uint32_t> options = {};
};

constexpr ExportFormat kCnf = ExportFormat::kCnf;
constexpr ExportFormat kOpb = ExportFormat::kOpb;
constexpr ExportFormat kLp = ExportFormat::kLp;
constexpr ExportFormat kMps = ExportFormat::kMps;
constexpr ExportFormat kAsp = ExportFormat::kAsp;
constexpr ExportFormat kMzn = ExportFormat::kMiniZinc;
constexpr ExportFormat kJson = ExportFormat::kJson;
constexpr ExportFormat kDlx = ExportFormat::kDlx;

// glpsol --output
constexpr char kGlpsolTable[] = R"(Problem:    
Rows:       2
Columns:    3 (3 integer, 3 binary)
Non-zeros:  4
Status:     INTEGER OPTIMAL
Objective:  cost = 7 (MINimum)

   No.   Row name        Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 i0_a                        1             1             = 
     2 i1_b                        1             1             = 

   No. Column name       Activity     Lower bound   Upper bound
------ ------------    ------------- ------------- -------------
     1 o0           *              0             0             1 
     2 o1           *              1             0             1 
     3 o2           *              1             0             1 

Integer feasibility conditions:

KKT.PE: max.abs.err = 0.00e+00 on row 0
        max.rel.err = 0.00e+00 on row 0
        High quality

End of output
)";

// glpsol --nomip --output; a row of multiplicities has no upper bound.
constexpr char kGlpsolLinearTable[] = R"(Problem:    
Rows:       2
Columns:    3
Non-zeros:  4
Status:     OPTIMAL
Objective:  cost = 7 (MINimum)

   No.   Row name   St   Activity     Lower bound   Upper bound    Marginal
------ ------------ -- ------------- ------------- ------------- -------------
     1 i0_a         NS             1             1             =             3 
     2 i1_b         NS             1             1             =             4 

   No. Column name  St   Activity     Lower bound   Upper bound    Marginal
------ ------------ -- ------------- ------------- ------------- -------------
     1 o0           NL             0             0             1             2 
     2 o1           B              1             0             1 
     3 o2           B              1             0             1 

End of output
)";

// glpsol --write
constexpr char kGlpsolNumbers[] = R"(c Problem:    
c Rows:       2
c Columns:    3
c Non-zeros:  4
c Status:     INTEGER OPTIMAL
c Objective:  cost = 7 (MINimum)
c
s mip 2 3 o 7
i 1 1
i 2 1
j 1 0
j 2 1
j 3 1
e o f
)";

std::vector<Case> RightAnswers() {
  return {
      // cadical, in several lines, with variables that are no options.
      {kCnf,
       kPlain,
       "c a comment\ns SATISFIABLE\nv 1 -2 -3 4\nv -5 -6 7 0\n",
       Verdict::kCover,
       {0, 3}},
      {kCnf, kPlain, "s UNSATISFIABLE\n", Verdict::kNoCover},
      {kCnf, kPlain, "s UNKNOWN\n", Verdict::kUnknown},
      {kCnf, kPlain, "c nothing\ns INDETERMINATE\r\n", Verdict::kUnknown},
      // z3: no 0 at the end, and values first would do as well.
      {kCnf,
       kPlain,
       "v 1 -2 -3 4 -5 -6 \ns SATISFIABLE\n",
       Verdict::kCover,
       {0, 3}},
      // clasp -n 0: of several models the last.
      {kCnf,
       kPlain,
       "c clasp version 3.3.5\nc Answer: 1\nv 1 2 3 -4 -5 -6 0\n"
       "c Answer: 2\nv 1 -2 -3 4 -5 -6 0\ns SATISFIABLE\nc Models : 2\n",
       Verdict::kCover,
       {0, 3}},
      // Variables without a value are left out.
      {kCnf, kPlain, "s SATISFIABLE\nv 1 2 3 0\n", Verdict::kCover, {0, 1, 2}},
      // minisat
      {kCnf, kPlain, "SAT\n1 -2 -3 4 -5 -6 0\n", Verdict::kCover, {0, 3}},
      {kCnf, kPlain, "UNSAT\n", Verdict::kNoCover},
      {kCnf, kPlain, "INDET\n", Verdict::kUnknown},
      // No variables at all.
      {kCnf, "0:1|a\n", "s SATISFIABLE\nv  0\n", Verdict::kCover, {}},
      {kCnf, "0:1|a\n", "SAT\n 0\n", Verdict::kCover, {}},
      {kOpb, "0:1|a\n", "v \ns SATISFIABLE\n", Verdict::kCover, {}},

      {kOpb,
       kPlain,
       "s SATISFIABLE\nv x1 -x2 -x3 x4 -x5\nv -x6 x7\n",
       Verdict::kCover,
       {0, 3}},
      // clasp: better and better.
      {kOpb,
       kCosts,
       "o 9\nc Answer: 1\nv x1 -x2 -x3\no 7\nc Answer: 2\nv -x1 x2 x3\n"
       "s OPTIMUM FOUND\n",
       Verdict::kBestCover,
       {1, 2}},
      {kOpb, kCosts, "s SATISFIABLE\nv x1 -x2 -x3\n", Verdict::kCover, {0}},
      {kOpb, kPlain, "s OPTIMUM FOUND\nv x1 x4\n", Verdict::kCover, {0, 3}},

      {kLp, kCosts, kGlpsolTable, Verdict::kBestCover, {1, 2}},
      {kMps, kCosts, kGlpsolTable, Verdict::kBestCover, {1, 2}},
      {kLp, kCosts, kGlpsolLinearTable, Verdict::kBestCover, {1, 2}},
      {kLp, kCosts, kGlpsolNumbers, Verdict::kBestCover, {1, 2}},
      {kLp, kCosts, "Problem:\nStatus:     INTEGER EMPTY\n", Verdict::kNoCover},
      {kLp, kCosts, "Problem:\nStatus:     INFEASIBLE (FINAL)\n",
       Verdict::kNoCover},
      {kLp, kCosts, "Problem:\nStatus:     INTEGER UNDEFINED\n",
       Verdict::kUnknown},
      {kLp, kCosts, "s mip 2 3 n 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n",
       Verdict::kNoCover},
      {kLp, kCosts, "s mip 2 3 u 0\nj 1 0\nj 2 0\nj 3 0\ne o f\n",
       Verdict::kUnknown},
      {kLp,
       kCosts,
       "s mip 2 3 f 9\nj 1 1\nj 2 0\nj 3 0\ne o f\n",
       Verdict::kCover,
       {0}},
      {kLp,
       kCosts,
       "s bas 2 3 f f 7\nj 1 l 0 2\nj 2 b 1 0\nj 3 b 1 0\n",
       Verdict::kBestCover,
       {1, 2}},
      // cbc, which may leave out zeros, and count with errors.
      {kLp,
       kCosts,
       "Optimal - objective value 7.00000000\n"
       "      1 o1               0.9999999                       3\n"
       "      2 o2                      1                       4\n",
       Verdict::kBestCover,
       {1, 2}},
      {kMps,
       kCosts,
       "Stopped on time - objective value 9.00000000\n"
       "      0 o0                      1                       9\n"
       "      1 o1                  1e-09                       3\n"
       "      5 c0                      1                       0\n",
       Verdict::kCover,
       {0}},
      {kLp, kCosts,
       "Infeasible - objective value 2.00000000\n"
       "**      0 o0                     -1                       0\n",
       Verdict::kNoCover},
      {kLp, kCosts, "Integer infeasible - objective value 0.00000000\n",
       Verdict::kNoCover},
      {kLp, kCosts,
       "Stopped on time (no integer solution - continuous used) - objective "
       "value 6.5\n      0 o0  0.5  0\n",
       Verdict::kUnknown},

      {kAsp,
       kPlain,
       "clasp version 3.3.5\nReading from stdin\nSolving...\nAnswer: 1\n"
       "chosen(3) chosen(0)\nSATISFIABLE\n\nModels       : 1+\n",
       Verdict::kCover,
       {0, 3}},
      {kAsp,
       kCosts,
       "Answer: 1\nchosen(0)\nOptimization: 9\nAnswer: 2\nchosen(1) chosen(2)\n"
       "Optimization: 7\nOPTIMUM FOUND\n",
       Verdict::kBestCover,
       {1, 2}},
      {kAsp, kPlain, "Solving...\nUNSATISFIABLE\n", Verdict::kNoCover},
      {kAsp, kPlain, "UNKNOWN\n", Verdict::kUnknown},
      {kAsp, "0:1|a\n", "Answer: 1\n\nSATISFIABLE\n", Verdict::kCover, {}},

      {kMzn, kPlain, "options: [0, 3]\n----------\n", Verdict::kCover, {0, 3}},
      {kMzn,
       kCosts,
       "options: [0]\n----------\noptions: [1, 2]\n----------\n==========\n",
       Verdict::kBestCover,
       {1, 2}},
      // Stopped in the middle of the second answer.
      {kMzn,
       kCosts,
       "options: [0]\n----------\noptions: [1",
       Verdict::kCover,
       {0}},
      {kMzn, kPlain, "=====UNSATISFIABLE=====\n", Verdict::kNoCover},
      {kMzn, kPlain, "% Time limit exceeded!\n=====UNKNOWN=====\n",
       Verdict::kUnknown},
      {kMzn, "0:1|a\n", "options: []\n----------\n", Verdict::kCover, {}},

      {kJson, kPlain, R"({"options":[0,3]})", Verdict::kCover, {0, 3}},
      {kJson,
       kPlain,
       "{\n\"a\": 1, \"options\" : [ 3 ,\n 0 ] }\n",
       Verdict::kCover,
       {0, 3}},
      {kJson, kPlain, R"({"options": null})", Verdict::kNoCover},
      {kJson, "0:1|a\n", R"({"options": []})", Verdict::kCover, {}},

      {kDlx, kPlain, "| cover 1\nx:r a\nb c\n", Verdict::kCover, {0, 3}},
      {kDlx, kPlain, "3\n0\n", Verdict::kCover, {0, 3}},
  };
}

TEST(ReadSolutionTest, RightAnswers) {
  for (const Case& test : RightAnswers()) {
    SCOPED_TRACE(test.text);
    const absl::StatusOr<SolverAnswer> answer =
        ReadSolution(test.format, test.text, ProblemFromNotation(test.problem));
    ASSERT_THAT(answer, IsOk());
    EXPECT_EQ(answer->verdict, test.verdict);
    std::vector<OptionId> options;
    for (const uint32_t option : test.options) {
      options.push_back(OptionId(option));
    }
    EXPECT_THAT(answer->options, ElementsAreArray(options));
  }
}

TEST(ReadSolutionTest, NotCovers) {
  const Problem problem = ProblemFromNotation(kPlain);
  const struct {
    ExportFormat format;
    std::string text;
  } kCases[] = {
      {kCnf, "s SATISFIABLE\nv 1 -2 -3 -4 -5 -6 0\n"},
      {kCnf, "SAT\n-1 -2 -3 -4 -5 -6 0\n"},
      {kOpb, "s SATISFIABLE\nv x1 x2 x3 x4 x5 x6\n"},
      {kLp, "s mip 2 3 o 7\nj 1 1\ne o f\n"},
      {kAsp, "Answer: 1\nchosen(0)\nSATISFIABLE\n"},
      {kMzn, "options: [0, 1, 2, 3]\n----------\n"},
      {kJson, R"({"options":[0]})"},
      {kDlx, "a x:r\n"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(ReadSolution(test.format, test.text, problem),
                StatusIs(absl::StatusCode::kFailedPrecondition,
                         HasSubstr("is not a cover: item ")))
        << test.text;
  }
}

TEST(ReadSolutionTest, NotAnswers) {
  const Problem problem = ProblemFromNotation(kPlain);
  const struct {
    ExportFormat format;
    std::string text;
    std::string error;
  } kCases[] = {
      {kCnf, "", "does not say whether there is a solution"},
      {kCnf, "v 1 -2 0\n", "does not say whether"},
      {kCnf, "s SATISFIABLE\n", "says that there is a solution, but not which"},
      {kCnf, "SAT\n", "says that there is a solution, but not which"},
      {kCnf, "s PERHAPS\n", "what does \"PERHAPS\" mean?"},
      {kCnf, "s SATISFIABLE\nv 1 x2\n", "\"x2\" among the values"},
      {kCnf, "s SATISFIABLE\nv 1 --2\n", "\"--2\" among the values"},
      {kCnf, "s SATISFIABLE\nv 99999999999999999999\n", "among the values"},
      {kCnf, "s SATISFIABLE\nv 1 -1 0\n", "option 0 is both"},
      {kCnf, "s SATISFIABLE\nv 1\n", "is it cut off?"},
      {kOpb, "s SATISFIABLE\nv x1 -x2\n", "is it cut off?"},
      {kOpb, "s SATISFIABLE\nv 1 -2\n", "\"1\" among the values"},
      {kOpb, "s SATISFIABLE\nv x0\n", "\"x0\" among the values"},
      {kLp, "", "it is empty"},
      {kLp, "Problem:\n", "does not say whether"},
      {kLp, "Problem:\nStatus: INTEGER OPTIMAL\n", "but not which"},
      {kLp, "s ipt 2 3 o 7\n", "what does \"s ipt 2 3 o 7\" mean?"},
      {kLp, "s mip 2 3 o 7\nj 0 1\n", "what does \"j 0 1\" mean?"},
      {kLp, "s mip 2 3 o 7\nj 1\n", "what does \"j 1\" mean?"},
      {kLp, "s mip 2 3 o 7\nj 1 one\n", "the value of option 0, \"one\", is"},
      {kLp, "s mip 2 3 o 7\nj 1 0.5\n", "option 0 is 0.5, neither 0 nor 1"},
      {kLp, "s mip 2 3 o 7\nj 1 nan\n", "neither 0 nor 1"},
      {kLp, "Optimal - objective value 0\n 0 o9 1 0\n", "there is no option 9"},
      {kAsp, "clasp version 3.3.5\n", "does not say whether"},
      {kAsp, "Answer: 1\nchosen(x)\nSATISFIABLE\n", "\"x\" is not the number"},
      {kAsp, "Answer: 1\nchosen(3\nSATISFIABLE\n", "has no end"},
      {kAsp, "Answer: 1\nchosen(77)\nSATISFIABLE\n", "there is no option 77"},
      {kMzn, "options: [0]\n", "does not say whether"},
      {kMzn, "options: [0,,1]\n----------\n", "\"\" is not the number"},
      {kMzn, "options: [-1]\n----------\n", "\"-1\" is not the number"},
      {kJson, "{}", "does not say whether"},
      {kJson, "{\"options\" [0]}", "a ':' is missing"},
      {kJson, "{\"options\": 0}", "not a list of numbers"},
      {kJson, "{\"options\": [0", "not a list of numbers"},
      {kJson, "{\"options\": [0, \"1\"]}", "is not the number of an option"},
      {kDlx, "z\n", "unknown item \"z\""},

      // Named twice.
      {kCnf, "s SATISFIABLE\nv 1 -2 -3 4 1 -5 -6 0\n",
       "option 0 is named twice"},
      {kOpb, "s SATISFIABLE\nv x1 x4 x4\n", "option 3 is named twice"},
      {kLp, "s mip 2 3 o 7\nj 1 1\nj 1 1\n", "option 0 is named twice"},
      {kLp, "Optimal - objective value 0\n 0 o0 1 0\n 3 o3 1 0\n 0 o0 1 0\n",
       "option 0 is named twice"},
      {kAsp, "Answer: 1\nchosen(0) chosen(3) chosen(0)\nSATISFIABLE\n",
       "option 0 is named twice"},
      {kMzn, "options: [0, 3, 3]\n----------\n", "option 3 is named twice"},
      {kJson, "{\"options\":[0,0,3]}", "option 0 is named twice"},
      {kDlx, "0\n3\n0\n", "option 0 is named twice"},

      // Cut off, although what is there is a cover.
      {kCnf, "s SATISFIABLE\nv 1 -2 -3 4\n", "is it cut off?"},
      {kCnf, "s SATISFIABLE\nv 1 -2 -3 4 -5", "is it cut off?"},
      {kCnf, "SAT\n1 -2 -3 4 -5\n", "is it cut off?"},
      {kOpb, "s SATISFIABLE\nv x1 -x2 -x3 x4", "is it cut off?"},
      {kLp, "s mip 2 6 o 7\nj 1 1\nj 2 0\nj 3 0\nj 4 1\n", "is it cut off?"},
      {kLp,
       "Problem:\nStatus: INTEGER OPTIMAL\n   No. Column name\n"
       "     1 o0           *              1             0             1\n"
       "     4 o3           *              1             0             1\n",
       "is it cut off?"},
      {kLp, "Optimal - objective value 0\n 0 o0 1 0\n 3 o3 1 0\n 4 o4 0\n",
       "what does \"4 o4 0\" mean?"},
      {kJson, "{\"options\":[0,3]", "is it cut off?"},
      {kJson, "{\"options\":[0,3],\"items\":[[\"a\",", "is it cut off?"},
      // The second cover would be what counts.
      {kJson, "{\"options\":[0,3]}\n{\"type\":\"cover\",\"numb",
       "is it cut off?"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(
        ReadSolution(test.format, test.text, problem),
        StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(test.error)))
        << test.text;
  }
}

}  // namespace
}  // namespace dlx::io::solution_test
