#ifndef DLX_TESTING_REQUIRE_H_
#define DLX_TESTING_REQUIRE_H_

// Checks for testing code that reports by absl::Status, so that fuzz targets
// can use it as well as tests. Both macros leave the function that they stand
// in with an error if there is one.

#include <sstream>
#include <string>

#include "absl/status/status.h"

#define DLX_RETURN_IF_ERROR(expression)                                  \
  do {                                                                   \
    if (absl::Status status = (expression); !status.ok()) return status; \
  } while (false)

// Requires the condition to hold. The error cites it, and the other arguments,
// which say what was going on.
#define DLX_REQUIRE(condition, ...)                            \
  do {                                                         \
    if (!(condition)) {                                        \
      return absl::InternalError(::dlx::testing::Concat(       \
          "it should be that " #condition ": ", __VA_ARGS__)); \
    }                                                          \
  } while (false)

namespace dlx::testing {

// Whatever can be written to a stream, as one string.
template <typename... Parts>
std::string Concat(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

}  // namespace dlx::testing

#endif  // DLX_TESTING_REQUIRE_H_
