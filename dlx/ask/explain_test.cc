#include "dlx/ask/explain.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/make/packing.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/testing/tiny_problems.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::IsOk;
using testing::ProblemFromNotation;
using testing::Repetitions;
using testing::StatusIs;

// What a set of options does, by the definition in the header.
class Brute {
 public:
  // REQUIRES: few options.
  Brute(const Problem& problem, absl::Span<const OptionId> givens)
      : problem_(problem) {
    uint32_t wanted = 0;
    bool is_repeated = false;
    for (const OptionId given : givens) {
      is_repeated |= (wanted >> given.value() & 1) != 0;
      wanted |= uint32_t{1} << given.value();
    }
    const uint32_t end = uint32_t{1} << problem.option_count();
    for (uint32_t set = 0; set < end && !is_repeated; ++set) {
      if ((set & wanted) == wanted) AddIfAllowed(set);
    }
  }

  // Whether some set of options covers these items, and none too often.
  bool IsCoverable(const std::vector<ItemId>& items) const {
    return std::any_of(
        counts_.begin(), counts_.end(), [&](const std::vector<uint32_t>& n) {
          return std::all_of(items.begin(), items.end(), [&](ItemId item) {
            return n[item.value()] >= problem_.multiplicity(item).low;
          });
        });
  }

 private:
  void AddIfAllowed(uint32_t set) {
    std::vector<uint32_t> counts(problem_.item_count(), 0);
    std::vector<ColorId> colors(problem_.item_count());
    for (uint32_t o = 0; o < problem_.option_count(); ++o) {
      if ((set >> o & 1) == 0) continue;
      for (const ItemUse& use : problem_.option(OptionId(o))) {
        const uint32_t i = use.item.value();
        const bool agrees = use.color != kNoColor && colors[i] == use.color;
        if (counts[i] == problem_.multiplicity(use.item).high && !agrees) {
          return;
        }
        if (problem_.is_primary(use.item) || counts[i] == 0) ++counts[i];
        colors[i] = use.color;
      }
    }
    counts_.push_back(std::move(counts));
  }

  const Problem& problem_;
  // How often items are covered, by each allowed set of options.
  std::vector<std::vector<uint32_t>> counts_;
};

std::vector<ItemId> AllItems(const Problem& problem) {
  std::vector<ItemId> items;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (problem.is_primary(ItemId(i))) items.emplace_back(i);
  }
  return items;
}

// Compares an explanation with what brute force says.
void Check(const Problem& problem, const ExplainOptions& options) {
  SCOPED_TRACE(testing::ToNotation(problem));
  const absl::StatusOr<Explanation> why = ExplainNoCover(problem, options);
  ASSERT_THAT(why, IsOk());
  const Brute brute(problem, options.givens);
  EXPECT_EQ(why->outcome, Outcome::kExhausted);
  EXPECT_EQ(why->no_cover, !brute.IsCoverable(AllItems(problem)));
  EXPECT_EQ(why->cover.has_value(), !why->no_cover);
  if (!why->no_cover) {
    EXPECT_THAT(VerifyCover(problem, *why->cover), IsOk());
    EXPECT_TRUE(std::equal(options.givens.begin(), options.givens.end(),
                           why->cover->begin()));
    EXPECT_THAT(why->items, IsEmpty());
    return;
  }
  EXPECT_TRUE(why->irreducible);
  EXPECT_EQ(why->clash.has_value(), !brute.IsCoverable({}));
  EXPECT_TRUE(std::is_sorted(why->items.begin(), why->items.end()));
  EXPECT_FALSE(brute.IsCoverable(why->items));
  for (size_t i = 0; i < why->items.size(); ++i) {
    std::vector<ItemId> fewer = why->items;
    fewer.erase(fewer.begin() + i);
    EXPECT_TRUE(brute.IsCoverable(fewer))
        << "without " << problem.item_name(why->items[i]);
  }
}

TEST(ExplainTest, TinyProblemsByAnalysisAndByEngines) {
  for (const testing::TinyFamily& family : testing::TinyFamilies()) {
    SCOPED_TRACE(family.name);
    int count = 0;
    testing::ForEachProblem(family, [&](const Problem& problem) {
      if (::testing::Test::HasFailure() || problem.option_count() > 12) return;
      Check(problem, {});
      if (++count % 8 == 0) Check(problem, {.analysis_nodes = 0});
    });
  }
}

