#include "dlx/ask/deduce.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/ask/deduce/forcing.h"
#include "dlx/make/registry.h"
#include "dlx/search.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::testing::ElementsAre;
using testing::ProblemFromNotation;
using testing::StatusIs;

DeductionState StateOf(const std::string& notation) {
  return *DeductionState::Create(ProblemFromNotation(notation));
}

std::vector<uint32_t> Numbers(const std::vector<OptionId>& options) {
  std::vector<uint32_t> numbers;
  for (const OptionId option : options) numbers.push_back(option.value());
  return numbers;
}

std::vector<std::string> Names(const DeductionState& state,
                               const std::vector<ItemId>& items) {
  std::vector<std::string> names;
  for (const ItemId item : items) {
    names.push_back(state.problem().item_name(item));
  }
  return names;
}

TEST(DeduceTest, AnItemWithOneOptionIsForced) {
  DeductionState state = StateOf("a b c\na b\nb c\nc\na c");
  state.Remove(OptionId(3));
  const std::optional<Deduction> step = NextDeduction(state);
  ASSERT_TRUE(step.has_value());
  EXPECT_EQ(step->kind, Deduction::Kind::kForced);
  EXPECT_THAT(Numbers(step->placed), ElementsAre(0));
  EXPECT_TRUE(CheckDeduction(state, *step));
  state.Apply(*step);
  EXPECT_THAT(Numbers(state.left().ToVector()), ElementsAre(2));
}

TEST(DeduceTest, OneItemWithinAnotherRulesOutTheRestOfThat) {
  // All options of a have x, so option 2 is out.
  const DeductionState state = StateOf("a b c x\na x\na x b\nb x c\nb\nc\nb c");
  const std::optional<Deduction> step = NextDeduction(state);
  ASSERT_TRUE(step.has_value());
  EXPECT_EQ(step->kind, Deduction::Kind::kBaseAndCover);
  EXPECT_THAT(Names(state, step->base), ElementsAre("a"));
  EXPECT_THAT(Names(state, step->cover), ElementsAre("x"));
  EXPECT_THAT(Numbers(step->removed), ElementsAre(2));
}

// Rows a and b have two places each, in columns x and y; row c has four.
constexpr char kWing[] =
    "a b c d | x y z w\na x\na y\nb x\nb y\nc x\nc z\nc w\nd y\nd z\nd w";

TEST(DeduceTest, TwoItemsWithinTwoAreAnXWing) {
  const DeductionState state = StateOf(kWing);
  const std::optional<Deduction> step = NextDeduction(state);
  ASSERT_TRUE(step.has_value());
  EXPECT_THAT(Names(state, step->base), ElementsAre("a", "b"));
  EXPECT_THAT(Names(state, step->cover), ElementsAre("x", "y"));
  EXPECT_THAT(Numbers(step->removed), ElementsAre(4, 7));
  EXPECT_TRUE(CheckDeduction(state, *step));
}

TEST(DeduceTest, FinsSpareWhatTheyAgreeWith) {
  // As above, but a may also be at z, together with u; only option 5 (c z y)
  // disagrees with that and meets the cover.
  const DeductionState state =
      StateOf("a b c | x y z w\na x\na y\na z\nb x\nb y\nc z y\nc w x\nc w");
  std::vector<Deduction> found;
  VisitBaseAndCover(state, {.size = 2, .max_fins = 1}, [&](Deduction step) {
    if (step.fins == std::vector{OptionId(2)}) found.push_back(step);
    return true;
  });
  ASSERT_FALSE(found.empty());
  for (const Deduction& step : found) {
    EXPECT_THAT(Numbers(step.removed), ElementsAre(5));
    EXPECT_TRUE(CheckDeduction(state, step));
  }
}

TEST(DeduceTest, AChainRulesOutWhatDisagreesWithBothEnds) {
  // Not 0: then 1, not 2, then 3. Option 4 disagrees with 0 and 3.
  const DeductionState state =
      StateOf("a b c | x y z\na x\na y\nb y\nb z\nc x z\nc\nc y");
  std::vector<Deduction> found;
  VisitChains(state, {}, [&](Deduction step) {
    found.push_back(step);
    return true;
  });
  ASSERT_FALSE(found.empty());
  for (const Deduction& step : found) {
    EXPECT_THAT(Names(state, step.base),
                ::testing::UnorderedElementsAre("a", "b"));
    EXPECT_THAT(Numbers(step.removed), ElementsAre(4));
    EXPECT_EQ(step.links.size(), 2u);
    EXPECT_TRUE(CheckDeduction(state, step));
  }
}

