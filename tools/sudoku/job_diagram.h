#ifndef TOOLS_SUDOKU_JOB_DIAGRAM_H_
#define TOOLS_SUDOKU_JOB_DIAGRAM_H_

#include <optional>

#include "sudoku/making/solution_diagram.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

// All solutions of the job's puzzle, as a diagram. If it becomes too large, or
// there is too little time, the job fails with a sentence that says so, and
// there is none.
std::optional<SolutionDiagram> DiagramOfJob(Job& job, const Settings& settings);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_JOB_DIAGRAM_H_
