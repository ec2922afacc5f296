#include "dlx/io/scanner.h"

#include <algorithm>
#include <array>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dlx/io/names.h"

namespace dlx::io {
namespace {

// True if the text begins with the byte order mark of UTF-16.
bool IsUtf16(absl::string_view text) {
  return absl::StartsWith(text, "\xff\xfe") ||
         absl::StartsWith(text, "\xfe\xff");
}

}  // namespace

struct Scanner::ClassTable {
  constexpr ClassTable() {
    for (size_t i = 0; i < 0x20; ++i) classes[i] = kControl;
    classes[0x7f] = kControl;
    for (size_t i = 0x80; i < 0x100; ++i) classes[i] = kNotAscii;
    classes[' '] = kBlank;
    classes['\t'] = kBlank;
    classes['\n'] = kNewline;
    classes[':'] = kColon;
    classes['|'] = kBar;
  }

  std::array<uint8_t, 256> classes = {};
};

constexpr Scanner::ClassTable Scanner::kClasses;

inline uint8_t Scanner::ClassOf(char byte) {
  return kClasses.classes[static_cast<uint8_t>(byte)];
}

Scanner::Scanner(absl::string_view text, absl::string_view file_name)
    : text_(text), file_name_(file_name) {
  if (absl::StartsWith(text_, kByteOrderMark)) {
    text_.remove_prefix(kByteOrderMark.size());
  }
}

inline void Scanner::SkipBlanks() {
  while (next_ < text_.size() && ClassOf(text_[next_]) == kBlank) ++next_;
}

bool Scanner::AtCarriageReturnsBeforeNewline() const {
  if (next_ == text_.size() || text_[next_] != '\r') return false;
  const size_t i = text_.find_first_not_of("\r \t", next_);
  return i == text_.npos || text_[i] == '\n';
}

bool Scanner::NextLine() {
  for (;;) {
    if (is_at_beginning_) {
      is_at_beginning_ = false;
      if (IsUtf16(text_)) {
        status_ = ErrorAt(text_, "the text is UTF-16; it must be UTF-8");
        return false;
      }
    } else {
      const size_t newline = text_.find('\n', next_);
      if (newline == text_.npos) break;
      next_ = newline + 1;
    }
    SkipBlanks();
    if (next_ == text_.size()) break;
    if (text_[next_] == '\n' || text_[next_] == '|') continue;
    if (AtCarriageReturnsBeforeNewline()) continue;
    line_ = next_;
    return true;
  }
  next_ = line_ = text_.size();
  return false;
}

bool Scanner::NextWord() {
  SkipBlanks();
  const size_t begin = next_;
  size_t end = begin;
  uint8_t classes = 0;
  uint8_t last = 0;
  for (const char byte : text_.substr(begin)) {
    last = ClassOf(byte);
    if (last & kEndsWord) break;
    classes |= last;
    ++end;
  }
  next_ = end;
  if (last == kControl && !AtCarriageReturnsBeforeNewline()) {
    status_ = ControlCharacterError();
    return false;
  }
  word_ = text_.substr(begin, next_ - begin);
  word_classes_ = classes;
  if (classes & kNotAscii) {
    const size_t valid = Utf8Prefix(word_);
    if (valid < word_.size()) {
      const absl::string_view where = word_.substr(valid);
      if (absl::StartsWith(where, kByteOrderMark)) {
        status_ = ErrorAt(
            where, "a byte order mark (U+FEFF) in the middle of the text");
      } else {
        status_ =
            ErrorAt(where, absl::StrCat("this is not UTF-8: ", Quoted(word_)));
      }
      return false;
    }
  }
  return !word_.empty();
}

absl::Status Scanner::ControlCharacterError() const {
  const absl::string_view where = text_.substr(next_);
  switch (where.front()) {
    case '\0':
      return ErrorAt(where, "a NUL byte: this is not a text file");
    case '\r':
      return ErrorAt(where, "a carriage return in the middle of a line");
    default:
      return ErrorAt(where, absl::StrFormat("the control character 0x%02x",
                                            where.front()));
  }
}

absl::Status Scanner::CheckName(absl::string_view name) const {
  if (name.size() <= kLongestName) return absl::OkStatus();
  return ErrorAt(name, absl::StrCat("the name ", Quoted(name), " is too long: ",
                                    name.size(), " bytes, where ", kLongestName,
                                    " are the most"));
}

absl::Status Scanner::ErrorAt(absl::string_view where,
                              absl::string_view message,
                              absl::StatusCode code) const {
  const absl::string_view before =
      text_.substr(0, static_cast<size_t>(where.data() - text_.data()));
  const size_t newline = before.rfind('\n');
  const absl::string_view in_line =
      newline == before.npos ? before : before.substr(newline + 1);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  return absl::Status(
      code, absl::StrCat(file_name_, file_name_.empty() ? "" : ":", line, ":",
                         CharacterCount(in_line) + 1, ": ", message));
}

}  // namespace dlx::io
