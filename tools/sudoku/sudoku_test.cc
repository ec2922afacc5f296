// The program sudoku from the outside: what it prints where, and how it exits.

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace sudoku::tool::sudoku_test {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Result;
using ::cli::testing::Subprocess;
using ::cli::testing::SubprocessOptions;
using ::cli::testing::ThreadsCanBeRefused;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::Each;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

Result Sudoku(std::vector<std::string> arguments,
              const SubprocessOptions& options = {}) {
  arguments.insert(arguments.begin(), "tools/sudoku/sudoku");
  return cli::testing::Run(arguments, options);
}

std::string ReadFile(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string WriteFile(const std::string& name, const std::string& text) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::vector<std::string> Lines(absl::string_view text) {
  std::vector<std::string> lines =
      absl::StrSplit(text, '\n', absl::SkipEmpty());
  return lines;
}

std::string Repeat(absl::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) absl::StrAppend(&result, text);
  return result;
}

// From a well-known tutorial.
constexpr char kPuzzle[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1.."
    "9...."
    "4..";
constexpr char kSolution[] =
    "81275364994368217567549128315423789636984572128716953452197436843852691779"
    "63184"
    "52";

// With 1, 2, 3, 4 on the diagonal; its two solutions are each other's
// transpose.
constexpr char kTwo[] = "1....2....3....4";
constexpr char kTwoSolutions[] = "1342421324313124\n1423324141322314\n";

constexpr char kNone[] = "11..............";
constexpr char kOne[] = "1..4..1..2..3..2";
constexpr char kOneSolution[] = "1324241342313142";

// ---------------------------------------------------------------- solve

// //:solve is one command of sudoku as a program.
TEST(SolveTest, SaysWhatSudokuSolveSays) {
  const std::vector<std::vector<std::string>> command_lines = {
      {"1..4..1..2..3..2"},
      {"1....2....3....4", "--format=csv"},
      {"testdata/sudoku/norvig_hardest11.txt", "--threads=1"},
      {"no_such_file"},
      {"--help"},
      {"--difficulty=easy"},
      {}};
  for (const std::vector<std::string>& arguments : command_lines) {
    std::vector<std::string> whole = {"tools/sudoku/sudoku", "solve"};
    std::vector<std::string> alone = {"tools/sudoku/solve"};
    whole.insert(whole.end(), arguments.begin(), arguments.end());
    alone.insert(alone.end(), arguments.begin(), arguments.end());
    const Result expected = cli::testing::Run(whole);
    const Result actual = cli::testing::Run(alone);
    EXPECT_EQ(actual.output, expected.output) << absl::StrJoin(arguments, " ");
    EXPECT_EQ(actual.error, expected.error);
    EXPECT_EQ(actual.exit_code, expected.exit_code);
  }
}

TEST(SolveTest, AnArgumentGivesAGrid) {
  EXPECT_THAT(Sudoku({"solve", kPuzzle}),
              AllOf(Exits(0), Complains(""),
                    Prints("+-------+-------+-------+\n"
                           "| 8 1 2 | 7 5 3 | 6 4 9 |\n"
                           "| 9 4 3 | 6 8 2 | 1 7 5 |\n"
                           "| 6 7 5 | 4 9 1 | 2 8 3 |\n"
                           "+-------+-------+-------+\n"
                           "| 1 5 4 | 2 3 7 | 8 9 6 |\n"
                           "| 3 6 9 | 8 4 5 | 7 2 1 |\n"
                           "| 2 8 7 | 1 6 9 | 5 3 4 |\n"
                           "+-------+-------+-------+\n"
                           "| 5 2 1 | 9 7 4 | 3 6 8 |\n"
                           "| 4 3 8 | 5 2 6 | 9 1 7 |\n"
                           "| 7 9 6 | 3 1 8 | 4 5 2 |\n"
                           "+-------+-------+-------+\n"
                           "This is the only solution.\n")));
}

TEST(SolveTest, SaysWhatIsWrongWithAPuzzle) {
  EXPECT_THAT(Sudoku({"solve", kNone}),
              AllOf(Exits(0), Prints(EndsWith("no solution: two 1s in row 1: "
                                              "r1c1 and r1c2; two 1s in box 1: "
                                              "r1c1 and r1c2\n"))));
  EXPECT_THAT(Sudoku({"solve", kTwo}),
              Prints(EndsWith("This is one of several solutions.\n")));
}

TEST(SolveTest, FilesGiveLinesInTheirOrder) {
  const std::string path = WriteFile(
      "mixed.txt", absl::StrCat("# Some puzzles\n", kPuzzle, " Baeldung's\n\n",
                                kTwo, "\n", kNone, " # broken\n", kOne, "\n"));
  const std::string expected =
      absl::StrCat(kSolution, " unique Baeldung's\n", "1342421324313124",
                   " multiple solutions\n", kNone, " no solution broken\n",
                   kOneSolution, " unique\n");
  EXPECT_THAT(Sudoku({"solve", path}),
              AllOf(Exits(0), Prints(expected), Complains("")));
  // Standard input too, and several inputs.
  EXPECT_THAT(Sudoku({"solve", "-"}, {.input = absl::StrCat(kOne, "\n")}),
              Prints(absl::StrCat(kOneSolution, " unique\n")));
  EXPECT_THAT(Sudoku({"solve", path, "-"}, {.input = absl::StrCat(kOne, "\n")}),
              Prints(absl::StrCat(expected, kOneSolution, " unique\n")));
}

TEST(SolveTest, TheNumberOfThreadsMakesNoDifference) {
  std::string text;
  for (int i = 0; i < 600; ++i) {
    absl::StrAppend(&text,
                    i % 3 == 0   ? kPuzzle
                    : i % 3 == 1 ? kTwo
                                 : kOne,
                    " ", i, "\n");
    if (i % 100 == 50) absl::StrAppend(&text, "wrong ", i, "\n");
  }
  const std::string path = WriteFile("many.txt", text);
  const Result one = Sudoku({"solve", path, "--threads=1"});
  EXPECT_THAT(one, Exits(65));
  EXPECT_THAT(Lines(one.output), SizeIs(600));
  EXPECT_THAT(Lines(one.output)[599], EndsWith(" 599"));
  for (const char* threads : {"--threads=2", "--threads=5"}) {
    EXPECT_THAT(Sudoku({"solve", path, threads}),
                AllOf(Exits(65), Prints(one.output), Complains(one.error)));
  }
}

// Threads that cannot be started are done without, or there is a sentence.
TEST(ProgramTest, ASystemMayRefuseThreads) {
  if (!ThreadsCanBeRefused()) GTEST_SKIP();
  const std::string path =
      WriteFile("threadless.txt", absl::StrCat(kOne, "\n", kPuzzle, "\n"));
  for (const char* command : {"solve", "check", "count", "minimal"}) {
    const Result usual = Sudoku({command, path, "--threads=4"});
    EXPECT_THAT(
        Sudoku({command, path, "--threads=4"}, {.refuses_threads = true}),
        AllOf(Exits(usual.exit_code), Prints(usual.output)))
        << command;
  }
  EXPECT_THAT(Sudoku({"generate", "--count=9", "--threads=4"},
                     {.refuses_threads = true}),
              AllOf(Exits(71), Prints(""),
                    Complains("sudoku: error: no thread can be started\n")));
}

TEST(SolveTest, AnswersPuzzlesAsTheyArrive) {
  // The program would not end by itself: the input stays open.
  Subprocess sudoku(
      {"/bin/sh", "-c",
       absl::StrCat("(echo ", kPuzzle,
                    "; exec sleep 600) | tools/sudoku/sudoku solve -")});
  EXPECT_EQ(sudoku.ReadLine(), absl::StrCat(kSolution, " unique"));
}

TEST(SolveTest, WrongInputIsReportedAndTheWorkGoesOn) {
  const std::string path = WriteFile(
      "wrong.txt", absl::StrCat(kPuzzle, "\n", kPuzzle, "1\n", kTwo, "\n",
                                Repeat("?", 81), "\n", kOne, "\n"));
  EXPECT_THAT(
      Sudoku({"solve", path}),
      AllOf(Exits(65),
            Prints(absl::StrCat(kSolution, " unique\n",
                                "1342421324313124 multiple "
                                "solutions\n",
                                kOneSolution, " unique\n")),
            Complains(absl::StrCat(
                "sudoku: ", path,
                ":2:1: a puzzle of 9x9 has 81 cells, but here are 82\n",
                "sudoku: ", path,
                ":4:1: '?' is neither a digit nor an empty cell\n",
                "sudoku: 3 puzzles: 2 unique, 1 multiple solutions; 2 wrong "
                "inputs\n"))));
  EXPECT_THAT(Sudoku({"solve", Repeat(".", 80)}),
              AllOf(Exits(65), Prints(""),
                    Complains("sudoku: argument:1:1: a puzzle of 9x9 has 81 "
                              "cells, but here are 80\n")));
}

TEST(SolveTest, ChecksSolutionsThatStandBesideTheirPuzzles) {
  const std::string good =
      absl::StrCat("puzzle,solution\n", kPuzzle, ",", kSolution, "\n");
  EXPECT_THAT(Sudoku({"solve", "-"}, {.input = good}),
              AllOf(Exits(0), Complains("")));
  const struct {
    std::string puzzle;
    std::string solution;
    const char* sentence;
  } kCases[] = {
      {kOne, "2324241342313142",
       "the stated solution has 2 in r1c1, where the puzzle has 1"},
      {kOne, "1334241342313142",
       "the stated solution has two 3s in row 1: r1c2 and r1c3"},
      {"1...............", "1243341221344321", nullptr},
      {kNone, "1134341221434321",
       "the stated solution has two 1s in row 1: r1c1 and r1c2"},
  };
  for (const auto& wrong : kCases) {
    const Result result =
        Sudoku({"solve", "-"},
               {.input = absl::StrCat(wrong.puzzle, ",", wrong.solution)});
    if (wrong.sentence == nullptr) {
      EXPECT_THAT(result, AllOf(Exits(0), Complains("")));
      continue;
    }
    EXPECT_THAT(result, AllOf(Exits(65), Complains(StartsWith(absl::StrCat(
                                             "sudoku: standard input:1: ",
                                             wrong.sentence, "\n")))));
    EXPECT_THAT(Lines(result.output), SizeIs(1)) << "The puzzle is solved.";
  }
}

TEST(SolveTest, WritesJsonLines) {
  const std::string input = absl::StrCat(kOne, " Monday\n", kTwo, "\n", kNone);
  const Result result = Sudoku({"solve", "-", "--json"}, {.input = input});
  EXPECT_THAT(result, AllOf(Exits(0), Complains("")));
  const std::vector<std::string> lines = Lines(result.output);
  ASSERT_THAT(lines, SizeIs(4));
  EXPECT_THAT(
      lines[0],
      MatchesRegex(absl::StrCat(
          R"(\{"type":"puzzle","source":"standard input","line":1,"puzzle":")",
          absl::StrReplaceAll(kOne, {{".", "\\."}}),
          R"(","note":"Monday","verdict":"unique","solution":")", kOneSolution,
          R"(","nodes":[0-9]+\})")));
  EXPECT_THAT(lines[1],
              HasSubstr(R"("second_solution":"1423324141322314",)"
                        R"("differing_cells":["r1c2","r1c3","r1c4","r2c1",)"
                        R"("r2c3","r2c4","r3c1","r3c2","r3c4","r4c1","r4c2",)"
                        R"("r4c3"],"nodes":)"));
  EXPECT_THAT(
      lines[2],
      HasSubstr(R"("verdict":"no solution","reason":"two 1s in row 1)"));
  EXPECT_THAT(lines[3],
              StartsWith(R"({"type":"summary","puzzles":3,"unique":1,)"
                         R"("no_solution":1,"multiple_solutions":1,)"
                         R"("undecided":0,"limited":0,"wrong_inputs":0,)"
                         R"("interrupted":false,"nodes":)"));
  // Its output can be its input.
  EXPECT_THAT(Sudoku({"solve", "-"}, {.input = lines[0] + "\n"}),
              AllOf(Exits(0), Prints(StartsWith(kOneSolution))));
}

TEST(SolveTest, WritesCsv) {
  EXPECT_THAT(
      Sudoku({"solve", "-", "--format=csv"},
             {.input = absl::StrCat(kOne, " Monday, \"easy\"\n", kTwo)}),
      AllOf(Exits(0),
            Prints(ContainsRegex(absl::StrCat(
                "^source,line,puzzle,note,verdict,reason,solution,"
                "second_solution,differing_cells,nodes\n"
                "standard input,1,",
                kOne, ",\"Monday, \"\"easy\"\"\",unique,,", kOneSolution,
                ",,,[0-9]+\nstandard input,2,", kTwo,
                ",,multiple solutions,,1342421324313124,1423324141322314,"
                "r1c2 r1c3 r1c4 r2c1 r2c3 r2c4 r3c1 r3c2 r3c4 r4c1 r4c2 "
                "r4c3,[0-9]+\n$")))));
}

TEST(SolveTest, TellsStatistics) {
  EXPECT_THAT(
      Sudoku({"solve", "-", "--stats"},
             {.input = absl::StrCat(kPuzzle, "\n", kOne, "\n")}),
      Complains(MatchesRegex(
          "sudoku: 2 puzzles in .* \\([0-9,?]+ a second\\); [0-9,]+ nodes "
          "\\([0-9.]+ a puzzle\\); the most for one puzzle: [0-9,]+, standard "
          "input:1: 8\\.\\..*\n")));
}

TEST(SolveTest, NeedsNoMoreThanTheFlagsSay) {
  EXPECT_THAT(Sudoku({"solve", "--nodes=1", Repeat(".", 81)}),
              AllOf(Exits(75), Prints(HasSubstr("undecided: node limit"))));
}

// ---------------------------------------------------------------- geometries

TEST(GeometryFlagsTest, ChooseTheGeometry) {
  // With diagonals the puzzle with two solutions has none.
  EXPECT_THAT(Sudoku({"count", "--diagonal", Repeat(".", 16)}),
              Prints(EndsWith(" 48\n")));
  EXPECT_THAT(Sudoku({"count", "--box=3x2", Repeat(".", 36), "--limit=5"}),
              AllOf(Exits(75), Prints(EndsWith(" at least 5\n"))));
  EXPECT_THAT(
      Sudoku({"solve", "--format=line",
              "--regions=111222333111222333111222333444555666444555666444555666"
              "777888999777888999777888999",
              kPuzzle}),
      Prints(absl::StrCat(kSolution, " unique\n")));
  EXPECT_THAT(Sudoku({"show", "--windoku", "--nocandidates", Repeat(".", 81)}),
              Prints(EndsWith("9x9 with 4 extra regions, 0 clues\n")));
  EXPECT_THAT(Sudoku({"count", "--extra=aabb............", Repeat(".", 16)}),
              Prints(EndsWith(" 288\n")));
}

TEST(GeometryFlagsTest, WhatMakesNoSenseIsAUsageError) {
  const struct {
    std::vector<std::string> flags;
    const char* sentence;
  } kCases[] = {
      {{"--size=7"}, "a grid of size 7 has no boxes, because 7 is prime"},
      {{"--size=100"}, "a grid with boxes has 4 to 36 rows, not 100"},
      {{"--size=-1"}, "\"-1\" is not a value for --size"},
      {{"--size=9", "--box=2x3"}, "--size=9 does not fit"},
      {{"--box=1x5"}, "a box needs at least 2 rows and 2 columns"},
      {{"--box=3"}, "the rows and columns of a box are expected"},
      {{"--box=2x3", "--regions=1122113243324443"}, "but not both"},
      {{"--regions=1122113243324445"}, "needs 4 regions"},
      {{"--windoku", "--box=2x3"}, "windows need square boxes"},
      {{"--input=xml"}, "xml\" is not a value for --input: auto, line, sdm, "},
      {{"--format=xml"}, "grid, line, json or csv is expected"},
      {{"--extra=aab"}, "a character for each cell of a square grid"},
      {{"--extra=aabb............", "--size=9"}, "for each of the 81 cells"},
      {{"--set=Q"}, "\"Q\" is not a cell and its digit"},
      {{"--set=r1c1"}, "\"r1c1\" is not a cell and its digit"},
      {{"--set=r1c1=?"}, "\"r1c1=?\" is not a cell and its digit"},
      {{"--threads=-1"}, "a number of threads from 1 to 1024 is expected"},
      {{"--threads=two"}, "a number of threads from 1 to 1024 is expected"},
      {{"--engine=memo_counter"}, "engine memo_counter can only count"},
  };
  for (const auto& wrong : kCases) {
    std::vector<std::string> arguments = {"solve", kOne};
    arguments.insert(arguments.end(), wrong.flags.begin(), wrong.flags.end());
    EXPECT_THAT(Sudoku(arguments), AllOf(Exits(2), Prints(""),
                                         Complains(HasSubstr(wrong.sentence))))
        << wrong.flags[0];
  }
}

TEST(GeometryFlagsTest, SetFillsInCells) {
  // Moler's symmetric board: of the candidates 1, 5, 7 and 9 of its first cell
  // only 9 leads to a solution.
  const std::string moler =
      ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4......."
      "8."
      "3..4..2.";
  EXPECT_THAT(Sudoku({"show", "--json", moler}),
              Prints(HasSubstr(R"("candidates":["1579","2",)")));
  for (const char* digit : {"1", "5", "7"}) {
    EXPECT_THAT(Sudoku({"check", absl::StrCat("--set=r1c1=", digit), moler}),
                AllOf(Exits(1), Prints("no solution: r1c1 holds 9 in the only "
                                       "solution without --set\n")));
  }
  EXPECT_THAT(Sudoku({"check", "--set=A1=9", moler}),
              AllOf(Exits(0), Prints(StartsWith("unique"))));
  EXPECT_THAT(Sudoku({"check", "--set=A1=9,i9=9", moler}),
              AllOf(Exits(0), Prints(StartsWith("unique"))))
      << "Norvig's names";
  for (const char* wrong : {"r1c2=3", "r10c1=1", "r1c1=A"}) {
    EXPECT_THAT(Sudoku({"check", absl::StrCat("--set=", wrong), moler}),
                AllOf(Exits(65), Complains(HasSubstr("--set: "))));
  }
}

TEST(GeometryFlagsTest, JigsawsBringTheirRegions) {
  EXPECT_THAT(
      Sudoku({"solve", "-"}, {.input = "1...2.......3...|1122113243324443 one\n"
                                       "1..4..1..2..3..2 two\n"}),
      AllOf(Exits(0), Prints(AllOf(HasSubstr(" one\n"),
                                   HasSubstr("1324241342313142 unique two")))));
}

// ---------------------------------------------------------------- check

TEST(CheckTest, GivesAVerdictForEachPuzzle) {
  EXPECT_THAT(Sudoku({"check", kOne}),
              Prints("unique; easy: singles alone solve it\n"));
  EXPECT_THAT(Sudoku({"check", kPuzzle}),
              AllOf(Exits(0), Prints("unique\n"), Complains("")));
  EXPECT_THAT(
      Sudoku({"check", kTwo}),
      AllOf(Exits(1),
            Prints("multiple solutions: 1342421324313124 and 1423324141322314 "
                   "differ in r1c2 r1c3 r1c4 r2c1 r2c3 r2c4 r3c1 r3c2 r3c4 "
                   "r4c1 r4c2 r4c3, and are each other's transpose\n")));
  EXPECT_THAT(Sudoku({"check", "5..5" + Repeat(".", 77)}),
              AllOf(Exits(1), Prints("no solution: two 5s in row 1: r1c1 and "
                                     "r1c4\n")));
}

TEST(CheckTest, TellsWhyThereIsNoSolutionWhereNoCluesClash) {
  // 4 fits nowhere in row 1.
  EXPECT_THAT(Sudoku({"check", "12.....4........"}),
              AllOf(Exits(1), Prints(AllOf(StartsWith("no solution: "),
                                           HasSubstr("row 1")))));
}

TEST(CheckTest, CertificatesCanBeVerified) {
  const std::string puzzles = WriteFile(
      "certified.txt",
      absl::StrCat(kPuzzle, "\n", kTwo, "\nno puzzle\n11..............\n"));
  const std::string archive =
      absl::StrCat(::testing::TempDir(), "/certified.proof");
  for (const char* threads : {"--threads=1", "--threads=2"}) {
    EXPECT_THAT(Sudoku({"check", puzzles, "--certificate", archive, threads}),
                Exits(65));
    EXPECT_THAT(Sudoku({"verify", puzzles, archive, threads}),
                AllOf(Exits(65), Prints("1 proved unique, 1 proved to have no "
                                        "solution, 1 proved to have several "
                                        "solutions\n")));
  }
  // Only what is asked for.
  EXPECT_THAT(
      Sudoku({"check", puzzles, "--puzzle=1", "--certificate", archive}),
      Exits(0));
  EXPECT_THAT(Sudoku({"verify", kPuzzle, archive}),
              AllOf(Exits(0), Prints("1 proved unique\n")));
  EXPECT_THAT(Sudoku({"verify", "-", archive, "--json"}, {.input = kPuzzle}),
              AllOf(Exits(0), Prints(HasSubstr(
                                  "\"verdict\":\"unique\",\"solutions\":\"1\","
                                  "\"is_exact\":true"))));
}

TEST(CheckTest, CertificatesOfOtherPuzzlesAreRefused) {
  const std::string one = WriteFile("one.txt", absl::StrCat(kPuzzle, "\n"));
  const std::string other =
      WriteFile("other.txt", absl::StrCat("12.....4........\n", kPuzzle, "\n"));
  const std::string archive = absl::StrCat(::testing::TempDir(), "/one.proof");
  EXPECT_THAT(Sudoku({"check", one, "--certificate", archive}), Exits(0));
  EXPECT_THAT(
      Sudoku({"verify", other, archive}),
      AllOf(Exits(1),
            Prints(absl::StrCat(
                other, ":1: the certificate is that of another puzzle\n", other,
                ":2: there is no certificate\n2 not proved\n"))));
  EXPECT_THAT(Sudoku({"check", other, "--certificate", archive}), Exits(1));
  EXPECT_THAT(Sudoku({"verify", "12.....4........", archive}),
              AllOf(Exits(1), Prints("1 proved to have no solution\n"),
                    Complains(HasSubstr("more certificates than"))));
  EXPECT_THAT(
      Sudoku({"verify", one, one}),
      AllOf(Exits(1),
            Complains(HasSubstr(absl::StrCat(one, ": this is no archive")))));
  EXPECT_THAT(Sudoku({"verify", one, ::testing::TempDir()}),
              AllOf(Exits(66), Complains(HasSubstr("cannot read all of"))));
  EXPECT_THAT(Sudoku({"verify", one, "/no/such/file"}),
              AllOf(Exits(66), Complains(HasSubstr("/no/such"))));
  EXPECT_THAT(Sudoku({"verify", "-", "-"}),
              AllOf(Exits(2), Complains(HasSubstr("cannot both come from"))));
  // Enough to read a certificate of branches in branches, not to check it.
  const std::string deep =
      "...7....6.8....23..156.3....7.........92...6..5..96..2...94.........."
      "8148."
      "3......";
  EXPECT_THAT(Sudoku({"check", deep, "--certificate", archive}), Exits(0));
  const size_t size = std::filesystem::file_size(archive);
  EXPECT_THAT(
      Sudoku({"verify", deep, archive, absl::StrCat("--memory=", size)}),
      AllOf(Exits(71), Prints(HasSubstr("--memory gives it more"))));
  // Too little to read a certificate.
  EXPECT_THAT(Sudoku({"verify", other, archive, "--memory=1"}),
              AllOf(Exits(71), Complains(HasSubstr("--memory gives it more"))));
}

TEST(CheckTest, AnArchiveDestroysNothing) {
  const std::string puzzles = WriteFile("kept.txt", absl::StrCat(kOne, "\n"));
  EXPECT_THAT(Sudoku({"check", puzzles, "--certificate", puzzles}),
              AllOf(Exits(2), Prints(""),
                    Complains(HasSubstr("would be overwritten"))));
  EXPECT_THAT(Sudoku({"check", puzzles, "--certificate=-"}),
              AllOf(Exits(2), Prints(""), Complains(HasSubstr("of its own"))));
  EXPECT_THAT(Sudoku({"check", kPuzzle, "--certificate=/no/such/file"}),
              AllOf(Exits(74), Prints(""), Complains(HasSubstr("/no/such"))));
  EXPECT_THAT(Sudoku({"check", kPuzzle, "--certificate", ::testing::TempDir()}),
              AllOf(Exits(74), Prints("")));
}

TEST(CheckTest, ABatchEndsWithASummary) {
  const std::string path = WriteFile(
      "check.txt", absl::StrCat(kPuzzle, "\n", kNone, "\n", kOne, " easy\n"));
  EXPECT_THAT(
      Sudoku({"check", path}),
      AllOf(Exits(1),
            Prints(absl::StrCat(path, ":1: unique\n", path,
                                ":2: no solution: two 1s in row 1: r1c1 and "
                                "r1c2; two 1s in box 1: r1c1 and r1c2\n",
                                path, ":3: unique (easy)\n")),
            Complains("sudoku: 3 puzzles: 2 unique, 1 no solution\n")));
  EXPECT_THAT(
      Sudoku({"check", "-"}, {.input = absl::StrCat(kOne, "\n", kPuzzle)}),
      AllOf(Exits(0), Complains("sudoku: 2 puzzles: 2 unique\n")));
}

struct KnownAnswers {
  const char* file;
  const char* summary;
  int exit_code = 0;
  const char* flag = "--threads=2";
};

class KnownAnswersTest : public ::testing::TestWithParam<KnownAnswers> {};

INSTANTIATE_TEST_SUITE_P(
    Files, KnownAnswersTest,
    ::testing::Values(
        KnownAnswers{"4x4", "5 puzzles: 5 unique"},
        KnownAnswers{"6x6", "50 puzzles: 50 unique"},
        KnownAnswers{"12x12", "10 puzzles: 10 unique"},
        KnownAnswers{"16x16", "5 puzzles: 5 unique"},
        KnownAnswers{"17_clue", "200 puzzles: 200 unique"},
        KnownAnswers{"norvig_hardest11", "11 puzzles: 11 unique"},
        KnownAnswers{"norvig_top95", "95 puzzles: 95 unique"},
        KnownAnswers{"jigsaw", "50 puzzles: 50 unique"},
        KnownAnswers{"xsudoku", "50 puzzles: 50 unique", 0, "--diagonal"},
        KnownAnswers{"nosolution", "100 puzzles: 100 no solution", 1}),
    [](const auto& info) { return absl::StrCat("File", info.param.file); });

TEST_P(KnownAnswersTest, AreGiven) {
  const std::string path =
      absl::StrCat("testdata/sudoku/", GetParam().file, ".txt");
  EXPECT_THAT(
      Sudoku({"check", path, GetParam().flag}),
      AllOf(Exits(GetParam().exit_code),
            Complains(absl::StrCat("sudoku: ", GetParam().summary, "\n"))));
}

// ---------------------------------------------------------------- count & co.

TEST(CountTest, TheNumberComesLast) {
  EXPECT_THAT(Sudoku({"count", Repeat(".", 16)}),
              AllOf(Exits(0), Prints(absl::StrCat(Repeat(".", 16), " 288\n"))));
  EXPECT_THAT(
      Sudoku({"count", "-"}, {.input = absl::StrCat(kTwo, " a name\n", kNone)}),
      AllOf(Exits(0),
            Prints(absl::StrCat(kTwo, " a name 2\n", kNone, " 0\n"))));
}

TEST(CountTest, ALimitIsToldFromTheEnd) {
  EXPECT_THAT(Sudoku({"count", "--limit=100", Repeat(".", 16)}),
              AllOf(Exits(75),
                    Prints(absl::StrCat(Repeat(".", 16), " at least 100\n"))));
  EXPECT_THAT(Sudoku({"count", "--limit=100", Repeat(".", 16), "--json"}),
              Prints(HasSubstr(R"("count":"100","complete":false})")));
}

TEST(CountTest, KnownCounts) {
  const Result result = Sudoku(
      {"count", "testdata/sudoku/underconstrained_counts.csv", "--limit=500"});
  int complete = 0;
  for (const std::string& line : Lines(result.output)) {
    // The note is the known count.
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    ASSERT_GE(words.size(), 3) << line;
    if (words[2] == "at") {
      int known = 0;
      ASSERT_TRUE(absl::SimpleAtoi(words[1], &known));
      EXPECT_GE(known, 500);
    } else {
      EXPECT_EQ(words[1], words[2]) << line;
      ++complete;
    }
  }
  EXPECT_THAT(Lines(result.output), SizeIs(78));
  EXPECT_GT(complete, 10);
}

TEST(EnumerateTest, PrintsAllSolutions) {
  EXPECT_THAT(Sudoku({"enumerate", "--lexicographic", kTwo}),
              AllOf(Exits(0), Prints(kTwoSolutions), Complains("")));
  const Result all = Sudoku({"enumerate", Repeat(".", 16)});
  EXPECT_THAT(all, Exits(0));
  std::vector<std::string> lines = Lines(all.output);
  EXPECT_THAT(lines, SizeIs(288));
  std::sort(lines.begin(), lines.end());
  EXPECT_EQ(std::unique(lines.begin(), lines.end()), lines.end());
  EXPECT_EQ(
      Lines(Sudoku({"enumerate", "--lexicographic", Repeat(".", 16)}).output),
      lines);
}

TEST(EnumerateTest, StopsAtTheLimit) {
  EXPECT_THAT(Sudoku({"enumerate", "--limit=1", "--lexicographic", kTwo}),
              AllOf(Exits(75), Prints("1342421324313124\n")));
  EXPECT_THAT(
      Lines(Sudoku({"enumerate", "--limit=10", Repeat(".", 81)}).output),
      SizeIs(10));
}

TEST(EnumerateTest, OtherFormats) {
  EXPECT_THAT(Sudoku({"enumerate", "--format=grid", "--lexicographic", kTwo}),
              Prints(AllOf(StartsWith("+-----+-----+\n| 1 3 | 4 2 |\n"),
                           HasSubstr("+-----+-----+\n\n+-----+-----+\n"))));
  EXPECT_THAT(Sudoku({"enumerate", "--format=csv", "--lexicographic", "-"},
                     {.input = kTwo}),
              Prints(absl::StrCat(
                  "source,line,puzzle,note,number,solution\nstandard input,1,",
                  kTwo, ",,1,1342421324313124\nstandard input,1,", kTwo,
                  ",,2,1423324141322314\n")));
  EXPECT_THAT(Sudoku({"enumerate", "--json", kNone}),
              Prints(StartsWith(R"({"type":"summary","puzzles":1,)")));
}

TEST(EnumerateTest, AClosedPipeEndsItQuietly) {
  Subprocess sudoku({"tools/sudoku/sudoku", "enumerate", Repeat(".", 81)});
  EXPECT_THAT(sudoku.ReadLine(), SizeIs(81));
  sudoku.CloseOutput();
  const Result result = sudoku.Finish();
  EXPECT_THAT(result, AllOf(Exits(141), Complains("")));
}

TEST(EnumerateTest, CtrlCEndsItAfterWhatWasFound) {
  Subprocess sudoku({"tools/sudoku/sudoku", "enumerate", Repeat(".", 81)});
  EXPECT_THAT(sudoku.ReadLine(), SizeIs(81));
  sudoku.Signal(SIGINT);
  const Result result = sudoku.Finish();
  EXPECT_THAT(result, Exits(130));
  EXPECT_THAT(Lines(result.output), Each(SizeIs(81))) << "No line is cut.";
}

TEST(CountTest, CtrlCStopsABatchAfterWhatWasFound) {
  // The second one can never be counted by search.
  const std::string path = WriteFile(
      "endless.txt", absl::StrCat(kPuzzle, "\n", Repeat(".", 81), "\n"));
  Subprocess sudoku(
      {"tools/sudoku/sudoku", "count", "--engine=dancing_links", path});
  EXPECT_EQ(sudoku.ReadLine(), absl::StrCat(kPuzzle, " 1"));
  sudoku.Signal(SIGINT);
  EXPECT_THAT(
      sudoku.Finish(),
      AllOf(Exits(130),
            Prints(StartsWith(absl::StrCat(Repeat(".", 81), " at least "))),
            Complains("sudoku: 1 puzzle; interrupted\n")));
}

TEST(CountTest, CountsWithTheEngineThatOneAsksFor) {
  for (const char* engine : {"auto", "dancing_links", "memo_counter"}) {
    EXPECT_THAT(
        Sudoku({"count", Repeat(".", 16), absl::StrCat("--engine=", engine)}),
        AllOf(Exits(0), Prints(absl::StrCat(Repeat(".", 16), " 288\n")),
              Complains("")))
        << engine;
  }
}

TEST(CountTest, EstimatesAreExactOrHaveAnInterval) {
  EXPECT_THAT(Sudoku({"count", Repeat(".", 16), "--estimate"}),
              AllOf(Exits(0), Prints(absl::StrCat(Repeat(".", 16), " 288\n"))));
  // 6.671e21 in all.
  EXPECT_THAT(
      Sudoku({"count", Repeat(".", 81), "--estimate", "--timeout=1500ms"}),
      AllOf(Exits(0), Prints(ContainsRegex("about [0-9.]+e\\+2[12] \\("))));
  EXPECT_THAT(Sudoku({"count", kOne, "--estimate", "--json"}),
              Prints(HasSubstr(R"("count":"1","low":"1","high":"1")")));
}

// ---------------------------------------------------------------- show

TEST(SampleTest, DrawsSolutions) {
  const std::vector<std::string> sample = {"sample", "12..............", "-n",
                                           "50", "--seed=1"};
  const Result first = Sudoku(sample);
  EXPECT_THAT(first, Exits(0));
  const std::vector<std::string> lines =
      absl::StrSplit(first.output, '\n', absl::SkipEmpty());
  EXPECT_EQ(lines.size(), 50);
  for (const std::string& line : lines) EXPECT_THAT(line, StartsWith("12"));
  EXPECT_THAT(Sudoku({"check", "-"}, {.input = first.output}), Exits(0));
  EXPECT_EQ(Sudoku(sample).output, first.output);
  EXPECT_NE(Sudoku({"sample", "12..............", "-n", "50"}).output,
            first.output);
}

TEST(SampleTest, SaysWhatStopsIt) {
  EXPECT_THAT(
      Sudoku({"sample", "11.............."}),
      AllOf(Exits(65), Prints(""), Complains(HasSubstr("no solution"))));
  EXPECT_THAT(
      Sudoku({"sample", "1" + std::string(80, '.'), "--timeout=100ms"}),
      AllOf(Exits(75), Prints(""), Complains(HasSubstr("too little time")),
            Complains(HasSubstr("'sudoku generate --clues=81' draws grids"))));
  EXPECT_THAT(
      Sudoku({"sample", "1" + std::string(80, '.'), "--memory=1M"}),
      AllOf(Exits(71), Prints(""), Complains(HasSubstr("too large for the"))));
}

TEST(SampleTest, DrawsGridsOfABlankBoard) {
  for (const size_t cells : {16, 81}) {
    const std::vector<std::string> sample = {"sample", std::string(cells, '.'),
                                             "-n", "3", "--seed=1"};
    const Result drawn = Sudoku(sample);
    EXPECT_THAT(drawn, Exits(0));
    EXPECT_THAT(Lines(drawn.output), SizeIs(3));
    EXPECT_THAT(Sudoku({"check", "-"}, {.input = drawn.output}), Exits(0));
    EXPECT_EQ(Sudoku(sample).output, drawn.output);
  }
}

TEST(ShowTest, ShowsCandidatesAndSingles) {
  EXPECT_THAT(Sudoku({"show", kOne}),
              AllOf(Exits(0), Prints("+-------------+-------------+\n"
                                     "|  [1]        |   2    [4]  |\n"
                                     "|        3    |  3          |\n"
                                     "|             |             |\n"
                                     "|   2         |  [1]        |\n"
                                     "|   4    34   |        3    |\n"
                                     "+-------------+-------------+\n"
                                     "|        [2]  |        1    |\n"
                                     "|   4         |  34    3    |\n"
                                     "|             |             |\n"
                                     "|  [3]   1    |        [2]  |\n"
                                     "|         4   |   4         |\n"
                                     "+-------------+-------------+\n"
                                     "4x4, 6 clues, symmetry: both-diagonals\n"
                                     "Naked singles: r1c2=3 r2c4=3 r3c1=4 "
                                     "r4c3=4\n"
                                     "Hidden singles: r1c3=2 (row 1), r2c1=2 "
                                     "(row 2), r3c4=1 (row 3), r4c2=1 (row "
                                     "4)\nEasy: singles alone solve it.\n")));
}

TEST(ShowTest, OtherViews) {
  EXPECT_THAT(
      Sudoku({"show", "--nocandidates", kOne}),
      Prints("+-----+-----+\n| 1 . | . 4 |\n| . . | 1 . |\n"
             "+-----+-----+\n| . 2 | . . |\n| 3 . | . 2 |\n"
             "+-----+-----+\n4x4, 6 clues, symmetry: both-diagonals\n"));
  EXPECT_THAT(Sudoku({"show", "--format=line", kOne}),
              Prints(absl::StrCat(kOne, "\n")));
  EXPECT_THAT(Sudoku({"show", "--format=line", "--solution", kOne}),
              Prints(absl::StrCat(kOneSolution, "\n")));
  EXPECT_THAT(Sudoku({"show", "--solution", kNone}),
              AllOf(Exits(65), Complains(HasSubstr("there is no solution"))));
  EXPECT_THAT(Sudoku({"show", kNone}),
              Prints(HasSubstr("Wrong: two 1s in row 1: r1c1 and r1c2")));
  EXPECT_THAT(Sudoku({"show", "--json", kOne}),
              Prints(AllOf(HasSubstr(R"("geometry":"4x4","clues":6)"),
                           HasSubstr(R"("naked_singles":["r1c2=3",)"))));
}

TEST(ShowTest, Pictures) {
  EXPECT_THAT(
      Sudoku({"show", "--svg", kOne}),
      AllOf(Exits(0), Prints(AllOf(StartsWith("<svg "), HasSubstr(">4<"),
                                   EndsWith("</svg>\n")))));
  EXPECT_THAT(Sudoku({"show", "--svg", kOne, kTwo}),
              AllOf(Exits(65), Complains(HasSubstr("only one puzzle"))));
}

TEST(ShowTest, SolutionsCountedByCandidate) {
  EXPECT_THAT(Sudoku({"show", "--counts", "1...2.......3..4"}),
              AllOf(Exits(0), Prints("+-----------+-----------+\n"
                                     "| [1]  3:3  | 2:1  2:5  |\n"
                                     "|      4:3  | 3:2  3:1  |\n"
                                     "|           | 4:3       |\n"
                                     "|           |           |\n"
                                     "| [2]  3:3  | 1:1  1:5  |\n"
                                     "|      4:3  | 3:2  3:1  |\n"
                                     "|           | 4:3       |\n"
                                     "+-----------+-----------+\n"
                                     "| (4)  1:3  | 1:2  1:1  |\n"
                                     "|      2:3  | 2:2  2:1  |\n"
                                     "|           | 3:2  3:4  |\n"
                                     "|           |           |\n"
                                     "| [3]  1:3  | 1:3  [4]  |\n"
                                     "|      2:3  | 2:3       |\n"
                                     "+-----------+-----------+\n"
                                     "4x4, 6 solutions\n")));
  EXPECT_THAT(Sudoku({"show", "--counts", "--json", "................"}),
              Prints(HasSubstr(
                  R"("solutions":"288","counts":["1:72 2:72 3:72 4:72",)")));
  EXPECT_THAT(Sudoku({"show", "--counts", "--format=csv", kTwo}),
              Prints(HasSubstr(",2,")));
  EXPECT_THAT(Sudoku({"show", "--counts", "--svg", kTwo}),
              AllOf(Exits(0), Prints(AllOf(StartsWith("<svg "),
                                           HasSubstr("of 2 solutions"),
                                           EndsWith("</svg>\n")))));
  const std::string page = absl::StrCat(::testing::TempDir(), "/counts.html");
  EXPECT_THAT(
      Sudoku({"show", "--counts", "--html", page, kOne, kTwo}),
      AllOf(Exits(0), Prints(absl::StrCat(page, ": a page with 2 puzzles\n"))));
  EXPECT_THAT(ReadFile(page), HasSubstr("Solutions by candidate</"));
  EXPECT_THAT(Sudoku({"show", "--counts", kTwo, "--html", page, "--title=Mo"}),
              Exits(0));
  EXPECT_THAT(ReadFile(page), HasSubstr(">Mo</"));
}

TEST(ShowTest, SolutionsThatCannotBeCounted) {
  EXPECT_THAT(
      Sudoku({"show", "--counts", "11.............."}),
      AllOf(Exits(65), Prints(""), Complains(HasSubstr("no solution"))));
  EXPECT_THAT(
      Sudoku({"show", "--counts", Repeat(".", 81), "--timeout=100ms"}),
      AllOf(Exits(75), Prints(""), Complains(HasSubstr("too little time"))));
  EXPECT_THAT(Sudoku({"show", "--counts", "--svg", kOne, kTwo}),
              AllOf(Exits(65), Complains(HasSubstr("only one puzzle"))));
  EXPECT_THAT(Sudoku({"show", "--counts", "--matrix", kOne}),
              AllOf(Exits(2), Complains(HasSubstr("--matrix do not go"))));
  EXPECT_THAT(Sudoku({"show", "--counts"}),
              AllOf(Exits(2), Complains(HasSubstr("needs a puzzle"))));
}

TEST(ShowTest, TheHousesAndPeersOfACell) {
  EXPECT_THAT(Sudoku({"show", "--peers=C2", "--size=4", "--names=A1"}),
              AllOf(Exits(0), Complains(""),
                    Prints(EndsWith("C2: 3 units, 7 peers\n"
                                    "  row 3: C1 C2 C3 C4\n"
                                    "  column 2: A2 B2 C2 D2\n"
                                    "  box 3: C1 C2 D1 D2\n"
                                    "  peers: A2 B2 C1 C3 C4 D1 D2\n"))));
  EXPECT_THAT(Sudoku({"show", "--peers=C2"}),
              Prints(HasSubstr("r3c2: 3 units, 20 peers\n")));
  EXPECT_THAT(
      Sudoku({"show", "--peers=C2", "--svg"}),
      Prints(AllOf(HasSubstr("fill=\"#cfe3fb\""), HasSubstr("fill=\"#d3f0d6\""),
                   HasSubstr("fill=\"#fbe3c2\""))));
  EXPECT_THAT(Sudoku({"show"}),
              AllOf(Exits(2), Complains(HasSubstr("needs a puzzle"))));
  EXPECT_THAT(Sudoku({"show", "--peers=Z9"}),
              AllOf(Exits(2), Complains(HasSubstr("there is no cell Z9"))));
}

TEST(ShowTest, TheNamesOfCells) {
  EXPECT_THAT(
      Sudoku({"show", "--cell-names", "--size=4", "--names=A1"}),
      AllOf(Exits(0), Complains(""),
            Prints(HasSubstr("| A1 A2 | A3 A4 |\n| B1 B2 | B3 B4 |\n+"))));
  // Without a puzzle, the peers have names, and no candidates stand beside.
  EXPECT_THAT(
      Sudoku({"show", "--peers=(3,2)", "--size=4", "--names=A1"}),
      Prints(StartsWith("+-------+-------+\n| .  A2 | .  .  |\n| .  B2 | .  "
                        ".  |\n+-------+-------+\n| C1 C2 | C3 C4 |\n")));
  EXPECT_THAT(
      Sudoku({"show", "--peers=C2", "--svg"}),
      Prints(AllOf(HasSubstr(">r3c2</text>"), Not(HasSubstr(">r4c4</text>")))));
  EXPECT_THAT(Sudoku({"show", kOne, "--cell-names"}),
              Prints(AllOf(HasSubstr("r1c2"), Not(HasSubstr("r1c1")))));
  EXPECT_THAT(Sudoku({"show", Repeat(".", 256), "--svg"}),
              Prints(Not(HasSubstr("<text"))));
}

TEST(ShowTest, HowCandidatesComeAbout) {
  EXPECT_THAT(Sudoku({"show", kOne, "--cell=r2c1"}),
              Prints(EndsWith("r2c1: 1 2 3 4\n"
                              "  after row 2, which holds 1: 2 3 4\n"
                              "  after column 1, which holds 1 3: 2 4\n"
                              "  after box 1, which holds 1: 2 4\n"
                              "r2c1 = 2: the only place for 2 in row 2\n")));
  EXPECT_THAT(Sudoku({"show", kOne, "--cell=r1c2"}),
              Prints(EndsWith("r1c2 = 3: nothing else is left there\n")));
  EXPECT_THAT(Sudoku({"show", kOne, "--cell=r1c1"}),
              Prints(EndsWith("r1c1 holds 1\n")));
  EXPECT_THAT(Sudoku({"show", kOne, "--cell=r5c1"}),
              AllOf(Exits(2), Complains(HasSubstr("there is no cell r5c1"))));
}

TEST(ShowTest, WhatPropagationLeaves) {
  EXPECT_THAT(Sudoku({"show", kOne, "--propagate", "--format=line"}),
              Prints(absl::StrCat(kOneSolution, "\n")));
  EXPECT_THAT(Sudoku({"show", kOne, "--propagate"}),
              Prints(HasSubstr("4x4, 6 clues, symmetry: both-diagonals\n")));
  // His grid2.
  const std::string grid =
      "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2....."
      "1.4......";
  EXPECT_THAT(
      Sudoku({"convert", grid, "--propagate", "--to=norvig-display"}),
      AllOf(Exits(0),
            Prints(AllOf(StartsWith("   4      1679   12679  |  139     2369"),
                         HasSubstr("\n 26789     3    1256789 | 14589 "),
                         HasSubstr("\n------------------------+------")))));
  EXPECT_THAT(Sudoku({"show", "12.....4........", "--propagate"}),
              AllOf(Exits(65), Complains(HasSubstr("dead end"))));
}

TEST(ShowTest, TheMatrixIsAProblemForDlx) {
  const Result matrix = Sudoku({"show", "--matrix", kTwo});
  EXPECT_THAT(matrix, Prints(StartsWith("| Sudoku 1....2....3....4\nr1c1 ")));
  EXPECT_THAT(cli::testing::Run({"tools/dlx/dlx", "count", "-"},
                                {.input = matrix.output}),
              AllOf(Exits(0), Prints("2\n")));
  EXPECT_THAT(Sudoku({"show", "--matrix", "--svg", kTwo}),
              Prints(HasSubstr(">digits in boxes</text>")));
}

// ---------------------------------------------------------------- minimal &
// co.

TEST(MinimalTest, TellsNeedlessClues) {
  EXPECT_THAT(Sudoku({"minimal", "testdata/sudoku/minimal.txt"}),
              AllOf(Exits(0), Prints(Not(HasSubstr("not minimal")))));
  EXPECT_THAT(
      Sudoku({"minimal", "132424134231314."}),
      AllOf(Exits(1), Prints(StartsWith("not minimal: the clue in r1c1, "
                                        "or the one in r1c2, or"))));
  EXPECT_THAT(Sudoku({"minimal", kTwo}),
              AllOf(Exits(1), Prints("not minimal: multiple solutions\n")));
  EXPECT_THAT(Sudoku({"minimal", "testdata/sudoku/pencilmarks.txt"}),
              AllOf(Exits(65), Complains(HasSubstr("has no clues"))));
}

TEST(MinimalTest, Reduces) {
  for (const char* seed : {"", "--seed=1", "--seed=2"}) {
    std::vector<std::string> arguments = {"minimal", "--reduce",
                                          "--format=line", kSolution};
    if (*seed != '\0') arguments.push_back(seed);
    const Result result = Sudoku(arguments);
    EXPECT_THAT(result, Exits(0));
    EXPECT_THAT(Sudoku({"minimal", "-"}, {.input = result.output}),
                AllOf(Exits(0), Prints(EndsWith(": minimal\n"))));
    EXPECT_THAT(Sudoku({"solve", "-"}, {.input = result.output}),
                Prints(absl::StrCat(kSolution, " unique\n")));
  }
  EXPECT_THAT(Sudoku({"minimal", "--reduce", kTwo}),
              AllOf(Exits(65), Complains("sudoku: this puzzle cannot be "
                                         "reduced: multiple solutions\n")));
}

// Houses of a line of rules are no rules, but a line of cells has no place for
// them.
TEST(MinimalTest, HousesStayWithThePuzzle) {
  constexpr char kHouses[] =
      ".Shape~4x4.~R2C2_3~R3C1_2~R3C3_4.Diagonal~1.Diagonal~-1";
  EXPECT_THAT(Sudoku({"minimal", "--reduce", "--format=line",
                      ".Shape~4x4.~R2C2_3~R2C3_2~R3C1_2~R3C3_4"
                      ".Diagonal~1.Diagonal~-1"}),
              AllOf(Exits(0), Prints(absl::StrCat(kHouses, "\n"))));
  for (const char* command : {"solve", "check", "sample", "minimal"}) {
    EXPECT_THAT(
        Sudoku({command, kHouses, "--json"}),
        AllOf(Exits(0),
              Prints(HasSubstr(absl::StrCat("\"puzzle\":\"", kHouses, "\"")))))
        << command;
  }
}

TEST(CanonicalTest, DisguisesHaveTheSameForm) {
  const Result form = Sudoku({"canonical", kOne});
  EXPECT_THAT(form, AllOf(Exits(0), Prints(SizeIs(17))));
  // Rows exchanged, then 1 and 2, then rows and columns.
  for (const char* same :
       {"..1.1..4.2..3..2", "2..4..2..1..3..1", "1..3..2..1..4..2"}) {
    EXPECT_THAT(Sudoku({"canonical", same}), Prints(form.output)) << same;
  }
  EXPECT_THAT(Sudoku({"canonical", kTwo}), Prints(Not(form.output)));
  // No two of the known puzzles with 17 clues are the same.
  std::vector<std::string> forms =
      Lines(Sudoku({"canonical", "testdata/sudoku/17_clue.txt"}).output);
  EXPECT_THAT(forms, SizeIs(200));
  std::sort(forms.begin(), forms.end());
  EXPECT_EQ(std::unique(forms.begin(), forms.end()), forms.end());
}

// The disguise is told such that the puzzle can be made again.
TEST(CanonicalTest, TellsTheWayToTheForm) {
  EXPECT_THAT(Sudoku({"canonical", "2..3..2..1..4..1", "--json"}),
              Prints(AllOf(HasSubstr("\"transposed\":"),
                           ContainsRegex("\"rows\":\\[\"[1-4]\",.*\\]"),
                           ContainsRegex("\"digits\":\\[\"[1-4]\",.*\\]"))));
}

TEST(ShuffleTest, PrintsTheSameInDisguise) {
  const Result shuffled =
      Sudoku({"shuffle", kOne, kTwo, "--count=5", "--seed=1"});
  EXPECT_THAT(shuffled, Exits(0));
  const std::vector<std::string> lines = Lines(shuffled.output);
  ASSERT_THAT(lines, SizeIs(10));
  EXPECT_NE(lines[0], kOne);
  const std::string forms[] = {Sudoku({"canonical", kOne}).output,
                               Sudoku({"canonical", kTwo}).output};
  for (size_t i = 0; i < lines.size(); ++i) {
    EXPECT_THAT(Sudoku({"canonical", lines[i]}), Prints(forms[i / 5]));
  }
  EXPECT_EQ(Sudoku({"shuffle", kOne, kTwo, "--count=5", "--seed=1"}).output,
            shuffled.output);
  EXPECT_THAT(Sudoku({"shuffle", kOne, "--seed=1", "--format=csv"}),
              Prints(ContainsRegex("argument,1,[^,]*,,[^,]{16},(true|false),"
                                   "[1-4 ]{7},[1-4 ]{7},[1-4 ]{7}\n$")));
  EXPECT_THAT(Sudoku({"shuffle", kOne, "--diagonal"}),
              AllOf(Exits(2), Complains(HasSubstr("boxes and nothing else"))));
}

// ---------------------------------------------------------------- the program

TEST(ProgramTest, MissingFilesAndWrongFlags) {
  EXPECT_THAT(
      Sudoku({"solve", "/no/such/file"}),
      AllOf(Exits(66),
            Complains(HasSubstr("cannot read \"/no/such/file\": No such"))));
  EXPECT_THAT(
      Sudoku({"check", ""}),
      AllOf(Exits(66),
            Complains(HasSubstr("an empty argument is neither a puzzle"))));
  // The others are read all the same.
  const std::string path = WriteFile("one.txt", absl::StrCat(kOne, "\n"));
  for (const char* command : {"solve", "enumerate"}) {
    EXPECT_THAT(Sudoku({command, "/no/such/file", path}),
                AllOf(Exits(66), Prints(StartsWith(kOneSolution))));
  }
  EXPECT_THAT(Sudoku({"solve", kOne, "--reduce"}),
              AllOf(Exits(2), Complains(HasSubstr("no flag \"--reduce\""))));
  EXPECT_THAT(Sudoku({"solve"}), Exits(2));
  EXPECT_THAT(Sudoku({"sovle", kOne}),
              AllOf(Exits(2), Complains(HasSubstr("solve"))));
}

struct RefusalCase {
  std::vector<std::string> commands;
  std::string puzzle;
  std::string engine;
  std::string sentence;
};

// An engine that cannot do a puzzle is a matter of the command line, whatever
// the command; and so is a puzzle that a command cannot do.
TEST(ProgramTest, WhatCannotBeDoneIsAUsageError) {
  const RefusalCase kCases[] = {
      {{"solve", "check", "enumerate", "minimal"},
       kOne,
       "memo_counter",
       "engine memo_counter can only count, without a limit on solutions; it "
       "does not visit them"},
      {{"count"},
       kOne,
       "memo_counter --limit=2",
       "engine memo_counter can only count, without a limit on solutions; it "
       "does not visit them"},
      {{"solve", "check", "count", "enumerate", "minimal"},
       Repeat(".", 36 * 36),
       "bit_planes",
       "engine bit_planes can do"},
      {{"solve", "check", "count", "enumerate", "minimal"},
       Repeat(".", 256),
       "bit_planes",
       "engine bit_planes can do"},
      {{"canonical"}, Repeat(".", 256), "", "up to 12x12"},
      {{"canonical"}, "1...2.......3...|1122113243324443", "", "boxes"},
      {{"compare"}, kOne, "--methods=root", "none of the methods can do this"},
  };
  for (const RefusalCase& row : kCases) {
    for (const std::string& command : row.commands) {
      std::vector<std::string> arguments = {command, row.puzzle};
      for (const absl::string_view word :
           absl::StrSplit(row.engine, ' ', absl::SkipEmpty())) {
        arguments.push_back(absl::StrCat(
            absl::StartsWith(word, "--") ? "" : "--engine=", word));
      }
      EXPECT_THAT(Sudoku(arguments),
                  AllOf(Exits(2), Complains(HasSubstr(row.sentence))))
          << command << " " << row.engine;
    }
  }
  const std::string path = WriteFile(
      "sizes.txt", absl::StrCat(kOne, "\n", Repeat(".", 36 * 36), "\n"));
  EXPECT_THAT(
      Sudoku({"solve", path, "--engine=bit_planes"}),
      AllOf(Exits(2), Prints(absl::StrCat(kOneSolution, " unique\n")),
            Complains(HasSubstr("sizes.txt:2: engine bit_planes can do"))))
      << "The work goes on.";
}

// Whatever a command does with a puzzle, the solution beside it is input, too.
TEST(ProgramTest, EveryCommandLooksAtStatedSolutions) {
  std::string wrong = kOneSolution;
  std::swap(wrong[13], wrong[14]);  // Not where a clue is.
  const std::string path = WriteFile(
      "stated.csv",
      absl::StrCat("puzzle,solution\n", kOne, ",", kOneSolution, "\n"));
  const std::string wrong_path = WriteFile(
      "wrong.csv", absl::StrCat("puzzle,solution\n", kOne, ",", wrong, "\n"));
  for (const char* command :
       {"solve", "check", "count", "enumerate", "show", "minimal", "canonical",
        "study", "compare", "watch"}) {
    std::vector<std::string> arguments = {command, path};
    if (arguments[0] == "compare") arguments.push_back("--methods=moler");
    EXPECT_THAT(Sudoku(arguments), Complains(Not(HasSubstr("stated"))))
        << command;
    arguments[1] = wrong_path;
    EXPECT_THAT(Sudoku(arguments),
                AllOf(Exits(65), Complains(HasSubstr("the stated solution"))))
        << command;
  }
}

TEST(ProgramTest, JsonEndsWithASummary) {
  const std::string path = WriteFile("one.txt", absl::StrCat(kOne, "\n"));
  for (const char* command : {"solve", "check", "count", "enumerate", "show",
                              "minimal", "canonical", "study"}) {
    for (const std::string& puzzle : {std::string(kOne), path}) {
      const Result result = Sudoku({command, puzzle, "--json"});
      ASSERT_THAT(Lines(result.output), Not(IsEmpty()));
      EXPECT_THAT(Lines(result.output).back(),
                  StartsWith(R"({"type":"summary","puzzles":1,)"))
          << command;
    }
  }
}

TEST(ProgramTest, NodesAreThoseOfAllSearches) {
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"solve"},
        {"check"},
        {"count"},
        {"enumerate"},
        {"enumerate", "--threads=2"},
        {"minimal"},
        {"minimal", "--reduce"}}) {
    std::vector<std::string> arguments = command;
    arguments.insert(arguments.end(), {kPuzzle, "--json"});
    EXPECT_THAT(Sudoku(arguments),
                Prints(ContainsRegex(R"("nodes":[1-9][0-9]*,"seconds")")))
        << absl::StrJoin(command, " ");
  }
  for (const char* command : {"canonical", "show"}) {
    EXPECT_THAT(Sudoku({command, kPuzzle, "--json", "--stats"}),
                AllOf(Prints(Not(HasSubstr("nodes"))),
                      Complains(Not(HasSubstr("nodes")))))
        << command;
  }
}

