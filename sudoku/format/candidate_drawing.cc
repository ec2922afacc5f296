#include "sudoku/format/candidate_drawing.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "sudoku/candidates.h"
#include "sudoku/grid.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

// The width of a cell's block with that many columns of small digits: a digit
// in brackets needs room, and so does the space between cells.
int BlockWidth(int columns) { return std::max(columns, 3) + 2; }

// The strokes above a box.
int BoxWidth(int columns) { return columns * (BlockWidth(columns) + 1) + 1; }

}  // namespace

int CandidateDrawing::SizeFromBorder(absl::string_view line) {
  if (line.size() < 2 || line.front() != '+') return 0;
  const size_t box_width = line.find('+', 1) - 1;
  const size_t boxes = (line.size() - 1) / (box_width + 1);
  for (int columns = 2; columns <= kMaxSize / 2; ++columns) {
    if (static_cast<size_t>(BoxWidth(columns)) != box_width) continue;
    return boxes <= kMaxSize / 2 ? columns * static_cast<int>(boxes) : 0;
  }
  return 0;
}

CandidateDrawing::CandidateDrawing(const Geometry& geometry)
    : geometry_(geometry),
      size_(geometry.size()),
      columns_(geometry.box_columns()),
      rows_(geometry.box_rows()),
      width_(BlockWidth(columns_)) {}

bool CandidateDrawing::IsBorder(absl::string_view line) const {
  std::string border = "+";
  for (int box = 0; box < size_ / columns_; ++box) {
    border.append(BoxWidth(columns_), '-');
    border.push_back('+');
  }
  return line == border;
}

// Below each row of cells there is a border, or a line without anything in it.
int CandidateDrawing::line_count() const { return 1 + size_ * (rows_ + 1); }

std::optional<Puzzle> CandidateDrawing::Read(
    absl::Span<const absl::string_view> lines) const {
  assert(static_cast<int>(lines.size()) == line_count());
  if (!IsBorder(lines[0])) return std::nullopt;
  Grid digits = geometry_.EmptyGrid();
  std::vector<DigitSet> candidates(geometry_.cell_count(), 0);
  for (int i = 1; i < line_count(); ++i) {
    if (!ReadLine(lines[i], i, digits, candidates)) return std::nullopt;
  }
  Puzzle puzzle(geometry_, digits);
  const std::vector<DigitSet> left = Candidates(puzzle);
  bool is_empty_somewhere = false;
  bool are_those_left = true;
  for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
    if (digits[cell] != 0) {
      candidates[cell] = DigitBit(digits[cell]);
    } else {
      is_empty_somewhere |= candidates[cell] == 0;
      are_those_left &= candidates[cell] == left[cell];
    }
  }
  if (are_those_left) return puzzle;
  if (is_empty_somewhere) return std::nullopt;
  return FromCandidates(geometry_, std::move(candidates));
}

bool CandidateDrawing::BeginsWith(
    absl::Span<const absl::string_view> lines) const {
  if (lines.empty() || !IsBorder(lines[0])) return false;
  Grid digits = geometry_.EmptyGrid();
  std::vector<DigitSet> candidates(geometry_.cell_count(), 0);
  const int count = std::min(static_cast<int>(lines.size()), rows_ + 1);
  for (int i = 1; i < count && !IsBorder(lines[i]); ++i) {
    if (!ReadLine(lines[i], i, digits, candidates)) return false;
  }
  return digits != geometry_.EmptyGrid() ||
         absl::c_any_of(candidates, [](DigitSet set) { return set != 0; });
}

bool CandidateDrawing::ReadLine(absl::string_view line, int number,
                                Grid& digits,
                                std::vector<DigitSet>& candidates) const {
  const int row = (number - 1) / (rows_ + 1);
  const int line_of_row = (number - 1) % (rows_ + 1);
  if (line_of_row == rows_ && (row + 1) % geometry_.box_rows() == 0) {
    return IsBorder(line);
  }
  size_t at = 0;
  for (int column = 0; column < size_; ++column) {
    // "| " before a box, " " before other cells; " " after a box.
    const absl::string_view before = column == 0              ? "| "
                                     : column % columns_ == 0 ? " | "
                                                              : " ";
    if (at + before.size() + width_ > line.size() ||
        line.substr(at, before.size()) != before) {
      return false;
    }
    at += before.size();
    const absl::string_view block = line.substr(at, width_);
    at += width_;
    if (!ReadBlock(block, line_of_row, geometry_.CellAt(row, column), digits,
                   candidates)) {
      return false;
    }
  }
  return line.substr(at) == " |";
}

std::optional<int> CandidateDrawing::DigitOf(char c) const {
  return geometry_.symbols() == nullptr
             ? CharToDigit(c, size_)
             : SymbolToDigit(c, size_, geometry_.symbols());
}

// One line of a cell's block; the one below the last has nothing in it.
bool CandidateDrawing::ReadBlock(absl::string_view block, int line, int cell,
                                 Grid& digits,
                                 std::vector<DigitSet>& candidates) const {
  const size_t margin = (width_ - 3) / 2;
  if (line == (rows_ - 1) / 2 &&
      absl::string_view("[(<").find(block[margin]) != absl::string_view::npos) {
    const std::optional<int> digit = DigitOf(block[margin + 1]);
    if (!digit.has_value()) return false;
    digits[cell] = static_cast<uint8_t>(*digit);
    return true;
  }
  for (int at = 0; at < width_; ++at) {
    // 'x' is a candidate struck out, '?' stands for none at all.
    const bool is_symbol =
        geometry_.symbols() != nullptr && DigitOf(block[at]).has_value();
    if (absl::StrContains(" x?", block[at]) && !is_symbol) continue;
    const int digit = line * columns_ + at;
    if (line == rows_ || at < 1 || at > columns_ ||
        DigitOf(block[at]) != digit) {
      return false;
    }
    candidates[cell] |= DigitBit(digit);
  }
  return true;
}

}  // namespace sudoku
