#include "dlx/engine/layers/layers.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/str_cat.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/memo/memo_counter.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::DominoProblem;
using ::dlx::testing::kIsSanitized;
using ::dlx::testing::PowerProblem;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ProblemShape;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::Repetitions;
using ::dlx::testing::SumOfPowers;
using ::dlx::testing::ToNotation;

using Step = Engine::Step;

std::unique_ptr<Engine> MakeCounter(const Problem& problem,
                                    SearchOptions options = {}) {
  return MakeLayers(problem, Task::kCount, options);
}

Natural CountAll(Engine& engine) {
  Natural count = 0;
  EXPECT_EQ(engine.Count(kUnlimited, &count), Step::kExhausted);
  EXPECT_EQ(engine.FractionDone(), 1);
  return count;
}

Natural CountByMemo(const Problem& problem) {
  Natural count = 0;
  EXPECT_EQ(
      MakeMemoCounter(problem, Task::kCount, {})->Count(kUnlimited, &count),
      Step::kExhausted);
  return count;
}

// A random problem: some fall into parts, have copies of options, items without
// options, or a hidden cover.
Problem RandomPrimaryProblem(const Dice& dice, uint32_t most_items,
                             uint32_t most_options) {
  const ProblemShape shape = {
      .primary = 1 + dice(most_items),
      .options = dice(most_options + 1),
      .max_option_size = 1 + dice(5),
      .duplicates = dice(3) == 0 ? 30u : 0u,
      .planted = dice(4) * 30,
  };
  return RandomProblem(shape, dice);
}

// The same with secondary items, mostly with colours.
Problem RandomSecondaryProblem(const Dice& dice, uint32_t most_items,
                               uint32_t most_options) {
  const ProblemShape shape = {
      .primary = 1 + dice(most_items),
      .secondary = 1 + dice(most_items),
      .options = dice(most_options + 1),
      .max_option_size = 1 + dice(4),
      .colors = dice(4),
      .duplicates = dice(3) == 0 ? 30u : 0u,
      .planted = dice(4) * 30,
  };
  return RandomProblem(shape, dice);
}

using Shape = std::vector<std::pair<int, int>>;

std::set<std::pair<int, int>> Rectangle(int rows, int columns) {
  std::set<std::pair<int, int>> cells;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) cells.insert({i, j});
  }
  return cells;
}

// A quarter turn, and with `reflects` a reflection, moved to where the least
// row and the least column are 0.
Shape Turned(Shape shape, bool reflects) {
  int least_row = 100, least_column = 100;
  for (auto& [i, j] : shape) {
    std::tie(i, j) = reflects ? std::pair(j, i) : std::pair(j, -i);
    least_row = std::min(least_row, i);
    least_column = std::min(least_column, j);
  }
  for (auto& [i, j] : shape) {
    i -= least_row;
    j -= least_column;
  }
  std::sort(shape.begin(), shape.end());
  return shape;
}

// To cover the cells with the shapes, turned and reflected, as often as one
// likes.
Problem Tilings(const std::set<std::pair<int, int>>& cells,
                const std::vector<Shape>& shapes) {
  std::set<Shape> placed;
  for (Shape shape : shapes) {
    for (int k = 0; k < 8; ++k) {
      shape = Turned(shape, /*reflects=*/k == 4);
      placed.insert(shape);
    }
  }
  const auto name = [](std::pair<int, int> cell) {
    return absl::StrCat("c", cell.first, "_", cell.second, " ");
  };
  std::string text;
  for (const auto& cell : cells) text += name(cell);
  for (const auto& [i, j] : cells) {
    for (const Shape& shape : placed) {
      std::string option = "\n";
      bool fits = true;
      for (const auto& [di, dj] : shape) {
        // At its first cell, which may not be in the first column.
        const std::pair<int, int> cell = {i + di, j + dj - shape[0].second};
        fits &= cells.contains(cell);
        option += name(cell);
      }
      if (fits) text += option;
    }
  }
  return ProblemFromNotation(text + "\n");
}

