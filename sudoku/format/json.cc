#include "sudoku/format/json.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "dlx/io/text.h"
#include "sudoku/format/utf8.h"

namespace sudoku {

namespace {

// What is nested more deeply than this is not about Sudoku.
constexpr int kMaxDepth = 8;

// A recursive-descent parser. Its functions return false after setting error_.
class Parser {
 public:
  Parser(absl::string_view text, int64_t line, JsonStyle style)
      : text_(text), line_(line), is_short_(style == JsonStyle::kShortened) {}

  bool ReadDocument(JsonValue* object) {
    SkipBlanks();
    if (Peek() != '{') return Fail("a JSON line begins with '{'");
    if (!ReadObject(0, object)) return false;
    SkipBlanks();
    if (Peek() == ',') ++at_;  // Of an array that has an object on each line.
    SkipBlanks();
    if (at_ < text_.size()) return Fail("text follows the end of the object");
    return true;
  }

  ReadError& error() { return error_; }

 private:
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  TextPlace Here() const {
    return {line_, static_cast<int>(at_ - line_begin_) + 1};
  }
  bool IsQuote(char c) const { return c == '"' || (is_short_ && c == '\''); }

  bool Fail(absl::string_view sentence) {
    error_ = {Here(), std::string(sentence)};
    return false;
  }

  void SkipBlanks() {
    for (; absl::StrContains(" \t\r\n", Peek()) && Peek() != '\0'; ++at_) {
      if (Peek() != '\n') continue;
      ++line_;
      line_begin_ = at_ + 1;
    }
  }

  bool TryTake(char c) {
    if (Peek() != c) return false;
    ++at_;
    return true;
  }

  bool ReadObject(int depth, JsonValue* object) {
    object->kind = JsonValue::Kind::kObject;
    object->place = Here();
    ++at_;  // The brace.
    SkipBlanks();
    if (TryTake('}')) return true;
    do {
      SkipBlanks();
      object->fields.emplace_back();
      JsonValue::Field& field = object->fields.back();
      if (!ReadName(&field.name)) return false;
      SkipBlanks();
      if (!TryTake(':')) return Fail("a ':' must follow the name of a field");
      if (!ReadValue(depth, &field.value)) return false;
      SkipBlanks();
    } while (TryTake(','));
    return TryTake('}') ||
           Fail("a ',' or '}' must follow the value of a field");
  }

  bool ReadName(std::string* name) {
    if (IsQuote(Peek())) {
      JsonValue text;
      if (!ReadText(&text)) return false;
      *name = std::move(text.text);
      return true;
    }
    if (is_short_) *name = std::string(TakeWord());
    return !name->empty() || Fail("a field name in quotes must stand here");
  }

  bool ReadValue(int depth, JsonValue* value) {
    SkipBlanks();
    value->place = Here();
    if (depth > kMaxDepth) return Fail("the arrays are nested too deeply");
    if (Peek() == '[') return ReadArray(depth, value);
    if (Peek() == '{') return ReadObject(depth + 1, value);
    if (IsQuote(Peek())) return ReadText(value);
    if (is_short_ && absl::StrContains(",]}", Peek())) {
      value->kind = JsonValue::Kind::kObject;
      return true;
    }
    return ReadWord(value);
  }

  bool ReadArray(int depth, JsonValue* array) {
    array->kind = JsonValue::Kind::kArray;
    ++at_;  // The bracket.
    SkipBlanks();
    // "[]" is shortened, too: what had no element has been left out.
    if (TryTake(']')) {
      if (is_short_) {
        array->items.emplace_back();
        array->items.back().kind = JsonValue::Kind::kObject;
      }
      return true;
    }
    do {
      array->items.emplace_back();
      if (!ReadValue(depth + 1, &array->items.back())) return false;
      SkipBlanks();
    } while (TryTake(','));
    return TryTake(']') || Fail("a ',' or ']' must follow a value in an array");
  }

