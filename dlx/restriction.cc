#include "dlx/restriction.h"

#include <cassert>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace dlx {
namespace {

// The items that are covered by the options chosen so far.
class Chosen {
 public:
  explicit Chosen(const Problem& problem)
      : problem_(problem),
        times_(problem.item_count(), 0),
        colors_(problem.item_count()) {}

  // Whether the option goes together with those that were chosen.
  bool Allows(OptionId option) const {
    for (const ItemUse& use : problem_.option(option)) {
      const uint32_t times = times_[use.item.value()];
      const bool is_shared = times > 0 && use.color != kNoColor &&
                             use.color == colors_[use.item.value()];
      if (!is_shared && times >= problem_.multiplicity(use.item).high) {
        return false;
      }
    }
    return true;
  }

  void Add(OptionId option) {
    for (const ItemUse& use : problem_.option(option)) {
      ++times_[use.item.value()];
      colors_[use.item.value()] = use.color;
    }
  }

 private:
  const Problem& problem_;
  std::vector<uint32_t> times_;  // How often each item is covered.
  std::vector<ColorId> colors_;  // Of the items that are covered.
};

// Adds an item whose name is not one of the problem's.
ItemId AddNewItem(ProblemBuilder& builder, absl::string_view name) {
  std::string free_name(name);
  while (builder.FindItem(free_name).has_value()) free_name += "'";
  return builder.AddPrimary(free_name);
}

// The options `kept` of the problem; those that are pinned, each with an item
// of its own. If `is_impossible`, there is one more item, which nothing covers.
Restriction Build(const Problem& problem, std::vector<OptionId> kept,
                  absl::FunctionRef<bool(OptionId)> is_pinned,
                  bool is_impossible) {
  ProblemBuilder builder = ProblemBuilder::WithItemsOf(problem);
  std::vector<ItemUse> uses;
  for (const OptionId option : kept) {
    uses.assign(problem.option(option).begin(), problem.option(option).end());
    if (is_pinned(option)) {
      uses.emplace_back(
          AddNewItem(builder, absl::StrCat("given ", option.value())));
    }
    builder.AddOption(uses, problem.cost(option));
  }
  if (is_impossible) AddNewItem(builder, "contradiction");
  absl::StatusOr<Problem> built = std::move(builder).Build();
  assert(built.ok());  // The original has no mistakes that a part could have.
  return {*std::move(built), std::move(kept)};
}

}  // namespace

Restriction RestrictToOptions(const Problem& problem,
                              absl::FunctionRef<bool(OptionId)> keep) {
  std::vector<OptionId> kept;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    if (keep(OptionId(k))) kept.emplace_back(k);
  }
  return Build(
      problem, std::move(kept), [](OptionId) { return false; },
      /*is_impossible=*/false);
}

Restriction RestrictToGivens(const Problem& problem,
                             absl::Span<const OptionId> givens) {
  Chosen chosen(problem);
  std::vector<bool> is_given(problem.option_count(), false);
  bool is_impossible = false;
  for (const OptionId given : givens) {
    assert(given.value() < problem.option_count());
    is_impossible |= is_given[given.value()] || !chosen.Allows(given);
    is_given[given.value()] = true;
    chosen.Add(given);
  }

  std::vector<OptionId> kept;
  std::vector<uint32_t> options_left(problem.item_count(), 0);
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const OptionId option(k);
    if (!is_given[k] && !chosen.Allows(option)) continue;
    kept.push_back(option);
    for (const ItemUse& use : problem.option(option)) {
      ++options_left[use.item.value()];
    }
  }

  const auto is_pinned = [&](OptionId option) {
    if (!is_given[option.value()]) return false;
    for (const ItemUse& use : problem.option(option)) {
      // An item that needs all the options that it has left forces them.
      if (problem.is_primary(use.item) &&
          options_left[use.item.value()] <=
              problem.multiplicity(use.item).low) {
        return false;
      }
    }
    return true;
  };
  return Build(problem, std::move(kept), is_pinned, is_impossible);
}

}  // namespace dlx