// The partitions of a set.
Problem SetPartitions(int n) {
  std::string text;
  for (int i = 0; i < n; ++i) absl::StrAppend(&text, "e", i, " ");
  for (int set = 1; set < 1 << n; ++set) {
    absl::StrAppend(&text, "\n");
    for (int i = 0; i < n; ++i) {
      if (set >> i & 1) absl::StrAppend(&text, "e", i, " ");
    }
  }
  return ProblemFromNotation(absl::StrCat(text, "\n"));
}

// -- Against the oracle and memo_counter -------------------------------------

TEST(LayersTest, CountsAsTheOracleDoes) {
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(3000); ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomPrimaryProblem(dice, 8, 12);
    const size_t covers = AllCovers(problem).size();
    const auto branching =
        dice(2) == 0 ? Branching::kInputOrder : Branching::kFewestOptions;
    ASSERT_EQ(CountAll(*MakeCounter(problem, {.branching = branching})), covers)
        << "seed " << seed << "\n"
        << ToNotation(problem);
  }
}

TEST(LayersTest, CountsSecondaryItemsAsTheOracleDoes) {
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= 4000; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomSecondaryProblem(dice, 7, 14);
    const size_t covers = AllCovers(problem).size();
    with_covers += covers > 1;
    const auto branching =
        dice(2) == 0 ? Branching::kInputOrder : Branching::kFewestOptions;
    const size_t limit = dice(3) == 0 ? dice(5000) : size_t{1} << 20;
    const std::unique_ptr<Engine> engine =
        MakeCounter(problem, {.branching = branching, .memory_limit = limit});
    ASSERT_EQ(CountAll(*engine), covers) << "seed " << seed << "\n"
                                         << ToNotation(problem);
    // With givens, which leave colours behind.
    if (problem.option_count() == 0) continue;
    for (int i = 0; i < 3; ++i) {
      std::vector<OptionId> givens(1 + dice(2));
      for (OptionId& given : givens) {
        given = OptionId(dice(problem.option_count()));
      }
      engine->Restart(givens);
      ASSERT_EQ(CountAll(*engine),
                CoversWith(AllCovers(problem), givens).size())
          << "seed " << seed << "\n"
          << ToNotation(problem);
    }
  }
  EXPECT_GT(with_covers, Repetitions(500));
}

TEST(LayersTest, CountsSecondaryItemsAsMemoCounterDoes) {
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomSecondaryProblem(dice, 20, 60);
    const Natural covers = CountByMemo(problem);
    with_covers += covers > 1;
    for (const Branching branching :
         {Branching::kInputOrder, Branching::kFewestOptions}) {
      ASSERT_EQ(CountAll(*MakeCounter(problem, {.branching = branching})),
                covers)
          << "seed " << seed << "\n"
          << ToNotation(problem);
    }
  }
  EXPECT_GT(with_covers, 300);
}

TEST(LayersTest, CountsAsMemoCounterDoes) {
  int with_covers = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(3000); ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomPrimaryProblem(dice, 30, 80);
    const Natural covers = CountByMemo(problem);
    with_covers += covers > 1;
    ASSERT_EQ(CountAll(*MakeCounter(problem)), covers)
        << "seed " << seed << "\n"
        << ToNotation(problem);
    if (covers > 10'000) continue;
    // With any memory: most of these have some hundred states.
    for (const size_t limit : {0, 1000, 5000, 20'000, 100'000}) {
      ASSERT_EQ(CountAll(*MakeCounter(problem, {.memory_limit = limit})),
                covers)
          << "seed " << seed << ", memory limit " << limit << "\n"
          << ToNotation(problem);
    }
  }
  EXPECT_GT(with_covers, Repetitions(500));
}

