#include <iostream>

#include "dlx/search.h"

int main() {
  dlx::ProblemBuilder builder;
  const dlx::ItemId a = builder.AddPrimary("a");
  const dlx::ItemId b = builder.AddPrimary("b");
  const dlx::ItemId c = builder.AddPrimary("c");
  builder.AddOption({a, b});
  builder.AddOption({b, c});
  builder.AddOption({c});
  builder.AddOption({a});
  const absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
  if (!problem.ok()) return 1;  // problem.status() says what is wrong.
  absl::StatusOr<dlx::Search> search = dlx::Search::Create(*problem);
  for (const dlx::Solution& cover : *search) {
    for (const dlx::OptionId option : cover.options) {
      std::cout << "{" << problem->OptionToString(option) << "} ";
    }
    std::cout << "\n";
  }
}
