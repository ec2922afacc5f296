#include "sudoku/format/grid_lines.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "sudoku/format/decorations.h"
#include "sudoku/format/documents.h"
#include "sudoku/format/line.h"
#include "sudoku/format/records.h"
#include "sudoku/format/row.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

// How far rules 5 and 6 look: what is below so many grids changes nothing.
constexpr int kMostGridsAhead = 100;

// True if there is a character among the cells of a row that can be a digit of
// a grid of that size.
bool HasDigitsOf(absl::string_view line, int size,
                 const GeometrySource& geometries) {
  return std::any_of(line.begin(), line.end(), [&](char c) {
    return geometries.DigitOf(c, size).has_value();
  });
}

std::string Cells(int count) {
  return absl::StrCat(count, count == 1 ? " cell" : " cells");
}

}  // namespace

TextLines::Look GridLines::Look(size_t ahead, WrittenLine* line) const {
  absl::string_view written;
  const TextLines::Look look = lines_->Peek(ahead, &written);
  if (look == TextLines::Look::kLine) {
    *line = WrittenLine(written);
    line->DropUnicodeDecorations();
    if (trailing_separator_ != '\0') line->DropSeparator(trailing_separator_);
    if (rules_.has_wrapping) line->DropWrapping();
  }
  return look;
}

bool GridLines::EndsEveryGrid(absl::string_view text) const {
  return IsDoubleLine(text) || IsSectionName(text) || IsHeading(text) ||
         (rules_.has_other_formats &&
          (IsJsonObject(text) || FindDocumentFormat(text) != nullptr));
}

bool GridLines::EndsRemains(absl::string_view text) const {
  return text.empty() || EndsEveryGrid(text) || IsCaption(text);
}

void GridLines::NoteMarks(size_t ahead, const WrittenLine& line) {
  if (!line.mark().has_value()) {
    has_usual_marks_ |=
        line.text().find_first_of(size_ <= 9 ? ".*_0xX" : ".*_") !=
        absl::string_view::npos;
    return;
  }
  const auto [index, character] = *line.mark();
  has_row_with_dashes_ |= character == '-';
  if (other_mark_.has_value()) return;
  other_mark_ = {
      PlaceOf(ahead, static_cast<int>(index) + 1),
      absl::StrCat(Quoted(character), " is neither a digit nor an empty cell")};
}

GridLines::Meaning GridLines::MeaningOf(size_t ahead) const {
  WrittenLine line;
  const TextLines::Look look = Look(ahead, &line);
  if (look == TextLines::Look::kNeedText) return Meaning::kNeedText;
  return look == TextLines::Look::kEnd ? Meaning::kRow : MeaningOf(ahead, line);
}

GridLines::Meaning GridLines::MeaningOf(size_t ahead,
                                        const WrittenLine& line) const {
  if (!rules_.has_lines) return Meaning::kRow;
  const int fixed_size = geometries_->fixed_size();
  if (rules_.has_other_formats && fixed_size == 0) {
    const int cells = LookAtPlainLine(line.text(), *geometries_).cells;
    if (cells == 16 || cells == 36) return MeaningOfShortLine(ahead, line);
  }
  return IsWholePuzzle(line.raw(), fixed_size, rules_.candidates)
             ? Meaning::kPuzzle
             : Meaning::kRow;
}

bool GridLines::Gaps::AddGap(int band_height) {
  if (since_ == 0) return true;
  const bool fits = distance_ > 0 ? since_ == distance_
                                  : since_ == 1 || since_ == band_height;
  distance_ = since_;
  since_ = 0;
  return fits;
}

bool GridLines::Gaps::AddRow() {
  if (distance_ > 0 && since_ == distance_) return false;
  ++since_;
  return true;
}

