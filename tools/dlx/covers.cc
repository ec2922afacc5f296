#include "tools/dlx/covers.h"

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "tools/cli/json.h"
#include "tools/cli/printable.h"
#include "tools/cli/terminal.h"

namespace dlx::tool {
namespace {

std::string ItemsAsJson(const Problem& problem, OptionId option) {
  std::string text;
  cli::JsonWriter json(&text);
  json.BeginArray();
  for (const ItemUse& use : problem.option(option)) {
    if (use.color == kNoColor) {
      json.String(problem.item_name(use.item));
    } else {
      json.String(absl::StrCat(problem.item_name(use.item), ":",
                               problem.color_name(use.color)));
    }
  }
  json.EndArray();
  return text;
}

}  // namespace

CoverFormatter::CoverFormatter(const Problem& problem, bool json,
                               const cli::Output& output)
    : problem_(problem),
      json_(json),
      on_terminal_(output.is_terminal()),
      colored_(cli::UsesColor(output.fd())),
      option_texts_(problem.option_count()) {}

const std::string& CoverFormatter::OptionText(OptionId option) {
  std::string& text = option_texts_[option.value()];
  if (text.empty()) {
    if (json_) {
      text = ItemsAsJson(problem_, option);
    } else {
      text = problem_.OptionToString(option);
      if (on_terminal_) text = cli::Printable(text);
      text.push_back('\n');
    }
  }
  return text;
}

const std::string& CoverFormatter::Format(absl::Span<const OptionId> options,
                                          int64_t cost,
                                          std::optional<uint64_t> class_size) {
  ++number_;
  text_.clear();
  if (json_) {
    FormatJson(options, cost, class_size);
  } else {
    FormatText(options, cost, class_size);
  }
  return text_;
}

void CoverFormatter::FormatText(absl::Span<const OptionId> options,
                                int64_t cost,
                                std::optional<uint64_t> class_size) {
  if (number_ > 1) text_.push_back('\n');
  std::string heading = absl::StrCat("| cover ", number_);
  if (problem_.has_costs()) absl::StrAppend(&heading, ", cost ", cost);
  if (class_size.has_value()) {
    absl::StrAppend(&heading, ", one of ", *class_size);
  }
  absl::StrAppend(&text_, cli::Styled(heading, cli::Style::kDim, colored_),
                  "\n");
  for (const OptionId option : options) text_.append(OptionText(option));
}

void CoverFormatter::FormatJson(absl::Span<const OptionId> options,
                                int64_t cost,
                                std::optional<uint64_t> class_size) {
  absl::StrAppend(&text_, R"({"type":"cover","number":)", number_);
  if (problem_.has_costs()) absl::StrAppend(&text_, ",\"cost\":", cost);
  if (class_size.has_value()) {
    absl::StrAppend(&text_, ",\"class_size\":", *class_size);
  }
  const char* separator = ",\"options\":[";
  if (options.empty()) absl::StrAppend(&text_, separator);
  for (const OptionId option : options) {
    absl::StrAppend(&text_, separator, option.value());
    separator = ",";
  }
  separator = "],\"items\":[";
  if (options.empty()) absl::StrAppend(&text_, separator);
  for (const OptionId option : options) {
    absl::StrAppend(&text_, separator, OptionText(option));
    separator = ",";
  }
  text_.append("]}\n");
}

}  // namespace dlx::tool