TEST(MinimalTest, ALimitIsThatOfThePuzzle) {
  EXPECT_THAT(Sudoku({"minimal", kPuzzle, "--nodes=400"}),
              AllOf(Exits(75), Prints("undecided\n")));
  EXPECT_THAT(Sudoku({"minimal", "--reduce", kSolution, "--nodes=1"}),
              Exits(75));
}

// ---------------------------------------------------------------- signals

TEST(SignalTest, OneIsEnoughWhileNothingComes) {
  const std::string pipe = absl::StrCat(::testing::TempDir(), "/pipe");
  unlink(pipe.c_str());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const char* command : {"solve", "check", "count", "enumerate", "show",
                              "minimal", "canonical", "study", "compare"}) {
    for (const std::string& path : {pipe, std::string("/dev/zero")}) {
      Subprocess sudoku({"tools/sudoku/sudoku", command, kOne, path, "--json"});
      // Enumeration and comparison tell what they have; so it reads now.
      if (std::string(command) != "compare") sudoku.ReadLine();
      absl::SleepFor(
          absl::Milliseconds(std::string(command) == "compare" ? 300 : 20));
      sudoku.Signal(SIGTERM);
      EXPECT_THAT(sudoku.Finish(), Exits(143)) << command << " " << path;
    }
  }
}

