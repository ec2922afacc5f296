// The JSON of pages for puzzles, its compression, and the rules that it tells.

#include "sudoku/format/web_puzzle.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/json.h"
#include "sudoku/format/lz_string.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// --- lz-string ---

// What the library makes of these texts.
TEST(LzStringTest, IsThatOfTheLibrary) {
  EXPECT_EQ(LzCompressToBase64(""), "Q===");
  EXPECT_EQ(LzCompressToBase64("a"), "IZA=");
  EXPECT_EQ(LzCompressToBase64("aaaaaaaaaa"), "IY1o");
  EXPECT_EQ(LzCompressToBase64("{\"size\":9}"), "N4IgzglgXgpiBcBOAvkA");
}

TEST(LzStringTest, ComesBack) {
  std::string text;
  for (int i = 0; i < 3000; ++i) {
    absl::StrAppend(&text, i * i % 7, i % 3 == 0 ? "\xC3\xA9" : "x",
                    i % 50 == 0 ? "\xE2\x82\xAC\xF0\x9F\x98\x80" : "");
    if (i % 100 != 0 && i > 10) continue;
    const auto read = LzDecompressFromBase64(LzCompressToBase64(text));
    ASSERT_TRUE(read.ok()) << text;
    EXPECT_EQ(*read, text);
  }
}

TEST(LzStringTest, RefusesWhatIsNone) {
  for (const absl::string_view text : {"", "!", "0000", "N4Ig", "////"}) {
    EXPECT_FALSE(LzDecompressFromBase64(text).ok()) << text;
  }
}

// A few characters can stand for very many.
TEST(LzStringTest, HasALimit) {
  const std::string compressed =
      LzCompressToBase64(std::string((1 << 20) + 1, 'a'));
  EXPECT_LT(compressed.size(), 5000u);
  EXPECT_FALSE(LzDecompressFromBase64(compressed).ok());
  EXPECT_TRUE(
      LzDecompressFromBase64(LzCompressToBase64(std::string(1 << 20, 'a')))
          .ok());
}

// --- The puzzles ---

// Reads an object; the sentence of what is wrong otherwise.
absl::StatusOr<Puzzle> Read(absl::string_view json) {
  JsonValue object;
  GeometrySource geometries;
  Puzzle puzzle(Geometry::Standard());
  auto error = ReadJsonObject(json, 1, JsonStyle::kStrict, &object);
  if (!error.has_value() && !IsWebPuzzle(object)) {
    return absl::InvalidArgumentError("no web puzzle");
  }
  if (!error.has_value()) error = ReadWebPuzzle(object, &geometries, &puzzle);
  if (error.has_value()) return absl::InvalidArgumentError(error->sentence);
  if (!puzzle.unknown_rules.empty()) {
    return absl::InvalidArgumentError(puzzle.unknown_rules[0].sentence);
  }
  return puzzle;
}

// 4x4; what `fields` adds stands behind the grid, and `cell` in r1c1.
std::string Fpuzzles(absl::string_view fields, absl::string_view cell = "") {
  return absl::StrCat("{\"size\":4,\"grid\":[[{", cell,
                      "},{},{},{}],[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]",
                      fields, "}");
}
std::string SudokuPad(absl::string_view fields) {
  return absl::StrCat(
      "{\"cells\":[[{\"value\":3},{},{},{}],[{},{},{},{}],[{},{},{},{}],"
      "[{},{},{},{}]]",
      fields, "}");
}

TEST(FpuzzlesTest, DigitsAreCluesIfGiven) {
  const auto given = Read(Fpuzzles("", "\"value\":3,\"given\":true"));
  ASSERT_TRUE(given.ok()) << given.status();
  EXPECT_EQ(given->clues.ToLine(), "3...............");
  EXPECT_EQ(Read(Fpuzzles("", "\"value\":3"))->clues.ToLine(),
            "................");
}

TEST(FpuzzlesTest, HasGeometries) {
  EXPECT_EQ(*Geometry::FromSize(4), Read(Fpuzzles(""))->geometry);
  EXPECT_EQ(Geometry::FromSize(4)->WithDiagonals(),
            Read(Fpuzzles(",\"diagonal+\":true,\"diagonal-\":true"))->geometry);
  EXPECT_EQ(
      *Geometry::FromSize(4)->WithExtraRegions("1....1....1....1"),
      Read(Fpuzzles(",\"diagonal-\":true,\"diagonal+\":false"))->geometry);
  EXPECT_EQ(*Geometry::FromSize(4)->WithExtraRegions("11.............."),
            Read(Fpuzzles(",\"extraregion\":[{\"cells\":[\"R1C1\",\"R1C2\"]}]"))
                ->geometry);
}

