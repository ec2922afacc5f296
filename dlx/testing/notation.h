#ifndef DLX_TESTING_NOTATION_H_
#define DLX_TESTING_NOTATION_H_

// Problems as text, for tests that state small problems and for the messages
// of tests that fail. The notation is Knuth's: the first line names the items
// (secondary ones after a bar, multiplicities in front of the name), each
// further line is an option:
//
//   a 1:2|b | x y
//   a x:red
//   a b x:red y |5
//
// Names must have no blank, bar or colon in them. The library proper reads and
// writes files in this notation in dlx/io; this is the little that its tests
// need, so that they need not trust dlx/io.

#include <string>

#include "absl/strings/string_view.h"
#include "dlx/problem.h"

namespace dlx::testing {

// The problem that `text` describes. Ends the program if it describes none.
Problem ProblemFromNotation(absl::string_view text);

// The other way about.
std::string ToNotation(const Problem& problem);

}  // namespace dlx::testing

#endif  // DLX_TESTING_NOTATION_H_
