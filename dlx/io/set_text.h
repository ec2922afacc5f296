#ifndef DLX_IO_SET_TEXT_H_
#define DLX_IO_SET_TEXT_H_

// Reads sets between brackets, as articles and programs write them:
//
//   A = {1, 4, 7}                    Y = {
//   B = {1, 4}                           'A': [1, 4, 7],
//   C = {4, 5, 7}                        'B': [1, 4]}
//
//   int[][] sets = {{1, 4, 7}, {1, 4}, {4, 5, 7}};
//
// Any brackets will do, a name stands before '=' or ':', and items are
// separated by commas or blanks. Sets of zeros and ones alone are the rows of a
// table, as in {{1, 0, 1}, {0, 1, 0}}, whose columns are the items.
// What has sets in it is no set itself; sets before such a bracket, as in X =
// {1, 2, 3, 4, 5, 6, 7}, then list the items.
// '#' and '//' begin comments.

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/problem.h"

namespace dlx::io {

// Does the first line that is neither blank nor a comment have an opening
// bracket at its beginning, or after '=' or ':'?
bool LooksLikeSets(absl::string_view text);

// An error says where it is.
absl::StatusOr<Problem> ReadSets(absl::string_view text,
                                 absl::string_view file_name);

}  // namespace dlx::io

#endif  // DLX_IO_SET_TEXT_H_
