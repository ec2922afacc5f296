#include "dlx/io/set_text.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "dlx/io/named_sets.h"
#include "dlx/io/names.h"
#include "dlx/io/scanner.h"

namespace dlx::io {
namespace {

constexpr absl::string_view kOpening = "{[(";
constexpr absl::string_view kClosing = "}])";
constexpr absl::string_view kBetween = " \t\r\n,;";

bool IsOneOf(char c, absl::string_view characters) {
  return characters.find(c) != characters.npos;
}

bool AreBits(const NamedSet& set) {
  return std::all_of(
      set.items.begin(), set.items.end(),
      [](absl::string_view item) { return item == "0" || item == "1"; });
}

// Whether the sets are rows of a table: if there are zeros and ones only, and
// one of them is in a set twice, so that it is no item. Without names, sets of
// both are rows, too.
bool AreRows(const std::vector<NamedSet>& sets) {
  return std::all_of(sets.begin(), sets.end(), AreBits) &&
         std::any_of(sets.begin(), sets.end(), [](const NamedSet& set) {
           const std::vector<absl::string_view>& items = set.items;
           return items.size() > 2 ||
                  (items.size() == 2 &&
                   (set.name.empty() || items[0] == items[1]));
         });
}

class SetReader {
 public:
  SetReader(absl::string_view text, absl::string_view file_name)
      : text_(text), scanner_(text, file_name) {}

  absl::StatusOr<Problem> Read() &&;

 private:
  // A bracket that is open.
  struct Level {
    NamedSet set;
    bool has_sets = false;
  };

  absl::Status ReadToken();
  absl::Status Open();
  absl::Status Close();
  absl::Status Separate();
  absl::Status ReadWord();
  // Makes sets of rows: the columns with a one.
  absl::Status TakeAsTable();
  // Of a comment that begins here: how many bytes it has; 0 if none does.
  size_t CommentLength() const;
  // The bytes from here on that end before one of the characters.
  absl::string_view Until(absl::string_view characters) const;

