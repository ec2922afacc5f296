// Proves that the sanitizer configurations in .bazelrc are really on, and that
// none of them is on in an ordinary build.
//
// Each test commits, in a child process, the one error that its sanitizer is
// there to find. Whether the sanitizer must report it is not asked of the
// compiler, which is what is being tested, but of the environment: `asan` sets
// DLX_EXPECT_ASAN, and so on, and .ci/run sets them once more by itself. A
// configuration that has silently lost its flags therefore fails here.

#include <cstdlib>
#include <limits>
#include <memory>
#include <string>
#include <thread>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace {

// Reads are volatile so that the compiler neither warns nor optimises the
// errors away.

void ReadPastTheEndOfAHeapBlock() {
  const volatile int past_the_end = 4;
  const auto block = std::make_unique<int[]>(4);
  const volatile int value = block[past_the_end];
  static_cast<void>(value);
}

void OverflowASignedInteger() {
  volatile int largest = std::numeric_limits<int>::max();
  volatile int sum = largest + 1;
  static_cast<void>(sum);
}

void WriteFromTwoThreadsWithoutOrder() {
  volatile int shared = 0;
  std::thread first([&shared] { shared = 1; });
  std::thread second([&shared] { shared = 2; });
  first.join();
  second.join();
}

struct Sanitizer {
  const char* name;
  const char* expected_if_set;  // An environment variable.
  void (*commit_error)();
  const char* report;  // A regular expression.
};

constexpr Sanitizer kSanitizers[] = {
    {"Address", "DLX_EXPECT_ASAN", ReadPastTheEndOfAHeapBlock,
     "AddressSanitizer: heap-buffer-overflow"},
    {"UndefinedBehavior", "DLX_EXPECT_UBSAN", OverflowASignedInteger,
     "runtime error: signed integer overflow"},
    {"Thread", "DLX_EXPECT_TSAN", WriteFromTwoThreadsWithoutOrder,
     "ThreadSanitizer: data race"},
};

class SanitizerTest : public ::testing::TestWithParam<Sanitizer> {
 protected:
  // The child starts the program anew, so that it may use threads.
  void SetUp() override {
    ::testing::GTEST_FLAG(death_test_style) = "threadsafe";
  }
};

TEST_P(SanitizerTest, EndsTheProgramExactlyWhenExpected) {
  const Sanitizer& sanitizer = GetParam();
  const auto commit_error_and_exit = [&sanitizer] {
    sanitizer.commit_error();
    std::exit(0);
  };
  if (std::getenv(sanitizer.expected_if_set) != nullptr) {
    EXPECT_DEATH(commit_error_and_exit(), sanitizer.report);
  } else {
    EXPECT_EXIT(commit_error_and_exit(), ::testing::ExitedWithCode(0), "");
  }
}

INSTANTIATE_TEST_SUITE_P(All, SanitizerTest, ::testing::ValuesIn(kSanitizers),
                         [](const auto& test) {
                           return std::string(test.param.name);
                         });

}  // namespace
