// The walk, with both kinds of Moves. A class put in between looks at the
// invariants after every move, and that moves are taken back in reverse.

#include "dlx/engine/dancing_links/tree_walk.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/best_engine.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/dancing_links.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/links_engine.h"
#include "dlx/engine/dancing_links/links_state.h"
#include "dlx/engine/dancing_links/multiplicity_moves.h"
#include "dlx/engine/dancing_links/priced_moves.h"
#include "dlx/engine/dancing_links/prices.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::dancing_links {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::Repetitions;
using ::dlx::testing::ToNotation;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Step = Engine::Step;

// Moves that are watched. These are a base class, so that everything else is as
// it was.
template <Moves M>
class Watched : public M {
 public:
  template <typename... Args>
  explicit Watched(const Problem& problem, Args&&... args)
      : M(problem, std::forward<Args>(args)...), problem_(problem) {
    start_ = StateOf(M::links(), problem);
    Look("at the start");
  }

  void Reset(absl::Span<const OptionId> givens) {
    EXPECT_THAT(chosen_, IsEmpty()) << "Reset with options chosen";
    EXPECT_THAT(open_, IsEmpty()) << "Reset with items open";
    M::Reset({});
    EXPECT_TRUE(StateOf(M::links(), problem_) == start_) << "after Reset";
    M::Reset(givens);
    Look("after Reset");
  }

  void Open(Level& level) {
    open_.push_back({level.item, StateOf(M::links(), problem_)});
    M::Open(level);
    Look("after Open");
  }

  void Close(Level& level) {
    M::Close(level);
    ASSERT_FALSE(open_.empty());
    EXPECT_EQ(open_.back().mark, level.item);
    EXPECT_TRUE(StateOf(M::links(), problem_) == open_.back().state)
        << "Close has not taken back what Open and Advance did";
    open_.pop_back();
    Look("after Close");
  }

  bool Advance(Level& level) {
    const bool more = M::Advance(level);
    Look("after Advance");
    return more;
  }

  bool Choose(const Level& level) {
    Before before = {level.node, StateOf(M::links(), problem_)};
    if (M::Choose(level)) {
      chosen_.push_back(std::move(before));
      Look("after Choose");
      return true;
    }
    EXPECT_TRUE(StateOf(M::links(), problem_) == before.state)
        << "Choose has had an effect though it failed";
    Look("after Choose failed");
    return false;
  }

  void Undo(const Level& level) {
    M::Undo(level);
    ASSERT_FALSE(chosen_.empty());
    EXPECT_EQ(chosen_.back().mark, level.node);
    EXPECT_TRUE(StateOf(M::links(), problem_) == chosen_.back().state)
        << "Undo has not taken back what Choose did";
    chosen_.pop_back();
    Look("after Undo");
  }

 private:
  struct Before {
    int32_t mark;  // The level's item or node.
    LinksState state;
  };

  void Look(const char* when) const {
    EXPECT_THAT(M::CheckInvariants(), IsEmpty()) << when << " of\n"
                                                 << ToNotation(problem_);
  }

  Problem problem_;
  LinksState start_;
  std::vector<Before> open_;
  std::vector<Before> chosen_;
};

template <template <bool> class M, bool kColors, typename... Args>
std::unique_ptr<Engine> MakeWatched(const Problem& problem, Args&&... args) {
  using WatchedMoves = Watched<M<kColors>>;
  return std::make_unique<LinksEngine<WatchedMoves>>(
      WatchedMoves(problem, std::forward<Args>(args)...));
}

// As dancing_links makes it, but watched.
template <bool kColors>
std::unique_ptr<Engine> MakeWatchedWalk(const Problem& problem) {
  const std::vector<ItemId> items =
      OrderItems(problem, false, std::nullopt).items;
  Links links(problem, items, OrderOptions(problem, std::nullopt));
  if (problem.has_multiplicities()) {
    return MakeWatched<MultiplicityMoves, kColors>(
        problem, items, std::move(links), ItemChoice());
  }
  return MakeWatched<CoverMoves, kColors>(problem, std::move(links),
                                          ItemChoice());
}

