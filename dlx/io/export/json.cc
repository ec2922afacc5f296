#include "dlx/io/export/json.h"

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/names.h"
#include "dlx/io/text.h"

namespace dlx::io {
namespace {

absl::Status CheckJsonName(absl::string_view name) {
  if (Utf8Prefix(name) == name.size()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "JSON cannot write the name ", Quoted(name), ": it is not UTF-8"));
}

absl::Status CheckJsonNames(const Problem& problem) {
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    absl::Status status = CheckJsonName(problem.item_name(ItemId(i)));
    if (!status.ok()) return status;
  }
  for (uint32_t i = 1; i <= problem.color_count(); ++i) {
    absl::Status status = CheckJsonName(problem.color_name(ColorId(i)));
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

void AppendItems(const Problem& problem, bool primary, std::string& text) {
  absl::string_view separator = "\n    ";
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (problem.is_primary(item) != primary) continue;
    absl::StrAppend(&text, separator, "{\"name\": ");
    separator = ",\n    ";
    AppendJsonString(problem.item_name(item), &text);
    const Multiplicity multiplicity = problem.multiplicity(item);
    if (primary && multiplicity != Multiplicity{}) {
      absl::StrAppend(&text, ", \"low\": ", multiplicity.low,
                      ", \"high\": ", multiplicity.high);
    }
    text.push_back('}');
  }
}

void AppendJsonOption(const Problem& problem, OptionId option,
                      std::string& text) {
  absl::StrAppend(&text, "{\"items\": [");
  absl::string_view separator = "";
  for (const ItemUse& use : problem.option(option)) {
    absl::StrAppend(&text, separator);
    separator = ", ";
    AppendJsonString(problem.item_name(use.item), &text);
  }
  text.push_back(']');
  separator = ", \"colors\": {";
  for (const ItemUse& use : problem.option(option)) {
    if (use.color == kNoColor) continue;
    absl::StrAppend(&text, separator);
    separator = ", ";
    AppendJsonString(problem.item_name(use.item), &text);
    absl::StrAppend(&text, ": ");
    AppendJsonString(problem.color_name(use.color), &text);
  }
  if (separator == ", ") text.push_back('}');
  const int64_t cost = problem.cost(option);
  if (cost != 0) absl::StrAppend(&text, ", \"cost\": ", cost);
  text.push_back('}');
}

}  // namespace

absl::StatusOr<std::string> WriteJson(const Problem& problem) {
  if (absl::Status status = CheckJsonNames(problem); !status.ok())
    return status;
  std::string text = "{\n  \"primary\": [";
  AppendItems(problem, /*primary=*/true, text);
  text.append("],\n  \"secondary\": [");
  AppendItems(problem, /*primary=*/false, text);
  text.append("],\n  \"options\": [");
  absl::string_view separator = "\n    ";
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    absl::StrAppend(&text, separator);
    separator = ",\n    ";
    AppendJsonOption(problem, OptionId(i), text);
  }
  text.append("]\n}\n");
  return text;
}

}  // namespace dlx::io
