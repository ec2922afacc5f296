#ifndef SUDOKU_FORMAT_GRID_LINES_H_
#define SUDOKU_FORMAT_GRID_LINES_H_

// Reads a grid that is written over several lines, and finds where it ends.
//
// The difficulty is the end of a wrong grid: an error must cost the puzzle that
// has it, and no other. Grids need not be separated by blank lines, and blank
// lines can separate the bands of a grid:
//
//   1. A grid has as many rows as most of its rows have cells (the larger
//      number if two are equally common, or the one the user has asked for). A
//      row with another number of cells is wrong, and so is one with something
//      that is no cell. A wrong row counts as a row.
//   2. A grid ends before its last row at a heading, a line of '=', two borders
//      one after the other, a caption, and a line that is a puzzle of its own.
//   3. The first blank line inside a grid must come after its first row or
//      after a band of boxes, and then others must follow at the same distance,
//      otherwise the grid has ended there. It has also ended there if a border
//      and exactly a whole grid follow.
//   4. After a wrong grid, what is left over up to the next of these places
//      belongs to it, if that is less than another grid.
//   5. A grid ends at a border if something is wrong above it (a row, or the
//      number of rows in a band) and there are exactly whole grids below it, up
//      to the next of these places.
//   6. Of grids that are drawn with a border below each band, and whose bands,
//      up to the next of these places, are not those of whole grids, it is not
//      known which bands belong together: the beginning may be that of a grid
//      that is cut off, and the end that of the next one. All of it is wrong.
//   7. A grid ends at a border that is the same as the one above its first row,
//      if those between its bands are others.
//
// Which lines are puzzles of their own is not always clear: 16 cells can be a
// 4x4 puzzle or a row of a 16x16 one, and 36 cells likewise. The lines that
// follow decide; see MeaningOf().

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/read_error.h"
#include "sudoku/format/text_lines.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/format/written_line.h"

namespace sudoku {

struct GridRules {
  // Whether several digits in a row are candidates rather than cells.
  bool candidates = false;
  // Whether lines between the rows can be puzzles of their own.
  bool has_lines = true;
  // Whether puzzles can be in any format: 16 and 36 cells on a line, or JSON.
  bool has_other_formats = true;
  // Whether lines can be wrapped, as arrays are.
  bool has_wrapping = true;
  // The number of cells of the puzzle before, if that was on one line: a line
  // that is neither a puzzle nor part of a grid was probably meant as such.
  int cells_on_a_line = 0;
  // The border right above the first row; empty if there is none.
  std::string frame;
  // As GridLines::whole_grids_below() of the grid before.
  int whole_grids = 0;
};

class GridLines {
 public:
  // Both must live as long as this.
  GridLines(TextLines* lines, GeometrySource* geometries, GridRules rules)
      : lines_(lines), geometries_(geometries), rules_(std::move(rules)) {}

  enum class Meaning { kPuzzle, kRow, kNeedText };
  // What the line is that stands `ahead` lines after the current one, if no
  // grid is under way.
  Meaning MeaningOf(size_t ahead) const;

  enum class Result { kGrid, kError, kNeedText };
  // Reads the grid that begins with the current line.
  Result Read();

  // After kGrid and kError: the number of lines that belong to the grid.
  size_t line_count() const { return line_count_; }
  // After kGrid.
  int size() const { return size_; }
  const WrittenCells& cells() const { return cells_; }
  // So many grids follow of which rule 6 is known to hold.
  int whole_grids_below() const { return whole_grids_below_; }
  // After kError.
  ReadError& error() { return *error_; }
  // After kError: false if the grid is a single line that is no row of cells.
  bool is_grid() const { return is_grid_; }

 private:
  struct Row {
    size_t ahead;
    int cells;
    std::optional<ReadError> error;
  };
  // Rule 3.
  class Gaps {
   public:
    // A blank line or a row has come. Returns false if the grid has ended
    // before it, in the case of a row at the last blank line.
    bool AddGap(int band_height);
    bool AddRow();
    bool has_gaps() const { return distance_ > 0; }

