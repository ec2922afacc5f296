#include "sudoku/format/line_buffer.h"

#include "absl/strings/strip.h"

namespace sudoku {

void LineBuffer::Feed(absl::string_view text) {
  // What is kept is less than a line, or the few lines of a look ahead.
  buffer_.erase(0, at_);
  next_ -= at_;
  at_ = 0;
  has_line_ = false;
  buffer_.append(text.data(), text.size());
}

bool LineBuffer::Peek() {
  if (has_line_) return true;
  while (true) {
    const absl::string_view rest = this->rest();
    size_t length = rest.find('\n');
    if (length == absl::string_view::npos) {
      if (rest.size() > kMaxLineLength && !is_overlong_) {
        is_overlong_ = true;
        line_ = rest;
        next_ = buffer_.size();
        has_line_ = true;
        return true;
      }
      if (!is_finished_) {
        if (is_overlong_) at_ = next_ = buffer_.size();
        return false;
      }
      if (rest.empty()) return false;
      length = rest.size();
      next_ = buffer_.size();
    } else {
      next_ = at_ + length + 1;
    }
    if (is_overlong_) {
      // This is the end of a line whose beginning has been seen.
      is_overlong_ = false;
      Consume();
      continue;
    }
    line_ = rest.substr(0, length);
    absl::ConsumeSuffix(&line_, "\r");
    if (number_ == 0) absl::ConsumePrefix(&line_, "\xEF\xBB\xBF");
    has_line_ = true;
    return true;
  }
}

void LineBuffer::Consume() {
  at_ = next_;
  has_line_ = false;
  if (!is_overlong_) ++number_;
}

}  // namespace sudoku
