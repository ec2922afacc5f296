// The documents that repeat the version say the same.

#include "dlx/base/version.h"

#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::testing::HasSubstr;

std::string ReadDocument(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(VersionTest, IsThatOfItsParts) {
  EXPECT_EQ(absl::StrCat(DLX_VERSION_MAJOR, ".", DLX_VERSION_MINOR, ".",
                         DLX_VERSION_PATCH),
            DLX_VERSION);
}

TEST(VersionTest, IsTheSameEverywhere) {
  EXPECT_THAT(ReadDocument("MODULE.bazel"),
              HasSubstr(absl::StrCat("    name = \"dlx\",\n    version = \"",
                                     DLX_VERSION, "\",\n")));
  EXPECT_THAT(ReadDocument("CITATION.cff"),
              HasSubstr(absl::StrCat("\nversion: ", DLX_VERSION, "\n")));
}

// The newest version is the first one.
TEST(VersionTest, TheChangelogBeginsWithIt) {
  const std::string changes = ReadDocument("CHANGELOG.md");
  const size_t first = changes.find("\n## [");
  ASSERT_NE(first, std::string::npos);
  EXPECT_THAT(changes.substr(first, 20),
              HasSubstr(absl::StrCat("\n## [", DLX_VERSION, "]")));
}

}  // namespace
}  // namespace dlx
