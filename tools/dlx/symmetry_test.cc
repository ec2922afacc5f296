// The command symmetry, and what --up-to-symmetry and --symmetry make of
// others.

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/dlx_program.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

// A row of three cells: its ends can be exchanged.
constexpr char kRow[] = "a b c\na b\nb c\na\nb\nc\n";

TEST(SymmetryTest, PrintsWhatItReads) {
  EXPECT_THAT(Dlx({"symmetry", "-"}, {.input = kRow}),
              AllOf(Exits(0), Complains(""),
                    Prints("| 2 symmetries: C2\n| 3 items in 2 orbits\n"
                           "| 5 options in 3 orbits\n(a c)\n")));
  EXPECT_THAT(Dlx({"symmetry", "-"}, {.input = kFour}),
              Prints("| 2 symmetries: C2\n"
                     "| 4 ways to exchange equal options, besides\n"
                     "| 2 items in 1 orbit\n| 4 options in 1 orbit\n(a b)\n"));
  EXPECT_THAT(Dlx({"symmetry", "-", "--json"}, {.input = kRow}),
              Prints(R"({"type":"symmetry","order":"2","structure":"C2",)"
                     R"("exchanges":"1",)"
                     R"--("generators":["(a c)"],)--"
                     R"("item_orbits":[["a","c"],["b"]],)"
                     R"("option_orbits":[[0,1],[2,4],[3]]})"
                     "\n"));
  // Colours are exchanged item by item.
  const std::string colors =
      "a b | x y\na x:red y:red\na x:blue y:blue\nb x:red\nb x:blue\n";
  const std::string group = Dlx({"symmetry", "-"}, {.input = colors}).output;
  EXPECT_THAT(group, HasSubstr("\n(x:red x:blue) (y:red y:blue)\n"));
  EXPECT_THAT(
      Dlx({"symmetry", "-", "--symmetry=" + WriteFile("colors.sym", group)},
          {.input = colors}),
      AllOf(Exits(0), Prints(group)));
}

TEST(SymmetryTest, NamesTheGroup) {
  struct {
    std::vector<std::string> words;
    const char* name;
  } const kCases[] = {
      {{"make", "queens", "6"}, ": D4\n"},
      {{"make", "soma"}, ": C2 x S4\n"},
      {{"make", "kirkman", "9"}, ": S4 x S9\n"},
      {{"make", "latin-squares", "7"},
       "768,144,384,000 symmetries: S7 wr S3\n"},
  };
  for (const auto& test : kCases) {
    EXPECT_THAT(Dlx({"symmetry", "-"}, {.input = Dlx(test.words).output}),
                AllOf(Exits(0), Prints(HasSubstr(test.name))));
  }
}

TEST(SymmetryTest, AProblemWithoutSymmetry) {
  constexpr char kNothing[] = "a b\na\nb\na b\n0:1|";
  EXPECT_THAT(
      Dlx({"symmetry", "-"}, {.input = "a b\na\na b\n"}),
      AllOf(Exits(0),
            Prints("| 1 symmetry: that all stays where it is\n"
                   "| 2 items in 2 orbits\n| 2 options in 2 orbits\n")));
  EXPECT_THAT(Dlx({"symmetry", "-"}, {.input = kNothing}), Exits(65));
}

TEST(SymmetryTest, CountsUpToSymmetry) {
  EXPECT_THAT(Dlx({"count", "-", "--up-to-symmetry"}, {.input = kRow}),
              AllOf(Exits(0), Prints("2\n"), Complains("")));
  // Equal options can be exchanged as well.
  EXPECT_THAT(Dlx({"count", "-", "--up-to-symmetry"}, {.input = kFour}),
              Prints("1\n"));
  EXPECT_THAT(Dlx({"count", "-", "--up-to-symmetry"}, {.input = kNone}),
              Prints("0\n"));
  EXPECT_THAT(
      Dlx({"count", "-", "--up-to-symmetry", "--json", "--threads=2"},
          {.input = Dlx({"make", "queens", "8"}).output}),
      AllOf(Exits(0),
            Prints(StartsWith(
                R"({"type":"summary","outcome":"exhausted","count":"12")"))));
}

