#ifndef SUDOKU_FORMAT_DOCUMENTS_H_
#define SUDOKU_FORMAT_DOCUMENTS_H_

// Puzzles in the formats of programs and pages that say what they are at their
// beginning: addresses, XML, HTML, library lines, ... An ordered table in
// documents.cc has a row for each of them:
//
// its name, what its first line looks like, where it ends, how it is read, and
// what it is expected to have. What is wrong with such a text is told with the
// name and that, beside the place and what stands there.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/read_error.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// The lines of a document: `text` with line feeds between them.
struct DocumentText {
  absl::string_view text;
  int64_t line_number;  // Of the first one.

  // Of a piece of the text. Looks at no more than what lies between this piece
  // and the one that was asked for before, if that does not come after it: a
  // document may have a million cells.
  TextPlace PlaceOf(absl::string_view piece) const;

  // About that piece: where it begins, where its line does, and how many lines
  // there are before that.
  mutable size_t last = 0;
  mutable size_t last_line_begin = 0;
  mutable int64_t lines_before_last = 0;
};

inline constexpr size_t kNoDocument = static_cast<size_t>(-1);

struct DocumentFormat {
  absl::string_view name;
  absl::string_view expects;
  // True for a line, without blanks around it, that begins such a document.
  bool (*looks_like)(absl::string_view line);
  // How many of the lines belong to it, the first of which is the one above; 0
  // if it takes more of them to see that (`is_all` says that no more will
  // come), kNoDocument if they are something else. Null for a single line.
  size_t (*count_lines)(absl::Span<const absl::string_view> lines, bool is_all);
  // Null if a document of this kind holds no puzzle, and is to be skipped.
  std::optional<ReadError> (*read)(const DocumentText& document,
                                   GeometrySource* geometries, Puzzle* puzzle);
  bool is_json = false;
};

absl::Span<const DocumentFormat> DocumentFormats();

// The first format of which the line is the beginning; null if there is none.
const DocumentFormat* FindDocumentFormat(absl::string_view line);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_DOCUMENTS_H_
