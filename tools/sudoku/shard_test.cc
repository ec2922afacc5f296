// Shards of files: each line is in exactly one, and the summaries of all add up
// to that of the whole.

#include "tools/sudoku/shard.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace sudoku::tool::shard_test {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::testing::AllOf;
using ::testing::HasSubstr;

Result Sudoku(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tools/sudoku/sudoku");
  return cli::testing::Run(arguments, {});
}

std::string WriteFile(const std::string& name, const std::string& text) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

constexpr char kLines[] =
    "# Puzzles of 4x4.\n"
    "1...2.......3..4\n"
    "\n"
    "1..4..1..2..3..2 with a long note, longer than the line of the puzzle\n"
    ".1......2.....4.,easy\r\n"
    "..............12\n"
    "# 1234............\n"
    "1...............\n"
    "4...2.......3..1";  // Without a line feed.

constexpr char kCsv[] =
    "name,puzzle,rating\n"
    "one,1...2.......3..4,1\n"
    "two,1..4..1..2..3..2,2.5\n"
    "three,.1......2.....4.,3\n"
    "four,..............12,3\n";

constexpr char kJson[] = R"({"puzzle":"1...2.......3..4"})"
                         "\n"
                         R"({"puzzle":"1..4..1..2..3..2","note":"two"})"
                         "\n"
                         R"({"puzzle":".1......2.....4."})"
                         "\n";

constexpr char kGrids[] =
    "1...\n2...\n....\n3..4\n\n"
    "1..4\n..1.\n.2..\n3..2\n\n";

struct File {
  const char* name;
  const char* text;
  InputFormat format;
};
constexpr File kFiles[] = {{"lines.txt", kLines, InputFormat::kLine},
                           {"puzzles.csv", kCsv, InputFormat::kCsv},
                           {"puzzles.json", kJson, InputFormat::kJson},
                           {"empty.txt", "", InputFormat::kLine}};

TEST(ShardTest, EachLineIsInExactlyOne) {
  for (const File& file : kFiles) {
    const std::string text = file.text;
    const int fd = open(WriteFile(file.name, text).c_str(), O_RDONLY);
    ASSERT_GE(fd, 0);
    // Up to more parts than there are bytes.
    for (size_t count = 1; count <= text.size() + 3; count += 1 + count / 8) {
      int64_t place = 0;
      for (size_t number = 1; number <= count; ++number) {
        const absl::StatusOr<FileShard> shard =
            FindShard(fd, {number, count}, {});
        ASSERT_TRUE(shard.ok()) << shard.status();
        EXPECT_EQ(shard->format, file.format);
        EXPECT_EQ(shard->begin, place);
        EXPECT_LE(shard->begin, shard->end);
        place = shard->end;
        const size_t begin = static_cast<size_t>(shard->begin);
        EXPECT_TRUE(begin == 0 || begin == text.size() ||
                    text[begin - 1] == '\n');
      }
      EXPECT_EQ(place, static_cast<int64_t>(text.size()));
    }
    close(fd);
  }
}

TEST(ShardTest, AllTogetherAreTheWhole) {
  for (const File& file : kFiles) {
    const std::string path = WriteFile(file.name, file.text);
    if (file.text[0] == '\0') continue;
    for (const char* command : {"solve", "count", "enumerate"}) {
      const std::string whole = Sudoku({command, path}).output;
      for (const int count : {2, 3, 7, 30}) {
        std::string output;
        for (int number = 1; number <= count; ++number) {
          output += Sudoku({command, path,
                            absl::StrCat("--shard=", number, "/", count)})
                        .output;
        }
        EXPECT_EQ(output, whole) << command << " " << path << " " << count;
      }
    }
  }
}

TEST(ShardTest, LinesOfRulesCanBeParted) {
  const std::string rules = WriteFile(
      "rules.txt",
      ".Shape~4x4.Thermo~R1C1~R1C2~R1C3\n.Shape~4x4.Cage~3~R1C1~R1C2\n");
  EXPECT_THAT(Sudoku({"count", rules, "--shard=1/2"}),
              AllOf(Exits(0), Prints("................ 48\n")));
  EXPECT_EQ(Sudoku({"count", rules, "--input=line"}).output,
            Sudoku({"count", rules}).output);
}

TEST(ShardTest, WhatSpansLinesIsRefused) {
  const std::string grids = WriteFile("grids.sdk", kGrids);
  EXPECT_THAT(Sudoku({"solve", grids, "--shard=1/2"}),
              AllOf(Exits(66), Prints(""),
                    Complains(HasSubstr("a line does not say all"))));
  EXPECT_THAT(Sudoku({"solve", "-", "--shard=1/2"}),
              AllOf(Exits(66), Complains(HasSubstr("--shard is for files"))));
  EXPECT_THAT(Sudoku({"solve", "1...2.......3..4", "--shard=1/2"}),
              AllOf(Exits(66), Complains(HasSubstr("--shard is for files"))));
  EXPECT_THAT(Sudoku({"solve", grids, "--shard=3/2"}), Exits(2));
  EXPECT_THAT(Sudoku({"solve", grids, "--shard=1/2", "--puzzle=1"}),
              AllOf(Exits(2), Complains(HasSubstr("--puzzle counts"))));
}

