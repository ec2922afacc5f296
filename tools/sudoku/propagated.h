#ifndef TOOLS_SUDOKU_PROPAGATED_H_
#define TOOLS_SUDOKU_PROPAGATED_H_

// --propagate

#include <utility>

#include "sudoku/lab/propagation.h"
#include "sudoku/puzzle.h"
#include "tools/sudoku/job.h"

namespace sudoku::tool {

// Makes the job's puzzle the one that is left after propagation. If that comes
// to a contradiction, the job fails, and the result is false.
inline bool PropagateIn(Job& job) {
  Propagation propagation = Propagate(job.puzzle);
  if (!propagation.contradiction.empty()) {
    job.Fail(Fate::kWrong, propagation.contradiction);
    return false;
  }
  Puzzle left =
      FromCandidates(job.puzzle.geometry, std::move(propagation.candidates));
  job.puzzle.clues = left.clues;
  job.puzzle.candidates = std::move(left.candidates);
  return true;
}

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_PROPAGATED_H_