// A cell that says no region is in that of its row, as there are no boxes.
TEST(FpuzzlesTest, SizesWithoutBoxesHaveRowsAsRegions) {
  const auto puzzle = Read(
      "{\"size\":3,\"grid\":[[{},{},{}],[{},{},{\"region\":2}],"
      "[{\"region\":1},{},{}]]}");
  ASSERT_TRUE(puzzle.ok()) << puzzle.status();
  EXPECT_EQ(*Geometry::Irregular("111223233"), puzzle->geometry);
}

// Where a cell is in no region, the others are extra regions.
TEST(WebPuzzleTest, CellsMayBeInNoRegion) {
  const Geometry rows = *Geometry::Irregular("1111222233334444");
  const std::string none = absl::StrReplaceAll(
      Fpuzzles(""),
      {{"{}", "{\"region\":null}"}, {"[{}", "[{\"region\":null}"}});
  EXPECT_EQ(rows, Read(none)->geometry);
  EXPECT_EQ(FpuzzlesJson(*Read(none)), none);
  constexpr absl::string_view kRegionSums =
      ",\"regionsumline\":[{\"lines\":[[\"R1C1\",\"R2C2\"]]}]}";
  EXPECT_EQ(Read(absl::StrCat(none.substr(0, none.size() - 1), kRegionSums))
                .status()
                .message(),
            "RegionSumLine is about boxes, and there are none");
  EXPECT_EQ(
      *rows.WithExtraRegions("11..11.........."),
      Read(SudokuPad(",\"regions\":[[[0,0],[0,1],[1,0],[1,1]]]"))->geometry);
}

TEST(FpuzzlesTest, HasCandidates) {
  const auto puzzle = Read(Fpuzzles("", "\"givenPencilMarks\":[1,4]"));
  ASSERT_TRUE(puzzle.ok()) << puzzle.status();
  ASSERT_TRUE(puzzle->has_candidates());
  EXPECT_EQ(puzzle->candidates[0], DigitBit(1) | DigitBit(4));
  EXPECT_EQ(puzzle->candidates[1], AllDigits(4));
}

TEST(FpuzzlesTest, DecorationIsNoRule) {
  EXPECT_TRUE(Read(Fpuzzles(",\"line\":[{\"lines\":[]}],\"text\":[{}],"
                            "\"antiknight\":false,\"arrow\":[]"))
                  .ok());
}

TEST(WebPuzzleTest, FogHidesRulesAndIsNone) {
  constexpr absl::string_view kFog =
      ",\"fogofwar\":[\"R1C1\"],\"foglight\":[[0,0]],\"triggereffect\":[{}]";
  EXPECT_TRUE(Read(Fpuzzles(kFog)).ok());
  EXPECT_TRUE(Read(SudokuPad(kFog)).ok());
}

TEST(FpuzzlesTest, NamesTheRulesThatAreUnknown) {
  EXPECT_EQ(Read(Fpuzzles(",\"antiknight\":true,\"wrogn\":[{\"cells\":[]}],"
                          "\"magic\":true"))
                .status()
                .message(),
            "this puzzle has rules that are not known here: wrogn, magic");
}

TEST(FpuzzlesTest, SaysWhatIsWrong) {
  EXPECT_EQ(Read(Fpuzzles("", "\"value\":5,\"given\":true")).status().message(),
            "r1c1 holds 5, but the digits of a 4x4 puzzle are 1 to 4");
  EXPECT_EQ(Read(Fpuzzles("", "\"region\":\"x\"")).status().message(),
            "the region of r1c1 is no number from 0 to 35");
  EXPECT_EQ(
      Read(absl::StrReplaceAll(Fpuzzles(""), {{"4", "9"}})).status().message(),
      "the grid has 4 rows instead of 9");
}

TEST(SudokuPadTest, HasGeometries) {
  EXPECT_EQ(*Geometry::FromSize(4), Read(SudokuPad(""))->geometry);
  EXPECT_EQ(*Geometry::Irregular("1112132233243444"),
            Read(SudokuPad(",\"regions\":[[[0,0],[0,1],[0,2],[1,0]],"
                           "[[0,3],[1,2],[1,3],[2,2]],"
                           "[[1,1],[2,0],[2,1],[3,0]],"
                           "[[2,3],[3,1],[3,2],[3,3]]]"))
                ->geometry);
}

