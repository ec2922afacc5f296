#ifndef TOOLS_SUDOKU_VERDICT_H_
#define TOOLS_SUDOKU_VERDICT_H_

// What is said about puzzles and their solutions, in words.

#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"
#include "tools/sudoku/batch.h"

namespace sudoku::tool {

// Solves the job's puzzle and fills in verdict, nodes and what else follows. An
// answer if the puzzle could be given to a solver at all; it is valid until the
// worker's next work.
const Answer* SolveJob(Job& job, Worker& worker);

// Solves the puzzles of the jobs that are not bad, and fills in the same, two
// at a time. Calls `use`, in any order, for those that could be given to a
// solver.
void SolveJobs(absl::Span<Job> jobs, Worker& worker,
               absl::FunctionRef<void(Job&, const Answer&)> use);

// "two 5s in row 1: r1c2 and r1c7; ..." for clues that contradict each other;
// otherwise nothing.
std::string ConflictText(const Puzzle& puzzle);

// What is wrong with the solution that came with the puzzle, if it has one and
// something is; in view of what was found out about the puzzle.
std::optional<std::string> StatedSolutionError(const Puzzle& puzzle,
                                               const Answer& answer);

// "time limit" for an undecided answer, and nothing for others.
std::string LimitText(const Answer& answer);

// "r1c2", ... for the cells.
std::vector<std::string> CellNames(const std::vector<int>& cells, int size);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_VERDICT_H_