TEST(SignalTest, OneIsEnoughWhileNobodyReads) {
  for (const int signal : {SIGINT, SIGTERM}) {
    Subprocess sudoku({"tools/sudoku/sudoku", "enumerate", Repeat(".", 81)});
    EXPECT_THAT(sudoku.ReadLine(), SizeIs(81));
    absl::SleepFor(absl::Milliseconds(100));  // The pipe is full soon.
    sudoku.Signal(signal);
    EXPECT_EQ(sudoku.WaitForEnd(), 128 + signal);
  }
  // Thousands of complaints wait for a reader, but not for him one by one.
  const std::string path = WriteFile("wrong.txt", Repeat("wr0ng\n", 9000));
  Subprocess sudoku({"tools/sudoku/sudoku", "show", path});
  absl::SleepFor(absl::Milliseconds(500));
  sudoku.Signal(SIGTERM);
  EXPECT_EQ(sudoku.WaitForEnd(), 143);
}

// ------------------------------------------------- what the input must not do

TEST(OutputTest, NothingFromTheInputSteersTheTerminal) {
  const std::string csi = "\xc2\x9b";  // ESC [ in one character.
  const std::string path =
      WriteFile(absl::StrCat("a", csi, "31m\x1b[31m.txt"),
                absl::StrCat(kOne, " a\x1b[31mb", csi, "31mc\n"));
  for (const char* command :
       {"solve", "check", "count", "show", "minimal", "canonical"}) {
    for (const char* format : {"grid", "line", "csv", "json"}) {
      const Result result =
          Sudoku({command, path, absl::StrCat("--format=", format)},
                 {.environment = {{"NO_COLOR", "1"}},
                  .output_is_terminal = true,
                  .error_is_terminal = true});
      // Grids have no place for it.
      if (std::string(format) == "line" || std::string(format) == "json") {
        EXPECT_THAT(result.output, HasSubstr("31m")) << command;
      }
      EXPECT_THAT(result.output,
                  AllOf(Not(HasSubstr("\x1b")), Not(HasSubstr(csi))))
          << command << " " << format;
    }
  }
}

