#include "dlx/engine/bit_sets/stage.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dlx/engine/bit_sets/cursor.h"
#include "dlx/engine/bit_sets/memory.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::bit_sets {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ProblemShape;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::ToNotation;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::IsEmpty;

bool Get(const uint64_t* set, size_t i) { return set[i / 64] >> i % 64 & 1; }

bool Uses(const Problem& problem, OptionId option, ItemId item) {
  for (const ItemUse& use : problem.option(option)) {
    if (use.item == item) return true;
  }
  return false;
}

// By the definition of a cover.
bool AreInConflict(const Problem& problem, OptionId a, OptionId b) {
  for (const ItemUse& x : problem.option(a)) {
    for (const ItemUse& y : problem.option(b)) {
      if (x.item == y.item && (x.color == kNoColor || x.color != y.color)) {
        return true;
      }
    }
  }
  return false;
}

// That the stage has everything there is to know about its options and items.
// Without an order, the numbers of primary items are those in the problem if
// these come first there.
void ExpectRight(const Problem& problem, const SetProblem& sets, Stage& stage) {
  ASSERT_EQ(stage.words(), Stage::WordsFor(stage.options().size()));
  ASSERT_EQ(stage.item_words(), (stage.items().size() + 63) / 64);
  for (uint32_t k = 0; k < stage.options().size(); ++k) {
    const OptionId option = sets.option_id(stage.options()[k]);
    EXPECT_EQ(sets.NumberOf(option), stage.options()[k]);
    for (size_t i = 0; i < stage.items().size(); ++i) {
      const bool expected = Uses(problem, option, ItemId(stage.items()[i]));
      EXPECT_EQ(Get(stage.cover(k), i), expected);
      EXPECT_EQ(stage.mask(i, k / 64) >> k % 64 & 1, expected);
    }
    for (size_t j = 0; j < stage.options().size(); ++j) {
      const OptionId other = sets.option_id(stage.options()[j]);
      ASSERT_EQ(Get(stage.Row(k), j), !AreInConflict(problem, option, other))
          << problem.OptionToString(option) << ", "
          << problem.OptionToString(other);
    }
  }
  EXPECT_EQ(stage.CheckInvariants(), "");
}

// Primary items come first.
Problem SortItems(const Problem& problem) {
  ProblemBuilder builder;
  std::vector<ItemId> ids(problem.item_count());
  for (const bool primary : {true, false}) {
    for (uint32_t i = 0; i < problem.item_count(); ++i) {
      const ItemId item(i);
      if (problem.is_primary(item) != primary) continue;
      ids[i] = primary ? builder.AddPrimary(problem.item_name(item))
                       : builder.AddSecondary(problem.item_name(item));
    }
  }
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    std::vector<ItemUse> uses;
    for (const ItemUse& use : problem.option(OptionId(k))) {
      uses.emplace_back(ids[use.item.value()],
                        use.color == kNoColor
                            ? kNoColor
                            : builder.AddColor(problem.color_name(use.color)));
    }
    builder.AddOption(uses);
  }
  return *std::move(builder).Build();
}

TEST(SetProblemTest, LeavesOutWhatOptionsCannotDisagreeAbout) {
  const Problem problem = ProblemFromNotation(
      "a b | once same differ plain mixed\n"
      "a same:r differ:r plain mixed\n"
      "b same:r differ:g once\n"
      "a same:r differ:r plain mixed:r\n");
  const SetProblem sets(problem, {});
  EXPECT_THAT(sets.Primaries(0), ElementsAre(0));
  EXPECT_THAT(sets.Primaries(1), ElementsAre(1));
  // differ, plain, mixed; differ:r, differ:g, mixed:r.
  EXPECT_EQ(sets.secondary_count(), 6);
  EXPECT_THAT(sets.Secondaries(0), ElementsAre(1, 2));
  EXPECT_THAT(sets.Secondaries(1), IsEmpty());
  EXPECT_THAT(sets.Secondaries(2), ElementsAre(1));
  ASSERT_EQ(sets.ColoredSecondaries(0).size(), 1);
  ASSERT_EQ(sets.ColoredSecondaries(1).size(), 1);
  ASSERT_EQ(sets.ColoredSecondaries(2).size(), 2);
  EXPECT_EQ(sets.ColoredSecondaries(0)[0].item, 0);
  EXPECT_EQ(sets.ColoredSecondaries(1)[0].item, 0);
  EXPECT_NE(sets.ColoredSecondaries(0)[0].item_with_color,
            sets.ColoredSecondaries(1)[0].item_with_color);
  EXPECT_EQ(sets.ColoredSecondaries(0)[0].item_with_color,
            sets.ColoredSecondaries(2)[0].item_with_color);
  EXPECT_EQ(sets.primaries_per_option(), 1);
}

