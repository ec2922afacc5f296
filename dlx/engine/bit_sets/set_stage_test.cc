#include "dlx/engine/bit_sets/set_stage.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ProblemShape;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::ToNotation;
using ::testing::ElementsAre;
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
void ExpectRight(const Problem& problem, const SetProblem& sets,
                 SetStage& stage) {
  ASSERT_EQ(stage.words, SetStage::WordsFor(stage.option_count()));
  ASSERT_EQ(stage.item_words, (stage.item_count() + 63) / 64);
  for (size_t k = 0; k < stage.option_count(); ++k) {
    const OptionId option = sets.option_id(stage.options[k]);
    EXPECT_EQ(sets.NumberOf(option), stage.options[k]);
    for (size_t i = 0; i < stage.item_count(); ++i) {
      const bool expected = Uses(problem, option, ItemId(stage.items[i]));
      EXPECT_EQ(Get(&stage.covers[k * stage.item_words], i), expected);
      EXPECT_EQ(stage.mask(i, k / 64) >> k % 64 & 1, expected);
    }
    for (size_t j = 0; j < stage.option_count(); ++j) {
      const OptionId other = sets.option_id(stage.options[j]);
      const uint64_t* const row = stage.Row(sets, static_cast<uint32_t>(k));
      ASSERT_EQ(Get(row, j), !AreInConflict(problem, option, other))
          << problem.OptionToString(option) << ", "
          << problem.OptionToString(other);
    }
  }
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

TEST(SetStageTest, WordsForOptions) {
  for (const auto& [options, words] :
       std::vector<std::pair<size_t, size_t>>{{0, 1},
                                              {64, 1},
                                              {65, 2},
                                              {128, 2},
                                              {129, 4},
                                              {256, 4},
                                              {257, 8},
                                              {513, 12}}) {
    EXPECT_EQ(SetStage::WordsFor(options), words) << options;
  }
}

// A path down the tree, with a stage built at each node.
TEST(SetStageTest, HoldsWhatIsLeftAtEachNode) {
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
    SetStage root;
    root.BuildRoot(sets);
    EXPECT_EQ(root.option_count(), problem.option_count());
    EXPECT_EQ(root.item_count(), problem.primary_count());
    ExpectRight(problem, sets, root);

    std::vector<uint32_t> numbers(problem.primary_count());
    SetStage stages[2];
    const SetStage* parent = &root;
    std::vector<OptionId> chosen;
    for (int depth = 0; depth < 4; ++depth) {
      // Choose any option, without a look at what becomes of the items.
      chosen.push_back(sets.option_id(parent->options[dice(
          static_cast<uint32_t>(parent->option_count()))]));
      ASSERT_TRUE(root.Start(sets, chosen));
      std::vector<uint32_t> options, items;
      for (uint32_t k = 0; k < root.option_count(); ++k) {
        if (Get(root.live.data(), k)) options.push_back(k);
      }
      for (uint32_t i = 0; i < root.item_count(); ++i) {
        if (Get(root.open.data(), i)) items.push_back(i);
      }
      if (options.empty() || items.empty()) break;

      // The same sets, as the parent numbers them.
      std::vector<uint64_t> live(parent->words), open(parent->item_words);
      for (size_t k = 0; k < parent->option_count(); ++k) {
        live[k / 64] |= uint64_t{Get(root.live.data(), parent->options[k])}
                        << k % 64;
      }
      for (size_t i = 0; i < parent->item_count(); ++i) {
        open[i / 64] |= uint64_t{Get(root.open.data(), parent->items[i])}
                        << i % 64;
      }
      SetStage& stage = stages[depth % 2];
      stage.Build(sets, *parent, live.data(), open.data(), numbers);
      EXPECT_EQ(stage.options, options);
      EXPECT_EQ(stage.items, items);
      EXPECT_TRUE(stage.entering);
      ExpectRight(problem, sets, stage);
      parent = &stage;
    }
  }
}

TEST(SetStageTest, GivensMayContradictEachOther) {
  const Problem problem = ProblemFromNotation("a b | x\na x\nb x\nb\n");
  const SetProblem sets(problem, {});
  SetStage root;
  root.BuildRoot(sets);
  EXPECT_TRUE(root.Start(sets, {}));
  EXPECT_TRUE(root.Start(sets, {OptionId(0), OptionId(2)}));
  EXPECT_EQ(root.open[0], 0);
  EXPECT_FALSE(root.Start(sets, {OptionId(0), OptionId(1)}));
  EXPECT_FALSE(root.Start(sets, {OptionId(2), OptionId(2)}));
  EXPECT_TRUE(root.Start(sets, {OptionId(1)}));
  EXPECT_EQ(root.open[0], 1);
}

}  // namespace
}  // namespace dlx::internal
