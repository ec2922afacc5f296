#include "dlx/farm/claims.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/farm/files.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::units {
namespace {

// Longer than any test takes.
constexpr absl::Duration kLong = absl::Hours(1);
constexpr absl::Duration kShort = absl::Milliseconds(100);

std::string NewFolder(const std::string& name) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

TEST(ClaimsTest, AreExclusive) {
  const std::string folder = NewFolder("exclusive");
  const std::string path = folder + "/17";
  Claims ours(folder, kLong);
  EXPECT_TRUE(*ours.TryClaim(path));
  EXPECT_FALSE(*ours.TryClaim(path));
  Claims theirs(folder, kLong);
  EXPECT_FALSE(*theirs.TryClaim(path));
  theirs.Release(path);  // It is not theirs.
  EXPECT_FALSE(*theirs.TryClaim(path));
  ours.Release(path);
  EXPECT_TRUE(*theirs.TryClaim(path));
}

TEST(ClaimsTest, EndWithTheirOwner) {
  const std::string folder = NewFolder("end");
  const std::string path = folder + "/17";
  {
    Claims claims(folder, kLong);
    EXPECT_TRUE(*claims.TryClaim(path));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  Claims others(folder, kLong);
  EXPECT_TRUE(*others.TryClaim(path));
}

TEST(ClaimsTest, AreTakenOverWhenTheirOwnerIsGone) {
  const std::string folder = NewFolder("gone");
  const std::string path = folder + "/17";
  // What a worker leaves that was killed.
  ASSERT_TRUE(CreateFile(path, "somebody\n").ok());
  Claims patient(folder, kLong);
  EXPECT_FALSE(*patient.TryClaim(path));
  Claims claims(folder, kShort);
  while (!*claims.TryClaim(path)) absl::SleepFor(kShort / 4);
}

TEST(ClaimsTest, AreKeptAliveByTheirOwner) {
  const std::string folder = NewFolder("alive");
  const std::string path = folder + "/17";
  // Workers with long leases touch their claims often enough for workers with
  // short leases.
  Claims owner(folder, kShort);
  EXPECT_TRUE(*owner.TryClaim(path));
  Claims others(folder, kShort * 20);
  for (int i = 0; i < 10; ++i) {
    absl::SleepFor(kShort);
    EXPECT_FALSE(*others.TryClaim(path));
  }
  const auto first = std::filesystem::last_write_time(path);
  while (std::filesystem::last_write_time(path) == first) {
    absl::SleepFor(kShort / 10);
  }
}

TEST(ClaimsTest, ThoseOfAProcessThatHasEndedAreFreeAtOnce) {
  const std::string folder = NewFolder("ended");
  const std::string path = folder + "/17";
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    // As if it was killed.
    _exit(CreateFile(path, ProcessName() + "\n").ok() ? 0 : 1);
  }
  int status = 1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
  Claims claims(folder, kLong);
  EXPECT_TRUE(*claims.TryClaim(path));
}

// One touch is for all claims of a process.
TEST(ClaimsTest, SayWhoseTheyAre) {
  const std::string folder = NewFolder("whose");
  Claims claims(folder, kLong);
  for (const char* name : {"/17", "/18"}) {
    EXPECT_TRUE(*claims.TryClaim(folder + name));
    EXPECT_EQ(*ReadFile(folder + name), ProcessName() + "\n");
  }
  EXPECT_TRUE(std::filesystem::equivalent(folder + "/17", folder + "/18"));
}

// What a process of that name has left is not kept alive.
TEST(ClaimsTest, ANamesakeIsSomebodyElse) {
  const std::string folder = NewFolder("namesake");
  for (int i = 1; i < 100; ++i) {
    ASSERT_TRUE(
        CreateFile(absl::StrCat(folder, "/.worker-", ProcessName(), "-", i), "")
            .ok());
  }
  std::filesystem::create_hard_link(
      absl::StrCat(folder, "/.worker-", ProcessName(), "-99"), folder + "/17");
  Claims claims(folder, kShort);
  EXPECT_TRUE(*claims.TryClaim(folder + "/18"));
  while (!*claims.TryClaim(folder + "/17")) absl::SleepFor(kShort / 4);
}

TEST(ClaimsTest, SurviveThatTheFolderIsSwept) {
  const std::string folder = NewFolder("swept");
  Claims claims(folder, kLong);
  EXPECT_TRUE(*claims.TryClaim(folder + "/17"));
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    std::filesystem::remove(file);
  }
  EXPECT_TRUE(*claims.TryClaim(folder + "/18"));
}

TEST(ClaimsTest, OneOfManyThreadsSucceeds) {
  const std::string folder = NewFolder("threads");
  Claims claims(folder, kLong);
  for (int round = 0; round < 20; ++round) {
    const std::string path = absl::StrCat(folder, "/", round);
    std::atomic<int> successes = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] { successes += *claims.TryClaim(path); });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(successes, 1);
  }
}

TEST(ClaimsTest, AFolderThatIsNotThereIsAnError) {
  Claims claims("/not/there", kLong);
  EXPECT_FALSE(claims.TryClaim("/not/there/17").ok());
}

}  // namespace
}  // namespace dlx::units
