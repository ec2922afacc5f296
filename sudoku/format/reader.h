#ifndef SUDOKU_FORMAT_READER_H_
#define SUDOKU_FORMAT_READER_H_

// Reads puzzles from a text in any of the formats that people keep them in.
//
// The reader does no input or output of its own. It is fed with pieces of text,
// of any length, and gives back puzzles and errors in the order in which they
// stand there; it holds on to the text of one puzzle only, so that files of any
// length can be read.
//
// Example:
//
//   PuzzleReader reader;
//   Puzzle puzzle(Geometry::Standard());
//   while (true) {
//     switch (reader.Next(&puzzle)) {
//       case PuzzleReader::Result::kPuzzle:   Solve(puzzle); break;
//       case PuzzleReader::Result::kError:    Report(reader.error()); break;
//       case PuzzleReader::Result::kNeedText: FeedOrFinish(&reader); break;
//       case PuzzleReader::Result::kEnd:      return;
//     }
//   }
//
// An error never ends the reading: the reader goes on at the next puzzle.
//
// What is recognised:
// * lines of 16, 36, 64, 81, 100, 144, ... 1296 cells (.sdm files): see line.h;
//   lines of 729 candidates;
// * grids over several lines (.sdk and .ss files): see row.h; grids that are
//   drawn with their candidates: see candidate_drawing.h;
// * JSON lines, and CSV with a header line: see records.h.
// Empty cells are '.', '0', '*', '_', 'x' or, where they cannot be missed,
// blanks. Blank lines are skipped, and so is what follows a '#' at the
// beginning of a line. A line such as "Grid 01" names the grid that follows it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/grid_collector.h"
#include "sudoku/format/line_buffer.h"
#include "sudoku/format/read_error.h"
#include "sudoku/format/records.h"
#include "sudoku/format/row.h"
#include "sudoku/puzzle.h"

namespace sudoku {

enum class InputFormat {
  kAuto,        // Recognised line by line.
  kLine,        // Every line is a puzzle.
  kGrid,        // Every line is a row of a grid, or a decoration.
  kCandidates,  // Lines or grids in which several digits are candidates.
  kCsv,         // Records with a header line.
  kJson,        // JSON lines.
};

struct InputFormatName {
  absl::string_view name;
  InputFormat format;
  absl::string_view description;
};

// All names of formats, those of file types included: "line", "sdm", "sdk", ...
absl::Span<const InputFormatName> InputFormatNames();
std::optional<InputFormat> InputFormatFromName(absl::string_view name);

struct ReaderOptions {
  InputFormat format = InputFormat::kAuto;
  GeometrySource geometries = {};
};

// One thread at a time may use a PuzzleReader.
class PuzzleReader {
 public:
  enum class Result { kPuzzle, kError, kNeedText, kEnd };

  explicit PuzzleReader(ReaderOptions options = {});
  PuzzleReader(const PuzzleReader&) = delete;
  PuzzleReader& operator=(const PuzzleReader&) = delete;

  // Appends to the text.
  void Feed(absl::string_view text) { lines_.Feed(text); }
  // There will be no more text.
  void Finish() { lines_.Finish(); }

  // Reads on, up to the next puzzle or error. After kNeedText, there must be a
  // call of Feed() or Finish(). The memory of *puzzle is reused; it holds a
  // puzzle only after kPuzzle.
  Result Next(Puzzle* puzzle);

  // After kPuzzle: the line on which the puzzle begins.
  int64_t line() const { return line_of_puzzle_; }
  // After kError.
  const ReadError& error() const { return error_; }

 private:
  // What became of a line: it is done with, or it has led to a result. After
  // kErrorBefore the error was about what came before it, and the line itself
  // has still to be read.
  enum class Step { kGoOn, kPuzzle, kError, kErrorBefore, kNeedText };

  Step ReadCurrentLine(Puzzle* puzzle);
  Step ReadPuzzleOnOneLine(absl::string_view text, Puzzle* puzzle);
  Step ReadRecord(absl::string_view text, Puzzle* puzzle);
  Step ReadBlankLine();
  Step ReadSectionName(absl::string_view text);
  Step ReadBorder(absl::string_view text, Puzzle* puzzle);
  Step AddRow(absl::string_view text, Puzzle* puzzle);
  Step EndGridBefore();
  Step Report(std::optional<ReadError> error, Puzzle* puzzle);
  Step Fail(ReadError error);
  bool IsOnOneLine(absl::string_view text) const;
  std::optional<bool> AreRowsLike(const PlainLine& first) const;

  ReaderOptions options_;
  GridCollector grid_;
  std::optional<CsvColumns> csv_;
  std::string heading_;  // "Grid 01", for the grid that follows.
  bool is_skipping_section_ = false;
  int lines_to_skip_ = 0;  // They have been read already.
  bool has_seen_content_ = false;

  LineBuffer lines_;
  std::string plain_line_;      // A line without decorations in Unicode.
  bool is_unreadable_ = false;  // UTF-16.

  int64_t line_of_puzzle_ = 0;
  ReadError error_;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_READER_H_