std::unique_ptr<Engine> MakeWatchedWalk(const Problem& problem) {
  return problem.has_colors() ? MakeWatchedWalk<true>(problem)
                              : MakeWatchedWalk<false>(problem);
}

Cover SolutionOf(const Engine& engine) {
  Cover cover(engine.solution().begin(), engine.solution().end());
  return cover;
}

// All solutions in the order in which they come. If `pause`, with a pause at
// every node.
std::vector<Cover> Walk(Engine& engine, bool pause) {
  std::vector<Cover> covers;
  double fraction = engine.FractionDone();
  for (;;) {
    const uint64_t nodes = engine.statistics().nodes;
    const Step step = engine.FindNext(pause ? nodes + 1 : kUnlimited);
    EXPECT_GE(engine.FractionDone(), fraction);
    fraction = engine.FractionDone();
    EXPECT_LE(fraction, 1);
    if (step == Step::kExhausted) break;
    if (step == Step::kSolution) {
      covers.push_back(SolutionOf(engine));
    } else {
      EXPECT_TRUE(pause);
      EXPECT_EQ(step, Step::kPaused);
      EXPECT_EQ(engine.statistics().nodes, nodes + 1);
    }
  }
  EXPECT_EQ(fraction, 1);
  return covers;
}

Natural CountByWalk(Engine& engine, bool pause) {
  Natural count = 0;
  for (;;) {
    const Step step = engine.Count(
        pause ? engine.statistics().nodes + 1 : kUnlimited, &count);
    if (step == Step::kExhausted) return count;
    EXPECT_EQ(step, Step::kPaused);
  }
}

std::vector<Cover> Sorted(std::vector<Cover> covers) {
  for (Cover& cover : covers) std::sort(cover.begin(), cover.end());
  std::sort(covers.begin(), covers.end());
  return covers;
}

void ExpectSameStatistics(const Statistics& a, const Statistics& b) {
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.updates, b.updates);
  EXPECT_EQ(a.nodes_by_depth, b.nodes_by_depth);
}

void TestWalk(const Problem& problem, const Dice& dice) {
  const std::vector<Cover> expected = AllCovers(problem);
  const std::unique_ptr<Engine> engine = MakeWatchedWalk(problem);
  const std::vector<Cover> covers = Walk(*engine, /*pause=*/false);
  EXPECT_EQ(Sorted(covers), expected);
  const Statistics statistics = engine->statistics();
  uint64_t nodes = 0;
  for (const uint64_t count : statistics.nodes_by_depth) nodes += count;
  EXPECT_EQ(nodes, statistics.nodes);

  // Exhausted it stays.
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kExhausted);
  ExpectSameStatistics(engine->statistics(), statistics);

  // Pausing makes no difference.
  engine->Restart({});
  EXPECT_EQ(Walk(*engine, /*pause=*/true), covers);
  ExpectSameStatistics(engine->statistics(), statistics);

  // Nor does it to a count.
  engine->Restart({});
  EXPECT_EQ(CountByWalk(*engine, /*pause=*/false), expected.size());
  const Statistics counting = engine->statistics();
  EXPECT_EQ(counting.nodes, statistics.nodes);
  EXPECT_EQ(counting.nodes_by_depth, statistics.nodes_by_depth);
  engine->Restart({});
  EXPECT_EQ(CountByWalk(*engine, /*pause=*/true), expected.size());
  ExpectSameStatistics(engine->statistics(), counting);

  // Restart from anywhere, with and without givens.
  for (int repetition = 0; repetition < 5; ++repetition) {
    engine->Restart({});
    const Step step = engine->FindNext(1 + dice(statistics.nodes));
    if (step == Step::kSolution && dice(2) == 0) engine->FindNext(kUnlimited);
    Cover givens;
    if (!covers.empty()) {
      for (const OptionId option : covers[dice(covers.size())]) {
        if (dice(3) == 0) givens.push_back(option);
      }
    }
    if (problem.option_count() > 0 && dice(3) == 0) {
      givens.push_back(OptionId(dice(problem.option_count())));
    }
    engine->Restart(givens);
    EXPECT_EQ(Sorted(Walk(*engine, /*pause=*/false)),
              CoversWith(expected, givens));
    engine->Restart({});
    EXPECT_EQ(Walk(*engine, /*pause=*/false), covers);
    ExpectSameStatistics(engine->statistics(), statistics);
  }
}

