// The examples find what brute force has found.

#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

std::string OutputOf(const std::string& program) {
  const cli::testing::Result result =
      cli::testing::Run({absl::StrCat("examples/models/", program)}, {});
  EXPECT_EQ(result.exit_code, 0);
  return result.output;
}

// The magic squares of 3x3, each number less 5.
TEST(ModelsTest, ZeroSums) {
  const std::string output = OutputOf("zero_sums");
  EXPECT_THAT(output, EndsWith("8 boards\n"));
  EXPECT_THAT(output, HasSubstr("-3 4 -1 2 0 -2 1 -4 3 \n"));
}

// As many as a program of three loops finds.
TEST(ModelsTest, MagicSquares) {
  EXPECT_EQ(OutputOf("magic_square"), "10 magic squares\n");
}

TEST(ModelsTest, Nonogram) {
  EXPECT_EQ(OutputOf("nonogram"),
            "##.#..\n"
            ".#.###\n"
            ".#.##.\n"
            ".###..\n"
            ".####.\n"
            "...#.#\n"
            "1 picture\n");
}

TEST(ModelsTest, Kakuro) {
  EXPECT_EQ(OutputOf("kakuro"), "a=5 b=6 c=1 d=2 e=3 f=1 g=2 \n");
}

TEST(ModelsTest, Skyscrapers) {
  EXPECT_EQ(OutputOf("skyscrapers"),
            "1 2 3 4\n"
            "3 4 1 2\n"
            "2 3 4 1\n"
            "4 1 2 3\n");
}

}  // namespace
