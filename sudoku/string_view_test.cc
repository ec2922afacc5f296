// A program with std::string_view can use the library; see
// dlx/base/string_view.h.

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/encoding.h"
#include "sudoku/format/reader.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"
#include "sudoku/render/svg.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

using ::dlx::testing::IsOk;
using ::testing::HasSubstr;

TEST(StringViewTest, ThePartsOfAPuzzleTakeStdStringViews) {
  const std::string_view line = "1....2....3....4";
  EXPECT_THAT(Grid::FromLine(line), IsOk());
  const std::string_view cell = "r1c2";
  EXPECT_THAT(ParseCell(cell, 9), IsOk());
  const std::string_view regions = "1122112233443344";
  EXPECT_THAT(Geometry::Irregular(regions), IsOk());
  const absl::StatusOr<Geometry> geometry = Geometry::FromSize(4);
  ASSERT_THAT(geometry, IsOk());
  const std::string_view extra = "1....1....1....1";
  EXPECT_THAT(geometry->WithExtraRegions(extra), IsOk());
  const std::string_view verdict = VerdictName(Verdict::kUnique);
  EXPECT_EQ(verdict, "unique");
}

TEST(StringViewTest, FormatsTakeStdStringViews) {
  const std::string_view name = "line";
  ASSERT_EQ(InputFormatFromName(name), InputFormat::kLine);
  const std::string_view same = InputFormatNames()[0].name;
  EXPECT_FALSE(same.empty());
  PuzzleReader reader;
  const std::string_view text = "1....2....3....4....5\n";
  reader.Feed(text);
  reader.Finish();
  Puzzle puzzle(Geometry::Standard());
  ASSERT_EQ(reader.Next(&puzzle), PuzzleReader::Result::kError);
  const std::string_view file = "puzzles.txt";
  EXPECT_THAT(reader.error().ToString(file), HasSubstr("puzzles.txt:1"));
}

TEST(StringViewTest, PicturesTakeStdStringViews) {
  const std::string_view title = "the whole problem";
  const absl::StatusOr<Geometry> geometry = Geometry::FromSize(4);
  ASSERT_THAT(geometry, IsOk());
  EXPECT_THAT(MatrixSvg(Encoding::ForGeometry(*geometry), title),
              HasSubstr(std::string(title)));
}

}  // namespace
}  // namespace sudoku