class RandomWalkTest : public ::testing::TestWithParam<int> {};

TEST_P(RandomWalkTest, KeepsItsPromises) {
  int with_covers = 0;
  constexpr int kProblems = 40;
  for (int i = 0; i < kProblems; ++i) {
    const uint64_t seed = GetParam() * kProblems + i + 1;
    const Dice dice(seed);
    const Problem problem = RandomProblem(testing::RandomShape(dice), dice);
    SCOPED_TRACE(::testing::Message() << "seed " << seed << "\n"
                                      << ToNotation(problem));
    TestWalk(problem, dice);
    if (HasFailure()) return;
    with_covers += !AllCovers(problem).empty();
  }
  EXPECT_GT(with_covers, kProblems / 5);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomWalkTest, ::testing::Range(0, 5));

// -- Cases with known trees --------------------------------------------------

TEST(TreeWalkTest, VisitsTheTreeOfKnuthsExample) {
  const Problem problem = ProblemFromNotation(
      "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n");
  const std::unique_ptr<Engine> engine = MakeWatchedWalk(problem);
  EXPECT_THAT(Sorted(Walk(*engine, false)),
              ElementsAre(Cover{OptionId(0), OptionId(3), OptionId(4)}));
  EXPECT_EQ(engine->statistics().nodes_by_depth.front(), 1);
}

TEST(TreeWalkTest, TriesNothingIfAnItemHasNoOptions) {
  const std::unique_ptr<Engine> engine =
      MakeWatchedWalk(ProblemFromNotation("a b\na\na\n"));
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kExhausted);
  EXPECT_EQ(engine->statistics().nodes, 1);
  EXPECT_THAT(engine->statistics().nodes_by_depth, ElementsAre(1));
}

TEST(TreeWalkTest, FindsTheCoverThatTheGivensMake) {
  const std::unique_ptr<Engine> engine =
      MakeWatchedWalk(ProblemFromNotation("a b\na\nb\n"));
  engine->Restart({OptionId(1), OptionId(0)});
  ASSERT_EQ(engine->FindNext(kUnlimited), Step::kSolution);
  EXPECT_THAT(SolutionOf(*engine), ElementsAre(OptionId(1), OptionId(0)));
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kExhausted);
  EXPECT_EQ(engine->statistics().nodes, 1);
}

TEST(TreeWalkTest, IsExhaustedAtOnceIfGivensContradict) {
  const std::unique_ptr<Engine> engine =
      MakeWatchedWalk(ProblemFromNotation("a b\na b\nb\na\n"));
  engine->Restart({OptionId(0), OptionId(1)});
  EXPECT_EQ(engine->FractionDone(), 1);
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kExhausted);
  Natural count = 0;
  EXPECT_EQ(engine->Count(kUnlimited, &count), Step::kExhausted);
  EXPECT_EQ(count, 0);
}

TEST(TreeWalkTest, PausesBeforeItStartsIfItMust) {
  const std::unique_ptr<Engine> engine =
      MakeWatchedWalk(ProblemFromNotation("a b\na\nb\n"));
  EXPECT_EQ(engine->FindNext(0), Step::kPaused);
  EXPECT_EQ(engine->FindNext(1), Step::kPaused);
  EXPECT_EQ(engine->statistics().nodes, 1);
  EXPECT_EQ(engine->FractionDone(), 0);
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kSolution);
}