  absl::string_view TakeWord() {
    const size_t begin = at_;
    while (at_ < text_.size() &&
           (absl::ascii_isalnum(static_cast<unsigned char>(text_[at_])) ||
            absl::StrContains("+-.#", text_[at_]))) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  bool ReadWord(JsonValue* value) {
    const size_t begin = at_;
    const absl::string_view word = TakeWord();
    double number;
    if (word.empty() || (!is_short_ && word != "true" && word != "false" &&
                         word != "null" && !absl::SimpleAtod(word, &number))) {
      at_ = begin;
      return Fail(word.empty()
                      ? std::string("a value must stand here")
                      : absl::StrCat("\"", word, "\" is not a JSON value"));
    }
    value->text = std::string(word);
    return true;
  }

  bool ReadText(JsonValue* value) {
    value->kind = JsonValue::Kind::kText;
    value->place = Here();
    const char quote = text_[at_++];
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      if (text_[at_] != '\\') {
        value->text.push_back(text_[at_++]);
      } else if (!ReadEscape(&value->text)) {
        return false;
      }
    }
    if (Peek() != quote) {
      error_ = {value->place, "the text in quotes is not closed on this line"};
      return false;
    }
    ++at_;
    return true;
  }

  bool ReadEscape(std::string* out) {
    constexpr absl::string_view kNames = "\"\\/bfnrt'";
    constexpr absl::string_view kMeanings = "\"\\/\b\f\n\r\t'";
    const char name = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    const size_t index = kNames.find(name);
    if (index != absl::string_view::npos && (name != '\'' || is_short_)) {
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
    std::u16string units(1, static_cast<char16_t>(code));
    uint32_t low = 0;
    if (code >= 0xD800 && code < 0xDC00 &&
        absl::StartsWith(text_.substr(at_), "\\u") && ReadHex(at_ + 2, &low) &&
        low >= 0xDC00 && low < 0xE000) {
      units.push_back(static_cast<char16_t>(low));
      at_ += 6;
    }
    out->append(Utf8FromUtf16(units));
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

  const absl::string_view text_;
  int64_t line_;
  const bool is_short_;
  size_t at_ = 0;
  size_t line_begin_ = 0;
  ReadError error_;
};

}  // namespace

const JsonValue* JsonValue::Find(absl::string_view name) const {
  const auto field =
      std::find_if(fields.begin(), fields.end(),
                   [name](const Field& f) { return f.name == name; });
  return field == fields.end() ? nullptr : &field->value;
}

std::optional<int> IntegerOf(const JsonValue* value) {
  int number = 0;
  if (value == nullptr || !absl::SimpleAtoi(value->text, &number)) {
    return std::nullopt;
  }
  return number;
}

std::string JsonText(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::kWord:
      return value.text;
    case JsonValue::Kind::kText:
      return dlx::io::JsonString(value.text);
    case JsonValue::Kind::kArray:
      return absl::StrCat(
          "[",
          absl::StrJoin(value.items, ",",
                        [](std::string* out, const JsonValue& item) {
                          absl::StrAppend(out, JsonText(item));
                        }),
          "]");
    case JsonValue::Kind::kObject:
      return absl::StrCat(
          "{",
          absl::StrJoin(value.fields, ",",
                        [](std::string* out, const JsonValue::Field& field) {
                          absl::StrAppend(out, dlx::io::JsonString(field.name),
                                          ":", JsonText(field.value));
                        }),
          "}");
  }
  return "";
}

bool IsNothing(const JsonValue& value) {
  return value.is_word("false") || value.is_word("null") ||
         (value.kind != JsonValue::Kind::kWord && value.text.empty() &&
          value.items.empty() && value.fields.empty());
}

std::optional<ReadError> ReadJsonObject(absl::string_view text,
                                        int64_t line_number, JsonStyle style,
                                        JsonValue* object) {
  *object = {};
  Parser parser(text, line_number, style);
  if (parser.ReadDocument(object)) return std::nullopt;
  return std::move(parser.error());
}

}  // namespace sudoku