TEST(OutputTest, CsvIsTextWhateverAFileIsCalled) {
  const std::string path =
      WriteFile("a\x01\xff\"b,c.txt", absl::StrCat(kOne, "\n"));
  EXPECT_THAT(Sudoku({"count", path, "--format=csv"}).output,
              HasSubstr("a\xef\xbf\xbd\xef\xbf\xbd\"\"b,c.txt\",1,1..4"));
}

// ---------------------------------------------------------------- the program

TEST(ProgramTest, AnInputWithoutAPuzzleIsAnError) {
  for (const char* command : {"solve", "check", "count", "enumerate", "show",
                              "minimal", "canonical", "compare"}) {
    for (const char* text : {"", "\n\n", "# nothing\n"}) {
      EXPECT_THAT(Sudoku({command, "-"}, {.input = text}),
                  AllOf(Exits(65), Prints(""),
                        Complains(StartsWith(
                            "sudoku: there is no puzzle in the input\n"))))
          << command;
    }
  }
}

TEST(ProgramTest, ReadsTheGridsThatItWrites) {
  const std::string jigsaw = "1...2.......3...|1122113243324443";
  for (const std::string& puzzle :
       {std::string(kPuzzle), std::string(kTwo), std::string(kNone),
        std::string(kOne), Repeat(".", 36), Repeat(".", 256), jigsaw}) {
    const std::string cells = puzzle.substr(0, puzzle.find('|'));
    if (cells == puzzle) {
      const std::string drawn = Sudoku({"show", puzzle}).output;
      EXPECT_THAT(
          Sudoku({"show", "-"}, {.input = drawn + "\n" + drawn}),
          AllOf(Exits(0), Prints(drawn + "\n" + drawn + "\n"), Complains("")));
    }
    const std::string shown = Sudoku({"show", puzzle, "--nocandidates"}).output;
    std::vector<std::string> read = {"show", "-", "--format=line"};
    if (cells != puzzle) read.push_back("--regions=" + puzzle.substr(17));
    EXPECT_THAT(Sudoku(read, {.input = shown}),
                AllOf(Exits(0), Prints(cells + "\n"), Complains("")))
        << shown;
    const std::string solved =
        Sudoku({"solve", puzzle, "--nodes=100000"}).output;
    EXPECT_THAT(Sudoku(read, {.input = absl::StrCat(solved, "\n", solved)}),
                AllOf(Exits(0), Complains("")))
        << solved;
  }
}

