// The vector code of a round, and of what is done in open nodes, held lane by
// lane to a model that knows nothing of vectors: with each set of vector
// instructions that the machine has, on random planes.

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dlx/engine/bit_planes/round_test.cc"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/engine/bit_planes/planes.h"
#include "dlx/engine/vector_targets.h"  // Must come before foreach_target.h.
#include "dlx/problem.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"
#include "hwy/foreach_target.h"  // Must come before highway.h.
#include "hwy/highway.h"
// These need both.
#include "dlx/engine/bit_planes/bits-inl.h"
#include "dlx/engine/bit_planes/branching-inl.h"
#include "dlx/engine/bit_planes/round-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::bit_planes::HWY_NAMESPACE {

// The functions under test, with planes in memory.

int RoundOf(const PlaneProblem& problem, Planes& planes, Plane& lanes) {
  LoadedPlanes s;
  Load(planes, s);
  ChosenPlaces places;
  Bits without_slots = Load(Plane());
  const Verdict verdict = DoRound(problem, places, s, without_slots);
  Store(s, planes);
  Store(without_slots, lanes);
  return static_cast<int>(verdict);
}

void ChooseFirstOf(const PlaneProblem& problem, const Plane& lanes,
                   Planes& planes) {
  LoadedPlanes s;
  Load(planes, s);
  ChosenPlaces places;
  ChooseFirst(problem, Load(lanes), places, s);
  Store(s, planes);
}

void ThreeOrMoreOf(const Planes& planes, Plane& lanes) {
  LoadedPlanes s;
  Load(planes, s);
  Store(ThreeOrMore(s), lanes);
}

void FewestOf(const Planes& planes, Plane& lanes) {
  LoadedPlanes s;
  Load(planes, s);
  Store(Fewest(Load(lanes), s), lanes);
}

void NoteConflictOf(const Plane& lanes, Plane* activity) {
  NoteConflict(Load(lanes),
               *reinterpret_cast<Plane(*)[kActivityBits]>(activity));
}

size_t MostActiveOf(const Plane& lanes, const Plane* activity) {
  return MostActive(Load(lanes),
                    *reinterpret_cast<const Plane(*)[kActivityBits]>(activity));
}

bool UseConfinedLanesOf(const PlaneProblem& problem, Planes& planes,
                        Plane& known) {
  return UseConfinedLanes(problem, planes, known);
}

}  // namespace dlx::internal::bit_planes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dlx::internal::bit_planes {

HWY_EXPORT(RoundOf);
HWY_EXPORT(ChooseFirstOf);
HWY_EXPORT(ThreeOrMoreOf);
HWY_EXPORT(FewestOf);
HWY_EXPORT(NoteConflictOf);
HWY_EXPORT(MostActiveOf);
HWY_EXPORT(UseConfinedLanesOf);

namespace {

using ::dlx::testing::Dice;
using HWY_NAMESPACE::Verdict;

// What a lane has, all by itself.
struct Lane {
  uint32_t slots = 0;
  bool covered = false;
  int count() const { return std::popcount(slots); }
};

using Model = std::vector<Lane>;

Model ModelOf(const Planes& planes) {
  Model model(kLanes);
  for (size_t lane = 0; lane < kLanes; ++lane) {
    model[lane] = {planes.SlotsOf(lane), planes.covered.Get(lane)};
  }
  return model;
}

void ExpectSame(const Planes& planes, const Model& model) {
  for (size_t lane = 0; lane < kLanes; ++lane) {
    EXPECT_EQ(planes.SlotsOf(lane), model[lane].slots) << "lane " << lane;
    EXPECT_EQ(planes.covered.Get(lane), model[lane].covered) << "lane " << lane;
  }
}

std::vector<size_t> LanesIn(const Plane& plane) {
  std::vector<size_t> lanes;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    if (plane.Get(lane)) lanes.push_back(lane);
  }
  return lanes;
}

