// Whatever an engine remembers stays within the limit; what it needs besides is
// in proportion to the problem. Problems are large in every direction that they
// can be, since each engine has something that grows with the items, with the
// options, with both, or with the depth of the tree.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/engine/bit_sets/bit_sets.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/allocation_counter.h"
#include "dlx/testing/sanitized.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::BytesInUse;
using ::dlx::testing::ForgetMostBytesInUse;
using ::dlx::testing::MostBytesInUse;

struct Shape {
  std::string name;
  uint32_t items;
  // Each item has so many options of its own, and so many that it shares with
  // the items that are `reach` and twice as far away.
  uint32_t alone;
  uint32_t shared;
  uint32_t reach;
  // Each option has one of so many secondary items, in one of so many colours.
  uint32_t secondary = 0;
  uint32_t colors = 0;
};

Problem MakeProblem(const Shape& shape) {
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (uint32_t i = 0; i < shape.items; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("i", i)));
  }
  std::vector<ItemId> secondary;
  for (uint32_t i = 0; i < shape.secondary; ++i) {
    secondary.push_back(builder.AddSecondary(absl::StrCat("s", i)));
  }
  std::vector<ColorId> colors;
  for (uint32_t i = 0; i < shape.colors; ++i) {
    colors.push_back(builder.AddColor(absl::StrCat("c", i)));
  }
  uint32_t options = 0;
  const auto add = [&](std::vector<ItemUse> uses) {
    if (!secondary.empty()) {
      uses.emplace_back(secondary[options * 7 % secondary.size()],
                        colors[options % colors.size()]);
    }
    builder.AddOption(uses);
    ++options;
  };
  for (uint32_t i = 0; i < shape.items; ++i) {
    for (uint32_t k = 0; k < shape.alone; ++k) add({items[i]});
    for (uint32_t k = 0; k < shape.shared; ++k) {
      const uint32_t next = i + (k + 1) * shape.reach;
      add({items[i], items[next % shape.items],
           items[(next + shape.reach) % shape.items]});
    }
  }
  return *std::move(builder).Build();
}

std::vector<Shape> Shapes() {
  return {
      {"ManyItemsOfOneOption", 20'000, 1, 0, 1},
      {"ManyItemsOfTwoOptions", 20'000, 2, 0, 1},
      {"ManyItemsOfFewOptions", 20'000, 1, 1, 1},
      {"ManyItemsFarApart", 20'000, 1, 2, 1'000},
      {"FewerItemsOfTwoOptions", 3'000, 2, 0, 1},
      {"FewerItemsFarApart", 3'000, 1, 2, 100},
      {"FewItemsOfManyOptions", 20, 10'000, 4, 3},
      {"SomeItemsOfManyOptions", 400, 100, 100, 1},
      {"SomeItemsWithColors", 1'000, 2, 2, 10, 100, 10},
      {"ManyItemsWithColors", 10'000, 2, 2, 10, 1'000, 10},
  };
}

// Enough to come down to a cover, and to go on for a bit.
uint64_t NodesFor(const Problem& problem) {
  return problem.item_count() + 5'000;
}
constexpr int kSolutions = 3;

class MemoryTest : public ::testing::TestWithParam<Shape> {};

// What an engine may need for the problem itself. It is generous: what it is
// about is that nothing is multiplied by anything else.
size_t BytesForProblem(const EngineRow& row, const Problem& problem) {
  constexpr size_t kBytes = 200;
  const size_t linear = kBytes * (problem.use_count() + problem.item_count() +
                                  problem.option_count() + 1'000);
  const bool has_sets = row.kind == EngineKind::kBitSets ||
                        row.kind == EngineKind::kConsistentSets;
  return has_sets ? linear + BytesForBitSets(problem) : linear;
}

TEST_P(MemoryTest, StaysWithinTheLimit) {
  if (!testing::kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  const Problem problem = MakeProblem(GetParam());
  // Of the tasks and limits, each engine has others with each shape.
  static int cases = 0;
  for (const EngineRow& row : EngineTable()) {
    for (const Task task : {Task::kCount, Task::kEnumerate, Task::kBest}) {
      if (!CheckRow(row, problem, task).ok()) continue;
      // It looks at all items at each node.
      if (task == Task::kBest && problem.item_count() > 4'000) continue;
      for (const size_t limit : {size_t{0}, size_t{1} << 20}) {
        if (++cases % testing::OneInOfMany(5) != 0) continue;
        ForgetMostBytesInUse();
        const uint64_t before = BytesInUse();
        {
          const std::unique_ptr<Engine> engine =
              row.make(problem, task, {.memory_limit = limit});
          Natural count = 0;
          // This one has all the time in the world.
          const uint64_t nodes =
              row.kind == EngineKind::kPlainSets ? 44 : NodesFor(problem);
          const auto step = [&] {
            return task == Task::kCount ? engine->Count(nodes, &count)
                                        : engine->FindNext(nodes);
          };
          for (int i = 0; i < kSolutions && engine->nodes() < nodes; ++i) {
            if (step() == Engine::Step::kExhausted) break;
          }
        }
        const uint64_t most = MostBytesInUse() - before;
        EXPECT_LE(most, limit + BytesForProblem(row, problem))
            << row.name << " with a limit of " << limit;
      }
    }
  }
}

// Many options, and a tree that is not deep: what there is of each node is
// little, and what there is of the problem is nearly all.
Problem MostlyProblem() { return MakeProblem({"", 20, 2'000, 4, 3}); }

// Bytes that an engine takes up at its start.
template <typename Make>
uint64_t BytesOf(std::unique_ptr<Engine>& engine, Make make) {
  const uint64_t before = BytesInUse();
  engine = make();
  return BytesInUse() - before;
}

TEST(TwinMemoryTest, BitSetsShareTheProblem) {
  if (!testing::kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  const Problem problem = MostlyProblem();
  std::unique_ptr<Engine> first;
  std::unique_ptr<Engine> twin;
  const uint64_t alone = BytesOf(first, [&] {
    return MakeBitSets(problem, Task::kCount, {.memory_limit = 0});
  });
  const uint64_t together = BytesOf(twin, [&] { return first->Twin(); });
  EXPECT_LT(together, alone / 4);

  // It goes through the same tree, whatever has become of the first one.
  constexpr uint64_t kPause = 2'000;
  Natural expected = 0;
  EXPECT_EQ(first->Count(kPause, &expected), Engine::Step::kPaused);
  const uint64_t nodes = first->nodes();
  first.reset();
  Natural count = 0;
  EXPECT_EQ(twin->Count(kPause, &count), Engine::Step::kPaused);
  EXPECT_EQ(count, expected);
  EXPECT_EQ(twin->nodes(), nodes);
}

TEST(TwinMemoryTest, ThreadsShareTheProblem) {
  if (!testing::kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  const Problem problem = MostlyProblem();
  const auto most_bytes = [&problem](int threads) {
    ForgetMostBytesInUse();
    const uint64_t before = BytesInUse();
    EXPECT_TRUE(CountInParallel(problem,
                                {.limits = {.nodes = NodesFor(problem)},
                                 .engine = EngineKind::kBitSets,
                                 .memory_limit = 0},
                                {.threads = threads, .nodes_alone = 0})
                    .ok());
    return MostBytesInUse() - before;
  };
  EXPECT_LT(most_bytes(/*threads=*/4), 2 * most_bytes(/*threads=*/1));
}

INSTANTIATE_TEST_SUITE_P(EngineTest, MemoryTest, ::testing::ValuesIn(Shapes()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace dlx::internal
