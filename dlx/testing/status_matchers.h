#ifndef DLX_TESTING_STATUS_MATCHERS_H_
#define DLX_TESTING_STATUS_MATCHERS_H_

// Matchers for absl::Status and absl::StatusOr, which the packaged Abseil does
// not have yet:
//
//   EXPECT_THAT(status_or, IsOk());
//   EXPECT_THAT(status, StatusIs(absl::StatusCode::kInvalidArgument,
//                                HasSubstr("twice")));
//
// They look at the status only. So EXPECT_THAT needs nothing for each type of
// StatusOr, where GoogleMock makes a dozen classes: a sixth of the time that
// tests take to compile.

#include <ostream>
#include <string>
#include <utility>

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

// Matches what is OK, or has a code and a message that matches.
class StatusMatcher {
 public:
  using is_gtest_matcher = void;

  StatusMatcher() = default;
  StatusMatcher(absl::StatusCode code,
                ::testing::Matcher<const std::string&> message)
      : code_(code), message_(std::move(message)) {}

  // What EXPECT_THAT says of the status of an expression.
  ::testing::AssertionResult Look(const char* expression,
                                  const absl::Status& status) const;

  template <typename T>
  bool MatchAndExplain(const T& value, std::ostream* explanation) const {
    if (explanation != nullptr) Explain(GetStatus(value), *explanation);
    return Matches(GetStatus(value));
  }
  void DescribeTo(std::ostream* out) const;
  void DescribeNegationTo(std::ostream* out) const;

 private:
  bool Matches(const absl::Status& status) const;
  static void Explain(const absl::Status& status, std::ostream& out);

  absl::StatusCode code_ = absl::StatusCode::kOk;
  ::testing::Matcher<const std::string&> message_ = ::testing::_;
};

inline StatusMatcher IsOk() { return {}; }

inline StatusMatcher StatusIs(absl::StatusCode code,
                              ::testing::Matcher<const std::string&> message) {
  return {code, std::move(message)};
}

}  // namespace dlx::testing

template <>
class testing::internal::PredicateFormatterFromMatcher<
    ::dlx::testing::StatusMatcher> {
 public:
  explicit PredicateFormatterFromMatcher(::dlx::testing::StatusMatcher matcher)
      : matcher_(std::move(matcher)) {}

  template <typename T>
  AssertionResult operator()(const char* expression, const T& value) const {
    return matcher_.Look(expression, ::dlx::testing::GetStatus(value));
  }

 private:
  const ::dlx::testing::StatusMatcher matcher_;
};

#endif  // DLX_TESTING_STATUS_MATCHERS_H_