void ChooseInModel(const PlaneProblem& problem, size_t lane, size_t slot,
                   Model& model) {
  const Planes& row = problem.rows[problem.OptionAt(lane, slot)];
  for (size_t i = 0; i < kLanes; ++i) {
    model[i].slots &= row.SlotsOf(i);
    model[i].covered |= row.covered.Get(i);
  }
}

// Chooses the only option of the first forced lane of up to four words.
Verdict DoRoundInModel(const PlaneProblem& problem, Model& model,
                       std::vector<size_t>& without_slots) {
  bool all_have_one = true;
  std::vector<size_t> forced;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    const int count = model[lane].count();
    if (count == 0) without_slots.push_back(lane);
    all_have_one &= count == 1;
    if (count != 1 || model[lane].covered) continue;
    if (forced.empty() || forced.back() / 64 != lane / 64) {
      forced.push_back(lane);
    }
  }
  if (!without_slots.empty()) return Verdict::kConflict;
  if (all_have_one) return Verdict::kComplete;
  if (forced.empty()) return Verdict::kOpen;
  if (forced.size() > 4) forced.resize(4);
  const Model before = model;
  for (const size_t lane : forced) {
    ChooseInModel(problem, lane, std::countr_zero(before[lane].slots), model);
  }
  return Verdict::kForced;
}

// Two times the squares of order 9 whose rows and columns have each digit once:
// 486 items of nine options.
Problem TwoLatinSquares() {
  ProblemBuilder builder;
  for (const char* name : {"a", "b"}) {
    std::vector<ItemId> cells, rows, columns;
    for (int i = 0; i < 81; ++i) {
      cells.push_back(builder.AddPrimary(absl::StrCat(name, "cell", i)));
      rows.push_back(builder.AddPrimary(absl::StrCat(name, "row", i)));
      columns.push_back(builder.AddPrimary(absl::StrCat(name, "column", i)));
    }
    for (int i = 0; i < 9; ++i) {
      for (int j = 0; j < 9; ++j) {
        for (int d = 0; d < 9; ++d) {
          builder.AddOption(
              {cells[9 * i + j], rows[9 * i + d], columns[9 * j + d]});
        }
      }
    }
  }
  return *std::move(builder).Build();
}

// How random planes are made: how many slots the lanes have left.
enum class Kind { kAny, kSome, kOneOrTwo, kOne, kNoneForced, kGroups };
constexpr Kind kKinds[] = {Kind::kAny, Kind::kSome,       Kind::kOneOrTwo,
                           Kind::kOne, Kind::kNoneForced, Kind::kGroups};

// Planes with slots that the root has.
Planes RandomPlanes(const PlaneProblem& problem, Kind kind, const Dice& dice) {
  Planes planes = problem.root;
  for (const uint16_t lane : problem.primary_lanes) {
    uint32_t slots = dice(1 << kSlots);
    if (kind == Kind::kGroups) slots &= uint32_t{7} << 3 * dice(3);
    const int most = kind == Kind::kOne                         ? 1
                     : kind == Kind::kOneOrTwo && dice(20) != 0 ? 1
                     : kind == Kind::kOneOrTwo                  ? 2
                                                                : 9;
    while (std::popcount(slots) > most) slots &= slots - 1;
    if (slots == 0 && kind != Kind::kAny) slots = uint32_t{1} << dice(kSlots);
    for (size_t k = 0; k < kSlots; ++k) {
      if ((slots >> k & 1) == 0) planes.slots[k].Clear(lane);
    }
    const bool forced = std::popcount(slots) == 1;
    if (dice(3) == 0 || (forced && kind == Kind::kNoneForced)) {
      planes.covered.Set(lane);
    }
  }
  return planes;
}

Plane RandomLanes(const Dice& dice, uint32_t one_of) {
  Plane plane = {};
  for (size_t lane = 0; lane < kLanes; ++lane) {
    if (dice(one_of) == 0) plane.Set(lane);
  }
  plane.Set(dice(kLanes));  // There is one.
  return plane;
}