TEST(SudokuPadTest, DiagonalsAreLinesFromCornerToCorner) {
  constexpr absl::string_view kDiagonals =
      ",\"lines\":[{\"wayPoints\":[[0,0],[4,4]]},{\"wayPoints\":[[4,0],[0,4]]}"
      "]";
  EXPECT_EQ(Geometry::FromSize(4)->WithDiagonals(),
            Read(SudokuPad(kDiagonals))->geometry);
  EXPECT_EQ(
      *Geometry::FromSize(4)->WithExtraRegions("1....1....1....1"),
      Read(SudokuPad(",\"lines\":[{\"wayPoints\":[[0,0],[4,4]]}]"))->geometry);
  EXPECT_EQ(Read(SudokuPad(",\"lines\":[{\"wayPoints\":[[0,0],[3,4]]}]"))
                .status()
                .message(),
            "this puzzle has rules that are not known here: lines");
}

// What a drawing means is told in words only, and these are shown.
TEST(SudokuPadTest, DrawingsAreNamedWithTheTextOfTheRules) {
  EXPECT_EQ(Read(SudokuPad(",\"arrows\":[{}],\"metadata\":{\"rules\":"
                           "\"Digits on\\narrows ...\"}"))
                .status()
                .message(),
            "this puzzle has rules that are not known here: arrows; what they "
            "mean is only in its text, \"Digits on arrows ...\"");
}

TEST(SudokuPadTest, CagesWithSumsAndMetadataAreRules) {
  const auto puzzle = Read(SudokuPad(
      ",\"cages\":[{\"cells\":[[0,0],[0,1]],\"value\":\"5\",\"unique\":true},"
      "{\"cells\":[[3,3],[2,2]],\"value\":6}],"
      "\"metadata\":{\"antiknight\":true,\"antiking\":false}"));
  ASSERT_TRUE(puzzle.ok()) << puzzle.status();
  std::vector<std::string> rules;
  for (const Rule& rule : puzzle->rules) rules.push_back(rule.text);
  EXPECT_THAT(rules, ::testing::ElementsAre("AntiKnight", "Cage~5~R1C1~R1C2",
                                            "Sum~6~R4C4~R3C3"));
}

TEST(SudokuPadTest, CagesWithoutSumsAreRegions) {
  EXPECT_EQ(
      *Geometry::FromSize(4)->WithExtraRegions("11.............."),
      Read(SudokuPad(",\"cages\":[{\"cells\":[[0,0],[0,1]],\"value\":\"\","
                     "\"unique\":true}]"))
          ->geometry);
  for (const char* const unclear :
       {"\"value\":\"odd\",\"unique\":true", "\"value\":\"\""}) {
    EXPECT_THAT(
        Read(SudokuPad(absl::StrCat(",\"cages\":[{\"cells\":[[0,0],[0,1]],",
                                    unclear, "}]")))
            .status()
            .message(),
        HasSubstr("not known here: cages"));
  }
}

TEST(SudokuPadTest, CagesWithoutCellsAreWords) {
  const auto puzzle = Read(SudokuPad(
      ",\"cages\":[{\"value\":\"title: A title that is rather long\"},"
      "{\"cells\":[],\"value\":\"author: Nobody\"},{\"cells\":[]}]"));
  ASSERT_TRUE(puzzle.ok()) << puzzle.status();
  EXPECT_EQ(puzzle->note, "A title that is rather long by Nobody");
}

TEST(SudokuPadTest, ShortFormHasRulesBehindIt) {
  GeometrySource geometries;
  Puzzle puzzle(Geometry::Standard());
  const std::string blank(13, 'o');  // 13 times 6 cells, and three.
  ASSERT_EQ(
      ReadSudokuPadAddress("scf" + blank + "Kxw", {1, 1}, &geometries, &puzzle),
      std::nullopt);
  EXPECT_EQ(puzzle.geometry,
            *Geometry::Standard().WithDiagonals().WithWindows());
  EXPECT_TRUE(ReadSudokuPadAddress("scf" + blank, {1, 1}, &geometries, &puzzle)
                  .has_value());
}

// --- Both ways ---

TEST(WebPuzzleTest, ComesBack) {
  std::vector<Puzzle> puzzles;
  const Geometry standard = Geometry::Standard();
  for (const Geometry& geometry :
       {standard, standard.WithDiagonals(), *standard.WithWindows(),
        *Geometry::FromSize(6), *Geometry::FromSize(16),
        *Geometry::Irregular("1112132233243444")}) {
    puzzles.emplace_back(geometry);
    puzzles.back().clues[5] = static_cast<uint8_t>(geometry.size());
    puzzles.back().note = "Monday \"easy\"";
  }
  for (const Puzzle& puzzle : puzzles) {
    SCOPED_TRACE(puzzle.geometry.Description());
    for (const std::string& json :
         {FpuzzlesJson(puzzle), SudokuPadJson(puzzle)}) {
      const auto read = Read(json);
      ASSERT_TRUE(read.ok()) << read.status() << "\n" << json;
      EXPECT_EQ(read->geometry, puzzle.geometry);
      EXPECT_EQ(read->clues, puzzle.clues);
      EXPECT_EQ(read->note, puzzle.note);
    }
  }
}

