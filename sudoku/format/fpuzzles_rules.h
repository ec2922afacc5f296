#ifndef SUDOKU_FORMAT_FPUZZLES_RULES_H_
#define SUDOKU_FORMAT_FPUZZLES_RULES_H_

// The rules of f-puzzles' JSON, as rules of the table of sudoku/rules/kind.h.
//
//   "killercage":[{"cells":["R1C1","R1C2"],"value":"3"}]   Cage~3~R1C1~R1C2
//   "thermometer":[{"lines":[["R1C1","R2C1"]]}]            Thermo~R1C1~R2C1
//   "antiknight":true                                      AntiKnight
//
// Each field that is a rule has a row in the table of fpuzzles_rules.cc: its
// rule here, and how its value is read. A value becomes the text of the rule,
// and the reader of such texts (sudoku/rules/rule_text.h) checks it.

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "sudoku/format/json.h"
#include "sudoku/format/read_error.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/rule.h"

namespace sudoku {

// True if fields of that name are rules that are known here.
bool IsFpuzzlesRule(absl::string_view name);

// Appends the rules of all these fields of an object.
std::optional<ReadError> ReadFpuzzlesRules(const JsonValue& object, int size,
                                           std::vector<Rule>* rules);

// The rules of the puzzle as fields, each behind a comma, so that they can be
// read again. Fails, with a part of a sentence, if there is a rule that
// f-puzzles does not have.
absl::StatusOr<std::string> FpuzzlesRulesJson(const Puzzle& puzzle);

// What the field "negative" can name: the mark with numbers, if it is one, and
// the rule that there are no more of them.
struct NegativeName {
  absl::string_view name;
  absl::string_view mark;
  absl::string_view rule;
};
inline constexpr NegativeName kNegatives[] = {
    {"difference", "WhiteDot", "StrictWhiteDots"},
    {"ratio", "BlackDot", "StrictBlackDots"},
    {"xv", "", "StrictXV"},
};

// Appends the cell that a text names: "R1C2".
std::optional<ReadError> ReadFpuzzlesCell(const JsonValue& name, int size,
                                          std::vector<int>* cells);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_FPUZZLES_RULES_H_
