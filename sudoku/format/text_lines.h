#ifndef SUDOKU_FORMAT_TEXT_LINES_H_
#define SUDOKU_FORMAT_TEXT_LINES_H_

// Cuts a text that arrives in pieces into lines, and looks ahead at those that
// follow the current one. A text in UTF-16 becomes one in UTF-8.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/format/utf16_decoder.h"

namespace sudoku {

// REQUIRES below is checked by assertions, where these are on.
class TextLines {
 public:
  // No line of a puzzle is longer, not even 36x36 candidates in JSON. Of a
  // longer line nothing is kept.
  static constexpr size_t kMaxLineLength = size_t{1} << 20;

  enum class Look { kLine, kEnd, kNeedText };

  // No line that was looked at is valid after this.
  // REQUIRES: Finish() was not called.
  void Feed(absl::string_view text);
  void Finish();

  // Looks at the line that is `ahead` lines after the current one: *line is the
  // line without a line feed, the carriage return before it, and a byte order
  // mark. If not all of it is there, more text is needed.
  Look Peek(size_t ahead, absl::string_view* line);
  // REQUIRES: Peek(ahead, ...) has found a line. True if it is longer than
  // kMaxLineLength; it then appears as empty.
  bool is_overlong(size_t ahead) const {
    assert(first_ + ahead < found_.size());
    return found_[first_ + ahead].is_overlong;
  }

  // Of the current line, from 1.
  int64_t number() const { return consumed_ + 1; }

  // How much of the text so far is at or behind the current line.
  size_t waiting_bytes() const {
    const size_t begin = first_ < found_.size() ? found_[first_].begin : next_;
    return buffer_.size() - begin;
  }

  // Goes on behind so many lines. REQUIRES: Peek(count - 1, ...) has found a
  // line.
  void Consume(size_t count);

 private:
  struct Line {
    size_t begin;
    size_t end;  // Behind the last character, where the line feed is.
    bool is_overlong;
  };

  // Takes text in UTF-8.
  void Append(absl::string_view text);
  // Appends a line to found_.
  Look FindNext();

  Utf16Decoder decoder_;
  std::string buffer_;
  // The lines that have been found; those before first_ are consumed.
  std::vector<Line> found_;
  size_t first_ = 0;
  size_t next_ = 0;      // Where the line after those begins.
  size_t searched_ = 0;  // There is no line feed from next_ to here.
  int64_t consumed_ = 0;
  bool is_finished_ = false;
  bool is_dropping_ = false;  // What comes belongs to an overlong line.
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_TEXT_LINES_H_
