#include "dlx/farm/engine_picker.h"

#include <set>

#include "absl/time/time.h"
#include "dlx/make/chess.h"
#include "dlx/problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::units {
namespace {

Problem Queens() { return *make::MakeQueens({.size = 6}); }

// Does so many units, of which an engine takes so many seconds for a node.
template <typename PaceOf>
std::set<EngineKind> DoUnits(EnginePicker& picker, int units, EngineKind winner,
                             const PaceOf& pace_of) {
  std::set<EngineKind> engines;
  for (int i = 0; i < units; ++i) {
    const double nodes = 100 + i % 7;
    const EnginePicker::Choice choice = picker.Choose(nodes);
    engines.insert(choice.engine);
    if (choice.engine == EngineKind::kAuto) {
      picker.NoteRace(winner);
    } else {
      picker.NoteSearch(choice.engine, nodes, nodes * pace_of(choice.engine));
    }
  }
  return engines;
}

TEST(EnginePickerTest, WhoTakesLeastTimeDoesTheRest) {
  for (const EngineKind best :
       {EngineKind::kBitPlanes, EngineKind::kBitSets, EngineKind::kLayers}) {
    EnginePicker picker(Queens(), RunTask::kCount);
    const auto pace_of = [best](EngineKind engine) {
      return engine == best ? 0.001 : 0.002;
    };
    EXPECT_THAT(DoUnits(picker, 20, EngineKind::kLayers, pace_of),
                ::testing::UnorderedElementsAre(
                    EngineKind::kAuto, EngineKind::kBitPlanes,
                    EngineKind::kBitSets, EngineKind::kLayers));
    EXPECT_EQ(picker.Best(), best);
    EXPECT_THAT(DoUnits(picker, 20, EngineKind::kLayers, pace_of),
                ::testing::ElementsAre(best));
  }
}

TEST(EnginePickerTest, AnEngineThatBecomesSlowIsReplaced) {
  EnginePicker picker(Queens(), RunTask::kCount);
  DoUnits(picker, 20, EngineKind::kBitSets, [](EngineKind engine) {
    return engine == EngineKind::kBitSets ? 0.001 : 0.002;
  });
  DoUnits(picker, 200, EngineKind::kBitSets, [](EngineKind engine) {
    return engine == EngineKind::kBitSets ? 0.01 : 0.002;
  });
  EXPECT_EQ(picker.Best(), EngineKind::kBitPlanes);
}

TEST(EnginePickerTest, ATrialEndsWhenItIsLost) {
  EnginePicker picker(Queens(), RunTask::kCount);
  bool was_limited = false;
  for (int i = 0; i < 20; ++i) {
    const EnginePicker::Choice choice = picker.Choose(1000);
    if (choice.engine == EngineKind::kAuto) {
      picker.NoteRace(EngineKind::kLayers);
      continue;
    }
    if (choice.next != EngineKind::kAuto) {
      was_limited = true;
      EXPECT_EQ(choice.time, absl::Seconds(4000));
    }
    picker.NoteSearch(choice.engine, 1000, 1000);
  }
  EXPECT_TRUE(was_limited);
}

TEST(EnginePickerTest, WhoRefusesIsNotAskedAgain) {
  EnginePicker picker(Queens(), RunTask::kCount);
  picker.NoteRace(EngineKind::kBitSets);
  picker.NoteRace(EngineKind::kBitSets);
  picker.NoteRefusal(EngineKind::kBitPlanes);
  EXPECT_THAT(
      DoUnits(picker, 20, EngineKind::kBitSets, [](EngineKind) { return 1.0; }),
      ::testing::ElementsAre(EngineKind::kBitSets));
}

TEST(EnginePickerTest, WhoWasBestInARehearsalDoesAllUnits) {
  EnginePicker picker(
      Queens(), RunTask::kCount,
      Rehearsal{.engine = EngineKind::kMemoCounter, .nodes = 10, .seconds = 1});
  EXPECT_THAT(
      DoUnits(picker, 20, EngineKind::kBitSets, [](EngineKind) { return 1.0; }),
      ::testing::ElementsAre(EngineKind::kMemoCounter));
}

TEST(EnginePickerTest, WhoTakesMuchLongerThanInTheRehearsalIsRacedAgainst) {
  EnginePicker picker(
      Queens(), RunTask::kCount,
      Rehearsal{.engine = EngineKind::kMemoCounter, .nodes = 10, .seconds = 1});
  const EnginePicker::Choice choice = picker.Choose(100);
  EXPECT_EQ(choice.engine, EngineKind::kMemoCounter);
  EXPECT_EQ(choice.next, EngineKind::kAuto);
  EXPECT_GT(choice.time, absl::Seconds(10));
  EXPECT_LT(choice.time, absl::InfiniteDuration());
  // It was the unit: so there are fewer races.
  picker.NoteRaceAfter(EngineKind::kMemoCounter, EngineKind::kMemoCounter);
  EXPECT_GT(picker.Choose(100).time, choice.time);
  // It was the engine: the other one is on trial.
  picker.NoteRaceAfter(EngineKind::kMemoCounter, EngineKind::kBitSets);
  EXPECT_EQ(picker.Choose(100).engine, EngineKind::kBitSets);
  // However short the unit, no engine is stopped at once.
  EXPECT_GE(picker.Choose(0.001).time, absl::Milliseconds(10));
}

TEST(EnginePickerTest, TellsHowLongAUnitTakes) {
  EnginePicker picker(Queens(), RunTask::kCount);
  const auto pace = [](EngineKind) { return 0.5; };
  DoUnits(picker, 4, EngineKind::kBitSets, pace);
  EXPECT_EQ(picker.ExpectedTime(100), absl::ZeroDuration());
  DoUnits(picker, 30, EngineKind::kBitSets, pace);
  EXPECT_EQ(picker.ExpectedTime(100), absl::Seconds(50));
  // The parts of a unit may take as long as the unit.
  EnginePicker remembers(Queens(), RunTask::kBest);
  DoUnits(remembers, 30, EngineKind::kMemoCounter, pace);
  EXPECT_EQ(remembers.ExpectedTime(100), absl::ZeroDuration());
}

}  // namespace
}  // namespace dlx::units
