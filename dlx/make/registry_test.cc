#include "dlx/make/registry.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/base/string_view.h"
#include "dlx/make/cover_count.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::registry_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// The files that these tests know.
absl::StatusOr<std::string> ReadFile(absl::string_view path) {
  if (path == "words.txt") return "blast\nabove\n";
  if (path == "picture.non") return "rows\n2\n0\ncolumns\n1\n1\n";
  if (path == "bad.non") return "rows\n2\n0\ncolumns\n1\n1 1\n";
  if (path == "kakuro.txt") return "\\3 . .\n";
  if (path == "bad_kakuro.txt") return "\\3 . x\n";
  if (path == "magic.txt") return "2 . .\n. . .\n. . .\n";
  if (path == "crossword.txt") return "ab\ncd\nac\nbd\n";
  if (path == "graph.txt") return "a b\nb c\nc d\nd a\n";
  if (path == "bad_graph.txt") return "a b\nb b\n";
  if (path == "square.txt") return "01\n..\n";
  if (path == "bad_square.txt") return "01\n.?\n";
  if (path == "ring.txt") return "###\n#.#\n###\n";
  if (path == "bad_board.txt") return "###\n#o#\n###\n";
  if (path == "dominoes.txt") return "piece D *\n##\n";
  if (path == "bad_pieces.txt") return "piece D *\n#x\n";
  return absl::NotFoundError(absl::StrCat("there is no file ", path));
}

// What `dlx make` makes of a line.
absl::StatusOr<Problem> MakeFrom(absl::string_view line) {
  const std::vector<StringView> words =
      absl::StrSplit(line, ' ', absl::SkipEmpty());
  const Generator* generator = FindGenerator(words[0]);
  if (generator == nullptr) return absl::NotFoundError("No such generator.");
  return Make(*generator, absl::MakeConstSpan(words).subspan(1), ReadFile);
}

TEST(AllGeneratorsTest, AreSortedByName) {
  std::string last;
  for (const Generator& generator : AllGenerators()) {
    EXPECT_LT(last, generator.name);
    last = std::string(generator.name);
  }
}

TEST(AllGeneratorsTest, HaveExamplesThatWork) {
  for (const Generator& generator : AllGenerators()) {
    EXPECT_TRUE(
        absl::StartsWith(generator.example, absl::StrCat(generator.name)));
    EXPECT_THAT(MakeFrom(generator.example), IsOk()) << generator.example;
  }
}

TEST(AllGeneratorsTest, ExplainAllTheirParameters) {
  for (const Generator& generator : AllGenerators()) {
    const std::string help = HelpText(generator, "dlx make");
    EXPECT_THAT(help, StartsWith(absl::StrCat("Usage: dlx make ",
                                              UsageLine(generator), "\n")));
    EXPECT_THAT(help, HasSubstr(generator.summary));
    EXPECT_THAT(help, HasSubstr(absl::StrCat("dlx make ", generator.example)));
    std::set<absl::string_view> names;
    for (const Parameter& parameter : generator.parameters) {
      EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
      EXPECT_FALSE(parameter.help.empty()) << parameter.name;
      EXPECT_THAT(help, HasSubstr(parameter.help));
    }
    for (absl::string_view line : absl::StrSplit(help, '\n')) {
      EXPECT_LE(line.size(), 80) << line;
    }
  }
}

TEST(HelpTextTest, ShowsUsageParametersAndExample) {
  EXPECT_EQ(HelpText(*FindGenerator("macmahon"), "dlx make"),
            "Usage: dlx make macmahon [BOARD] [OPTION]...\n"
            "\n"
            "Squares with coloured edges that must match.\n"
            "\n"
            "  BOARD            its rows and columns (default: 4x6)\n"
            "  --colors=NUMBER  of the edges: a, b, ... (default: 3)\n"
            "  --border=TEXT    the colour of the edge of the board\n"
            "\n"
            "Example:\n"
            "  dlx make macmahon 4x6 --border=a\n");
}

