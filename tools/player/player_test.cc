// The player in a real terminal is tested in tools/sudoku/watch_test.cc.

#include "tools/player/player.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/player/watch.h"

namespace player {
namespace {

using ::cli::Key;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr cli::ScreenSize kWindow = {.rows = 40, .columns = 100};

// A search of which there is little to see.
class NumberFace : public ReplayFace {
 public:
  explicit NumberFace(size_t step_count) : step_count_(step_count) {}

  size_t step_count() const override { return step_count_; }
  size_t step() const override { return step_; }
  void Seek(size_t step) override { step_ = step; }
  std::string EventText() const override {
    return absl::StrCat("event ", step_);
  }
  std::vector<Counter> Counters() const override {
    return {{"steps", step_}, {"leaps", leaps_, false}};
  }
  std::vector<Picture> Pictures() const override {
    return {{.text = "a large\n\npicture\n", .legend = "(1) one"},
            {.text = "small\n", .may_be_cut = may_be_cut_}};
  }
  std::string Text() const override { return EventText(); }
  char own_key() const override { return 'l'; }
  absl::string_view own_key_text() const override { return "leaps"; }
  void PressOwnKey() override { ++leaps_; }

  void CutPicture() { may_be_cut_ = true; }

 private:
  size_t step_count_;
  size_t step_ = 0;
  uint64_t leaps_ = 0;
  bool may_be_cut_ = false;
};

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
    NumberFace face(200);
    Player player(face, {});
    Type(player, test.keys);
    EXPECT_EQ(face.step(), test.step) << test.keys;
  }
  NumberFace face(200);
  Player player(face, {});
  player.Press({Key::kPageDown});
  EXPECT_EQ(face.step(), 10);
  player.Press({Key::kEnd});
  player.Press({Key::kPageUp});
  EXPECT_EQ(face.step(), 190);
  player.Press({Key::kHome});
  EXPECT_EQ(face.step(), 0);
}

TEST(PlayerTest, PlaysAtItsSpeed) {
  NumberFace face(200);
  Player player(face, {.steps_per_second = 10});
  EXPECT_TRUE(player.is_playing());
  player.Advance(absl::Milliseconds(250));
  EXPECT_EQ(face.step(), 2);
  player.Advance(absl::Milliseconds(50));  // Half a step was left over.
  EXPECT_EQ(face.step(), 3);
  Type(player, "+");
  player.Advance(absl::Seconds(1));
  EXPECT_EQ(face.step(), 23);
  Type(player, " ");
  EXPECT_FALSE(player.is_playing());
  EXPECT_EQ(player.TimeToNextChange(), absl::InfiniteDuration());
  player.Advance(absl::Seconds(1));
  EXPECT_EQ(face.step(), 23);
  Type(player, " ");
  player.Advance(absl::Seconds(60));
  EXPECT_EQ(face.step(), 200);
  EXPECT_FALSE(player.is_playing());
  Type(player, " ");  // Once more, from the start.
  EXPECT_TRUE(player.is_playing());
  EXPECT_EQ(face.step(), 0);
}

TEST(PlayerTest, ToGoSomewhereIsToPause) {
  for (const char* keys : {"s", "b", "0", "e", "g"}) {
    NumberFace face(200);
    Player player(face, {});
    Type(player, keys);
    EXPECT_FALSE(player.is_playing()) << keys;
  }
}

TEST(PlayerTest, SpeedHasItsBounds) {
  NumberFace face(200);
  Player player(face, {.steps_per_second = 3});
  EXPECT_THAT(Text(player), HasSubstr(" 3 steps/s"));
  Type(player, "+");
  EXPECT_THAT(Text(player), HasSubstr(" 5 steps/s"));
  Type(player, "----------");
  EXPECT_THAT(Text(player), HasSubstr(" 1 step/s"));
  Type(player, std::string(30, '+'));
  EXPECT_THAT(Text(player), HasSubstr(" 1,000,000 steps/s"));
  EXPECT_THAT(Text(Player(face, {.steps_per_second = 0.5})),
              HasSubstr(" 0.5 steps/s"));
}

TEST(PlayerTest, TellsTheEndAtTheEnd) {
  NumberFace face(3);
  Player player(face, {.title = "A method", .end_text = "Solved."});
  EXPECT_THAT(Text(player), Not(HasSubstr("Solved.")));
  EXPECT_THAT(Text(player), HasSubstr("A method"));
  Type(player, "e");
  EXPECT_THAT(Text(player), HasSubstr("Solved."));
  EXPECT_THAT(Text(player), HasSubstr("Step 3 of 3"));
}

TEST(PlayerTest, QuitsOnRequest) {
  for (const int key : {static_cast<int>('q'), static_cast<int>(Key::kEscape),
                        static_cast<int>(Key::kGone)}) {
    NumberFace face(3);
    Player player(face, {});
    EXPECT_FALSE(player.wants_to_quit());
    player.Press({key});
    EXPECT_TRUE(player.wants_to_quit());
  }
}

TEST(PlayerTest, AFaceHasAKeyOfItsOwn) {
  NumberFace face(3);
  Player player(face, {});
  EXPECT_THAT(Text(player), HasSubstr("l    leaps"));
  EXPECT_THAT(Text(player), Not(HasSubstr("leaps        ")));
  Type(player, "l");
  EXPECT_TRUE(player.is_playing());
  EXPECT_THAT(Text(player), HasSubstr("leaps             1"));
}

TEST(PlayerTest, CutsAPictureOnlyIfAPartOfItSaysSomething) {
  NumberFace face(3);
  const Player player(face, {});
  const cli::ScreenSize tiny = {.rows = 4, .columns = 4};
  EXPECT_THAT(player.Lines(tiny), Contains("(needs 5 x 4)"));
  face.CutPicture();
  EXPECT_THAT(player.Lines(tiny), Contains("small"));
}

TEST(ChosenStepsTest, AreEachOneInSoManyAndTheLast) {
  using Steps = std::vector<size_t>;
  EXPECT_EQ(*ChosenSteps({}, 1, 3), (Steps{0, 1, 2, 3}));
  EXPECT_EQ(*ChosenSteps({.first = 2}, 3, 6), (Steps{2, 5, 6}));
  EXPECT_EQ(*ChosenSteps({.first = 2, .last = 2}, 1, 6), Steps{2});
  EXPECT_FALSE(ChosenSteps({.last = 7}, 1, 6).ok());
}

}  // namespace
}  // namespace player
