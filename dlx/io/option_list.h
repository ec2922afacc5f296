#ifndef DLX_IO_OPTION_LIST_H_
#define DLX_IO_OPTION_LIST_H_

#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::io {

// Reads a list of options of a problem, one a line, such as a cover that some
// program has found:
//
//   | A cover of the example in problem_reader.h
//   X:1 B
//   A C X:1 Y:1
//   5
//
// * An option is written as in the problem's own text, with its colours, but
//   its items may come in any order, and its cost may be left out.
// * A line may instead hold the number of an option alone, counting from 0. If
//   the problem has an item of that name, the line means the item.
// * Of options that are equal, a line means the first that the list has not
//   mentioned yet (by its number, anywhere in the list, or by its items, in an
//   earlier line). When all of them have been mentioned, it means the first
//   once more: the caller judges lists that repeat themselves.
//
// The result has one option for each line, in the order of the lines. Error
// messages are as those of ReadProblem().
absl::StatusOr<std::vector<OptionId>> ReadOptionList(StringView text,
                                                     const Problem& problem,
                                                     StringView file_name = "");

}  // namespace dlx::io

#endif  // DLX_IO_OPTION_LIST_H_
