// Solvers of other kinds: SAT, pseudo-Boolean, integer programming, constraint
// programming and answer sets, as Debian packages them.
//
// A Sudoku is an exact cover problem, and that can be said in the language of
// each of them (see dlx/io/export/): to a SAT solver, with a variable for each
// option, that of the options of an item one is true, and no two; to a solver
// of integer programs that their sum is 1; and so on. The program runs, and
// what it calls a solution is checked.
//
//     r1c1: options A B           SAT    A or B; not both
//     r1#1: options A C D         ILP    A + B = 1,  A + C + D = 1
//
// Whether a solution is the only one, some of them can tell, each in its own
// way. All of them can be asked again, with a sentence more: not that one. If
// there is no other solution, then that is proved, too.
//
// These programs know many techniques that a search through covers does not,
// and are at their best on problems that are not exact covers. A Sudoku is a
// trifle for them: most of the time goes into starting the program and reading
// the problem.

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/io/export/solution.h"
#include "dlx/problem.h"
#include "dlx/solvers/external_solver.h"
#include "dlx/solvers/second_cover.h"
#include "sudoku/encoding.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

using ::dlx::solvers::ExternalOutcome;
using ::dlx::solvers::ExternalResult;
using ::dlx::solvers::ExternalSolver;

MethodResult SolveWith(const ExternalSolver& solver, const Puzzle& puzzle,
                       const MethodOptions& options) {
  MethodOptions quiet = options;
  quiet.on_event = nullptr;
  Run run(puzzle, quiet);
  const absl::Time deadline = absl::Now() + options.max_time;
  const Encoding encoding = Encoding::ForPuzzle(puzzle);
  dlx::Problem problem = encoding.problem();
  // Of all calls, if the program tells.
  std::optional<uint64_t> nodes;
  std::optional<absl::Duration> start;
  std::optional<absl::Duration> search;
  while (run.Step()) {
    const absl::StatusOr<ExternalResult> result =
        SolveExternally(problem, solver,
                        {.time_limit = deadline - absl::Now(),
                         .interrupter = options.interrupter});
    if (!result.ok()) {
      run.GiveUp(std::string(result.status().message()));
      break;
    }
    if (result->outcome != ExternalOutcome::kAnswered ||
        result->answer.verdict == dlx::io::SolverAnswer::Verdict::kUnknown) {
      run.GiveUpForTime();
      break;
    }
    if (result->nodes) nodes = nodes.value_or(0) + *result->nodes;
    if (result->told_start && result->told_search) {
      start = start.value_or(absl::ZeroDuration()) + *result->told_start;
      search = search.value_or(absl::ZeroDuration()) + *result->told_search;
    }
    if (!result->answer.has_cover()) break;
    Grid grid(puzzle.geometry.size());
    encoding.Decode(result->answer.options, grid);
    run.Found(grid);
    absl::StatusOr<dlx::Problem> others =
        dlx::solvers::WithoutCover(encoding.problem(), result->answer.options);
    if (!others.ok()) {
      run.GiveUp(std::string(others.status().message()));
      break;
    }
    problem = *std::move(others);
  }
  MethodResult result = run.Finish();
  if (nodes) result.counters.push_back({"nodes", *nodes});
  const auto microseconds = [](absl::Duration time) {
    return static_cast<uint64_t>(absl::ToInt64Microseconds(time));
  };
  if (start && search) {
    result.counters.push_back({"start_us", microseconds(*start)});
    result.counters.push_back({"search_us", microseconds(*search)});
  }
  return result;
}

