#ifndef DLX_IO_PROBLEM_READER_H_
#define DLX_IO_PROBLEM_READER_H_

// Reads problems in the text format of Donald Knuth's programs DLX1, DLX2,
// DLX3 and DLX5, all features of which can be mixed:
//
//   | A line that begins with a bar is a comment.
//   A B 2:3|C | X Y
//   A B X:0 Y:0
//   A C X:1 Y:1 |7
//   C X:0
//
// * The first line that is neither blank nor a comment lists the items: first
//   the primary ones; then, if there are any, a '|' and the secondary ones.
//   Names are separated by blanks.
// * `low:high|` before the name of a primary item is its multiplicity, and
//   `n|` stands for `n:n|`.
// * Every other line is an option: the names of its items in any order. A
//   secondary item may be followed by ':' and a colour.
// * `|n` after an item is a cost. The costs in a line are added up.
//
// The reader accepts what Knuth's programs accept, with these differences:
//
// * Names, colours and lines may have any length. They are UTF-8 without
//   control characters. Item names contain no ':' and no '|', and neither do
//   colours, save that a colour may be one of these alone.
// * An option without a primary item is an error. (Knuth's programs leave it
//   out, with a warning.)
// * A bound that does not fit into 32 bits is an error, and so are the bound
//   missing in `:3|x` (to Knuth 0:3|x) and a cost that ProblemBuilder rejects.
//   Costs may be negative.
// * Blanks are spaces and tabs only. Lines end in LF or CR LF; the last one may
//   end without. A byte order mark at the beginning is passed over.
// * Comments may contain anything.

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"

namespace dlx::io {

// Reads the problem in `text`. Items, options and the items of each option keep
// their order, and colours are numbered as they first appear.
//
// An error message begins with the file's name, unless that is empty, and the
// line and column: `queens.dlx:12:7: unknown item "r9"`.
absl::StatusOr<Problem> ReadProblem(StringView text, StringView file_name = "");

}  // namespace dlx::io

#endif  // DLX_IO_PROBLEM_READER_H_
