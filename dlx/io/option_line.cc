#include "dlx/io/option_line.h"

#include <limits>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "dlx/io/names.h"

namespace dlx::io {
namespace {

bool IsDecimal(absl::string_view text) {
  if (!text.empty() && text.front() == '-') text.remove_prefix(1);
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

// False if the sum does not fit.
bool Add(int64_t summand, int64_t& sum) {
  return !__builtin_add_overflow(sum, summand, &sum);
}

}  // namespace

absl::Status OptionLineReader::ReadCost() {
  cost_word_ = scanner_.word();
  const absl::string_view number = cost_word_.substr(1);
  if (number.empty()) {
    return scanner_.ErrorAt(cost_word_,
                            "in an option, '|' must be followed by a cost "
                            "without a blank between them, such as |5");
  }
  if (!IsDecimal(number)) {
    return scanner_.ErrorAt(
        cost_word_, absl::StrCat(Quoted(cost_word_),
                                 " is not a cost: after '|' there must be a "
                                 "decimal number, such as |5"));
  }
  int64_t cost = 0;
  int64_t sum = cost_.value_or(0);
  if (!absl::SimpleAtoi(number, &cost) || !Add(cost, sum)) {
    return scanner_.ErrorAt(
        cost_word_,
        absl::StrCat("the cost ", Quoted(cost_word_), " is too large"),
        absl::StatusCode::kOutOfRange);
  }
  cost_ = sum;
  return absl::OkStatus();
}

// An error if the line has had the item before.
inline absl::Status OptionLineReader::NoteItem(ItemId item,
                                               absl::string_view name) {
  if (last_seen_.size() <= item.value()) last_seen_.resize(item.value() + 1);
  uint64_t& last_seen = last_seen_[item.value()];
  if (last_seen == line_number_) {
    return scanner_.ErrorAt(
        scanner_.word(),
        absl::StrCat("item ", Quoted(name), " appears twice in this option"));
  }
  last_seen = line_number_;
  return absl::OkStatus();
}

inline absl::Status OptionLineReader::ReadUse() {
  const absl::string_view word = scanner_.word();
  const size_t colon = scanner_.word_has_colon() ? word.find(':') : word.npos;
  const absl::string_view name = word.substr(0, colon);
  const std::optional<ItemId> item = names_.FindItem(name);
  if (!item.has_value()) return UnknownItem(name);
  if (absl::Status status = NoteItem(*item, name); !status.ok()) return status;
  ColorId color = kNoColor;
  if (colon != word.npos) {
    const absl::StatusOr<ColorId> found =
        ReadColor(*item, word.substr(colon + 1));
    if (!found.ok()) return found.status();
    color = *found;
  }
  uses_.emplace_back(*item, color);
  return absl::OkStatus();
}

absl::Status OptionLineReader::Read() {
  uses_.clear();
  cost_.reset();
  ++line_number_;
  bool has_primary = false;
  while (scanner_.NextWord()) {
    if (scanner_.word().front() == '|') {
      const absl::Status status = ReadCost();
      if (!status.ok()) return status;
    } else {
      const absl::Status status = ReadUse();
      if (!status.ok()) return status;
      has_primary |= names_.IsPrimary(uses_.back().item);
    }
  }
  if (!scanner_.status().ok()) return scanner_.status();
  if (!has_primary) {
    return scanner_.ErrorAt(scanner_.line(), "this option has no primary item");
  }
  return absl::OkStatus();
}

absl::Status OptionLineReader::UnknownItem(absl::string_view name) const {
  const absl::string_view word = scanner_.word();
  if (name.empty()) {
    return scanner_.ErrorAt(
        word, absl::StrCat("there is no item name before ", Quoted(word)));
  }
  const size_t bar = scanner_.word_has_bar() ? name.find('|') : name.npos;
  if (bar != name.npos) {
    return scanner_.ErrorAt(
        name.substr(bar),
        absl::StrCat("a blank is missing before the '|' in ", Quoted(word)));
  }
  return scanner_.ErrorAt(word, absl::StrCat("unknown item ", Quoted(name)));
}

absl::StatusOr<ColorId> OptionLineReader::ReadColor(ItemId item,
                                                    absl::string_view name) {
  const absl::string_view word = scanner_.word();
  if (name.empty()) {
    return scanner_.ErrorAt(
        word,
        absl::StrCat("a colour is missing after the ':' of ", Quoted(word)));
  }
  if (names_.IsPrimary(item)) {
    return scanner_.ErrorAt(
        word, absl::StrCat("the primary item in ", Quoted(word),
                           " has a colour; only secondary items may"));
  }
  if (name.size() > 1) {
    const size_t special = name.find_first_of(":|");
    if (special != name.npos) {
      const absl::string_view where = name.substr(special);
      return scanner_.ErrorAt(
          where, absl::StrCat(where.front() == '|'
                                  ? "a blank is missing before the '|' in "
                                  : "there is a second ':' in ",
                              Quoted(word)));
    }
  }
  if (absl::Status status = scanner_.CheckName(name); !status.ok()) {
    return status;
  }
  return names_.ColorNamed(name);
}

}  // namespace dlx::io
