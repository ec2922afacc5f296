#include "dlx/io/ec_reader.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/io/names.h"
#include "dlx/io/scanner.h"

namespace dlx::io {
namespace {

// Goes to the next line that is no comment, and behind its first word. False
// at the end, or if there is an error.
bool NextEcLine(Scanner& scanner) {
  while (scanner.NextLine()) {
    if (scanner.NextWord() && scanner.word() != "c") return true;
    if (!scanner.status().ok()) return false;
  }
  return false;
}

std::optional<uint32_t> NumberOf(absl::string_view word) {
  uint32_t number = 0;
  return absl::SimpleAtoi(word, &number) ? std::optional(number) : std::nullopt;
}

class EcReader {
 public:
  EcReader(absl::string_view text, absl::string_view file_name)
      : text_(text), scanner_(text, file_name) {}

  absl::StatusOr<Problem> Read() &&;

 private:
  absl::Status ReadHeading();
  absl::Status ReadOption();

  const absl::string_view text_;
  Scanner scanner_;
  ProblemBuilder builder_;
  uint32_t item_count_ = 0;
  std::optional<uint32_t> option_count_;  // What is said of it.
  uint32_t options_ = 0;
  std::vector<ItemUse> uses_;
};

absl::Status EcReader::ReadHeading() {
  NextEcLine(scanner_);
  const absl::string_view line = scanner_.line();
  std::vector<uint32_t> numbers;
  scanner_.NextWord();  // LooksLikeEc() has seen what this is.
  while (scanner_.NextWord()) {
    const std::optional<uint32_t> number = NumberOf(scanner_.word());
    if (!number.has_value() || numbers.size() == 2) {
      return scanner_.ErrorAt(scanner_.word(),
                              "after `p ec` stand the number of elements and, "
                              "perhaps, that of the sets");
    }
    numbers.push_back(*number);
  }
  if (!scanner_.status().ok()) return scanner_.status();
  item_count_ = numbers[0];
  if (numbers.size() == 2) option_count_ = numbers[1];
  if (item_count_ == 0) {
    return scanner_.ErrorAt(line, "there are no elements to cover");
  }
  if (item_count_ > text_.size()) {
    return scanner_.ErrorAt(
        line, absl::StrCat("most of ", item_count_,
                           " elements are in no set of so short a text"));
  }
  for (uint32_t item = 1; item <= item_count_; ++item) {
    builder_.AddPrimary(absl::StrCat(item));
  }
  return builder_.status();
}

absl::Status EcReader::ReadOption() {
  const absl::string_view line = scanner_.line();
  if (scanner_.word() != "s") {
    return scanner_.ErrorAt(
        line, absl::StrCat("a line begins with s (a set) or c (a comment), and "
                           "not with ",
                           Quoted(scanner_.word())));
  }
  uses_.clear();
  while (scanner_.NextWord()) {
    const std::optional<uint32_t> number = NumberOf(scanner_.word());
    if (!number.has_value() || *number < 1 || *number > item_count_) {
      return scanner_.ErrorAt(
          scanner_.word(),
          absl::StrCat("an element is a number from 1 to ", item_count_,
                       ", and not ", Quoted(scanner_.word())));
    }
    uses_.emplace_back(ItemId(*number - 1));
  }
  if (!scanner_.status().ok()) return scanner_.status();
  builder_.AddOption(uses_);
  ++options_;
  if (builder_.status().ok()) return absl::OkStatus();
  return scanner_.ErrorAt(line, builder_.status().message());
}

absl::StatusOr<Problem> EcReader::Read() && {
  absl::Status status = ReadHeading();
  while (status.ok() && NextEcLine(scanner_)) status = ReadOption();
  if (status.ok()) status = scanner_.status();
  if (!status.ok()) return status;
  if (option_count_.value_or(options_) != options_) {
    return scanner_.ErrorAt(
        scanner_.end(),
        absl::StrCat("there are ", options_, " sets, but `p ec` says ",
                     *option_count_));
  }
  return std::move(builder_).Build();
}

}  // namespace

bool LooksLikeEc(absl::string_view text) {
  Scanner scanner(text, "");
  return NextEcLine(scanner) && scanner.word() == "p" && scanner.NextWord() &&
         scanner.word() == "ec" && scanner.NextWord() &&
         NumberOf(scanner.word()).has_value();
}

absl::StatusOr<Problem> ReadEc(absl::string_view text,
                               absl::string_view file_name) {
  return EcReader(text, file_name).Read();
}

}  // namespace dlx::io
