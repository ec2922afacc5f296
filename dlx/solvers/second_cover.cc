#include "dlx/solvers/second_cover.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace dlx::solvers {
namespace {

// A name that no item has.
std::string NewItemName(const Problem& problem) {
  std::string name = "not_this_cover";
  while (problem.FindItem(name).has_value()) name.push_back('_');
  return name;
}

}  // namespace

absl::StatusOr<Problem> WithoutCover(const Problem& problem,
                                     absl::Span<const OptionId> cover) {
  if (cover.size() < 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a cover of ", cover.size(), " options cannot be excluded"));
  }
  std::vector<bool> is_in_cover(problem.option_count());
  for (const OptionId option : cover) {
    if (option.value() >= problem.option_count()) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no option ", option.value()));
    }
    is_in_cover[option.value()] = true;
  }

  ProblemBuilder builder(problem);
  const ItemId excluded = builder.AddPrimary(
      NewItemName(problem), {0, static_cast<uint32_t>(cover.size()) - 1});
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    if (is_in_cover[i]) builder.AddToOption(OptionId(i), {excluded});
  }
  return std::move(builder).Build();
}

}  // namespace dlx::solvers