// Wide frontiers: keys of several words.
TEST(LayersTest, CountsWithKeysOfAnyWidth) {
  for (const int pairs : {60, 70, 140, 280, 600}) {
    // In the order of the problem, all x come before all y, and before w.
    std::string text;
    for (int i = 0; i < pairs; ++i) absl::StrAppend(&text, "x", i, " ");
    for (int i = 0; i < pairs; ++i) absl::StrAppend(&text, "y", i, " ");
    for (int i = 0; i < pairs; ++i) {
      absl::StrAppend(&text, "\nx", i, " y", i, "\nx", i, " y", i);
      // Something to choose from here and there.
      if (i % 40 == 1) {
        absl::StrAppend(&text, "\nx", i, " y", i - 1, "\nx", i - 1, " y", i);
      }
    }
    const Problem problem = ProblemFromNotation(text + "\n");
    const SearchOptions options = {.branching = Branching::kInputOrder};
    EXPECT_EQ(ForeseeLayers(problem, options).widest_frontier, pairs);
    EXPECT_LE(ForeseeLayers(problem, {}).widest_frontier, 3);
    EXPECT_EQ(CountAll(*MakeCounter(problem, options)), CountByMemo(problem));
    EXPECT_EQ(CountAll(*MakeCounter(problem)), CountByMemo(problem));
  }
  // The same without so many covers.
  for (const int pairs : {70, 140, 280, 600}) {
    std::string text;
    for (int i = 0; i < pairs; ++i) absl::StrAppend(&text, "x", i, " ");
    for (int i = 0; i < pairs; ++i) absl::StrAppend(&text, "y", i, " ");
    for (int i = 0; i < pairs; ++i) {
      absl::StrAppend(&text, "\nx", i, " y", i);
      if (i % 30 == 1) {
        absl::StrAppend(&text, "\nx", i, " y", i - 1, "\nx", i - 1, " y", i);
      }
    }
    const Problem problem = ProblemFromNotation(text + "\n");
    EXPECT_EQ(
        CountAll(*MakeCounter(problem, {.branching = Branching::kInputOrder})),
        absl::uint128(1) << (pairs + 28) / 30);
  }
}

TEST(LayersTest, GoesInTheOrderThatIsWanted) {
  const Problem problem = DominoProblem(4, 6);
  std::vector<ItemId> order;
  for (uint32_t i = 0; i < problem.item_count(); ++i) order.emplace_back(i);
  const auto nodes = [&](const SearchOptions& options) {
    const std::unique_ptr<Engine> engine = MakeCounter(problem, options);
    EXPECT_EQ(CountAll(*engine), 281);
    return engine->nodes();
  };
  EXPECT_EQ(nodes({.item_order = order}),
            nodes({.branching = Branching::kInputOrder}));
  std::mt19937 random(1);
  std::shuffle(order.begin(), order.end(), random);
  EXPECT_GT(nodes({.item_order = order}),
            nodes({.branching = Branching::kInputOrder}));
  EXPECT_GT(ForeseeLayers(problem, {.item_order = order}).widest_frontier, 6);
}

// -- Known counts ------------------------------------------------------------

TEST(LayersTest, CountsDominoes) {
  EXPECT_EQ(CountAll(*MakeCounter(DominoProblem(8, 8))), 12988816);
  EXPECT_EQ(CountAll(*MakeCounter(DominoProblem(12, 12))), 53060477521960000);
  if (kIsSanitized) return;  // Half a minute.
  EXPECT_EQ(CountAll(*MakeCounter(DominoProblem(16, 16))),
            absl::uint128(2444888770250892) * 1'000'000'000'000'000 +
                795802079170816);
  EXPECT_EQ(CountAll(*MakeCounter(DominoProblem(20, 20))).ToString(),
            "1269984011256235834242602753102293934298576249856");
  EXPECT_EQ(CountAll(*MakeCounter(DominoProblem(7, 7))), 0);
}

TEST(LayersTest, CountsSetPartitions) {
  EXPECT_EQ(CountAll(*MakeCounter(SetPartitions(5))), 52);
  EXPECT_EQ(CountAll(*MakeCounter(SetPartitions(10))), 115975);
}

TEST(LayersTest, AnswersProblemsWithoutCovers) {
  for (const char* text : {"a\n", "a b\na\n", "a b c\na b\nb c\n"}) {
    const std::unique_ptr<Engine> engine =
        MakeCounter(ProblemFromNotation(text));
    EXPECT_EQ(CountAll(*engine), 0) << text;
    EXPECT_GE(engine->statistics().nodes, 1);
  }
}