class RoundTest : public ::testing::TestWithParam<int64_t> {
 protected:
  RoundTest() : problem_(TwoLatinSquares(), {.seed = 3}), dice_(/*seed=*/1) {
    hwy::SetSupportedTargetsForTest(GetParam());
  }
  ~RoundTest() override { hwy::SetSupportedTargetsForTest(0); }

  const PlaneProblem problem_;
  const Dice dice_;
};

TEST_P(RoundTest, DoesWhatTheModelDoes) {
  int seen[4] = {};
  for (int repetition = 0; repetition < 20; ++repetition) {
    for (const Kind kind : kKinds) {
      Planes planes = RandomPlanes(problem_, kind, dice_);
      Model model = ModelOf(planes);
      std::vector<size_t> without_slots;
      const Verdict expected = DoRoundInModel(problem_, model, without_slots);
      Plane lanes = {};
      const int verdict =
          HWY_DYNAMIC_DISPATCH(RoundOf)(problem_, planes, lanes);
      ASSERT_EQ(verdict, static_cast<int>(expected));
      ++seen[verdict];
      ExpectSame(planes, model);
      if (expected == Verdict::kConflict) {
        EXPECT_EQ(LanesIn(lanes), without_slots);
      }
    }
  }
  for (const int count : seen) EXPECT_GT(count, 0);
}

TEST_P(RoundTest, ChoosesTheFirstOptionOfTheFirstLane) {
  for (int repetition = 0; repetition < 50; ++repetition) {
    Planes planes = RandomPlanes(problem_, Kind::kSome, dice_);
    Model model = ModelOf(planes);
    Plane lanes = {};
    for (int i = 0; i < 3; ++i) {
      lanes.Set(problem_.primary_lanes[dice_(
          static_cast<uint32_t>(problem_.primary_lanes.size()))]);
    }
    const size_t lane = LanesIn(lanes)[0];
    ChooseInModel(problem_, lane, std::countr_zero(model[lane].slots), model);
    HWY_DYNAMIC_DISPATCH(ChooseFirstOf)(problem_, lanes, planes);
    ExpectSame(planes, model);
  }
}

TEST_P(RoundTest, CountsSlots) {
  for (int repetition = 0; repetition < 20; ++repetition) {
    for (const Kind kind : kKinds) {
      const Planes planes = RandomPlanes(problem_, kind, dice_);
      Plane three = {};
      HWY_DYNAMIC_DISPATCH(ThreeOrMoreOf)(planes, three);
      Plane fewest = RandomLanes(dice_, 1 + dice_(60));
      const std::vector<size_t> lanes = LanesIn(fewest);
      HWY_DYNAMIC_DISPATCH(FewestOf)(planes, fewest);

      const Model model = ModelOf(planes);
      int minimum = kSlots;
      for (const size_t lane : lanes) {
        minimum = std::min(minimum, model[lane].count());
      }
      std::vector<size_t> expected;
      for (const size_t lane : lanes) {
        if (model[lane].count() == minimum) expected.push_back(lane);
      }
      EXPECT_EQ(LanesIn(fewest), expected);
      for (size_t lane = 0; lane < kLanes; ++lane) {
        EXPECT_EQ(three.Get(lane), model[lane].count() >= 3) << lane;
      }
    }
  }
}

TEST_P(RoundTest, CountsConflictsAndHalvesAllNumbersWhenOneIsTooLarge) {
  Plane activity[kActivityBits] = {};
  std::vector<uint32_t> numbers(kLanes);
  int halved = 0;
  for (int conflict = 0; conflict < 300; ++conflict) {
    const Plane lanes = RandomLanes(dice_, 3 + dice_(8));
    bool is_too_large = false;
    for (const size_t lane : LanesIn(lanes)) {
      is_too_large |= ++numbers[lane] == 1 << kActivityBits;
    }
    if (is_too_large) {
      ++halved;
      for (uint32_t& number : numbers) number /= 2;
    }
    HWY_DYNAMIC_DISPATCH(NoteConflictOf)(lanes, activity);
    for (size_t lane = 0; lane < kLanes; ++lane) {
      uint32_t number = 0;
      for (size_t b = 0; b < kActivityBits; ++b) {
        number |= uint32_t{activity[b].Get(lane)} << b;
      }
      ASSERT_EQ(number, numbers[lane]) << "lane " << lane;
    }

    const Plane candidates = RandomLanes(dice_, 1 + dice_(100));
    size_t best = LanesIn(candidates)[0];
    for (const size_t lane : LanesIn(candidates)) {
      if (numbers[lane] > numbers[best]) best = lane;
    }
    EXPECT_EQ(HWY_DYNAMIC_DISPATCH(MostActiveOf)(candidates, activity), best);
  }
  EXPECT_GT(halved, 1);
}

