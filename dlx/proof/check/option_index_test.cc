// What the index leaves out does not fit.

#include "dlx/proof/check/option_index.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/proof/check/state.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "gtest/gtest.h"

namespace dlx::checker {
namespace {

using ::dlx::testing::Dice;

// Items with fifty options each. All of them have x, in one of many colours or
// in none, and y; about half of them z.
Problem ProblemOfWords(const Dice& dice, uint32_t colors,
                       absl::string_view items) {
  std::string text = absl::StrCat(items, " | x y z\n");
  for (const char item : {'a', 'b', 'c'}) {
    for (int k = 0; k < 50; ++k) {
      const uint32_t color = dice(colors + 1);
      absl::StrAppend(&text, std::string(1, item), " x");
      if (color > 0) absl::StrAppend(&text, ":", color);
      absl::StrAppend(&text, " y:", dice(3));
      if (dice(2) == 0) absl::StrAppend(&text, " z:", dice(2));
      absl::StrAppend(&text, "\n");
    }
  }
  return testing::ProblemFromNotation(text);
}

std::vector<uint32_t> Fitting(const State& state,
                              absl::Span<const ListedOption> options) {
  std::vector<uint32_t> fitting;
  for (const ListedOption& listed : options) {
    if (state.Fits(listed)) fitting.push_back(listed.option);
    EXPECT_EQ(state.Fits(listed), state.Fits(listed.option));
  }
  return fitting;
}

// Takes options as they come, as long as there are some that fit.
size_t LeftOut(const Problem& problem, const Dice& dice) {
  State state(problem);
  size_t left_out = 0;
  while (true) {
    std::vector<uint32_t> fitting;
    for (uint32_t i = 0; i < 3; ++i) {
      const auto all = state.OptionsOf(ItemId(i));
      const auto candidates = state.CandidatesOf(ItemId(i));
      left_out += all.size() - candidates.size();
      const std::vector<uint32_t> of_item = Fitting(state, all);
      EXPECT_EQ(Fitting(state, candidates), of_item);
      fitting.insert(fitting.end(), of_item.begin(), of_item.end());
    }
    if (fitting.empty()) return left_out;
    const uint32_t option =
        fitting[dice(static_cast<uint32_t>(fitting.size()))];
    if (state.has_multiplicities()) state.Exclude(option);
    state.Take(option);
  }
}

TEST(OptionIndexTest, WhatItLeavesOutDoesNotFit) {
  for (const absl::string_view items : {"a b c", "2|a 1:3|b c"}) {
    // Bits of the item end within a word, or some words later.
    for (const uint32_t colors : {1, 2, 7, 49}) {
      size_t left_out = 0;
      for (uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        const Dice dice(seed);
        left_out += LeftOut(ProblemOfWords(dice, colors, items), dice);
      }
      EXPECT_GT(left_out, 20 * 30u) << items << ", " << colors;
    }
  }
}

}  // namespace
}  // namespace dlx::checker
