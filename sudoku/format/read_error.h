#ifndef SUDOKU_FORMAT_READ_ERROR_H_
#define SUDOKU_FORMAT_READ_ERROR_H_

// What is wrong with a piece of input text, and where.

#include <cstdint>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "dlx/base/string_view.h"

namespace sudoku {

// A place in a text. Both count from 1; column 0 means the line as a whole.
struct TextPlace {
  int64_t line = 0;
  int column = 0;

  friend bool operator==(const TextPlace&, const TextPlace&) = default;
};

struct ReadError {
  TextPlace place = {};
  std::string sentence = {};  // Without a capital letter and a full stop.

  // "puzzles.txt:3:12: a sentence" (compilers' style, which editors follow).
  std::string ToString(dlx::StringView source) const {
    std::string result = absl::StrCat(source, ":", place.line);
    if (place.column > 0) absl::StrAppend(&result, ":", place.column);
    return absl::StrCat(result, ": ", sentence);
  }
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_READ_ERROR_H_
