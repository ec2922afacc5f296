// The README shows first.cc as it stands, and what it prints.

#include <fstream>
#include <sstream>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace {

using ::testing::HasSubstr;

std::string ReadFile(const std::string& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

TEST(FirstTest, StandsInTheReadme) {
  const std::string program = ReadFile("examples/first/first.cc");
  ASSERT_THAT(program, HasSubstr("int main()"));
  EXPECT_THAT(ReadFile("README.md"),
              HasSubstr(absl::StrCat("```cpp\n", program, "```\n")));
}

TEST(FirstTest, PrintsWhatTheReadmeSays) {
  const cli::testing::Result result =
      cli::testing::Run({"examples/first/first"}, {});
  EXPECT_EQ(result.exit_code, 0);
  ASSERT_THAT(result.output, HasSubstr("{a b}"));
  EXPECT_THAT(ReadFile("README.md"),
              HasSubstr(absl::StrCat("```text\n", result.output, "```\n")));
}

}  // namespace
