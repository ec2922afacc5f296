// The player in a real terminal is tested in watch_test.cc.

#include "tools/sudoku/player.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_join.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/lab/event.h"

namespace sudoku::tool {
namespace {

using ::cli::Key;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr cli::ScreenSize kWindow = {.rows = 40, .columns = 100};

// Of a search with `steps` steps.
Player MakePlayer(int steps, PlayerOptions options = {}) {
  std::vector<Event> events(steps);
  for (int i = 0; i < steps; ++i) {
    events[i] = {.kind = Event::Kind::kPlace,
                 .digit = static_cast<uint8_t>(1 + i % 4),
                 .cell = static_cast<int16_t>(i % 16)};
  }
  return Player(Replay(Puzzle(*Geometry::FromSize(4)), std::move(events)),
                std::move(options));
}

void Type(Player& player, const std::string& keys) {
  for (const char key : keys) player.Press({key});
}

std::string Text(const Player& player) {
  return absl::StrJoin(player.Lines(kWindow), "\n");
}

TEST(PlayerTest, KeysGoToSteps) {
  struct {
    std::string keys;
    size_t step;
  } const kCases[] = {
      {"", 0},         {"s", 1},        {"sss", 3},
      {"sssb", 2},     {"b", 0},        {"e", 200},
      {"es", 200},     {"eb", 199},     {"e0", 0},
      {"g12\n", 12},   {"g12", 0},      {"g12\x1b", 0},
      {"g\n", 0},      {"g999\n", 200}, {"g123\b\n", 12},
      {"g\b\b5\n", 5}, {"gx5\n", 5},    {"g99999999999999\n", 200},
      {"z", 0},
  };
  for (const auto& test : kCases) {
    Player player = MakePlayer(200);
    Type(player, test.keys);
    EXPECT_EQ(player.replay().step(), test.step) << test.keys;
  }
  Player player = MakePlayer(200);
  player.Press({Key::kPageDown});
  EXPECT_EQ(player.replay().step(), 10);
  player.Press({Key::kEnd});
  player.Press({Key::kPageUp});
  EXPECT_EQ(player.replay().step(), 190);
  player.Press({Key::kHome});
  EXPECT_EQ(player.replay().step(), 0);
}

TEST(PlayerTest, PlaysAtItsSpeed) {
  Player player = MakePlayer(200, {.steps_per_second = 10});
  EXPECT_TRUE(player.is_playing());
  player.Advance(absl::Milliseconds(250));
  EXPECT_EQ(player.replay().step(), 2);
  player.Advance(absl::Milliseconds(50));  // Half a step was left over.
  EXPECT_EQ(player.replay().step(), 3);
  Type(player, "+");
  player.Advance(absl::Seconds(1));
  EXPECT_EQ(player.replay().step(), 23);
  Type(player, " ");
  EXPECT_FALSE(player.is_playing());
  EXPECT_EQ(player.TimeToNextChange(), absl::InfiniteDuration());
  player.Advance(absl::Seconds(1));
  EXPECT_EQ(player.replay().step(), 23);
  Type(player, " ");
  player.Advance(absl::Seconds(60));
  EXPECT_EQ(player.replay().step(), 200);
  EXPECT_FALSE(player.is_playing());
  Type(player, " ");  // Once more, from the start.
  EXPECT_TRUE(player.is_playing());
  EXPECT_EQ(player.replay().step(), 0);
}

TEST(PlayerTest, ToGoSomewhereIsToPause) {
  for (const char* keys : {"s", "b", "0", "e", "g"}) {
    Player player = MakePlayer(200);
    Type(player, keys);
    EXPECT_FALSE(player.is_playing()) << keys;
  }
}

TEST(PlayerTest, SpeedHasItsBounds) {
  Player player = MakePlayer(200, {.steps_per_second = 3});
  EXPECT_THAT(Text(player), HasSubstr(" 3 steps/s"));
  Type(player, "+");
  EXPECT_THAT(Text(player), HasSubstr(" 5 steps/s"));
  Type(player, "----------");
  EXPECT_THAT(Text(player), HasSubstr(" 1 step/s"));
  Type(player, std::string(30, '+'));
  EXPECT_THAT(Text(player), HasSubstr(" 1,000,000 steps/s"));
  EXPECT_THAT(Text(MakePlayer(200, {.steps_per_second = 0.5})),
              HasSubstr(" 0.5 steps/s"));
}

TEST(PlayerTest, TellsTheEndAtTheEnd) {
  Player player = MakePlayer(3, {.title = "A method", .end_text = "Solved."});
  EXPECT_THAT(Text(player), Not(HasSubstr("Solved.")));
  EXPECT_THAT(Text(player), HasSubstr("A method"));
  Type(player, "e");
  EXPECT_THAT(Text(player), HasSubstr("Solved."));
  EXPECT_THAT(Text(player), HasSubstr("Step 3 of 3"));
}

TEST(PlayerTest, QuitsOnRequest) {
  for (const int key : {static_cast<int>('q'), static_cast<int>(Key::kGone)}) {
    Player player = MakePlayer(3);
    EXPECT_FALSE(player.wants_to_quit());
    player.Press({key});
    EXPECT_TRUE(player.wants_to_quit());
  }
}

TEST(PlayerTest, NeverDrawsMoreThanTheWindowHolds) {
  const Player player = MakePlayer(3, {.title = "A method"});
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
  EXPECT_EQ(CountersText(replay), "depth 0");
  replay.Seek(3);
  EXPECT_EQ(CountersText(replay),
            "depth 2; 2 tried, 1 dead end, 2 wrong digits");
}

}  // namespace
}  // namespace sudoku::tool
