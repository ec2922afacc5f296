#include "sudoku/format/json_fields.h"

#include <cstdint>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace sudoku {

namespace {

// Deeper arrays than this are not about Sudoku.
constexpr int kMaxDepth = 8;

// A recursive-descent parser. Its functions return false after setting error_.
class Parser {
 public:
  Parser(absl::string_view text, int64_t line) : text_(text), line_(line) {}

  bool ReadObject(std::vector<JsonField>* fields) {
    SkipBlanks();
    if (!Expect('{', "a JSON line begins with '{'")) return false;
    SkipBlanks();
    if (!TryTake('}')) {
      do {
        JsonField field;
        SkipBlanks();
        JsonScalar name;
        if (Peek() != '"')
          return Fail("a field name in quotes must stand here");
        if (!ReadText(&name)) return false;
        field.name = std::move(name.text);
        SkipBlanks();
        if (!Expect(':', "a ':' must follow the name of a field")) {
          return false;
        }
        SkipBlanks();
        field.place = Here();
        field.is_array = Peek() == '[';
        if (!ReadValue(0, &field)) return false;
        fields->push_back(std::move(field));
        SkipBlanks();
      } while (TryTake(','));
      if (!Expect('}', "a ',' or '}' must follow the value of a field")) {
        return false;
      }
    }
    SkipBlanks();
    if (at_ < text_.size()) return Fail("text follows the end of the object");
    return true;
  }

  ReadError& error() { return error_; }

 private:
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  TextPlace Here() const { return {line_, static_cast<int>(at_) + 1}; }

  bool Fail(absl::string_view sentence) {
    error_ = {Here(), std::string(sentence)};
    return false;
  }

  void SkipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) {
      ++at_;
    }
  }

  bool TryTake(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  bool Expect(char c, absl::string_view sentence) {
    return TryTake(c) || Fail(sentence);
  }

  bool ReadValue(int depth, JsonField* field) {
    if (depth > kMaxDepth) return Fail("the arrays are nested too deeply");
    if (TryTake('[')) {
      SkipBlanks();
      if (TryTake(']')) return true;
      do {
        SkipBlanks();
        if (!ReadValue(depth + 1, field)) return false;
        SkipBlanks();
      } while (TryTake(','));
      return Expect(']', "a ',' or ']' must follow a value in an array");
    }
    if (Peek() == '{') {
      return Fail("an object within an object is not part of a puzzle");
    }
    JsonScalar scalar;
    if (Peek() == '"') {
      if (!ReadText(&scalar)) return false;
    } else if (!ReadWord(&scalar)) {
      return false;
    }
    field->values.push_back(std::move(scalar));
    return true;
  }

  // A number, true, false or null.
  bool ReadWord(JsonScalar* scalar) {
    scalar->place = Here();
    const size_t begin = at_;
    while (at_ < text_.size() &&
           (absl::ascii_isalnum(static_cast<unsigned char>(text_[at_])) ||
            absl::StrContains("+-.", text_[at_]))) {
      ++at_;
    }
    const absl::string_view word = text_.substr(begin, at_ - begin);
    double number;
    if (word != "true" && word != "false" && word != "null" &&
        !absl::SimpleAtod(word, &number)) {
      at_ = begin;
      return Fail(word.empty()
                      ? std::string("a value must stand here")
                      : absl::StrCat("\"", word, "\" is not a JSON value"));
    }
    scalar->text = std::string(word);
    return true;
  }

  bool ReadText(JsonScalar* scalar) {
    const TextPlace open = Here();
    ++at_;  // The quotation mark.
    scalar->is_text = true;
    scalar->place = Here();
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        scalar->text.push_back(text_[at_++]);
      } else if (!ReadEscape(&scalar->text)) {
        return false;
      }
    }
    if (at_ == text_.size()) {
      error_ = {open, "the text in quotes is not closed on this line"};
      return false;
    }
    ++at_;
    return true;
  }

  bool ReadEscape(std::string* out) {
    constexpr absl::string_view kNames = "\"\\/bfnrt";
    constexpr absl::string_view kMeanings = "\"\\/\b\f\n\r\t";
    const char name = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    const size_t index = kNames.find(name);
    if (index != absl::string_view::npos) {
      out->push_back(kMeanings[index]);
      at_ += 2;
      return true;
    }
    uint32_t code = 0;
    if (name != 'u' || !ReadHex(at_ + 2, &code)) {
      return Fail("this is not an escape sequence of JSON");
    }
    at_ += 6;
    // Two surrogates make one character.
    uint32_t low = 0;
    if (code >= 0xD800 && code < 0xDC00 &&
        absl::StartsWith(text_.substr(at_), "\\u") && ReadHex(at_ + 2, &low) &&
        low >= 0xDC00 && low < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
      at_ += 6;
    } else if (code >= 0xD800 && code < 0xE000) {
      code = 0xFFFD;
    }
    AppendUtf8(code, out);
    return true;
  }

  bool ReadHex(size_t begin, uint32_t* code) const {
    if (begin + 4 > text_.size()) return false;
    for (size_t i = begin; i < begin + 4; ++i) {
      const unsigned char c = static_cast<unsigned char>(text_[i]);
      if (!absl::ascii_isxdigit(c)) return false;
      *code = *code * 16 + (absl::ascii_isdigit(c)
                                ? c - '0'
                                : absl::ascii_tolower(c) - 'a' + 10);
    }
    return true;
  }

  static void AppendUtf8(uint32_t code, std::string* out) {
    const auto tail = [&](int shift) {
      out->push_back(static_cast<char>(0x80 | ((code >> shift) & 0x3F)));
    };
    if (code < 0x80) {
      out->push_back(static_cast<char>(code));
    } else if (code < 0x800) {
      out->push_back(static_cast<char>(0xC0 | (code >> 6)));
      tail(0);
    } else if (code < 0x10000) {
      out->push_back(static_cast<char>(0xE0 | (code >> 12)));
      tail(6);
      tail(0);
    } else {
      out->push_back(static_cast<char>(0xF0 | (code >> 18)));
      tail(12);
      tail(6);
      tail(0);
    }
  }

  absl::string_view text_;
  int64_t line_;
  size_t at_ = 0;
  ReadError error_;
};

}  // namespace

std::optional<ReadError> ReadJsonFields(absl::string_view line,
                                        int64_t line_number,
                                        std::vector<JsonField>* fields) {
  fields->clear();
  Parser parser(line, line_number);
  if (parser.ReadObject(fields)) return std::nullopt;
  return std::move(parser.error());
}

}  // namespace sudoku