// A line of 16 cells can be a 4x4 puzzle or a row of a 16x16 one, a line of 36
// likewise. It is a row if as many such lines follow, or at least three before
// something else, and enough of them use digits that the small puzzle does not
// have: half of them (where letters may be meant as empty cells, or be wrong),
// or two if cells are numbers. Wrong lines among them do not decide.
GridLines::Meaning GridLines::MeaningOfShortLine(
    size_t ahead, const WrittenLine& first_line) const {
  const PlainLine first = LookAtPlainLine(first_line.text(), *geometries_);
  const int small_size = SizeFromCellCount(first.cells);
  struct Count {
    int lines = 0;
    int with_large_digits = 0;
  };
  Count count;
  Count before_gap;
  Gaps gaps;
  WrittenLine line;
  for (; count.lines < first.cells; ++ahead) {
    const TextLines::Look look = Look(ahead, &line);
    if (look == TextLines::Look::kNeedText) return Meaning::kNeedText;
    if (look == TextLines::Look::kEnd || EndsEveryGrid(line.text())) break;
    const absl::string_view text = line.text();
    if (text.empty()) {
      if (!gaps.AddGap(/*band_height=*/small_size)) break;
      before_gap = count;
      continue;
    }
    if (text[0] == '#' || IsBorder(text)) continue;
    const PlainLine plain = LookAtPlainLine(text, *geometries_);
    const bool is_alike = plain.cells == first.cells;
    if (!is_alike &&
        (!LooksLikeRow(text, *geometries_) || IsWholePuzzle(text, 0, false))) {
      break;
    }
    if (!gaps.AddRow()) {
      count = before_gap;
      break;
    }
    ++count.lines;
    count.with_large_digits += is_alike && plain.large_digits > 0;
    if (!first.is_spaced &&
        count.lines - count.with_large_digits > first.cells / 2) {
      return Meaning::kPuzzle;
    }
  }
  const int needed = first.is_spaced ? 2 : (count.lines + 1) / 2;
  // A line of numbers that is all alone may be the rest of a grid.
  const bool is_row =
      count.lines == 1 ? first.is_spaced && first.large_digits > 1
                       : count.lines >= 3 && count.with_large_digits >= needed;
  return is_row ? Meaning::kRow : Meaning::kPuzzle;
}

GridLines::Step GridLines::LookForTrailingSeparators() {
  absl::string_view line;
  if (lines_->Peek(0, &line) != TextLines::Look::kLine || line.empty() ||
      !absl::StrContains(",;\t", line.back())) {
    return Step::kGoOn;
  }
  const char separator = line.back();
  const int cells =
      static_cast<int>(std::count(line.begin(), line.end(), separator));
  if (!IsBoxSize(cells)) return Step::kGoOn;
  int rows = 0;
  while (rows < cells * (cells + 1)) {
    const TextLines::Look look = lines_->Peek(rows, &line);
    if (look == TextLines::Look::kNeedText) return Step::kNeedText;
    if (look == TextLines::Look::kEnd ||
        !absl::EndsWith(line, {&separator, 1})) {
      break;
    }
    ++rows;
  }
  if (rows % cells == 0) trailing_separator_ = separator;
  return Step::kGoOn;
}

GridLines::Result GridLines::Read() {
  if (LookForTrailingSeparators() == Step::kNeedText) return Result::kNeedText;
  size_ = geometries_->fixed_size();
  for (size_t ahead = 0;; ++ahead) {
    Step step = ahead == 0 ? TakeFirstRow() : Take(ahead);
    if (step == Step::kGoOn && HasAllRows()) {
      line_count_ = ahead + 1;
      step = is_broken_ ? TakeRemains(ahead + 1) : LookBelow(ahead + 1);
      if (step == Step::kGoOn) step = Step::kEnd;
    }
    if (step == Step::kNeedText) return Result::kNeedText;
    if (step == Step::kEnd) return Finish();
  }
}

// Another row below all that there can be: the blank line above the last of
// them was none between bands, and a new grid began there.
GridLines::Step GridLines::LookBelow(size_t ahead) {
  if (!gaps_.has_gaps()) return LookForMoreBands(ahead);
  WrittenLine line;
  const TextLines::Look look = Look(ahead, &line);
  if (look == TextLines::Look::kNeedText) return Step::kNeedText;
  if (look == TextLines::Look::kEnd || EndsRemains(line.text()) ||
      line.text()[0] == '#') {
    return Step::kEnd;
  }
  if (IsBorder(line.text())) return LookForGridBelowGap();
  WrittenCells cells;
  const bool is_row =
      !ReadRow(line.raw(), 0, {size_, rules_.candidates}, &cells) &&
      cells.count() == size_;
  return is_row ? EndAtGap() : Step::kEnd;
}

