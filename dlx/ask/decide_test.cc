#include "dlx/ask/decide.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/testing/allocation_counter.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/latin_holes.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/testing/tiny_problems.h"
#include "dlx/verify.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::AllocationCount;
using ::dlx::testing::Cover;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::EndlessProblem;
using ::dlx::testing::ForEachProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::LatinSquareWithHoles;
using ::dlx::testing::OneIn;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::SevenItems;
using ::dlx::testing::TinyFamilies;
using ::dlx::testing::TinyFamily;
using ::dlx::testing::ToNotation;
using ::testing::Contains;
using ::testing::Each;
using ::testing::UnorderedElementsAre;

using Givens = std::vector<OptionId>;

Decider MakeDecider(const Problem& problem, DeciderOptions options = {}) {
  absl::StatusOr<Decider> decider = Decider::Create(problem, options);
  EXPECT_THAT(decider, IsOk());
  return *std::move(decider);
}

// With options ruled out for the first ones.
std::vector<Decision> DecideAll(Decider& decider,
                                const std::vector<Givens>& questions,
                                const std::vector<Givens>& ruled_out = {}) {
  Givens givens, out;  // As lists that are used again.
  const auto question_of = [&](size_t i) {
    givens = questions[i];
    out = i < ruled_out.size() ? ruled_out[i] : Givens();
    return Question(givens, out);
  };
  std::vector<Decision> decisions(questions.size());
  std::vector<int> times_done(questions.size(), 0);
  decider.DecideAll(questions.size(), question_of,
                    [&](size_t i, const Decision& decision) {
                      decisions[i] = decision;
                      ++times_done[i];
                    });
  EXPECT_THAT(times_done, Each(1));
  return decisions;
}

HowMany OfCount(size_t covers) {
  return covers == 0   ? HowMany::kNone
         : covers == 1 ? HowMany::kOne
                       : HowMany::kSeveral;
}

// The covers that the decision shows, each in ascending order.
std::vector<Cover> Shown(const Decision& decision) {
  std::vector<Cover> covers(decision.covers.begin(),
                            decision.covers.begin() + decision.covers_found);
  for (Cover& cover : covers) std::sort(cover.begin(), cover.end());
  return covers;
}

void ExpectSame(const Decision& a, const Decision& b) {
  EXPECT_EQ(a.how_many, b.how_many);
  EXPECT_EQ(Shown(a), Shown(b));
  EXPECT_EQ(a.outcome, b.outcome);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.attempts, b.attempts);
}

// ---------------------------------------------------------------------------
// Against the oracle.

// The decision is the right one, if `covers` are all that there are.
void ExpectRight(const Decision& decision, const std::vector<Cover>& covers) {
  EXPECT_EQ(decision.how_many, OfCount(covers.size()));
  EXPECT_EQ(decision.covers_found, std::min<size_t>(covers.size(), 2));
  const std::vector<Cover> shown = Shown(decision);
  EXPECT_EQ(std::count(shown.begin(), shown.end(),
                       shown.empty() ? Cover() : shown[0]),
            shown.empty() ? 0 : 1)
      << "twice the same";
  for (const Cover& cover : shown) EXPECT_THAT(covers, Contains(cover));
  EXPECT_EQ(decision.outcome,
            covers.size() < 2 ? Outcome::kExhausted : Outcome::kSolutionLimit);
  EXPECT_GE(decision.attempts, 1);
}

std::vector<Givens> SomeGivens(const Problem& problem,
                               const std::vector<Cover>& covers,
                               const Dice& dice) {
  std::vector<Givens> result = {{}};
  const uint32_t options = static_cast<uint32_t>(problem.option_count());
  for (int i = 0; i < 3 && !covers.empty(); ++i) {
    Givens part = covers[dice(static_cast<uint32_t>(covers.size()))];
    part.resize(dice(static_cast<uint32_t>(part.size()) + 1));
    result.push_back(part);
  }
  for (int size = 1; options > 0 && size <= 2; ++size) {
    Givens any;
    for (int i = 0; i < size; ++i) any.emplace_back(dice(options));
    result.push_back(any);
    any.push_back(any.front());  // One of them twice.
    result.push_back(any);
  }
  return result;
}

// Some options for each second question, also givens.
std::vector<Givens> SomeRuledOut(const Problem& problem, size_t questions,
                                 const Dice& dice) {
  std::vector<Givens> result(questions);
  const uint32_t options = static_cast<uint32_t>(problem.option_count());
  for (size_t i = 0; i < questions && options > 0; i += 2) {
    for (uint32_t k = dice(3); k < 3; ++k) {
      result[i].emplace_back(dice(options));
    }
  }
  return result;
}

