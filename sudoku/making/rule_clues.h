#ifndef SUDOKU_MAKING_RULE_CLUES_H_
#define SUDOKU_MAKING_RULE_CLUES_H_

// Clues that leave a puzzle with rules one solution.

#include <cstdint>
#include <optional>

#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/random.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// So many nodes of a search decide whether there is one solution; what they do
// not decide is taken as a no. So no question takes long, and each is answered
// in the same way on every computer. In large grids a node takes longer.
[[nodiscard]] uint64_t NodesOfQuestion(const Geometry& geometry);
// All clues, or all rules, are taken away with so many times as many nodes.
inline constexpr uint64_t kLongestQuestions = 20;

// The puzzle with clues that are added at random until there is one solution,
// which is its stated solution, without those that are not needed then, as far
// as the questions above tell. `solution` is one of the puzzle, if the caller
// knows any. Fails if there is no solution, and with kDeadlineExceeded or
// kCancelled if a limit comes first.
[[nodiscard]] absl::StatusOr<Puzzle> WithCluesForRules(
    Puzzle puzzle, Random& random, const dlx::Limits& limits,
    std::optional<Grid> solution = std::nullopt);

// A solution of the puzzle, drawn at random, but not each with the same
// probability. Fails as WithCluesForRules() does.
[[nodiscard]] absl::StatusOr<Grid> DrawGridForRules(Puzzle puzzle,
                                                    Random& random,
                                                    const dlx::Limits& limits);

}  // namespace sudoku

#endif  // SUDOKU_MAKING_RULE_CLUES_H_
