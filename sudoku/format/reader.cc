#include "sudoku/format/reader.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "sudoku/format/candidate_drawing.h"
#include "sudoku/format/decorations.h"
#include "sudoku/format/line.h"
#include "sudoku/format/row.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

constexpr std::array<InputFormatName, 11> kInputFormatNames = {{
    {"auto", InputFormat::kAuto, "recognised line by line"},
    {"line", InputFormat::kLine, "a puzzle on each line"},
    {"sdm", InputFormat::kLine, "the same"},
    {"jigsaw", InputFormat::kLine, "the same, each followed by '|' and a map"},
    {"grid", InputFormat::kGrid, "grids over several lines"},
    {"sdk", InputFormat::kGrid, "the same"},
    {"ss", InputFormat::kGrid, "the same"},
    {"candidates", InputFormat::kCandidates, "lines or grids of candidates"},
    {"pencilmarks", InputFormat::kCandidates, "the same"},
    {"csv", InputFormat::kCsv, "records with a column 'puzzle'"},
    {"json", InputFormat::kJson, "JSON lines with a field \"puzzle\""},
}};

bool IsBlank(absl::string_view text) {
  return absl::StripAsciiWhitespace(text).empty();
}

bool HasByteBeyondAscii(absl::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return (c & 0x80) != 0; });
}

// "[Puzzle]" is the name of a section in .sdk files.
bool IsSectionName(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "[") || !absl::ConsumeSuffix(&text, "]")) {
    return false;
  }
  return text.size() >= 4 &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return absl::ascii_isalpha(c) || c == ' ';
         });
}

// "Grid 01", "Puzzle: the first".
bool IsHeading(absl::string_view text) {
  size_t end = 0;
  while (end < text.size() &&
         absl::ascii_isalpha(static_cast<unsigned char>(text[end]))) {
    ++end;
  }
  const absl::string_view word = text.substr(0, end);
  for (const absl::string_view known :
       {"grid", "puzzle", "sudoku", "board", "game"}) {
    if (absl::EqualsIgnoreCase(word, known)) return true;
  }
  return false;
}

bool IsJson(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "{")) return false;
  text = absl::StripLeadingAsciiWhitespace(text);
  return text.empty() || text[0] == '"' || text[0] == '}';
}

// True for the cells of a whole grid among which empty ones are blanks. The
// length must be exact: blanks at the end count.
bool IsDrawnWithBlanks(absl::string_view text, int fixed_size) {
  const int size = SizeFromCellCount(text.size());
  if (fixed_size > 0 ? size != fixed_size
                     : size != 9 && size != 16 && size != 25) {
    return false;
  }
  return absl::StrContains(text, ' ') &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return c == ' ' || IsCellCharacter(c); });
}

}  // namespace

absl::Span<const InputFormatName> InputFormatNames() {
  return kInputFormatNames;
}

std::optional<InputFormat> InputFormatFromName(absl::string_view name) {
  for (const InputFormatName& known : kInputFormatNames) {
    if (absl::EqualsIgnoreCase(known.name, name)) return known.format;
  }
  return std::nullopt;
}

PuzzleReader::PuzzleReader(ReaderOptions options)
    : options_(std::move(options)), grid_(&options_.geometries) {}

PuzzleReader::Result PuzzleReader::Next(Puzzle* puzzle) {
  while (true) {
    if (is_unreadable_) return Result::kEnd;
    if (!lines_.Peek()) {
      if (!lines_.is_finished()) return Result::kNeedText;
      if (std::optional<ReadError> error = grid_.End()) {
        error_ = *std::move(error);
        return Result::kError;
      }
      return Result::kEnd;
    }
    const Step step = ReadCurrentLine(puzzle);
    if (step == Step::kNeedText) return Result::kNeedText;
    if (step != Step::kErrorBefore) lines_.Consume();
    if (step == Step::kPuzzle) return Result::kPuzzle;
    if (step == Step::kError || step == Step::kErrorBefore) {
      return Result::kError;
    }
  }
}

PuzzleReader::Step PuzzleReader::Fail(ReadError error) {
  error_ = std::move(error);
  return Step::kError;
}

PuzzleReader::Step PuzzleReader::Report(std::optional<ReadError> error,
                                        Puzzle* puzzle) {
  if (error.has_value()) return Fail(*std::move(error));
  if (puzzle->note.empty() && !heading_.empty()) {
    puzzle->note = std::exchange(heading_, "");
  }
  line_of_puzzle_ = lines_.number();
  return Step::kPuzzle;
}