GridLines::Step GridLines::LookForMoreBands(size_t ahead) {
  const int band_height = BandHeight();
  const bool is_drawn =
      band_height > 0 && borders_below_bands_ == size_ / band_height - 1;
  if (!is_drawn) return Step::kEnd;
  if (rules_.whole_grids > 0) {
    whole_grids_below_ = rules_.whole_grids - 1;
    return Step::kEnd;
  }
  const size_t first = ahead;
  int rows = 0;
  bool is_after_border = false;
  WrittenCells cells;
  WrittenLine line;
  for (;; ++ahead) {
    const TextLines::Look look = Look(ahead, &line);
    if (look == TextLines::Look::kNeedText) return Step::kNeedText;
    if (look == TextLines::Look::kEnd || EndsRemains(line.text())) break;
    if (line.text()[0] == '#') continue;
    const bool is_band_full = rows % band_height == 0;
    if (IsBorder(line.text())) {
      if (is_after_border) break;
      const bool is_frame = has_other_border_ && line.text() == rules_.frame;
      if (!is_band_full || is_frame) return Step::kEnd;
      is_after_border = true;
      continue;
    }
    if (is_band_full && !is_after_border) return Step::kEnd;
    is_after_border = false;
    const int before = cells.count();
    if (ReadRow(line.raw(), 0, {size_, rules_.candidates}, &cells) ||
        cells.count() - before != size_) {
      return Step::kEnd;
    }
    if (++rows == kMostGridsAhead * size_) break;
  }
  if (rows % size_ == 0) whole_grids_below_ = rows / size_;
  if (rows % size_ == 0 || !is_after_border) return Step::kEnd;
  error_ = {PlaceOf(first),
            absl::StrFormat("a grid of %d rows ends here, but %d more rows "
                            "follow: it is not clear which are one grid",
                            size_, rows)};
  return EndAt(ahead);
}

// A border right below the last blank line, and then all that a grid has.
GridLines::Step GridLines::LookForGridBelowGap() {
  const size_t top = lines_before_gap_ + 1;
  WrittenLine line;
  if (Look(top, &line) != TextLines::Look::kLine || !IsBorder(line.text())) {
    return Step::kEnd;
  }
  const Step step = LookForWholeGrids(top);
  if (step == Step::kNeedText) return step;
  return step == Step::kEnd ? EndAtGap() : Step::kEnd;
}

GridLines::Step GridLines::EndAt(size_t ahead) {
  line_count_ = ahead;
  return Step::kEnd;
}

GridLines::Step GridLines::EndAsNoGrid(ReadError error) {
  error_ = std::move(error);
  is_grid_ = false;
  return EndAt(1);
}

GridLines::Step GridLines::TakeFirstRow() {
  WrittenLine line;
  Look(0, &line);
  if (IsBorder(line.text())) {
    // The reader has found rows with '-' below it.
    has_row_with_dashes_ = true;
    if (size_ == 0) size_ = static_cast<int>(absl::c_count(line.text(), '-'));
    TakeDashes(&line);
  }
  NoteMarks(0, line);
  Row row = ReadCells(0, line);
  if (size_ == 0 && !row.error.has_value() && IsBoxSize(row.cells)) {
    size_ = row.cells;
  }
  const bool is_likely = LooksLikeRow(line.raw(), *geometries_) &&
                         (row.error.has_value() || row.cells > 0);
  if (!is_likely && (IsWrong(row) || row.cells == 0 ||
                     !HasDigitsOf(line.raw(), row.cells, *geometries_))) {
    return EndAsNoGrid(
        row.error.has_value()
            ? *std::move(row.error)
            : ReadError{{lines_->number(), 0},
                        "this line is neither a puzzle nor a row of one"});
  }
  is_broken_ = IsWrong(row);
  is_short_ = (size_ == 16 || size_ == 36) &&
              LookAtPlainLine(line.text(), *geometries_).cells != size_;
  rows_.push_back(std::move(row));
  gaps_.AddRow();
  if (rows_[0].cells > kMaxSize) return EndAsNoGrid(LoneRow());
  return Step::kGoOn;
}

