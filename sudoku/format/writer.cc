#include "sudoku/format/writer.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "dlx/io/text.h"
#include "sudoku/candidates.h"
#include "sudoku/format/fpuzzles_rules.h"
#include "sudoku/format/json.h"
#include "sudoku/format/lz_string.h"
#include "sudoku/format/rule_line.h"
#include "sudoku/format/web_puzzle.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

// What stands around the rows of a grid, and the cells in them.
struct RowLayout {
  absl::string_view before_row;
  absl::string_view between_cells;
  absl::string_view after_row;
  absl::string_view empty;
};

// Digits above 9 are numbers if there is something between the cells.
std::string Rows(const Puzzle& puzzle, const RowLayout& layout) {
  const int size = puzzle.geometry.size();
  std::string text;
  for (int cell = 0; cell < size * size; ++cell) {
    const int column = cell % size;
    absl::StrAppend(&text,
                    column == 0 ? layout.before_row : layout.between_cells);
    const uint8_t digit = puzzle.clues[cell];
    if (digit == 0) {
      absl::StrAppend(&text, layout.empty);
    } else if (layout.between_cells.empty()) {
      text.push_back(DigitToChar(digit));
    } else {
      absl::StrAppend(&text, digit);
    }
    if (column == size - 1) absl::StrAppend(&text, layout.after_row);
  }
  return text;
}

std::string WithZeros(const Puzzle& puzzle) {
  return absl::StrReplaceAll(puzzle.clues.ToLine(), {{".", "0"}});
}

// The text without the last `count` characters.
std::string Shortened(std::string text, size_t count) {
  text.resize(text.size() - count);
  return text;
}

std::string WithoutLineBreaks(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\n", " "}, {"\r", " "}});
}

std::string WriteRules(const Puzzle& puzzle, int) {
  return absl::StrCat(RuleLine(puzzle), "\n");
}

std::string WriteLine(const Puzzle& puzzle, int number) {
  if (NeedsRuleLine(puzzle)) return WriteRules(puzzle, number);
  std::string text = puzzle.clues.ToLine();
  if (puzzle.has_candidates()) {
    text.clear();
    for (const DigitSet set : puzzle.candidates) {
      absl::StrAppend(&text, "{", DigitSetToString(set), "}");
    }
  }
  if (!puzzle.geometry.has_customary_boxes()) {
    absl::StrAppend(&text, "|", puzzle.geometry.RegionLine());
  }
  if (!puzzle.note.empty() && !puzzle.has_candidates()) {
    absl::StrAppend(&text, " ", WithoutLineBreaks(puzzle.note));
  }
  return absl::StrCat(text, "\n");
}

// The digits that a cell may have, as far as the puzzle itself says it.
DigitSet MayHold(const Puzzle& puzzle, int cell) {
  if (puzzle.has_candidates()) return puzzle.candidates[cell];
  return puzzle.clues[cell] != 0 ? DigitBit(puzzle.clues[cell])
                                 : AllDigits(puzzle.geometry.size());
}

// Nine characters for each cell: the digits that it may have, in their places.
std::string WriteSukaku(const Puzzle& puzzle, int) {
  std::string text;
  for (int cell = 0; cell < puzzle.geometry.cell_count(); ++cell) {
    for (int digit = 1; digit <= puzzle.geometry.size(); ++digit) {
      const bool may = (MayHold(puzzle, cell) & DigitBit(digit)) != 0;
      text.push_back(may ? DigitToChar(digit) : '.');
    }
  }
  return absl::StrCat(text, "\n");
}

// What `solve` and `parse_grid` return in Norvig's article, on one line.
std::string WriteNorvigValues(const Puzzle& puzzle, int) {
  std::vector<std::string> entries;
  for (int cell = 0; cell < puzzle.geometry.cell_count(); ++cell) {
    entries.push_back(absl::StrCat(
        "'", CellName(cell, puzzle.geometry.size(), NameStyle::kLetter), "': '",
        DigitSetToString(MayHold(puzzle, cell)), "'"));
  }
  return absl::StrCat("{", absl::StrJoin(entries, ", "), "}\n");
}

std::string WriteSdm(const Puzzle& puzzle, int) {
  return absl::StrCat(WithZeros(puzzle), "\n");
}

