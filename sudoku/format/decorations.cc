#include "sudoku/format/decorations.h"

#include "absl/strings/match.h"

namespace sudoku {

bool IsBorder(absl::string_view line) {
  int strokes = 0;
  for (const char c : line) {
    if (c == '-' || c == '=') {
      ++strokes;
    } else if (!absl::StrContains(" \t+|*.:'", c)) {
      return false;
    }
  }
  return strokes >= 2;
}

bool IsRemark(absl::string_view line) {
  for (const absl::string_view beginning :
       {"This is the only solution.", "This is one of several solutions.",
        "This is a solution; ", "no solution", "undecided",
        "Naked singles: ", "Hidden singles: ", "Wrong: "}) {
    if (absl::StartsWith(line, beginning)) return true;
  }
  // "9x9 with diagonals, 21 clues".
  const size_t digits = line.find_first_not_of("0123456789");
  return digits != 0 && digits != absl::string_view::npos &&
         line[digits] == 'x' &&
         (absl::EndsWith(line, " clues") || absl::EndsWith(line, " clue"));
}

std::string WithoutUnicodeDecorations(absl::string_view line) {
  std::string result;
  result.reserve(line.size());
  size_t i = 0;
  while (i < line.size()) {
    const absl::string_view rest = line.substr(i);
    if (absl::StartsWith(rest, "\xC2\xB7")) {  // Middle dot.
      result.push_back('.');
      i += 2;
    } else if (absl::StartsWith(rest, "\xC2\xA0")) {  // No-break space.
      result.push_back(' ');
      i += 2;
    } else if (rest.size() >= 3 && rest[0] == '\xE2' &&
               (rest[1] == '\x94' || rest[1] == '\x95')) {
      // U+2500 to U+257F. Horizontal and vertical strokes come thin, thick,
      // dashed and double; all others are corners and crossings.
      const int code = (static_cast<unsigned char>(rest[1]) & 1) * 64 +
                       (static_cast<unsigned char>(rest[2]) & 0x3F);
      const bool dashed = code >= 0x04 && code <= 0x0B;
      const bool horizontal = code <= 0x01 || (dashed && (code & 2) == 0) ||
                              code == 0x50 || code == 0x4C || code == 0x4D;
      const bool vertical = code == 0x02 || code == 0x03 ||
                            (dashed && (code & 2) != 0) || code == 0x51 ||
                            code == 0x4E || code == 0x4F;
      result.push_back(horizontal ? '-' : vertical ? '|' : '+');
      i += 3;
    } else {
      result.push_back(line[i++]);
    }
  }
  return result;
}

}  // namespace sudoku
