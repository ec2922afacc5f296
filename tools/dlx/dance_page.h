#ifndef TOOLS_DLX_DANCE_PAGE_H_
#define TOOLS_DLX_DANCE_PAGE_H_

// A page for a browser that plays a dance and draws the links as they are at
// each step: right and down round the torus, and of nodes that are out of their
// lists the links by which they remember their place.

#include <string>

#include "absl/strings/string_view.h"
#include "tools/dlx/dance.h"

namespace dlx::tool {

// Stands in each page, near its beginning.
inline constexpr absl::string_view kDancePageMark = "<!-- dlx watch -->";

// Begins at the dance's current step.
std::string DancePage(const Dance& dance, const std::string& end_text);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_DANCE_PAGE_H_
