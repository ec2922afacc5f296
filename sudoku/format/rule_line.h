#ifndef SUDOKU_FORMAT_RULE_LINE_H_
#define SUDOKU_FORMAT_RULE_LINE_H_

// A puzzle with rules on one line (see sudoku/rules/rule_text.h), and a note:
//
//   .~R1C1_5.Thermo~R9C4~R8C3~R7C2.Cage~17~R1C1~R1C2 Monday, hard

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/read_error.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// The place is that of the first character.
// REQUIRES: IsRuleText(line).
std::optional<ReadError> ReadRuleLine(absl::string_view line, TextPlace place,
                                      GeometrySource* geometries,
                                      Puzzle* puzzle);

// True if a line of cells, and a map of regions, cannot tell the puzzle.
[[nodiscard]] bool NeedsRuleLine(const Puzzle& puzzle);

// The puzzle as such a line, without a line break: the shape, what cells may
// hold, houses besides rows, columns and boxes, the rules as they were written,
// and the note.
std::string RuleLine(const Puzzle& puzzle);
std::string RuleLineWithoutNote(const Puzzle& puzzle);

// Parts of it: what cells may hold, "~R1C1_5~R1C2_1_2", nothing if that is all
// digits everywhere; and for each house that is no row, column, box or
// diagonal, ".AllDifferent~R2C2~R2C3".
std::string GivensText(const Puzzle& puzzle);
std::string ExtraRegionsText(const Geometry& geometry);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_RULE_LINE_H_
