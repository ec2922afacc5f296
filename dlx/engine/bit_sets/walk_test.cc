// The walk's invariants wherever it pauses, and the memory that it takes.

#include "dlx/engine/bit_sets/walk.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/testing/allocation_counter.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"

namespace dlx::internal::bit_sets {
namespace {

using ::dlx::testing::BytesInUse;
using ::dlx::testing::Dice;
using ::dlx::testing::ForgetMostBytesInUse;
using ::dlx::testing::MostBytesInUse;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ProblemShape;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::ToNotation;

using Step = Engine::Step;

constexpr size_t kPlenty = size_t{1} << 30;

void CheckInvariantsAtEveryPause(bool is_consistent) {
  int tried = 0;
  int with_branches = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Dice dice(seed);
    const ProblemShape shape = {.primary = 8 + dice(12),
                                .secondary = dice(6),
                                .options = 20 + dice(100),
                                .max_option_size = 2 + dice(4),
                                .colors = dice(3),
                                .planted = 60};
    const Problem problem = RandomProblem(shape, dice);
    SCOPED_TRACE(ToNotation(problem));
    const RootProblem root(problem, {});
    Walk walk(root, kPlenty, is_consistent);
    walk.Start({});
    const Step step = walk.Continue(/*pause_at=*/20'000, /*counting=*/true);
    if (step != Step::kExhausted) continue;  // It would take too long.
    ++tried;
    const uint64_t covers = walk.covers();
    const uint64_t nodes = walk.nodes();

    // Now in pieces, some of which are given to another walk.
    Walk other(root, kPlenty, is_consistent);
    walk.Start({});
    EXPECT_EQ(walk.CheckInvariants(), "");
    uint64_t found = 0;
    uint64_t nodes_elsewhere = 0;
    for (;;) {
      const bool counting = dice(2) == 0;
      const Step step = walk.Continue(walk.nodes() + 1 + dice(50), counting);
      ASSERT_EQ(walk.CheckInvariants(), "");
      if (step == Step::kExhausted) break;
      found += step == Step::kSolution;
      if (step != Step::kPaused || dice(4) != 0) continue;
      const std::unique_ptr<Walk::Branch> branch = walk.GiveAway();
      ASSERT_EQ(walk.CheckInvariants(), "");
      if (branch == nullptr) continue;
      ++with_branches;
      other.StartAt({}, *branch);
      ASSERT_EQ(other.CheckInvariants(), "");
      EXPECT_EQ(other.Continue(kUnlimited, /*counting=*/true),
                Step::kExhausted);
      found += other.covers();
      nodes_elsewhere += other.nodes();
    }
    EXPECT_EQ(walk.covers() + found, covers);
    EXPECT_EQ(walk.nodes() + nodes_elsewhere, nodes);
  }
  EXPECT_GT(tried, 20);
  EXPECT_GT(with_branches, 10);
}

TEST(WalkTest, InvariantsHoldAtEveryPause) {
  for (const bool is_consistent : {false, true}) {
    CheckInvariantsAtEveryPause(is_consistent);
  }
}

TEST(WalkTest, GivensMayContradictEachOther) {
  const Problem problem = ProblemFromNotation("a b | x\na x\nb x\nb\n");
  const RootProblem root(problem, {});
  Walk walk(root, kPlenty);
  const auto find = [&walk](std::vector<OptionId> givens) {
    walk.Start(givens);
    return walk.Continue(kUnlimited, /*counting=*/false);
  };
  EXPECT_EQ(find({OptionId(0), OptionId(2)}), Step::kSolution);
  EXPECT_EQ(find({OptionId(0), OptionId(1)}), Step::kExhausted);
  EXPECT_EQ(find({OptionId(2), OptionId(2)}), Step::kExhausted);
  EXPECT_EQ(find({}), Step::kSolution);
}

// A chain of a thousand items of which each forces the next one, in a stage
// that is looked at a thousand times before there is a choice.
TEST(WalkTest, PausesWhileOptionsAreForcedInLargeStages) {
  constexpr int kItems = 1000;
  ProblemBuilder builder;
  std::vector<ItemId> items, links;
  for (int i = 0; i < kItems; ++i) {
    items.push_back(builder.AddPrimary("i" + std::to_string(i)));
    links.push_back(builder.AddSecondary("l" + std::to_string(i)));
  }
  const ColorId colors[2] = {builder.AddColor("0"), builder.AddColor("1")};
  for (int i = 0; i < kItems; ++i) {
    for (int k = 0; k < 2; ++k) {
      std::vector<ItemUse> uses = {items[i], {links[i], colors[k]}};
      if (i + 1 < kItems) uses.push_back({links[i + 1], colors[k]});
      builder.AddOption(uses);
    }
  }
  const Problem problem = *std::move(builder).Build();
  const RootProblem root(problem, {});
  Walk walk(root, kPlenty);
  walk.Start({});
  int pauses = 0;
  for (;;) {
    const uint64_t nodes = walk.nodes();
    if (walk.Continue(nodes + 10, /*counting=*/true) == Step::kExhausted) break;
    EXPECT_LE(walk.nodes(), nodes + 20);
    ASSERT_EQ(walk.CheckInvariants(), "");
    ++pauses;
  }
  EXPECT_EQ(walk.covers(), 2);
  EXPECT_GE(pauses, kItems / 10);
}

// What the problem itself may take: its uses of items, and four bits for each
// item and option (two sets of options and one of items at each level).
size_t BytesForProblem(const Problem& problem) {
  const size_t words = Stage::WordsFor(problem.option_count());
  const size_t items = (problem.item_count() + 63) / 64 * 64;
  return 4 * words * items * sizeof(uint64_t) +
         24 * (problem.use_count() + problem.option_count()) + (1 << 16);
}

TEST(WalkTest, StaysWithinItsMemoryLimit) {
  if (!testing::kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  const Dice dice(1);
  const Problem problem = RandomProblem({.primary = 40,
                                         .secondary = 30,
                                         .options = 8000,
                                         .max_option_size = 6,
                                         .colors = 2,
                                         .planted = 90},
                                        dice);
  const size_t for_problem = BytesForProblem(problem);
  std::vector<uint64_t> covers;
  uint64_t most_of_all = 0;
  for (const size_t limit : {size_t{0}, size_t{100'000}, size_t{1} << 20,
                             size_t{24} << 20, kPlenty}) {
    const uint64_t before = BytesInUse();
    ForgetMostBytesInUse();
    {
      const RootProblem root(problem, {});
      Walk walk(root, limit);
      walk.Start({});
      walk.Continue(100'000, /*counting=*/true);
      covers.push_back(walk.covers());
    }
    const uint64_t most = MostBytesInUse() - before;
    EXPECT_LE(most, for_problem + limit) << "with a limit of " << limit;
    // The rows of the root take 8 MB, those of all stages together 32 MB.
    EXPECT_LE(most, for_problem + (size_t{64} << 20));
    most_of_all = std::max(most_of_all, most);
  }
  EXPECT_EQ(std::count(covers.begin(), covers.end(), covers[0]), covers.size());
  // It makes use of what it may have.
  EXPECT_GT(most_of_all, for_problem + (size_t{6} << 20));
}

}  // namespace
}  // namespace dlx::internal::bit_sets
