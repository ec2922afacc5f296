#include "dlx/farm/files.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::units::files_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string NewFolder(const std::string& name) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::filesystem::remove_all(path);
  std::filesystem::create_directories(path);
  return path;
}

TEST(FilesTest, WrittenIsRead) {
  const std::string folder = NewFolder("written");
  const std::string text = std::string(200'000, 'x') + std::string(1, '\0');
  const std::string path = folder + "/a";
  EXPECT_THAT(WriteFileAtomically(path, "old"), IsOk());
  EXPECT_THAT(WriteFileAtomically(path, text), IsOk());
  EXPECT_EQ(*ReadFile(path), text);
  // Drafts are gone.
  EXPECT_THAT(*NamesIn(folder), ElementsAre("a"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder),
                          std::filesystem::directory_iterator()),
            1);
}

TEST(FilesTest, PublishingDoesNotReplace) {
  const std::string path = NewFolder("published") + "/a";
  EXPECT_THAT(PublishFile(path, "first"), IsOk());
  EXPECT_THAT(PublishFile(path, "second"),
              StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr(path)));
  EXPECT_EQ(*ReadFile(path), "first");
  EXPECT_THAT(CreateFile(path, "third"),
              StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr(path)));
  EXPECT_EQ(*ReadFile(path), "first");
}

TEST(FilesTest, ADraftIsSeenWhenItIsWhole) {
  const std::string folder = NewFolder("draft");
  const std::string path = folder + "/a";
  {
    FileDraft draft(path);
    EXPECT_TRUE(draft.Write("one "));
    EXPECT_TRUE(draft.Write("two"));
    EXPECT_THAT(*NamesIn(folder), IsEmpty());
    EXPECT_THAT(draft.Replace(), IsOk());
    EXPECT_EQ(*ReadFile(path), "one two");
  }
  EXPECT_EQ(*ReadFile(path), "one two");
  { FileDraft(path).Write("given up"); }
  EXPECT_EQ(*ReadFile(path), "one two");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder),
                          std::filesystem::directory_iterator()),
            1);
  FileDraft nowhere(folder + "/not/there");
  EXPECT_FALSE(nowhere.Write("text"));
  EXPECT_THAT(nowhere.status(),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("not/")));
  EXPECT_EQ(nowhere.Publish(), nowhere.status());
}

// The first process of a container has the same name each time.
TEST(FilesTest, WhatAProcessOfThatNameHasLeftIsNotInTheWay) {
  const std::string folder = NewFolder("left");
  for (int i = 1; i <= 1000; ++i) {
    EXPECT_THAT(
        CreateFile(absl::StrCat(folder, "/.a-", ProcessName(), "-", i), ""),
        IsOk());
  }
  EXPECT_THAT(PublishFile(folder + "/a", "first"), IsOk());
  EXPECT_THAT(WriteFileAtomically(folder + "/a", "second"), IsOk());
  EXPECT_EQ(*ReadFile(folder + "/a"), "second");
}

TEST(FilesTest, OneOfManySucceeds) {
  const std::string folder = NewFolder("many");
  for (int round = 0; round < 50; ++round) {
    const std::string path = absl::StrCat(folder, "/", round);
    std::atomic<int> successes = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back(
          [&, i] { successes += PublishFile(path, absl::StrCat(i)).ok(); });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(successes, 1);
  }
}

TEST(FilesTest, ErrorsNameTheFile) {
  const std::string missing = NewFolder("missing") + "/not/there";
  EXPECT_THAT(ReadFile(missing),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr(missing)));
  EXPECT_THAT(WriteFileAtomically(missing, ""),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("not/")));
  EXPECT_THAT(PublishFile(missing, ""),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("not/")));
  EXPECT_THAT(NamesIn(missing),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr(missing)));
}

TEST(FilesTest, AProcessThatHasEndedIsKnown) {
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) _exit(0);
  ASSERT_EQ(waitpid(child, nullptr, 0), child);
  const std::string ours = ProcessName();
  const std::string host = ours.substr(0, ours.rfind('-') + 1);
  EXPECT_TRUE(HasProcessEnded(absl::StrCat(host, child)));
  EXPECT_FALSE(HasProcessEnded(ours));
  EXPECT_FALSE(HasProcessEnded(absl::StrCat("not-", host, child)));
  for (const char* name : {"", "somebody", "-1"}) {
    EXPECT_FALSE(HasProcessEnded(name)) << name;
    EXPECT_FALSE(HasProcessEnded(absl::StrCat(host, name))) << name;
  }
}

TEST(FilesTest, AFullDiskIsAnErrorAndLeavesNothing) {
  EXPECT_THAT(FileError(ENOSPC, "cannot write", "file"),
              StatusIs(absl::StatusCode::kUnavailable,
                       HasSubstr("cannot write \"file\": ")));
  const std::string folder = NewFolder("full");
  std::filesystem::create_directory(folder + "/a");
  {
    // No file may have a byte.
    struct rlimit usual;
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &usual), 0);
    const struct rlimit none = {.rlim_cur = 0, .rlim_max = usual.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &none);
    const absl::Status status = WriteFileAtomically(folder + "/b", "text");
    setrlimit(RLIMIT_FSIZE, &usual);
    EXPECT_THAT(status, ::testing::Not(IsOk()));
  }
  EXPECT_THAT(WriteFileAtomically(folder + "/a", "text"),
              ::testing::Not(IsOk()));
  EXPECT_THAT(*NamesIn(folder + "/a"), IsEmpty());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder),
                          std::filesystem::directory_iterator()),
            1);
}

}  // namespace
}  // namespace dlx::units::files_test
