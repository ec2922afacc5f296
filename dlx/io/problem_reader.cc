#include "dlx/io/problem_reader.h"

#include <cstdint>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/io/names.h"
#include "dlx/io/option_line.h"
#include "dlx/io/scanner.h"

namespace dlx::io {
namespace {

// The names of a problem that is being built, all primary items of which were
// added before the first secondary one.
class BuilderNames : public NameTable {
 public:
  BuilderNames(ProblemBuilder* builder, uint32_t primary_count)
      : builder_(*builder), primary_count_(primary_count) {}

  std::optional<ItemId> FindItem(absl::string_view name) const override {
    return builder_.FindItem(name);
  }
  bool IsPrimary(ItemId item) const override {
    return item.value() < primary_count_;
  }
  ColorId ColorNamed(absl::string_view name) override {
    return builder_.AddColor(name);
  }

 private:
  ProblemBuilder& builder_;
  const uint32_t primary_count_;
};

class Reader {
 public:
  Reader(absl::string_view text, absl::string_view file_name)
      : scanner_(text, file_name) {}

  absl::StatusOr<Problem> Read() &&;

 private:
  absl::Status ReadItems();
  absl::Status ReadPrimary(absl::string_view word);
  absl::Status ReadSecondary(absl::string_view word);
  absl::StatusOr<uint32_t> ReadBound(absl::string_view digits) const;
  absl::Status ReadOptions();
  // The builder's status after the item `name` was added.
  absl::Status ItemStatus(absl::string_view word, absl::string_view name) const;
  // The builder's status, with the place where the trouble is.
  absl::Status BuilderStatus(absl::string_view where) const;

  Scanner scanner_;
  ProblemBuilder builder_;
  uint32_t primary_count_ = 0;
};

absl::StatusOr<Problem> Reader::Read() && {
  absl::Status status = ReadItems();
  if (status.ok()) status = ReadOptions();
  if (!status.ok()) return status;
  return std::move(builder_).Build();
}

absl::Status Reader::ReadItems() {
  if (!scanner_.NextLine()) {
    if (!scanner_.status().ok()) return scanner_.status();
    return scanner_.ErrorAt(
        scanner_.end(),
        "no items: the first line that is neither blank nor a comment (which "
        "begins with '|') must list them");
  }
  bool is_secondary = false;
  while (scanner_.NextWord()) {
    absl::string_view word = scanner_.word();
    if (word.front() == '|') {
      if (is_secondary) {
        return scanner_.ErrorAt(
            word, "a second '|': there may be one, before the secondary items");
      }
      is_secondary = true;
      // As with Knuth, no blank need follow.
      word.remove_prefix(1);
      if (word.empty()) continue;
    }
    const absl::Status status =
        is_secondary ? ReadSecondary(word) : ReadPrimary(word);
    if (!status.ok()) return status;
  }
  return scanner_.status();
}

// The forms are `name`, `high|name` and `low:high|name`.
absl::Status Reader::ReadPrimary(absl::string_view word) {
  const auto error = [&](absl::string_view where, auto... pieces) {
    return scanner_.ErrorAt(where, absl::StrCat(pieces...));
  };
  Multiplicity multiplicity;
  absl::string_view name = word;
  const size_t bar = scanner_.word_has_bar() ? word.find('|') : word.npos;
  if (bar != word.npos) {
    const absl::string_view bounds = word.substr(0, bar);
    name = word.substr(bar + 1);
    const size_t colon = bounds.find(':');
    const absl::string_view high_digits =
        colon == bounds.npos ? bounds : bounds.substr(colon + 1);
    const absl::string_view low_digits = bounds.substr(0, colon);
    const absl::StatusOr<uint32_t> low = ReadBound(low_digits);
    if (!low.ok()) return low.status();
    const absl::StatusOr<uint32_t> high = ReadBound(high_digits);
    if (!high.ok()) return high.status();
    multiplicity = {*low, *high};
    if (name.empty()) {
      return error(word, "an item name is missing after ", Quoted(word));
    }
    if (*high == 0) {
      return error(high_digits, "the multiplicity of item ", Quoted(name),
                   " is at most 0: no option could have it");
    }
    if (*low > *high) {
      return error(word, "the multiplicity of item ", Quoted(name),
                   " is at least ", *low, " but at most ", *high);
    }
  }
  const size_t special = name.find_first_of(":|");
  if (special != name.npos) {
    return error(name.substr(special), "misplaced '", name.substr(special, 1),
                 "' in ", Quoted(word));
  }
  if (absl::Status status = scanner_.CheckName(name); !status.ok()) {
    return status;
  }
  builder_.AddPrimary(name, multiplicity);
  ++primary_count_;
  return ItemStatus(word, name);
}

absl::Status Reader::ReadSecondary(absl::string_view word) {
  const size_t special = word.find_first_of(":|");
  if (special != word.npos) {
    const absl::string_view where = word.substr(special);
    return scanner_.ErrorAt(
        where,
        absl::StrCat("misplaced '", where.substr(0, 1), "' in ", Quoted(word),
                     ": a secondary item has no multiplicity"));
  }
  if (absl::Status status = scanner_.CheckName(word); !status.ok()) {
    return status;
  }
  builder_.AddSecondary(word);
  return ItemStatus(word, word);
}

absl::StatusOr<uint32_t> Reader::ReadBound(absl::string_view digits) const {
  const absl::string_view word = scanner_.word();
  if (digits.empty() || digits.find_first_not_of("0123456789") != digits.npos) {
    return scanner_.ErrorAt(
        digits, absl::StrCat("in ", Quoted(word),
                             ", a multiplicity such as 2 or 1:3 should stand "
                             "before the '|' (and a blank, if the '|' is to "
                             "begin the secondary items)"));
  }
  uint32_t bound = 0;
  if (!absl::SimpleAtoi(digits, &bound)) {
    return scanner_.ErrorAt(
        digits,
        absl::StrCat("the multiplicity in ", Quoted(word),
                     " is too large: it may be at most ", UINT32_MAX),
        absl::StatusCode::kOutOfRange);
  }
  return bound;
}

absl::Status Reader::ReadOptions() {
  BuilderNames names(&builder_, primary_count_);
  OptionLineReader option(&scanner_, &names);
  while (scanner_.NextLine()) {
    const absl::Status status = option.Read();
    if (!status.ok()) return status;
    builder_.AddOption(option.uses(), option.cost().value_or(0));
    if (!builder_.status().ok()) {
      return BuilderStatus(option.cost().has_value() ? option.cost_word()
                                                     : scanner_.line());
    }
  }
  return scanner_.status();
}

absl::Status Reader::ItemStatus(absl::string_view word,
                                absl::string_view name) const {
  if (builder_.status().code() == absl::StatusCode::kAlreadyExists) {
    // The builder would show all of a long name.
    return scanner_.ErrorAt(
        word, absl::StrCat("item ", Quoted(name), " is named twice"),
        absl::StatusCode::kAlreadyExists);
  }
  return BuilderStatus(word);
}

absl::Status Reader::BuilderStatus(absl::string_view where) const {
  const absl::Status& status = builder_.status();
  if (status.ok()) return status;
  return scanner_.ErrorAt(where, status.message(), status.code());
}

}  // namespace

absl::StatusOr<Problem> ReadProblem(StringView text, StringView file_name) {
  return Reader(text, file_name).Read();
}

}  // namespace dlx::io