// Items that need nothing more, and have no options, are not branched on.
TEST(TreeWalkTest, DecidesNothingThatNobodyAsks) {
  const std::unique_ptr<Engine> engine =
      MakeWatchedWalk(ProblemFromNotation("1:2|a 1:2|b 1:2|c\na b c\n"));
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kSolution);
  EXPECT_EQ(engine->FindNext(kUnlimited), Step::kExhausted);
  EXPECT_EQ(engine->statistics().nodes, 2);
}

// Six kings that attack or occupy every cell of a board. It would be more than
// 100,000 nodes without a look at what so many kings can still do.
TEST(TreeWalkTest, SeesWhatIsOutOfReach) {
  constexpr int kSize = 6;
  ProblemBuilder builder;
  const ItemId number = builder.AddPrimary("#", {6, 6});
  std::vector<ItemId> cells;
  for (int i = 0; i < kSize * kSize; ++i) {
    cells.push_back(builder.AddPrimary(std::to_string(i), {1, 6}));
  }
  for (int r = 0; r < kSize; ++r) {
    for (int c = 0; c < kSize; ++c) {
      std::vector<ItemUse> uses = {number};
      for (int i = 0; i < kSize * kSize; ++i) {
        const bool near =
            std::abs(i / kSize - r) <= 1 && std::abs(i % kSize - c) <= 1;
        if (near) uses.push_back(cells[i]);
      }
      builder.AddOption(uses);
    }
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_TRUE(problem.ok());
  const std::unique_ptr<Engine> engine =
      MakeDancingLinks(*problem, Task::kCount, {});
  EXPECT_EQ(CountByWalk(*engine, /*pause=*/false), 1652);
  EXPECT_LT(engine->nodes(), 10'000);
}

// -- Covers of least cost ----------------------------------------------------

// As dancing_links makes it, but watched.
template <template <bool> class M, bool kColors, typename... Args>
std::unique_ptr<Engine> MakeWatchedBest(const Problem& problem,
                                        size_t memory_limit,
                                        const std::vector<ItemId>& items,
                                        Args&&... args) {
  using WatchedMoves = Watched<M<kColors>>;
  return std::make_unique<BestEngine<WatchedMoves>>(PricedMoves<WatchedMoves>(
      WatchedMoves(problem, std::forward<Args>(args)...),
      Prices(problem, items), Branching::kFewestOptions, memory_limit));
}

template <bool kColors>
std::unique_ptr<Engine> MakeWatchedBest(const Problem& problem,
                                        size_t memory_limit) {
  const std::vector<ItemId> items =
      OrderItems(problem, false, std::nullopt).items;
  Links links(problem, items, OrderOptions(problem, std::nullopt));
  if (problem.has_multiplicities()) {
    return MakeWatchedBest<MultiplicityMoves, kColors>(
        problem, memory_limit, items, items, std::move(links), ItemChoice());
  }
  return MakeWatchedBest<CoverMoves, kColors>(problem, memory_limit, items,
                                              std::move(links), ItemChoice());
}

constexpr size_t kPlenty = std::numeric_limits<size_t>::max();

std::unique_ptr<Engine> MakeWatchedBest(const Problem& problem,
                                        size_t memory_limit = kPlenty) {
  return problem.has_colors() ? MakeWatchedBest<true>(problem, memory_limit)
                              : MakeWatchedBest<false>(problem, memory_limit);
}

// For the prices of all nodes above, of some, or of none.
size_t MemoryLimitFor(uint64_t seed) {
  constexpr size_t kLimits[] = {kPlenty, 0, 500};
  return kLimits[seed % std::size(kLimits)];
}

constexpr int64_t kNoCeiling = std::numeric_limits<int64_t>::max();

Problem RandomProblemWithCosts(const Dice& dice) {
  testing::ProblemShape shape = testing::RandomShape(dice);
  shape.costs = 60;
  return RandomProblem(shape, dice);
}

std::multiset<int64_t> CostsOf(const Problem& problem,
                               const std::vector<Cover>& covers,
                               int64_t ceiling) {
  std::multiset<int64_t> costs;
  for (const Cover& cover : covers) {
    const int64_t cost = testing::TotalCost(problem, cover);
    if (cost < ceiling) costs.insert(cost);
  }
  return costs;
}

// A ceiling cuts off what cannot be cheaper.
TEST(BestEngineTest, KeepsBelowTheCostCeiling) {
  const Problem problem =
      ProblemFromNotation("a b c\na |1\na |5\nb |2\nb |6\nc |0\nc |9\n");
  const std::unique_ptr<Engine> engine = MakeWatchedBest(problem);
  EXPECT_THAT(CostsOf(problem, Walk(*engine, false), kNoCeiling),
              ElementsAre(3, 7, 7, 11, 12, 16, 16, 20));
  const uint64_t all_nodes = engine->statistics().nodes;

  engine->Restart({});  // The ceiling is gone with the restart.
  engine->SetCostCeiling(11);
  EXPECT_THAT(CostsOf(problem, Walk(*engine, false), kNoCeiling),
              ElementsAre(3, 7, 7));
  EXPECT_LT(engine->statistics().nodes, all_nodes);

  engine->Restart({OptionId(1)});  // Givens cost something, too.
  engine->SetCostCeiling(12);
  EXPECT_THAT(CostsOf(problem, Walk(*engine, false), kNoCeiling),
              ElementsAre(7, 11));
}

// All covers, each once, in spite of several passes; with a ceiling those below
// it; and when the ceiling follows the cheapest one, that is the last.
TEST(BestEngineTest, FindsEachCoverOnce) {
  size_t covers = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(300) && !HasFailure();
       ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblemWithCosts(dice);
    SCOPED_TRACE(ToNotation(problem));
    const std::vector<Cover> expected = AllCovers(problem);
    covers += expected.size();
    const std::unique_ptr<Engine> engine =
        MakeWatchedBest(problem, MemoryLimitFor(seed));
    const std::vector<Cover> found = Walk(*engine, /*pause=*/false);
    EXPECT_EQ(Sorted(found), expected);
    engine->Restart({});
    EXPECT_EQ(Walk(*engine, /*pause=*/true), found);
    engine->Restart({});
    EXPECT_EQ(CountByWalk(*engine, /*pause=*/true), expected.size());

    const int64_t ceiling = static_cast<int64_t>(dice(40)) - 10;
    engine->Restart({});
    engine->SetCostCeiling(ceiling);
    EXPECT_EQ(CostsOf(problem, Walk(*engine, false), kNoCeiling),
              CostsOf(problem, expected, ceiling));

    Cover givens;
    if (!expected.empty() && !expected[0].empty()) {
      givens.push_back(expected[0][dice(expected[0].size())]);
    }
    engine->Restart(givens);
    int64_t cheapest = kNoCeiling;
    while (engine->FindNext(kUnlimited) == Step::kSolution) {
      const int64_t cost = testing::TotalCost(problem, engine->solution());
      ASSERT_LT(cost, cheapest);
      cheapest = cost;
      engine->SetCostCeiling(cheapest);
    }
    const std::multiset<int64_t> costs =
        CostsOf(problem, CoversWith(expected, givens), kNoCeiling);
    EXPECT_EQ(cheapest, costs.empty() ? kNoCeiling : *costs.begin());
  }
  EXPECT_GT(covers, Repetitions(1000));
}

// Engines that share the tree find together what one finds alone.
TEST(BestEngineTest, SharesItsTree) {
  int parts = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(200) && !HasFailure();
       ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblemWithCosts(dice);
    SCOPED_TRACE(ToNotation(problem));
    const std::unique_ptr<Engine> alone =
        MakeWatchedBest(problem, MemoryLimitFor(seed));
    const std::vector<Cover> expected = Walk(*alone, /*pause=*/false);

    std::vector<Cover> found;
    const std::unique_ptr<Engine> first =
        MakeWatchedBest(problem, MemoryLimitFor(seed));
    const std::unique_ptr<Engine> second =
        MakeWatchedBest(problem, MemoryLimitFor(seed));
    for (;;) {
      const Step step = first->FindNext(first->nodes() + 1 + dice(4));
      if (step == Step::kExhausted) break;
      if (step == Step::kSolution) found.push_back(SolutionOf(*first));
      if (step != Step::kPaused) continue;
      const std::unique_ptr<Engine::Branch> branch = first->GiveAway();
      if (branch == nullptr) continue;
      ++parts;
      second->StartAt(*branch);
      EXPECT_GE(second->LowerBound(), branch->lower_bound);
      for (const Cover& cover : Walk(*second, dice(2) == 0)) {
        EXPECT_GE(testing::TotalCost(problem, cover), branch->lower_bound);
        found.push_back(cover);
      }
    }
    EXPECT_EQ(Sorted(found), Sorted(expected));
  }
  EXPECT_GT(parts, Repetitions(200));
}

