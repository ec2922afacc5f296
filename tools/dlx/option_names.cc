#include "tools/dlx/option_names.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace dlx::tool {

std::optional<OptionId> OptionNames::Find(absl::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) {
    return OptionId(static_cast<uint32_t>(found - names.begin()));
  }
  uint32_t number = 0;
  if (!absl::SimpleAtoi(name, &number) || number >= names.size()) {
    return std::nullopt;
  }
  return OptionId(number);
}

OptionNames NamesOfOptions(const Problem& problem) {
  std::vector<size_t> uses(problem.item_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      ++uses[use.item.value()];
    }
  }
  OptionNames result;
  result.is_name.resize(problem.item_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    result.names.push_back(absl::StrCat(k));
    for (const ItemUse& use : problem.option(OptionId(k))) {
      if (problem.is_primary(use.item) || use.color != kNoColor ||
          uses[use.item.value()] != 1) {
        continue;
      }
      result.names.back() = problem.item_name(use.item);
      result.is_name[use.item.value()] = true;
      break;
    }
  }
  return result;
}

absl::StatusOr<std::vector<OptionId>> OptionsNamed(const Problem& problem,
                                                   absl::string_view list) {
  const OptionNames names = NamesOfOptions(problem);
  std::vector<OptionId> options;
  for (absl::string_view name :
       absl::StrSplit(list, ',', absl::SkipWhitespace())) {
    name = absl::StripAsciiWhitespace(name);
    const std::optional<OptionId> option = names.Find(name);
    if (!option.has_value()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "there is no option \"", name, "\"; they are numbered from 0 to ",
          static_cast<int64_t>(problem.option_count()) - 1));
    }
    options.push_back(*option);
  }
  return options;
}

absl::StatusOr<Problem> WithoutNames(const Problem& problem,
                                     const OptionNames& names) {
  ProblemBuilder builder;
  std::vector<ItemId> new_ids(problem.item_count(), ItemId(0));
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (names.is_name[i]) continue;
    new_ids[i] = problem.is_primary(item)
                     ? builder.AddPrimary(problem.item_name(item),
                                          problem.multiplicity(item))
                     : builder.AddSecondary(problem.item_name(item));
  }
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    std::vector<ItemUse> uses;
    for (const ItemUse& use : problem.option(OptionId(k))) {
      if (names.is_name[use.item.value()]) continue;
      uses.emplace_back(new_ids[use.item.value()],
                        use.color == kNoColor
                            ? kNoColor
                            : builder.AddColor(problem.color_name(use.color)));
    }
    builder.AddOption(uses, problem.cost(OptionId(k)));
  }
  return std::move(builder).Build();
}

std::string CoverAsNames(const OptionNames& names,
                         std::vector<OptionId> options) {
  std::sort(options.begin(), options.end());
  return absl::StrCat("{",
                      absl::StrJoin(options, ", ",
                                    [&](std::string* out, OptionId option) {
                                      out->append(names.names[option.value()]);
                                    }),
                      "}");
}

}  // namespace dlx::tool
