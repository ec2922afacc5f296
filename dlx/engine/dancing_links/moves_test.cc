// Walks through the trees of random problems, and looks at the links at every
// node: are the invariants kept, and is everything undone on the way back?

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/multiplicity_moves.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"

namespace dlx::internal::dancing_links {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::ProblemShape;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::ToNotation;

// Everything that a move may change: each list, each degree, each colour.
std::vector<int32_t> Snapshot(const Problem& problem, const Links& links) {
  std::vector<int32_t> snapshot;
  for (uint32_t i = 1; i <= problem.item_count(); ++i) {
    snapshot.push_back(links.degree(i));
    if (problem.has_colors()) snapshot.push_back(links.color(i));
    int32_t q = i;
    do {
      q = links.node(q).down;
      snapshot.push_back(q);
      if (problem.has_colors()) snapshot.push_back(links.color(q));
    } while (q != static_cast<int32_t>(i));
  }
  return snapshot;
}

template <Moves M>
class Walker {
 public:
  Walker(const Problem& problem, M moves, Dice dice)
      : problem_(problem), moves_(std::move(moves)), dice_(std::move(dice)) {}

  // Walks from the root, and from what some givens leave of the tree.
  void Run() {
    const std::vector<int32_t> at_first = Snapshot(problem_, moves_.links());
    Visit();
    for (int i = 0; i < 3 && problem_.option_count() > 0; ++i) {
      std::vector<OptionId> givens;
      for (uint32_t n = 1 + dice_(3); n > 0; --n) {
        givens.emplace_back(dice_(problem_.option_count()));
      }
      moves_.Reset(givens);
      contradictions_ += moves_.contradiction();
      if (!moves_.contradiction()) Visit();
      ASSERT_EQ(moves_.CheckInvariants(), "");
    }
    moves_.Reset({});
    ASSERT_FALSE(moves_.contradiction());
    ASSERT_EQ(Snapshot(problem_, moves_.links()), at_first);
  }

  int visits() const { return visits_; }
  int contradictions() const { return contradictions_; }

 private:
  void Visit() {
    ++visits_;
    ASSERT_EQ(moves_.CheckInvariants(), "");
    if (moves_.complete()) return;
    const std::vector<int32_t> before = Snapshot(problem_, moves_.links());
    const int32_t item = moves_.ChooseItem();
    ASSERT_FALSE(moves_.links().covered(item));
    const int32_t branches = moves_.branches(item);
    if (branches <= 0) return;
    Level level = {.item = item, .node = item, .branches = branches};
    moves_.Open(level);
    while (moves_.Advance(level)) {
      ++level.tried;
      ASSERT_LE(level.tried, branches);
      const std::vector<int32_t> between = Snapshot(problem_, moves_.links());
      if (moves_.Choose(level)) {
        ASSERT_NO_FATAL_FAILURE(Visit());
        moves_.Undo(level);
      }
      ASSERT_EQ(Snapshot(problem_, moves_.links()), between);
    }
    moves_.Close(level);
    ASSERT_EQ(Snapshot(problem_, moves_.links()), before);
  }

  const Problem& problem_;
  M moves_;
  Dice dice_;
  int visits_ = 0;
  int contradictions_ = 0;
};

struct Tally {
  int visits = 0;
  int contradictions = 0;
};

template <template <bool> class M, bool kColors, typename... Arguments>
void Walk(const Problem& problem, const Dice& dice, Tally& tally,
          Arguments... arguments) {
  Walker<M<kColors>> walker(problem, M<kColors>(arguments...), dice);
  walker.Run();
  tally.visits += walker.visits();
  tally.contradictions += walker.contradictions();
}

// With colours or without, as the problem asks.
Tally WalkThroughRandomProblems(uint32_t multiplicities) {
  Tally tally;
  for (uint64_t seed = 0; seed < 300 && !::testing::Test::HasFailure();
       ++seed) {
    Dice dice(seed);
    ProblemShape shape = RandomShape(dice);
    shape.multiplicities = multiplicities;
    const Problem problem = RandomProblem(shape, dice);
    SCOPED_TRACE(ToNotation(problem));
    const ItemOrder order = OrderItems(problem, dice(2) == 0, seed);
    const Links links(problem, order.items, OrderOptions(problem, seed));
    const ItemChoice choice = {
        .in_order = dice(3) == 0,
        .preferred_count = static_cast<int32_t>(order.preferred_count)};
    if (multiplicities > 0 && problem.has_colors()) {
      Walk<MultiplicityMoves, true>(problem, dice, tally, problem, order.items,
                                    links, choice);
    } else if (multiplicities > 0) {
      Walk<MultiplicityMoves, false>(problem, dice, tally, problem, order.items,
                                     links, choice);
    } else if (problem.has_colors()) {
      Walk<CoverMoves, true>(problem, dice, tally, problem, links, choice);
    } else {
      Walk<CoverMoves, false>(problem, dice, tally, problem, links, choice);
    }
  }
  return tally;
}

TEST(CoverMovesTest, KeepTheInvariantsAndUndoEverything) {
  const Tally tally = WalkThroughRandomProblems(/*multiplicities=*/0);
  EXPECT_GT(tally.visits, 1000);
  EXPECT_GT(tally.contradictions, 100);
}

TEST(MultiplicityMovesTest, KeepTheInvariantsAndUndoEverything) {
  const Tally tally = WalkThroughRandomProblems(/*multiplicities=*/60);
  EXPECT_GT(tally.visits, 1000);
  EXPECT_GT(tally.contradictions, 100);
}

}  // namespace
}  // namespace dlx::internal::dancing_links
