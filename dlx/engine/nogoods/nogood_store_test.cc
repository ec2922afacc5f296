#include "dlx/engine/nogoods/nogood_store.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/engine/nogoods/assignment.h"
#include "dlx/engine/nogoods/masks.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"

namespace dlx::internal::nogoods {
namespace {

using ::dlx::testing::Dice;

using Nogood = std::vector<Literal>;

// Item i has the options 2 * i and 2 * i + 1, and nothing else follows from
// anything.
Problem Coins(int n) {
  std::string items, options;
  for (int i = 0; i < n; ++i) {
    absl::StrAppend(&items, "c", i, " ");
    absl::StrAppend(&options, "c", i, "\nc", i, "\n");
  }
  return dlx::testing::ProblemFromNotation(absl::StrCat(items, "\n", options));
}

// A problem, nogoods, and a search of which the test is the head.
struct Fixture {
  explicit Fixture(int coins, size_t memory_limit = 1 << 20)
      : problem(Coins(coins), SearchOptions()),
        assignment(problem),
        store(problem.option_count(), memory_limit) {
    EXPECT_TRUE(assignment.Start({}));
  }

  bool Propagate() {
    while (assignment.Propagate()) {
      if (propagated == assignment.trail_size()) return true;
      if (!store.Propagate(assignment.trail(propagated++), assignment))
        return false;
    }
    return false;
  }
  bool Assume(Literal literal) {
    assignment.AddLevel();
    return assignment.Assign(literal, {}) && Propagate();
  }
  void UndoTo(uint32_t level) {
    assignment.UndoTo(level);
    propagated = std::min(propagated, assignment.trail_size());
  }
  size_t CountHolding(const Nogood& nogood) const {
    return std::count_if(nogood.begin(), nogood.end(),
                         [&](Literal s) { return assignment.Holds(s); });
  }

