#include "sudoku/format/written_puzzles.h"

#include <random>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"

namespace sudoku {
namespace testing {

namespace {

// A third of the cells are clues. The first two cells have the largest digits,
// so that no puzzle looks like one of a smaller size.
std::string RandomCells(int size, std::mt19937& random) {
  std::string cells(size * size, '.');
  for (char& cell : cells) {
    if (random() % 3 == 0) cell = DigitToChar(1 + random() % size);
  }
  for (int row = 0; row < size; ++row) {
    cells[row * size + random() % size] = DigitToChar(size - row % 2);
  }
  return cells;
}

// Digits above 9 are numbers if there is something between the cells.
std::string Spaced(absl::string_view cells, int size) {
  return absl::StrJoin(cells, " ", [size](std::string* out, char c) {
    if (const auto digit = CharToDigit(c, size)) {
      absl::StrAppend(out, *digit);
    } else {
      out->push_back(c);
    }
  });
}

void AddDrawing(absl::string_view cells, int size,
                std::vector<std::string>* lines) {
  const Geometry geometry = *Geometry::FromSize(size);
  const int width = geometry.box_columns();
  std::string border = "+";
  for (int box = 0; box < size / width; ++box) {
    absl::StrAppend(&border, std::string(2 * width + 1, '-'), "+");
  }
  lines->push_back(border);
  for (int row = 0; row < size; ++row) {
    std::string line = "|";
    for (int column = 0; column < size; ++column) {
      absl::StrAppend(&line, " ", cells.substr(row * size + column, 1),
                      (column + 1) % width == 0 ? " |" : "");
    }
    lines->push_back(line);
    if ((row + 1) % geometry.box_rows() == 0) lines->push_back(border);
  }
}

}  // namespace

std::string WrittenPuzzles::Text() const {
  return absl::StrCat(absl::StrJoin(lines, "\n"), "\n");
}

WrittenPuzzles WritePuzzles(Style style, int size, int count,
                            absl::string_view separator, uint32_t seed) {
  std::mt19937 random(seed);
  WrittenPuzzles written = {style, size, {}, {}};
  for (int i = 0; i < count; ++i) {
    const std::string cells = RandomCells(size, random);
    written.cells.push_back(cells);
    written.first_lines.push_back(written.lines.size());
    switch (style) {
      case Style::kLine:
        written.lines.push_back(cells);
        break;
      case Style::kSpacedLine:
        written.lines.push_back(Spaced(cells, size));
        break;
      case Style::kRows:
      case Style::kSpacedRows:
        for (int row = 0; row < size; ++row) {
          const std::string line = cells.substr(row * size, size);
          written.lines.push_back(style == Style::kRows ? line
                                                        : Spaced(line, size));
        }
        break;
      case Style::kDrawn:
        AddDrawing(cells, size, &written.lines);
        break;
    }
    if (separator != "none") written.lines.emplace_back(separator);
  }
  return written;
}

}  // namespace testing
}  // namespace sudoku
