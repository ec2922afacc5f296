#include "tools/cli/input_file.h"

#include <unistd.h>

#include <fstream>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

using ::dlx::testing::StatusIs;
using ::testing::HasSubstr;

std::string WriteFile(const std::string& name, const std::string& text) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

TEST(ReadInputTest, ReadsAllOfAFile) {
  // Sizes around those at which the buffer grows.
  for (int size : {0, 1, 65535, 65536, 65537, 1000000}) {
    std::string text(static_cast<size_t>(size), 'x');
    if (size > 0) text.back() = '\0';
    const std::string path = WriteFile("file", text);
    const absl::StatusOr<InputFile> file = ReadInput(path);
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_EQ(file->text, text);
    EXPECT_EQ(file->name, path);
  }
}

TEST(ReadInputTest, ReadsStandardInputFromAPipe) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string text(60000, 'y');  // Fits in a pipe.
  ASSERT_EQ(write(ends[1], text.data(), text.size()), 60000);
  close(ends[1]);
  ASSERT_EQ(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  const absl::StatusOr<InputFile> file = ReadInput("-");
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->text, text);
  EXPECT_EQ(file->name, "standard input");
}

TEST(ReadInputTest, ReadsNoFurtherThanANulByteFromWhatMayBeEndless) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const std::string text("ab\0c", 4);
  ASSERT_EQ(write(ends[1], text.data(), text.size()), 4);
  ASSERT_EQ(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
  const absl::StatusOr<InputFile> file = ReadInput("-");  // Has not ended.
  close(ends[1]);
  ASSERT_TRUE(file.ok()) << file.status();
  EXPECT_EQ(file->text, text);
}

TEST(ReadInputTest, SaysWhatCannotBeRead) {
  EXPECT_THAT(ReadInput("no such file"),
              StatusIs(absl::StatusCode::kNotFound,
                       "cannot read \"no such file\": No such file or "
                       "directory"));
  EXPECT_THAT(ReadInput(::testing::TempDir()).status().message(),
              HasSubstr("Is a directory"));
  EXPECT_THAT(ReadInput(""),
              StatusIs(absl::StatusCode::kNotFound,
                       "an empty argument is no file; - is standard input"));
}

}  // namespace
}  // namespace cli