std::string WriteSdk(const Puzzle& puzzle, int) {
  return absl::StrCat(puzzle.note.empty() ? "" : "#D",
                      WithoutLineBreaks(puzzle.note),
                      puzzle.note.empty() ? "" : "\n", "[Puzzle]\n",
                      Rows(puzzle, {"", "", "\n", "."}), "\n");
}

// With bars between the boxes.
std::string WriteSs(const Puzzle& puzzle, int) {
  const Geometry& geometry = puzzle.geometry;
  const int size = geometry.size();
  const int width = geometry.box_columns();
  const std::string frame =
      absl::StrCat("*", std::string(size + size / width - 1, '-'), "*\n");
  std::string between = "|";
  for (int column = 0; column < size; ++column) {
    absl::StrAppend(&between, column > 0 && column % width == 0 ? "+-" : "-");
  }
  absl::StrAppend(&between, "|\n");
  std::string text = frame;
  for (int row = 0; row < size; ++row) {
    if (row > 0 && row % geometry.box_rows() == 0) text += between;
    for (int column = 0; column < size; ++column) {
      absl::StrAppend(
          &text, column % width == 0 ? "|" : "",
          std::string(1,
                      DigitToChar(puzzle.clues[geometry.CellAt(row, column)])));
    }
    absl::StrAppend(&text, "|\n");
  }
  return absl::StrCat(text, frame, "\n");
}

std::string WriteCsv(const Puzzle& puzzle, int) {
  return absl::StrCat(Rows(puzzle, {"", ",", "\n", ""}), "\n");
}

std::string WriteTsv(const Puzzle& puzzle, int) {
  return absl::StrCat(Rows(puzzle, {"", "\t", "\n", ""}), "\n");
}

std::string WritePython(const Puzzle& puzzle, int number) {
  const std::string rows = Rows(puzzle, {"    [", ", ", "],\n", "0"});
  return absl::StrCat("board", number, " = [\n", rows, "]\n");
}

std::string WriteJava(const Puzzle& puzzle, int number) {
  const std::string rows = Rows(puzzle, {"    {", ", ", "},\n", "0"});
  return absl::StrCat("int[][] board", number, " = {\n", rows, "};\n");
}

std::string WriteC(const Puzzle& puzzle, int number) {
  const int size = puzzle.geometry.size();
  const std::string rows = Rows(puzzle, {"    {", ", ", "},\n", "0"});
  return absl::StrFormat("int board%d[%d][%d] = {\n%s};\n", number, size, size,
                         rows);
}

std::string WriteMatlab(const Puzzle& puzzle, int) {
  const std::string rows = Rows(puzzle, {"     ", " ", "\n", "0"});
  return absl::StrCat("X = [", Shortened(rows.substr(5), 1), "];\n");
}

std::string WriteNorvig(const Puzzle& puzzle, int number) {
  return absl::StrCat("grid", number, " = '", WithZeros(puzzle), "'\n");
}

std::string WriteHodoku(const Puzzle& puzzle, int) {
  const Geometry& geometry = puzzle.geometry;
  const std::string line = puzzle.clues.ToLine();
  std::string cells;
  std::vector<std::string> gone;
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    const int filled_in =
        puzzle.filled_in.has_value() ? (*puzzle.filled_in)[cell] : 0;
    if (puzzle.clues[cell] != 0 || filled_in == 0) {
      cells.push_back(line[cell]);
    } else {
      absl::StrAppend(&cells, "+", filled_in);
    }
    if (puzzle.clues[cell] != 0 || !puzzle.has_candidates()) continue;
    for (int digit = 1; digit <= geometry.size(); ++digit) {
      if ((puzzle.candidates[cell] & DigitBit(digit)) != 0) continue;
      gone.push_back(absl::StrCat(digit, geometry.RowOf(cell) + 1,
                                  geometry.ColumnOf(cell) + 1));
    }
  }
  return absl::StrCat(":0000:x:", cells, ":", absl::StrJoin(gone, " "), "::\n");
}

std::string WriteOpenSudoku(const Puzzle& puzzle, int) {
  return absl::StrCat("  <game data=\"", WithZeros(puzzle), "\" />\n");
}

