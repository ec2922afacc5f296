// What a browser makes of a page is tested in tools/sudoku/page_test.cc.

#include "sudoku/render/replay_page.h"

#include <string>

#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/lab/event.h"

namespace sudoku::replay_page_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Puzzle Small() {
  return Puzzle(*Geometry::FromSize(4), *Grid::FromLine("1..4..1..2..3..2"));
}

Recording TwoEvents() {
  Recording recording;
  recording.events = {{.kind = Event::Kind::kTry, .digit = 3, .cell = 1},
                      {.kind = Event::Kind::kSwap, .cell = 1, .other_cell = 2}};
  return recording;
}

TEST(ReplayPageTest, HasTheEventsAndThePuzzle) {
  const std::string page = ReplayPage(Small(), TwoEvents(), {.start = 1});
  EXPECT_THAT(page, HasSubstr("\"events\":[0,1,3,6,1,2]"));
  EXPECT_THAT(page, HasSubstr("\"clues\":[1,0,0,4,0,0,1,0,0,2,0,0,3,0,0,2]"));
  EXPECT_THAT(page, HasSubstr("\"size\":4"));
  EXPECT_THAT(page, HasSubstr("\"start\":1"));
  EXPECT_THAT(page, HasSubstr("<p>4x4, 6 clues</p>"));
  EXPECT_THAT(page.substr(0, 100), HasSubstr(std::string(kReplayPageMark)));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(ReplayPageTest, NeedsNothingElse) {
  const std::string page = ReplayPage(Small(), TwoEvents(), {});
  for (const char* reference :
       {"src=", "href=", "url(", "@import", "import(", "fetch(", "https:"}) {
    EXPECT_THAT(page, Not(HasSubstr(reference)));
  }
}

TEST(ReplayPageTest, TextsAreNothingButTexts) {
  Puzzle puzzle = Small();
  puzzle.note = "</p></script><script>\"&\\\n";
  Recording recording = TwoEvents();
  recording.result.verdict = MethodVerdict::kSolved;
  recording.result.remark = puzzle.note;
  const std::string page =
      ReplayPage(puzzle, recording, {.title = puzzle.note});
  EXPECT_THAT(page, Not(HasSubstr("</p></script><script>")));
  EXPECT_THAT(page, HasSubstr("&lt;/p&gt;&lt;/script&gt;"));
  EXPECT_THAT(page, HasSubstr("\"Solved (\\u003c/p>\\u003c/script>\\u003c"
                              "script>\\\"&\\\\\\n).\""));
}

TEST(ReplayPageTest, IsUtf8WhateverANoteIs) {
  Puzzle puzzle = Small();
  puzzle.note = "caf\xE9 \x1b[2J \xC2\x9B";
  const std::string page =
      ReplayPage(puzzle, TwoEvents(), {.title = puzzle.note});
  EXPECT_THAT(page, HasSubstr("4x4, 6 clues: caf\xEF\xBF\xBD \xEF\xBF\xBD[2J "
                              "\xEF\xBF\xBD</p>"));
  for (const char* byte : {"\xE9", "\x1b", "\xC2\x9B"}) {
    EXPECT_THAT(page, Not(HasSubstr(byte)));
  }
}

TEST(ReplayPageTest, CallsCellsAsTheUserWants) {
  Puzzle puzzle = Small();
  const auto page = [&puzzle] {
    return ReplayPage(puzzle, TwoEvents(), {.with_matrix = true});
  };
  EXPECT_THAT(page(), HasSubstr(R"("items":["r1c1","r1c2")"));
  puzzle.geometry = puzzle.geometry.WithNames(NameStyle::kLetter);
  EXPECT_THAT(page(), HasSubstr(R"("items":["A1","A2")"));
}

TEST(ReplayPageTest, HasTheExactCoverProblemIfWanted) {
  EXPECT_THAT(ReplayPage(Small(), TwoEvents(), {}),
              Not(HasSubstr("\"matrix\":")));
  const std::string page =
      ReplayPage(Small(), TwoEvents(), {.with_matrix = true});
  EXPECT_THAT(page, HasSubstr("\"matrix\":{\"items\":[\"r1c1\","));
  EXPECT_THAT(page, HasSubstr("{\"name\":\"digits in boxes\",\"first\":48}"));
  EXPECT_THAT(page,
              HasSubstr("\"options\":[[0,1,0,16,32,48],[0,2,0,17,33,49]"));
}

TEST(ReplayPageTest, HasWhatTheGeometryHas) {
  const Puzzle puzzle(Geometry::Standard().WithDiagonals());
  const std::string page = ReplayPage(puzzle, {}, {});
  EXPECT_THAT(page, HasSubstr("\"diagonal\":[[0,10,20,30,40,50,60,70,80],[8,"));
  EXPECT_THAT(page, HasSubstr("\"extra\":[]"));
  EXPECT_THAT(page, HasSubstr("\"candidateColumns\":3"));
  EXPECT_THAT(page, Not(HasSubstr("\"allowed\"")));
  const Puzzle candidates =
      FromCandidates(*Geometry::FromSize(4), std::vector<DigitSet>(16, 6));
  EXPECT_THAT(ReplayPage(candidates, {}, {}),
              HasSubstr("\"allowed\":[[2,3],[2,3]"));
}

}  // namespace
}  // namespace sudoku::replay_page_test
