#ifndef DLX_MAKE_NAMES_H_
#define DLX_MAKE_NAMES_H_

// Short names for items that have coordinates.

#include <string>

#include "absl/types/span.h"
#include "dlx/string_view.h"

namespace dlx::make {

// "p" and {2, 11} give "p2b", if all such coordinates are less than `bound` and
// that is at most 36: one digit or letter each. Otherwise "p2.11".
std::string IndexedName(StringView prefix, absl::Span<const int> indices,
                        int bound);

}  // namespace dlx::make

#endif  // DLX_MAKE_NAMES_H_