TEST(SetProblemTest, KnowsWhetherOptionsHaveTheSameNumberOfItems) {
  const auto primaries = [](const char* notation) {
    return SetProblem(ProblemFromNotation(notation), {}).primaries_per_option();
  };
  EXPECT_EQ(primaries("a b c\na b\nb c\n"), 2);
  EXPECT_EQ(primaries("a b c | x\na b x\nb c\n"), 2);
  EXPECT_EQ(primaries("a b c\na b\nb c\na\n"), 0);
  EXPECT_EQ(primaries("a b c\na b\na\nb c\n"), 0);
}

TEST(SetProblemTest, PreferredItemsComeFirst) {
  const Problem problem = ProblemFromNotation("a #b | x\na\n#b x\na #b\n");
  const SetProblem sets(problem, {.branching = Branching::kSharpPreference});
  EXPECT_EQ(sets.preferred_count(), 1);
  EXPECT_THAT(sets.Primaries(0), ElementsAre(1));
  EXPECT_THAT(sets.Primaries(1), ElementsAre(0));
}

TEST(StageTest, WordsForOptions) {
  for (const auto& [options, words] :
       std::vector<std::pair<size_t, size_t>>{{0, 1},
                                              {64, 1},
                                              {65, 2},
                                              {128, 2},
                                              {129, 4},
                                              {256, 4},
                                              {257, 8},
                                              {513, 12}}) {
    EXPECT_EQ(Stage::WordsFor(options), words) << options;
  }
}

// A path down the tree, with a stage built at each node.
TEST(StageTest, HoldsWhatIsLeftAtEachNode) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Dice dice(seed);
    const ProblemShape shape = {.primary = 10 + dice(80),
                                .secondary = dice(12),
                                .options = 1 + dice(300),
                                .max_option_size = 1 + dice(5),
                                .colors = dice(4),
                                .planted = 70};
    const Problem problem = SortItems(RandomProblem(shape, dice));
    SCOPED_TRACE(ToNotation(problem));
    const SetProblem sets(problem, {});
    // With memory for the rows of all stages, of some, and of none.
    Budget for_rows(seed % 3 * 5000);
    Stage root(sets, nullptr, &for_rows);
    root.BuildRoot();
    EXPECT_EQ(root.options().size(), problem.option_count());
    EXPECT_EQ(root.items().size(), problem.primary_count());
    ExpectRight(problem, sets, root);

    std::vector<uint32_t> numbers(problem.primary_count());
    Stage stages[2] = {{sets, nullptr, &for_rows}, {sets, nullptr, &for_rows}};
    const Stage* parent = &root;
    for (int depth = 0; depth < 4; ++depth) {
      // Choose any option, without a look at what becomes of the items.
      const OptionId chosen = sets.option_id(parent->options()[dice(
          static_cast<uint32_t>(parent->options().size()))]);
      std::vector<uint32_t> options, items;
      std::vector<uint64_t> live(parent->words()), open(parent->item_words());
      for (size_t k = 0; k < parent->options().size(); ++k) {
        const uint32_t option = parent->options()[k];
        if (AreInConflict(problem, sets.option_id(option), chosen)) continue;
        options.push_back(option);
        live[k / 64] |= uint64_t{1} << k % 64;
      }
      for (size_t i = 0; i < parent->items().size(); ++i) {
        const uint32_t item = parent->items()[i];
        if (Uses(problem, chosen, ItemId(item))) continue;
        items.push_back(item);
        open[i / 64] |= uint64_t{1} << i % 64;
      }
      if (options.empty() || items.empty()) break;
      Stage& stage = stages[depth % 2];
      ASSERT_TRUE(stage.Build(*parent, live.data(), open.data(), numbers));
      EXPECT_THAT(stage.options(), ElementsAreArray(options));
      EXPECT_THAT(stage.items(), ElementsAreArray(items));
      ExpectRight(problem, sets, stage);
      parent = &stage;
    }
  }
}