TEST(DeduceTest, TheCheckerRefusesWhatDoesNotFollow) {
  const DeductionState state = StateOf(kWing);
  Deduction step = *NextDeduction(state);
  EXPECT_TRUE(CheckDeduction(state, step));
  step.base.pop_back();
  EXPECT_FALSE(CheckDeduction(state, step));
  step = *NextDeduction(state);
  step.removed.push_back(OptionId(0));
  EXPECT_FALSE(CheckDeduction(state, step));
  step.removed.clear();
  EXPECT_FALSE(CheckDeduction(state, step));
  step.placed.push_back(OptionId(5));
  EXPECT_FALSE(CheckDeduction(state, step));
}

TEST(DeduceTest, TheCheckerSeesThatManyItemsHaveTooFewOptions) {
  // Ten items in ten holes leave none for x, which is out in any order.
  std::string notation = "x a b c d e f g h i j |";
  std::string options = "\nx\nx 0";
  for (char hole = '0'; hole <= '9'; ++hole) {
    absl::StrAppend(&notation, " ", std::string(1, hole));
    for (char item = 'a'; item <= 'j'; ++item) {
      absl::StrAppend(&options, "\n", std::string(1, item), " ",
                      std::string(1, hole));
    }
  }
  const DeductionState state = StateOf(notation + options);
  Deduction deduction{.kind = Deduction::Kind::kBaseAndCover,
                      .removed = {OptionId(1)}};
  for (uint32_t i = 1; i <= 10; ++i) deduction.base.push_back(ItemId(i));
  EXPECT_TRUE(CheckDeduction(state, deduction));
  deduction.base.pop_back();
  EXPECT_FALSE(CheckDeduction(state, deduction));
}

TEST(DeduceTest, AnAlmostCoveredSetIsLinkedByItsGroups) {
  // Rows a and b have places in three columns: without x, there is z in one.
  const DeductionState state =
      StateOf("a b c d | x y z\na x\na y\nb y\nb z\nc x\nc\nd z\nd\nc z x");
  const std::vector<ItemId> rows = {ItemId(0), ItemId(1)};
  const std::vector<ItemId> columns = {ItemId(4), ItemId(5), ItemId(6)};
  std::vector<AlmostCovered> sets;
  VisitAlmostCovered(state, rows, columns, 2, [&](AlmostCovered set) {
    sets.push_back(std::move(set));
    return true;
  });
  ASSERT_EQ(sets.size(), 1u);
  EXPECT_EQ(sets[0].base, rows);
  EXPECT_EQ(sets[0].cover, columns);
  EXPECT_THAT(Numbers(sets[0].groups[0].ToVector()), ElementsAre(0));
  EXPECT_THAT(Numbers(sets[0].groups[1].ToVector()), ElementsAre(1, 2));
  EXPECT_THAT(Numbers(sets[0].groups[2].ToVector()), ElementsAre(3));
  // Option 8 has x and z.
  std::vector<Deduction> found;
  VisitChains(state, {.sets = sets, .max_group = 2}, [&](Deduction chain) {
    EXPECT_TRUE(CheckDeduction(state, chain));
    found.push_back(std::move(chain));
    return true;
  });
  ASSERT_FALSE(found.empty());
  EXPECT_THAT(Numbers(found[0].removed), ElementsAre(8));
  EXPECT_THAT(Names(state, found[0].base), ElementsAre("a", "b"));
}

TEST(DeduceTest, ItemsOfABaseMayShareOptions) {
  // Items a and b are covered by 0, or by two of the others, which have x and
  // y; then 4 is out. Option 0 is a fin, for it has two of the base.
  const DeductionState state =
      StateOf("a b c | x y\na b\na x\nb y\nc\nc x y a\nb x");
  std::vector<Deduction> found;
  const std::vector<ItemId> base = {ItemId(0), ItemId(1)};
  const std::vector<ItemId> cover = {ItemId(3), ItemId(4)};
  VisitBaseAndCover(state,
                    {.base = base,
                     .cover = cover,
                     .size = 2,
                     .max_fins = 1,
                     .may_overlap = true},
                    [&](Deduction step) {
                      found.push_back(std::move(step));
                      return true;
                    });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(Numbers(found[0].fins), ElementsAre(0));
  EXPECT_THAT(Numbers(found[0].removed), ElementsAre(4));
  EXPECT_TRUE(CheckDeduction(state, found[0]));
}

