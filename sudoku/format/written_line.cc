#include "sudoku/format/written_line.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_replace.h"
#include "sudoku/format/decorations.h"
#include "sudoku/format/utf8.h"

namespace sudoku {

absl::string_view WrittenLine::text() const {
  return absl::StripAsciiWhitespace(raw());
}

void WrittenLine::Set(std::string line) {
  changed_ = std::move(line);
  is_changed_ = true;
}

void WrittenLine::DropUnicodeDecorations() {
  if (HasByteBeyondAscii(raw())) Set(WithoutUnicodeDecorations(raw()));
}

void WrittenLine::DropSeparator(char separator) {
  if (!absl::EndsWith(raw(), {&separator, 1})) return;
  Set(std::string(raw().substr(0, raw().size() - 1)));
}

void WrittenLine::DropWrapping() {
  std::string line;
  if (Unwrap(raw(), &line)) Set(std::move(line));
  if (ReplaceNothings(raw(), &line)) Set(std::move(line));
  if (!ReplaceMarks(raw(), &line)) return;
  const size_t index = raw().find_first_of("-?");
  mark_ = {index, raw()[index]};
  Set(std::move(line));
}

bool WrittenLine::TakeDashes(int size) {
  if (!IsRowOfDashes(text(), size)) return false;
  mark_ = {raw().find('-'), '-'};
  Set(absl::StrReplaceAll(raw(), {{"-", "."}}));
  return true;
}

}  // namespace sudoku