TEST(SymmetryTest, CountsUpToSomeSymmetries) {
  const std::string queens = Dlx({"make", "queens", "8"}).output;
  const std::string none = WriteFile("none.sym", "| nothing\n()\n");
  EXPECT_THAT(Dlx({"count", "-", "--symmetry=" + none}, {.input = queens}),
              AllOf(Exits(0), Prints("92\n")));
  const std::string all =
      WriteFile("all.sym", Dlx({"symmetry", "-"}, {.input = queens}).output);
  EXPECT_THAT(Dlx({"count", "-", "--symmetry=" + all}, {.input = queens}),
              AllOf(Exits(0), Prints("12\n")));
}

TEST(SymmetryTest, ReadsCycles) {
  struct {
    const char* file;
    int code;
    const char* error;
  } const kCases[] = {
      {"(a c)\n", 0, ""},
      {"( a  c )\n", 0, ""},
      {"()()\n\n| a comment\n(c a)()\n", 0, ""},
      {"a c\n", 65, ":1:1: a cycle such as (a b c) must begin with '('"},
      {"\n(a d)\n", 65, ":2:4: there is no item \"d\""},
      {"(a c) (c b)\n", 65, ":1:8: \"c\" stands in the line twice"},
      {"(a c\n", 65, "the cycle has no ')' at its end"},
      {"(a a:red)\n", 65, ":1:4: there is no item \"a:red\" with that colour"},
      {"(a c)\n(a b)\n", 65,
       "number 2 is no symmetry: there is no option to which it takes option "
       "1 (b c)"},
  };
  for (const auto& test : kCases) {
    SCOPED_TRACE(test.file);
    EXPECT_THAT(
        Dlx({"count", "-", "--symmetry=" + WriteFile("cycles.sym", test.file)},
            {.input = kRow}),
        AllOf(Exits(test.code), Prints(test.code == 0 ? "2\n" : ""),
              Complains(HasSubstr(test.error))));
  }
  EXPECT_THAT(
      Dlx({"symmetry", "-", "--symmetry=no/such/file"}, {.input = kRow}),
      Exits(66));
  // Parentheses may be parts of names.
  EXPECT_THAT(
      Dlx({"count", "-", "--symmetry=" + WriteFile("names.sym", "((0) 1))\n")},
          {.input = "(0) 1)\n(0)\n1)\n"}),
      AllOf(Exits(0), Prints("1\n")));
}

TEST(SymmetryTest, SaysWhatItCannotDo) {
  EXPECT_THAT(
      Dlx({"count", "-", "--up-to-symmetry"}, {.input = "2:3|a\na\na\na\n"}),
      AllOf(Exits(2), Prints(""),
            Complains(HasSubstr("options 0 and 1 (a) are equal"))));
  // Seven boards that may be exchanged, each with its own symmetries.
  const std::string boards = Dlx({"make", "queens", "4", "--boards=7"}).output;
  const std::string all =
      WriteFile("boards.sym", Dlx({"symmetry", "-"}, {.input = boards}).output);
  EXPECT_THAT(Dlx({"count", "-", "--symmetry=" + all}, {.input = boards}),
              AllOf(Exits(2),
                    Complains(HasSubstr("there are 10569646080 symmetries"))));
  for (const char* flag : {"--limit=3", "--order=x", "--resume=x"}) {
    EXPECT_THAT(
        Dlx({"count", "-", "--up-to-symmetry", flag}, {.input = kRow}),
        AllOf(Exits(2), Complains(HasSubstr("does not go together with it"))));
  }
}

