// What single characters mean as cells, wherever they stand. Lines as a whole
// are tested with the reader.

#include "sudoku/format/line.h"

#include <optional>
#include <string>

#include "gtest/gtest.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/read_error.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

TEST(LineTest, EveryByteEndsTheCellsOrIsOne) {
  for (const size_t at : {0, 1, 15, 16, 80, 95, 96, 97, 191, 192, 199}) {
    for (int byte = 0; byte < 256; ++byte) {
      const char c = static_cast<char>(byte);
      std::string line(200, '.');
      line[at] = c;
      EXPECT_EQ(CountLeadingCells(line), IsCellCharacter(c) ? 200 : at)
          << "byte " << byte << " at " << at;
    }
  }
}

TEST(LineTest, CellsAreDigitsLettersAndMarks) {
  std::string cells;
  std::string marks;
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    if (IsCellCharacter(c)) cells.push_back(c);
    if (IsEmptyMark(c)) marks.push_back(c);
  }
  EXPECT_EQ(
      cells,
      "*.0123456789@ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");
  EXPECT_EQ(marks, " *.0X_x");
}

TEST(LineTest, AllOfALineCanBeCells) {
  for (size_t length = 0; length <= 300; ++length) {
    EXPECT_EQ(CountLeadingCells(std::string(length, '7')), length);
  }
}

TEST(LineTest, EveryByteAsACell) {
  GeometrySource geometries;
  Puzzle puzzle(Geometry::Standard());
  for (const int size : {4, 6, 9}) {
    const size_t count = size * size;
    for (const size_t at : {size_t{0}, size_t{15}, count - 1}) {
      for (int byte = 0; byte < 256; ++byte) {
        const char c = static_cast<char>(byte);
        if (!IsCellCharacter(c)) continue;
        SCOPED_TRACE(::testing::Message()
                     << "byte " << byte << " at " << at << " of " << count);
        std::string line(count, '1');
        line[at] = c;
        const std::optional<ReadError> error =
            ReadLine(line, count, {1, 1}, &geometries, &puzzle);
        const std::optional<int> digit = CharToDigit(c, size);
        ASSERT_EQ(error.has_value(), !digit.has_value() && !IsEmptyMark(c));
        if (error.has_value()) {
          EXPECT_EQ(error->place.column, static_cast<int>(at) + 1);
          continue;
        }
        line[at] = digit.has_value() ? DigitToChar(*digit) : '.';
        EXPECT_EQ(puzzle.clues.ToLine(), line);
      }
    }
  }
}

}  // namespace
}  // namespace sudoku
