#ifndef SUDOKU_FORMAT_RECORDS_H_
#define SUDOKU_FORMAT_RECORDS_H_

// Puzzles in files of records with named fields: CSV and JSON lines.
//
// The fields `puzzle`, `solution` and `regions` mean what they say (all but the
// first may be absent); what the others hold becomes the puzzle's note.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/read_error.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// True for a line that begins a JSON object, and not a set of candidates or an
// array. (Of a brace alone, only what follows it can tell: see documents.h.)
bool IsJsonObject(absl::string_view line);

// {"puzzle": "53..7...", "solution": "534678...", "name": "Monday"}
// The cells of a puzzle or solution can also be an array of numbers. The field
// may have another name that people use, such as "board"; and the object may be
// one of web_puzzle.h. The text can extend over several lines.
std::optional<ReadError> ReadJsonPuzzle(absl::string_view text,
                                        int64_t line_number,
                                        GeometrySource* geometries,
                                        Puzzle* puzzle);

// A CSV file's columns, from its header line. Fields are separated by commas,
// or by the semicolons or tabs that some programs write instead; they can be in
// quotation marks.
class CsvColumns {
 public:
  // Nothing if the line has no field `puzzle` (or `quizzes`, as in a well-known
  // collection), or has numbers among its fields.
  static std::optional<CsvColumns> FromHeader(absl::string_view line);

  std::optional<ReadError> ReadRecord(absl::string_view line,
                                      int64_t line_number,
                                      GeometrySource* geometries,
                                      Puzzle* puzzle) const;

 private:
  char separator_ = ',';
  int count_ = 0;
  int puzzle_ = -1;
  int solution_ = -1;
  int regions_ = -1;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_RECORDS_H_
