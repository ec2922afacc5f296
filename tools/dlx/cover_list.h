#ifndef TOOLS_DLX_COVER_LIST_H_
#define TOOLS_DLX_COVER_LIST_H_

// Reads what `dlx solve` has printed, or what was written by hand: any number
// of sets of options, which may or may not be covers.

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::tool {

// As text, a set is a group of lines, each of which is an option of the problem
// or the number of one (see dlx/io/option_list.h). Empty lines separate sets.
// Of groups of nothing but comments, one that begins with "| cover" is the
// empty set, and any other is passed over.
//
// As JSON Lines, a set is a line with a member "options", a list of numbers.
// A summary is passed over. The text is taken for JSON if it begins with a
// brace.
//
// An error says where in the text it is.
absl::StatusOr<std::vector<std::vector<OptionId>>> ReadCovers(
    absl::string_view text, const Problem& problem,
    absl::string_view file_name);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_COVER_LIST_H_
