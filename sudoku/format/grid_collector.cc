#include "sudoku/format/grid_collector.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace sudoku {

namespace {

// True if a line that could not be read seems to be meant as a row: more than
// half of it is digits, empty marks and decorations.
bool LooksLikeRow(absl::string_view line) {
  const auto likely = std::count_if(line.begin(), line.end(), [](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c)) ||
           IsEmptyMark(c) || c == '|';
  });
  return 2 * static_cast<size_t>(likely) > line.size();
}

// True if there is a character among the cells of a row that can be a digit of
// a grid of that size.
bool HasDigitsOf(absl::string_view line, int size) {
  return std::any_of(line.begin(), line.end(), [size](char c) {
    return CharToDigit(c, size).has_value();
  });
}

std::string Cells(int count) {
  return absl::StrCat(count, count == 1 ? " cell" : " cells");
}

}  // namespace

int GridCollector::BandHeight() const {
  const auto geometry = geometries_->ForSize(size_);
  return geometry.ok() ? (*geometry)->box_rows() : 0;
}

void GridCollector::Clear() {
  cells_.Clear();
  size_ = rows_ = gap_distance_ = rows_before_gap_ = 0;
  is_spoiled_ = false;
}

ReadError GridCollector::Truncated(int rows, int64_t first_line) const {
  return {{first_line, 0},
          absl::StrFormat("this grid of %d columns has %d row%s instead of %d",
                          size_, rows, rows == 1 ? "" : "s", size_)};
}

void GridCollector::SkipRow(int cells_in_row) {
  if (cells_in_row <= kMaxSize) ++rows_of_length_[cells_in_row];
  // The length that most rows have; the larger one if two are equally common.
  int most = 0;
  for (int length = 4; length <= kMaxSize; ++length) {
    if (!IsBoxSize(length) || rows_of_length_[length] == 0) continue;
    if (rows_of_length_[length] >= most) {
      most = rows_of_length_[length];
      size_ = length;
    }
  }
  if (size_ == 0) size_ = 9;
  if (++rows_ >= size_) Clear();
}

std::optional<ReadError> GridCollector::AddRow(absl::string_view line,
                                               int64_t line_number,
                                               bool candidates) {
  if (is_complete_) Clear();
  is_complete_ = false;
  if (is_spoiled_) {
    WrittenCells skipped;
    ReadRow(line, line_number, {}, &skipped);
    SkipRow(skipped.count());
    return std::nullopt;
  }
  std::optional<ReadError> ended;
  if (gap_distance_ > 0 && rows_ - rows_before_gap_ == gap_distance_) {
    // Rule 3: a blank line should have come. A new grid began at the last one.
    ended = Truncated(rows_before_gap_, first_line_);
    cells_.DropFirst(static_cast<size_t>(rows_before_gap_) * size_);
    rows_ -= rows_before_gap_;
    first_line_ = first_line_after_gap_;
    gap_distance_ = rows_before_gap_ = 0;
  }
  if (rows_ == 0) {
    first_line_ = line_number;
    size_ = geometries_->fixed_size();
  }
  if (rows_ == rows_before_gap_) first_line_after_gap_ = line_number;

  const int before = cells_.count();
  std::optional<ReadError> error =
      ReadRow(line, line_number, {size_, candidates}, &cells_);
  const int added = cells_.count() - before;
  if (!error.has_value()) {
    if (size_ > 0 && added != size_) {
      error = {{line_number, 0},
               absl::StrFormat("row %d of the grid has %s instead of %d",
                               rows_ + 1, Cells(added), size_)};
    } else if (size_ == 0 && !IsBoxSize(added)) {
      error = {
          {line_number, 0},
          absl::StrCat("this row has ", Cells(added),
                       ", but no grid with boxes has rows of that length")};
    }
  }
  if (rows_ == 0 && !LooksLikeRow(line) &&
      (error.has_value() || !HasDigitsOf(line, added))) {
    // The line is no part of a grid, and does not begin one.
    Clear();
    if (!error.has_value() || error->place.column == 0) {
      error = {{line_number, 0},
               "this line is neither a puzzle nor a row of one"};
    }
    return error;
  }
  if (rows_ == 0 && added > kMaxSize) {
    Clear();
    return error;
  }
  if (error.has_value()) {
    is_spoiled_ = true;
    rows_of_length_.fill(0);
    if (rows_ > 0) rows_of_length_[size_] = rows_;
    SkipRow(added);
    return ended.has_value() ? ended : error;
  }
  size_ = added;
  if (++rows_ == size_) {
    is_complete_ = true;
    rows_ = gap_distance_ = rows_before_gap_ = 0;
  }
  return ended;
}

std::optional<ReadError> GridCollector::AddGap() {
  if (!active()) return std::nullopt;
  const int since = rows_ - rows_before_gap_;
  if (since == 0) return std::nullopt;
  const bool fits = gap_distance_ > 0 ? since == gap_distance_
                                      : rows_ == 1 || rows_ == BandHeight();
  if (!fits) return End();
  gap_distance_ = since;
  rows_before_gap_ = rows_;
  return std::nullopt;
}

std::optional<ReadError> GridCollector::End() {
  if (!active()) return std::nullopt;
  std::optional<ReadError> error;
  if (!is_spoiled_) error = Truncated(rows_, first_line_);
  Clear();
  return error;
}

}  // namespace sudoku
