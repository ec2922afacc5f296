#ifndef SUDOKU_RULES_HOUSES_H_
#define SUDOKU_RULES_HOUSES_H_

// Rules that ask only that digits differ, as houses.

#include <optional>

#include "absl/types/span.h"
#include "sudoku/geometry.h"
#include "sudoku/rules/rule.h"

namespace sudoku {

// The geometry with an extra region for each list of cells in which the digits
// differ by the rules: in the order of these, but for those of AllDifferent,
// which come last. (Both diagonals are houses of that kind.) Nothing if a rule
// asks for more, or differs in more cells than there are digits, or in one.
[[nodiscard]] std::optional<Geometry> WithHouses(const Geometry& geometry,
                                                 absl::Span<const Rule> rules);

}  // namespace sudoku

#endif  // SUDOKU_RULES_HOUSES_H_