TEST(WebPuzzleTest, KeepsWhatIsNeitherClueNorRule) {
  const auto puzzle =
      Read(Fpuzzles(",\"title\":\"Monday\",\"author\":\"A. B.\","
                    "\"ruleset\":\"Normal\\nrules\"",
                    "\"value\":3,\"givenPencilMarks\":[3,4]"));
  ASSERT_TRUE(puzzle.ok()) << puzzle.status();
  EXPECT_EQ(puzzle->note, "Monday by A. B.");
  const Puzzle::Heading heading = {"Monday", "A. B.", "Normal\nrules"};
  EXPECT_EQ(puzzle->heading, heading);
  ASSERT_TRUE(puzzle->filled_in.has_value());
  EXPECT_EQ(puzzle->filled_in->ToLine(), "3...............");

  const auto again = Read(FpuzzlesJson(*puzzle));
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->heading, heading);
  EXPECT_EQ(again->filled_in, puzzle->filled_in);
  EXPECT_EQ(again->candidates, puzzle->candidates);
  EXPECT_EQ(again->clues, puzzle->clues);
  EXPECT_EQ(Read(SudokuPadJson(*puzzle))->heading, heading);
  // The other cells have no marks, and get none.
  const std::string json = FpuzzlesJson(*puzzle);
  EXPECT_EQ(json.find("givenPencilMarks"), json.rfind("givenPencilMarks"));
}

// What is drawn, how it looks, what a solver has marked.
TEST(WebPuzzleTest, FpuzzlesComesBackAsItWas) {
  const std::string json = Fpuzzles(
      ",\"solution\":[1,2,3,4],\"highlightConflicts\":true,"
      "\"killercage\":[{\"cells\":[\"R1C1\",\"R1C2\"],\"value\":\"3\","
      "\"outlineC\":\"#123456\"}],\"diagonal-\":true,"
      "\"text\":[{\"cells\":[\"R2C2\"],\"value\":\"\\u00e9\\n\",\"size\":0.5}],"
      "\"line\":[{\"lines\":[[\"R1C1\",\"R2C2\"]],\"width\":1e-1}],"
      "\"new\":null",
      "\"value\":2,\"c\":\"#FFAAAA\",\"centerPencilMarks\":[1,2],"
      "\"cornerPencilMarks\":[3]");
  const auto puzzle = Read(json);
  ASSERT_TRUE(puzzle.ok()) << puzzle.status();
  const std::string expected =
      absl::StrReplaceAll(json, {{"\\u00e9", "\xC3\xA9"}});
  EXPECT_EQ(FpuzzlesJson(*puzzle), expected);
  EXPECT_THAT(FpuzzlesBesides(*puzzle),
              ::testing::ElementsAre("solution", "text", "line", "c",
                                     "centerPencilMarks", "cornerPencilMarks"));

  // What has changed is written, and nothing else is lost by that.
  Puzzle changed = *puzzle;
  changed.SetClue(0, 2);
  changed.heading.title = "Monday";
  const std::string again = FpuzzlesJson(changed);
  EXPECT_THAT(
      again, AllOf(HasSubstr("[[{\"c\":\"#FFAAAA\",\"centerPencilMarks\":[1,2],"
                             "\"cornerPencilMarks\":[3],\"value\":2,"
                             "\"given\":true},{}"),
                   HasSubstr("\"title\":\"Monday\""),
                   HasSubstr("\"outlineC\":\"#123456\""),
                   Not(HasSubstr("solution"))));  // In which r1c1 is 1.
  changed.SetClue(0, 1);
  EXPECT_THAT(FpuzzlesJson(changed), HasSubstr("\"solution\":[1,2,3,4]"));
  changed.rules.clear();
  EXPECT_THAT(FpuzzlesJson(changed),
              AllOf(Not(HasSubstr("killercage")), HasSubstr("\"line\":[{"),
                    HasSubstr("extraregion"), HasSubstr("\"c\":\"#FFAAAA\"")));
  // Older files have rules in cells.
  auto odd = Read(Fpuzzles("", "\"parity\":\"Odd\",\"c\":\"#FFAAAA\""));
  ASSERT_TRUE(odd.ok()) << odd.status();
  EXPECT_THAT(FpuzzlesBesides(*odd), ::testing::ElementsAre("c"));
  EXPECT_THAT(FpuzzlesJson(*odd), HasSubstr("\"parity\":\"Odd\""));
  odd->rules.clear();
  EXPECT_THAT(FpuzzlesJson(*odd),
              AllOf(Not(HasSubstr("Odd")), HasSubstr("\"c\"")));
  EXPECT_THAT(FpuzzlesBesides(Puzzle(Geometry::Standard())),
              ::testing::IsEmpty());
}

