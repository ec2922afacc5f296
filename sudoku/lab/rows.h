#ifndef SUDOKU_LAB_ROWS_H_
#define SUDOKU_LAB_ROWS_H_

// The rows of the table of methods (sudoku/lab/table.h). Each is defined at
// the end of the file of its method: kMoler in moler.cc.

#include <vector>

#include "sudoku/lab/method.h"

namespace sudoku {

extern const Method kBruteForce;
extern const Method kBacktracking;
extern const Method kMoler;
extern const Method kNorvig;
extern const Method kAlgorithmX;
extern const Method kDancingLinks;
extern const Method kBitSets;
extern const Method kBitPlanes;
extern const Method kNogoods;
extern const Method kColoring;
extern const Method kForwardChecking;
extern const Method kBounds;
extern const Method kAllDifferent;
extern const Method kShaving;
extern const Method kAnnealing;
extern const Method kTabu;
extern const Method kGenetic;
extern const Method kPeople;
extern const Method kRoot;

// Method::solve for a class that is made for one puzzle, and solves it once.
template <typename Solver>
MethodResult SolveOnce(const Puzzle& puzzle, const MethodOptions& options) {
  return Solver(puzzle, options).Solve();
}

// A row for each program that is known, installed or not.
std::vector<Method> ExternalMethods();

}  // namespace sudoku

#endif  // SUDOKU_LAB_ROWS_H_
