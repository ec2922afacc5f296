#include "sudoku/format/drawn_row.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"

namespace sudoku {

namespace {

// How the cells stand in a piece: the first character of a cell, and how far
// the next is.
struct CellLayout {
  size_t offset;
  size_t stride;
  bool has_blanks = true;  // Among its cells, where they are empty.
};
constexpr std::array<CellLayout, 4> kCellLayouts = {
    {{1, 2}, {1, 1}, {0, 2, false}, {0, 1}}};
constexpr std::array<int, 9> kDrawnSizes = {4, 6, 8, 9, 10, 12, 15, 16, 25};

// The number of cells in a piece of that length; 0 if the layout does not fit.
size_t CellsInPiece(CellLayout layout, size_t length) {
  if (length <= 2 * layout.offset) return 0;
  if ((length - 2 * layout.offset - 1) % layout.stride != 0) return 0;
  return (length - 2 * layout.offset - 1) / layout.stride + 1;
}

bool PieceFits(absl::string_view piece, CellLayout layout, size_t width) {
  for (size_t i = 0; i < piece.size(); ++i) {
    const bool is_cell = i >= layout.offset &&
                         (i - layout.offset) % layout.stride == 0 &&
                         (i - layout.offset) / layout.stride < width;
    if (piece[i] == ' ' && (!is_cell || layout.has_blanks)) continue;
    if (!is_cell || !IsCellCharacter(piece[i])) return false;
  }
  return true;
}

// True if empty cells have marks; blanks are not likely to be empty cells, too.
bool HasMarks(absl::string_view line) {
  return line.find_first_of(".0*_") != absl::string_view::npos;
}

struct Piece {
  std::string text;
  int column;  // Of its first character.
};

// The pieces between the bars, brought to the same length; none if there are no
// bars or the lengths differ. If `has_frame`, the first and the last bar are
// part of a frame around the grid.
std::vector<Piece> PiecesBetweenBars(absl::string_view line, bool has_frame) {
  std::vector<Piece> pieces;
  int column = 1;
  for (const absl::string_view text : absl::StrSplit(line, '|')) {
    pieces.push_back({std::string(text), column});
    column += static_cast<int>(text.size()) + 1;
  }
  if (has_frame) {
    pieces.erase(pieces.begin());
    pieces.pop_back();
  }
  if (pieces.size() < 2) return {};
  // Without a frame, the outer pieces may lack their outer blanks.
  const size_t length = pieces.size() > 2 ? pieces[1].text.size()
                                          : std::max(pieces[0].text.size(),
                                                     pieces[1].text.size());
  if (pieces.front().text.size() + 1 == length) {
    pieces.front().text.insert(0, 1, ' ');
    --pieces.front().column;
  }
  // Where empty cells have a mark, what is missing is no blank.
  std::string& last = pieces.back().text;
  if (last.size() < length && !(has_frame && HasMarks(line))) {
    last.append(length - last.size(), ' ');
  }
  for (const Piece& piece : pieces) {
    if (piece.text.size() != length) return {};
  }
  return pieces;
}

// The two pieces of a row without a frame, with their outer blanks; none if
// there are not two, or none of the inner blanks.
//
//   1 2 | 3 4
std::vector<Piece> TwoPieces(absl::string_view line) {
  const size_t bar = line.find('|');
  if (line.find('|', bar + 1) != absl::string_view::npos) return {};
  std::string first = absl::StrCat(" ", line.substr(0, bar));
  std::string second(line.substr(bar + 1));
  if (first.back() != ' ' || second.size() >= first.size()) return {};
  second.append(first.size() - second.size(), ' ');
  return {{std::move(first), 0},
          {std::move(second), static_cast<int>(bar) + 2}};
}

// Adds the cells of the pieces if that gives a row of the right size.
bool AddPieces(const std::vector<Piece>& pieces, int64_t line_number, int size,
               WrittenCells* cells,
               absl::Span<const CellLayout> layouts = kCellLayouts) {
  if (pieces.empty()) return false;
  for (const CellLayout layout : layouts) {
    const size_t width = CellsInPiece(layout, pieces[0].text.size());
    const int count = static_cast<int>(width * pieces.size());
    if (size > 0 ? count != size
                 : std::find(kDrawnSizes.begin(), kDrawnSizes.end(), count) ==
                       kDrawnSizes.end()) {
      continue;
    }
    if (!std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
          return PieceFits(piece.text, layout, width);
        })) {
      continue;
    }
    for (const Piece& piece : pieces) {
      for (size_t i = 0; i < width; ++i) {
        const size_t at = layout.offset + i * layout.stride;
        cells->AddCharacter(piece.text[at],
                            {line_number, piece.column + static_cast<int>(at)});
      }
    }
    return true;
  }
  return false;
}

}  // namespace

bool AddDrawnCells(absl::string_view line, int64_t line_number, int size,
                   WrittenCells* cells) {
  if (!absl::StrContains(line, '|') || absl::StrContains(line, '\t')) {
    return false;
  }
  const absl::string_view stripped = absl::StripAsciiWhitespace(line);
  const bool may_have_frame =
      stripped.size() > 1 && stripped.front() == '|' && stripped.back() == '|';
  return (may_have_frame &&
          AddPieces(PiecesBetweenBars(line, true), line_number, size, cells)) ||
         AddPieces(TwoPieces(line), line_number, size, cells,
                   {&kCellLayouts[0], 1}) ||
         AddPieces(PiecesBetweenBars(line, false), line_number, size, cells);
}

bool AddPositionalCells(absl::string_view line, int64_t line_number, int size,
                        WrittenCells* cells) {
  const size_t length = size > 0 ? size : 9;
  if (line.size() != length || HasMarks(line)) return false;
  for (const char c : line) {
    if (c != ' ' && !IsCellCharacter(c)) return false;
  }
  for (size_t i = 0; i < line.size(); ++i) {
    cells->AddCharacter(line[i], {line_number, static_cast<int>(i) + 1});
  }
  return true;
}

bool AddSeparatedCells(absl::string_view line, int64_t line_number, int size,
                       WrittenCells* cells) {
  for (const char separator : {',', ';', '\t'}) {
    std::vector<absl::string_view> fields = absl::StrSplit(line, separator);
    for (absl::string_view& field : fields) {
      field = absl::StripAsciiWhitespace(field);
    }
    const int count = static_cast<int>(fields.size());
    const auto is_number = [](absl::string_view field) {
      return field.size() == 2 &&
             absl::ascii_isdigit(static_cast<unsigned char>(field[0])) &&
             absl::ascii_isdigit(static_cast<unsigned char>(field[1]));
    };
    const auto is_cell = [&](absl::string_view field) {
      return field.empty() || is_number(field) ||
             (field.size() == 1 && IsCellCharacter(field[0]));
    };
    const bool has_empty =
        std::any_of(fields.begin(), fields.end() - 1,
                    [](absl::string_view field) { return field.empty(); });
    if (!has_empty || !(size > 0 ? count == size : IsBoxSize(count)) ||
        !std::all_of(fields.begin(), fields.end(), is_cell)) {
      continue;
    }
    for (const absl::string_view field : fields) {
      const int column = static_cast<int>(field.data() - line.data()) + 1;
      if (is_number(field)) {
        cells->AddNumber(10 * (field[0] - '0') + (field[1] - '0'),
                         {line_number, column});
      } else {
        cells->AddCharacter(field.empty() ? ' ' : field[0],
                            {line_number, column});
      }
    }
    return true;
  }
  return false;
}

}  // namespace sudoku
