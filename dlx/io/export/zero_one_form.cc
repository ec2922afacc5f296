#include "dlx/io/export/zero_one_form.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/types/span.h"

namespace dlx::io {
namespace {

struct ColoredOption {
  ColorId color;
  OptionId option;
};

// The options of each item, in ascending order.
std::vector<std::vector<ColoredOption>> OptionsByItem(const Problem& problem) {
  std::vector<std::vector<ColoredOption>> options(problem.item_count());
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    for (const ItemUse& use : problem.option(OptionId(i))) {
      options[use.item.value()].push_back({use.color, OptionId(i)});
    }
  }
  return options;
}

ItemCount PrimaryCount(ItemId item, Multiplicity multiplicity,
                       absl::Span<const ColoredOption> options) {
  ItemCount count = {.item = item};
  for (const ColoredOption& option : options) {
    count.variables.push_back(option.option.value());
  }
  const uint32_t size = static_cast<uint32_t>(options.size());
  count.low = std::min(multiplicity.low, size + 1);
  count.high = std::min(multiplicity.high, size);
  return count;
}

// Adds what there is to say about a secondary item.
void AddSecondary(ItemId item, std::vector<ColoredOption> options,
                  ZeroOneForm& form) {
  // Uses without a colour come first.
  std::stable_sort(options.begin(), options.end(),
                   [](const ColoredOption& a, const ColoredOption& b) {
                     return a.color < b.color;
                   });
  // A sole colour, or a sole option, is not contradicted by anything.
  if (options.empty() ||
      (options.front().color == options.back().color &&
       (options.size() == 1 || options.front().color != kNoColor))) {
    return;
  }
  ItemCount count = {.item = item, .low = 0, .high = 1};
  for (size_t begin = 0, end; begin < options.size(); begin = end) {
    const ColorId color = options[begin].color;
    end = begin + 1;
    if (color != kNoColor) {
      while (end < options.size() && options[end].color == color) ++end;
    }
    if (end - begin == 1) {
      count.variables.push_back(options[begin].option.value());
      continue;
    }
    ColorVariable variable = {
        .variable = form.variable_count++, .item = item, .color = color};
    for (size_t i = begin; i < end; ++i) {
      variable.options.push_back(options[i].option);
    }
    count.variables.push_back(variable.variable);
    form.colors.push_back(std::move(variable));
  }
  form.counts.push_back(std::move(count));
}

}  // namespace

ZeroOneForm MakeZeroOneForm(const Problem& problem) {
  ZeroOneForm form;
  form.option_count = static_cast<uint32_t>(problem.option_count());
  form.variable_count = form.option_count;
  std::vector<std::vector<ColoredOption>> options = OptionsByItem(problem);
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (problem.is_primary(item)) {
      form.counts.push_back(
          PrimaryCount(item, problem.multiplicity(item), options[i]));
    } else {
      AddSecondary(item, std::move(options[i]), form);
    }
  }
  return form;
}

}  // namespace dlx::io
