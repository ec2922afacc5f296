// enumerate: all solutions of puzzles that may have many.

#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "dlx/statistics.h"
#include "sudoku/enumeration.h"
#include "sudoku/solver.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/solution_stream.h"

namespace sudoku::tool {

namespace {

void EnumerateJob(Job& job, Worker& worker, Order order,
                  SolutionStream::WriteSolution write) {
  Solver* const solver = worker.SolverFor(job);
  if (solver == nullptr) return;
  const absl::StatusOr<SolutionCount> result =
      solver->EnumerateSolutions(job.puzzle, order, write);
  if (!result.ok()) return job.Fail(result.status());
  job.nodes = result->nodes;
  if (result->outcome == dlx::Outcome::kInterrupted) {
    job.fate = Fate::kInterrupted;
  } else if (result->outcome != dlx::Outcome::kExhausted) {
    job.fate = Fate::kLimited;
  }
}

}  // namespace

cli::ExitCode Enumerate(const cli::Arguments& arguments,
                        const Settings& settings) {
  SolverOptions options = settings.solver;
  // The order does not depend on the number of threads, but it may be another
  // one than that of one thread, which is the default.
  options.threads = settings.threads.value_or(1);
  const Order order =
      settings.is_lexicographic ? Order::kLexicographic : Order::kAny;
  return SolutionStream(arguments, settings, options)
      .Run([order](Job& job, Worker& worker,
                   SolutionStream::WriteSolution write) {
        EnumerateJob(job, worker, order, write);
      });
}

}  // namespace sudoku::tool