   private:
    int distance_ = 0;  // Of blank lines, in rows; 0 before the first of them.
    int since_ = 0;     // Rows since the last of them.
  };
  // What a line does to the grid.
  enum class Step { kGoOn, kEnd, kNeedText };

  TextLines::Look Look(size_t ahead, WrittenLine* line) const;
  TextPlace PlaceOf(size_t ahead, int column = 0) const {
    return {lines_->number() + static_cast<int64_t>(ahead), column};
  }
  // Rule 2, but for what depends on the lines before and after.
  bool EndsEveryGrid(absl::string_view text) const;
  // The same for what is left over of a grid, and for one below a border.
  bool EndsRemains(absl::string_view text) const;
  bool TakeDashes(WrittenLine* line) const {
    return rules_.has_wrapping && line->TakeDashes(size_);
  }
  // Takes note of the marks of a row, which must be the same in all rows of a
  // grid: a '?' among dots is a mistake.
  void NoteMarks(size_t ahead, const WrittenLine& line);

  // Rows of a spreadsheet may end with a separator that has no cell behind it.
  // They are as many as their separators then, and not as their fields.
  Step LookForTrailingSeparators();
  Meaning MeaningOf(size_t ahead, const WrittenLine& line) const;
  Meaning MeaningOfShortLine(size_t ahead, const WrittenLine& first_line) const;
  Step Take(size_t ahead);
  // Whether a blank line is a row.
  bool IsRowOfBlanks(const WrittenLine& line) const;
  Step TakeGap(size_t ahead);
  // Rule 3, for what comes behind the last row.
  Step LookBelow(size_t ahead);
  Step LookForGridBelowGap();
  // Rule 6, for what comes behind the last row. An error if there are bands too
  // many.
  Step LookForMoreBands(size_t ahead);
  Step TakeBorder(size_t ahead, absl::string_view border);
  // Rule 5, for the border at `ahead`: kEnd if whole grids are below it.
  Step LookForWholeGrids(size_t ahead);
  // Rule 7, for the border at `ahead`.
  Step LookForFrame(size_t ahead, absl::string_view border) const;
  // Rules 5 and 7.
  Step LookForEnd(size_t ahead, absl::string_view border);
  Step TakeRow(size_t ahead, const WrittenLine& line);
  Step TakeCaption(size_t ahead);
  Step TakeFirstRow();
  Step EndAt(size_t ahead);
  Step EndAtGap();
  // Ends the grid with an error about its first line alone.
  Step EndAsNoGrid(ReadError error);
  // Rule 4. kGoOn if the next grid begins right after the last row.
  Step TakeRemains(size_t ahead);

  Row ReadCells(size_t ahead, const WrittenLine& line);
  // What most rows have, for rule 1; 0 if that is no size of a grid.
  int CommonLength() const;
  bool IsWrong(const Row& row) const {
    return row.error.has_value() || row.cells != size_;
  }
  bool HasAllRows() const {
    return static_cast<int>(rows_.size()) >= (size_ > 0 ? size_ : 9);
  }
  int BandHeight() const;
  Result Finish();
  ReadError ErrorOf(const Row& row, int index);
  ReadError LoneRow();

  TextLines* lines_;
  GeometrySource* geometries_;
  GridRules rules_;

  bool has_row_with_dashes_ = false;
  std::optional<ReadError> other_mark_;  // The first mark of the grid
  bool has_usual_marks_ = false;         // that is none of the usual ones.

  char trailing_separator_ = '\0';  // If there is one.
  WrittenCells cells_;
  std::vector<Row> rows_;
  int size_ = 0;            // 0 if it is not known.
  bool is_broken_ = false;  // A row is wrong.
  // The first row has as many cells as small puzzles that may follow it, and
  // was not told from one.
  bool is_short_ = false;
  bool is_after_border_ = false;
  int borders_below_bands_ = 0;
  bool has_other_border_ = false;  // Below a band, than rules_.frame.
  int whole_grids_below_ = 0;
  Gaps gaps_;
  // The rows and lines before the last blank line.
  size_t rows_before_gap_ = 0;
  size_t lines_before_gap_ = 0;

  bool is_grid_ = true;
  size_t line_count_ = 0;
  std::optional<ReadError> error_;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_GRID_LINES_H_
