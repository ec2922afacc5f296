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

#include <optional>
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

// What of a puzzle is enough for it to have no solution: rules, and cells whose
// givens (or candidates) they contradict. None can be left out.
struct Clash {
  std::vector<Rule> rules;
  std::vector<int> givens = {};
  // Time was over before it was known which givens; those may be too many.
  bool knows_givens = true;
};

// Of a puzzle without a solution. There are no rules in it if the givens alone
// have none. Nothing if a limit comes first. `limits.time` is for all of it,
// other limits for each question.
[[nodiscard]] std::optional<Clash> FindClash(const Puzzle& puzzle,
                                             dlx::Limits limits);

// "this rule cannot hold with r1c1=5: ...". REQUIRES: it has a rule.
[[nodiscard]] std::string ClashToString(const Puzzle& puzzle,
                                        const Clash& clash);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_NO_SOLUTION_H_