  const absl::string_view text_;
  const Scanner scanner_;  // For the places of errors.
  size_t at_ = 0;
  absl::string_view word_;  // The last one, until something is made of it.
  bool is_named_ = false;   // word_ is the name of what follows.
  std::vector<Level> open_;
  NamedSets list_;
  std::string numbers_;  // Of columns that have no names.
  bool has_universe_ = false;
};

size_t SetReader::CommentLength() const {
  const absl::string_view rest = text_.substr(at_);
  if (!absl::StartsWith(rest, "#") && !absl::StartsWith(rest, "//")) return 0;
  return std::min(rest.find('\n'), rest.size());
}

absl::string_view SetReader::Until(absl::string_view characters) const {
  const absl::string_view rest = text_.substr(at_);
  return rest.substr(0, std::min(rest.find_first_of(characters), rest.size()));
}

absl::Status SetReader::Open() {
  const absl::string_view place = text_.substr(at_, 1);
  if (!open_.empty()) {
    Level& outer = open_.back();
    if (!outer.set.items.empty()) {
      return scanner_.ErrorAt(place, "a set is no item of another one");
    }
    // The sets so far were lists of items.
    if (open_.size() == 1 && !outer.has_sets && !has_universe_) {
      has_universe_ = true;
      for (const NamedSet& set : list_.sets) {
        list_.items.insert(list_.items.end(), set.items.begin(),
                           set.items.end());
      }
      list_.sets.clear();
    }
    outer.has_sets = true;
  }
  open_.push_back({.set = {.name = is_named_ ? word_ : "", .place = place}});
  is_named_ = false;
  word_ = {};
  ++at_;
  return absl::OkStatus();
}

absl::Status SetReader::Close() {
  const absl::string_view place = text_.substr(at_, 1);
  if (is_named_) {
    return scanner_.ErrorAt(
        word_, absl::StrCat("a set should follow ", Quoted(word_)));
  }
  if (open_.empty() ||
      kOpening.find(open_.back().set.place[0]) != kClosing.find(place[0])) {
    return scanner_.ErrorAt(
        place, absl::StrCat("no bracket is closed by this ", place));
  }
  Level level = std::move(open_.back());
  open_.pop_back();
  // What has no name and nothing in it is no set, as in `int[] a = {1}`.
  if (!level.has_sets && !(level.set.name.empty() && level.set.items.empty())) {
    list_.sets.push_back(std::move(level.set));
  }
  word_ = {};
  ++at_;
  return absl::OkStatus();
}

// After a '=' or ':', the word before it names what follows.
absl::Status SetReader::Separate() {
  const absl::string_view place = text_.substr(at_, 1);
  if (word_.empty()) {
    return scanner_.ErrorAt(place, "a name should stand before this");
  }
  if (!is_named_ && !open_.empty()) {
    open_.back().set.items.pop_back();  // It was no item.
  }
  is_named_ = true;
  ++at_;
  return absl::OkStatus();
}

absl::Status SetReader::ReadWord() {
  const char first = text_[at_];
  if (IsOneOf(first, "'\"")) {
    ++at_;
    word_ = Until(absl::string_view(&first, 1));
    at_ = std::min(at_ + word_.size() + 1, text_.size());
  } else {
    word_ = Until("{[()]} \t\r\n,;=:'\"");
    at_ += word_.size();
  }
  if (open_.empty()) return absl::OkStatus();
  if (absl::StrContains(word_, "..") || absl::StrContains(word_, "\u2026")) {
    return scanner_.ErrorAt(word_,
                            absl::StrCat("all items must be listed: what does ",
                                         Quoted(word_), " stand for?"));
  }
  open_.back().set.items.push_back(word_);
  return absl::OkStatus();
}

absl::Status SetReader::ReadToken() {
  const char c = text_[at_];
  if (const size_t length = CommentLength(); length > 0) {
    at_ += length;
  } else if (IsOneOf(c, kBetween)) {
    ++at_;
  } else if (IsOneOf(c, kOpening)) {
    return Open();
  } else if (IsOneOf(c, kClosing)) {
    return Close();
  } else if (IsOneOf(c, "=:")) {
    return Separate();
  } else if (is_named_) {
    return scanner_.ErrorAt(
        text_.substr(at_, 1),
        absl::StrCat("a set should follow ", Quoted(word_)));
  } else {
    return ReadWord();
  }
  return absl::OkStatus();
}

absl::Status SetReader::TakeAsTable() {
  const size_t columns = list_.sets[0].items.size();
  if (list_.items.size() != columns) list_.items = NumbersTo(columns, numbers_);
  for (NamedSet& row : list_.sets) {
    if (row.items.size() != columns) {
      return scanner_.ErrorAt(row.place, WrongRow(row.items.size(), columns));
    }
    std::vector<absl::string_view> items;
    for (size_t i = 0; i < columns; ++i) {
      if (row.items[i] == "1") items.push_back(list_.items[i]);
    }
    row.items = std::move(items);
  }
  return absl::OkStatus();
}

absl::StatusOr<Problem> SetReader::Read() && {
  if (absl::StartsWith(text_, kByteOrderMark)) at_ = kByteOrderMark.size();
  while (at_ < text_.size()) {
    absl::Status status = ReadToken();
    if (!status.ok()) return status;
  }
  if (!open_.empty()) {
    return scanner_.ErrorAt(open_.back().set.place,
                            "this bracket is never closed");
  }
  if (list_.items.empty() && list_.sets.empty()) {
    return scanner_.ErrorAt(text_.substr(text_.size()), "there is no set");
  }
  if (AreRows(list_.sets)) {
    absl::Status status = TakeAsTable();
    if (!status.ok()) return status;
  }
  return ProblemOfSets(list_, scanner_);
}

}  // namespace

bool LooksLikeSets(absl::string_view text) {
  Scanner scanner(text, "");
  while (scanner.NextLine()) {
    absl::string_view line = scanner.line();
    line = line.substr(0, line.find('\n'));
    if (absl::StartsWith(line, "#") || absl::StartsWith(line, "//")) continue;
    char before = '=';  // What stands before, but for blanks.
    for (const char c : line) {
      if (IsOneOf(c, kOpening) && IsOneOf(before, "=:")) return true;
      if (!IsOneOf(c, " \t")) before = c;
    }
    return false;
  }
  return false;
}

absl::StatusOr<Problem> ReadSets(absl::string_view text,
                                 absl::string_view file_name) {
  return SetReader(text, file_name).Read();
}

}  // namespace dlx::io