std::string WriteSudokuWiki(const Puzzle& puzzle, int) {
  return absl::StrCat(
      "https://www.sudokuwiki.org/sudoku.htm?bd=", WithZeros(puzzle), "\n");
}

std::string WriteFpuzzles(const Puzzle& puzzle, int) {
  return absl::StrCat("https://f-puzzles.com/?load=",
                      LzCompressToBase64(FpuzzlesJson(puzzle)), "\n");
}

std::string WriteFpuzzlesJson(const Puzzle& puzzle, int) {
  return absl::StrCat(FpuzzlesJson(puzzle), "\n");
}

// The path of an address may have neither '+' nor '/' in it.
std::string WriteSudokuPad(const Puzzle& puzzle, int) {
  const bool is_own = IsSudokuPadJsonBest(puzzle);
  return absl::StrCat(
      "https://sudokupad.app/", is_own ? "scl" : "fpuz",
      absl::StrReplaceAll(LzCompressToBase64(is_own ? SudokuPadJson(puzzle)
                                                    : FpuzzlesJson(puzzle)),
                          {{"+", "%2B"}, {"/", "%2F"}, {"=", "%3D"}}),
      "\n");
}

std::string WriteSudokuPadJson(const Puzzle& puzzle, int) {
  return absl::StrCat(SudokuPadJson(puzzle), "\n");
}

std::string WriteHtml(const Puzzle& puzzle, int) {
  return absl::StrCat(
      "<table>\n",
      Rows(puzzle, {"<tr><td>", "</td><td>", "</td></tr>\n", "&nbsp;"}),
      "</table>\n");
}

// The line of '-' makes the first row a header, as Markdown wants it.
// Blanks among numbers of different lengths would not be seen as cells.
std::string WriteMarkdown(const Puzzle& puzzle, int) {
  const absl::string_view empty = puzzle.geometry.size() > 9 ? "." : " ";
  std::string rows = Rows(puzzle, {"| ", " | ", " |\n", empty});
  std::string border = "|";
  for (int i = 0; i < puzzle.geometry.size(); ++i) border += "---|";
  rows.insert(rows.find('\n') + 1, absl::StrCat(border, "\n"));
  return absl::StrCat(rows, "\n");
}

std::string WriteLatex(const Puzzle& puzzle, int) {
  return absl::StrCat("\\begin{sudoku}\n",
                      Rows(puzzle, {"|", "|", "|.\n", " "}), "\\end{sudoku}\n");
}

std::string WriteJson(const Puzzle& puzzle, int) {
  const bool has_rule_line = NeedsRuleLine(puzzle);
  std::string regions;
  if (!puzzle.geometry.has_customary_boxes() && !has_rule_line) {
    regions =
        absl::StrCat(",\"regions\":\"", puzzle.geometry.RegionLine(), "\"");
  }
  return absl::StrCat(
      "{\"puzzle\":",
      dlx::io::JsonString(has_rule_line ? RuleLineWithoutNote(puzzle)
                                        : puzzle.clues.ToLine()),
      regions, puzzle.note.empty() ? "" : ",\"name\":",
      puzzle.note.empty() ? "" : dlx::io::JsonString(puzzle.note), "}\n");
}

constexpr absl::string_view kXmlHeader =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<opensudoku>\n";

// As Python's str.center(): an odd blank more goes to the right, unless the
// width is odd.
std::string Centered(absl::string_view text, size_t width) {
  const size_t blanks = width - text.size();
  const size_t left = blanks / 2 + (blanks & width & 1);
  return absl::StrCat(std::string(left, ' '), text,
                      std::string(blanks - left, ' '));
}

// What `display` prints in Norvig's article: all cells as wide as the one with
// the most candidates, and a blank; bars and crosses between the boxes.
std::string WriteNorvigDisplay(const Puzzle& puzzle, int) {
  const Geometry& geometry = puzzle.geometry;
  std::vector<std::string> cells;
  size_t width = 0;
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    cells.push_back(puzzle.has_candidates()
                        ? DigitSetToString(puzzle.candidates[cell])
                        : std::string(1, DigitToChar(puzzle.clues[cell])));
    width = std::max(width, cells.back().size() + 1);
  }
  std::string line;
  for (int column = 0; column < geometry.size(); ++column) {
    const bool is_at_box = column > 0 && column % geometry.box_columns() == 0;
    absl::StrAppend(&line, is_at_box ? "+" : "", std::string(width, '-'));
  }
  std::string text;
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    const int row = geometry.RowOf(cell);
    const int column = geometry.ColumnOf(cell);
    if (column == 0 && row > 0 && row % geometry.box_rows() == 0) {
      absl::StrAppend(&text, line, "\n");
    }
    const bool is_at_box = column > 0 && column % geometry.box_columns() == 0;
    absl::StrAppend(&text, is_at_box ? "|" : "", Centered(cells[cell], width),
                    column + 1 == geometry.size() ? "\n" : "");
  }
  return absl::StrCat(text, "\n");
}