TEST(ProgramTest, EveryCommandHasHelpWithAnExample) {
  for (const char* command : {"solve", "check", "count", "enumerate", "show",
                              "minimal", "canonical", "compare"}) {
    EXPECT_THAT(
        Sudoku({command, "--help"}),
        AllOf(Exits(0),
              Prints(HasSubstr(absl::StrCat("sudoku ", command, " ")))));
  }
}

TEST(ProgramTest, AFullDeviceIsAnError) {
  EXPECT_THAT(Sudoku({"solve", kOne}, {.output_file = "/dev/full"}), Exits(74));
}

// Of one long search, there is more to tell than how long it takes.
TEST(ProgramTest, ProgressOfASearchTellsWhatItHasFound) {
  const std::string blank(81, '.');
  Subprocess count({"tools/sudoku/sudoku", "count", blank},
                   {.error_is_terminal = true});
  ASSERT_TRUE(count.WaitForError("nodes"));
  count.Signal(SIGINT);
  const Result counting = count.Finish();
  EXPECT_THAT(counting, Exits(130));
  EXPECT_THAT(counting.error, ContainsRegex("% +[0-9,]+ solutions? +.* nodes"));
  Subprocess enumerate({"tools/sudoku/sudoku", "enumerate", blank},
                       {.output_file = "/dev/null", .error_is_terminal = true});
  ASSERT_TRUE(enumerate.WaitForError("  at 0/"));
  enumerate.Signal(SIGINT);
  const Result listing = enumerate.Finish();
  EXPECT_THAT(listing, Exits(130));
  EXPECT_THAT(listing.error,
              ContainsRegex("% +[0-9,]+ solutions +.* nodes.*  at 0/"));
}

