// Skyscrapers: each row and column has the heights 1 to 4, and a number beside
// the grid tells how many can be seen from there, as higher ones hide others.

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "dlx/model/model.h"
#include "dlx/search.h"

// From the left and from above.
const std::vector<int> kFromLeft = {4, 2, 3, 1};
const std::vector<int> kFromAbove = {3, 2, 2, 1};

// A state is the height of what is seen last, and how many are still to be
// seen.
dlx::Automaton Visible(int count) {
  const auto step = [](size_t, int64_t state,
                       int height) -> std::optional<int64_t> {
    if (height < state % 8) return state;
    if (state < 8) return std::nullopt;
    return state - 8 - state % 8 + height;
  };
  return {.start = 8 * count, .step = step, .accepts = [](int64_t state) {
            return state < 8;
          }};
}

int main() {
  dlx::Model model;
  std::vector<std::vector<dlx::Variable>> rows(4), columns(4);
  for (int i = 0; i < 16; ++i) {
    const auto cell =
        model.AddVariable("cell " + std::to_string(i), dlx::ValuesFrom(1, 4));
    rows[i / 4].push_back(cell);
    columns[i % 4].push_back(cell);
  }
  for (int i = 0; i < 4; ++i) {
    model.AddAllDifferent(rows[i]);
    model.AddAllDifferent(columns[i]);
    model.AddAutomaton(rows[i], Visible(kFromLeft[i]));
    model.AddAutomaton(columns[i], Visible(kFromAbove[i]));
  }
  const auto problem = model.Build();
  auto search = dlx::Search::Create(problem->problem());
  for (const dlx::Solution& cover : *search) {
    const auto heights = problem->Values(cover.options);
    for (int i = 0; i < 16; ++i) {
      std::cout << heights[i] << (i % 4 == 3 ? "\n" : " ");
    }
  }
}
