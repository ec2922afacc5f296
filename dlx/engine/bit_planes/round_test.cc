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
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/engine/bit_planes/planes.h"
#include "dlx/engine/vector_targets.h"  // Must come before foreach_target.h.
#include "dlx/problem.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"
#include "hwy/foreach_target.h"  // Must come before highway.h.
#include "hwy/highway.h"
// These need both.
#include "dlx/engine/bit_planes/bits-inl.h"
#include "dlx/engine/bit_planes/branching-inl.h"
#include "dlx/engine/bit_planes/round-inl.h"

#ifndef DLX_ENGINE_BIT_PLANES_ROUND_TEST_CC_
#define DLX_ENGINE_BIT_PLANES_ROUND_TEST_CC_
namespace dlx::internal::bit_planes {

// What is tested of each set of vector instructions, and for each size.
template <size_t kWords>
struct Functions {
  using P = PlaneProblem<kWords>;
  using Activity = Plane<kWords>[kActivityBits];

  int (*round)(const P&, Planes<kWords>&, Plane<kWords>& lanes);
  void (*choose_first)(const P&, const Plane<kWords>& lanes, Planes<kWords>&);
  void (*three_or_more)(const Planes<kWords>&, Plane<kWords>& lanes);
  bool (*has_pairs_only)(const P&, const Planes<kWords>&);
  void (*fewest)(const Planes<kWords>&, Plane<kWords>& lanes);
  void (*note_conflict)(const Plane<kWords>& lanes, Activity&);
  size_t (*most_active)(const Plane<kWords>& lanes, const Activity&);
  bool (*use_confined_lanes)(const P&, Planes<kWords>&, Plane<kWords>& known);
};
using AllFunctions = std::tuple<Functions<kNarrow>, Functions<kWide>>;

}  // namespace dlx::internal::bit_planes
#endif  // DLX_ENGINE_BIT_PLANES_ROUND_TEST_CC_

HWY_BEFORE_NAMESPACE();
namespace dlx::internal::bit_planes::HWY_NAMESPACE {

// The functions under test, with planes in memory.
template <size_t kWords>
struct Tested {
  using P = PlaneProblem<kWords>;

  static int Round(const P& problem, Planes<kWords>& planes,
                   Plane<kWords>& lanes) {
    LoadedPlanes<kWords> s;
    Load(planes, s);
    ChosenPlaces<kWords> places;
    Bits<kWords> without_slots = Load(Plane<kWords>());
    const Verdict verdict = DoRound(problem, places, s, without_slots);
    Store(s, planes);
    Store(without_slots, lanes);
    return static_cast<int>(verdict);
  }

  static void ChooseFirstOf(const P& problem, const Plane<kWords>& lanes,
                            Planes<kWords>& planes) {
    LoadedPlanes<kWords> s;
    Load(planes, s);
    ChosenPlaces<kWords> places;
    ChooseFirst(problem, Load(lanes), places, s);
    Store(s, planes);
  }

  static void ThreeOrMoreOf(const Planes<kWords>& planes,
                            Plane<kWords>& lanes) {
    LoadedPlanes<kWords> s;
    Load(planes, s);
    Store(ThreeOrMore(s), lanes);
  }

  static bool HasPairsOnlyIn(const P& problem, const Planes<kWords>& planes) {
    LoadedPlanes<kWords> s;
    Load(planes, s);
    return HasPairsOnly(problem, s);
  }

  static void FewestOf(const Planes<kWords>& planes, Plane<kWords>& lanes) {
    LoadedPlanes<kWords> s;
    Load(planes, s);
    Store(Fewest(Load(lanes), s), lanes);
  }

  static void NoteConflictOf(const Plane<kWords>& lanes,
                             Plane<kWords> (&activity)[kActivityBits]) {
    NoteConflict(Load(lanes), activity);
  }

