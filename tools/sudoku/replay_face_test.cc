#include "tools/sudoku/replay_face.h"

#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/lab/event.h"
#include "tools/player/player.h"

namespace sudoku::tool {
namespace {

TEST(ReplayFaceTest, NeverDrawsMoreThanTheWindowHolds) {
  const Puzzle puzzle(*Geometry::FromSize(4));
  ReplayFace face(
      Replay(puzzle, {{.kind = Event::Kind::kPlace, .digit = 1, .cell = 0}}),
      {});
  const player::Player player(face, {.title = "A method"});
  for (int rows = 6; rows < 40; ++rows) {
    for (const int columns : {20, 30, 60, 100}) {
      EXPECT_LE(player.Lines({.rows = rows, .columns = columns}).size(), rows);
    }
  }
}

TEST(CountersTextTest, TellsWhatThereWas) {
  Replay replay(Puzzle(*Geometry::FromSize(4)),
                {{.kind = Event::Kind::kTry, .digit = 1, .cell = 0},
                 {.kind = Event::Kind::kTry, .digit = 1, .cell = 1},
                 {.kind = Event::Kind::kDeadEnd, .cell = 2}});
  EXPECT_EQ(CountersText(replay), "depth 0; 0 of 16 cells filled");
  replay.Seek(3);
  EXPECT_EQ(CountersText(replay),
            "depth 2; 2 of 16 cells filled; 2 tried, 1 dead end, 2 wrong "
            "digits");
}

}  // namespace
}  // namespace sudoku::tool
