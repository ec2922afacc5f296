#ifndef SUDOKU_FORMAT_JSON_H_
#define SUDOKU_FORMAT_JSON_H_

// JSON as puzzles are written in it, on one line or several, with the place of
// each value, so that an error can name it.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/format/read_error.h"

namespace sudoku {

struct JsonValue {
  enum class Kind {
    kWord,  // A number, true, false or null.
    kText,
    kArray,
    kObject,
  };
  struct Field;

  bool is_word(absl::string_view word) const {
    return kind == Kind::kWord && text == word;
  }
  bool is_text() const { return kind == Kind::kText; }
  bool is_array() const { return kind == Kind::kArray; }
  bool is_object() const { return kind == Kind::kObject; }
  // Of a text, the place of its first character inside the quotes.
  TextPlace inside() const {
    return {place.line, place.column + (is_text() ? 1 : 0)};
  }
  // The value of an object's field; null if it has none of that name.
  const JsonValue* Find(absl::string_view name) const;

  Kind kind = Kind::kWord;
  std::string text = {};  // Decoded if it is a text, otherwise as written.
  std::vector<JsonValue> items;  // Of an array.
  std::vector<Field> fields;     // Of an object, in their order.
  TextPlace place = {};
};

struct JsonValue::Field {
  std::string name;
  JsonValue value;
};

// The number that a value is, also as a text: 17, "17".
std::optional<int> IntegerOf(const JsonValue* value);
// The value as JSON on one line.
std::string JsonText(const JsonValue& value);
// True for what a page writes where there is nothing: false, null, "", [], {}.
bool IsNothing(const JsonValue& value);

enum class JsonStyle {
  kStrict,
  // As SudokuPad shortens JSON: names without quotes, single quotation marks,
  // nothing in the place of an empty object, words without quotes.
  kShortened,
};

// Reads an object, which may extend over several lines. Returns what is wrong
// with it, if anything is.
std::optional<ReadError> ReadJsonObject(absl::string_view text,
                                        int64_t line_number, JsonStyle style,
                                        JsonValue* object);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_JSON_H_
