#ifndef SUDOKU_RULES_RULE_TEXT_H_
#define SUDOKU_RULES_RULE_TEXT_H_

// A puzzle with rules in one line, as a well-known interactive solver writes
// it: each rule begins with a dot, and tildes part what belongs to it.
//
//   .~R1C1_5~R2C2_1_2.Thermo~R9C4~R8C3~R7C2.Cage~17~R1C1~R1C2.AntiKnight
//
// A rule without a name has givens: a cell, and the digits that it may have.
// "Shape~6x6" says the size, "Shape~9x9~0-8" also the digits, "NoBoxes" that
// rows and columns are all, "Jigsaw~112..." that there are regions besides, and
// both that there are regions instead. The names of the others are in the table
// of rules (sudoku/rules/kind.h). Rules between "Or" and "End" need not all
// hold, only one of them; those between "And" and "End" are like one rule, and
// those between "Replicate~SET" and "End" are there again for each cell of the
// set.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "dlx/base/string_view.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/rule.h"

namespace sudoku {

struct RuleText {
  int size = 9;
  int least_digit = 1;
  bool has_boxes = true;
  // A character for each cell, the same for cells of a region; empty if there
  // are none besides boxes or instead of them.
  std::string regions = {};
  // For each cell the digits that it may have; empty if there are no givens.
  std::vector<DigitSet> candidates = {};
  std::vector<Rule> rules = {};
};

struct RuleTextError {
  size_t offset;  // Of what is wrong, in the text.
  std::string sentence;
};

// A rule that the table does not have, and where it stands.
struct UnknownRule {
  size_t offset;
  std::string name;
};

// "the rule "Magic" is not known here"
[[nodiscard]] std::string UnknownRuleSentence(dlx::StringView name);

// True for the names of blocks: rules up to an "End" belong to them.
[[nodiscard]] bool OpensBlock(dlx::StringView name);

// True for a text that looks like one.
[[nodiscard]] bool IsRuleText(dlx::StringView text);

// Rules that are not known are left out and appended to `unknown`; if that is
// null, or in a block, they are errors.
[[nodiscard]] std::optional<RuleTextError> ReadRuleText(
    dlx::StringView text, RuleText* result,
    std::vector<UnknownRule>* unknown = nullptr);

// What is wrong if one of the rules is about boxes and the grid has neither
// these nor other regions, as a sentence; empty otherwise.
[[nodiscard]] std::string MissingBoxes(const std::vector<Rule>& rules,
                                       const Geometry& geometry);

// Adds rules and givens to a puzzle. The text may lack its first dot; the grid
// is the puzzle's. After an error the puzzle has what it had.
[[nodiscard]] std::optional<RuleTextError> AddRules(dlx::StringView text,
                                                    Puzzle* puzzle);

}  // namespace sudoku

#endif  // SUDOKU_RULES_RULE_TEXT_H_
