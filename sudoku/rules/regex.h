#ifndef SUDOKU_RULES_REGEX_H_
#define SUDOKU_RULES_REGEX_H_

// Regular expressions over digits, as automata.
//
//   [12](34|5)*6{2,3}.?    digits, classes, '|', '(', ')', '*', '+', '?', {n},
//                          {n,} and {n,m}; '.' is any digit, [^12] any other
//
// Digits from 10 on are letters: a or A is 10. The text is in letters for bytes
// (sudoku/rules/code.h), or, if it has characters that are none of these, as
// it is; "%28" is then "(".

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "sudoku/rules/code.h"

namespace sudoku {

// Fails, with a part of a sentence, if the text is not one, or is too long. A
// digit that the grid does not have is read by no state.
absl::StatusOr<CodedAutomaton> AutomatonOfRegex(dlx::StringView text, int size,
                                                int least_digit);

}  // namespace sudoku

#endif  // SUDOKU_RULES_REGEX_H_