TEST(SymmetryTest, CertificatesOfCounts) {
  const std::string queens =
      WriteFile("queens.dlx", Dlx({"make", "queens", "6"}).output);
  const std::string file = ::testing::TempDir() + "/classes.certificate";
  const std::string flag = "--certificate=" + file;
  EXPECT_THAT(Dlx({"count", queens, "--up-to-symmetry", flag}),
              AllOf(Exits(0), Prints("1\n")));
  EXPECT_THAT(
      Dlx({"verify", queens, file}),
      AllOf(Exits(0), Prints("1\n"), Complains("dlx: up to 8 symmetries\n")));
  EXPECT_THAT(Dlx({"verify", queens, file, "--json"}),
              Prints(HasSubstr(R"("count":"1","symmetries":"8",)")));
  EXPECT_THAT(Dlx({"verify", queens, file, "--lrat=x"}),
              AllOf(Exits(2), Complains(HasSubstr("nothing of symmetries"))));
  EXPECT_THAT(Dlx({"verify", queens, file, "--memory=100"}),
              AllOf(Exits(71), Complains(HasSubstr("--memory"))));
  EXPECT_THAT(Dlx({"verify", "-", file}, {.input = kRow}),
              AllOf(Exits(1), Complains(HasSubstr("another problem"))));
  // One that stops early leaves what there was.
  EXPECT_THAT(
      Dlx({"count", queens, "--up-to-symmetry", "--nodes=20", flag}),
      AllOf(Exits(75), Complains(HasSubstr("no certificate is written"))));
  EXPECT_THAT(Dlx({"verify", queens, file}), Exits(0));
  EXPECT_THAT(Dlx({"count", queens, "--up-to-symmetry",
                   "--certificate-format=lrat", flag}),
              AllOf(Exits(2), Complains(HasSubstr("nothing of symmetries"))));
  const std::string group = WriteFile("none.sym", "| none\n");
  EXPECT_THAT(
      Dlx({"count", queens, "--symmetry=" + group, "--certificate=" + group}),
      AllOf(Exits(2), Complains(HasSubstr("none.sym"))));
}

TEST(SymmetryTest, OneCoverOfEachClass) {
  EXPECT_THAT(
      Dlx({"solve", "-", "--up-to-symmetry"}, {.input = kRow}),
      AllOf(Exits(0), Complains(""),
            Prints(AllOf(HasSubstr("| cover 1, one of "), HasSubstr("a b\nc\n"),
                         HasSubstr("a\nb\nc\n"), Not(HasSubstr("b c"))))));
  EXPECT_THAT(
      Dlx({"solve", "-", "--up-to-symmetry", "--limit=1"}, {.input = kRow}),
      AllOf(Exits(75), Complains(HasSubstr("stopped at 1 cover")),
            Prints(Not(HasSubstr("cover 2")))));
  EXPECT_THAT(Dlx({"solve", "-", "--up-to-symmetry", "--json", "--threads=2"},
                  {.input = Dlx({"make", "queens", "8"}).output}),
              AllOf(Exits(0), Prints(HasSubstr(R"("count":"12")"))));
  EXPECT_THAT(
      Dlx({"solve", "-", "--up-to-symmetry"}, {.input = kNone}),
      AllOf(Exits(0), Prints(""), Complains("dlx: there is no cover\n")));
  EXPECT_THAT(Dlx({"solve", "-", "--up-to-symmetry", "--certificate=x"},
                  {.input = kRow}),
              AllOf(Exits(2), Complains(HasSubstr("--certificate"))));
  EXPECT_THAT(
      Dlx({"solve", "-", "--up-to-symmetry"},
          {.input = Dlx({"make", "latin-squares", "7"}).output}),
      AllOf(Exits(71), Complains(HasSubstr("768144384000 symmetries"))));
}

TEST(SymmetryTest, TellsHowManyThereAreInAClass) {
  EXPECT_THAT(Dlx({"solve", "-", "--up-to-symmetry"}, {.input = kRow}),
              Prints(AllOf(HasSubstr(", one of 2\na b\nc\n"),
                           HasSubstr(", one of 1\na\nb\nc\n"))));
  // Whichever is found, that one stands for its class.
  EXPECT_THAT(
      Dlx({"first", "-", "--up-to-symmetry", "--json"},
          {.input = "a b c\nb c\na b\na\nc\n"}),
      AllOf(Exits(0), Complains(""),
            Prints(StartsWith(R"({"type":"cover","number":1,"class_size":2,)"
                              R"("options":[0,2],)"))));
  EXPECT_THAT(
      Dlx({"first", "-", "--up-to-symmetry"}, {.input = kNone}),
      AllOf(Exits(0), Prints(""), Complains("dlx: there is no cover\n")));
  EXPECT_THAT(Dlx({"first", "-", "--up-to-symmetry", "--certificate=x"},
                  {.input = kRow}),
              AllOf(Exits(2), Complains(HasSubstr("--certificate"))));
}

