#ifndef SUDOKU_RENDER_RULES_TEXT_H_
#define SUDOKU_RENDER_RULES_TEXT_H_

// Rules in words.

#include <string>

#include "absl/types/span.h"
#include "sudoku/geometry.h"
#include "sudoku/rules/rule.h"

namespace sudoku {

// A line for each kind, with what it asks, and below it one for each rule of
// that kind that has cells:
//
//   Thermo: digits rise from the first cell on
//     r1c1 r2c1 r3c1
//   Skyscraper: how many digits are greater than all before them
//     3: r1c2 to r9c2
//
// Nothing if there are no rules.
std::string RulesText(absl::Span<const Rule> rules, const Geometry& geometry);

// What stands below the line of its kind: "17: r1c1 r1c2", or nothing.
std::string RuleInWords(const Rule& rule, const Geometry& geometry);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_RULES_TEXT_H_
