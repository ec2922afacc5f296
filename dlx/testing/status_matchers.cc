#include "dlx/testing/status_matchers.h"

#include <ostream>
#include <sstream>
#include <string>

#include "absl/status/status.h"
#include "gmock/gmock.h"

namespace dlx::testing {

bool StatusMatcher::Matches(const absl::Status& status) const {
  return status.code() == code_ &&
         message_.Matches(std::string(status.message()));
}

void StatusMatcher::DescribeTo(std::ostream* out) const {
  *out << "has the status " << absl::StatusCodeToString(code_)
       << " and a message that ";
  message_.DescribeTo(out);
}

void StatusMatcher::DescribeNegationTo(std::ostream* out) const {
  *out << "not (";
  DescribeTo(out);
  *out << ")";
}

void StatusMatcher::Explain(const absl::Status& status, std::ostream& out) {
  out << "whose status is " << status.ToString();
}

::testing::AssertionResult StatusMatcher::Look(
    const char* expression, const absl::Status& status) const {
  if (Matches(status)) return ::testing::AssertionSuccess();
  std::ostringstream text;
  text << "Value of: " << expression << "\nExpected: ";
  DescribeTo(&text);
  text << "\n  Actual: something ";
  Explain(status, text);
  return ::testing::AssertionFailure() << text.str();
}

}  // namespace dlx::testing
