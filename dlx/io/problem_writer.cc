#include "dlx/io/problem_writer.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/names.h"

namespace dlx::io {
namespace {

absl::Status CannotWrite(absl::string_view kind, absl::string_view name,
                         absl::string_view obstacle) {
  return absl::InvalidArgumentError(
      absl::StrCat("the text format cannot write "
                   "the ",
                   kind, " ", Quoted(name), ": ", obstacle));
}

absl::Status CheckNames(const Problem& problem) {
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const absl::string_view name = problem.item_name(ItemId(i));
    const absl::string_view obstacle = ObstacleInItemName(name);
    if (!obstacle.empty()) return CannotWrite("item name", name, obstacle);
  }
  // A colour without uses does not matter.
  std::vector<bool> checked(problem.color_count() + 1);
  checked[kNoColor.value()] = true;
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    for (const ItemUse& use : problem.option(OptionId(i))) {
      if (checked[use.color.value()]) continue;
      checked[use.color.value()] = true;
      const absl::string_view name = problem.color_name(use.color);
      const absl::string_view obstacle = ObstacleInColorName(name);
      if (!obstacle.empty()) return CannotWrite("colour", name, obstacle);
    }
  }
  return absl::OkStatus();
}

void AppendItems(const Problem& problem, std::string& text) {
  absl::string_view separator = "";
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (!problem.is_primary(item)) continue;
    text.append(separator.data(), separator.size());
    separator = " ";
    const Multiplicity multiplicity = problem.multiplicity(item);
    if (multiplicity.low != multiplicity.high) {
      absl::StrAppend(&text, multiplicity.low, ":", multiplicity.high, "|");
    } else if (multiplicity.low != 1) {
      absl::StrAppend(&text, multiplicity.low, "|");
    }
    absl::StrAppend(&text, problem.item_name(item));
  }
  if (problem.secondary_count() > 0) absl::StrAppend(&text, " |");
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (problem.is_primary(item)) continue;
    absl::StrAppend(&text, " ", problem.item_name(item));
  }
  text += '\n';
}

void AppendOption(const Problem& problem, OptionId option, std::string& text) {
  absl::string_view separator = "";
  for (const ItemUse& use : problem.option(option)) {
    absl::StrAppend(&text, separator, problem.item_name(use.item));
    separator = " ";
    if (use.color != kNoColor) {
      absl::StrAppend(&text, ":", problem.color_name(use.color));
    }
  }
  const int64_t cost = problem.cost(option);
  if (cost != 0) absl::StrAppend(&text, " |", cost);
  text += '\n';
}

}  // namespace

absl::StatusOr<std::string> WriteProblem(const Problem& problem) {
  const absl::Status status = CheckNames(problem);
  if (!status.ok()) return status;
  std::string text;
  AppendItems(problem, text);
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    AppendOption(problem, OptionId(i), text);
  }
  return text;
}

}  // namespace dlx::io
