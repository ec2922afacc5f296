#include "dlx/testing/tiny_problems.h"

#include <cstdlib>
#include <iostream>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"

namespace dlx::testing {
namespace {

// Item i of the family, and colour c of it, have the ids i and c.
using Uses = std::vector<ItemUse>;

// All options that can be made, given what was chosen for the items before
// `item`: whether or how each item is used. Appends to `result`.
void AddPossibleOptions(const TinyFamily& family, uint32_t item, Uses& chosen,
                        std::vector<Uses>& result) {
  const uint32_t primary = static_cast<uint32_t>(family.primary.size());
  if (item == primary && chosen.empty()) return;
  if (item == primary + family.secondary) {
    result.insert(result.end(), family.copies, chosen);
    return;
  }
  AddPossibleOptions(family, item + 1, chosen, result);
  const uint32_t colors = item < primary ? 0 : family.colors;
  for (uint32_t color = 0; color <= colors; ++color) {
    chosen.emplace_back(ItemId(item), ColorId(color));
    AddPossibleOptions(family, item + 1, chosen, result);
    chosen.pop_back();
  }
}

Problem MakeProblem(const TinyFamily& family,
                    const std::vector<Uses>& possible_options,
                    const std::vector<size_t>& selection) {
  ProblemBuilder builder;
  for (size_t i = 0; i < family.primary.size(); ++i) {
    builder.AddPrimary(absl::StrCat("p", i), family.primary[i]);
  }
  for (uint32_t i = 0; i < family.secondary; ++i) {
    builder.AddSecondary(absl::StrCat("s", i));
  }
  for (uint32_t i = 1; i <= family.colors; ++i) {
    builder.AddColor(absl::StrCat("c", i));
  }
  constexpr int64_t kCosts[] = {1, -2, 3, -1, 2, -3, 0};
  for (size_t k : selection) {
    builder.AddOption(possible_options[k],
                      family.costs ? kCosts[k % std::size(kCosts)] : 0);
  }
  absl::StatusOr<Problem> problem = std::move(builder).Build();
  if (!problem.ok()) {
    std::cerr << "ForEachProblem: " << problem.status() << "\n";
    std::abort();
  }
  return *std::move(problem);
}

}  // namespace

std::vector<TinyFamily> TinyFamilies() {
  std::vector<TinyFamily> families = {
      {.name = "ThreeItems", .primary = {3, {1, 1}}},
      {.name = "FourItems", .primary = {4, {1, 1}}, .max_options = 4},
      {.name = "Costs",
       .primary = {3, {1, 1}},
       .copies = 2,
       .max_options = 4,
       .costs = true},
      {.name = "Secondary",
       .primary = {3, {1, 1}},
       .secondary = 1,
       .max_options = 4},
      {.name = "Colors",
       .primary = {2, {1, 1}},
       .secondary = 1,
       .colors = 2,
       .max_options = 5},
      {.name = "TwoColoredItems",
       .primary = {2, {1, 1}},
       .secondary = 2,
       .colors = 1,
       .max_options = 3},
  };
  constexpr Multiplicity kMultiplicities[] = {{1, 1}, {0, 1}, {0, 2}, {1, 2},
                                              {2, 2}, {1, 3}, {2, 3}};
  for (const Multiplicity& a : kMultiplicities) {
    const std::string name = absl::StrCat("Multiplicity", a.low, "to", a.high);
    for (const Multiplicity& b : kMultiplicities) {
      // The other pairs are the same problems with their items exchanged.
      if (std::pair(b.low, b.high) < std::pair(a.low, a.high)) continue;
      families.push_back(
          {.name = absl::StrCat(name, "and", b.low, "to", b.high),
           .primary = {a, b},
           .copies = 2,
           .costs = a == b});
    }
    families.push_back({.name = absl::StrCat(name, "andColors"),
                        .primary = {a},
                        .secondary = 1,
                        .colors = 2,
                        .copies = 2});
  }
  return families;
}

void ForEachProblem(const TinyFamily& family,
                    absl::FunctionRef<void(const Problem&)> visit) {
  std::vector<Uses> possible_options;
  Uses chosen;
  AddPossibleOptions(family, 0, chosen, possible_options);

  // Every selection of at most max_options possible options, the smaller ones
  // before those that extend them.
  std::vector<size_t> selection;
  while (true) {
    visit(MakeProblem(family, possible_options, selection));
    // Extend the selection by the next option there is; if that cannot be,
    // replace the last option by the one behind it.
    size_t next = selection.empty() ? 0 : selection.back() + 1;
    if (selection.size() == family.max_options) selection.pop_back();
    while (next == possible_options.size()) {
      if (selection.empty()) return;
      next = selection.back() + 1;
      selection.pop_back();
    }
    selection.push_back(next);
  }
}

}  // namespace dlx::testing