// The summary of a shard, as a file.
std::string SummaryOf(const std::string& path, int number, int count,
                      std::vector<std::string> command = {"solve"}) {
  const std::string name = absl::StrCat(
      absl::StrReplaceAll(absl::StrJoin(command, "-"), {{"/", ""}}), number,
      "-of-", count, ".json");
  command.insert(command.begin() + 1, path);
  command.push_back("--json");
  command.push_back(absl::StrCat("--shard=", number, "/", count));
  return WriteFile(name, Sudoku(command).output);
}

TEST(ShardTest, SummariesAddUp) {
  const std::string path = WriteFile("lines.txt", kLines);
  const std::string whole = Sudoku({"solve", path, "--json"}).output;
  const std::string counts = whole.substr(
      whole.rfind("{\"type\":\"summary\""),
      whole.find("\"interrupted\"", whole.rfind("{\"type\":\"summary\"")) -
          whole.rfind("{\"type\":\"summary\""));
  ASSERT_THAT(counts, HasSubstr("\"puzzles\":6"));
  for (const int count : {2, 3, 20}) {
    std::vector<std::string> words = {"merge"};
    for (int number = count; number >= 1; --number) {
      words.push_back(SummaryOf(path, number, count));
    }
    EXPECT_THAT(Sudoku(words), AllOf(Exits(0), Prints(HasSubstr(counts))));
  }
}

TEST(ShardTest, SummariesOfOtherWorkAreRefused) {
  const std::string path = WriteFile("lines.txt", kLines);
  const std::string one = SummaryOf(path, 1, 2);
  EXPECT_THAT(Sudoku({"merge", one, SummaryOf(path, 2, 2, {"check"})}),
              AllOf(Exits(65), Prints(""),
                    Complains(HasSubstr("is what came of \"check\", and"))));
  EXPECT_THAT(
      Sudoku({"merge", one, SummaryOf(path, 2, 2, {"solve", "--diagonal"})}),
      AllOf(Exits(65), Prints(""),
            Complains(HasSubstr("\"solve --diagonal=true\", and"))));
  // What does not change the result may differ.
  EXPECT_THAT(
      Sudoku({"merge", one, SummaryOf(path, 2, 2, {"solve", "--threads=2"})}),
      Exits(0));
  // The same size is not the same file.
  std::string changed = kLines;
  changed.replace(changed.find("1...2"), 5, "2...1");
  EXPECT_THAT(
      Sudoku(
          {"merge", one, SummaryOf(WriteFile("changed.txt", changed), 2, 2)}),
      AllOf(Exits(65), Prints(""), Complains(HasSubstr("of another input"))));
  const std::string two = SummaryOf(path, 2, 2);
  std::string other = Sudoku({"solve", path, "--json", "--shard=2/2"}).output;
  const size_t version = other.find("\"version\":\"") + 11;
  other.insert(version, "9");
  EXPECT_THAT(Sudoku({"merge", one, WriteFile("other.json", other)}),
              AllOf(Exits(65), Prints(""),
                    Complains(HasSubstr("was made by version \"9"))));
  EXPECT_THAT(Sudoku({"merge", one, two}), Exits(0));
}

TEST(ShardTest, SummariesThatDoNotBelongTogetherAreRefused) {
  const std::string path = WriteFile("lines.txt", kLines);
  const std::string other = WriteFile("puzzles.csv", kCsv);
  const std::string one = SummaryOf(path, 1, 3);
  const std::string two = SummaryOf(path, 2, 3);
  const std::string three = SummaryOf(path, 3, 3);
  EXPECT_THAT(Sudoku({"merge", one, two, three}), Exits(0));
  EXPECT_THAT(Sudoku({"merge", one, three}),
              AllOf(Exits(75), Prints(""),
                    Complains(HasSubstr("shard 2/3 is missing"))));
  EXPECT_THAT(Sudoku({"merge", one, two, two, three}),
              AllOf(Exits(65), Complains(HasSubstr("there twice"))));
  EXPECT_THAT(
      Sudoku({"merge", one, SummaryOf(path, 2, 4)}),
      AllOf(Exits(65), Complains(HasSubstr("is one of 4 shards, and"))));
  EXPECT_THAT(Sudoku({"merge", two, SummaryOf(other, 1, 3)}),
              AllOf(Exits(65), Complains(HasSubstr("of another input"))));
  EXPECT_THAT(Sudoku({"merge", path}),
              AllOf(Exits(65), Complains(HasSubstr("end with a summary"))));
  EXPECT_THAT(
      Sudoku({"merge", WriteFile("whole.json",
                                 Sudoku({"solve", path, "--json"}).output)}),
      AllOf(Exits(65), Complains(HasSubstr("which shard"))));
}

}  // namespace
}  // namespace sudoku::tool::shard_test