// The group that the slots are in; or kGroups if they are in several.
size_t GroupOf(uint32_t slots, size_t grouping) {
  using P = PlaneProblem;
  for (size_t group = 0; group < P::kGroups; ++group) {
    uint32_t others = slots;
    for (size_t i = 0; i < P::kGroups; ++i) {
      others &= ~(uint32_t{1} << P::SlotOf(grouping, group, i));
    }
    if (others == 0) return group;
  }
  return P::kGroups;
}

// A lane that is confined to a group, whose partner for that group is not,
// leaves of the partner what the group leaves.
bool UseConfinedLanesInModel(const PlaneProblem& problem, Plane& known,
                             Model& model) {
  using P = PlaneProblem;
  const Model before = model;
  bool used_any = false;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    const size_t group = GroupOf(before[lane].slots, 0);
    if (group == P::kGroups || before[lane].covered || known.Get(lane)) {
      continue;
    }
    known.Set(lane);
    const size_t partner = problem.partners[lane] >> P::kPartnerBits * group &
                           (P::kGroupings * kLanes - 1);
    if (GroupOf(before[partner % kLanes].slots, partner / kLanes) !=
        P::kGroups) {
      continue;
    }
    used_any = true;
    const Planes& row = problem.GroupRow(lane, group);
    for (size_t i = 0; i < kLanes; ++i) model[i].slots &= row.SlotsOf(i);
  }
  return used_any;
}

// In the order of the input, three options of a box and a digit that are in one
// row are a group of both.
Problem Sudoku() {
  ProblemBuilder builder;
  std::vector<ItemId> items[4];
  for (int kind = 0; kind < 4; ++kind) {
    for (int i = 0; i < 81; ++i) {
      items[kind].push_back(builder.AddPrimary(absl::StrCat(kind, "-", i)));
    }
  }
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 9; ++j) {
      for (int d = 0; d < 9; ++d) {
        const int box = i / 3 * 3 + j / 3;
        builder.AddOption({items[0][9 * i + j], items[1][9 * i + d],
                           items[2][9 * j + d], items[3][9 * box + d]});
      }
    }
  }
  return *std::move(builder).Build();
}

TEST_P(RoundTest, UsesConfinedLanes) {
  const PlaneProblem sudoku(Sudoku(), {});
  ASSERT_TRUE(sudoku.has_partners());
  int used = 0;
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Kind kind = repetition % 2 == 0 ? Kind::kGroups : Kind::kSome;
    Planes planes = RandomPlanes(sudoku, kind, dice_);
    Model model = ModelOf(planes);
    Plane known = RandomLanes(dice_, 2 + dice_(20));
    Plane known_to_model = known;
    const bool expected =
        UseConfinedLanesInModel(sudoku, known_to_model, model);
    EXPECT_EQ(HWY_DYNAMIC_DISPATCH(UseConfinedLanesOf)(sudoku, planes, known),
              expected);
    used += expected;
    ExpectSame(planes, model);
    EXPECT_EQ(LanesIn(known), LanesIn(known_to_model));
  }
  EXPECT_GT(used, 10);
}

INSTANTIATE_TEST_SUITE_P(
    BitPlanesTest, RoundTest,
    ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& info) { return std::string(hwy::TargetName(info.param)); });

}  // namespace
}  // namespace dlx::internal::bit_planes
#endif  // HWY_ONCE
