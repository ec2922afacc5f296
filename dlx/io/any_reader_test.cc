#include "dlx/io/any_reader.h"

#include <algorithm>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/io/problem_difference.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace any_reader_test {

using ::testing::HasSubstr;

// What Knuth's format has in place of a text.
std::string Read(const std::string& text) {
  const absl::StatusOr<Problem> problem = ReadAnyProblem(text, "file");
  if (!problem.ok()) return std::string(problem.status().message());
  return WriteProblem(*problem).value();
}

// The example of Wikipedia and of a well-known Java tutorial.
constexpr char kSets[] =
    "1 2 3 4 5 6 7 | A B C D E F\n"
    "1 4 7 A\n1 4 B\n4 5 7 C\n3 5 6 D\n2 3 6 7 E\n2 7 F\n";

TEST(AnyReaderTest, KnuthsFormatIsReadAsEver) {
  const std::string text = "a 2|b | x\na b x:1\nb |3\n";
  EXPECT_EQ(DifferenceBetween(*ReadProblem(text), *ReadAnyProblem(text)), "");
  // Also where it could be something else.
  EXPECT_EQ(Read("0 1\n1 0\n0\n"), "0 1\n1 0\n0\n");
  EXPECT_EQ(Read("p ec 4\np ec\n4\n"), "p ec 4\np ec\n4\n");
  EXPECT_EQ(Read("{a} b\n{a} b\n"), "{a} b\n{a} b\n");
  EXPECT_EQ(Read("a[1] a[2]\n"), "a[1] a[2]\n");
  EXPECT_EQ(Read("a b\na c\n"), "file:2:3: unknown item \"c\"");
}

TEST(AnyReaderTest, SetsBetweenBrackets) {
  for (const std::string text :
       {"A = {1, 4, 7}\nB = {1, 4}\nC = {4, 5, 7}\nD = {3, 5, 6}\n"
        "E = {2, 3, 6, 7}\nF = {2, 7}\n",
        "# A tutorial's.\nX = {1, 2, 3, 4, 5, 6, 7}\nY = {\n"
        "    'A': [1, 4, 7],\n    'B': [1, 4],\n    'C': [4, 5, 7],\n"
        "    'D': [3, 5, 6],\n    'E': [2, 3, 6, 7],\n    'F': [2, 7]}\n",
        "{\"A\": {1, 4, 7}, \"B\": {1, 4}, \"C\": {4, 5, 7}, \"D\": {3, 5, 6}, "
        "\"E\": {2, 3, 6, 7}, \"F\": {2, 7}}",
        "int[] A = {1,4,7}; // the first one\nint[] B = {1,4};\n"
        "int[] C = {4,5,7};\nint[] D = {3,5,6};\nint[] E = {2,3,6,7};\n"
        "int[] F = {2,7};\n",
        "A: (1 4 7)\r\nB: (1 4)\r\nC: (4 5 7)\r\nD: (3 5 6)\r\n"
        "E: (2 3 6 7)\r\nF: (2 7)\r\n"}) {
    EXPECT_EQ(Read(text), kSets) << text;
  }
  EXPECT_EQ(Read("int[][] s = {{1, 4, 7}, {10, 4}};"),
            "1 4 7 10\n1 4 7\n10 4\n");
  EXPECT_EQ(Read("P = {y, x}\nQ = {x}\n"), "y x | P Q\ny x P\nx Q\n");
  // An item that no set has, and names that items have, too.
  EXPECT_EQ(Read("U = {1, 2, 3}\nS = {{1, 2}}\n"), "1 2 3\n1 2\n");
  EXPECT_EQ(Read("1 = {1, 2}\n2 = {2}\n"), "1 2 | #1 #2\n1 2 #1\n2 #2\n");
}

TEST(AnyReaderTest, RowsOfZerosAndOnesBetweenBrackets) {
  EXPECT_EQ(Read("int[][] m = {{1, 0, 1}, {0, 1, 0}};"), "1 2 3\n1 3\n2\n");
  EXPECT_EQ(Read("[[1 0 1]\n [0 1 0]]\n"), "1 2 3\n1 3\n2\n");
  EXPECT_EQ(Read("X = [a, b, c]\nM = {'p': [1, 0, 1], 'q': [0, 1, 0]}\n"),
            "a b c | p q\na c p\nb q\n");
  EXPECT_EQ(Read("[[1,0],[0,1],[1,1]]"), "1 2\n1\n2\n1 2\n");
  EXPECT_EQ(Read("A = [0, 1]\nB = [1, 1]"), "1 2 | A B\n2 A\n1 2 B\n");
  // Sets of 0 and 1, and rows that are not equally long.
  EXPECT_EQ(Read("A = {0, 1}\nB = {1, 0}\n"), "0 1 | A B\n0 1 A\n1 0 B\n");
  EXPECT_THAT(Read("S = {{1, 0, 1}, {0, 1}}"),
              HasSubstr("file:1:17: this row has 2 entries, and not 3"));
}

