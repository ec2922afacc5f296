// Walks through the trees of random problems and holds the key, which follows
// each step, to one that is written from nothing.

#include "dlx/engine/memo/memo_key.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/dancing_links/cover_moves.h"
#include "dlx/engine/dancing_links/links.h"
#include "dlx/engine/dancing_links/tree_walk.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::memo {
namespace {

using ::dlx::internal::dancing_links::CoverMoves;
using ::dlx::internal::dancing_links::Level;
using ::dlx::internal::dancing_links::Links;
using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::ProblemShape;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::ToNotation;
using ::testing::ElementsAre;

Links LinksOf(const Problem& problem) {
  return Links(problem, OrderItems(problem, false, std::nullopt).items,
               OrderOptions(problem, std::nullopt));
}

TEST(MemoKeyTest, HasTheLayoutOfTheHeader) {
  // x has no colour and y has colour 2 once option 1 is chosen.
  const Problem problem = ProblemFromNotation(
      "a b c d | x y\na x:1 y:2\nc y:2\nb x:3\nd x:1\na b d y:2\n");
  CoverMoves<true> moves(problem, LinksOf(problem), {});
  moves.Reset({OptionId(1)});
  MemoKey key(problem);
  key.Write(moves.links());
  EXPECT_THAT(key.words(), ElementsAre(0b1011, 0b011001));
}

template <bool kColors>
class Walker {
 public:
  explicit Walker(const Problem& problem)
      : problem_(problem),
        moves_(problem, LinksOf(problem), {}),
        key_(problem) {
    key_.Write(moves_.links());
    key_.ForgetChanges();
  }

  void Visit() {
    ++visits_;
    MemoKey fresh(problem_);
    fresh.Write(moves_.links());
    ASSERT_EQ(key_.words(), fresh.words());
    ASSERT_EQ(key_.hash(), fresh.hash());
    most_changes_ = std::max(most_changes_, key_.mark().changes);
    if (moves_.complete()) return;
    const int32_t item = moves_.ChooseItem();
    if (moves_.branches(item) <= 0) return;
    const MemoKey::Mark mark = key_.mark();
    const std::vector<uint64_t> words(key_.words().begin(), key_.words().end());
    Level level = {.item = item, .node = item};
    moves_.Open(level);
    while (moves_.Advance(level)) {
      if (!key_.has_secondary()) key_.RemoveOption(moves_.links(), level.node);
      if (moves_.Choose(level)) {
        if (key_.has_secondary()) key_.Write(moves_.links());
        ASSERT_NO_FATAL_FAILURE(Visit());
        moves_.Undo(level);
      }
      key_.GoBackTo(mark);
      ASSERT_EQ(key_.words(), absl::MakeConstSpan(words));
      ASSERT_EQ(key_.hash(), mark.hash);
    }
    moves_.Close(level);
  }

  int visits() const { return visits_; }
  size_t most_changes() const { return most_changes_; }

 private:
  const Problem& problem_;
  CoverMoves<kColors> moves_;
  MemoKey key_;
  int visits_ = 0;
  size_t most_changes_ = 0;
};

template <bool kColors>
int VisitAll(const Problem& problem) {
  Walker<kColors> walker(problem);
  walker.Visit();
  EXPECT_LE(walker.most_changes(),
            problem.primary_count() + 2 * problem.secondary_count());
  return walker.visits();
}

TEST(MemoKeyTest, FollowsEveryStepAndGoesBack) {
  int visits = 0;
  for (uint64_t seed = 0; seed < 300 && !HasFailure(); ++seed) {
    Dice dice(seed);
    ProblemShape shape = RandomShape(dice);
    shape.multiplicities = 0;
    const Problem problem = RandomProblem(shape, dice);
    SCOPED_TRACE(ToNotation(problem));
    visits += problem.has_colors() ? VisitAll<true>(problem)
                                   : VisitAll<false>(problem);
  }
  EXPECT_GT(visits, 1000);
}

}  // namespace
}  // namespace dlx::internal::memo
