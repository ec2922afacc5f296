#ifndef DLX_IO_NAMED_SETS_H_
#define DLX_IO_NAMED_SETS_H_

// What books and articles list: items, and sets of them that may have names.

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/io/scanner.h"
#include "dlx/problem.h"

namespace dlx::io {

// All of these are parts of a scanner's text.
struct NamedSet {
  absl::string_view name = "";
  std::vector<absl::string_view> items = {};
  absl::string_view place = "";  // Where errors are.
};

struct NamedSets {
  // Empty if nothing was said: then the items are those of the sets, numbers
  // in ascending order, and all else as it first appears.
  std::vector<absl::string_view> items = {};
  std::vector<NamedSet> sets = {};
};

// What the columns of a table are called if they have no names: 1, 2, 3, ...
// They are parts of `text`, which must outlive them.
std::vector<absl::string_view> NumbersTo(size_t count, std::string& text);

// What is wrong with a row of a table that has `count` entries.
std::string WrongRow(size_t count, size_t columns);

// A problem whose primary items are the items and whose options are the sets.
// An option that has a name has a secondary item of that name, which no other
// option has; it begins with '#' if an item has that name, too. An error says
// where in the scanner's text it is.
absl::StatusOr<Problem> ProblemOfSets(const NamedSets& list,
                                      const Scanner& scanner);

}  // namespace dlx::io

#endif  // DLX_IO_NAMED_SETS_H_