GridLines::Step GridLines::Take(size_t ahead) {
  WrittenLine line;
  const TextLines::Look look = Look(ahead, &line);
  if (look == TextLines::Look::kNeedText) return Step::kNeedText;
  if (look == TextLines::Look::kEnd) return EndAt(ahead);
  if (line.text().empty()) {
    if (!IsRowOfBlanks(line)) return TakeGap(ahead);
    is_after_border_ = false;
    return gaps_.AddRow() ? TakeRow(ahead, line) : EndAtGap();
  }
  if (line.text()[0] == '#') return Step::kGoOn;
  if (EndsEveryGrid(line.text())) return EndAt(ahead);
  if (IsBorder(line.text()) && !(has_row_with_dashes_ && TakeDashes(&line))) {
    return TakeBorder(ahead, line.text());
  }
  is_after_border_ = false;
  if (const size_t flaw = FlawOfBorder(line.text());
      flaw != absl::string_view::npos) {
    if (!error_.has_value()) {
      const auto indent = line.text().data() - line.raw().data();
      error_ = {PlaceOf(ahead, static_cast<int>(indent + flaw) + 1),
                absl::StrCat(Quoted(line.text()[flaw]),
                             " stands in a line between the rows of a grid")};
    }
    is_broken_ = true;
    return Step::kGoOn;
  }
  return gaps_.AddRow() ? TakeRow(ahead, line) : EndAtGap();
}

// In cells that are told apart by tabs, or by their places, blanks can be all
// that there is.
bool GridLines::IsRowOfBlanks(const WrittenLine& line) const {
  if (size_ == 0) return false;
  const auto tabs = absl::c_count(line.raw(), '\t');
  if (tabs > 0) return tabs == size_ - 1;
  if (line.raw() != std::string(size_, ' ')) return false;
  absl::string_view above;
  return lines_->Peek(rows_.back().ahead, &above) == TextLines::Look::kLine &&
         static_cast<int>(above.size()) == size_ &&
         absl::StrContains(above, ' ');
}

// A blank line should have come. A new grid began at the last one.
GridLines::Step GridLines::EndAtGap() {
  rows_.resize(rows_before_gap_);
  return EndAt(lines_before_gap_);
}

GridLines::Step GridLines::TakeGap(size_t ahead) {
  if (!gaps_.AddGap(BandHeight())) return EndAt(ahead);
  rows_before_gap_ = rows_.size();
  lines_before_gap_ = ahead;
  return Step::kGoOn;
}

GridLines::Step GridLines::TakeBorder(size_t ahead, absl::string_view border) {
  if (is_after_border_) return EndAt(ahead);
  is_after_border_ = true;
  const int band_height = BandHeight();
  const bool is_even =
      band_height > 0 && static_cast<int>(rows_.size()) % band_height == 0;
  if (is_even) {
    const Step step = LookForFrame(ahead, border);
    if (step != Step::kGoOn) return step == Step::kEnd ? EndAt(ahead) : step;
    has_other_border_ |= !rules_.frame.empty() && border != rules_.frame;
    borders_below_bands_ += !is_broken_;
    if (!is_broken_) return step;
  }
  const Step step = LookForEnd(ahead, border);
  return step == Step::kEnd ? EndAt(ahead) : step;
}

GridLines::Step GridLines::LookForEnd(size_t ahead, absl::string_view border) {
  const Step step = LookForFrame(ahead, border);
  return step == Step::kGoOn ? LookForWholeGrids(ahead) : step;
}