TEST(ProgramTest, ProgressIsErasedBeforeTheEnd) {
  std::string text = Repeat(absl::StrCat(kPuzzle, "\n"), 500);
  const std::string path = WriteFile("progress.txt", text);
  const Result result = Sudoku({"solve", path}, {.error_is_terminal = true});
  EXPECT_THAT(result, Exits(0));
  if (!result.error.empty()) {
    EXPECT_THAT(result.error, EndsWith("\r\x1b[K"));
  }
  EXPECT_THAT(
      Sudoku({"solve", path, "--noprogress"}, {.error_is_terminal = true}),
      Complains(""));
}

// ------------------------------------------------- one puzzle of a file

TEST(PuzzleNumberTest, OnePuzzleOfTheInput) {
  const std::string file =
      WriteFile("numbered.txt", absl::StrCat(kOne, " first\nno puzzle\n", kTwo,
                                             " second\n", kOne, " third\n"));
  EXPECT_THAT(Sudoku({"solve", file, "--puzzle=2"}),
              AllOf(Exits(0), Prints(HasSubstr("multiple solutions second")),
                    Complains("")));
  EXPECT_THAT(Sudoku({"solve", file, "--puzzle=3"}),
              AllOf(Exits(0), Prints(HasSubstr("unique third"))));
  EXPECT_THAT(Sudoku({"show", file, "--puzzle=3", "--svg"}),
              AllOf(Exits(0), Prints(HasSubstr("<svg"))));
  EXPECT_THAT(Sudoku({"watch", file, "--puzzle=3"}), Exits(0));
  EXPECT_THAT(
      Sudoku({"solve", file, "--puzzle=4"}),
      AllOf(Exits(65), Complains(HasSubstr("there is no puzzle number 4: the "
                                           "input has 3 puzzles"))));
}

// ---------------------------------------------------------------- generate

TEST(SudokuGenerateTest, TheSameForAnyNumberOfThreads) {
  const Result one =
      Sudoku({"generate", "--count=300", "--seed=4", "--threads=1"});
  EXPECT_THAT(one, Exits(0));
  EXPECT_THAT(Lines(one.output), SizeIs(300));
  for (const char* threads : {"--threads=2", "--threads=5"}) {
    EXPECT_EQ(Sudoku({"generate", "--count=300", "--seed=4", threads}).output,
              one.output);
  }
  EXPECT_NE(Sudoku({"generate", "--count=300", "--seed=5"}).output, one.output);
  // Without a seed: others each time.
  EXPECT_NE(Sudoku({"generate"}).output, Sudoku({"generate"}).output);
}

TEST(SudokuGenerateTest, PuzzlesOfOneGrid) {
  for (const char* from : {kOne, kOneSolution}) {
    const Result made = Sudoku(
        {"generate", absl::StrCat("--from=", from), "--count=5", "--seed=1"});
    EXPECT_THAT(Lines(made.output), SizeIs(5));
    for (const std::string& line : Lines(made.output)) {
      EXPECT_THAT(Sudoku({"solve", line, "--format=line"}),
                  Prints(absl::StrCat(kOneSolution, " unique\n")));
    }
  }
  const struct {
    std::vector<std::string> flags;
    const char* sentence;
  } kCases[] = {
      {{absl::StrCat("--from=", kTwo)}, "--from has multiple solutions"},
      {{"--from=11.............."}, "--from has no solution"},
      {{"--from=123"}, "--from: "},
      {{"--from="}, "the flag --from needs a value, and here it is empty"},
      {{absl::StrCat("--from=", kOne), "--size=9"}, "--from has 16 cells"},
  };
  for (const auto& wrong : kCases) {
    std::vector<std::string> arguments = {"generate"};
    arguments.insert(arguments.end(), wrong.flags.begin(), wrong.flags.end());
    EXPECT_THAT(Sudoku(arguments), AllOf(Exits(2), Prints(""),
                                         Complains(HasSubstr(wrong.sentence))))
        << wrong.flags[0];
  }
}

TEST(SudokuGenerateTest, PuzzlesAreAsTheyWereWanted) {
  const std::string puzzles = WriteFile(
      "generated.txt",
      Sudoku({"generate", "--count=20", "--symmetry=full", "--seed=1"}).output);
  EXPECT_THAT(Sudoku({"check", puzzles}), Exits(0));
  EXPECT_THAT(
      Sudoku({"generate", "--clues=30", "--seed=1", "--format=csv"}).output,
      MatchesRegex("number,puzzle,clues,solution,difficulty\n"
                   "1,[1-9.]*,30,[1-9]*,\n"));
  EXPECT_THAT(
      Sudoku({"generate", "--difficulty=easy", "--seed=1", "--json"}).output,
      AllOf(HasSubstr("\"difficulty\":0"), HasSubstr("\"seed\":1")));
  // Irregular puzzles bring their regions with them.
  const std::string jigsaw =
      WriteFile("jigsaw.txt", Sudoku({"generate", "--count=3", "--seed=1",
                                      "--regions=1122113243324443"})
                                  .output);
  EXPECT_THAT(Sudoku({"check", jigsaw}), Exits(0));
}

// Another program has the last word, if it is there (Debian: qqwing).
TEST(SudokuGenerateTest, QqwingAgrees) {
  if (access("/usr/bin/qqwing", X_OK) != 0) GTEST_SKIP() << "no qqwing";
  const std::string puzzles = WriteFile(
      "for_qqwing.txt", Sudoku({"generate", "--count=200", "--seed=8"}).output);
  const Result result = cli::testing::Run(
      {"/bin/sh", "-c",
       absl::StrCat("/usr/bin/qqwing --solve --count-solutions --csv < ",
                    puzzles)});
  int puzzles_with_one = 0;
  for (const std::string& line : Lines(result.output)) {
    const std::vector<std::string> fields = absl::StrSplit(line, ',');
    if (fields.size() > 1 && fields[1] == "1") ++puzzles_with_one;
  }
  EXPECT_EQ(puzzles_with_one, 200) << result.output;
}

TEST(SudokuGenerateTest, Pages) {
  const std::string page = absl::StrCat(::testing::TempDir(), "/print.html");
  EXPECT_THAT(Sudoku({"generate", "--count=7", "--seed=1", "--html", page}),
              Prints(absl::StrCat(page, ": a page with 7 puzzles\n")));
  const std::string generated =
      Sudoku({"generate", "--count=7", "--seed=1"}).output;
  EXPECT_THAT(ReadFile(page), AllOf(HasSubstr("9x9 puzzles, seed 1</h1>"),
                                    HasSubstr("sheets-of-6"),
                                    HasSubstr("and box holds the digits 1 to 9."
                                              "</p>")));
  EXPECT_THAT(Sudoku({"generate", "--difficulty=hard", "--seed=1", "--html",
                      page, "--title=Mo <3", "--per-sheet=2"}),
              Exits(0));
  EXPECT_THAT(ReadFile(page),
              AllOf(HasSubstr("<h1>Mo &lt;3</h1>"), HasSubstr("sheets-of-2"),
                    HasSubstr("1 · hard, ")));
  EXPECT_THAT(
      Sudoku({"generate", "--html", page, "--per-sheet=5"}),
      AllOf(Exits(2), Complains(HasSubstr("1, 2, 4, 6 or 12 is expected"))));
  for (const char* const command : {"generate", "show"}) {
    for (const char* const flag : {"--title=Mo", "--per-sheet=2"}) {
      EXPECT_THAT(
          Sudoku({command, flag}),
          AllOf(Exits(2), Complains(HasSubstr("is about the page of --html"))));
    }
  }
  const std::string puzzles = WriteFile("to_print.txt", generated);
  EXPECT_THAT(Sudoku({"show", puzzles, "--html", page}),
              Prints(absl::StrCat(page, ": a page with 7 puzzles\n")));
  // Another program's file stays as it is.
  EXPECT_THAT(Sudoku({"generate", "--html=/dev/full"}),
              AllOf(Exits(74), Complains(HasSubstr("No space left"))));
  const std::string other = WriteFile("other.html", "<html>\n");
  EXPECT_THAT(Sudoku({"generate", "--html", other}),
              AllOf(Exits(74), Complains(HasSubstr("it is there already"))));
}

TEST(SudokuGenerateTest, ErrorsAndLimits) {
  EXPECT_THAT(Sudoku({"generate", "--clues=16"}),
              AllOf(Exits(2), Complains(HasSubstr("the fewest are 17"))));
  EXPECT_THAT(
      Sudoku({"generate", "--clues=30-20"}),
      AllOf(Exits(2), Complains(HasSubstr("a number of clues is expected"))));
  EXPECT_THAT(
      Sudoku({"generate", "--symmetry=half"}),
      AllOf(Exits(2), Complains(HasSubstr("did you mean \"half-turn\""))));
  EXPECT_THAT(Sudoku({"generate", "--pattern=/nowhere"}),
              AllOf(Exits(66), Complains(HasSubstr("/nowhere"))));
  const std::string pattern = WriteFile("small.txt", "11..1.1..\n");
  EXPECT_THAT(Sudoku({"generate", "--pattern", pattern}),
              AllOf(Exits(2), Complains(HasSubstr("the pattern has 9 cells"))));
  EXPECT_THAT(Sudoku({"generate", "--clues=17", "--timeout=100ms"}),
              AllOf(Exits(75), Complains(HasSubstr("after 0 of 1 puzzles"))));
  EXPECT_THAT(Sudoku({"generate", "--regions=1111222334423344", "--diagonal",
                      "--format=csv"}),
              AllOf(Exits(2), Prints(""),
                    Complains(HasSubstr("there is no grid with these"))));
  // A first grid of these is hard to find: the limit holds for that, too.
  EXPECT_THAT(Sudoku({"generate", "--size=25", "--diagonal", "--windoku",
                      "--timeout=1ms"}),
              AllOf(Exits(75), Complains(HasSubstr("after 0 of 1 puzzles"))));
}

