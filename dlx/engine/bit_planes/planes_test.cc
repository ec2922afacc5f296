#include "dlx/engine/bit_planes/planes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::bit_planes {
namespace {

using ::dlx::testing::DigitSquare;
using ::dlx::testing::ProblemFromNotation;
using ::testing::ElementsAre;

std::vector<ItemId> Items(uint32_t begin, uint32_t end) {
  std::vector<ItemId> items;
  for (uint32_t i = begin; i < end; ++i) items.emplace_back(i);
  return items;
}

std::vector<std::string> Families(absl::Span<const ItemId> order) {
  const Problem problem =
      ProblemFromNotation("a b c d e\na b\nb c\nc d\na e\n");
  std::vector<std::string> families;
  for (const std::vector<ItemId>& family : FindFamilies(problem, order)) {
    families.emplace_back();
    for (const ItemId item : family) {
      families.back() += std::string(problem.item_name(item));
    }
  }
  return families;
}

TEST(FindFamiliesTest, EachItemJoinsTheFirstFamilyWithoutNeighbours) {
  EXPECT_THAT(Families(Items(0, 5)), ElementsAre("ac", "bde"));
  const std::vector<ItemId> backwards = {ItemId(4), ItemId(3), ItemId(2),
                                         ItemId(1), ItemId(0)};
  EXPECT_THAT(Families(backwards), ElementsAre("edb", "ca"));
}

TEST(FindFamiliesTest, ItemsWithoutOptionsAreNobodysNeighbours) {
  const Problem problem = ProblemFromNotation("a b c\na\n");
  EXPECT_THAT(FindFamilies(problem, Items(0, 3)), ElementsAre(Items(0, 3)));
}

struct LanesCase {
  std::vector<uint32_t> family_sizes;
  size_t words;
  std::vector<int> items_in_word;
};

TEST(AssignLanesTest, SpreadsFamiliesOverTheirWords) {
  const LanesCase cases[] = {
      // Each family has words of its own.
      {{81, 81, 81, 81}, 8, {41, 40, 41, 40, 41, 40, 41, 40}},
      {{1, 129, 64}, 8, {1, 43, 43, 43, 64, 0, 0, 0}},
      // There is no room for that.
      {{65, 10, 3}, 3, {64, 14, 0}},
      {{100, 28}, 2, {64, 64}},
      {{}, 1, {0}},
  };
  for (const LanesCase& c : cases) {
    std::vector<std::vector<ItemId>> families;
    uint32_t item_count = 0;
    for (const uint32_t size : c.family_sizes) {
      families.push_back(Items(item_count, item_count + size));
      item_count += size;
    }
    const std::vector<uint16_t> lanes = AssignLanes(families, c.words);
    EXPECT_EQ(lanes.size(), item_count);
    EXPECT_EQ(std::set<uint16_t>(lanes.begin(), lanes.end()).size(),
              lanes.size());
    EXPECT_TRUE(std::is_sorted(lanes.begin(), lanes.end()));
    std::vector<int> items_in_word(c.words);
    for (const uint16_t lane : lanes) ++items_in_word.at(lane / 64);
    EXPECT_EQ(items_in_word, c.items_in_word);
  }
}

TEST(LayOutTest, LeavesOutTheCellsOfASudoku) {
  const Problem problem = DigitSquare(9, 3);
  const std::optional<Layout> layout = LayOut(problem, {}, kNarrow);
  ASSERT_TRUE(layout.has_value());
  std::set<uint16_t> lanes;
  for (size_t item = 0; item < 4 * 81; ++item) {
    const uint16_t lane = layout->lanes[item];
    EXPECT_EQ(lane == Layout::kNoLane, item < 81) << item;
    if (lane != Layout::kNoLane) lanes.insert(lane);
  }
  EXPECT_EQ(lanes.size(), 3 * 81);
  EXPECT_LT(*lanes.rbegin(), kLanes<kNarrow>);
  // The digits of a row are a field.
  EXPECT_EQ(layout->field_lanes.size(), 81);
  for (size_t i = 0; i < 81; ++i) {
    EXPECT_EQ(layout->lanes[81 + i], Layout::kFieldSize * (i / 9) + i % 9);
  }
}

TEST(LayOutTest, LeavesOutNothingThatHasRoom) {
  for (const auto& [order, box_rows] :
       {std::pair(9, 0), std::pair(8, 2), std::pair(6, 2)}) {
    const Problem problem = DigitSquare(order, box_rows);
    const std::optional<Layout> layout = LayOut(problem, {}, kNarrow);
    ASSERT_TRUE(layout.has_value());
    EXPECT_TRUE(layout->field_lanes.empty());
    EXPECT_EQ(
        std::set<uint16_t>(layout->lanes.begin(), layout->lanes.end()).size(),
        problem.item_count());
  }
}

TEST(LayOutTest, LeavesOutNothingWhoseOrderMatters) {
  const Problem problem = DigitSquare(9, 3);
  for (const Branching branching :
       {Branching::kInputOrder, Branching::kSharpPreference}) {
    const SearchOptions options = {.branching = branching};
    EXPECT_FALSE(LayOut(problem, options, kNarrow).has_value());
    ASSERT_TRUE(LayOut(problem, options, kWide).has_value());
    EXPECT_TRUE(LayOut(problem, options, kWide)->field_lanes.empty());
  }
}

// Without the other items, nothing says that a family is covered.
TEST(LayOutTest, LeavesOutNothingThatTheOthersDoNotCover) {
  const Problem sudoku = DigitSquare(9, 3);
  // One option more, of a cell alone.
  ProblemBuilder with_option(sudoku);
  with_option.AddOption({ItemId(0)});
  EXPECT_FALSE(
      LayOut(*std::move(with_option).Build(), {}, kNarrow).has_value());
  // One option less: the slots of a field are not the same any more.
  ProblemBuilder without_option = ProblemBuilder::WithItemsOf(sudoku);
  for (uint32_t k = 1; k < sudoku.option_count(); ++k) {
    without_option.AddOption(sudoku.option(OptionId(k)));
  }
  EXPECT_FALSE(
      LayOut(*std::move(without_option).Build(), {}, kNarrow).has_value());
}

}  // namespace
}  // namespace dlx::internal::bit_planes