  const MaskProblem problem;
  Assignment assignment;
  NogoodStore store;
  size_t propagated = 0;
};

// Literals about different coins.
Nogood RandomNogood(int coins, const Dice& dice) {
  std::set<uint32_t> items;
  const size_t size = 2 + dice(3);
  while (items.size() < size) items.insert(dice(coins));
  Nogood nogood;
  for (const uint32_t item : items) {
    const uint32_t option = 2 * item + dice(2);
    nogood.push_back(dice(2) == 0 ? Literal::Chosen(option)
                                  : Literal::RuledOut(option));
  }
  return nogood;
}

TEST(NogoodStoreTest, TheLastStatementIsNegated) {
  Fixture f(4);
  const Nogood nogood = {Literal::Chosen(0), Literal::RuledOut(2),
                         Literal::Chosen(4)};
  const uint32_t number = f.store.Add(nogood, 3);
  ASSERT_NE(number, 0);
  EXPECT_EQ(f.store.size(), 1);
  EXPECT_EQ(f.store.literal_count(number), 3);
  ASSERT_TRUE(f.Assume(Literal::Chosen(4)));
  EXPECT_TRUE(f.assignment.IsOpen(0));
  ASSERT_TRUE(f.Assume(Literal::Chosen(0)));
  EXPECT_TRUE(f.assignment.Holds(Literal::Chosen(2)));
  EXPECT_EQ(f.assignment.reason_of(2).kind(), Reason::Kind::kNogood);
  EXPECT_EQ(f.assignment.reason_of(2).index(), number);
  EXPECT_EQ(f.assignment.level_of(2), 2);
}

TEST(NogoodStoreTest, TwoNogoodsCanContradictEachOther) {
  Fixture f(3);
  f.store.Add({Literal::Chosen(0), Literal::Chosen(2)}, 2);
  f.store.Add({Literal::Chosen(0), Literal::RuledOut(2)}, 2);
  EXPECT_FALSE(f.Assume(Literal::Chosen(0)));
  EXPECT_EQ(f.assignment.conflict().option, 2);
}

TEST(NogoodStoreTest, NothingThatFollowsIsMissed) {
  constexpr int kCoins = 12;
  int negated = 0;
  int conflicts = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const Dice dice(seed);
    Fixture f(kCoins);
    std::vector<Nogood> nogoods;
    for (int step = 0; step < 100; ++step) {
      if (f.assignment.level() == 0 && nogoods.size() < 60) {
        const Nogood nogood = RandomNogood(kCoins, dice);
        if (f.CountHolding(nogood) > 0) continue;
        nogoods.push_back(nogood);
        f.store.Add(nogood, 2);
      }
      const uint32_t option = dice(2 * kCoins);
      if (!f.assignment.IsOpen(option)) continue;
      if (f.Assume(Literal::Chosen(option))) {
        for (const Nogood& nogood : nogoods) {
          const size_t holding = f.CountHolding(nogood);
          ASSERT_LT(holding, nogood.size());
          if (holding + 1 < nogood.size()) continue;
          ++negated;
          for (const Literal s : nogood) {
            ASSERT_FALSE(f.assignment.IsOpen(s.option()));
          }
        }
      } else {
        ++conflicts;
        f.UndoTo(f.assignment.level() - 1);
      }
      if (dice(5) == 0) f.UndoTo(dice(f.assignment.level() + 1));
      if (dice(20) == 0) f.UndoTo(0);
      if (step % 10 == 0) {
        ASSERT_EQ(f.store.CheckInvariants(), "");
      }
    }
  }
  EXPECT_GT(negated, 1000);
  EXPECT_GT(conflicts, 0);
}

TEST(NogoodStoreTest, ReduceKeepsReasonsAndThoseWithFewLevels) {
  Fixture f(8);
  // One that will be a reason, though it has many levels; others with more and
  // more levels.
  f.store.Add({Literal::Chosen(0), Literal::Chosen(2)}, 100);
  for (uint32_t lbd = 1; lbd <= 10; ++lbd) {
    f.store.Add({Literal::Chosen(4), Literal::RuledOut(2 * lbd % 4 + 6),
                 Literal::Chosen(10)},
                lbd);
  }
  ASSERT_TRUE(f.Assume(Literal::Chosen(0)));
  ASSERT_TRUE(f.assignment.Holds(Literal::RuledOut(2)));
  f.store.Reduce(f.assignment);
  EXPECT_EQ(f.store.size(), 6);
  EXPECT_EQ(f.store.CheckInvariants(), "");

  const Reason reason = f.assignment.reason_of(2);
  ASSERT_EQ(reason.kind(), Reason::Kind::kNogood);
  ASSERT_EQ(f.store.literal_count(reason.index()), 2);
  EXPECT_EQ(f.store.literal(reason.index(), 0), Literal::Chosen(0));
  EXPECT_EQ(f.store.literal(reason.index(), 1), Literal::Chosen(2));
  // They still work.
  ASSERT_TRUE(f.Assume(Literal::Chosen(4)));
  ASSERT_TRUE(f.Assume(Literal::Chosen(10)));
  EXPECT_TRUE(f.assignment.Holds(Literal::Chosen(6)));
  EXPECT_TRUE(f.assignment.Holds(Literal::Chosen(8)));

  f.store.Clear();
  EXPECT_EQ(f.store.CheckInvariants(), "");
  EXPECT_EQ(f.store.size(), 0);
  ASSERT_TRUE(f.assignment.Start({}));
  f.propagated = 0;
  ASSERT_TRUE(f.Assume(Literal::Chosen(0)));
  EXPECT_TRUE(f.assignment.IsOpen(2));
}

TEST(NogoodStoreTest, ReduceForgetsNoneOfFewLevels) {
  Fixture f(8);
  for (uint32_t lbd = 1; lbd <= 4; ++lbd) {
    f.store.Add({Literal::Chosen(4), Literal::RuledOut(6)}, lbd);
  }
  f.store.Reduce(f.assignment);
  EXPECT_EQ(f.store.size(), 4);
  EXPECT_EQ(f.store.CheckInvariants(), "");
}

TEST(NogoodStoreTest, KeepsToTheMemoryLimit) {
  const Nogood nogood = {Literal::Chosen(0), Literal::Chosen(2)};
  Fixture none(2, 0);
  EXPECT_EQ(none.store.Add(nogood, 2), 0);
  EXPECT_EQ(none.store.size(), 0);
  Fixture some(2, 200);
  size_t added = 0;
  while (some.store.Add(nogood, 2) != 0) ++added;
  EXPECT_EQ(added, 4);
  EXPECT_EQ(some.store.size(), 4);
}

}  // namespace
}  // namespace dlx::internal::nogoods
