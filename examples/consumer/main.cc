// Which of the sets A..F together contain each of the numbers 1..7 exactly
// once? The numbers are the items, the sets are the options.

#include <algorithm>
#include <array>
#include <iostream>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search.h"

int main() {
  const std::array<std::vector<int>, 6> sets = {{
      {1, 4, 7},     // A
      {1, 4},        // B
      {4, 5, 7},     // C
      {3, 5, 6},     // D
      {2, 3, 6, 7},  // E
      {2, 7},        // F
  }};

  dlx::ProblemBuilder builder;
  std::vector<dlx::ItemId> numbers;
  for (int n = 1; n <= 7; ++n) {
    numbers.push_back(builder.AddPrimary(absl::StrCat(n)));
  }
  for (const std::vector<int>& set : sets) {
    std::vector<dlx::ItemUse> option;
    for (const int n : set) option.push_back(numbers[n - 1]);
    builder.AddOption(option);
  }
  const absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
  if (!problem.ok()) {
    std::cerr << problem.status() << "\n";
    return 1;
  }

  absl::StatusOr<dlx::Search> search = dlx::Search::Create(*problem);
  if (!search.ok()) {
    std::cerr << search.status() << "\n";
    return 1;
  }
  for (const dlx::Solution& solution : *search) {
    std::vector<dlx::OptionId> cover(solution.options.begin(),
                                     solution.options.end());
    std::sort(cover.begin(), cover.end());
    for (const dlx::OptionId option : cover) {
      std::cout << static_cast<char>('A' + option.value());
    }
    std::cout << "\n";
  }
  return search->outcome() == dlx::Outcome::kExhausted ? 0 : 1;
}
