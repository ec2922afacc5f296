#include "sudoku/render/grid_text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "sudoku/names.h"
#include "sudoku/render/text_blocks.h"

namespace sudoku {

namespace {

// Escape sequences for what there is to tell apart.
struct Styles {
  absl::string_view clue;
  absl::string_view filled;
  absl::string_view tried;
  absl::string_view small;
  absl::string_view marked;
  absl::string_view squared;
  absl::string_view struck;
  absl::string_view wrong;
  absl::string_view active;  // Besides one of the others.
  // The grounds of groups, besides any other.
  std::array<absl::string_view, 3> grounds;
  absl::string_view plain;  // Ends any.
  // Digits in the style `struck` are seen to be struck out. Otherwise they are
  // replaced by an x.
  bool can_strike = false;
};

// The colours are those of the table of 256, medium in brightness.
constexpr Styles kAnsiStyles = {
    .clue = "\x1b[1m",
    .filled = "\x1b[38;5;32m",     // Blue.
    .tried = "\x1b[1;38;5;134m",   // Purple.
    .small = "\x1b[38;5;244m",     // Grey.
    .marked = "\x1b[1;38;5;34m",   // Green.
    .squared = "\x1b[1;38;5;32m",  // Blue.
    .struck = "\x1b[9;38;5;196m",  // Red.
    .wrong = "\x1b[1;38;5;196m",   // Red.
    .active = "\x1b[7m",           // Reversed.
    // White on dark blue, green and brown.
    .grounds = {"\x1b[97;48;5;25m", "\x1b[97;48;5;28m", "\x1b[97;48;5;94m"},
    .plain = "\x1b[0m",
    .can_strike = true};
constexpr Styles kColorlessStyles = {.clue = "\x1b[1m",
                                     .filled = "",
                                     .tried = "\x1b[4m",
                                     .small = "\x1b[2m",
                                     .marked = "\x1b[1m",
                                     .squared = "\x1b[1;4m",
                                     .struck = "\x1b[1m",
                                     .wrong = "\x1b[1;4m",
                                     .active = "\x1b[7m",
                                     .grounds = {},
                                     .plain = "\x1b[0m"};
constexpr Styles kNoStyles = {};

const Styles& StylesOf(TextColors colors) {
  switch (colors) {
    case TextColors::kNone:
      return kNoStyles;
    case TextColors::kStyles:
      return kColorlessStyles;
    case TextColors::kAnsi:
      return kAnsiStyles;
  }
  return kNoStyles;
}

bool Contains(const std::vector<int>& cells, int cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

bool Contains(const std::vector<DigitSet>& sets, int cell, int digit) {
  return !sets.empty() && (sets[cell] & DigitBit(digit)) != 0;
}

// A picture, and how it is to be drawn.
struct TextLook {
  // The text in that style; the cell's being active comes on top of it.
  std::string Styled(absl::string_view text, absl::string_view style,
                     int cell) const {
    const absl::string_view active =
        Contains(picture.active_cells, cell) ? styles.active : "";
    const absl::string_view ground = GroundOf(cell);
    if (style.empty() && active.empty() && ground.empty()) {
      return std::string(text);
    }
    return absl::StrCat(style, ground, active, text, styles.plain);
  }

  // That of the last group with the cell.
  absl::string_view GroundOf(int cell) const {
    for (size_t i = picture.shaded_groups.size(); i-- > 0;) {
      if (!Contains(picture.shaded_groups[i], cell)) continue;
      return styles.grounds[i % styles.grounds.size()];
    }
    return "";
  }

  absl::string_view DigitStyle(int cell) const {
    if (Contains(picture.wrong_cells, cell)) return styles.wrong;
    if (picture.digits[cell] == 0) return styles.small;
    if (picture.clues[cell] != 0) return styles.clue;
    return Contains(picture.tried_cells, cell) ? styles.tried : styles.filled;
  }

  // "[5]", "<5>" or "(5)".
  std::string Bracketed(int cell) const {
    const bool is_clue = picture.clues[cell] != 0;
    const bool is_tried = Contains(picture.tried_cells, cell);
    const char digit = picture.geometry.DigitChar(picture.digits[cell]);
    return {is_clue    ? '['
            : is_tried ? '<'
                       : '(',
            digit,
            is_clue    ? ']'
            : is_tried ? '>'
                       : ')'};
  }

  const GridPicture& picture;
  const Styles& styles;
};

// The array of small digits in a cell.
struct SmallDigits {
  explicit SmallDigits(const Geometry& geometry)
      : columns(CandidateColumns(geometry)) {
    // A digit in brackets needs room, and so does the space between cells.
    width = std::max(columns, 3) + 2;
    rows = (geometry.size() + columns - 1) / columns;
  }
  int columns;
  int rows;
  int width;
};

std::vector<std::string> CandidateBlock(const TextLook& look, int cell,
                                        const SmallDigits& small) {
  const GridPicture& picture = look.picture;
  const DigitSet candidates =
      picture.candidates.empty() ? DigitSet{0} : picture.candidates[cell];
  std::vector<std::string> lines(small.rows);
  for (int line = 0; line < small.rows; ++line) {
    for (int at = 0; at < small.width; ++at) {
      const int column = at - 1;
      const int digit = line * small.columns + column + 1;
      const char name = picture.geometry.DigitChar(digit);
      const bool has_digit = column >= 0 && column < small.columns &&
                             digit <= picture.geometry.size();
      if (has_digit && Contains(picture.struck_candidates, cell, digit)) {
        const char mark = look.styles.can_strike ? name : 'x';
        absl::StrAppend(&lines[line], look.Styled(std::string(1, mark),
                                                  look.styles.struck, cell));
      } else if (has_digit && (candidates & DigitBit(digit)) != 0) {
        const absl::string_view style =
            Contains(picture.marked_candidates, cell, digit)
                ? look.styles.marked
            : Contains(picture.squared_candidates, cell, digit)
                ? look.styles.squared
                : look.styles.small;
        absl::StrAppend(&lines[line],
                        look.Styled(std::string(1, name), style, cell));
      } else {
        // A dead end must not look like an unmarked cell.
        const bool is_middle =
            line == (small.rows - 1) / 2 && at == (small.width - 1) / 2;
        absl::StrAppend(&lines[line],
                        candidates == 0 && is_middle
                            ? look.Styled("?", look.styles.wrong, cell)
                            : look.Styled(" ", "", cell));
      }
    }
  }
  return lines;
}

std::vector<std::string> DigitBlock(const TextLook& look, int cell,
                                    const SmallDigits& small) {
  const std::string blank =
      look.Styled(std::string(small.width, ' '), "", cell);
  std::vector<std::string> lines(small.rows, blank);
  const int margin = (small.width - 3) / 2;
  const absl::string_view style = look.DigitStyle(cell);
  lines[(small.rows - 1) / 2] = absl::StrCat(
      look.Styled(std::string(margin, ' '), "", cell),
      look.Styled(look.Bracketed(cell), style, cell),
      look.Styled(std::string(small.width - 3 - margin, ' '), "", cell));
  return lines;
}

std::string TextOfCell(const GridPicture& picture, int cell) {
  const int digit = picture.digits[cell];
  if (digit != 0) return std::string(1, picture.geometry.DigitChar(digit));
  if (Contains(picture.wrong_cells, cell)) return "?";
  if (picture.cell_texts.empty() || picture.cell_texts[cell].empty()) {
    return ".";
  }
  return picture.cell_texts[cell];
}

}  // namespace

std::string DrawGrid(const GridPicture& picture, TextColors colors,
                     LineArt lines) {
  assert(picture.is_well_formed());
  const TextLook look = {picture, StylesOf(colors)};
  size_t width = 1;
  for (const std::string& text : picture.cell_texts) {
    width = std::max(width, text.size());
  }
  TextBlocks drawing(picture.geometry, lines, static_cast<int>(width),
                     /*has_gaps=*/false);
  for (int cell = 0; cell < picture.geometry.cell_count(); ++cell) {
    std::string text = TextOfCell(picture, cell);
    text.resize(width, ' ');
    drawing.SetBlock(cell, {look.Styled(text, look.DigitStyle(cell), cell)});
  }
  return drawing.Draw();
}

std::string DrawCandidates(const GridPicture& picture, TextColors colors,
                           LineArt lines, bool has_gaps) {
  assert(picture.is_well_formed());
  const TextLook look = {picture, StylesOf(colors)};
  const SmallDigits small(picture.geometry);
  TextBlocks drawing(picture.geometry, lines, small.width, has_gaps);
  for (int cell = 0; cell < picture.geometry.cell_count(); ++cell) {
    drawing.SetBlock(cell, picture.digits[cell] != 0
                               ? DigitBlock(look, cell, small)
                               : CandidateBlock(look, cell, small));
  }
  return drawing.Draw();
}

std::string DrawLegend(TextColors colors, bool has_brackets) {
  GridPicture picture(*Geometry::FromSize(4));
  picture.clues[0] = 1;
  picture.tried_cells = {1};
  picture.wrong_cells = {3};
  const TextLook look = {picture, StylesOf(colors)};
  const absl::string_view names[] = {"clue", "tried", "implied", "wrong"};
  std::string line;
  for (int cell = 0; cell < 4; ++cell) {
    picture.digits[cell] = static_cast<uint8_t>(cell + 1);
    const std::string digit = look.Bracketed(cell);
    absl::StrAppend(&line, cell > 0 ? "  " : "",
                    look.Styled(has_brackets ? digit : digit.substr(1, 1),
                                look.DigitStyle(cell), cell),
                    " ", names[cell]);
  }
  return line;
}

}  // namespace sudoku
