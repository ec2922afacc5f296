#include "dlx/io/problem_difference.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/id.h"

namespace dlx::io {
namespace {

bool SameItem(const Problem& a, const Problem& b, ItemId item) {
  return a.item_name(item) == b.item_name(item) &&
         a.is_primary(item) == b.is_primary(item) &&
         a.multiplicity(item) == b.multiplicity(item) &&
         a.FindItem(a.item_name(item)) == item &&
         b.FindItem(a.item_name(item)) == item;
}

bool SameOption(const Problem& a, const Problem& b, OptionId option) {
  const auto color_name = [](const Problem& problem, ColorId color) {
    return color == kNoColor ? absl::string_view() : problem.color_name(color);
  };
  const absl::Span<const ItemUse> uses_a = a.option(option);
  const absl::Span<const ItemUse> uses_b = b.option(option);
  return std::equal(uses_a.begin(), uses_a.end(), uses_b.begin(), uses_b.end(),
                    [&](const ItemUse& use_a, const ItemUse& use_b) {
                      return use_a.item == use_b.item &&
                             color_name(a, use_a.color) ==
                                 color_name(b, use_b.color);
                    }) &&
         a.cost(option) == b.cost(option);
}

}  // namespace

std::string DifferenceBetween(const Problem& a, const Problem& b) {
  const auto compare = [](absl::string_view what, size_t count_a,
                          size_t count_b) {
    return count_a == count_b
               ? ""
               : absl::StrCat(count_a, " ", what, ", not ", count_b);
  };
  for (const std::string& difference : {
           compare("items", a.item_count(), b.item_count()),
           compare("primary items", a.primary_count(), b.primary_count()),
           compare("options", a.option_count(), b.option_count()),
           compare("uses", a.use_count(), b.use_count()),
           compare("colours", a.has_colors(), b.has_colors()),
           compare("multiplicities", a.has_multiplicities(),
                   b.has_multiplicities()),
           compare("costs", a.has_costs(), b.has_costs()),
       }) {
    if (!difference.empty()) return difference;
  }
  for (uint32_t i = 0; i < a.item_count(); ++i) {
    if (!SameItem(a, b, ItemId(i))) return absl::StrCat("item ", i);
  }
  for (uint32_t i = 0; i < a.option_count(); ++i) {
    if (!SameOption(a, b, OptionId(i))) return absl::StrCat("option ", i);
  }
  return "";
}

}  // namespace dlx::io
