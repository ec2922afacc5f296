#include "sudoku/format/text_lines.h"

#include <algorithm>
#include <cassert>

#include "absl/strings/strip.h"

namespace sudoku {

void TextLines::Feed(absl::string_view text) {
  assert(!is_finished_);
  Append(decoder_.Decode(text));
}

void TextLines::Finish() {
  if (!is_finished_) Append(decoder_.Finish());
  is_finished_ = true;
}

void TextLines::Append(absl::string_view text) {
  if (is_dropping_) {
    const size_t end = text.find('\n');
    if (end == absl::string_view::npos) return;
    text.remove_prefix(end + 1);
    is_dropping_ = false;
  }
  // What is kept is less than a line, or the few lines of a look ahead.
  found_.erase(found_.begin(), found_.begin() + first_);
  first_ = 0;
  const size_t consumed = found_.empty() ? next_ : found_.front().begin;
  buffer_.erase(0, consumed);
  for (Line& line : found_) {
    line.begin -= consumed;
    line.end -= consumed;
  }
  next_ -= consumed;
  searched_ = std::max(searched_, consumed) - consumed;
  buffer_.append(text.data(), text.size());
}

TextLines::Look TextLines::FindNext() {
  if (is_dropping_) return is_finished_ ? Look::kEnd : Look::kNeedText;
  const size_t begin = next_;
  size_t end = buffer_.find('\n', std::max(begin, searched_));
  next_ = end + 1;
  if (end == std::string::npos) {
    next_ = begin;
    searched_ = end = buffer_.size();
    if (end - begin > kMaxLineLength) {
      buffer_.resize(begin);
      searched_ = begin;
      is_dropping_ = true;
    } else if (!is_finished_) {
      return Look::kNeedText;
    } else if (end == begin) {
      return Look::kEnd;
    } else {
      next_ = end;
    }
  }
  const bool is_overlong = end - begin > kMaxLineLength;
  found_.push_back({begin, is_overlong ? begin : end, is_overlong});
  return Look::kLine;
}

TextLines::Look TextLines::Peek(size_t ahead, absl::string_view* line) {
  while (found_.size() - first_ <= ahead) {
    const Look look = FindNext();
    if (look != Look::kLine) return look;
  }
  const Line& found = found_[first_ + ahead];
  *line =
      absl::string_view(buffer_).substr(found.begin, found.end - found.begin);
  absl::ConsumeSuffix(line, "\r");
  if (consumed_ + ahead == 0) absl::ConsumePrefix(line, "\xEF\xBB\xBF");
  return Look::kLine;
}

void TextLines::Consume(size_t count) {
  assert(first_ + count <= found_.size());
  consumed_ += static_cast<int64_t>(count);
  first_ += count;
  if (first_ < found_.size()) return;
  found_.clear();
  first_ = 0;
}

}  // namespace sudoku