// Puzzles with rules, see docs/rules.md.

TEST(SudokuRulesTest, CertificatesAreOfThePuzzleWithItsRules) {
  // A dot has items that need not be covered, before those of the cage.
  const std::string puzzles =
      WriteFile("certified_rules.txt",
                ".Shape~4x4.~R3C3_4~R3C2_1~R3C4_2~R2C3_1.Cage~4~R1C1~R1C2."
                "Thermo~R1C1~R2C1~R3C1\n"
                ".Shape~4x4.WhiteDot~R1C1~R1C2.Cage~4~R1C1~R1C2\n");
  const std::string archive =
      absl::StrCat(::testing::TempDir(), "/rules.proof");
  EXPECT_THAT(Sudoku({"check", puzzles, "--certificate", archive}), Exits(1));
  EXPECT_THAT(Sudoku({"verify", puzzles, archive}),
              AllOf(Exits(0),
                    Prints("1 proved unique, 1 proved to have no solution\n")));
  // Another rule makes another puzzle of it.
  EXPECT_THAT(Sudoku({"verify", puzzles, archive, "--rule=AntiKnight"}),
              AllOf(Exits(1), Prints(HasSubstr(":1: "))));
}

TEST(SudokuRulesTest, AFileOfManyHasAnAnswerALine) {
  const std::string path =
      WriteFile("rules.txt",
                ".Shape~4x4.Thermo~R1C1~R1C2~R1C3~R1C4.~R2C1_3 first\n"
                "1..4..1..2..3..2 plain\n"
                ".Shape~4x4.Cage~2~R1C1~R1C2 third\n");
  for (const char* threads : {"--threads=1", "--threads=2"}) {
    EXPECT_THAT(Sudoku({"count", path, threads}),
                Prints("....3........... first 6\n"
                       "1..4..1..2..3..2 plain 1\n"
                       "................ third 0\n"));
  }
}

TEST(SudokuRulesTest, OtherCommandsRefuseThem) {
  const std::pair<const char*, const char*> cases[] = {
      {"canonical", "about the symmetries of the grid"},
      {"shuffle", "about the symmetries of the grid"},
      {"study", "about the symmetries of the grid"},
      {"compare", "the methods of this command know rows"}};
  for (const auto& [command, reason] : cases) {
    const Result result = Sudoku({command, ".Thermo~R1C1~R1C2"});
    EXPECT_THAT(result, Complains(HasSubstr("this puzzle has rules, and ")));
    EXPECT_THAT(result, Complains(HasSubstr(reason))) << command;
    EXPECT_THAT(result, Complains(Not(HasSubstr("this was taken for"))));
  }
}

TEST(SudokuRulesTest, AreShownInWordsAndPictures) {
  constexpr char kPuzzle[] = ".Shape~4x4.~R4C4_1.Cage~3~R1C1~R1C2.AntiKing";
  const Result text = Sudoku({"show", kPuzzle});
  EXPECT_THAT(text.output,
              HasSubstr("Cage: the digits are different and have the sum, if "
                        "there is one\n  3: r1c1 r1c2\nAntiKing: "));
  EXPECT_THAT(text.output, HasSubstr("|  12    12   |             |\n"
                                     "|             |  34    34   |\n"))
      << "candidates that the cage leaves";
  EXPECT_THAT(Sudoku({"show", kPuzzle, "--svg"}).output,
              AllOf(HasSubstr("stroke-dasharray"), HasSubstr(">AntiKing<")));
  EXPECT_THAT(Sudoku({"show", kPuzzle, "--matrix"}).output,
              HasSubstr("Cage~3~R1C1~R1C2#1"));
}

// The digits 0 to 3, wherever they are read and written.
TEST(SudokuRulesTest, DigitsMayBeginAtZero) {
  constexpr char kLine[] =
      ".Shape~4x4~0-3.~R1C1_0~R1C2_1~R1C3_2~R2C1_2~R4C4_0"
      ".Cage~1~R3C1~R3C2";
  EXPECT_THAT(Sudoku({"solve", kLine, "--format=line"}).output,
              HasSubstr("0123230110323210"));
  EXPECT_THAT(Sudoku({"show", kLine}).output,
              AllOf(HasSubstr("[0]"), HasSubstr("with digits 0 to 3")));
  EXPECT_THAT(Sudoku({"show", kLine, "--svg"}).output, HasSubstr(">0</text>"));
  EXPECT_THAT(Sudoku({"convert", kLine}), Prints(absl::StrCat(kLine, "\n")));
  const std::string path =
      WriteFile("zero.json", Sudoku({"convert", kLine, "--to=json"}).output);
  EXPECT_THAT(Sudoku({"convert", path}), Prints(absl::StrCat(kLine, "\n")));
  const std::string record = Sudoku({"check", kLine, "--format=csv"}).output;
  EXPECT_THAT(Sudoku({"convert", WriteFile("zero.csv", record)}).output,
              HasSubstr(kLine));
  EXPECT_THAT(
      Sudoku({"convert", kLine, "--to=f-puzzles"}),
      Complains(HasSubstr("the format f-puzzles cannot keep digits from 0")));
  EXPECT_THAT(Sudoku({"convert", "--zero", "01..2..........3"}),
              Prints(".Shape~4x4~0-3.~R1C1_0~R1C2_1~R2C1_2~R4C4_3\n"));
  EXPECT_THAT(Sudoku({"check", "--zero", "01..1..........."}).output,
              HasSubstr("two 1s in box 1"));
  EXPECT_THAT(Sudoku({"solve", "--zero", "01..4..........3"}),
              Complains(HasSubstr("r2c1 holds '4', but the digits of a 4x4 "
                                  "puzzle are 0 to 3")));
  EXPECT_THAT(Sudoku({"convert", "--zero", "--set=r1c1=0", "................"}),
              Prints(".Shape~4x4~0-3.~R1C1_0\n"));
  EXPECT_THAT(Sudoku({"convert", "--set=r1c1=0", "................"}),
              Complains(HasSubstr("\"0\" is no digit here: those of this 4x4 "
                                  "puzzle are 1 to 4")));
  EXPECT_THAT(Sudoku({"rate", "--zero", "01..2..........3"}),
              Complains(HasSubstr("there is no flag \"--zero\"")));
  EXPECT_THAT(Sudoku({"rate", kLine}),
              Complains(HasSubstr("this puzzle has digits from 0")));
  // In arrays, 0 and an empty cell are told apart.
  const std::string array =
      WriteFile("zero.py",
                "[[0,1,None,None],[None,None,2.0,None],[None,None,None,0],"
                "[None,3,None,'.']]");
  EXPECT_THAT(Sudoku({"convert", "--zero", array}),
              Prints(".Shape~4x4~0-3.~R1C1_0~R1C2_1~R2C3_2~R3C4_0~R4C2_3\n"));
}

TEST(SudokuTest, AnySymbolsAreDigits) {
  EXPECT_THAT(
      Sudoku({"solve", "--symbols=SUDO", "S..O..S..U..D..U", "--format=line"})
          .output,
      HasSubstr("SDUOUOSDOUDSDSOU"));
  EXPECT_THAT(Sudoku({"solve", "--symbols=seen", "S..O..S..U..D..U"}).output,
              HasSubstr("| S D | U O |"));
  EXPECT_THAT(Sudoku({"check", "--symbols=SUDO", "SS.............."}).output,
              HasSubstr("two Ss in row 1: r1c1 and r1c2"));
  EXPECT_THAT(Sudoku({"show", "--symbols=SUDO", "S..O..S..U..D..U"}).output,
              AllOf(HasSubstr("[S]"), HasSubstr("r1c2=D")));
  // Digits and letters may change places, and names stay as they are.
  const std::string path =
      WriteFile("symbols.txt", "4..1..4..2..3..2 SUDO 1\n");
  EXPECT_THAT(Sudoku({"convert", "--symbols=4231", path}),
              Prints("4..1..4..2..3..2 SUDO 1\n"));
  EXPECT_THAT(Sudoku({"solve", "--symbols=4231", path}).output,
              HasSubstr("4321214312343412 unique SUDO 1"));
  EXPECT_THAT(
      Sudoku({"check", "--symbols=SUDO", "................", "--set=r1c1=1"}),
      Complains(HasSubstr("\"1\" is no digit here: those of this 4x4 "
                          "puzzle are SUDO")));
  EXPECT_THAT(Sudoku({"solve", "--symbols=SUD", "S..............."}),
              Complains(HasSubstr("4x4 puzzle need as many symbols, and there "
                                  "are 3: SUD")));
  EXPECT_THAT(
      Sudoku({"convert", "--symbols=SUDO", "S..O..S..U..D..U", "--to=python"}),
      Complains(HasSubstr("the format python cannot keep symbols")));
  for (const char* wrong : {"SUDS", "S", "S UD", "SU.D"}) {
    EXPECT_THAT(Sudoku({"solve", absl::StrCat("--symbols=", wrong),
                        "S..O..S..U..D..U"}),
                Complains(HasSubstr("different letters or digits")));
  }
  EXPECT_THAT(Sudoku({"solve", "--symbols=seen", "-"}),
              Complains(HasSubstr("say which symbols standard input has")));
  EXPECT_THAT(Sudoku({"solve", "--symbols=seen", "/dev/null"}),
              Complains(HasSubstr("say which symbols standard input has")));
  EXPECT_THAT(
      Sudoku({"show", "--json", "--symbols=SUDO", "S..O..S..U..D..U"}).output,
      HasSubstr(R"("candidates":["S","D","UD",)"));
}

TEST(SudokuTest, SymbolsGoOutAndComeBack) {
  constexpr char kPuzzle[] = "S..O..S..U..D..U";
  const Result shown = Sudoku({"show", "--symbols=SUDO", kPuzzle});
  EXPECT_THAT(Sudoku({"convert", "--symbols=SUDO",
                      WriteFile("shown.txt", shown.output)}),
              Prints(absl::StrCat(kPuzzle, "\n")));
  EXPECT_THAT(Sudoku({"canonical", "--symbols=SUDO", "S..............."}),
              Prints("...............S\n"));
  EXPECT_THAT(Sudoku({"check", "--symbols=SUDO", "no-such-file.txt.gz"}),
              Complains(HasSubstr("cannot read \"no-such-file.txt.gz\"")));
}

TEST(SudokuTest, ReadsItsOwnRecords) {
  const std::string path = WriteFile(
      "records.txt", Sudoku({"solve", "--json", "1234341221434321"}).output);
  const Result again = Sudoku({"convert", path});
  EXPECT_THAT(again, Exits(0));
  EXPECT_EQ(again.output, "1234341221434321\n");
}

TEST(SudokuTest, SaysOnceWhatAFormatHasNoPlaceFor) {
  const std::string json =
      "{\"size\":4,\"grid\":[[{\"c\":\"#FFAAAA\"},{},{},{}],[{},{},{},{}],"
      "[{},{},{},{}],[{},{},{},{}]],\"text\":[{\"value\":\"a\"}]}\n";
  const std::string path = WriteFile("drawn.json", absl::StrCat(json, json));
  EXPECT_THAT(Sudoku({"convert", path, "--to=f-puzzles-json"}),
              Prints(absl::StrCat(json, json)));
  const Result line = Sudoku({"convert", path});
  EXPECT_THAT(line,
              AllOf(Exits(0), Complains(HasSubstr(
                                  "drawn.json:1: the format line has no place "
                                  "for text, c\n"))));
  EXPECT_THAT(line.error, Not(HasSubstr("drawn.json:2")));
}