  static size_t MostActiveOf(const Plane<kWords>& lanes,
                             const Plane<kWords> (&activity)[kActivityBits]) {
    return MostActive(Load(lanes), activity);
  }

  static bool UseConfinedLanesOf(const P& problem, Planes<kWords>& planes,
                                 Plane<kWords>& known) {
    return UseConfinedLanes(problem, planes, known);
  }

  static constexpr Functions<kWords> kAll = {
      Round,    ChooseFirstOf,  ThreeOrMoreOf, HasPairsOnlyIn,
      FewestOf, NoteConflictOf, MostActiveOf,  UseConfinedLanesOf};
};

AllFunctions FunctionsUnderTest() {
  return {Tested<kNarrow>::kAll, Tested<kWide>::kAll};
}

}  // namespace dlx::internal::bit_planes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace dlx::internal::bit_planes {

HWY_EXPORT(FunctionsUnderTest);

namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::DigitSquare;
using HWY_NAMESPACE::Verdict;

// What a lane has, all by itself.
struct Lane {
  uint32_t slots = 0;
  bool covered = false;
  int count() const { return std::popcount(slots); }
};

using Model = std::vector<Lane>;

template <size_t kWords>
Model ModelOf(const Planes<kWords>& planes) {
  Model model(kLanes<kWords>);
  for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
    model[lane] = {planes.SlotsOf(lane), planes.covered.Get(lane)};
  }
  return model;
}

template <size_t kWords>
void ExpectSame(const Planes<kWords>& planes, const Model& model) {
  for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
    EXPECT_EQ(planes.SlotsOf(lane), model[lane].slots) << "lane " << lane;
    EXPECT_EQ(planes.covered.Get(lane), model[lane].covered) << "lane " << lane;
  }
}

template <size_t kWords>
std::vector<size_t> LanesIn(const Plane<kWords>& plane) {
  std::vector<size_t> lanes;
  for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
    if (plane.Get(lane)) lanes.push_back(lane);
  }
  return lanes;
}

template <size_t kWords>
void ChooseInModel(const PlaneProblem<kWords>& problem, size_t lane,
                   size_t slot, Model& model) {
  const Planes<kWords>& row = problem.rows[problem.OptionAt(lane, slot)];
  for (size_t i = 0; i < kLanes<kWords>; ++i) {
    model[i].slots &= row.SlotsOf(i);
    model[i].covered |= row.covered.Get(i);
  }
}