// Ends an unfinished grid because the current line begins something else.
PuzzleReader::Step PuzzleReader::EndGridBefore() {
  if (std::optional<ReadError> error = grid_.End()) {
    error_ = *std::move(error);
    return Step::kErrorBefore;
  }
  return Step::kGoOn;
}

PuzzleReader::Step PuzzleReader::ReadCurrentLine(Puzzle* puzzle) {
  if (lines_to_skip_ > 0) {
    --lines_to_skip_;
    return Step::kGoOn;
  }
  const int64_t number = lines_.number();
  if (lines_.is_overlong()) {
    return Fail({{number, 0},
                 absl::StrCat("this line is longer than ",
                              LineBuffer::kMaxLineLength, " characters")});
  }
  absl::string_view text = lines_.line();
  if (number == 1 && (absl::StartsWith(text, "\xFF\xFE") ||
                      absl::StartsWith(text, "\xFE\xFF"))) {
    is_unreadable_ = true;
    return Fail({{number, 0},
                 "this text is in UTF-16; only ASCII and UTF-8 can be read"});
  }
  size_t cells = CountLeadingCells(text);
  if (HasByteBeyondAscii(text.substr(cells))) {
    plain_line_ = WithoutUnicodeDecorations(text);
    text = plain_line_;
    cells = CountLeadingCells(text);
  }

  // The most common line by far comes first.
  const bool may_be_line = options_.format == InputFormat::kAuto ||
                           options_.format == InputFormat::kLine;
  if (may_be_line && !csv_.has_value() && !is_skipping_section_ &&
      !grid_.active() && cells > static_cast<size_t>(kMaxSize) &&
      IsPuzzleLength(cells, text.substr(cells),
                     options_.geometries.fixed_size())) {
    has_seen_content_ = true;
    return Report(
        ReadLine(text, cells, {number, 1}, &options_.geometries, puzzle),
        puzzle);
  }

  if (IsBlank(text)) return ReadBlankLine();
  const absl::string_view stripped = absl::StripAsciiWhitespace(text);
  if (stripped[0] == '#' || IsRemark(stripped)) return Step::kGoOn;
  if (IsSectionName(stripped)) return ReadSectionName(stripped);
  if (is_skipping_section_) return Step::kGoOn;

  const bool is_first = !std::exchange(has_seen_content_, true);
  if (is_first && (options_.format == InputFormat::kAuto ||
                   options_.format == InputFormat::kCsv)) {
    csv_ = CsvColumns::FromHeader(text);
    if (csv_.has_value()) return Step::kGoOn;
    if (options_.format == InputFormat::kCsv &&
        !IsPuzzleLength(cells, text.substr(cells),
                        options_.geometries.fixed_size())) {
      return Fail({{number, 0}, "this CSV header has no column \"puzzle\""});
    }
  }
  switch (options_.format) {
    case InputFormat::kJson:
      return ReadRecord(text, puzzle);
    case InputFormat::kCsv:
      return csv_.has_value() ? ReadRecord(text, puzzle)
                              : ReadPuzzleOnOneLine(text, puzzle);
    case InputFormat::kLine:
      return ReadPuzzleOnOneLine(text, puzzle);
    case InputFormat::kAuto:
    case InputFormat::kGrid:
    case InputFormat::kCandidates:
      break;
  }
  if (options_.format == InputFormat::kAuto &&
      (csv_.has_value() || IsJson(stripped))) {
    const Step step = EndGridBefore();
    return step == Step::kGoOn ? ReadRecord(text, puzzle) : step;
  }
  if (IsHeading(stripped)) {
    const Step step = EndGridBefore();
    if (step == Step::kGoOn) heading_ = std::string(stripped);
    return step;
  }
  if (IsBorder(stripped)) return ReadBorder(text, puzzle);
  if (options_.format != InputFormat::kGrid) {
    if (!grid_.active() && may_be_line &&
        options_.geometries.fixed_size() == 0) {
      const PlainLine plain = LookAtPlainLine(stripped);
      if (plain.cells == 16 || plain.cells == 36) {
        const std::optional<bool> are_rows = AreRowsLike(plain);
        if (!are_rows.has_value()) return Step::kNeedText;
        if (*are_rows) return AddRow(text, puzzle);
        if (plain.largest_digit <= SizeFromCellCount(plain.cells)) {
          return ReadPuzzleOnOneLine(text, puzzle);
        }
      }
    }
    if (IsOnOneLine(text)) {
      const Step step = EndGridBefore();
      return step == Step::kGoOn ? ReadPuzzleOnOneLine(text, puzzle) : step;
    }
  }
  return AddRow(text, puzzle);
}