// What marks an empty cell elsewhere, and what names things in a file.
TEST(SudokuTest, AnySymbolsStandAnywhere) {
  EXPECT_THAT(Sudoku({"solve", "--symbols=xyz0", "x..0..x..y..0..y"}).output,
              HasSubstr("| x z | y 0 |"));
  EXPECT_THAT(Sudoku({"solve", "--symbols=xyz0", "x..1..x..y..0..y"}),
              Complains(HasSubstr("r1c4 holds '1', but the digits of a 4x4 "
                                  "puzzle are xyz0")));
  EXPECT_THAT(Sudoku({"convert", "--symbols=xyz0", "xyz0z0xyyxz00zyx"}),
              Prints("xyz0z0xyyxz00zyx\n"));
  const std::pair<std::string, std::string> files[] = {
      {"rows.txt", "p . . z\n. . p .\n. u . .\nz . . u\n"},
      {"drawn.txt",
       "+-----+-----+\n| p . | . z |\n| . . | p . |\n+-----+-----+\n"
       "| . u | . . |\n| z . | . u |\n+-----+-----+\n"},
      {"lines.txt", "p..z..p..u..z..u"},
      {"json.txt", R"({"puzzle": "p..z..p..u..z..u"})"},
      {"array.txt",
       R"([["p","","","z"],["","","p",""],["","u","",""],["z","","","u"]])"},
      {"table.txt", "puzzle,level\np..z..p..u..z..u,puzl\n"}};
  for (const auto& [name, text] : files) {
    EXPECT_THAT(
        Sudoku({"convert", "--symbols=puzl", WriteFile(name, text)}).output,
        ::testing::StartsWith("p..z..p..u..z..u"))
        << text;
  }
  const std::string lines =
      "p..z..p..u..z..u\nz..p..z..u..p..u\nu..l..u..z..l..z\n";
  EXPECT_THAT(
      Sudoku({"convert", "--symbols=puzl", WriteFile("three.txt", lines)}),
      Prints(lines));
  EXPECT_THAT(Sudoku({"solve", "--symbols=puzl", "--rule=Thermo~R1C1~R1C2",
                      "p..z..p..u..z..u"})
                  .output,
              HasSubstr("| p l | u z |"));
}

TEST(SudokuTest, StepsSpeakOfSymbols) {
  const std::string puzzle = "p..z..p..u..z..u";
  EXPECT_THAT(Sudoku({"explain", "--symbols=puzl", puzzle}).output,
              AllOf(HasSubstr("u in box 1: r2c1=u"),
                    HasSubstr("solved: pluzuzplluzpzplu")));
  EXPECT_THAT(Sudoku({"watch", "--symbols=puzl", puzzle, "--list"}).output,
              HasSubstr("Step 1: r3c1 = l"));
  EXPECT_THAT(Sudoku({"shuffle", "--symbols=puzl", puzzle}).output,
              ::testing::MatchesRegex("[puzl.]+\n"));
}

// Also not a letter, where letters would be digits without symbols.
TEST(SudokuTest, WhatIsNoSymbolIsNoDigit) {
  const std::string sixteen(255, '.');
  const std::pair<std::string, std::string> cases[] = {
      {"abcd", "ABCD............"},
      {"DCBA", "1234............"},
      {"SUDO", "1..O............"},
      {"ABCDEFGHIJKLMNOP", "a" + sixteen},
      {"ABCDEFGHIJKLMNOP", "7" + sixteen}};
  for (const auto& [symbols, puzzle] : cases) {
    EXPECT_THAT(Sudoku({"solve", absl::StrCat("--symbols=", symbols), puzzle}),
                Complains(HasSubstr(absl::StrCat("puzzle are ", symbols))));
  }
  EXPECT_THAT(Sudoku({"convert", "--symbols=ABCDEFGHIJKLMNOP", "P" + sixteen}),
              Prints("P" + sixteen + "\n"));
}

TEST(SudokuTest, NoFileIsCalledNothing) {
  for (const char* flag : {"--html=", "--svg=", "--names="}) {
    EXPECT_THAT(Sudoku({"show", kOne, flag}),
                Complains(HasSubstr("needs a value, and here it is empty")));
  }
  EXPECT_THAT(Sudoku({"explain", kOne, "--html=-"}),
              Complains(HasSubstr("that is standard output, which has the "
                                  "answers")));
}

// The counts are those of all solutions of the puzzle with its rules.
TEST(SudokuRulesTest, CandidatesAreCounted) {
  EXPECT_THAT(Sudoku({"show",
                      ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R1C1~R2C1"
                      "~R3C1",
                      "--counts", "--json"})
                  .output,
              HasSubstr("\"solutions\":\"12\",\"counts\":[\"1:6 2:6\",\"1:6 "
                        "2:6\",\"3:6 4:6\","));
  EXPECT_THAT(Sudoku({"count",
                      ".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R1C1~R2C1"
                      "~R3C1"})
                  .output,
              HasSubstr("12"));
}

TEST(SudokuRulesTest, MinimalNamesRules) {
  EXPECT_THAT(
      Sudoku({"minimal",
              ".Shape~4x4.~R1C1_1~R1C4_4~R2C3_1~R3C2_2"
              "~R4C1_3~R4C4_2.Odd~R1C1"}),
      AllOf(Exits(1),
            Prints("not minimal: the clue in r1c1, or the one in r4c4, or "
                   "the rule Odd~R1C1 can go\n")));
}

TEST(SudokuRulesTest, AreConvertedOrRefused) {
  constexpr char kLine[] = ".Shape~4x4.~R4C4_1.Cage~3~R1C1~R1C2.AntiKing";
  EXPECT_THAT(Sudoku({"convert", kLine}), Prints(absl::StrCat(kLine, "\n")));
  const Result address = Sudoku({"convert", kLine, "--to=f-puzzles"});
  const std::string path = WriteFile("address.txt", address.output);
  EXPECT_THAT(Sudoku({"convert", path}),
              Prints(".Shape~4x4.~R4C4_1.AntiKing.Cage~3~R1C1~R1C2\n"));
  EXPECT_THAT(Sudoku({"convert", kLine, "--to=csv"}),
              AllOf(Exits(2),
                    Complains(HasSubstr("the format csv cannot keep rules"))));
}

TEST(SudokuRulesTest, CluesAreMadeForThem) {
  const Result made = Sudoku(
      {"generate", "--size=4", "--rule=Diagonal~1", "--seed=1", "--count=2"});
  const std::string path = WriteFile("made.txt", made.output);
  EXPECT_THAT(Sudoku({"check", path}), Exits(0));
  EXPECT_THAT(made.output, HasSubstr(".Diagonal~1\n"));
  const std::string page = absl::StrCat(::testing::TempDir(), "/rules.html");
  EXPECT_THAT(Sudoku({"generate", "--size=4", "--rule=Diagonal~1", "--seed=1",
                      "--count=2", "--html", page}),
              Prints(absl::StrCat(page, ": a page with 2 puzzles\n")));
  const std::string text = ReadFile(page);
  EXPECT_THAT(text, AllOf(HasSubstr("Puzzles with rules, seed 1</h1>"),
                          HasSubstr("the digits of a diagonal differ")));
  const std::vector<std::string> around_second =
      absl::StrSplit(text, "<figcaption>2</figcaption>");
  EXPECT_THAT(around_second, SizeIs(2 + 1)) << "as a puzzle, and as a solution";
  EXPECT_THAT(
      Sudoku({"generate", "--rule=Diagonal~1", "--symmetry=full"}),
      Complains(HasSubstr("--rule does not go together with --symmetry")));
  EXPECT_THAT(Sudoku({"generate", "--size=4", "--rule=Cage~2~R1C1~R1C2"}),
              Complains(HasSubstr("no grid fits these rules")));
  // Digits from 0 on are in the same text.
  const Result zero = Sudoku({"generate", "--size=4", "--zero", "--seed=1",
                              "--count=2", "--format=line"});
  EXPECT_THAT(zero.output, HasSubstr(".Shape~4x4~0-3.~R"));
  EXPECT_THAT(Sudoku({"check", WriteFile("zero.txt", zero.output)}), Exits(0));
  EXPECT_THAT(
      Sudoku({"generate", "--zero", "--symmetry=full"}),
      Complains(HasSubstr("--zero does not go together with --symmetry")));
}

TEST(SudokuRulesTest, MadePuzzlesArePrintedAtOnce) {
  Subprocess sudoku({"tools/sudoku/sudoku", "generate", "--size=4",
                     "--with-rules=Cage", "--count=1000000000", "--seed=1"});
  EXPECT_THAT(sudoku.ReadLine(), HasSubstr("Cage~"));
  EXPECT_THAT(sudoku.ReadLine(), HasSubstr("Cage~"));
  sudoku.Signal(SIGINT);
  EXPECT_THAT(sudoku.Finish(), Exits(130));
  EXPECT_THAT(
      Sudoku({"generate", "--size=16", "--with-rules=Cage", "--timeout=1ms"}),
      AllOf(Exits(75),
            Complains("sudoku: the time is up after 0 of 1 puzzles\n")));
}

TEST(SudokuRulesTest, UnknownRulesAreLeftOutOnlyIfThatIsWanted) {
  constexpr char kLine[] = ".Shape~4x4.~R4C4_1.Magic~3.Diagonal~1";
  EXPECT_THAT(
      Sudoku({"count", kLine}),
      Complains(HasSubstr(":20: the rule \"Magic\" is not known here")));
  const std::string path = WriteFile("magic.txt", absl::StrCat(kLine, "\n"));
  EXPECT_THAT(Sudoku({"solve", path, "--without-unknown-rules"}).output,
              HasSubstr("multiple solutions without the rule Magic\n"));
  for (const char* const command :
       {"check", "convert", "enumerate", "minimal", "sample"}) {
    EXPECT_THAT(Sudoku({command, path, "--without-unknown-rules"}),
                Complains(HasSubstr("magic.txt:1: without the rule Magic\n")))
        << command;
  }
}

TEST(SudokuRulesTest, RulesAreAddedToAllPuzzles) {
  const std::string path = WriteFile("plain.txt",
                                     "................ first\n"
                                     ".Shape~4x4.Odd~R1C1 second\n"
                                     "1..4..1..2..3..2 third\n");
  EXPECT_THAT(Sudoku({"count", path, "--rule=Thermo~R1C1~R1C2~R1C3"}),
              Prints("................ first 48\n"
                     "................ second 36\n"
                     "1..4..1..2..3..2 third 0\n"));
  EXPECT_THAT(Sudoku({"count", path, "--rule=AntiKing.Thermo~R1C1"}),
              Complains(HasSubstr("plain.txt:1: --rule:10: Thermo has 1 of at "
                                  "least 2 cells")));
}

// A drawing is no rule, but it may mean one.
TEST(SudokuRulesTest, WhatIsDrawnIsSpokenOfWhereTheAnswerIsNo) {
  const auto file = [](absl::string_view drawing) {
    return WriteFile("drawn.json",
                     absl::StrCat("{\"size\":4,\"grid\":[[{},{},{},{}],[{},{},{"
                                  "},{}],[{},{},{},{}],[{},{},{},{}]],",
                                  drawing, "\"ruleset\":\"Lines rise.\"}\n"));
  };
  EXPECT_THAT(
      Sudoku({"check", file("\"line\":[{\"lines\":[[\"R1C1\",\"R1C2\"]]}],")})
          .output,
      HasSubstr("; only its text can tell what is drawn besides: line"));
  EXPECT_THAT(Sudoku({"check", file("")}).output,
              Not(HasSubstr("drawn besides")));
}

TEST(SudokuRulesTest, RulesThatCannotHoldAreNamed) {
  EXPECT_THAT(
      Sudoku({"check", ".Shape~4x4.AntiKing.Cage~3~R1C1~R1C2.Even~R1C1~R1C2"})
          .output,
      "no solution: these rules cannot all hold: Cage~3~R1C1~R1C2, "
      "Even~R1C1~R1C2\n");
  EXPECT_THAT(Sudoku({"check",
                      ".Shape~4x4.~R3C3_1~R1C2_1.Thermo~R1C1~R1C2"
                      ".Odd~R4C4"})
                  .output,
              "no solution: this rule cannot hold with r1c2=1: "
              "Thermo~R1C1~R1C2\n");
  EXPECT_THAT(Sudoku({"check",
                      ".Shape~4x4~0-3.~R1C1_2_3~R1C2_1_2"
                      ".Thermo~R1C1~R1C2"})
                  .output,
              "no solution: this rule cannot hold with r1c1=23 r1c2=12: "
              "Thermo~R1C1~R1C2\n");
  EXPECT_THAT(Sudoku({"check",
                      ".Shape~4x4.~R1C1_1~R1C2_2~R2C3_3~R2C4_4~R3C3_3"
                      ".Odd~R4C4"})
                  .output,
              HasSubstr("no solution: "));
  // In a file, too.
  EXPECT_THAT(
      Sudoku({"check",
              WriteFile("clash.txt",
                        ".Shape~4x4.AntiKing.Cage~3~R1C1~R1C2.Even~R1C1~R1C2\n"
                        ".Shape~4x4.~R3C3_1~R1C2_1.Thermo~R1C1~R1C2\n")})
          .output,
      AllOf(HasSubstr("clash.txt:1: no solution: these rules cannot all hold: "
                      "Cage~3~R1C1~R1C2, Even~R1C1~R1C2\n"),
            HasSubstr("clash.txt:2: no solution: this rule cannot hold with "
                      "r1c2=1: Thermo~R1C1~R1C2\n")));
}

}  // namespace
}  // namespace sudoku::tool::sudoku_test
