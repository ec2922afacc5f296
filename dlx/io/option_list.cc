#include "dlx/io/option_list.h"

// The lines are read first, and then one pass over the problem finds all of
// them at once: there is no index of the options by their items, and a list is
// usually much shorter than the problem.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/io/names.h"
#include "dlx/io/option_line.h"
#include "dlx/io/scanner.h"

namespace dlx::io {
namespace {

class ProblemNames : public NameTable {
 public:
  explicit ProblemNames(const Problem& problem) : problem_(problem) {}

  std::optional<ItemId> FindItem(absl::string_view name) const override {
    return problem_.FindItem(name);
  }
  bool IsPrimary(ItemId item) const override {
    return problem_.is_primary(item);
  }
  // A colour that the problem does not have gets a number that no option has.
  ColorId ColorNamed(absl::string_view name) override {
    return problem_.FindColor(name).value_or(ColorId(UINT32_MAX));
  }

 private:
  const Problem& problem_;
};

// An option's items and colours without their order.
using UseSet = std::vector<uint64_t>;

void AssignUses(absl::Span<const ItemUse> uses, UseSet& set) {
  set.clear();
  for (const ItemUse& use : uses) {
    set.push_back(uint64_t{use.item.value()} << 32 | use.color.value());
  }
  std::sort(set.begin(), set.end());
}

// What a line says about the option that it means.
struct Line {
  absl::string_view text;
  std::optional<uint32_t> number = std::nullopt;
  // If there is no number:
  UseSet uses = {};
  std::optional<int64_t> cost = std::nullopt;
};

// The options that consist of the same items and colours.
struct EqualOptions {
  std::vector<OptionId> options;
  size_t mentioned = 0;  // That many, at the beginning, have been mentioned.
};

class ListReader {
 public:
  ListReader(absl::string_view text, const Problem& problem,
             absl::string_view file_name)
      : problem_(problem),
        names_(problem),
        scanner_(text, file_name),
        mentioned_(problem.option_count()) {}

  absl::StatusOr<std::vector<OptionId>> Read() &&;

 private:
  absl::Status ReadLines();
  // The digits, if the line is a number and nothing else; otherwise empty.
  absl::string_view NumberInLine();
  absl::StatusOr<uint32_t> ReadNumber(absl::string_view digits);
  void FindOptions();
  absl::StatusOr<OptionId> Choose(const Line& line);

  const Problem& problem_;
  ProblemNames names_;
  Scanner scanner_;
  std::vector<Line> lines_;
  absl::flat_hash_map<UseSet, EqualOptions> options_by_uses_;
  std::vector<bool> mentioned_;
};

absl::StatusOr<std::vector<OptionId>> ListReader::Read() && {
  const absl::Status status = ReadLines();
  if (!status.ok()) return status;
  FindOptions();
  std::vector<OptionId> options;
  options.reserve(lines_.size());
  for (const Line& line : lines_) {
    const absl::StatusOr<OptionId> option = Choose(line);
    if (!option.ok()) return option.status();
    options.push_back(*option);
  }
  return options;
}

absl::Status ListReader::ReadLines() {
  OptionLineReader option(&scanner_, &names_);
  while (scanner_.NextLine()) {
    Line line = {.text = scanner_.line()};
    const absl::string_view digits = NumberInLine();
    if (!digits.empty()) {
      const absl::StatusOr<uint32_t> number = ReadNumber(digits);
      if (!number.ok()) return number.status();
      mentioned_[*number] = true;
      line.number = *number;
    } else {
      const absl::Status status = option.Read();
      if (!status.ok()) return status;
      AssignUses(option.uses(), line.uses);
      line.cost = option.cost();
    }
    lines_.push_back(std::move(line));
  }
  return scanner_.status();
}

absl::string_view ListReader::NumberInLine() {
  absl::string_view digits;
  if (scanner_.NextWord()) {
    const absl::string_view word = scanner_.word();
    const bool is_number = word.find_first_not_of("0123456789") == word.npos &&
                           !problem_.FindItem(word).has_value();
    if (is_number && !scanner_.NextWord()) digits = word;
  }
  scanner_.RewindLine();
  return scanner_.status().ok() ? digits : "";
}

absl::StatusOr<uint32_t> ListReader::ReadNumber(absl::string_view digits) {
  uint32_t number = 0;
  if (!absl::SimpleAtoi(digits, &number) || number >= problem_.option_count()) {
    return scanner_.ErrorAt(
        digits,
        absl::StrCat("there is no option ", Quoted(digits), ": ",
                     problem_.option_count(), " options are numbered from 0"));
  }
  return number;
}

void ListReader::FindOptions() {
  for (const Line& line : lines_) {
    if (!line.number.has_value()) options_by_uses_.try_emplace(line.uses);
  }
  if (options_by_uses_.empty()) return;
  UseSet uses;
  for (uint32_t i = 0; i < problem_.option_count(); ++i) {
    AssignUses(problem_.option(OptionId(i)), uses);
    const auto it = options_by_uses_.find(uses);
    if (it != options_by_uses_.end()) {
      it->second.options.push_back(OptionId(i));
    }
  }
}

absl::StatusOr<OptionId> ListReader::Choose(const Line& line) {
  if (line.number.has_value()) return OptionId(*line.number);
  EqualOptions& equal = options_by_uses_.find(line.uses)->second;
  const auto is_mentioned = [&](OptionId option) {
    return mentioned_[option.value()];
  };
  while (equal.mentioned < equal.options.size() &&
         is_mentioned(equal.options[equal.mentioned])) {
    ++equal.mentioned;
  }
  const auto fits = [&](OptionId option) {
    return !line.cost.has_value() || *line.cost == problem_.cost(option);
  };
  for (size_t i = equal.mentioned; i < equal.options.size(); ++i) {
    const OptionId option = equal.options[i];
    if (is_mentioned(option) || !fits(option)) continue;
    mentioned_[option.value()] = true;
    return option;
  }
  for (const OptionId option : equal.options) {
    if (fits(option)) return option;
  }
  absl::string_view text = line.text.substr(0, line.text.find('\n'));
  text = absl::StripTrailingAsciiWhitespace(text);
  return scanner_.ErrorAt(
      line.text,
      absl::StrCat("the problem has no option ", Quoted(text),
                   equal.options.empty() ? "" : ", only one of another cost"),
      absl::StatusCode::kNotFound);
}

}  // namespace

absl::StatusOr<std::vector<OptionId>> ReadOptionList(StringView text,
                                                     const Problem& problem,
                                                     StringView file_name) {
  return ListReader(text, problem, file_name).Read();
}

}  // namespace dlx::io