TEST(FindGeneratorTest, KnowsNamesExactly) {
  EXPECT_NE(FindGenerator("queens"), nullptr);
  EXPECT_EQ(FindGenerator("queen"), nullptr);
  EXPECT_EQ(FindGenerator(""), nullptr);
}

struct CountCase {
  std::string line;
  uint64_t covers;
};

// Every parameter of every generator arrives where it should.
TEST(MakeTest, PassesItsArgumentsOn) {
  const CountCase cases[] = {
      {"de-bruijn 3", 16},
      {"de-bruijn 2 --letters=3 --fix-start", 24},
      {"de-bruijn-torus 4x4 --fix-start", 2},
      {"de-bruijn-torus 1 9 --window-rows=1 --window-columns=2 --letters=3",
       216},
      {"domination 5 3", 186},
      {"domination 4 4 --piece=knight", 9},
      {"dominoes 3x4", 11},
      {"dominoes 3 4", 11},
      {"dominoes 3 4 --mutilated", 5},
      {"graph-partitions --graph=graph.txt", 3},
      {"graph-partitions --graph=graph.txt --smallest=1", 12},
      {"graph-partitions --vertices=4 --more-edges=0 --smallest=1 "
       "--largest=4",
       8},
      {"langford 7", 52},
      {"langford 7 --halve", 26},
      {"langford 9 --copies=3", 6},
      {"latin-squares 4", 576},
      {"latin-squares 4 --reduced", 4},
      {"latin-squares 4 --diagonal", 48},
      {"latin-squares 2 --givens=square.txt", 1},
      {"macmahon 2x3 --colors=2", 416},
      {"macmahon 2 3 --colors 2 --border a", 0},
      {"kakuro kakuro.txt", 2},
      {"kirkman 9 --fix-first", 8},
      {"magic-square 3", 8},
      {"magic-square 3 --semi", 72},
      {"magic-square 3 --givens=magic.txt", 2},
      {"nonogram picture.non", 1},
      {"one-factorizations 6", 6},
      {"one-factorizations 6 --fix-first", 2},
      {"one-factorizations 8 --fix-first --perfect", 64},
      {"pentominoes 3x20 --break-symmetry", 2},
      {"pentominoes 3 --break-symmetry 20", 2},
      {"pentominoes 8x8 --holes=2x2 --break-symmetry", 65},
      {"polycubes 3x3x3 --break-symmetry", 240},
      {"polycubes 3x3x3 --pieces=slothouber-graatsma", 8},
      {"polycubes 2x2x2 --pieces=domino --copies=*", 9},
      {"polycubes 2x2x2 --pieces=domino --copies=4 --no-rotations", 1},
      {"polycubes 2x2x3 --holes=1x1x1@0,0,0+1x1x1@1,1,2 --gaps "
       "--pieces=soma:A --reflections",
       24},
      {"polyominoes 2x3 --pieces=trominoes:V --copies=2", 2},
      {"polyominoes 2x3 --pieces=trominoes:V --copies=2 --no-rotations", 0},
      {"polyominoes --board-file=ring.txt --piece-file=dominoes.txt", 2},
      {"polyominoes 2x3 --pieces=tetrominoes:L --gaps", 4},
      {"polyominoes 2x3 --pieces=tetrominoes:L --gaps --no-reflections", 2},
      {"polyominoes 2x3 --pieces=tetrominoes:L --gaps --break-symmetry", 1},
      {"queens 6", 4},
      {"queens 6 --organ-pipe --boards=2", 16},
      {"random 4 4 1 --seed=3 --planted", 1},
      {"random 3 4 3", 4},
      {"set-partitions 6", 203},
      {"set-partitions 6 --blocks=3", 90},
      {"soma", 11520},
      {"soma --break-symmetry", 240},
      {"steiner-systems 7", 30},
      {"steiner-systems 7 --fix-first", 2},
      {"steiner-systems 7 --hole=3", 6},
      {"steiner-systems 8 --block-size=4 --strength=3", 30},
      {"word-squares crossword.txt 2", 4},
      {"word-squares crossword.txt 2 --distinct", 2},
      {"word-squares crossword.txt 2 --symmetric", 2},
      {"word-squares crossword.txt 1 --columns=2", 0},
  };
  for (const CountCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    EXPECT_THAT(MakeFrom(param.line), HasCovers(param.covers)) << param.line;
  }
}