// Integer programming without the integers: a digit may be in a cell in part.
// If there is no solution, the puzzle has none; if nothing is in part, it is
// one of the puzzle. In between, nothing is known.
MethodResult Relax(const Puzzle& puzzle, const MethodOptions& options,
                   const ExternalSolver& solver) {
  MethodOptions quiet = options;
  quiet.on_event = nullptr;
  Run run(puzzle, quiet);
  if (!run.Step()) return run.Finish();
  const Encoding encoding = Encoding::ForPuzzle(puzzle);
  const absl::StatusOr<dlx::solvers::ExternalRelaxation> relaxation =
      RelaxExternally(
          encoding.problem(), solver,
          {.time_limit = options.max_time, .interrupter = options.interrupter});
  if (!relaxation.ok()) {
    run.GiveUp(std::string(relaxation.status().message()));
    return run.Finish();
  }
  if (relaxation->outcome != ExternalOutcome::kAnswered) {
    run.GiveUpForTime();
    return run.Finish();
  }
  const size_t in_part = relaxation->CountInPart();
  if (relaxation->has_solution && in_part == 0) {
    std::vector<dlx::OptionId> taken;
    for (uint32_t i = 0; i < relaxation->parts.size(); ++i) {
      if (relaxation->parts[i] > 0.5) taken.emplace_back(i);
    }
    Grid grid(puzzle.geometry.size());
    encoding.Decode(taken, grid);
    run.Found(grid);
    run.GiveUp("a relaxation does not tell whether there are other solutions");
  } else if (relaxation->has_solution) {
    run.GiveUp(absl::StrCat("the relaxation has ", in_part, " of ",
                            relaxation->parts.size(), " options in part"));
  }
  MethodResult result = run.Finish();
  result.counters = {{"in_part", in_part}};
  return result;
}

// The names of a solver here and in the table of external solvers.
struct Name {
  absl::string_view method;
  absl::string_view solver;
  absl::string_view title;
};

constexpr Name kNames[] = {
    {"cadical", "cadical", "SAT (CaDiCaL)"},
    {"minisat", "minisat", "SAT (MiniSat)"},
    {"z3", "z3", "SAT (Z3)"},
    {"clasp", "clasp-opb", "Pseudo-Boolean (clasp)"},
    {"clingo", "clasp-asp", "Answer set programming (gringo, clasp)"},
    {"glpk", "glpk-lp", "Integer programming (GLPK)"},
    {"cbc", "cbc-lp", "Integer programming (CBC)"},
    {"gecode", "gecode", "Constraint programming (MiniZinc, Gecode)"},
};

// A row of the table holds plain functions, so each solver has its own.
template <size_t kIndex>
const ExternalSolver& SolverOf() {
  static const ExternalSolver& solver =
      *dlx::solvers::FindExternalSolver(kNames[kIndex].solver);
  return solver;
}

template <size_t kIndex>
absl::Status Check(const Puzzle&) {
  const ExternalSolver& solver = SolverOf<kIndex>();
  if (dlx::solvers::IsInstalled(solver)) return absl::OkStatus();
  return absl::NotFoundError(absl::StrCat(
      "not installed; on Debian: apt-get install ", solver.packages));
}

template <size_t kIndex>
MethodResult Solve(const Puzzle& puzzle, const MethodOptions& options) {
  return SolveWith(SolverOf<kIndex>(), puzzle, options);
}

template <size_t... kIndices>
std::vector<Method> Rows(std::index_sequence<kIndices...>) {
  return {Method{.name = kNames[kIndices].method,
                 .title = kNames[kIndices].title,
                 .step = "a call of the program",
                 .tells_events = false,
                 .is_external = true,
                 .check = Check<kIndices>,
                 .solve = Solve<kIndices>}...};
}

constexpr size_t IndexOf(absl::string_view method) {
  size_t index = 0;
  while (kNames[index].method != method) ++index;
  return index;
}

// Beside the programs that can do it.
template <size_t kIndex>
Method Relaxation(absl::string_view name, absl::string_view title) {
  return {.name = name,
          .title = title,
          .step = "a call of the program",
          .can_prove = false,
          .tells_events = false,
          .is_external = true,
          .check = Check<kIndex>,
          .solve = [](const Puzzle& puzzle, const MethodOptions& options) {
            return Relax(puzzle, options, SolverOf<kIndex>());
          }};
}

}  // namespace

std::vector<Method> ExternalMethods() {
  std::vector<Method> all = Rows(std::make_index_sequence<std::size(kNames)>());
  all.push_back(
      Relaxation<IndexOf("glpk")>("glpk_relaxed", "Linear relaxation (GLPK)"));
  all.push_back(
      Relaxation<IndexOf("cbc")>("cbc_relaxed", "Linear relaxation (CBC)"));
  return all;
}

}  // namespace sudoku