TEST(AnyReaderTest, TablesOfZerosAndOnes) {
  const std::string rows[] = {"1 0 0 1 0 0 1", "1 0 0 1 0 0 0",
                              "0 0 0 1 1 0 1", "0 0 1 0 1 1 0",
                              "0 1 1 0 0 1 1", "0 1 0 0 0 0 1"};
  std::string named, plain, close, csv = "\"\",1,2,3,4,5,6,7\n";
  char name = 'A';
  for (std::string row : rows) {
    absl::StrAppend(&named, std::string(1, name), "  ", row, "\n");
    absl::StrAppend(&plain, row, "\n");
    for (char& c : row) c = c == ' ' ? ',' : c;
    absl::StrAppend(&csv, "\"", std::string(1, name), "\",", row, "\n");
    row.erase(std::remove(row.begin(), row.end(), ','), row.end());
    absl::StrAppend(&close, std::string(1, name++), " ", row, "\n");
  }
  EXPECT_EQ(Read(named), kSets);
  EXPECT_EQ(Read(close), kSets);
  EXPECT_EQ(Read(csv), kSets);
  EXPECT_EQ(Read(absl::StrCat("  1 2 3 4 5 6 7\n", named)), kSets);
  EXPECT_EQ(Read(absl::StrCat("* 1 2 3 4 5 6 7\n", named)), kSets);
  EXPECT_EQ(Read(plain),
            "1 2 3 4 5 6 7\n1 4 7\n1 4\n4 5 7\n3 5 6\n2 3 6 7\n2 7\n");
  EXPECT_EQ(Read(absl::StrCat("a b c d e f g\n", plain)),
            "a b c d e f g\na d g\na d\nd e g\nc e f\nb c f g\nb g\n");
  // Rows that are numbered, which is only to be seen from the heading.
  EXPECT_EQ(Read("a b c\n0 1 0 0\n1 0 1 1\n"), "a b c | 0 1\na 0\nb c 1\n");
}

TEST(AnyReaderTest, BenchmarkFiles) {
  EXPECT_EQ(Read("c a comment\np ec 4\ns 1 2\nc another\ns 3 4\ns 4 3 2\n"),
            "1 2 3 4\n1 2\n3 4\n4 3 2\n");
  EXPECT_EQ(Read("p ec 3 2\r\ns 1\r\n\r\ns 2\r\n"), "1 2 3\n1\n2\n");
}

TEST(AnyReaderTest, WhatIsWrongIsSaidWithItsPlace) {
  const struct {
    const char* text;
    const char* sentence;
  } kCases[] = {
      {"A = {1, 4, 7}\nA = {1}\n", "file:2:1: there are two sets \"A\""},
      {"A = {1, 4, 1}\n", "file:1:5: "},
      {"A = {1, 4\n", "file:1:5: this bracket is never closed"},
      {"A = {1]\n", "file:1:7: no bracket is closed by this ]"},
      {"A = {}\nB = {1}\n", "file:1:5: "},
      {"A = 3\nB = {1}\n", "unknown item"},
      {"A = {1}\nB = 3\n", "file:2:5: a set should follow \"B\""},
      {"{'A': 1}\n", "file:1:7: a set should follow \"A\""},
      {"= {1}\n", "file:1:1: a name should stand before this"},
      {"A = {1, 2, {3}}\n", "file:1:12: a set is no item of another one"},
      {"A = {1, ..., 7}\n", "file:1:9: all items must be listed"},
      {"A = {a|b}\n", "file:1:6: \"a|b\" cannot be a name"},
      {"X = {1, 2}\nY = {'A': [1, 3]}\n", "file:2:15: unknown item \"3\""},
      {"1 0 1\n1 0\n1 1 1\n", "file:2:1: this row has 2 entries, and not 3"},
      {"1 0 1\n0 1 0\n1 2 1\n", "file:3:1: this is no row of zeros and ones"},
      {"a b\n1 0 1\n1 1 1\n0 1 1\n", "file:3:1: there are two sets \"1\""},
      {"a b c d\n1 0\n1 1\n", "file:2:1: this row has 2 entries, but"},
      {"p ec 3\ns 1 4\n", "file:2:5: an element is a number from 1 to 3"},
      {"p ec 3\ns 1 x\n", "file:2:5: an element is a number from 1 to 3"},
      {"p ec 3\ns 0\n", "file:2:3: an element is a number from 1 to 3"},
      {"p ec 3\ns 1 1\n", "file:2:1: "},
      {"p ec 3\ns\n", "file:2:1: "},
      {"p ec 3\ns 1\nt 2\n", "file:3:1: a line begins with s"},
      {"c x\np ec 0  \n", "file:2:1: there are no elements"},
      {"p ec 3 4 5\ns 1\n", "file:1:10: after `p ec` stand"},
      {"p ec 3 4\ns 1\n", "there are 1 sets, but `p ec` says 4"},
      {"p ec 4000000000\ns 1\n", "file:1:1: most of 4000000000 elements"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(Read(test.text), HasSubstr(test.sentence)) << test.text;
  }
}

}  // namespace any_reader_test
}  // namespace dlx::io