// Those without the options.
std::vector<Cover> CoversWithout(std::vector<Cover> covers,
                                 const Givens& ruled_out) {
  std::erase_if(covers, [&](const Cover& cover) {
    return std::any_of(ruled_out.begin(), ruled_out.end(), [&](OptionId out) {
      return std::count(cover.begin(), cover.end(), out) > 0;
    });
  });
  return covers;
}

// With a first attempt that decides everything, and with one so small that all
// but the smallest questions take several.
void TestProblem(const Problem& problem, const Dice& dice) {
  SCOPED_TRACE(ToNotation(problem));
  const std::vector<Cover> covers = AllCovers(problem);
  const std::vector<Givens> questions = SomeGivens(problem, covers, dice);
  const std::vector<Givens> ruled_out =
      SomeRuledOut(problem, questions.size(), dice);
  for (const uint64_t first_attempt_nodes : {100'000, 1}) {
    SCOPED_TRACE(first_attempt_nodes);
    Decider decider =
        MakeDecider(problem, {.first_attempt_nodes = first_attempt_nodes});
    const std::vector<Decision> together =
        DecideAll(decider, questions, ruled_out);
    for (size_t i = 0; i < questions.size(); ++i) {
      const Question question(questions[i], ruled_out[i]);
      const std::vector<Cover> right =
          CoversWithout(CoversWith(covers, questions[i]), ruled_out[i]);
      const Decision& alone = decider.Decide(question);
      ExpectRight(alone, right);
      ExpectSame(alone, together[i]);
      const Decision& any = decider.FindAny(question);
      EXPECT_EQ(any.how_many,
                right.empty() ? HowMany::kNone : HowMany::kUndecided);
      EXPECT_EQ(any.covers_found, right.empty() ? 0 : 1);
      const absl::StatusOr<CoverCount> count = decider.Count(question);
      ASSERT_THAT(count, IsOk());
      EXPECT_EQ(count->count, right.size());
      EXPECT_EQ(count->outcome, Outcome::kExhausted);
    }
  }
}

TEST(DecideTest, AllTinyProblems) {
  uint64_t seed = 0;
  for (const TinyFamily& family : TinyFamilies()) {
    SCOPED_TRACE(family.name);
    ForEachProblem(family, [&](const Problem& problem) {
      // Every tenth: building searches takes its time.
      if (++seed % OneIn(10) == 0 && !HasFailure())
        TestProblem(problem, Dice(seed));
    });
  }
}

TEST(DecideTest, RandomProblems) {
  for (uint64_t seed = 1; seed <= 300 && !HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    TestProblem(RandomProblem(RandomShape(dice), dice), dice);
  }
}

TEST(DecideTest, EveryEngine) {
  for (const EngineInfo& info : AllEngines()) {
    SCOPED_TRACE(info.name);
    const Problem problem = SevenItems();
    const absl::StatusOr<Decider> decider =
        Decider::Create(problem, {.engine = info.kind});
    const bool is_accepted =
        CheckEngine(info.kind, problem, Task::kEnumerate).ok();
    ASSERT_EQ(decider.ok(), is_accepted) << decider.status();
    if (!is_accepted) continue;
    Decider accepted = MakeDecider(problem, {.engine = info.kind});
    EXPECT_EQ(accepted.engine().kind, info.kind);
    EXPECT_THAT(
        Shown(accepted.Decide()),
        UnorderedElementsAre(Cover{OptionId(0), OptionId(3), OptionId(4)}));
    EXPECT_EQ(accepted.Decide(Givens{OptionId(1)}).how_many, HowMany::kNone);
  }
}

// ---------------------------------------------------------------------------
// Batches.

// A queen on each square.
std::vector<Givens> EachQueen(uint32_t n) {
  std::vector<Givens> questions;
  for (uint32_t k = 0; k < n * n; ++k) questions.push_back({OptionId(k)});
  return questions;
}

TEST(DecideAllTest, OfNothing) {
  Decider decider = MakeDecider(SevenItems());
  EXPECT_TRUE(DecideAll(decider, {}).empty());
  EXPECT_EQ(DecideAll(decider, {{}})[0].how_many, HowMany::kOne);
}

TEST(DecideAllTest, AnswersAsOneByOne) {
  for (const EngineInfo& info : AllEngines()) {
    const Problem problem = QueensProblem(8);
    if (!CheckEngine(info.kind, problem, Task::kEnumerate).ok()) continue;
    for (const uint64_t first_attempt_nodes : {100'000, 40}) {
      SCOPED_TRACE(info.name);
      const DeciderOptions options = {
          .first_attempt_nodes = first_attempt_nodes, .engine = info.kind};
      Decider decider = MakeDecider(problem, options);
      Decider other = MakeDecider(problem, options);
      const std::vector<Givens> questions = EachQueen(8);
      const std::vector<Decision> together = DecideAll(decider, questions);
      for (size_t i = 0; i < questions.size(); ++i) {
        SCOPED_TRACE(i);
        ExpectSame(together[i], other.Decide(questions[i]));
        EXPECT_EQ(together[i].how_many, HowMany::kSeveral);
      }
    }
  }
}

// ---------------------------------------------------------------------------
// Further attempts.

// Has just one cover, which takes dancing_links a while to find.
Problem HardProblem() { return LatinSquareWithHoles(12, 60, /*seed=*/2); }

TEST(AttemptsTest, DecideWhatTheFirstDoesNot) {
  for (const uint64_t first : {1, 2, 3, 10}) {
    Decider decider = MakeDecider(
        HardProblem(),
        {.first_attempt_nodes = first, .engine = EngineKind::kDancingLinks});
    Decider patient =
        MakeDecider(HardProblem(), {.engine = EngineKind::kDancingLinks});
    const Decision& decision = decider.Decide();
    EXPECT_EQ(decision.how_many, patient.Decide().how_many);
    EXPECT_GT(decision.attempts, 1);
    EXPECT_EQ(patient.Decide().attempts, 1);
    // Each attempt but the last used up its nodes: so many, and twice as many
    // each time.
    EXPECT_GE(decision.nodes,
              ((uint64_t{1} << (decision.attempts - 1)) - 1) * first);
    for (const Cover& cover : Shown(decision)) {
      EXPECT_THAT(VerifyCover(HardProblem(), cover), IsOk());
    }
  }
}

TEST(AttemptsTest, GoThroughTheTreeInOtherOrders) {
  // An attempt finds the first cover in its order, but not the second.
  const Problem problem = QueensProblem(12);
  std::vector<Cover> seen;
  for (uint64_t first = 1; first <= 64; first *= 2) {
    Decider decider = MakeDecider(problem, {.first_attempt_nodes = first});
    const Decision& decision = decider.Decide();
    EXPECT_EQ(decision.how_many, HowMany::kSeveral);
    for (const Cover& cover : Shown(decision)) {
      EXPECT_THAT(VerifyCover(problem, cover), IsOk());
      if (!std::count(seen.begin(), seen.end(), cover)) seen.push_back(cover);
    }
  }
  EXPECT_GT(seen.size(), 3u);
}

TEST(AttemptsTest, GiveTheSameAnswerEveryTime) {
  const DeciderOptions options = {.first_attempt_nodes = 4};
  Decider decider = MakeDecider(QueensProblem(12), options);
  const Decision first = decider.Decide();
  EXPECT_GT(first.attempts, 1);
  ExpectSame(decider.Decide(), first);
  ExpectSame(MakeDecider(QueensProblem(12), options).Decide(), first);
  // Other questions in between do not matter.
  static_cast<void>(decider.Decide(Givens{OptionId(5)}));
  ExpectSame(decider.Decide(), first);
}

TEST(AttemptsTest, FindACoverThatWasFoundBeforeOnce) {
  // The only cover, found in the middle of an attempt that is too short to show
  // that it is the only one, and then again and again.
  int undecided = 0;
  for (uint64_t nodes = 1; nodes <= 400; nodes += 3) {
    Decider decider =
        MakeDecider(HardProblem(), {.limits = {.nodes = nodes},
                                    .first_attempt_nodes = 20,
                                    .engine = EngineKind::kDancingLinks});
    const Decision& decision = decider.Decide();
    if (decision.how_many != HowMany::kUndecided) continue;
    EXPECT_LE(decision.covers_found, 1);
    undecided += decision.covers_found;
  }
  EXPECT_GT(undecided, 0);
}

// ---------------------------------------------------------------------------
// Limits.

TEST(DecideLimitsTest, AttemptsTogetherKeepToTheNodeLimit) {
  Decider decider =
      MakeDecider(HardProblem(), {.limits = {.nodes = 20},
                                  .first_attempt_nodes = 2,
                                  .engine = EngineKind::kDancingLinks});
  for (const Decision& decision :
       {decider.Decide(), DecideAll(decider, {{}})[0]}) {
    EXPECT_EQ(decision.how_many, HowMany::kUndecided);
    EXPECT_EQ(decision.outcome, Outcome::kNodeLimit);
    EXPECT_GT(decision.attempts, 1);
    EXPECT_GE(decision.nodes, 20);
    EXPECT_LE(decision.nodes, 40);
  }
}

// Of all questions, also those that wait for their further attempts.
TEST(DecideLimitsTest, TimeLimit) {
  for (const uint64_t first_attempt_nodes : {uint64_t{1} << 40, uint64_t{1}}) {
    Decider decider = MakeDecider(LatinSquareWithHoles(30, 378, 1),
                                  {.limits = {.time = absl::ZeroDuration()},
                                   .first_attempt_nodes = first_attempt_nodes});
    const std::vector<Decision> decisions =
        DecideAll(decider, {{}, {}, {}, {OptionId(1)}});
    for (const Decision& decision : decisions) {
      EXPECT_EQ(decision.how_many, HowMany::kUndecided);
      EXPECT_EQ(decision.outcome, Outcome::kTimeLimit);
    }
    EXPECT_EQ(decider.Decide().outcome, Outcome::kTimeLimit);
  }
}

TEST(DecideLimitsTest, CountsWithinTheTimeLimit) {
  // The first attempt uses up a part of the time, the count the rest.
  const absl::Duration kTime = absl::Milliseconds(300);
  for (const uint64_t first_attempt_nodes :
       {uint64_t{1000}, uint64_t{1} << 60}) {
    Decider decider = MakeDecider(QueensProblem(20),
                                  {.limits = {.time = kTime},
                                   .first_attempt_nodes = first_attempt_nodes});
    const absl::StatusOr<CoverCount> count = decider.Count();
    ASSERT_THAT(count, IsOk());
    EXPECT_EQ(count->outcome, Outcome::kTimeLimit);
    EXPECT_GT(count->count, 0);
  }
}

TEST(DecideLimitsTest, CountKeepsWhatTheFirstAttemptHasSeen) {
  // No nodes are left to come as far again.
  Decider decider =
      MakeDecider(QueensProblem(12), {.limits = {.nodes = 10'001},
                                      .first_attempt_nodes = 10'000,
                                      .engine = EngineKind::kDancingLinks});
  const absl::StatusOr<CoverCount> count = decider.Count();
  ASSERT_THAT(count, IsOk());
  EXPECT_EQ(count->outcome, Outcome::kNodeLimit);
  EXPECT_GT(count->count, 10);
  EXPECT_LE(count->count, 14'200);
}

TEST(DecideLimitsTest, Interruption) {
  Interrupter interrupter;
  interrupter.Request();
  Decider decider =
      MakeDecider(EndlessProblem(), {.limits = {.interrupter = &interrupter}});
  EXPECT_EQ(decider.Decide().outcome, Outcome::kInterrupted);
  EXPECT_EQ(decider.Decide().how_many, HowMany::kUndecided);
  EXPECT_EQ(DecideAll(decider, {{}, {}})[1].outcome, Outcome::kInterrupted);
  EXPECT_EQ(decider.Count()->outcome, Outcome::kInterrupted);
  interrupter.Reset();
  EXPECT_EQ(decider.Decide().how_many, HowMany::kSeveral);
}

TEST(DecideLimitsTest, SolutionLimitBoundsCountsOnly) {
  for (const uint64_t first_attempt_nodes : {100'000, 50}) {
    for (const uint64_t limit : {1, 50, 92, 93}) {
      Decider decider = MakeDecider(
          QueensProblem(8), {.limits = {.solutions = limit},
                             .first_attempt_nodes = first_attempt_nodes});
      const absl::StatusOr<CoverCount> count = decider.Count();
      ASSERT_THAT(count, IsOk());
      EXPECT_EQ(count->count, std::min<uint64_t>(limit, 92));
      EXPECT_EQ(count->outcome,
                limit <= 92 ? Outcome::kSolutionLimit : Outcome::kExhausted);
      EXPECT_EQ(decider.Decide().how_many, HowMany::kSeveral);
    }
  }
}

// ---------------------------------------------------------------------------

TEST(DecideCountTest, WithAnyCountingEngine) {
  for (const EngineInfo& info : AllEngines()) {
    SCOPED_TRACE(info.name);
    const Problem problem = QueensProblem(8);
    Decider decider = MakeDecider(problem, {.counting_engine = info.kind});
    const absl::StatusOr<CoverCount> count = decider.Count();
    ASSERT_EQ(count.ok(), CheckEngine(info.kind, problem, Task::kCount).ok());
    if (!count.ok()) continue;
    EXPECT_EQ(count->count, 92);
    EXPECT_EQ(decider.Count(Givens{OptionId(0)})->count, 4);
    EXPECT_EQ(decider.Count(Givens{OptionId(0), OptionId(1)})->count, 0);
  }
}

TEST(DecideCountTest, FinishesWhatIsWellBegun) {
  const auto count = [](uint64_t first_attempt_nodes) {
    Decider decider = MakeDecider(QueensProblem(10),
                                  {.first_attempt_nodes = first_attempt_nodes,
                                   .engine = EngineKind::kDancingLinks});
    const absl::StatusOr<CoverCount> count = decider.Count();
    EXPECT_THAT(count, IsOk());
    EXPECT_EQ(count->count, 724);
    EXPECT_EQ(count->outcome, Outcome::kExhausted);
    return std::pair(count->nodes, decider.Count()->nodes);
  };
  // The next attempt is bounded as if nothing had been.
  const auto [at_once, again] = count(kUnlimited);
  EXPECT_EQ(again, at_once);
  EXPECT_EQ(count(at_once / 2), std::pair(at_once, at_once));
  EXPECT_EQ(count(at_once / 5), std::pair(at_once, at_once));
  // Begun anew: by which engines, and so in how many nodes, is a matter of the
  // clock.
  EXPECT_GT(count(at_once / 100).first, at_once / 100);
}

TEST(DecideAllocationTest, NoneOnceWarm) {
  if (!testing::kCountsAllocations) GTEST_SKIP() << "nothing is counted";
  Decider decider = MakeDecider(QueensProblem(8));
  const std::vector<Givens> questions = EachQueen(8);
  const auto ask_all = [&] {
    Natural sum = 0;
    for (const Givens& givens : questions) {
      sum += decider.Decide(givens).covers_found;
      sum += decider.FindAny(givens).covers_found;
      sum += decider.Count(givens)->count;
    }
    return sum;
  };
  // A count of each queen, of which there are eight in each of the 92 covers.
  ASSERT_EQ(ask_all(), 64 * 2 + 64 + 92 * 8);
  const uint64_t before = AllocationCount();
  ASSERT_EQ(ask_all(), 64 * 2 + 64 + 92 * 8);
  EXPECT_EQ(AllocationCount() - before, 0);

  const auto givens_of = [&](size_t i) {
    return absl::MakeConstSpan(questions[i]);
  };
  const auto ask_together = [&] {
    int sum = 0;
    decider.DecideAll(questions.size(), givens_of,
                      [&](size_t, const Decision& decision) {
                        sum += decision.covers_found;
                      });
    return sum;
  };
  ASSERT_EQ(ask_together(), 64 * 2);
  const uint64_t before_all = AllocationCount();
  ASSERT_EQ(ask_together(), 64 * 2);
  EXPECT_EQ(AllocationCount() - before_all, 0);
}

#ifndef NDEBUG
TEST(DeciderDeathTest, OptionsOfAnotherProblem) {
  const Problem problem = testing::ProblemFromNotation("a b\na\nb\na b\n");
  Decider decider = *Decider::Create(problem);
  const std::vector<OptionId> others = {OptionId(3)};
  EXPECT_DEATH(static_cast<void>(decider.Decide(others)), "CheckGivens");
  EXPECT_DEATH(static_cast<void>(decider.Decide({{}, others})), "option_count");
}

TEST(DeciderDeathTest, AnotherLimitOnSolutions) {
  Decider decider = *Decider::Create(testing::ProblemFromNotation("a\na\n"));
  EXPECT_DEATH(decider.SetLimits({.solutions = 1}), "limits.solutions");
}

TEST(DeciderDeathTest, UseAfterMove) {
  Decider decider = *Decider::Create(testing::ProblemFromNotation("a\na\n"));
  const Decider moved = std::move(decider);
  // NOLINTBEGIN(bugprone-use-after-move): what happens then is the question.
  EXPECT_DEATH(static_cast<void>(decider.Decide()), "state != nullptr");
  EXPECT_DEATH(static_cast<void>(decider.problem()), "state != nullptr");
  // NOLINTEND(bugprone-use-after-move)
}
#endif  // NDEBUG

}  // namespace
}  // namespace dlx
