#ifndef TOOLS_SUDOKU_VERDICT_H_
#define TOOLS_SUDOKU_VERDICT_H_

// Solves the puzzles of jobs, and puts into words what is known of them then.

#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/record.h"

namespace sudoku::tool {

// Solves the job's puzzle and fills in its fate, verdict and nodes. An answer
// if the puzzle could be given to a solver at all; it is valid until the
// worker's next work.
const Answer* SolveJob(Job& job, Worker& worker);

// Solves the puzzles of the jobs that are not bad, and fills in the same, two
// at a time. Calls `use`, in any order, for those that could be given to a
// solver and were not interrupted.
void SolveJobs(absl::Span<Job> jobs, Worker& worker,
               absl::FunctionRef<void(Job&, const Answer&)> use);

// "two 5s in row 1: r1c2 and r1c7; ..." for clues that contradict each other;
// otherwise nothing.
std::string ConflictText(const Puzzle& puzzle);

// Why there is no solution, or no verdict, as far as that can be told at once:
// "two 5s in row 1: r1c2 and r1c7", "time limit", or nothing.
std::string Reason(const Puzzle& puzzle, const Answer& answer);

// "no solution: two 5s in row 1: r1c2 and r1c7", "undecided: time limit".
void AppendVerdict(const Answer& answer, absl::string_view reason,
                   std::string* text);

// "r1c2", ... for the cells.
std::vector<std::string> CellNames(const std::vector<int>& cells,
                                   const Geometry& geometry);

// What solve and check tell programs, and the line before it in CSV.
Record VerdictRecord(const Job& job, const Answer& answer,
                     absl::string_view reason);
std::string VerdictHeader();

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_VERDICT_H_
