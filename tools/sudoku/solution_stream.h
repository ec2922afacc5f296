#ifndef TOOLS_SUDOKU_SOLUTION_STREAM_H_
#define TOOLS_SUDOKU_SOLUTION_STREAM_H_

// For commands that print many solutions of a puzzle. They are written as they
// are found, and not kept until their puzzle is done as in a batch.

#include <cstdint>

#include "absl/functional/function_ref.h"
#include "sudoku/grid.h"
#include "sudoku/solver.h"
#include "tools/cli/command.h"
#include "tools/cli/exit_code.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/report.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

class SolutionStream {
 public:
  // Finds solutions of the job's puzzle, and gives each to `write`, until that
  // says false: then the work is to end, and nothing need be said about it.
  using WriteSolution = absl::FunctionRef<bool(const Grid& solution)>;
  using FindSolutions =
      absl::FunctionRef<void(Job& job, Worker& worker, WriteSolution write)>;

  // The options are those of the worker's solvers. Both arguments must outlive
  // the stream.
  SolutionStream(const cli::Arguments& arguments, const Settings& settings,
                 SolverOptions options);

  // Does that for every puzzle of the input.
  cli::ExitCode Run(FindSolutions find);

 private:
  void Write(const Job& job, const Grid& solution, uint64_t number);

  const Settings& settings_;
  const OutputFormat format_;
  PuzzleInput input_;
  SolverOptions options_;
  Report report_;
};

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_SOLUTION_STREAM_H_