struct BadCase {
  std::string line;
  absl::StatusCode code;
  std::string message;
};

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

TEST(BadMakeArgumentsTest, AreExplained) {
  const BadCase cases[] = {
      {"queens", kInvalid, "N (the size of the board) is missing"},
      {"queens 8 --organpipe", kInvalid, "there is no option --organpipe"},
      {"domination 5 3 --piece=pawn", kInvalid, "there is no piece 'pawn'"},
      {"macmahon --border=ab", kInvalid, "--border is a letter, not 'ab'"},
      {"latin-squares 3 --givens=square.txt", kInvalid,
       "square.txt: the square has size 2, not 3"},
      {"latin-squares 2 --givens=bad_square.txt", kInvalid,
       "bad_square.txt: line 2, column 2: a cell is"},
      {"latin-squares 2 --givens=none.txt", absl::StatusCode::kNotFound,
       "there is no file none.txt"},
      {"graph-partitions", kInvalid, "say either --vertices=N"},
      {"graph-partitions --graph=graph.txt --vertices=4", kInvalid,
       "say either --vertices=N"},
      {"graph-partitions --graph=bad_graph.txt", kInvalid,
       "bad_graph.txt: line 2: an edge from \"b\" to itself"},
      {"graph-partitions --vertices=3 --largest=1", kInvalid,
       "from 2 to 1 vertices"},
      {"kakuro bad_kakuro.txt", kInvalid, "bad_kakuro.txt: line 1, word 3: a"},
      {"nonogram bad.non", kInvalid, "bad.non: column 2 needs 3 cells"},
      {"magic-square 2 --givens=magic.txt", kInvalid, "instead of 2"},
      {"word-squares", kInvalid, "WORDS (a list of words"},
      {"pentominoes 6y10", kInvalid, "not '6y10'"},
      {"pentominoes 6x10 7", kInvalid, "'7' is one argument too many"},
      {"dominoes 8", kInvalid, "such as 6x10, not '8'"},
      {"dominoes 2x3x4", kInvalid, "such as 6x10, not '2x3x4'"},
      {"dominoes 0x4", kInvalid, "1 or more rows and columns, not 0 x 4"},
      {"de-bruijn-torus 4y4", kInvalid, "not '4y4'"},
      {"macmahon 4x-6", kInvalid, "not '4x-6'"},
      {"polyominoes", kInvalid, "say either the size of the BOARD or"},
      {"polyominoes 2x2 --board-file=ring.txt", kInvalid, "say either the"},
      {"polyominoes --board-file=ring.txt --holes=1x1", kInvalid,
       "--holes are for rectangular boards"},
      {"polyominoes --board-file=bad_board.txt", kInvalid,
       "bad_board.txt: line 2, column 2: a picture consists of"},
      {"polyominoes 2x2 --piece-file=bad_pieces.txt", kInvalid,
       "bad_pieces.txt: line 2, column 2: a picture consists of"},
      {"polyominoes 2x2 --pieces=domino --piece-file=dominoes.txt", kInvalid,
       "say either --pieces=TEXT or --piece-file=FILE"},
      {"polyominoes 2x2 --pieces=nothing", kInvalid,
       "there are no pieces 'nothing'"},
      {"polyominoes 2x2 --copies=Q=2", kInvalid, "there is no piece 'Q'"},
      {"polyominoes 3x3x3", kInvalid, "the board has several layers"},
      {"polyominoes 2x2 --pieces=domino --copies=2 --break-symmetry",
       absl::StatusCode::kFailedPrecondition, "8 symmetries"},
  };
  for (const BadCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    EXPECT_THAT(MakeFrom(param.line),
                StatusIs(param.code, HasSubstr(param.message)));
  }
}

}  // namespace
}  // namespace dlx::make::registry_test