TEST(ExplainTest, RandomProblemsByAnalysisAndByEngines) {
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(1500) && !HasFailure();
       ++seed) {
    SCOPED_TRACE(seed);
    const testing::Dice dice(seed);
    testing::ProblemShape shape = testing::RandomShape(dice, 11);
    shape.primary += dice(4);  // So that more of them have no cover.
    const Problem problem = testing::RandomProblem(shape, dice);
    Check(problem, {});
    Check(problem, {.analysis_nodes = 0});
    std::vector<OptionId> givens;
    for (uint32_t i = dice(2) + 1; i > 0 && problem.option_count() > 0; --i) {
      givens.emplace_back(dice(static_cast<uint32_t>(problem.option_count())));
    }
    Check(problem, {.givens = givens});
    Check(problem, {.givens = givens, .analysis_nodes = 0});
  }
}

std::vector<std::string> Names(const Problem& problem,
                               absl::Span<const ItemId> items) {
  std::vector<std::string> names;
  for (const ItemId item : items) names.emplace_back(problem.item_name(item));
  return names;
}

TEST(ExplainTest, TheExampleOfTheHeader) {
  const Problem problem = ProblemFromNotation("a b c d\na b\nb c\na c\nd");
  const absl::StatusOr<Explanation> why = ExplainNoCover(problem);
  ASSERT_THAT(why, IsOk());
  EXPECT_TRUE(why->no_cover);
  EXPECT_THAT(Names(problem, why->items), ElementsAre("a", "b", "c"));
  EXPECT_TRUE(why->irreducible);
}

