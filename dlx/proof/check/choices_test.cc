#include "dlx/proof/check/choices.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/proof/check/state.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"

namespace dlx::checker {
namespace {

using ::dlx::testing::Dice;

std::vector<uint32_t> ThoseThatFit(const State& state, ItemId item,
                                   uint32_t end) {
  std::vector<uint32_t> fitting;
  for (const ListedOption& listed : state.OptionsOf(item)) {
    if (listed.option < end && state.Fits(listed.option)) {
      fitting.push_back(listed.option);
    }
  }
  return fitting;
}

// Goes down by an option of an open item as long as there is one, and up by one
// node where there is none. Returns how many options were told.
size_t WalkAlong(const Problem& problem, const Dice& dice) {
  State state(problem);
  Choices choices(problem, state);
  choices.Start();
  size_t told = 0;
  for (int step = 0; step < 30 && !state.IsDone(); ++step) {
    const std::vector<ItemId> open = state.OpenItems();
    const ItemId item = open[dice(static_cast<uint32_t>(open.size()))];
    const auto end = dice(static_cast<uint32_t>(problem.option_count()) + 1);
    std::vector<uint32_t> expected = ThoseThatFit(state, item, end);
    choices.Enter();
    EXPECT_EQ(choices.List(item, end), expected.size());
    if (expected.empty()) {
      EXPECT_FALSE(choices.has_next());
      choices.Leave();
      continue;
    }
    std::vector<uint32_t> found;
    do {
      found.push_back(choices.Next());
    } while (choices.has_next() && dice(2) == 0);
    expected.resize(found.size());
    EXPECT_EQ(found, expected);
    told += found.size();
    if (state.has_multiplicities()) state.Exclude(found.back());
    state.Take(found.back());
  }
  return told;
}

TEST(ChoicesTest, AreTheOptionsThatFit) {
  size_t told = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    told += WalkAlong(testing::RandomProblem(testing::RandomShape(dice), dice),
                      dice);
  }
  EXPECT_GT(told, 400u);
}

}  // namespace
}  // namespace dlx::checker