// What is said to be the least cost of what is left is no more than that.
TEST(BestEngineTest, KnowsALowerBoundOnWhatIsLeft) {
  size_t bounds_above_the_first = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblemWithCosts(dice);
    SCOPED_TRACE(ToNotation(problem));
    const std::unique_ptr<Engine> engine =
        MakeWatchedBest(problem, MemoryLimitFor(seed));
    std::vector<int64_t> bounds = {engine->LowerBound()};
    for (;;) {
      const Step step = engine->FindNext(engine->nodes() + 1);
      if (step == Step::kExhausted) break;
      if (step == Step::kSolution) {
        const int64_t cost = testing::TotalCost(problem, engine->solution());
        for (const int64_t bound : bounds) ASSERT_LE(bound, cost);
      }
      bounds.push_back(engine->LowerBound());
      bounds_above_the_first += bounds.back() > bounds.front();
    }
    EXPECT_EQ(engine->LowerBound(), Engine::kNothingToFind);
  }
  EXPECT_GT(bounds_above_the_first, 100);
}

// An assignment, for which prices are as good as the best cover.
TEST(BestEngineTest, NeedsFewNodesIfPricesAreGood) {
  const Dice dice(7);
  constexpr int kSize = 30;
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int i = 0; i < 2 * kSize; ++i) {
    items.push_back(builder.AddPrimary(std::to_string(i)));
  }
  for (int r = 0; r < kSize; ++r) {
    for (int c = 0; c < kSize; ++c) {
      builder.AddOption({items[r], items[kSize + c]}, dice(1000));
    }
  }
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  ASSERT_TRUE(problem.ok());
  const std::unique_ptr<Engine> engine =
      MakeDancingLinks(*problem, Task::kBest, {});
  while (engine->FindNext(kUnlimited) == Step::kSolution) {
    engine->SetCostCeiling(testing::TotalCost(*problem, engine->solution()));
  }
  EXPECT_LT(engine->nodes(), 1000);
}

TEST(TreeWalkTest, TellsThePathToWhereItStands) {
  const std::unique_ptr<Engine> engine =
      MakeWatchedWalk(ProblemFromNotation("a b\na\na\nb\nb\nb\n"));
  EXPECT_THAT(engine->Path(), IsEmpty());
  // The second option for a, and the first one for b.
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(engine->FindNext(kUnlimited), Step::kSolution);
  }
  ASSERT_EQ(engine->FindNext(engine->nodes() + 1), Step::kSolution);
  const std::vector<PathStep> path = engine->Path();
  ASSERT_FALSE(path.empty());
  EXPECT_EQ(path[0].option, OptionId(1));
  EXPECT_EQ(path[0].done, 1);
  EXPECT_EQ(path[0].branches, 2);
}

}  // namespace
}  // namespace dlx::internal::dancing_links
