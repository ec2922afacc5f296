#include "sudoku/lab/replay.h"

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/recording.h"

namespace sudoku {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;

Puzzle FourByFour(const std::string& line) {
  return Puzzle(*Geometry::FromSize(4), *Grid::FromLine(line));
}

Event Try(int cell, int digit) {
  return {.kind = Event::Kind::kTry,
          .digit = static_cast<uint8_t>(digit),
          .cell = static_cast<int16_t>(cell)};
}
Event Place(int cell, int digit) {
  Event event = Try(cell, digit);
  event.kind = Event::Kind::kPlace;
  return event;
}
Event RuleOut(int cell, int digit) {
  Event event = Try(cell, digit);
  event.kind = Event::Kind::kRuleOut;
  return event;
}
Event Undo() { return {.kind = Event::Kind::kUndo}; }
Event DeadEnd(int cell) {
  return {.kind = Event::Kind::kDeadEnd, .cell = static_cast<int16_t>(cell)};
}
Event Solution() { return {.kind = Event::Kind::kSolution}; }
Event Swap(int a, int b) {
  return {.kind = Event::Kind::kSwap,
          .cell = static_cast<int16_t>(a),
          .other_cell = static_cast<int16_t>(b)};
}
Event Restart() { return {.kind = Event::Kind::kRestart}; }

// A character for each cell: '.', clue 'c', tried 't', implied 'i'.
std::string Roles(const ReplayState& state) {
  std::string text;
  for (const CellRole role : state.roles) {
    text.push_back(".cti"[static_cast<int>(role)]);
  }
  return text;
}

// Everything about the current step, to compare steps with each other.
std::string Snapshot(const Replay& replay) {
  std::string text =
      absl::StrCat(replay.Description(), "\n", replay.state().digits.ToLine(),
                   "\n", Roles(replay.state()), "\n", replay.state().depth());
  for (const DigitSet set : replay.Candidates())
    absl::StrAppend(&text, " ", set);
  for (const uint32_t count : replay.state().counts) {
    absl::StrAppend(&text, " #", count);
  }
  return text;
}

TEST(ReplayTest, TellsEachStep) {
  Replay replay(
      FourByFour("1..............."),
      {RuleOut(5, 3), Try(1, 2), Place(2, 3), RuleOut(3, 4), DeadEnd(3),
       Try(15, 1), DeadEnd(-1), Undo(), Undo(), Try(1, 3), Solution()});
  struct {
    const char* description;
    const char* digits;
    const char* roles;
    int depth;
  } const kSteps[] = {
      {"Step 0: the puzzle, 1 clue", "1...............", "c...............", 0},
      {"Step 1: r2c2 cannot be 3", "1...............", "c...............", 0},
      {"Step 2: try r1c2 = 2", "12..............", "ct..............", 1},
      {"Step 3: r1c3 = 3 follows", "123.............", "cti.............", 1},
      {"Step 4: r1c4 cannot be 4", "123.............", "cti.............", 1},
      {"Step 5: dead end: r1c4 has no candidate", "123.............",
       "cti.............", 1},
      {"Step 6: try r4c4 = 1", "123............1", "cti............t", 2},
      {"Step 7: dead end: some digit has no place left", "123............1",
       "cti............t", 2},
      {"Step 8: take back r4c4 = 1", "123.............", "cti.............", 1},
      {"Step 9: take back r1c2 = 2", "1...............", "c...............", 0},
      {"Step 10: try r1c2 = 3", "13..............", "ct..............", 1},
      {"Step 11: solution", "13..............", "ct..............", 1},
  };
  for (size_t step = 0; step < std::size(kSteps); ++step) {
    replay.Seek(step);
    EXPECT_EQ(replay.step(), step);
    EXPECT_EQ(replay.Description(), kSteps[step].description);
    EXPECT_EQ(replay.state().digits.ToLine(), kSteps[step].digits) << step;
    EXPECT_EQ(Roles(replay.state()), kSteps[step].roles) << step;
    EXPECT_EQ(replay.state().depth(), kSteps[step].depth) << step;
  }
  EXPECT_EQ(replay.state().count(Event::Kind::kTry), 3);
  EXPECT_EQ(replay.state().count(Event::Kind::kUndo), 2);
  EXPECT_EQ(replay.state().count(Event::Kind::kDeadEnd), 2);
}

TEST(ReplayTest, CandidatesAreWhatPeersAndTheMethodLeave) {
  Replay replay(FourByFour("1..............."),
                {RuleOut(5, 3), Try(1, 2), RuleOut(3, 4), Undo()});
  EXPECT_THAT(replay.Candidates()[0], 0);
  EXPECT_EQ(replay.Candidates()[3], DigitBit(2) | DigitBit(3) | DigitBit(4));
  EXPECT_EQ(replay.Candidates()[5], DigitBit(2) | DigitBit(3) | DigitBit(4));
  replay.Seek(3);
  EXPECT_EQ(replay.Candidates()[3], DigitBit(3));
  EXPECT_EQ(replay.Candidates()[5], DigitBit(4));
  replay.Seek(4);  // What was ruled out before the try stays ruled out.
  EXPECT_EQ(replay.Candidates()[3], DigitBit(2) | DigitBit(3) | DigitBit(4));
  EXPECT_EQ(replay.Candidates()[5], DigitBit(2) | DigitBit(4));
}

TEST(ReplayTest, CandidatesOfAPencilmarkPuzzleAreItsOwn) {
  std::vector<DigitSet> sets(16, AllDigits(4));
  sets[7] = DigitBit(2) | DigitBit(3);
  Replay replay(FromCandidates(*Geometry::FromSize(4), sets), {Try(4, 2)});
  EXPECT_EQ(replay.Candidates()[7], DigitBit(2) | DigitBit(3));
  replay.Seek(1);
  EXPECT_EQ(replay.Candidates()[7], DigitBit(3));
}

TEST(ReplayTest, SwapsAndRestarts) {
  Replay replay(FourByFour("1..............."),
                {Place(1, 2), Place(2, 2), Place(3, 4), Swap(1, 3), Restart()});
  replay.Seek(3);
  EXPECT_THAT(replay.ConflictingCells(), ElementsAre(1, 2));
  EXPECT_THAT(replay.ActiveCells(), ElementsAre(3));
  replay.Seek(4);
  EXPECT_EQ(replay.state().digits.ToLine(), "1422............");
  EXPECT_EQ(replay.Description(), "Step 4: swap r1c2 and r1c4");
  EXPECT_THAT(replay.ActiveCells(), ElementsAre(1, 3));
  replay.Seek(5);
  EXPECT_EQ(replay.state().digits.ToLine(), "1...............");
  EXPECT_EQ(replay.Description(), "Step 5: restart from the clues");
  EXPECT_THAT(replay.ActiveCells(), IsEmpty());
  EXPECT_EQ(replay.state().count(Event::Kind::kPlace), 3);
}

TEST(ReplayTest, AClueInConflictIsNotToBlame) {
  Replay replay(FourByFour("1..............."), {Place(1, 1)});
  replay.Seek(1);
  EXPECT_THAT(replay.ConflictingCells(), ElementsAre(1));
  EXPECT_THAT(Replay(FourByFour("11.............."), {}).ConflictingCells(),
              ElementsAre(0, 1));
}

TEST(ReplayTest, ADeadEndIsExplainedByTheFewestHouses) {
  struct {
    const char* clues;
    const char* reason;
  } const kCases[] = {
      {"12.....3...4....", ": row 1 and column 4 hold every digit"},
      {"12....34........", ": row 1 and box 2 hold every digit"},
      {"1.....2........3", ""},
      {"1.....2....3...4", ": row 1, column 4 and box 2 hold every digit"},
      {".......1...2...3", ""},
      {"3......1...2...4", ": row 1 and column 4 hold every digit"},
  };
  for (const auto& test : kCases) {
    Replay replay(FourByFour(test.clues), {DeadEnd(3)});
    replay.Seek(1);
    EXPECT_EQ(
        replay.Description(),
        absl::StrCat("Step 1: dead end: r1c4 has no candidate", test.reason))
        << test.clues;
  }
}

TEST(ReplayTest, AFilledCellCanBeADeadEnd) {
  Replay replay(FourByFour("1..............."), {Place(1, 2), DeadEnd(1)});
  replay.Seek(2);
  EXPECT_EQ(replay.Description(),
            "Step 2: dead end: r1c2 cannot keep its digit");
}

TEST(ReplayTest, AnUndoTooManyDoesNothing) {
  Replay replay(FourByFour("1..............."), {Place(1, 2), Undo()});
  replay.Seek(2);
  EXPECT_EQ(replay.state().digits.ToLine(), "12..............");
  EXPECT_EQ(replay.Description(), "Step 2: nothing to take back");
  EXPECT_THAT(replay.ActiveCells(), IsEmpty());
}

// A long search that makes no sense, but has everything in it.
std::vector<Event> RandomEvents(int count) {
  std::mt19937 random(1);
  std::vector<Event> events;
  int depth = 0;
  while (static_cast<int>(events.size()) < count) {
    const int cell = static_cast<int>(random() % 16);
    const int digit = 1 + static_cast<int>(random() % 4);
    switch (random() % 6) {
      case 0:
        events.push_back(Try(cell, digit));
        ++depth;
        break;
      case 1:
        events.push_back(Place(cell, digit));
        break;
      case 2:
        events.push_back(RuleOut(cell, digit));
        break;
      case 3:
        events.push_back(DeadEnd(cell));
        break;
      default:
        if (depth > 0) {
          events.push_back(Undo());
          --depth;
        } else if (random() % 8 == 0) {
          events.push_back(random() % 2 == 0 ? Restart() : Swap(cell, digit));
        }
    }
  }
  return events;
}

TEST(ReplayTest, AStepIsTheSameHoweverOneComesToIt) {
  constexpr int kCount = 2000;
  const Puzzle puzzle = FourByFour("1....2....3....4");
  std::vector<std::string> expected;
  Replay forward(puzzle, RandomEvents(kCount));
  for (int step = 0; step <= kCount; ++step) {
    forward.Seek(step);
    expected.push_back(Snapshot(forward));
  }
  for (int step = kCount; step >= 0; --step) {
    forward.Seek(step);
    ASSERT_EQ(Snapshot(forward), expected[step]);
  }
  Replay jumping(puzzle, RandomEvents(kCount));
  std::mt19937 random(2);
  for (int i = 0; i < 2000; ++i) {
    const int step = static_cast<int>(random() % (kCount + 1));
    jumping.Seek(step);
    ASSERT_EQ(Snapshot(jumping), expected[step]);
  }
}

TEST(ReplayTest, NothingGrowsWithTheNumberOfSwaps) {
  std::vector<Event> events = {Try(1, 2), Try(2, 3)};
  for (int i = 0; i < 1000; ++i) events.push_back(Swap(1, 2));
  Replay replay(FourByFour("1..............."), std::move(events));
  replay.Seek(replay.step_count());
  EXPECT_THAT(replay.state().changes, IsEmpty());
  EXPECT_THAT(replay.state().tries, IsEmpty());
}

// Tells of `steps` placements, and how far it came.
MethodResult Babble(const Puzzle&, const MethodOptions& options) {
  MethodResult result;
  for (; result.steps < 100; ++result.steps) {
    if (!options.on_event(Place(static_cast<int>(result.steps) % 16, 1))) {
      return result;
    }
  }
  result.verdict = MethodVerdict::kSolved;
  return result;
}
constexpr Method kBabbler = {.name = "babbler",
                             .title = "Talks",
                             .step = "a word",
                             .check = nullptr,
                             .solve = Babble};

TEST(RecordTest, KeepsWhatTheMethodTells) {
  const Recording all =
      Record(kBabbler, FourByFour("................"), {}, 100);
  EXPECT_THAT(all.events, SizeIs(100));
  EXPECT_EQ(all.events[17], Place(1, 1));
  EXPECT_FALSE(all.is_cut);
  EXPECT_EQ(all.result.verdict, MethodVerdict::kSolved);
}

TEST(RecordTest, SaysThatThereIsMore) {
  const Recording part =
      Record(kBabbler, FourByFour("................"), {}, 99);
  EXPECT_THAT(part.events, SizeIs(99));
  EXPECT_TRUE(part.is_cut);
  EXPECT_EQ(part.result.verdict, MethodVerdict::kGaveUp);
}

TEST(RecordTest, TellsHowItEnds) {
  Recording recording;
  recording.result = {.verdict = MethodVerdict::kSolved};
  EXPECT_EQ(EndText(recording), "Solved.");
  recording.result = {.verdict = MethodVerdict::kGaveUp,
                      .remark = "stopped after 10 steps"};
  EXPECT_EQ(EndText(recording), "The method gave up (stopped after 10 steps).");
  recording.events.resize(7);
  recording.is_cut = true;
  EXPECT_EQ(EndText(recording),
            "The recording ends here, after 7 steps; the search would go on.");
}

TEST(RecordTest, TheCallerHearsTooAndMayStopIt) {
  int heard = 0;
  const Recording part =
      Record(kBabbler, FourByFour("................"),
             {.on_event = [&](const Event&) { return ++heard < 10; }}, 1000);
  EXPECT_EQ(heard, 10);
  EXPECT_THAT(part.events, SizeIs(10));
  EXPECT_FALSE(part.is_cut);
  EXPECT_THAT(part.result.steps, Le(10));
}

}  // namespace
}  // namespace sudoku
