#ifndef SUDOKU_FORMAT_JSON_FIELDS_H_
#define SUDOKU_FORMAT_JSON_FIELDS_H_

// The little JSON that puzzle files need: one object on a line, whose values
// are texts, numbers, or arrays of them.
//
//   {"puzzle": "53..7....6..195...", "name": "Monday", "rating": 3.5}
//   {"puzzle": [[5, 3, 0, ...], ...]}

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/format/read_error.h"

namespace sudoku {

// One value without structure: a text, a number, true, false or null.
struct JsonScalar {
  bool is_text = false;
  std::string text;  // Decoded if it is a text, otherwise as it was written.
  TextPlace place;   // Of a text, that of the first character inside.
};

struct JsonField {
  std::string name;
  // An array's values, those of inner arrays included; or the one value.
  std::vector<JsonScalar> values;
  bool is_array = false;
  TextPlace place;  // Of the value.
};

// Reads an object. Returns what is wrong with it, if anything is.
std::optional<ReadError> ReadJsonFields(absl::string_view line,
                                        int64_t line_number,
                                        std::vector<JsonField>* fields);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_JSON_FIELDS_H_