// Elkies, Kuperberg, Larsen and Propp (1992): 2^(n (n + 1) / 2).
TEST(LayersTest, CountsDominoesInAztecDiamonds) {
  for (const int n : {1, 2, 5, 10, 14, 16}) {
    // The cells whose corners are all at most n + 1 steps from the middle.
    std::set<std::pair<int, int>> cells;
    for (int i = -n; i < n; ++i) {
      for (int j = -n; j < n; ++j) {
        const int down = i < 0 ? -i : i + 1;
        const int right = j < 0 ? -j : j + 1;
        if (down + right <= n + 1) cells.insert({i, j});
      }
    }
    EXPECT_EQ(CountAll(*MakeCounter(Tilings(cells, {{{0, 0}, {0, 1}}}))),
              Natural::PowerOfTwo(n * (n + 1) / 2))
        << n;
  }
}

// As many of each of the five tetrominoes as one likes.
TEST(LayersTest, CountsTetrominoes) {
  const std::vector<Shape> tetrominoes = {{{0, 0}, {0, 1}, {0, 2}, {0, 3}},
                                          {{0, 0}, {0, 1}, {1, 0}, {1, 1}},
                                          {{0, 0}, {0, 1}, {0, 2}, {1, 0}},
                                          {{0, 0}, {0, 1}, {0, 2}, {1, 1}},
                                          {{0, 0}, {0, 1}, {1, 1}, {1, 2}}};
  EXPECT_EQ(CountAll(*MakeCounter(Tilings(Rectangle(4, 4), tetrominoes))), 117);
  EXPECT_EQ(CountAll(*MakeCounter(Tilings(Rectangle(6, 8), tetrominoes))),
            22'483'347);
  EXPECT_EQ(CountAll(*MakeCounter(Tilings(Rectangle(8, 8), tetrominoes))),
            19'077'209'438);
}

// Each row has each digit; a column has none twice, which is what secondary
// items are for.
TEST(LayersTest, CountsLatinRectangles) {
  const struct {
    int rows, columns, covers;
  } kCases[] = {{2, 5, 5280}, {3, 4, 576}, {3, 5, 66'240}, {4, 5, 161'280}};
  for (const auto& [rows, columns, covers] : kCases) {
    std::string primary, secondary = "|", options;
    for (int i = 0; i < rows; ++i) {
      for (int j = 0; j < columns; ++j) {
        absl::StrAppend(&primary, "c", i, j, " r", i, j, " ");
        if (i == 0) {
          for (int d = 0; d < columns; ++d) {
            absl::StrAppend(&secondary, " k", j, d);
          }
        }
        for (int d = 0; d < columns; ++d) {
          absl::StrAppend(&options, "c", i, j, " r", i, d, " k", j, d, "\n");
        }
      }
    }
    const Problem problem =
        ProblemFromNotation(absl::StrCat(primary, secondary, "\n", options));
    EXPECT_EQ(CountAll(*MakeCounter(problem)), covers)
        << rows << "x" << columns;
  }
}

// -- Large numbers -----------------------------------------------------------

TEST(LayersTest, CountsWithoutLimit) {
  EXPECT_EQ(CountAll(*MakeCounter(PowerProblem(63, 2))), absl::uint128(1)
                                                             << 63);
  EXPECT_EQ(CountAll(*MakeCounter(PowerProblem(64, 2))), absl::uint128(1)
                                                             << 64);
  EXPECT_EQ(CountAll(*MakeCounter(PowerProblem(127, 2))), absl::uint128(1)
                                                              << 127);
  for (const int items : {128, 191, 192, 193, 256, 1000}) {
    EXPECT_EQ(CountAll(*MakeCounter(PowerProblem(items, 2))),
              Natural::PowerOfTwo(items));
  }
  EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(63, false))),
            absl::Uint128Max() >> 64);
  EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(63, true))), absl::uint128(1)
                                                               << 64);
  EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(127, false))),
            absl::Uint128Max());
  EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(127, true))),
            Natural::PowerOfTwo(128));
  EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(400, false))),
            Natural::PowerOfTwo(401) - 1);
}