constexpr std::array kWrittenFormats = {
    WrittenFormat{.name = "line",
                  .description = "a line of cells, also with regions",
                  .write = WriteLine,
                  .has_regions = true,
                  .has_candidates = true,
                  .rules = WrittenFormat::Rules::kAll},
    WrittenFormat{.name = "rules",
                  .description = "a line of rules and givens",
                  .write = WriteRules,
                  .has_regions = true,
                  .has_candidates = true,
                  .rules = WrittenFormat::Rules::kAll},
    WrittenFormat{.name = "sdm",
                  .description = "a line of digits, 0 for an empty cell",
                  .write = WriteSdm},
    WrittenFormat{.name = "sdk",
                  .description = "SadMan's, a row on each line",
                  .write = WriteSdk},
    WrittenFormat{.name = "ss",
                  .description = "Simple Sudoku's, with bars",
                  .write = WriteSs},
    WrittenFormat{.name = "csv",
                  .description = "for spreadsheets, with commas",
                  .write = WriteCsv},
    WrittenFormat{.name = "tsv",
                  .description = "for spreadsheets, with tabs",
                  .write = WriteTsv},
    WrittenFormat{.name = "json",
                  .description = "a line of JSON with a field \"puzzle\"",
                  .write = WriteJson,
                  .has_regions = true,
                  .rules = WrittenFormat::Rules::kAll},
    WrittenFormat{.name = "python",
                  .description = "a list of lists",
                  .write = WritePython},
    WrittenFormat{
        .name = "java", .description = "an int[][]", .write = WriteJava},
    WrittenFormat{
        .name = "c", .description = "an array of arrays", .write = WriteC},
    WrittenFormat{
        .name = "matlab", .description = "a matrix", .write = WriteMatlab},
    WrittenFormat{.name = "norvig",
                  .description = "grid1 = '...', as in Norvig's article",
                  .write = WriteNorvig},
    WrittenFormat{.name = "norvig-display",
                  .description = "what his `display` prints, also candidates",
                  .write = WriteNorvigDisplay,
                  .has_candidates = true,
                  .size = 9},
    WrittenFormat{.name = "norvig-values",
                  .description = "{'A1': '123', ...}, what his `solve` returns",
                  .write = WriteNorvigValues,
                  .has_candidates = true,
                  .size = 9},
    WrittenFormat{.name = "sukaku",
                  .description = "nine characters for each cell: candidates",
                  .write = WriteSukaku,
                  .has_candidates = true,
                  .size = 9},
    WrittenFormat{.name = "hodoku",
                  .description = "a line of HoDoKu's library",
                  .write = WriteHodoku,
                  .has_candidates = true,
                  .size = 9},
    WrittenFormat{.name = "opensudoku",
                  .description = "OpenSudoku's XML",
                  .write = WriteOpenSudoku,
                  .size = 9,
                  .header = kXmlHeader,
                  .footer = "</opensudoku>\n"},
    WrittenFormat{.name = "sudokuwiki",
                  .description = "an address of SudokuWiki",
                  .write = WriteSudokuWiki,
                  .size = 9},
    WrittenFormat{.name = "f-puzzles",
                  .description = "an address of f-puzzles",
                  .write = WriteFpuzzles,
                  .has_regions = true,
                  .has_houses = true,
                  .has_candidates = true,
                  .rules = WrittenFormat::Rules::kFpuzzles},
    WrittenFormat{.name = "f-puzzles-json",
                  .description = "the JSON behind that",
                  .write = WriteFpuzzlesJson,
                  .has_regions = true,
                  .has_houses = true,
                  .has_candidates = true,
                  .rules = WrittenFormat::Rules::kFpuzzles},
    WrittenFormat{.name = "sudokupad",
                  .description = "an address of SudokuPad",
                  .write = WriteSudokuPad,
                  .has_regions = true,
                  .has_houses = true,
                  .has_candidates = true,
                  .rules = WrittenFormat::Rules::kFpuzzles},
    WrittenFormat{.name = "sudokupad-json",
                  .description = "SudokuPad's own JSON",
                  .write = WriteSudokuPadJson,
                  .has_regions = true,
                  .has_houses = true,
                  .rules = WrittenFormat::Rules::kSudokuPad},
    WrittenFormat{.name = "html", .description = "a table", .write = WriteHtml},
    WrittenFormat{
        .name = "markdown", .description = "a table", .write = WriteMarkdown},
    WrittenFormat{.name = "latex",
                  .description = "an environment of the package sudoku",
                  .write = WriteLatex,
                  .size = 9},
};