// Whether a line holds a whole puzzle, and not a row of a grid.
bool PuzzleReader::IsOnOneLine(absl::string_view text) const {
  const int fixed_size = options_.geometries.fixed_size();
  const absl::string_view stripped = absl::StripAsciiWhitespace(text);
  const size_t cells = CountLeadingCells(stripped);
  const absl::string_view rest = stripped.substr(cells);
  if (grid_.active() && rest.empty() &&
      cells == static_cast<size_t>(grid_.size())) {
    return false;
  }
  if (IsPuzzleLength(cells, rest, fixed_size)) return true;
  const bool any_size = options_.format == InputFormat::kCandidates;
  if (SizeFromCandidateCount(cells, fixed_size, any_size) > 0) return true;
  // With a region map that is too long or too short.
  if (cells >= 16 && SizeFromCellCount(cells) > 0 &&
      absl::StartsWith(rest, "|")) {
    return true;
  }
  // No row is as long as this.
  if (cells > static_cast<size_t>(kMaxSize)) return true;
  // A puzzle of another size than the user has asked for.
  if (fixed_size > 0 && cells > static_cast<size_t>(fixed_size) &&
      IsPuzzleLength(cells, rest, 0)) {
    return true;
  }
  return IsDrawnWithBlanks(text, fixed_size) ||
         CountSpacedPuzzle(text, fixed_size) > 0;
}

PuzzleReader::Step PuzzleReader::ReadPuzzleOnOneLine(absl::string_view text,
                                                     Puzzle* puzzle) {
  GeometrySource& geometries = options_.geometries;
  TextPlace place{lines_.number(), 1};
  const int fixed_size = geometries.fixed_size();
  if (options_.format == InputFormat::kLine && fixed_size > 0 &&
      CountLeadingCells(text) < text.size() &&
      text.size() < static_cast<size_t>(fixed_size * fixed_size) &&
      text.find_first_of("|,;#") == absl::string_view::npos) {
    // Blanks at the end of the line may have been lost.
    plain_line_ = std::string(text);
    plain_line_.resize(fixed_size * fixed_size, ' ');
    text = plain_line_;
  }
  if (IsDrawnWithBlanks(text, fixed_size) &&
      !IsPuzzleLength(CountLeadingCells(text), "", fixed_size)) {
    std::string marked(text);
    std::replace(marked.begin(), marked.end(), ' ', '.');
    return Report(
        ReadLine(marked, CountLeadingCells(marked), place, &geometries, puzzle),
        puzzle);
  }
  const size_t indent = text.find_first_not_of(" \t");
  if (indent != absl::string_view::npos) {
    text.remove_prefix(indent);
    place.column += static_cast<int>(indent);
  }
  const size_t cells = CountLeadingCells(text);
  if (IsPuzzleLength(cells, text.substr(cells), fixed_size) ||
      (SizeFromCellCount(cells) >= 4 &&
       absl::StartsWith(text.substr(cells), "|"))) {
    return Report(ReadLine(text, cells, place, &geometries, puzzle), puzzle);
  }
  const int candidate_size = SizeFromCandidateCount(
      cells, fixed_size, options_.format == InputFormat::kCandidates);
  if (candidate_size > 0) {
    return Report(
        ReadCandidateLine(text, place, candidate_size, &geometries, puzzle),
        puzzle);
  }
  const int spaced = CountSpacedPuzzle(text, fixed_size, /*smallest_size=*/4);
  if (spaced == 0) {
    // No puzzle; this finds out why not.
    return Report(ReadLine(text, cells, place, &geometries, puzzle), puzzle);
  }
  const auto geometry = geometries.ForSize(SizeFromCellCount(spaced));
  if (!geometry.ok()) {
    return Fail({place, std::string(geometry.status().message())});
  }
  ResetPuzzle(**geometry, puzzle);
  WrittenCells written;
  std::optional<ReadError> error =
      ReadRow(text, place.line, {spaced, false}, &written);
  if (!error.has_value()) error = written.Interpret(puzzle);
  return Report(std::move(error), puzzle);
}

PuzzleReader::Step PuzzleReader::ReadRecord(absl::string_view text,
                                            Puzzle* puzzle) {
  const int64_t number = lines_.number();
  return Report(
      csv_.has_value()
          ? csv_->ReadRecord(text, number, &options_.geometries, puzzle)
          : ReadJsonPuzzle(text, number, &options_.geometries, puzzle),
      puzzle);
}