// Of other borders none may have been seen yet: then the next one tells, if it
// is below a band, and between two.
GridLines::Step GridLines::LookForFrame(size_t ahead,
                                        absl::string_view border) const {
  if (rules_.frame.empty() || border != rules_.frame) return Step::kGoOn;
  if (has_other_border_) return Step::kEnd;
  WrittenLine line;
  bool is_below_other = false;
  for (int rows = 0; rows <= BandHeight();) {
    const TextLines::Look look = Look(++ahead, &line);
    if (look == TextLines::Look::kNeedText) return Step::kNeedText;
    if (look == TextLines::Look::kEnd || EndsRemains(line.text())) break;
    if (line.text()[0] == '#') continue;
    if (IsBorder(line.text())) {
      const bool is_other = line.text() != rules_.frame;
      if (rows != BandHeight() || !is_other || is_below_other) break;
      is_below_other = true;
      continue;
    }
    if (is_below_other) return Step::kEnd;
    ++rows;
  }
  return Step::kGoOn;
}

GridLines::Step GridLines::LookForWholeGrids(size_t ahead) {
  WrittenCells cells;
  int size = geometries_->fixed_size();
  int rows = 0;
  bool is_after_border = true;
  WrittenLine line;
  while (true) {
    const TextLines::Look look = Look(++ahead, &line);
    if (look == TextLines::Look::kNeedText) return Step::kNeedText;
    if (look == TextLines::Look::kEnd || EndsRemains(line.text())) break;
    if (line.text()[0] == '#') continue;
    if (IsBorder(line.text())) {
      if (is_after_border) break;
      is_after_border = true;
      continue;
    }
    is_after_border = false;
    const int before = cells.count();
    if (ReadRow(line.raw(), 0, {size, rules_.candidates}, &cells)) {
      return Step::kGoOn;
    }
    if (size == 0) size = cells.count();
    if (cells.count() - before != size || ++rows > kMostGridsAhead * size) {
      return Step::kGoOn;
    }
  }
  return rows > 0 && rows % size == 0 ? Step::kEnd : Step::kGoOn;
}

GridLines::Step GridLines::TakeRow(size_t ahead, const WrittenLine& line) {
  NoteMarks(ahead, line);
  Row row = ReadCells(ahead, line);
  if (IsWrong(row) || (is_short_ && rows_.size() == 1)) {
    switch (MeaningOf(ahead, line)) {
      case Meaning::kNeedText:
        return Step::kNeedText;
      case Meaning::kPuzzle:
        rules_.cells_on_a_line =
            CountPuzzleCells(line.raw(), geometries_->fixed_size());
        return EndAt(ahead);
      case Meaning::kRow:
        break;
    }
    if (IsWrong(row) && IsCaption(line.text())) return TakeCaption(ahead);
  }
  // A first line that is much longer than the second is none of its rows.
  if (rows_.size() == 1 && is_broken_ && row.cells > 0 &&
      rows_[0].cells >= 2 * row.cells) {
    return EndAt(ahead);
  }
  is_broken_ |= IsWrong(row);
  rows_.push_back(std::move(row));
  if (is_broken_ && geometries_->fixed_size() == 0) size_ = CommonLength();
  return Step::kGoOn;
}

// A caption ends a grid, unless rows follow it: then it stands in the place of
// one.
GridLines::Step GridLines::TakeCaption(size_t ahead) {
  WrittenLine next;
  const TextLines::Look look = Look(ahead + 1, &next);
  if (look == TextLines::Look::kNeedText) return Step::kNeedText;
  if (look == TextLines::Look::kEnd ||
      !LooksLikeRow(next.text(), *geometries_)) {
    return EndAt(ahead);
  }
  rows_.push_back(
      {ahead, 0,
       ReadError{PlaceOf(ahead),
                 "this line is among the rows of a grid, but is not a row"}});
  is_broken_ = true;
  return Step::kGoOn;
}

GridLines::Step GridLines::TakeRemains(size_t ahead) {
  int rows = 0;
  WrittenLine line;
  for (;; ++ahead) {
    const TextLines::Look look = Look(ahead, &line);
    if (look == TextLines::Look::kNeedText) return Step::kNeedText;
    if (look == TextLines::Look::kEnd || EndsRemains(line.text())) {
      return EndAt(ahead);
    }
    if (line.text()[0] == '#') continue;
    if (IsBorder(line.text())) {
      if (is_after_border_) return EndAt(ahead);
      is_after_border_ = true;
      const Step step = LookForEnd(ahead, line.text());
      if (step != Step::kGoOn) return step == Step::kEnd ? EndAt(ahead) : step;
      continue;
    }
    is_after_border_ = false;
    const Meaning meaning = MeaningOf(ahead, line);
    if (meaning == Meaning::kNeedText) return Step::kNeedText;
    if (meaning == Meaning::kPuzzle) return EndAt(ahead);
    if (++rows >= static_cast<int>(rows_.size())) return Step::kGoOn;
  }
}

