#ifndef SUDOKU_MAKING_NO_SOLUTION_H_
#define SUDOKU_MAKING_NO_SOLUTION_H_

// Why a puzzle has no solution, in words.
//
// Two equal digits in a row are easily seen (conflict.h). Where no digits clash
// and there is no solution all the same, this finds a few things that cannot
// all come true: an irreducible set of items (dlx/ask/explain.h).
//
// Example:
//
//   Encoding encoding = Encoding::ForPuzzle(puzzle);
//   absl::StatusOr<dlx::Explanation> why = dlx::ExplainNoCover(
//       encoding.problem(), {.limits = {.time = absl::Seconds(1)}});
//   if (!why.ok()) return why.status();
//   if (why->no_cover) {
//     std::cout << NoSolutionToString(encoding, why->items) << "\n";
//     // row 2 has no place for a 7
//   }

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "sudoku/encoding.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/rule.h"

namespace sudoku {

// REQUIRES, of both functions: items are of the encoding, and there is one.
// (Checked by assertions, where these are on.)

// What an item demands: "a digit in r1c2", "a 7 in row 2". An item of a further
// rule goes by its name.
[[nodiscard]] std::string DemandToString(const Encoding& encoding,
                                         dlx::ItemId item);

// What it means that these items cannot be covered together:
// "no digit fits in r1c2", "row 2 has no place for a 7", or "these cannot all
// be had: a digit in r1c2, a 7 in row 2 and an 8 in row 2".
[[nodiscard]] std::string NoSolutionToString(
    const Encoding& encoding, absl::Span<const dlx::ItemId> items);

// Of a puzzle without a solution: rules that cannot all hold, none of which can
// be left out. None if there is no solution without any rules either, or if a
// limit comes first. `limits.time` is for all of it, other limits for each
// rule.
[[nodiscard]] std::vector<Rule> ClashingRules(const Puzzle& puzzle,
                                              dlx::Limits limits);

// "this rule cannot hold: ...". REQUIRES: there is one.
[[nodiscard]] std::string ClashToString(absl::Span<const Rule> rules);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_NO_SOLUTION_H_