PuzzleReader::Step PuzzleReader::ReadBlankLine() {
  if (std::optional<ReadError> error = grid_.AddGap()) {
    return Fail(*std::move(error));
  }
  return Step::kGoOn;
}

PuzzleReader::Step PuzzleReader::ReadSectionName(absl::string_view text) {
  const Step step = EndGridBefore();
  // Other sections, such as [State], hold the puzzle in the middle of solving.
  if (step == Step::kGoOn) {
    is_skipping_section_ = !absl::EqualsIgnoreCase(text, "[Puzzle]");
  }
  return step;
}

// A border begins a drawing with candidates, or means nothing.
PuzzleReader::Step PuzzleReader::ReadBorder(absl::string_view text,
                                            Puzzle* puzzle) {
  // A line of nothing but '=' separates puzzles.
  if (absl::StripAsciiWhitespace(text).find_first_not_of('=') ==
      absl::string_view::npos) {
    return EndGridBefore();
  }
  if (grid_.active()) return Step::kGoOn;
  const int size = CandidateDrawing::SizeFromBorder(text);
  const int fixed_size = options_.geometries.fixed_size();
  if (size == 0 || (fixed_size > 0 && size != fixed_size)) return Step::kGoOn;
  const auto geometry = options_.geometries.ForSize(size);
  if (!geometry.ok() || !(*geometry)->has_boxes()) return Step::kGoOn;
  const CandidateDrawing drawing(**geometry);
  const auto lines =
      std::count(lines_.rest().begin(), lines_.rest().end(), '\n');
  if (lines < drawing.line_count() && !lines_.is_finished()) {
    return Step::kNeedText;
  }
  std::optional<Puzzle> read = drawing.Read(lines_.rest());
  if (!read.has_value()) return Step::kGoOn;
  *puzzle = *std::move(read);
  lines_to_skip_ = drawing.line_count() - 1;
  return Report(std::nullopt, puzzle);
}

PuzzleReader::Step PuzzleReader::AddRow(absl::string_view text,
                                        Puzzle* puzzle) {
  const int64_t number = lines_.number();
  const bool candidates = options_.format == InputFormat::kCandidates;
  if (std::optional<ReadError> error = grid_.AddRow(text, number, candidates)) {
    heading_.clear();
    return Fail(*std::move(error));
  }
  if (!grid_.is_complete()) return Step::kGoOn;
  const auto geometry = options_.geometries.ForSize(grid_.complete_size());
  if (!geometry.ok()) {
    return Fail(
        {{grid_.first_line(), 0}, std::string(geometry.status().message())});
  }
  ResetPuzzle(**geometry, puzzle);
  puzzle->note = std::exchange(heading_, "");
  if (std::optional<ReadError> error = grid_.cells().Interpret(puzzle)) {
    return Fail(*std::move(error));
  }
  line_of_puzzle_ = grid_.first_line();
  return Step::kPuzzle;
}

// A line of 16 cells can be a 4x4 puzzle or a row of a 16x16 one, a line of 36
// likewise. It is a row if enough such lines follow that use digits that the
// small puzzle does not have: half of them (where letters may be meant as empty
// cells, or be wrong), or a single one if cells are numbers. Nothing if more
// text is needed to say so.
std::optional<bool> PuzzleReader::AreRowsLike(const PlainLine& first) const {
  const int length = first.cells;
  const int small_size = SizeFromCellCount(length);
  int lines = 0;
  int with_large_digits = 0;
  absl::string_view rest = lines_.rest();
  while (lines < length && !rest.empty()) {
    const size_t end = rest.find('\n');
    if (end == absl::string_view::npos && !lines_.is_finished()) {
      return std::nullopt;
    }
    const absl::string_view text =
        absl::StripAsciiWhitespace(rest.substr(0, end));
    if (!text.empty() && text[0] != '#' && !IsBorder(text)) {
      const PlainLine plain = LookAtPlainLine(text);
      if (plain.cells != length) return false;
      ++lines;
      with_large_digits += plain.largest_digit > small_size;
    }
    rest.remove_prefix(std::min(end, rest.size() - 1) + 1);
  }
  if (lines < length && !lines_.is_finished()) return std::nullopt;
  const int needed = first.is_spaced ? 1 : length / 2;
  return lines == length && with_large_digits >= needed;
}

}  // namespace sudoku
