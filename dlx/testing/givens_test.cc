// All that takes givens agrees with the oracle about one given, or two, which
// may be the same: then there is no cover. (Engines, each for itself, are held
// to that by engines_test.cc.)

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dlx/ask/decide.h"
#include "dlx/ask/diagram.h"
#include "dlx/ask/estimate.h"
#include "dlx/ask/explain.h"
#include "dlx/ask/watch.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using Givens = std::vector<OptionId>;

struct Asker {
  std::string name;
  // The number of covers that contain the givens; or, if it says only whether
  // there are any, 1 for these.
  std::function<Natural(const Problem&, const Givens&)> ask;
  bool counts = true;
  bool knows_multiplicities = true;
};

Natural Watched(const Problem& problem, const Givens& givens) {
  Natural covers = 0;
  EXPECT_TRUE(WatchDancingLinks(problem, givens, [&](const SearchEvent& event) {
                covers += event.kind == SearchEvent::Kind::kCover;
                return true;
              }).ok());
  return covers;
}

std::vector<Asker> Askers() {
  const auto options = [](const Givens& givens) {
    return SearchOptions{.givens = givens};
  };
  return {
      {"CountSolutions",
       [=](const Problem& problem, const Givens& givens) {
         return CountSolutions(problem, options(givens))->count;
       }},
      {"CountInParallel",
       [=](const Problem& problem, const Givens& givens) {
         return CountInParallel(problem, options(givens), {.threads = 2})
             ->count;
       }},
      {"FindFirst",
       [=](const Problem& problem, const Givens& givens) -> Natural {
         return FindFirst(problem, options(givens))->options.has_value();
       },
       /*counts=*/false},
      {"FindBest",
       [=](const Problem& problem, const Givens& givens) -> Natural {
         return FindBest(problem, 1000, options(givens))->covers.size();
       }},
      {"Diagram::Build",
       [=](const Problem& problem, const Givens& givens) {
         return Diagram::Build(problem, options(givens))->count();
       }},
      {"Diagram::Count",
       [](const Problem& problem, const Givens& givens) {
         return Diagram::Build(problem)->Count(givens);
       }},
      {"Decider::Decide",
       [](const Problem& problem, const Givens& givens) -> Natural {
         return Decider::Create(problem)->Decide(givens).how_many !=
                HowMany::kNone;
       },
       /*counts=*/false},
      {"Decider::Count",
       [](const Problem& problem, const Givens& givens) {
         return Decider::Create(problem)->Count(givens)->count;
       }},
      {"EstimateSearch",
       [](const Problem& problem, const Givens& givens) -> Natural {
         return static_cast<uint64_t>(
             EstimateSearch(problem, {.givens = givens})->covers.value);
       }},
      {"ExplainNoCover",
       [](const Problem& problem, const Givens& givens) -> Natural {
         return !ExplainNoCover(problem, {.givens = givens})->no_cover;
       },
       /*counts=*/false},
      {"WatchDancingLinks", Watched, /*counts=*/true,
       /*knows_multiplicities=*/false},
  };
}

TEST(GivensTest, AllAgree) {
  for (const char* text :
       {"a b c\na b\na\nb\nc\nc\nb c\n", "a b | x\na x:r\nb x:r\nb x\na\nb\n",
        "1:3|a b\na\na\na b\nb\na\n", "0:2|a 0:2|b\na\nb\na b\n",
        "a b c d\na\na\nb\nb\nc d\nc\nd\n"}) {
    const Problem problem = testing::ProblemFromNotation(text);
    const std::vector<testing::Cover> covers = testing::AllCovers(problem);
    std::vector<Givens> all;
    const auto count = static_cast<uint32_t>(problem.option_count());
    for (uint32_t i = 0; i < count; ++i) {
      all.push_back({OptionId(i)});
      for (uint32_t j = 0; j < count; ++j) {
        all.push_back({OptionId(i), OptionId(j)});
      }
    }
    for (const Asker& asker : Askers()) {
      if (problem.has_multiplicities() && !asker.knows_multiplicities) continue;
      for (const Givens& givens : all) {
        const size_t expected = testing::CoversWith(covers, givens).size();
        EXPECT_EQ(asker.ask(problem, givens),
                  Natural(asker.counts ? expected : expected > 0))
            << asker.name << ", " << givens.front().value() << " "
            << givens.back().value() << "\n"
            << text;
      }
    }
  }
}

}  // namespace
}  // namespace dlx
