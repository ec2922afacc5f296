#ifndef DLX_TESTING_STATUS_MATCHERS_H_
#define DLX_TESTING_STATUS_MATCHERS_H_

// Matchers for absl::Status and absl::StatusOr, which the packaged Abseil does
// not have yet:
//
//   EXPECT_THAT(status_or, IsOk());
//   EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument,
//                                HasSubstr("twice")));

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"

namespace dlx::testing {

inline const absl::Status& GetStatus(const absl::Status& status) {
  return status;
}
template <typename T>
const absl::Status& GetStatus(const absl::StatusOr<T>& status_or) {
  return status_or.status();
}

MATCHER(IsOk, negation ? "is an error" : "is OK") {
  *result_listener << "whose status is " << GetStatus(arg).ToString();
  return GetStatus(arg).ok();
}

MATCHER_P2(StatusIs, code, message_matcher,
           "has the status " + absl::StatusCodeToString(code) +
               " and a message that " +
               ::testing::DescribeMatcher<std::string>(message_matcher)) {
  *result_listener << "whose status is " << GetStatus(arg).ToString();
  return GetStatus(arg).code() == code &&
         ::testing::Matches(message_matcher)(
             std::string(GetStatus(arg).message()));
}

}  // namespace dlx::testing

#endif  // DLX_TESTING_STATUS_MATCHERS_H_