absl::Status CanWriteRules(const WrittenFormat& format, const Puzzle& puzzle) {
  if (puzzle.geometry.symbols() != nullptr && format.name != "line") {
    return absl::InvalidArgumentError(
        absl::StrCat("the format ", format.name, " cannot keep symbols"));
  }
  if (!puzzle.needs_rule_line() || format.rules == WrittenFormat::Rules::kAll) {
    return absl::OkStatus();
  }
  std::string what = "rules";
  if (puzzle.geometry.least_digit() != 1) {
    what = "digits from 0";
  } else if (format.rules == WrittenFormat::Rules::kFpuzzles) {
    const auto json = FpuzzlesRulesJson(puzzle);
    if (json.ok() ||
        (format.write == WriteSudokuPad && IsSudokuPadJsonBest(puzzle))) {
      return absl::OkStatus();
    }
    what = std::string(json.status().message());
  } else if (format.rules == WrittenFormat::Rules::kSudokuPad) {
    const Rule* const rule = NotForSudokuPad(puzzle);
    if (rule == nullptr) return absl::OkStatus();
    what = absl::StrCat("the rule ", rule->text.substr(0, 60));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("the format ", format.name, " cannot keep ", what));
}

}  // namespace

absl::Span<const WrittenFormat> WrittenFormats() { return kWrittenFormats; }

const WrittenFormat* FindWrittenFormat(dlx::StringView name) {
  for (const WrittenFormat& format : kWrittenFormats) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

absl::Status CanWrite(const WrittenFormat& format, const Puzzle& puzzle) {
  const Geometry& geometry = puzzle.geometry;
  const auto refuse = [&](absl::string_view what) {
    return absl::InvalidArgumentError(
        absl::StrCat("the format ", format.name, " cannot keep ", what));
  };
  if (format.size > 0 && geometry.size() != format.size) {
    return refuse(absl::StrFormat("a puzzle of %dx%d, only of %dx%d",
                                  geometry.size(), geometry.size(), format.size,
                                  format.size));
  }
  if (!format.has_regions && !geometry.has_customary_boxes()) {
    return refuse(geometry.has_boxes() ? "boxes of that shape"
                                       : "irregular regions");
  }
  if (absl::Status status = CanWriteRules(format, puzzle); !status.ok()) {
    return status;
  }
  // A line of rules has houses and candidates, too.
  if (NeedsRuleLine(puzzle) && format.rules == WrittenFormat::Rules::kAll) {
    return absl::OkStatus();
  }
  if (!format.has_houses &&
      (geometry.has_diagonals() || geometry.has_extra_regions())) {
    return refuse(geometry.has_diagonals() ? "diagonals" : "extra regions");
  }
  if (!format.has_candidates && puzzle.has_candidates()) {
    return refuse("candidates");
  }
  return absl::OkStatus();
}

std::vector<std::string> LeftOut(const WrittenFormat& format,
                                 const Puzzle& puzzle) {
  if (format.rules == WrittenFormat::Rules::kFpuzzles) return {};
  std::vector<std::string> names = FpuzzlesBesides(puzzle);
  const bool has_heading = format.write == WriteSudokuPadJson;
  if (!puzzle.heading.rules.empty() && !has_heading) names.push_back("ruleset");
  return names;
}

}  // namespace sudoku
