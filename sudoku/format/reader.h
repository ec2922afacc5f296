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
// An error never ends the reading, and costs no puzzle but the one that has it:
// the reader goes on at the next.
//
// What a line is, an ordered table of recognisers says (see reader.cc), from
// the line itself and those that follow it, whatever stood before it. What is
// recognised:
// * lines of 16, 36, 64, 81, 100, 144, ... 1296 cells (.sdm files): see line.h;
//   lines of 729 candidates;
// * grids over several lines (.sdk and .ss files): see row.h, grid_lines.h;
//   grids that are drawn with their candidates: see candidate_drawing.h;
// * JSON lines, and CSV with a header line: see records.h; the JSON of pages
//   for puzzles: see web_puzzle.h;
// * addresses, XML, HTML, LaTeX and what other programs write: see documents.h;
// * arrays of programming languages, texts in quotes, quoted mail: see
//   decorations.h;
// * lines of cells behind a number, a name or a rating.
// Empty cells are '.', '0', '*', '_', 'x' or, where they cannot be missed,
// blanks, nothing between commas, '-' and '?'. Blank lines are skipped, and so
// is what follows a '#' at the beginning of a line, and prose below a grid. A
// line such as "Grid 01" names the grid that follows it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "sudoku/format/candidate_drawing.h"
#include "sudoku/format/documents.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/grid_lines.h"
#include "sudoku/format/read_error.h"
#include "sudoku/format/records.h"
#include "sudoku/format/text_lines.h"
#include "sudoku/format/written_line.h"
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
  dlx::StringView name;
  InputFormat format;
  dlx::StringView description;
};

// All names of formats, those of file types included: "line", "sdm", "sdk", ...
absl::Span<const InputFormatName> InputFormatNames();
std::optional<InputFormat> InputFormatFromName(dlx::StringView name);

struct ReaderOptions {
  InputFormat format = InputFormat::kAuto;
  GeometrySource geometries = {};
  // Whether the caller looks at Puzzle::rules and at the least digit. If not, a
  // puzzle that has rules, or the digit 0, is an error: without them, it would
  // be another puzzle.
  bool takes_rules = false;
  // Why it does not, as the end of a sentence.
  std::string why_no_rules = "which are not for this command";
  // Whether a puzzle with rules that are not known is one without them, which
  // then are its Puzzle::unknown_rules. If not, it is an error.
  bool skips_unknown_rules = false;
};

// One thread at a time may use a PuzzleReader.
class PuzzleReader {
 public:
  enum class Result { kPuzzle, kError, kNeedText, kEnd };

  explicit PuzzleReader(ReaderOptions options = {});
  PuzzleReader(const PuzzleReader&) = delete;
  PuzzleReader& operator=(const PuzzleReader&) = delete;

  // Appends to the text. REQUIRES: Finish() was not called. (Checked by an
  // assertion, where these are on.)
  void Feed(dlx::StringView text) { lines_.Feed(text); }
  // There will be no more text.
  void Finish() { lines_.Finish(); }
  // How much of the text has not been read on to.
  size_t waiting_bytes() const { return lines_.waiting_bytes(); }

  // Reads on, up to the next puzzle or error. After kNeedText, there must be a
  // call of Feed() or Finish(). The memory of *puzzle is reused; it holds a
  // puzzle only after kPuzzle. REQUIRES: `puzzle` is not null.
  Result Next(Puzzle* puzzle);

  // The line on which the puzzle begins. REQUIRES: Next() has said kPuzzle.
  int64_t line() const { return line_of_puzzle_; }
  // REQUIRES: Next() has said kError.
  const ReadError& error() const { return error_; }

 private:
  // What a recogniser makes of the current line and those that follow it.
  struct Recognition {
    enum class Kind {
      kNotMine,   // The next recogniser is to look at it.
      kNeedText,  // It cannot say before there is more text.
      kNothing,   // This holds no puzzle.
      kPuzzle,
      kError,
    };
    Kind kind;
    size_t lines = 1;  // That this is about.
  };
  struct Recogniser;
  static const Recogniser kRecognisers[];

  // The recognisers, in their order. They may look at text_, cells_ and
  // lines_, and at what is known from earlier lines.
  Recognition TakeUnreadable();
  Recognition TakeLineOfCells();
  Recognition TakeBlankLine();
  Recognition TakeArray();
  Recognition TakeLabelledTable();
  Recognition TakeDocument();
  Recognition TakeComment();
  Recognition TakeSection();
  Recognition TakeCsvHeader();
  Recognition TakeCsvRecord();
  Recognition TakeColumnNames();
  Recognition TakeJsonObject();
  Recognition TakeHeading();
  Recognition TakeCandidateDrawing();
  // What may be a drawing: kPuzzle if it is one; otherwise kNotMine, and the
  // lines are as many as could belong to one, or kNeedText.
  struct PeekedDrawing {
    Recognition::Kind kind = Recognition::Kind::kNotMine;
    std::vector<absl::string_view> lines = {};
    std::optional<Puzzle> puzzle = std::nullopt;
  };
  PeekedDrawing PeekDrawing(const CandidateDrawing& drawing, size_t ahead);
  Recognition TakeWholeDrawing(const CandidateDrawing& drawing,
                               PeekedDrawing whole);
  Recognition TakeDamagedDrawing(const CandidateDrawing& drawing, size_t count);
  Recognition TakeBorder();
  Recognition TakeCaption();
  Recognition TakeLineWithOtherMarks();
  Recognition TakePuzzleBehindText();
  Recognition TakePuzzleOnALine();
  Recognition TakeGrid();

  Recognition Recognise();
  // An error for the first line of prose, nothing for the others.
  Recognition TakeProse();
  // Takes a document whose first line must be seen as it is, with its brackets
  // and blanks, and which no table of records holds.
  Recognition TakeBareDocument(const DocumentFormat& format);
  // Reads the document that begins here, or says that it is something else.
  Recognition ReadDocument(const DocumentFormat& format);
  // Whether a bracket of the array that the line begins is open at its end, and
  // no other line goes on with it.
  Recognition::Kind FindOpenBracket(int* column);
  // Adds to the error that an array was expected, if so it was.
  void NoteArray();
  // Takes away what does not matter around the cells of the line.
  void Simplify();
  // Whether the line of '-' is the first row of a grid with such empty cells.
  Recognition::Kind FirstRowOfDashes(int cells);
  // The result of a line that holds a puzzle.
  Recognition Report(std::optional<ReadError> error);
  Recognition Fail(ReadError error, size_t lines = 1);
  bool IsPuzzleLengthHere() const;
  void RestoreBlanks();
  GridRules Rules() const;

  ReaderOptions options_;
  TextLines lines_;

  // The current line, without decorations in Unicode, and the number of cell
  // characters at its beginning.
  WrittenLine line_;
  size_t cells_ = 0;

  // What is known from earlier lines.
  bool is_unreadable_ = false;  // No text, all of it.
  bool has_seen_content_ = false;
  bool has_seen_prose_ = false;
  bool is_skipping_section_ = false;
  std::optional<CsvColumns> csv_;
  std::string heading_;         // "Grid 01", for the grid that follows.
  bool is_below_grid_ = false;  // No blank line has come since.
  std::string border_;          // The last one, and what is below it.
  int64_t line_below_border_ = 0;
  int cells_on_a_line_ = 0;  // As in GridRules.
  int whole_grids_ = 0;

  // The results.
  Puzzle* puzzle_ = nullptr;
  int64_t line_of_puzzle_ = 0;
  ReadError error_;
  // It is no mistake of the text: rules are not known, or not wanted.
  bool is_refused_ = false;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_READER_H_