// Reads the cells in the way that fits the size; if that does not give the
// right number, and perhaps the size is wrong, in the way that fits best by
// itself.
GridLines::Row GridLines::ReadCells(size_t ahead, const WrittenLine& line) {
  Row row{ahead, 0, std::nullopt};
  const auto read = [&](int size) {
    const int before = cells_.count();
    row.error = ReadRow(line.raw(), PlaceOf(ahead).line,
                        {size, rules_.candidates}, &cells_);
    row.cells = cells_.count() - before;
  };
  read(size_);
  const auto like_others =
      std::count_if(rows_.begin(), rows_.end(),
                    [this](const Row& other) { return !IsWrong(other); });
  if (IsWrong(row) && !row.error.has_value() && like_others < 2) {
    cells_.Truncate(cells_.count() - row.cells);
    read(0);
  }
  return row;
}

int GridLines::CommonLength() const {
  std::array<int, kMaxSize + 1> rows_of_length = {};
  int common = 0;
  for (const Row& row : rows_) {
    if (row.error.has_value() || !IsBoxSize(row.cells)) continue;
    ++rows_of_length[row.cells];
    common = row.cells;
  }
  for (int length = 0; length <= kMaxSize; ++length) {
    if (rows_of_length[length] >= rows_of_length[common] &&
        rows_of_length[length] > 0) {
      common = length;
    }
  }
  return common;
}

int GridLines::BandHeight() const {
  const auto geometry = geometries_->ForSize(size_);
  return geometry.ok() ? (*geometry)->box_rows() : 0;
}

GridLines::Result GridLines::Finish() {
  if (!error_.has_value()) {
    const auto wrong =
        std::find_if(rows_.begin(), rows_.end(),
                     [this](const Row& row) { return IsWrong(row); });
    if (wrong == rows_.end() && HasAllRows()) {
      if (!other_mark_.has_value() || !has_usual_marks_) return Result::kGrid;
      error_ = other_mark_;
      return Result::kError;
    }
    if (rows_.size() == 1) {
      error_ = LoneRow();
    } else if (wrong != rows_.end()) {
      error_ = ErrorOf(*wrong, static_cast<int>(wrong - rows_.begin()));
    } else {
      error_ = {
          {lines_->number(), 0},
          absl::StrFormat("this grid of %d columns has %d rows instead of %d",
                          size_, rows_.size(), size_)};
    }
  }
  return Result::kError;
}

ReadError GridLines::ErrorOf(const Row& row, int index) {
  if (row.error.has_value()) return *row.error;
  const TextPlace place = PlaceOf(row.ahead);
  if (size_ == 0) {
    return {place, absl::StrCat("this row has ", Cells(row.cells),
                                ", but no grid with boxes has rows of that "
                                "length")};
  }
  return {place, absl::StrFormat("row %d of the grid has %s instead of %d",
                                 index + 1, Cells(row.cells), size_)};
}

// What is wrong with a row that has no others: it was probably meant as a
// puzzle if it is among puzzles.
ReadError GridLines::LoneRow() {
  const Row& row = rows_[0];
  if (row.error.has_value()) return *row.error;
  if (rules_.has_lines && row.cells != rules_.cells_on_a_line &&
      (row.cells > kMaxSize || rules_.cells_on_a_line > 0)) {
    const int size = geometries_->fixed_size();
    return WrongCellCount(
        {lines_->number(), 1}, row.cells,
        size > 0 ? size : SizeFromCellCount(rules_.cells_on_a_line));
  }
  if (IsWrong(row)) return ErrorOf(row, 0);
  return {{lines_->number(), 0},
          absl::StrFormat("this grid of %d columns has 1 row instead of %d",
                          size_, size_)};
}

}  // namespace sudoku