// An item without options among a thousand items that have some: found without
// a search for each of them.
TEST(ExplainTest, WhatIsPlainIsSeenAtOnce) {
  ProblemBuilder builder;
  for (int i = 0; i < 1000; ++i) {
    const ItemId item = builder.AddPrimary(absl::StrCat("i", i));
    if (i != 700) builder.AddOption({item});
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  const absl::StatusOr<Explanation> why = ExplainNoCover(*problem);
  ASSERT_THAT(why, IsOk());
  EXPECT_THAT(why->items, ElementsAre(ItemId(700)));
  EXPECT_LE(why->searches, 2u);
}

// Eight pigeons in seven holes, and a hundred items that do not matter.
TEST(ExplainTest, FewSearchesAreNeeded) {
  ProblemBuilder builder;
  std::vector<ItemId> holes;
  for (int i = 0; i < 7; ++i) {
    holes.push_back(builder.AddSecondary(absl::StrCat("hole", i)));
  }
  for (int i = 0; i < 100; ++i) {
    const ItemId other = builder.AddPrimary(absl::StrCat("other", i));
    for (int k = 0; k < 3; ++k) builder.AddOption({other});
  }
  std::vector<ItemId> pigeons;
  for (int i = 0; i < 8; ++i) {
    pigeons.push_back(builder.AddPrimary(absl::StrCat("pigeon", i)));
    for (const ItemId hole : holes) builder.AddOption({pigeons.back(), hole});
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  for (const uint64_t analysis_nodes : {1'000'000, 0}) {
    const absl::StatusOr<Explanation> why =
        ExplainNoCover(*problem, {.analysis_nodes = analysis_nodes});
    ASSERT_THAT(why, IsOk());
    EXPECT_TRUE(why->irreducible);
    EXPECT_EQ(why->items, pigeons);
    EXPECT_LE(why->searches, 35u);
  }
}

// On the board without two corners of one colour, there are more cells of the
// other colour than they have neighbours.
TEST(ExplainTest, CellsWithTooFewNeighbours) {
  const absl::StatusOr<Problem> problem =
      make::MakeDominoes({.rows = 4, .columns = 4, .mutilated = true});
  ASSERT_THAT(problem, IsOk());
  const absl::StatusOr<Explanation> why = ExplainNoCover(*problem);
  ASSERT_THAT(why, IsOk());
  EXPECT_TRUE(why->irreducible);
  std::vector<ItemId> neighbours;
  for (uint32_t o = 0; o < problem->option_count(); ++o) {
    const absl::Span<const ItemUse> cells = problem->option(OptionId(o));
    for (int side = 0; side < 2; ++side) {
      if (std::binary_search(why->items.begin(), why->items.end(),
                             cells[side].item)) {
        neighbours.push_back(cells[1 - side].item);
      }
    }
  }
  std::sort(neighbours.begin(), neighbours.end());
  neighbours.erase(std::unique(neighbours.begin(), neighbours.end()),
                   neighbours.end());
  EXPECT_EQ(why->items.size(), neighbours.size() + 1);
}

// Of a problem that falls into parts, the one without cover is looked at alone.
TEST(ExplainTest, TheOtherPartIsNoReason) {
  const Problem odd = testing::DominoProblem(5, 5);
  const testing::Union all = testing::ShuffledUnion(
      {odd, testing::QueensProblem(20)}, testing::Dice(1));
  const absl::StatusOr<Explanation> alone =
      ExplainNoCover(odd, {.analysis_nodes = 1});
  const absl::StatusOr<Explanation> why =
      ExplainNoCover(all.problem, {.analysis_nodes = 1});
  ASSERT_THAT(alone, IsOk());
  ASSERT_THAT(why, IsOk());
  EXPECT_TRUE(why->irreducible);
  for (const ItemId item : why->items) {
    EXPECT_THAT(all.problem.item_name(item), ::testing::EndsWith(".0"));
  }
  EXPECT_LE(why->searches, 2 * alone->searches);
}

TEST(ExplainTest, GivensThatClash) {
  const Problem problem = ProblemFromNotation("a b c\na b\nb c\na\nc");
  const absl::StatusOr<Explanation> why =
      ExplainNoCover(problem, {.givens = {OptionId(0), OptionId(1)}});
  ASSERT_THAT(why, IsOk());
  EXPECT_TRUE(why->no_cover);
  EXPECT_EQ(why->clash, ItemId(1));
  EXPECT_THAT(why->items, IsEmpty());
  EXPECT_THAT(ExplainNoCover(problem, {.givens = {OptionId(4)}}),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("no option number 4")));
}

TEST(ExplainTest, LimitsAreObeyed) {
  const absl::StatusOr<Problem> problem =
      make::MakeDominoes({.rows = 12, .columns = 12, .mutilated = true});
  ASSERT_THAT(problem, IsOk());
  Interrupter interrupter;
  interrupter.Request();
  struct {
    Limits limits;
    Outcome outcome;
  } const cases[] = {
      {{.nodes = 10'000}, Outcome::kNodeLimit},
      {{.nodes = 10}, Outcome::kNodeLimit},
      {{.time = absl::ZeroDuration()}, Outcome::kTimeLimit},
      {{.time = absl::Milliseconds(50)}, Outcome::kTimeLimit},
      {{.interrupter = &interrupter}, Outcome::kInterrupted},
  };
  for (const auto& [limits, outcome] : cases) {
    const absl::StatusOr<Explanation> why =
        ExplainNoCover(*problem, {.limits = limits});
    ASSERT_THAT(why, IsOk());
    EXPECT_EQ(why->outcome, outcome);
    EXPECT_FALSE(why->no_cover);
    EXPECT_FALSE(why->irreducible);
    EXPECT_THAT(why->items, IsEmpty());
  }
}

// Twelve pigeons in eleven holes are soon refuted as a whole, but it takes more
// nodes to know that each is needed.
TEST(ExplainTest, ALimitLeavesTheBestSoFar) {
  ProblemBuilder builder;
  std::vector<ItemId> holes;
  for (int i = 0; i < 5; ++i) {
    holes.push_back(builder.AddSecondary(absl::StrCat("hole", i)));
  }
  for (int i = 0; i < 6; ++i) {
    const ItemId pigeon = builder.AddPrimary(absl::StrCat("pigeon", i));
    for (const ItemId hole : holes) builder.AddOption({pigeon, hole});
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_THAT(problem, IsOk());
  const absl::StatusOr<Explanation> all =
      ExplainNoCover(*problem, {.analysis_nodes = 100'000});
  ASSERT_THAT(all, IsOk());
  EXPECT_TRUE(all->irreducible);
  const absl::StatusOr<Explanation> some = ExplainNoCover(
      *problem,
      {.limits = {.nodes = all->nodes - 5}, .analysis_nodes = 100'000});
  ASSERT_THAT(some, IsOk());
  EXPECT_EQ(some->outcome, Outcome::kNodeLimit);
  EXPECT_TRUE(some->no_cover);
  EXPECT_FALSE(some->irreducible);
  EXPECT_EQ(some->items.size(), 6u);
}

}  // namespace
}  // namespace dlx
