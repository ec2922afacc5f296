#ifndef SUDOKU_FORMAT_WRITTEN_LINE_H_
#define SUDOKU_FORMAT_WRITTEN_LINE_H_

// A line of a text as a value: as it is written, or without what the readers of
// puzzles have no use for (sudoku/format/decorations.h).

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace sudoku {

class WrittenLine {
 public:
  // Where a line has another mark for an empty cell than the usual ones.
  struct Mark {
    size_t index;
    char character;
  };

  WrittenLine() = default;
  // `line` must live as long as this.
  explicit WrittenLine(absl::string_view line) : written_(line) {}

  absl::string_view raw() const { return is_changed_ ? changed_ : written_; }
  // The same without blanks around it (which can be cells).
  absl::string_view text() const;
  // The first of the marks that DropWrapping() and TakeDashes() have replaced.
  const std::optional<Mark>& mark() const { return mark_; }

  // Changes the line.
  void Set(std::string line);
  // Replaces decorations in Unicode by those of ASCII.
  void DropUnicodeDecorations();
  // Drops that character from the end, if it is there.
  void DropSeparator(char separator);
  // Drops what mail and programming languages put around cells, and puts '.'
  // for words and other marks for empty cells.
  void DropWrapping();
  // If the line is a row of '-' for empty cells, which looks like a border,
  // puts '.' in their place. Otherwise returns false.
  bool TakeDashes(int size);

 private:
  absl::string_view written_;
  bool is_changed_ = false;
  std::string changed_;
  std::optional<Mark> mark_;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_WRITTEN_LINE_H_