// Its drawings are named as rules that are not known, but stay what they are.
TEST(WebPuzzleTest, SudokuPadComesBackAsItWas) {
  const std::string json = SudokuPad(
      ",\"id\":\"x\",\"lines\":[{\"wayPoints\":[[0,0],[4,4]]},"
      "{\"wayPoints\":[[0.5,0.5],[1.5,1e0]]}],\"underlays\":[{\"width\":.5}],"
      "\"cages\":[{\"value\":\"title: Monday\"},"
      "{\"cells\":[[0,0],[0,1]],\"value\":\"5\",\"unique\":true,\"style\":7}],"
      "\"metadata\":{\"solution\":\"3\",\"antiking\":false},\"foglight\":[[0,0]"
      "]");
  JsonValue object;
  GeometrySource geometries;
  Puzzle puzzle(Geometry::Standard());
  ASSERT_FALSE(ReadJsonObject(json, 1, JsonStyle::kStrict, &object));
  ASSERT_FALSE(ReadWebPuzzle(object, &geometries, &puzzle));
  EXPECT_EQ(SudokuPadJson(puzzle), json);

  puzzle.SetClue(1, 2);
  EXPECT_EQ(SudokuPadJson(puzzle),
            absl::StrReplaceAll(json, {{"3},{}", "3},{\"value\":2}"}}));
  puzzle.rules.clear();
  puzzle.heading.author = "A. B.";
  EXPECT_THAT(
      SudokuPadJson(puzzle),
      AllOf(HasSubstr("\"cages\":[{\"value\":\"title: Monday\"},{\"cells\":"),
            Not(HasSubstr("style")), Not(HasSubstr("solution")),
            HasSubstr("\"lines\":[{\"wayPoints\":[[0.5,0.5],[1.5,1e0]]}]"),
            HasSubstr("\"author\":\"A. B.\""), HasSubstr("foglight")));
  EXPECT_TRUE(IsSudokuPadJsonBest(puzzle));
  puzzle.web_json.clear();
  EXPECT_FALSE(IsSudokuPadJsonBest(puzzle));
  // Neither page has a place for what the other one draws.
  EXPECT_THAT(FpuzzlesJson(puzzle), Not(HasSubstr("foglight")));
}

// Whatever numbers the regions have, and if an empty cell is no object.
TEST(WebPuzzleTest, AChangedCellOfFpuzzlesStaysInItsRegion) {
  std::string grid;
  for (const absl::string_view rows : {"[3,3,2,2]", "[1,1,0,0]"}) {
    const std::string row = absl::StrReplaceAll(rows, {{"3", "{'region':3}"},
                                                       {"2", "{'region':2}"},
                                                       {"1", "{'region':1}"},
                                                       {"0", "{'region':0}"}});
    absl::StrAppend(&grid, grid.empty() ? "" : ",", row, ",", row);
  }
  for (const std::string& rows :
       {grid, std::string("[{},null,null,null],[null,null,null,null],"
                          "[null,null,null,null],[null,null,null,null]")}) {
    auto puzzle = Read(absl::StrReplaceAll(
        absl::StrCat("{'size':4,'grid':[", rows, "]}"), {{"'", "\""}}));
    ASSERT_TRUE(puzzle.ok()) << puzzle.status();
    puzzle->SetClue(5, 2);
    const auto again = Read(FpuzzlesJson(*puzzle));
    ASSERT_TRUE(again.ok()) << again.status();
    EXPECT_EQ(again->clues.ToLine(), ".....2..........");
    EXPECT_EQ(again->geometry, puzzle->geometry);
  }
}

TEST(WebPuzzleTest, BoxesOfAnotherShapeAreRegions) {
  const Puzzle puzzle(*Geometry::Classic(3, 2));
  const auto read = Read(FpuzzlesJson(puzzle));
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_EQ(read->geometry.RegionLine(), puzzle.geometry.RegionLine());
}

}  // namespace
}  // namespace sudoku
