// The walk, with both kinds of Moves. A class put in between looks at the
// invariants after every move, and that moves are taken back in reverse.

#include "dlx/engine/dancing_links/tree_walk.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/dancing_links/cost_bound.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/links_engine.h"
#include "dlx/engine/dancing_links/links_state.h"
#include "dlx/engine/dancing_links/multiplicity_moves.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::dancing_links {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
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
      WatchedMoves(problem, std::forward<Args>(args)...), nullptr);
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

// A ceiling cuts off what cannot be cheaper.
TEST(TreeWalkTest, KeepsBelowTheCostCeiling) {
  const Problem problem =
      ProblemFromNotation("a b c\na |1\na |5\nb |2\nb |6\nc |0\nc |9\n");
  const ItemOrder items = OrderItems(problem, false, std::nullopt);
  std::vector<OptionId> options = OrderOptions(problem, std::nullopt);
  auto bound = std::make_unique<CostBound>(problem);
  bound->Sort(options);
  LinksEngine<CoverMoves<false>> walk(
      CoverMoves<false>(problem, Links(problem, items.items, options), {}),
      std::move(bound));

  std::multiset<int64_t> costs;
  while (walk.FindNext(kUnlimited) == Step::kSolution) {
    costs.insert(testing::TotalCost(problem, walk.solution()));
  }
  EXPECT_THAT(costs, ElementsAre(3, 7, 7, 11, 12, 16, 16, 20));
  const uint64_t all_nodes = walk.statistics().nodes;

  walk.Restart({});  // The ceiling is gone with the restart.
  walk.SetCostCeiling(11);
  costs.clear();
  while (walk.FindNext(kUnlimited) == Step::kSolution) {
    costs.insert(testing::TotalCost(problem, walk.solution()));
  }
  EXPECT_THAT(costs, ElementsAre(3, 7, 7));
  EXPECT_LT(walk.statistics().nodes, all_nodes);

  walk.Restart({OptionId(1)});  // Givens cost something, too.
  walk.SetCostCeiling(12);
  costs.clear();
  while (walk.FindNext(kUnlimited) == Step::kSolution) {
    costs.insert(testing::TotalCost(problem, walk.solution()));
  }
  EXPECT_THAT(costs, ElementsAre(7, 11));
}

// What is said to be the least cost of what is left is no more than that.
TEST(LinksEngineTest, KnowsALowerBoundOnWhatIsLeft) {
  size_t bounds_above_the_first = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    Dice dice(seed);
    testing::ProblemShape shape = testing::RandomShape(dice);
    shape.costs = 60;
    shape.colors = 0;
    shape.multiplicities = 0;
    const Problem problem = RandomProblem(shape, dice);
    SCOPED_TRACE(ToNotation(problem));
    std::vector<OptionId> options = OrderOptions(problem, std::nullopt);
    auto bound = std::make_unique<CostBound>(problem);
    bound->Sort(options);
    const ItemOrder items = OrderItems(problem, false, std::nullopt);
    LinksEngine<CoverMoves<false>> engine(
        CoverMoves<false>(problem, Links(problem, items.items, options), {}),
        std::move(bound));
    std::vector<int64_t> bounds = {engine.LowerBound()};
    for (;;) {
      const Step step = engine.FindNext(engine.nodes() + 1);
      if (step == Step::kExhausted) break;
      if (step == Step::kSolution) {
        const int64_t cost = testing::TotalCost(problem, engine.solution());
        for (const int64_t bound : bounds) ASSERT_LE(bound, cost);
      }
      bounds.push_back(engine.LowerBound());
      bounds_above_the_first += bounds.back() > bounds.front();
    }
    EXPECT_EQ(engine.LowerBound(), Engine::kNothingToFind);
  }
  EXPECT_GT(bounds_above_the_first, 100);
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
