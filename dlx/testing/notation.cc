#include "dlx/testing/notation.h"

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace dlx::testing {
namespace {

[[noreturn]] void Fail(absl::string_view what, absl::string_view where) {
  std::cerr << "ProblemFromNotation: " << what << " in \"" << where << "\"\n";
  std::abort();
}

template <typename Number>
Number ParseNumber(absl::string_view word) {
  Number number;
  if (!absl::SimpleAtoi(word, &number)) Fail("not a number", word);
  return number;
}

std::vector<absl::string_view> Words(absl::string_view line) {
  return absl::StrSplit(line, ' ', absl::SkipEmpty());
}

// "a", "2|a" or "1:2|a"
void AddPrimary(ProblemBuilder& builder, absl::string_view word) {
  const std::vector<absl::string_view> parts = absl::StrSplit(word, '|');
  if (parts.size() == 1) {
    builder.AddPrimary(word);
    return;
  }
  const std::vector<absl::string_view> range = absl::StrSplit(parts[0], ':');
  builder.AddPrimary(parts[1], {ParseNumber<uint32_t>(range.front()),
                                ParseNumber<uint32_t>(range.back())});
}

void AddItems(ProblemBuilder& builder, absl::string_view line) {
  bool is_secondary = false;
  for (absl::string_view word : Words(line)) {
    if (word == "|") {
      is_secondary = true;
    } else if (is_secondary) {
      builder.AddSecondary(word);
    } else {
      AddPrimary(builder, word);
    }
  }
}

void AddOption(ProblemBuilder& builder, absl::string_view line) {
  std::vector<ItemUse> uses;
  int64_t cost = 0;
  for (absl::string_view word : Words(line)) {
    if (absl::ConsumePrefix(&word, "|")) {
      cost = ParseNumber<int64_t>(word);
      continue;
    }
    const std::vector<absl::string_view> parts = absl::StrSplit(word, ':');
    const std::optional<ItemId> item = builder.FindItem(parts[0]);
    if (!item.has_value()) Fail("an unknown item", word);
    uses.emplace_back(
        *item, parts.size() == 1 ? kNoColor : builder.AddColor(parts[1]));
  }
  builder.AddOption(uses, cost);
}

}  // namespace

Problem ProblemFromNotation(absl::string_view text) {
  ProblemBuilder builder;
  bool is_first = true;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (line.empty()) continue;
    if (is_first) {
      AddItems(builder, line);
    } else {
      AddOption(builder, line);
    }
    is_first = false;
  }
  absl::StatusOr<Problem> problem = std::move(builder).Build();
  if (!problem.ok()) Fail(problem.status().message(), text);
  return *std::move(problem);
}

std::string ToNotation(const Problem& problem) {
  std::string primary;
  std::string secondary;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    const auto [low, high] = problem.multiplicity(item);
    std::string& line = problem.is_primary(item) ? primary : secondary;
    if (!line.empty()) line += ' ';
    if (problem.is_primary(item) && (low != 1 || high != 1)) {
      absl::StrAppend(&line, low, ":", high, "|");
    }
    absl::StrAppend(&line, problem.item_name(item));
  }
  std::string text = primary;
  if (!secondary.empty()) absl::StrAppend(&text, " | ", secondary);
  text += '\n';
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    const OptionId option(i);
    absl::StrAppend(&text, problem.OptionToString(option));
    if (problem.cost(option) != 0) {
      absl::StrAppend(&text, " |", problem.cost(option));
    }
    text += '\n';
  }
  return text;
}

}  // namespace dlx::testing