// Of dominoes on 3x2, two coverings are reflections of each other.
TEST(SymmetryTest, SamplesClasses) {
  const std::string board = Dlx({"make", "dominoes", "3x2"}).output;
  const std::string samples =
      Dlx({"sample", "-", "-n", "200", "--seed=1", "--up-to-symmetry"},
          {.input = board})
          .output;
  const auto times = [&samples](const std::string& text) {
    size_t count = 0;
    for (size_t at = 0; (at = samples.find(text, at)) != std::string::npos;
         ++at) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(times(", one of 1\n") + times(", one of 2\n"), 200);
  EXPECT_GT(times(", one of 1\n"), 70);
  EXPECT_GT(times(", one of 2\n"), 70);
  EXPECT_THAT(Dlx({"sample", "-", "--up-to-symmetry"}, {.input = kNone}),
              AllOf(Exits(0), Prints(""), Complains(HasSubstr("no cover"))));
  EXPECT_THAT(Dlx({"sample", "-", "--symmetry=missing"}, {.input = board}),
              AllOf(Exits(66), Complains(HasSubstr("missing"))));
  EXPECT_THAT(Dlx({"sample", "-", "-n", "99999999999", "--timeout=0.2"},
                  {.input = board}),
              Exits(75));
}

// 13! permutations of the points are 6,227,020,800, in 101 classes.
TEST(SymmetryTest, CountsWithMoreSymmetriesThanCanBeLookedAt) {
  EXPECT_THAT(Dlx({"count", "-", "--up-to-symmetry"},
                  {.input = Dlx({"make", "steiner-systems", "13"}).output}),
              AllOf(Exits(0), Prints("2\n")));
}

// Isotopy classes: rows, columns and symbols are permuted, not exchanged.
TEST(SymmetryTest, MakesSymmetriesThatPeopleMean) {
  const auto order = [](std::vector<std::string> words, const std::string& of) {
    words.insert(words.begin(), "make");
    const std::string problem = Dlx(words).output;
    words.push_back("--of=" + of);
    const std::string some = WriteFile("some.sym", Dlx(words).output);
    const std::string text =
        Dlx({"symmetry", "-", "--symmetry=" + some}, {.input = problem}).output;
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(order({"latin-squares", "5"}, "rows"), "| 120 symmetries: S5");
  EXPECT_EQ(order({"latin-squares", "5"}, "symbols+columns"),
            "| 14,400 symmetries: S5^2");
  EXPECT_EQ(order({"latin-squares", "5"}, "all"),
            "| 10,368,000 symmetries: S5 wr S3");
  EXPECT_EQ(order({"soma"}, "board"), "| 24 symmetries: S4");
  EXPECT_EQ(order({"soma"}, "pieces"),
            "| 1 symmetry: that all stays where it is");
  EXPECT_EQ(order({"macmahon"}, "board"), "| 4 symmetries: C2^2");
  EXPECT_EQ(order({"macmahon"}, "colors"), "| 6 symmetries: S3");
  EXPECT_EQ(order({"kirkman", "9"}, "girls"), "| 362,880 symmetries: S9");
  EXPECT_EQ(order({"kirkman", "9"}, "days"), "| 24 symmetries: S4");
  EXPECT_EQ(order({"magic-square", "3"}, "board"), "| 8 symmetries: D4");
  EXPECT_EQ(order({"magic-square", "3"}, "numbers"), "| 2 symmetries: C2");
  EXPECT_EQ(order({"sudoku"}, "digits"), "| 362,880 symmetries: S9");
  EXPECT_EQ(order({"sudoku", "--box=2x2"}, "cells"), "| 128 symmetries");
  EXPECT_THAT(Dlx({"make", "queens", "8", "--of=rows"}),
              AllOf(Exits(2), Complains(HasSubstr("of all none is called"))));
  EXPECT_THAT(Dlx({"make", "latin-squares", "5", "--of=row"}),
              AllOf(Exits(2), Complains(HasSubstr("\"rows\""))));
  EXPECT_THAT(Dlx({"make", "latin-squares", "--help"}),
              Prints(HasSubstr("all, rows, columns, symbols")));
  const std::string squares = Dlx({"make", "latin-squares", "6"}).output;
  const std::string isotopies =
      Dlx({"make", "latin-squares", "6", "--of=rows+columns+symbols"}).output;
  EXPECT_THAT(
      Dlx({"count", "-", "--symmetry=" + WriteFile("iso.sym", isotopies)},
          {.input = squares}),
      AllOf(Exits(0), Prints("22\n")));
}

TEST(SymmetryTest, ConvertsCoversToThoseThatStandForThem) {
  const std::string row = WriteFile("row.dlx", kRow);
  const std::string expected =
      "| cover 1, one of 2\na b\nc\n\n| cover 2, one of 1\na\nb\nc\n";
  EXPECT_THAT(
      Dlx({"convert", row, "--canonical=-"}, {.input = "b c\na\n\nb\nc\na\n"}),
      AllOf(Exits(0), Complains(""), Prints(expected)));
  // Those of one class become the same, in each form.
  const std::string queens =
      WriteFile("q8.dlx", Dlx({"make", "queens", "8"}).output);
  const std::string covers = Dlx({"solve", queens, "--json"}).output;
  const std::string canonical =
      Dlx({"convert", queens, "--canonical=-", "--json"}, {.input = covers})
          .output;
  std::set<std::string> classes;
  size_t lines = 0;
  for (absl::string_view line : absl::StrSplit(canonical, '\n')) {
    const size_t begin = line.find("\"options\"");
    if (begin == absl::string_view::npos) continue;
    classes.insert(std::string(line.substr(begin)));
    ++lines;
  }
  EXPECT_EQ(lines, 92);
  EXPECT_EQ(classes.size(), 12);
  // What stands for a class stands for itself.
  EXPECT_EQ(
      Dlx({"convert", queens, "--canonical=-", "--json"}, {.input = canonical})
          .output,
      canonical);
  const std::string none = WriteFile("none.sym", "()\n");
  EXPECT_THAT(Dlx({"convert", row, "--canonical=-", "--symmetry=" + none},
                  {.input = "b c\na\n"}),
              Prints("| cover 1, one of 1\nb c\na\n"));
  EXPECT_THAT(
      Dlx({"convert", row, "--canonical=-"}, {.input = "a\nb\n"}),
      AllOf(Exits(1), Prints(""),
            Complains(HasSubstr("standard input: number 1 is not a cover"))));
  EXPECT_THAT(Dlx({"convert", row, "--canonical=-"}, {.input = "x y\n"}),
              Exits(65));
  EXPECT_THAT(Dlx({"convert", row, "--canonical=missing"}), Exits(66));
  EXPECT_THAT(Dlx({"convert", "-", "--canonical=-"}, {.input = kRow}),
              Exits(2));
  EXPECT_THAT(Dlx({"convert", row, "--canonical=-", "--to=lp"}), Exits(2));
  EXPECT_THAT(Dlx({"convert", row, "--to=lp", "--symmetry=" + none}),
              AllOf(Exits(2), Complains(HasSubstr("is for --canonical"))));
}

TEST(SymmetryTest, StopsAtLimits) {
  const std::string queens = Dlx({"make", "queens", "12"}).output;
  EXPECT_THAT(
      Dlx({"count", "-", "--up-to-symmetry", "--nodes=100", "--threads=1"},
          {.input = queens}),
      AllOf(Exits(75), Complains(HasSubstr("there may be"))));
  EXPECT_THAT(Dlx({"symmetry", "-", "--nodes=2"}, {.input = queens}),
              AllOf(Exits(75), Prints(""),
                    Complains(HasSubstr("a limit came before"))));
  EXPECT_THAT(Dlx({"symmetry", "-", "--memory=1000"}, {.input = queens}),
              AllOf(Exits(71), Complains(HasSubstr("--memory gives it more"))));
}

}  // namespace
}  // namespace dlx::tool
