#ifndef SUDOKU_LAB_TABLE_H_
#define SUDOKU_LAB_TABLE_H_

// All methods, from the simplest to the fastest, then those that are special,
// then other programs.
//
// Each is told and written in a file of its own, in the order in which they are
// best read: brute_force.cc, backtracking.cc, moler.cc, norvig.cc, coloring.cc,
// algorithm_x.cc, exact_cover.cc, annealing.cc, tabu.cc, genetic.cc, root.cc,
// external.cc.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/lab/method.h"

namespace sudoku {

absl::Span<const Method> AllMethods();

// Null if there is none of that name.
const Method* FindMethod(absl::string_view name);

// "unique", "multiple solutions", "no solution", "solved", "gave up".
absl::string_view MethodVerdictName(MethodVerdict verdict);

}  // namespace sudoku

#endif  // SUDOKU_LAB_TABLE_H_