// Chooses the only option of the first forced lane of up to four words.
template <size_t kWords>
Verdict DoRoundInModel(const PlaneProblem<kWords>& problem, Model& model,
                       std::vector<size_t>& without_slots) {
  bool all_have_one = true;
  std::vector<size_t> forced;
  for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
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

// Squares of order 9 whose rows and columns have each digit once: each of them
// 243 items of nine options.
Problem LatinSquares(int count) {
  ProblemBuilder builder;
  for (int square = 0; square < count; ++square) {
    std::vector<ItemId> cells, rows, columns;
    for (int i = 0; i < 81; ++i) {
      cells.push_back(builder.AddPrimary(absl::StrCat(square, "cell", i)));
      rows.push_back(builder.AddPrimary(absl::StrCat(square, "row", i)));
      columns.push_back(builder.AddPrimary(absl::StrCat(square, "column", i)));
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
template <size_t kWords>
Planes<kWords> RandomPlanes(const PlaneProblem<kWords>& problem, Kind kind,
                            const Dice& dice) {
  Planes<kWords> planes = problem.root;
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

template <size_t kWords>
Plane<kWords> RandomLanes(const Dice& dice, uint32_t one_of) {
  Plane<kWords> plane = {};
  for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
    if (dice(one_of) == 0) plane.Set(lane);
  }
  plane.Set(dice(kLanes<kWords>));  // There is one.
  return plane;
}

template <size_t kWords>
class RoundTest : public ::testing::TestWithParam<int64_t> {
 protected:
  RoundTest()
      : problem_(kWords == kWide ? LatinSquares(2) : LatinSquares(1),
                 {.seed = 3}),
        dice_(/*seed=*/1) {
    hwy::SetSupportedTargetsForTest(GetParam());
    of_ =
        std::get<Functions<kWords>>(HWY_DYNAMIC_DISPATCH(FunctionsUnderTest)());
  }
  ~RoundTest() override { hwy::SetSupportedTargetsForTest(0); }

  void DoesWhatTheModelDoes();
  void LooksAtItemsThatAreLeftOut();
  void ChoosesTheFirstOptionOfTheFirstLane();
  void CountsSlots();
  void CountsConflictsAndHalvesAllNumbersWhenOneIsTooLarge();
  void UsesConfinedLanes();

  const PlaneProblem<kWords> problem_;
  const Dice dice_;
  Functions<kWords> of_;
};

template <size_t kWords>
void RoundTest<kWords>::DoesWhatTheModelDoes() {
  int seen[4] = {};
  for (int repetition = 0; repetition < 20; ++repetition) {
    for (const Kind kind : kKinds) {
      Planes<kWords> planes = RandomPlanes(problem_, kind, dice_);
      Model model = ModelOf(planes);
      std::vector<size_t> without_slots;
      const Verdict expected = DoRoundInModel(problem_, model, without_slots);
      Plane<kWords> lanes = {};
      const int verdict = of_.round(problem_, planes, lanes);
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

template <size_t kWords>
void RoundTest<kWords>::ChoosesTheFirstOptionOfTheFirstLane() {
  for (int repetition = 0; repetition < 50; ++repetition) {
    Planes<kWords> planes = RandomPlanes(problem_, Kind::kSome, dice_);
    Model model = ModelOf(planes);
    Plane<kWords> lanes = {};
    for (int i = 0; i < 3; ++i) {
      lanes.Set(problem_.primary_lanes[dice_(
          static_cast<uint32_t>(problem_.primary_lanes.size()))]);
    }
    const size_t lane = LanesIn(lanes)[0];
    ChooseInModel(problem_, lane, std::countr_zero(model[lane].slots), model);
    of_.choose_first(problem_, lanes, planes);
    ExpectSame(planes, model);
  }
}

template <size_t kWords>
void RoundTest<kWords>::CountsSlots() {
  for (int repetition = 0; repetition < 20; ++repetition) {
    for (const Kind kind : kKinds) {
      const Planes<kWords> planes = RandomPlanes(problem_, kind, dice_);
      Plane<kWords> three = {};
      of_.three_or_more(planes, three);
      Plane<kWords> fewest = RandomLanes<kWords>(dice_, 1 + dice_(60));
      const std::vector<size_t> lanes = LanesIn(fewest);
      of_.fewest(planes, fewest);

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
      for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
        EXPECT_EQ(three.Get(lane), model[lane].count() >= 3) << lane;
      }
    }
  }
}

template <size_t kWords>
void RoundTest<kWords>::CountsConflictsAndHalvesAllNumbersWhenOneIsTooLarge() {
  Plane<kWords> activity[kActivityBits] = {};
  std::vector<uint32_t> numbers(kLanes<kWords>);
  int halved = 0;
  for (int conflict = 0; conflict < 300; ++conflict) {
    const Plane<kWords> lanes = RandomLanes<kWords>(dice_, 3 + dice_(8));
    bool is_too_large = false;
    for (const size_t lane : LanesIn(lanes)) {
      is_too_large |= ++numbers[lane] == 1 << kActivityBits;
    }
    if (is_too_large) {
      ++halved;
      for (uint32_t& number : numbers) number /= 2;
    }
    of_.note_conflict(lanes, activity);
    for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
      uint32_t number = 0;
      for (size_t b = 0; b < kActivityBits; ++b) {
        number |= uint32_t{activity[b].Get(lane)} << b;
      }
      ASSERT_EQ(number, numbers[lane]) << "lane " << lane;
    }

    const Plane<kWords> candidates = RandomLanes<kWords>(dice_, 1 + dice_(100));
    size_t best = LanesIn(candidates)[0];
    for (const size_t lane : LanesIn(candidates)) {
      if (numbers[lane] > numbers[best]) best = lane;
    }
    EXPECT_EQ(of_.most_active(candidates, activity), best);
  }
  EXPECT_GT(halved, 1);
}

// The group that the slots are in; or kGroups if they are in several.
size_t GroupOf(uint32_t slots, size_t grouping) {
  for (size_t group = 0; group < kGroups; ++group) {
    uint32_t others = slots;
    for (size_t i = 0; i < kGroups; ++i) {
      others &= ~(uint32_t{1} << SlotOf(grouping, group, i));
    }
    if (others == 0) return group;
  }
  return kGroups;
}

// A lane that is confined to a group, whose partner for that group is not,
// leaves of the partner what the group leaves.
template <size_t kWords>
bool UseConfinedLanesInModel(const PlaneProblem<kWords>& problem,
                             Plane<kWords>& known, Model& model) {
  using P = PlaneProblem<kWords>;
  const Model before = model;
  bool used_any = false;
  for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
    const size_t group = GroupOf(before[lane].slots, 0);
    if (group == kGroups || before[lane].covered || known.Get(lane)) {
      continue;
    }
    known.Set(lane);
    const size_t partner = problem.partners[lane] >> P::kPartnerBits * group &
                           (kGroupings * kLanes<kWords> - 1);
    if (GroupOf(before[partner % kLanes<kWords>].slots,
                partner / kLanes<kWords>) != kGroups) {
      continue;
    }
    used_any = true;
    const Planes<kWords>& row = problem.GroupRow(lane, group);
    for (size_t i = 0; i < kLanes<kWords>; ++i)
      model[i].slots &= row.SlotsOf(i);
  }
  return used_any;
}

template <size_t kWords>
void RoundTest<kWords>::UsesConfinedLanes() {
  // In the order of the input, three options of a box and a digit that are in
  // one row are a group of both.
  const PlaneProblem<kWords> sudoku(DigitSquare(9, 3), {});
  ASSERT_TRUE(sudoku.has_partners());
  int used = 0;
  for (int repetition = 0; repetition < 60; ++repetition) {
    const Kind kind = repetition % 2 == 0 ? Kind::kGroups : Kind::kSome;
    Planes<kWords> planes = RandomPlanes(sudoku, kind, dice_);
    Model model = ModelOf(planes);
    Plane<kWords> known = RandomLanes<kWords>(dice_, 2 + dice_(20));
    Plane<kWords> known_to_model = known;
    const bool expected =
        UseConfinedLanesInModel(sudoku, known_to_model, model);
    EXPECT_EQ(of_.use_confined_lanes(sudoku, planes, known), expected);
    used += expected;
    ExpectSame(planes, model);
    EXPECT_EQ(LanesIn(known), LanesIn(known_to_model));
  }
  EXPECT_GT(used, 10);
}

// What the options of items that have no lanes tell, item by item, where no
// lane is forced.
template <size_t kWords>
class FieldModel {
 public:
  FieldModel(const Problem& problem, const Layout& layout,
             const PlaneProblem<kWords>& planes)
      : planes_(planes), options_of_(problem.item_count()) {
    for (uint32_t k = 0; k < problem.option_count(); ++k) {
      Place place = {};  // Its bit in a field.
      for (const Place& own : planes.PlacesOf(k)) {
        if (planes.field_lanes.Get(own.lane)) place = own;
      }
      for (const ItemUse& use : problem.option(OptionId(k))) {
        if (layout.lanes[use.item.value()] != Layout::kNoLane) continue;
        options_of_[use.item.value()].push_back(place);
      }
    }
  }

  // As a round does it, where that finds `verdict` in the lanes.
  Verdict DoRound(Verdict verdict, Model& model) const {
    std::vector<Place> forced;
    for (const std::vector<Place>& options : options_of_) {
      if (options.empty()) continue;
      std::vector<Place> left, open;
      for (const Place& place : options) {
        const Lane& lane = model[place.lane];
        if ((lane.slots >> place.slot & 1) == 0) continue;
        left.push_back(place);
        if (!lane.covered) open.push_back(place);
      }
      if (left.empty()) return Verdict::kConflict;
      if (open.size() == 1) forced.push_back(open[0]);
    }
    std::sort(forced.begin(), forced.end(),
              [](const Place& a, const Place& b) { return a.lane < b.lane; });
    for (size_t i = 1; i < forced.size(); ++i) {
      if (forced[i - 1].lane == forced[i].lane) return Verdict::kConflict;
    }
    if (verdict == Verdict::kComplete || forced.empty()) return verdict;
    size_t word = kWords;  // Of the option before.
    int chosen = 0;
    for (const Place& place : forced) {
      if (std::exchange(word, place.lane / 64) == place.lane / 64) continue;
      if (++chosen <= 4) ChooseInModel(planes_, place.lane, place.slot, model);
    }
    return Verdict::kForced;
  }

  bool HasPairsOnly(const Model& model) const {
    for (const std::vector<Place>& options : options_of_) {
      int open = 0;
      for (const Place& place : options) {
        const Lane& lane = model[place.lane];
        open += !lane.covered && (lane.slots >> place.slot & 1) != 0;
      }
      if (open > 2) return false;
    }
    return std::none_of(model.begin(), model.end(),
                        [](const Lane& lane) { return lane.count() > 2; });
  }

 private:
  const PlaneProblem<kWords>& planes_;
  std::vector<std::vector<Place>> options_of_;
};

// Where a solution is chosen, but for the last options.
template <size_t kWords>
Planes<kWords> PlanesOfSolution(const PlaneProblem<kWords>& problem) {
  Model model = ModelOf(problem.root);
  for (uint32_t cell = 0; cell < 81; ++cell) {
    const uint32_t row = cell / 9;
    const uint32_t digit = (3 * (row % 3) + row / 3 + cell % 9) % 9;
    const Place place = problem.PlacesOf(9 * cell + digit).front();
    ChooseInModel(problem, place.lane, place.slot, model);
  }
  Planes<kWords> planes = problem.root;
  for (size_t lane = 0; lane < kLanes<kWords>; ++lane) {
    for (size_t slot = 0; slot < kSlots; ++slot) {
      if ((model[lane].slots >> slot & 1) == 0) planes.slots[slot].Clear(lane);
    }
    if (model[lane].covered) planes.covered.Set(lane);
  }
  return planes;
}

// A blank Sudoku in which a few cells have few digits left.
template <size_t kWords>
Planes<kWords> PlanesWithFewDigits(const PlaneProblem<kWords>& problem,
                                   const Dice& dice) {
  Planes<kWords> planes = problem.root;
  for (uint32_t cells = 1 + dice(3); cells > 0; --cells) {
    const uint32_t cell = dice(81);
    const uint32_t first = dice(9);
    const uint32_t left = dice(5) == 0 ? 0 : 1 + dice(2);
    for (uint32_t digit = 0; digit < 9; ++digit) {
      if ((digit + 9 - first) % 9 < left) continue;
      for (const Place& place : problem.PlacesOf(9 * cell + digit)) {
        planes.slots[place.slot].Clear(place.lane);
      }
    }
  }
  return planes;
}

template <size_t kWords>
void RoundTest<kWords>::LooksAtItemsThatAreLeftOut() {
  const Problem problem = DigitSquare(9, 3);
  const Layout layout = *LayOut(problem, {}, kWords);
  const PlaneProblem<kWords> sudoku(problem, {}, layout);
  ASSERT_EQ(sudoku.leaves_out_items, kWords == kNarrow);
  const FieldModel<kWords> fields(problem, layout, sudoku);
  int seen[4] = {};
  int pairs_only = 0;
  for (int repetition = 0; repetition < 200; ++repetition) {
    Planes<kWords> planes = repetition == 0 ? PlanesOfSolution(sudoku)
                            : repetition < 30
                                ? RandomPlanes(sudoku, Kind::kOneOrTwo, dice_)
                                : PlanesWithFewDigits(sudoku, dice_);
    Model model = ModelOf(planes);
    const bool has_pairs_only = fields.HasPairsOnly(model);
    EXPECT_EQ(of_.has_pairs_only(sudoku, planes), has_pairs_only);
    pairs_only += has_pairs_only;
    std::vector<size_t> without_slots;
    Verdict expected = DoRoundInModel(sudoku, model, without_slots);
    if (expected == Verdict::kOpen || expected == Verdict::kComplete) {
      expected = fields.DoRound(expected, model);
      ++seen[static_cast<int>(expected)];
    }
    Plane<kWords> lanes = {};
    ASSERT_EQ(of_.round(sudoku, planes, lanes), static_cast<int>(expected));
    ExpectSame(planes, model);
  }
  EXPECT_GT(pairs_only, 0);
  EXPECT_EQ(seen[static_cast<int>(Verdict::kComplete)], 1);
  EXPECT_GT(seen[static_cast<int>(Verdict::kOpen)], 10);
  if (kWords == kWide) return;
  EXPECT_GT(seen[static_cast<int>(Verdict::kForced)], 10);
  EXPECT_GT(seen[static_cast<int>(Verdict::kConflict)], 10);
}

class NarrowRoundTest : public RoundTest<kNarrow> {};
class WideRoundTest : public RoundTest<kWide> {};

TEST_P(NarrowRoundTest, DoesWhatTheModelDoes) { DoesWhatTheModelDoes(); }
TEST_P(WideRoundTest, DoesWhatTheModelDoes) { DoesWhatTheModelDoes(); }
TEST_P(NarrowRoundTest, LooksAtItemsThatAreLeftOut) {
  LooksAtItemsThatAreLeftOut();
}
TEST_P(WideRoundTest, LooksAtItemsThatAreLeftOut) {
  LooksAtItemsThatAreLeftOut();
}
TEST_P(NarrowRoundTest, ChoosesTheFirstOptionOfTheFirstLane) {
  ChoosesTheFirstOptionOfTheFirstLane();
}
TEST_P(WideRoundTest, ChoosesTheFirstOptionOfTheFirstLane) {
  ChoosesTheFirstOptionOfTheFirstLane();
}
TEST_P(NarrowRoundTest, CountsSlots) { CountsSlots(); }
TEST_P(WideRoundTest, CountsSlots) { CountsSlots(); }
TEST_P(NarrowRoundTest, CountsConflictsAndHalvesAllNumbersWhenOneIsTooLarge) {
  CountsConflictsAndHalvesAllNumbersWhenOneIsTooLarge();
}
TEST_P(WideRoundTest, CountsConflictsAndHalvesAllNumbersWhenOneIsTooLarge) {
  CountsConflictsAndHalvesAllNumbersWhenOneIsTooLarge();
}
TEST_P(NarrowRoundTest, UsesConfinedLanes) { UsesConfinedLanes(); }
TEST_P(WideRoundTest, UsesConfinedLanes) { UsesConfinedLanes(); }

std::string TargetOf(const ::testing::TestParamInfo<int64_t>& info) {
  return hwy::TargetName(info.param);
}

INSTANTIATE_TEST_SUITE_P(
    BitPlanesTest, NarrowRoundTest,
    ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()), TargetOf);
INSTANTIATE_TEST_SUITE_P(
    BitPlanesTest, WideRoundTest,
    ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()), TargetOf);

}  // namespace
}  // namespace dlx::internal::bit_planes
#endif  // HWY_ONCE
