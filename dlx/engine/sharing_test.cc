// Engines that leave parts of their trees to each other: together they find
// what one of them finds alone, and in the same order if they do not learn.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::kIsSanitized;
using ::dlx::testing::KnownProblem;
using ::dlx::testing::KnownProblems;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::Repetitions;
using ::dlx::testing::ToNotation;

using Cover = std::vector<OptionId>;
using Step = Engine::Step;

// What engines found together.
struct Result {
  std::vector<Cover> covers;
  Natural count = 0;
  Statistics statistics;
  int parts = 0;  // That were left to others.
};

// Searches with one engine for each part of the tree. Each of them leaves a
// part to others after every `nodes_to_part` nodes; 0 for never.
class SharedSearch {
 public:
  SharedSearch(const EngineRow& row, const Problem& problem,
               const SearchOptions& options, absl::Span<const OptionId> givens)
      : make_([&row, problem, options, givens](Task task) {
          std::unique_ptr<Engine> engine = row.make(problem, task, options);
          engine->Restart(givens);
          return engine;
        }) {}

  Result Find(uint64_t nodes_to_part, bool counting) {
    Result result;
    const Task task = counting ? Task::kCount : Task::kEnumerate;
    // What comes first is searched first.
    std::list<std::unique_ptr<Engine::Branch>> parts;
    std::unique_ptr<Engine> engine = make_(task);
    for (;;) {
      double fraction_left = 1;
      double fraction_done = 0;
      auto next = parts.begin();
      for (;;) {
        const uint64_t nodes = engine->statistics().nodes;
        const uint64_t pause_at =
            nodes_to_part == 0 ? kUnlimited : nodes + nodes_to_part;
        const Step step = counting ? engine->Count(pause_at, &result.count)
                                   : engine->FindNext(pause_at);
        if (step == Step::kExhausted) break;
        EXPECT_GE(engine->FractionDone(), fraction_done - 1e-9);
        fraction_done = engine->FractionDone();
        if (fraction_done < 1) {  // It may be at the end already.
          EXPECT_LE(fraction_done, fraction_left + 1e-9);
        }
        if (step == Step::kSolution) {
          result.covers.emplace_back(engine->solution().begin(),
                                     engine->solution().end());
        } else if (auto branch = engine->GiveAway()) {
          EXPECT_GT(branch->part, 0);
          fraction_left -= branch->part;
          EXPECT_GT(fraction_left, -1e-9);
          next = parts.insert(next, std::move(branch));
          ++result.parts;
        }
      }
      EXPECT_EQ(engine->GiveAway(), nullptr) << "at the end";
      result.statistics.Add(engine->statistics());
      if (parts.empty()) break;
      // An engine that has been elsewhere does as well as a new one.
      if (result.parts % 2 == 0) engine = make_(task);
      engine->StartAt(*parts.front());
      parts.pop_front();
    }
    return result;
  }

 private:
  std::function<std::unique_ptr<Engine>(Task)> make_;
};

std::vector<Cover> Sorted(std::vector<Cover> covers) {
  for (Cover& cover : covers) std::sort(cover.begin(), cover.end());
  std::sort(covers.begin(), covers.end());
  return covers;
}

// The number of parts.
int ExpectSharingChangesNothing(const EngineRow& row, const Problem& problem,
                                const SearchOptions& options,
                                absl::Span<const OptionId> givens,
                                absl::Span<const uint64_t> nodes_to_part) {
  SCOPED_TRACE(::testing::Message() << row.name << "\n" << ToNotation(problem));
  SharedSearch search(row, problem, options, givens);
  int parts = 0;
  if (CheckRow(row, problem, Task::kEnumerate).ok()) {
    const Result alone = search.Find(0, /*counting=*/false);
    for (const uint64_t nodes : nodes_to_part) {
      SCOPED_TRACE(absl::StrCat("leaves a part after ", nodes, " nodes"));
      const Result together = search.Find(nodes, /*counting=*/false);
      EXPECT_EQ(Sorted(together.covers), Sorted(alone.covers));
      if (!row.can.learns_order) {
        EXPECT_EQ(together.covers, alone.covers);
        EXPECT_EQ(together.statistics.nodes, alone.statistics.nodes);
        EXPECT_EQ(together.statistics.nodes_by_depth,
                  alone.statistics.nodes_by_depth);
      }
      parts += together.parts;
    }
  }
  if (CheckRow(row, problem, Task::kCount).ok()) {
    const Natural alone = search.Find(0, /*counting=*/true).count;
    for (const uint64_t nodes : nodes_to_part) {
      SCOPED_TRACE(absl::StrCat("leaves a part after ", nodes, " nodes"));
      const Result together = search.Find(nodes, /*counting=*/true);
      EXPECT_EQ(together.count, alone);
      parts += together.parts;
    }
  }
  return parts;
}

class SharingTest : public ::testing::TestWithParam<EngineRow> {};

TEST_P(SharingTest, RandomProblems) {
  constexpr Branching kBranchings[] = {Branching::kFewestOptions,
                                       Branching::kSharpPreference,
                                       Branching::kInputOrder};
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(2000); ++seed) {
    Dice dice(seed);
    const Problem problem = RandomProblem(RandomShape(dice, 14), dice);
    std::vector<OptionId> givens;
    if (problem.option_count() > 0 && dice(4) == 0) {
      givens.emplace_back(dice(problem.option_count()));
    }
    ExpectSharingChangesNothing(GetParam(), problem,
                                {.branching = kBranchings[dice(3)]}, givens,
                                {1 + dice(4)});
    if (HasFailure()) break;
  }
}

TEST_P(SharingTest, LargerProblems) {
  std::vector<uint64_t> nodes_to_part = {10};
  if (!kIsSanitized) nodes_to_part.insert(nodes_to_part.end(), {1, 1000});
  int parts = 0;
  for (const KnownProblem& known : KnownProblems()) {
    parts += ExpectSharingChangesNothing(GetParam(), known.problem, {}, {},
                                         nodes_to_part);
  }
  // Otherwise all this shows nothing.
  if (GetParam().can.shares_tree) {
    EXPECT_GT(parts, 500);
  } else {
    EXPECT_EQ(parts, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, SharingTest,
                         ::testing::ValuesIn(EngineTable().begin(),
                                             EngineTable().end()),
                         [](const auto& info) {
                           return std::string(info.param.name);
                         });

}  // namespace
}  // namespace dlx::internal