Problem OptionsOfOneItem(int count) {
  std::string notation = "a\n";
  for (int i = 0; i < count; ++i) notation += "a\n";
  return ProblemFromNotation(notation);
}

TEST(StageTest, KeepsRowsInHalfOfWhatIsLeft) {
  const Problem problem = OptionsOfOneItem(128);
  const SetProblem sets(problem, {});
  constexpr size_t kRows = 128 * 2 * sizeof(uint64_t);
  for (const bool enough : {false, true}) {
    Budget budget(2 * kRows - (enough ? 0 : 1));
    Stage stage(sets, nullptr, &budget);
    stage.BuildRoot();
    EXPECT_EQ(stage.keeps_rows(), enough);
    EXPECT_EQ(stage.Row(3)[0], 0);
    EXPECT_EQ(stage.CheckInvariants(), "");
    stage.FreeRows();
    EXPECT_FALSE(stage.keeps_rows());
    EXPECT_EQ(stage.Row(3)[0], 0);
    EXPECT_EQ(budget.left(), 2 * kRows - (enough ? 0 : 1));
  }
}

TEST(WordsTest, StayWithinTheBudgetTogether) {
  Budget budget(1000 * sizeof(uint64_t));
  {
    Words first(&budget), second(&budget), unlimited(nullptr);
    EXPECT_TRUE(first.Reserve(600));
    EXPECT_EQ(budget.left(), 400 * sizeof(uint64_t));
    EXPECT_FALSE(second.Reserve(401));
    EXPECT_EQ(second.capacity(), 0);
    EXPECT_TRUE(second.Reserve(300));
    EXPECT_FALSE(first.Reserve(701));
    EXPECT_EQ(first.capacity(), 600);
    EXPECT_TRUE(first.Reserve(700));  // Its own memory counts.
    EXPECT_EQ(budget.left(), 0);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(first.data()) % 64, 0);
    EXPECT_TRUE(unlimited.Reserve(10'000));
    second.Free();
    EXPECT_EQ(budget.left(), 300 * sizeof(uint64_t));
  }
  EXPECT_EQ(budget.left(), 1000 * sizeof(uint64_t));
}

TEST(CursorTest, StacksChoicesBelowEachOther) {
  const Problem problem = ProblemFromNotation("a b c\na\na\nb\nb\nc\n");
  const SetProblem sets(problem, {});
  Stage stage(sets, nullptr, nullptr);
  stage.BuildRoot();
  Cursor cursor(nullptr);
  ASSERT_TRUE(cursor.Start(stage, 3, 7));
  EXPECT_TRUE(cursor.is_at_node());
  EXPECT_EQ(cursor.depth(), 7);
  EXPECT_EQ(cursor.live()[0], 0b11111);
  EXPECT_EQ(cursor.open()[0], 0b111);

  // Item a, of which the first option is tried.
  cursor.LeaveNode();
  cursor.live(0)[0] = 0b11111;
  cursor.untried(0)[0] = 0b10;
  cursor.open(0)[0] = 0b111;
  cursor.Push({.depth = 7, .branches = 2, .subtree = {}});
  EXPECT_EQ(cursor.CountUntried(0), 1);
  EXPECT_EQ(cursor.CheckInvariants(), "");
  cursor.live(1)[0] = 0b11100;
  cursor.untried(1)[0] = 0b1100;
  cursor.open(1)[0] = 0b110;
  cursor.Push({.depth = 8, .branches = 2, .subtree = {}});
  EXPECT_EQ(cursor.CheckInvariants(), "");

  cursor.open(1)[0] = 0b111;
  EXPECT_NE(cursor.CheckInvariants(), "");
  cursor.open(1)[0] = 0b110;
  cursor.live(1)[0] = 0b1100;
  cursor.live(0)[0] = 0b11011;
  EXPECT_NE(cursor.CheckInvariants(), "");
  cursor.live(0)[0] = 0b11111;
  cursor.untried(1)[0] = 0b10000;
  EXPECT_NE(cursor.CheckInvariants(), "");
  cursor.Pop();
  EXPECT_EQ(cursor.height(), 1);
  EXPECT_EQ(cursor.CheckInvariants(), "");
}

}  // namespace
}  // namespace dlx::internal::bit_sets
