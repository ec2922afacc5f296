// The options that fit are those of the definition, whatever was taken, put out
// of the question, closed, and taken back.

#include "dlx/proof/check/state.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"

namespace dlx::checker {
namespace {

using ::dlx::testing::Dice;

// What was done, and what follows.
struct Plain {
  std::vector<uint32_t> taken;
  std::vector<uint32_t> out;
};

Multiplicity MissingOf(const Problem& problem, const Plain& plain,
                       ItemId item) {
  auto [low, high] = problem.multiplicity(item);
  for (const uint32_t option : plain.taken) {
    for (const ItemUse& use : problem.option(OptionId(option))) {
      if (use.item != item) continue;
      low -= low > 0;
      high -= high > 0;
    }
  }
  return {low, high};
}

bool Clash(const Problem& problem, uint32_t a, uint32_t b) {
  for (const ItemUse& use : problem.option(OptionId(a))) {
    if (problem.is_primary(use.item)) continue;
    for (const ItemUse& other : problem.option(OptionId(b))) {
      if (use.item == other.item &&
          (use.color == kNoColor || use.color != other.color)) {
        return true;
      }
    }
  }
  return false;
}

bool Fits(const Problem& problem, const Plain& plain, uint32_t option) {
  const auto is_in = [option](const std::vector<uint32_t>& options) {
    return std::count(options.begin(), options.end(), option) > 0;
  };
  if (is_in(plain.taken) || is_in(plain.out)) return false;
  for (const uint32_t taken : plain.taken) {
    if (Clash(problem, option, taken)) return false;
  }
  for (const ItemUse& use : problem.option(OptionId(option))) {
    if (problem.is_primary(use.item) &&
        MissingOf(problem, plain, use.item).high == 0) {
      return false;
    }
  }
  return true;
}

std::vector<uint32_t> OptionsOf(ItemId item, const State& state) {
  std::vector<uint32_t> options;
  for (const auto [place, bits] : state.OptionsOf(item)) {
    for (uint64_t left = bits; left != 0; left &= left - 1) {
      options.push_back(state.OptionAt(place) + LowestBit(left));
    }
  }
  return options;
}

void ExpectIsLike(const Problem& problem, const Plain& plain, State& state) {
  std::vector<uint32_t> fitting;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    if (Fits(problem, plain, k)) fitting.push_back(k);
    ASSERT_EQ(state.Fits(k), Fits(problem, plain, k)) << "option " << k;
  }
  EXPECT_EQ(state.Fitting(), fitting);
  const std::vector<uint64_t> key(state.key().begin(), state.key().end());
  EXPECT_EQ(state.FittingIn(key), fitting);

  std::vector<ItemId> open;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (!problem.is_primary(item)) continue;
    const Multiplicity missing = MissingOf(problem, plain, item);
    EXPECT_EQ(state.IsOpen(item), missing.high > 0);
    EXPECT_EQ(state.IsOpenIn(key, item), missing.high > 0);
    EXPECT_EQ(state.Missing(item), missing);
    if (missing.high > 0) open.push_back(item);
    std::vector<uint32_t> choices, all;
    for (uint32_t k = 0; k < problem.option_count(); ++k) {
      for (const ItemUse& use : problem.option(OptionId(k))) {
        if (use.item != item) continue;
        all.push_back(k);
        if (state.Fits(k)) choices.push_back(k);
      }
    }
    EXPECT_EQ(OptionsOf(item, state), all);
    State::Choices told = state.ChoicesOf(item);
    for (const uint32_t option : choices) EXPECT_EQ(state.Next(told), option);
    EXPECT_EQ(state.Next(told), State::kNoOption);
    choices.push_back(State::kNoOption);
    EXPECT_EQ(state.OnlyChoice(item),
              choices.size() > 2 ? State::kSeveral : choices.front());
  }
  for (const ItemId item : open) {
    EXPECT_EQ(state.IsOnce(item),
              MissingOf(problem, plain, item) == (Multiplicity{1, 1}));
    EXPECT_TRUE(!state.IsLast(item) || open.size() == 1);
  }
  EXPECT_EQ(state.OpenItems(), open);
  EXPECT_EQ(state.IsDone(), open.empty());
}

// Takes options, or puts them out, and goes back now and then.
void WalkAbout(const Problem& problem, const Dice& dice) {
  State state(problem);
  std::vector<size_t> marks;
  std::vector<Plain> before;
  Plain plain;
  for (int step = 0; step < 20; ++step) {
    ExpectIsLike(problem, plain, state);
    if (::testing::Test::HasFailure()) return;
    const std::vector<uint32_t> fitting = state.Fitting();
    if (!marks.empty() && (fitting.empty() || dice(4) == 0)) {
      const uint32_t i = dice(static_cast<uint32_t>(marks.size()));
      state.GoBackTo(marks[i]);
      plain = before[i];
      marks.resize(i);
      before.resize(i);
      continue;
    }
    if (fitting.empty()) return;
    marks.push_back(state.mark());
    before.push_back(plain);
    const uint32_t option =
        fitting[dice(static_cast<uint32_t>(fitting.size()))];
    if (problem.has_multiplicities() && dice(2) == 0) {
      state.Save();
      state.Exclude(option);
      plain.out.push_back(option);
    } else {
      if (dice(2) == 0) {
        state.Take(option);
      } else {
        state.Save();
        state.TakeForGood(option);
      }
      plain.taken.push_back(option);
    }
    if (dice(4) > 0) continue;
    // Parts of a product are closed, and opened one by one.
    const std::vector<uint64_t> words(state.words().begin(),
                                      state.words().end());
    const size_t mark = state.mark();
    const std::vector<ItemId> open = state.OpenItems();
    state.Save();
    for (const ItemId item : open) state.Close(item);
    EXPECT_TRUE(state.IsDone());
    EXPECT_TRUE(state.Fitting().empty());
    for (const ItemId item : open) state.Reopen(item, words);
    EXPECT_EQ(state.words(), absl::MakeConstSpan(words));
    state.GoBackTo(mark);
  }
}

TEST(StateTest, RandomProblems) {
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    WalkAbout(testing::RandomProblem(testing::RandomShape(dice), dice), dice);
  }
}

// States of many words, in a stack or not.
TEST(StateTest, LargeProblems) {
  const Dice dice(1);
  for (const bool is_dense : {true, false}) {
    std::string text = "a b |";
    const uint32_t secondaries = is_dense ? 5 : 500;
    for (uint32_t i = 0; i < secondaries; ++i) absl::StrAppend(&text, " x", i);
    for (int k = 0; k < 2500; ++k) {
      constexpr const char* kColors[] = {"", ":red", ":blue"};
      absl::StrAppend(&text, "\n", dice(2) == 0 ? "a" : "b", " x",
                      dice(secondaries), kColors[dice(3)]);
    }
    const Problem problem = testing::ProblemFromNotation(text + "\n");
    WalkAbout(problem, dice);
  }
}

}  // namespace
}  // namespace dlx::checker