// With little memory, numbers are widened in the middle of the strangest
// places.
TEST(LayersTest, CountsWithoutLimitInAnyMemory) {
  for (const size_t limit : {3000, 5000, 20'000, 100'000}) {
    const SearchOptions options = {.memory_limit = limit};
    EXPECT_EQ(CountAll(*MakeCounter(PowerProblem(127, 2), options)),
              absl::uint128(1) << 127)
        << limit;
    if (limit < 100'000) continue;
    EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(127, false), options)),
              absl::Uint128Max())
        << limit;
    EXPECT_EQ(CountAll(*MakeCounter(SumOfPowers(250, false), options)),
              Natural::PowerOfTwo(251) - 1)
        << limit;
    EXPECT_EQ(CountAll(*MakeCounter(DominoProblem(10, 13), options)),
              CountByMemo(DominoProblem(10, 13)))
        << limit;
  }
}

// A state can be reached in more ways than 128 bits, or 192, can count, and
// lead nowhere. There are not too many covers then.
TEST(LayersTest, NumbersOfWaysThatLeadNowhereMayBeLarge) {
  for (const int items : {70, 150, 250}) {
    std::string names;
    std::string options;
    for (int i = 0; i < items; ++i) {
      absl::StrAppend(&names, "i", i, " ");
      // Eight ways on, all of which leave the item `end` to be covered twice.
      for (int k = 0; k < 8; ++k) {
        absl::StrAppend(&options, "i", i, " ", "j", i, "\n");
      }
      absl::StrAppend(&names, "j", i, " ");
      if (i + 1 < items) absl::StrAppend(&options, "j", i, " i", i + 1, "\n");
    }
    // An odd number of further items, to be covered two by two.
    absl::StrAppend(&names, "p q r\n");
    absl::StrAppend(&options, "p q\nq r\nr p\n");
    absl::StrAppend(&options, "j", items - 1, " i0 p\n");
    const Problem problem = ProblemFromNotation(names + options);
    EXPECT_EQ(
        CountAll(*MakeCounter(problem, {.branching = Branching::kInputOrder})),
        CountByMemo(problem))
        << items;
  }
}

// -- Givens ------------------------------------------------------------------

TEST(LayersTest, CountsCoversWithGivens) {
  for (uint64_t seed = 1; seed <= 1000; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomPrimaryProblem(dice, 8, 12);
    if (problem.option_count() == 0) continue;
    const std::vector<Cover> covers = AllCovers(problem);
    const std::unique_ptr<Engine> engine = MakeCounter(problem);
    for (int round = 0; round < 6; ++round) {
      std::vector<OptionId> givens;
      if (round % 2 == 0 && !covers.empty()) {
        const Cover& cover = covers[dice(covers.size())];
        givens.assign(cover.begin(), cover.begin() + dice(cover.size() + 1));
      } else {
        for (uint32_t k = dice(4); k > 0; --k) {
          givens.push_back(OptionId(dice(problem.option_count())));
        }
      }
      // From anywhere.
      Natural ignored = 0;
      if (round > 2) engine->Count(1 + dice(10), &ignored);
      engine->Restart(givens);
      ASSERT_EQ(CountAll(*engine), CoversWith(covers, givens).size())
          << "seed " << seed;
    }
  }
}

// -- Pausing -----------------------------------------------------------------