TEST(DeduceTest, AColourThatDisagreesWithItselfIsOut) {
  // Item a has options 0 and 1, item b has 1 and 2, so 0 and 2 are of one
  // colour; both have x.
  const DeductionState state = StateOf("a b c | x\na x\na b\nb x\nc\nc x");
  std::vector<Deduction> found;
  VisitColours(state, {}, [&](Deduction step) {
    found.push_back(std::move(step));
    return true;
  });
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(Numbers(found[0].removed), ElementsAre(0, 2));
  EXPECT_THAT(Names(state, found[0].base), ElementsAre("a", "b"));
  EXPECT_TRUE(CheckDeduction(state, found[0]));
}

// All items rule out, and force.
ForcingNets AllNets(const DeductionState& state, bool is_dynamic) {
  const size_t count = state.problem().item_count();
  return {.rules_out = std::vector<bool>(count, true),
          .forces = std::vector<bool>(count, true),
          .is_dynamic = is_dynamic};
}

TEST(DeduceTest, ANetThatContradictsItselfBeganWrongly) {
  // With option 0 (a x y), b has option 4 left, and c option 6; both have z.
  const DeductionState state =
      StateOf("a b c | x y z\na x y\na\nb x\nb y\nb z\nc x\nc z\nc y");
  const std::vector<int> rank(state.problem().item_count(), 0);
  for (const bool is_dynamic : {false, true}) {
    Forcing forcing(state, AllNets(state, is_dynamic), rank);
    std::vector<ForcingHint> hints;
    forcing.VisitContradiction(OptionId(0), true, [&](const ForcingHint& hint) {
      hints.push_back(hint);
    });
    // Only a dynamic net sees that two of three options are out.
    ASSERT_EQ(hints.size(), is_dynamic ? 1u : 0u);
    if (!is_dynamic) continue;
    EXPECT_EQ(hints[0].target.option, OptionId(0));
    EXPECT_FALSE(hints[0].target.is_on);
    const Deduction deduction = forcing.DeductionOf(hints[0]);
    EXPECT_THAT(Numbers(deduction.removed), ElementsAre(0));
    EXPECT_THAT(Names(state, deduction.base), ElementsAre("b", "c"));
    EXPECT_TRUE(CheckDeduction(state, deduction));
  }
}

// What nets of all kinds find.
void AddForcing(const DeductionState& state, VisitDeduction add) {
  const std::vector<int> rank(state.problem().item_count(), 0);
  for (const bool is_dynamic : {false, true}) {
    Forcing forcing(state, AllNets(state, is_dynamic), rank);
    const auto visit = [&](const ForcingHint& hint) {
      Deduction deduction = forcing.DeductionOf(hint);
      if (!deduction.removed.empty()) add(std::move(deduction));
    };
    state.left().ForEach([&](OptionId option) {
      if (!is_dynamic) forcing.VisitCycles(option, visit);
      if (!is_dynamic) forcing.VisitChains(option, visit);
      forcing.VisitContradiction(option, true, visit);
      forcing.VisitContradiction(option, false, visit);
    });
    for (uint32_t i = 0; i < state.problem().item_count(); ++i) {
      const ItemId item(i);
      if (state.is_open(item) && !state.options_of(item).empty()) {
        forcing.VisitVerity(item, visit);
      }
    }
  }
}

TEST(DeduceTest, NetsLoseNoCoverInRandomProblems) {
  size_t found = 0;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    const testing::Dice dice(seed);
    const testing::ProblemShape shape{.primary = 4 + dice(4),
                                      .secondary = dice(3),
                                      .options = 8 + dice(8),
                                      .max_option_size = 2 + dice(2),
                                      .colors = dice(3),
                                      .planted = 70};
    const Problem problem = testing::RandomProblem(shape, dice);
    const std::vector<testing::Cover> covers = testing::AllCovers(problem);
    const DeductionState state = *DeductionState::Create(problem);
    SCOPED_TRACE(absl::StrCat(seed, "\n", testing::ToNotation(problem)));
    AddForcing(state, [&](const Deduction& step) {
      ++found;
      for (const testing::Cover& cover : covers) {
        for (const OptionId option : step.removed) {
          EXPECT_EQ(std::count(cover.begin(), cover.end(), option), 0);
        }
      }
      return true;
    });
    if (HasFailure()) return;
  }
  EXPECT_GT(found, 100u);
}

TEST(DeduceTest, RefusesMultiplicities) {
  EXPECT_THAT(DeductionState::Create(ProblemFromNotation("1:2|a b\na\na b")),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       ::testing::HasSubstr("without multiplicities")));
}

