#include "dlx/schedule/orbit_search.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/tiny_problems.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::Repetitions;

constexpr uint64_t kNodesOfStep = 3;

OrbitSearch SearchWith(const EngineRow& row, const Problem& problem,
                       absl::Span<const OptionId> givens, double patience = 0) {
  const SearchOptions options = {.givens = {givens.begin(), givens.end()}};
  return {row, problem, options, row.make(problem, Task::kCount, options),
          patience};
}

Natural CountAll(Engine& engine) {
  Natural count = 0;
  while (engine.Count(engine.nodes() + kNodesOfStep, &count) ==
         Engine::Step::kPaused) {
  }
  return count;
}

// Calls `test` with each row whose engines can be asked about cases.
template <typename Do>
void ForEachTreeSearch(const Problem& problem, Do test) {
  for (const EngineRow& row : EngineTable()) {
    if (!SearchesTheTree(row)) continue;
    if (!CheckRow(row, problem, Task::kCount).ok()) continue;
    SCOPED_TRACE(row.name);
    test(row);
  }
}

// A problem that has the symmetry of a wheel: two or three equal sets of items;
// with each option come those that are turned.
class WheelProblem {
 public:
  explicit WheelProblem(const Dice& dice)
      : dice_(dice), sets_(2 + dice(2)), colored_(dice(2) == 0) {
    for (uint32_t i = 0, size = 1 + dice(3); i < size; ++i) AddItems(i);
    for (uint32_t k = 0, options = 2 + dice(4); k < options; ++k) AddOptions();
  }

  Problem Build() && { return *std::move(builder_).Build(); }

 private:
  void AddItems(uint32_t i) {
    const bool is_primary = i == 0 || dice_(4) > 0;
    const Multiplicity multiplicity =
        dice_(5) == 0 ? Multiplicity{dice_(2), 1 + dice_(2)} : Multiplicity();
    for (uint32_t set = 0; set < sets_; ++set) {
      const std::string name = absl::StrCat("i", i, ".", set);
      items_.push_back(is_primary ? builder_.AddPrimary(name, multiplicity)
                                  : builder_.AddSecondary(name));
    }
    is_primary_.push_back(is_primary);
  }

  void AddOptions() {
    // Which items of which set, in which colour, if it is not turned.
    struct UseOf {
      uint32_t item, set, color;
    };
    std::vector<UseOf> uses;
    for (uint32_t i = 0; i < is_primary_.size(); ++i) {
      for (uint32_t set = 0; set < sets_; ++set) {
        if (dice_(3) == 0) uses.push_back({i, set, dice_(3)});
      }
    }
    if (std::none_of(uses.begin(), uses.end(), [this](const UseOf& use) {
          return is_primary_[use.item];
        })) {
      uses.push_back({0, dice_(sets_), 0});
    }
    for (uint32_t turn = 0; turn < sets_; ++turn) {
      std::vector<ItemUse> option;
      for (const UseOf& use : uses) {
        ItemUse turned = {items_[use.item * sets_ + (use.set + turn) % sets_]};
        if (colored_ && !is_primary_[use.item] && use.color > 0) {
          turned.color = builder_.AddColor(absl::StrCat("c", use.color));
        }
        option.push_back(turned);
      }
      builder_.AddOption(option);
    }
  }

  const Dice& dice_;
  const uint32_t sets_;
  const bool colored_;
  ProblemBuilder builder_;
  std::vector<ItemId> items_;
  std::vector<bool> is_primary_;
};

TEST(OrbitSearchTest, CountsWhatTheOracleFinds) {
  uint64_t divisions = 0;
  for (int seed = 0; seed < Repetitions(1500); ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(static_cast<uint64_t>(seed));
    const Problem problem = WheelProblem(dice).Build();
    const std::vector<Cover> covers = AllCovers(problem);
    Cover givens;
    if (!covers.empty() && dice(3) == 0) {
      givens = covers[dice(static_cast<uint32_t>(covers.size()))];
      givens.resize(std::min<size_t>(givens.size(), dice(3)));
    }
    ForEachTreeSearch(problem, [&](const EngineRow& row) {
      OrbitSearch search = SearchWith(row, problem, givens);
      EXPECT_EQ(CountAll(search), Natural(CoversWith(covers, givens).size()));
      EXPECT_EQ(search.FractionDone(), 1);
      divisions += search.divisions();
      search.Restart({});
      EXPECT_EQ(CountAll(search), Natural(covers.size()));
    });
    if (HasFailure()) break;
  }
  EXPECT_GT(divisions, Repetitions(1000));
}

// 8 queens: with an eighth of the board's symmetries at the first choice, and
// what is left of them at others.
TEST(OrbitSearchTest, VisitsFewerNodes) {
  const Problem problem = QueensProblem(8);
  ForEachTreeSearch(problem, [&](const EngineRow& row) {
    OrbitSearch search = SearchWith(row, problem, {});
    EXPECT_EQ(CountAll(search), Natural(92));
    EXPECT_GT(search.divisions(), 0);
    const std::unique_ptr<Engine> plain = row.make(problem, Task::kCount, {});
    EXPECT_EQ(CountAll(*plain), Natural(92));
    EXPECT_LT(search.nodes(), 0.8 * static_cast<double>(plain->nodes()));
  });
}

// A search that is over soon is an engine like any other.
TEST(OrbitSearchTest, LooksWhenItHasTakenLongEnough) {
  const Problem small = QueensProblem(5);
  ForEachTreeSearch(small, [&](const EngineRow& row) {
    OrbitSearch search = SearchWith(row, small, {}, OrbitLook::kPatience);
    EXPECT_EQ(CountAll(search), Natural(10));
    EXPECT_EQ(search.divisions(), 0);
  });
  const Problem large = QueensProblem(12);
  ForEachTreeSearch(large, [&](const EngineRow& row) {
    OrbitSearch search = SearchWith(row, large, {}, OrbitLook::kPatience);
    EXPECT_EQ(CountAll(search), Natural(14200));
    EXPECT_GT(search.divisions(), 0);
  });
}

// Whole cases are given away, and parts of the last one.
TEST(OrbitSearchTest, SharesItsCases) {
  for (int seed = 0; seed < Repetitions(300); ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(static_cast<uint64_t>(seed));
    const Problem problem =
        seed == 0 ? QueensProblem(7) : WheelProblem(dice).Build();
    const Natural expected =
        seed == 0 ? Natural(40) : Natural(AllCovers(problem).size());
    ForEachTreeSearch(problem, [&](const EngineRow& row) {
      OrbitSearch giver = SearchWith(row, problem, {});
      const std::unique_ptr<Engine> taker = giver.Twin();
      Natural count = 0;
      int given = 0;
      while (giver.Count(giver.nodes() + kNodesOfStep, &count) ==
             Engine::Step::kPaused) {
        const auto branch = giver.GiveAway();
        if (branch == nullptr) continue;
        ++given;
        taker->StartAt(*branch);
        count += CountAll(*taker);
      }
      EXPECT_EQ(count, expected);
      EXPECT_TRUE(given > 0 || seed > 0);
    });
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace dlx::internal
