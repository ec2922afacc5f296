#ifndef SUDOKU_FORMAT_LINE_BUFFER_H_
#define SUDOKU_FORMAT_LINE_BUFFER_H_

// Cuts a text that arrives in pieces into lines.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace sudoku {

class LineBuffer {
 public:
  // No line of a puzzle is longer, not even 36x36 candidates in JSON. Of a
  // longer line nothing is kept.
  static constexpr size_t kMaxLineLength = size_t{1} << 20;

  void Feed(absl::string_view text);
  void Finish() { is_finished_ = true; }
  bool is_finished() const { return is_finished_; }

  // Finds the next line, or the same one again. False if there is none, or not
  // all of it; in a finished text, that is the end.
  bool Peek();
  // REQUIRES, of these: Peek() has returned true, and nothing else has been
  // called since. A line ends with a line feed, or with a carriage return
  // before it, which are not part of it; nor is a byte order mark.
  absl::string_view line() const { return line_; }
  int64_t number() const { return number_ + 1; }
  // True if the line is too long. It is then its beginning.
  bool is_overlong() const { return is_overlong_; }
  // All the text there is from the current line on.
  absl::string_view rest() const {
    return absl::string_view(buffer_).substr(at_);
  }

  // Goes on to the next line.
  void Consume();

 private:
  std::string buffer_;
  size_t at_ = 0;    // Where the current line begins.
  size_t next_ = 0;  // Where the next line begins.
  bool has_line_ = false;
  bool is_overlong_ = false;
  absl::string_view line_;
  int64_t number_ = 0;  // Of lines before the current one.
  bool is_finished_ = false;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_LINE_BUFFER_H_