// Base and cover with items that share options, and chains with sets.
void AddOverlapping(const DeductionState& state, VisitDeduction add) {
  std::vector<ItemId> primary;
  std::vector<ItemId> all;
  for (uint32_t i = 0; i < state.problem().item_count(); ++i) {
    if (state.problem().is_primary(ItemId(i))) primary.push_back(ItemId(i));
    all.push_back(ItemId(i));
  }
  for (size_t size = 1; size <= 3; ++size) {
    VisitBaseAndCover(state,
                      {.base = primary,
                       .cover = all,
                       .size = size,
                       .max_fins = 2,
                       .may_overlap = true,
                       .effort = 3'000},
                      add);
  }
}

// Everything that is found, by all ideas.
std::vector<Deduction> AllDeductions(const DeductionState& state) {
  std::vector<Deduction> all;
  const auto add = [&](Deduction step) {
    all.push_back(std::move(step));
    return all.size() < 400;
  };
  VisitForced(state, add);
  for (size_t size = 1; size <= 3; ++size) {
    VisitBaseAndCover(state, {.size = size, .max_fins = 2, .effort = 3'000},
                      add);
  }
  VisitChains(state, {.effort = 3'000}, add);
  VisitChains(state, {.max_group = 3, .effort = 3'000}, add);
  AddOverlapping(state, add);
  VisitColours(state, {}, add);
  VisitColours(state, {.pairs = true}, add);
  return all;
}

TEST(DeduceTest, NoCoverIsLostInRandomProblems) {
  uint64_t by_kind[4] = {};
  uint64_t fins = 0;
  uint64_t loops = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    const testing::Dice dice(seed);
    testing::ProblemShape shape{.primary = 3 + dice(4),
                                .secondary = dice(4),
                                .options = 6 + dice(8),
                                .max_option_size = 2 + dice(2),
                                .colors = dice(3),
                                .planted = 70};
    const Problem problem = testing::RandomProblem(shape, dice);
    const std::vector<testing::Cover> covers = testing::AllCovers(problem);
    const DeductionState state = *DeductionState::Create(problem);
    for (const Deduction& step : AllDeductions(state)) {
      SCOPED_TRACE(absl::StrCat(seed, " ", KindName(step.kind), "\n",
                                testing::ToNotation(problem)));
      ++by_kind[static_cast<int>(step.kind)];
      fins += step.fins.empty() ? 0 : 1;
      loops += step.is_loop ? 1 : 0;
      ASSERT_TRUE(CheckDeduction(state, step));
      for (const testing::Cover& cover : covers) {
        for (const OptionId option : step.removed) {
          ASSERT_EQ(std::count(cover.begin(), cover.end(), option), 0);
        }
        for (const OptionId option : step.placed) {
          ASSERT_EQ(std::count(cover.begin(), cover.end(), option), 1);
        }
      }
    }
  }
  EXPECT_GT(by_kind[0], 100u);
  EXPECT_GT(by_kind[1], 100u);
  EXPECT_GT(by_kind[2], 100u);
  EXPECT_GT(by_kind[3], 20u);
  EXPECT_GT(fins, 20u);
  EXPECT_GT(loops, 5u);
}

TEST(DeduceTest, EveryStepOfAPentominoPuzzleIsRight) {
  const make::Generator* const generator = make::FindGenerator("pentominoes");
  ASSERT_NE(generator, nullptr);
  const absl::StatusOr<Problem> problem =
      make::Make(*generator, {"3x20"},
                 [](StringView) -> absl::StatusOr<std::string> { return ""; });
  ASSERT_THAT(problem, testing::IsOk());
  absl::StatusOr<Search> search = Search::Create(*problem);
  ASSERT_TRUE(search->Next());
  const std::vector<OptionId> cover(search->solution().options.begin(),
                                    search->solution().options.end());
  const DeductionState blank = *DeductionState::Create(*problem);
  size_t steps = 0;
  size_t forcing = 0;
  size_t solved = 0;
  for (size_t given = 0; given < cover.size(); ++given) {
    DeductionState state = blank;
    for (size_t i = 0; i < given; ++i) state.Take(cover[i]);
    while (const std::optional<Deduction> step =
               NextDeduction(state, {.max_forcing = 300, .effort = 5'000})) {
      ++steps;
      forcing += step->kind == Deduction::Kind::kForcing ? 1 : 0;
      ASSERT_TRUE(CheckDeduction(state, *step));
      for (const OptionId option : step->removed) {
        ASSERT_EQ(std::count(cover.begin(), cover.end(), option), 0) << given;
      }
      state.Apply(*step);
    }
    solved += state.is_solved() ? 1 : 0;
  }
  EXPECT_GT(steps, 20u);
  EXPECT_GT(forcing, 0u);
  EXPECT_GT(solved, 2u);
}

}  // namespace
}  // namespace dlx
