// Every label that repositories.bzl makes for Abseil is a dependency of this
// test, so all of them exist and can be linked with one another. The tests call
// into libraries that are more than headers.

#include <dlfcn.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/flags/flag.h"
#include "absl/flags/reflection.h"
#include "absl/random/random.h"
#include "absl/status/statusor.h"
#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "benchmark/benchmark.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hwy/highway.h"
#include "hwy/targets.h"

ABSL_FLAG(int, answer, 42, "A flag.");

namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(AbseilTest, StringsAndFlags) {
  EXPECT_EQ(absl::StrFormat("%d-%s", 1, absl::Cord("one").Flatten()), "1-one");
  EXPECT_EQ(absl::StrCat("answer: ", absl::GetFlag(FLAGS_answer)),
            "answer: 42");
  EXPECT_NE(absl::FindCommandLineFlag("answer"), nullptr);
}

TEST(AbseilTest, StatusAndTime) {
  const absl::StatusOr<absl::Duration> none = absl::NotFoundError("no time");
  EXPECT_EQ(none.status().ToString(), "NOT_FOUND: no time");
  EXPECT_EQ(absl::FormatDuration(absl::Milliseconds(1500)), "1.5s");
}

TEST(AbseilTest, MutexAndRandom) {
  absl::Mutex mutex;
  absl::MutexLock lock(&mutex);
  absl::BitGen generator;
  EXPECT_LT(absl::Uniform(generator, 0, 10), 10);
}

TEST(BenchmarkTest, Links) {
  EXPECT_EQ(benchmark::RunSpecifiedBenchmarks("no_benchmark_has_this_name"), 0);
}

TEST(HighwayTest, KnowsWhatThisProcessorCan) {
  EXPECT_NE(hwy::SupportedTargets(), 0);
}

// A build with the assertions of Highway's headers needs it, this one has none.
TEST(HighwayDeathTest, AssertionsSayWhatIsWrong) {
  EXPECT_DEATH(hwy::Abort("lanes.h", 12, "%d lanes", 3), "lanes.h:12: 3 lanes");
}

#ifdef __linux__
// highway_targets.cc stands in for this function of Highway's own library.
TEST(HighwayTest, AgreesWithTheLibrary) {
  void* const library = dlopen("libhwy.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) GTEST_SKIP() << dlerror();
  void* const function = dlsym(library, "_ZN3hwy16SupportedTargetsEv");
  ASSERT_NE(function, nullptr) << dlerror();
  const int64_t targets = reinterpret_cast<int64_t (*)()>(function)();
  EXPECT_EQ(hwy::SupportedTargets() & HWY_TARGETS, targets & HWY_TARGETS);
  EXPECT_NE(targets & HWY_TARGETS, 0);
}
#endif

#ifdef __linux__
// Programs start in less than half the time that way.
TEST(LinkingTest, AbseilIsLinkedStatically) {
  std::ifstream maps("/proc/self/maps");
  const std::string loaded{std::istreambuf_iterator<char>(maps), {}};
  EXPECT_THAT(loaded, HasSubstr("repositories_test"));
  EXPECT_THAT(loaded, Not(HasSubstr("libabsl")));
}
#endif

}  // namespace
