// States a small exact cover problem and prints its options.

#include <iostream>
#include <utility>

#include "absl/status/statusor.h"
#include "dlx/id.h"
#include "dlx/problem.h"

int main() {
  dlx::ProblemBuilder builder;
  const dlx::ItemId a = builder.AddPrimary("a");
  const dlx::ItemId b = builder.AddPrimary("b");
  const dlx::OptionId both = builder.AddOption({a, b});
  const absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
  if (!problem.ok()) {
    std::cerr << problem.status() << "\n";
    return 1;
  }
  std::cout << problem->OptionToString(both) << "\n";
}