TEST(LayersTest, PausesAtEveryNode) {
  for (const size_t limit :
       {size_t{1} << 30, size_t{30'000}, size_t{5000}, size_t{0}}) {
    const Problem problem = DominoProblem(6, 6);
    const SearchOptions options = {.memory_limit = limit};
    const std::unique_ptr<Engine> whole = MakeCounter(problem, options);
    const Natural total = CountAll(*whole);
    EXPECT_EQ(total, 6728);

    const std::unique_ptr<Engine> engine = MakeCounter(problem, options);
    EXPECT_EQ(engine->nodes(), 1);
    EXPECT_EQ(engine->FractionDone(), 0);
    Natural count = 0;
    double fraction = 0;
    Step step = Step::kPaused;
    for (uint64_t pause = 2; step == Step::kPaused; ++pause) {
      step = engine->Count(pause, &count);
      ASSERT_LE(engine->nodes(), pause + 1);
      ASSERT_LE(count, total);
      ASSERT_GE(engine->FractionDone(), fraction) << limit;
      fraction = engine->FractionDone();
      ASSERT_EQ(fraction == 1, step == Step::kExhausted);
    }
    EXPECT_EQ(step, Step::kExhausted);
    EXPECT_EQ(count, total);
    EXPECT_EQ(engine->statistics().nodes, whole->statistics().nodes);
    EXPECT_EQ(engine->statistics().updates, whole->statistics().updates);
    const std::vector<uint64_t>& by_depth = engine->statistics().nodes_by_depth;
    EXPECT_EQ(std::accumulate(by_depth.begin(), by_depth.end(), uint64_t{0}),
              engine->statistics().nodes);
    EXPECT_EQ(engine->Count(kUnlimited, &count), Step::kExhausted);
    EXPECT_EQ(count, total);
  }
}

// -- Progress ----------------------------------------------------------------

// Counts in ten strides, and hands what seems to be done after each to `check`.
template <typename Check>
void CountInTenths(const Problem& problem, const SearchOptions& options,
                   const Natural& covers, Check check) {
  const std::unique_ptr<Engine> whole = MakeCounter(problem, options);
  EXPECT_EQ(CountAll(*whole), covers);
  const std::unique_ptr<Engine> engine = MakeCounter(problem, options);
  Natural count = 0;
  double told = 0;
  for (int tenth = 1; tenth < 10; ++tenth) {
    ASSERT_EQ(engine->Count(whole->nodes() * tenth / 10, &count),
              Step::kPaused);
    check(tenth, engine->ExpectedPart());
    // What was told is not taken back.
    EXPECT_GE(engine->FractionDone(), std::max(told, engine->ExpectedPart()));
    EXPECT_LT(engine->FractionDone(), 1);
    told = engine->FractionDone();
  }
  EXPECT_EQ(engine->Count(kUnlimited, &count), Step::kExhausted);
  EXPECT_EQ(count, covers);
  EXPECT_EQ(engine->FractionDone(), 1);
}

TEST(LayersTest, TellsHowFarItIs) {
  CountInTenths(DominoProblem(8, 8), {}, 12'988'816,
                [](int tenth, double part) {
                  EXPECT_GT(part, 0.1 * tenth / 4) << tenth;
                  EXPECT_LT(part, 0.1 * tenth * 4) << tenth;
                });
  CountInTenths(QueensProblem(11), {}, 2680, [](int tenth, double part) {
    if (tenth >= 5) {
      EXPECT_GT(part, 0.1 * tenth / 4) << tenth;
    }
  });
}

// There could be 2^60 states once it comes to an item that takes sixty others
// with it or none; until then it is not known that there are two.
TEST(LayersTest, TellsHowFarItIsWhereFrontiersAreWide) {
  ProblemBuilder builder;
  std::vector<ItemId> pairs;
  for (int i = 0; i < 16; ++i) {
    pairs.push_back(builder.AddPrimary(absl::StrCat("pair", i)));
  }
  for (int i = 0; i < 8; ++i) {
    builder.AddOption({pairs[i], pairs[8 + i]});
    builder.AddOption({pairs[i]});
    builder.AddOption({pairs[8 + i]});
  }
  std::vector<ItemUse> all = {builder.AddPrimary("taker")};
  builder.AddOption(all);
  for (int i = 0; i < 60; ++i) {
    const ItemId other = builder.AddPrimary(absl::StrCat("other", i));
    builder.AddOption({other});
    all.push_back(other);
  }
  builder.AddOption(all);
  const Problem problem = *std::move(builder).Build();
  SearchOptions options;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    options.item_order.emplace_back(i);
  }
  ASSERT_GT(ForeseeLayers(problem, options).log2_states, 60);
  CountInTenths(problem, options, 2 * 256, [](int, double part) {
    EXPECT_GT(part, 0);
    EXPECT_LT(part, 1);
  });
}

// -- Memory ------------------------------------------------------------------

TEST(LayersTest, LessMemoryIsMoreWork) {
  const Problem problem = DominoProblem(8, 8);
  uint64_t nodes_before = 0;
  // Some 100 states at a time.
  for (const size_t limit :
       {size_t{1} << 30, size_t{8000}, size_t{4000}, size_t{2800}}) {
    const std::unique_ptr<Engine> engine =
        MakeCounter(problem, {.memory_limit = limit});
    EXPECT_EQ(CountAll(*engine), 12988816) << limit;
    EXPECT_GT(engine->statistics().nodes, nodes_before) << limit;
    EXPECT_EQ(engine->LacksMemory(), nodes_before > 0) << limit;
    nodes_before = engine->statistics().nodes;
    engine->Restart({});
    EXPECT_FALSE(engine->LacksMemory());
    EXPECT_EQ(engine->LeastMemoryLimit(), 0);
  }
}

// However often the limit goes up and down: the covers are the same, and what
// is held has room in it.
TEST(LayersTest, LimitMayChangeOnTheWay) {
  int changes = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomPrimaryProblem(dice, 30, 80);
    const Natural covers = CountByMemo(problem);
    size_t limit = dice(20'000);
    const std::unique_ptr<Engine> engine =
        MakeCounter(problem, {.memory_limit = limit});
    if (dice(3) == 0) engine->UseThreads(2);
    Natural count = 0;
    for (uint64_t pause_at = 10;
         engine->Count(pause_at, &count) == Engine::Step::kPaused;
         pause_at += 10 + dice(200)) {
      const size_t least = engine->LeastMemoryLimit();
      ASSERT_LE(least, limit) << "seed " << seed;
      limit = std::max(limit, least);
      if (dice(2) == 0) limit = least + dice(20'000);
      engine->SetMemoryLimit(limit);
      ++changes;
    }
    ASSERT_EQ(count, covers) << "seed " << seed << "\n" << ToNotation(problem);
  }
  EXPECT_GT(changes, 500);
}

TEST(LayersTest, MoreMemoryOnTheWayIsLessWork) {
  const Problem problem = DominoProblem(8, 8);
  const auto nodes_with = [&](size_t later_limit) {
    const std::unique_ptr<Engine> engine =
        MakeCounter(problem, {.memory_limit = 2800});
    Natural covers = 0;
    EXPECT_EQ(engine->Count(100, &covers), Engine::Step::kPaused);
    engine->SetMemoryLimit(later_limit);
    EXPECT_EQ(engine->Count(kUnlimited, &covers), Engine::Step::kExhausted);
    EXPECT_EQ(covers, 12988816);
    return engine->nodes();
  };
  const uint64_t with_little = nodes_with(2800);
  EXPECT_LT(nodes_with(size_t{1} << 30), with_little / 2);
}

// -- What it is for ----------------------------------------------------------

TEST(LayersTest, HasAsManyStatesAsTheOrderIsGood) {
  const std::unique_ptr<Engine> engine = MakeCounter(DominoProblem(8, 8));
  EXPECT_EQ(CountAll(*engine), 12988816);
  EXPECT_LT(engine->statistics().nodes, 1500);
  const LayersOutlook outlook = ForeseeLayers(DominoProblem(8, 8), {});
  EXPECT_EQ(outlook.widest_frontier, 8);
  EXPECT_LT(outlook.log2_states, 14);
}

// The graph of the items would have tens of millions of edges.
TEST(LayersTest, LooksForNoOrderIfOptionsAreHuge) {
  constexpr uint32_t kItems = 7'000;
  ProblemBuilder builder;
  std::vector<ItemId> all;
  std::vector<ItemUse> uses;
  for (uint32_t i = 0; i < kItems; ++i) {
    all.push_back(builder.AddPrimary(absl::StrCat(i)));
    uses.emplace_back(all.back());
  }
  for (int k = 0; k < 3; ++k) builder.AddOption(uses);
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, dlx::testing::IsOk());
  EXPECT_EQ(ForeseeLayers(*problem, {}).order, all);
  const std::unique_ptr<Engine> engine =
      MakeLayers(*problem, Task::kCount, SearchOptions());
  Natural count = 0;
  EXPECT_EQ(engine->Count(kUnlimited, &count), Engine::Step::kExhausted);
  EXPECT_EQ(count, 3);
}

}  // namespace
}  // namespace dlx::internal
