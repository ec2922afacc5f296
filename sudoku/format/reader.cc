#include "sudoku/format/reader.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "sudoku/format/array.h"
#include "sudoku/format/decorations.h"
#include "sudoku/format/documents.h"
#include "sudoku/format/labelled_table.h"
#include "sudoku/format/line.h"
#include "sudoku/format/no_text.h"
#include "sudoku/format/records.h"
#include "sudoku/format/utf8.h"
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

constexpr unsigned Bit(InputFormat format) {
  return 1u << static_cast<unsigned>(format);
}

constexpr unsigned kAuto = Bit(InputFormat::kAuto);
constexpr unsigned kLine = Bit(InputFormat::kLine);
constexpr unsigned kGrid = Bit(InputFormat::kGrid);
constexpr unsigned kCandidates = Bit(InputFormat::kCandidates);
constexpr unsigned kCsv = Bit(InputFormat::kCsv);
constexpr unsigned kJson = Bit(InputFormat::kJson);
constexpr unsigned kEvery = kAuto | kLine | kGrid | kCandidates | kCsv | kJson;

}  // namespace

struct PuzzleReader::Recogniser {
  absl::string_view what;
  unsigned formats;  // Those in which such a line can occur.
  Recognition (PuzzleReader::*take)();
};

// The first recogniser that knows what a line is takes it, and the lines that
// belong to it. The most common lines by far come first; then what is no part
// of a puzzle wherever it stands; then puzzles, the most certain ones first.
// The last one of each format takes everything.
constexpr PuzzleReader::Recogniser PuzzleReader::kRecognisers[] = {
    {"a line of cells", kAuto | kLine, &PuzzleReader::TakeLineOfCells},
    {"a line that cannot be read", kEvery, &PuzzleReader::TakeUnreadable},
    {"an array that is more than a grid", kAuto, &PuzzleReader::TakeArray},
    {"a blank line", kEvery, &PuzzleReader::TakeBlankLine},
    {"a comment", kEvery, &PuzzleReader::TakeComment},
    {"a document", kAuto | kLine | kJson, &PuzzleReader::TakeDocument},
    {"a table with names for rows and columns", kAuto | kGrid,
     &PuzzleReader::TakeLabelledTable},
    {"a section of an .sdk file", kEvery, &PuzzleReader::TakeSection},
    {"a CSV header", kAuto | kCsv, &PuzzleReader::TakeCsvHeader},
    {"a CSV record", kAuto | kCsv, &PuzzleReader::TakeCsvRecord},
    {"names above columns", kAuto | kGrid, &PuzzleReader::TakeColumnNames},
    {"a JSON object", kAuto | kJson, &PuzzleReader::TakeJsonObject},
    {"a heading", kAuto | kGrid | kCandidates, &PuzzleReader::TakeHeading},
    {"a grid drawn with its candidates", kAuto | kGrid | kCandidates,
     &PuzzleReader::TakeCandidateDrawing},
    {"a line of cells with '-' or '?' for empty ones", kAuto | kLine,
     &PuzzleReader::TakeLineWithOtherMarks},
    {"a line of cells behind other text", kAuto | kLine,
     &PuzzleReader::TakePuzzleBehindText},
    {"a border", kAuto | kGrid | kCandidates, &PuzzleReader::TakeBorder},
    {"a caption", kAuto | kGrid | kCandidates, &PuzzleReader::TakeCaption},
    {"a puzzle on a line", kAuto | kLine | kCandidates | kCsv,
     &PuzzleReader::TakePuzzleOnALine},
    {"a grid over several lines", kAuto | kGrid | kCandidates,
     &PuzzleReader::TakeGrid},
};

absl::Span<const InputFormatName> InputFormatNames() {
  return kInputFormatNames;
}

std::optional<InputFormat> InputFormatFromName(dlx::StringView name) {
  for (const InputFormatName& known : kInputFormatNames) {
    if (absl::EqualsIgnoreCase(known.name, name)) return known.format;
  }
  return std::nullopt;
}

PuzzleReader::PuzzleReader(ReaderOptions options)
    : options_(std::move(options)) {}

PuzzleReader::Result PuzzleReader::Next(Puzzle* puzzle) {
  using Kind = Recognition::Kind;
  puzzle_ = puzzle;
  while (true) {
    if (is_unreadable_) return Result::kEnd;
    absl::string_view line;
    switch (lines_.Peek(0, &line)) {
      case TextLines::Look::kNeedText:
        return Result::kNeedText;
      case TextLines::Look::kEnd:
        return Result::kEnd;
      case TextLines::Look::kLine:
        break;
    }
    line_ = WrittenLine(line);
    Recognition recognition = Recognise();
    if (recognition.kind == Kind::kNeedText) return Result::kNeedText;
    if (recognition.kind == Kind::kError &&
        options_.format == InputFormat::kAuto && IsProse(line) &&
        FindDocumentFormat(line) == nullptr) {
      recognition = TakeProse();
    }
    lines_.Consume(recognition.lines);
    if (recognition.kind == Kind::kPuzzle) return Result::kPuzzle;
    if (recognition.kind == Kind::kError) return Result::kError;
  }
}

void PuzzleReader::Simplify() {
  cells_ = CountLeadingCells(line_.raw());
  if (HasByteBeyondAscii(line_.raw().substr(cells_))) {
    line_.DropUnicodeDecorations();
    cells_ = CountLeadingCells(line_.raw());
  }
  if (cells_ > static_cast<size_t>(kMaxSize) || csv_.has_value() ||
      (Bit(options_.format) & (kAuto | kLine | kGrid)) == 0) {
    return;
  }
  // Which of these is in brackets says more than the brackets.
  if (options_.format == InputFormat::kAuto &&
      FindDocumentFormat(line_.text()) != nullptr) {
    return;
  }
  line_.DropWrapping();
  cells_ = CountLeadingCells(line_.raw());
}

PuzzleReader::Recognition PuzzleReader::Recognise() {
  Simplify();
  const unsigned format = Bit(options_.format);
  for (const Recogniser& recogniser : kRecognisers) {
    if ((recogniser.formats & format) == 0) continue;
    const Recognition recognition = (this->*recogniser.take)();
    if (recognition.kind != Recognition::Kind::kNotMine) return recognition;
  }
  return {Recognition::Kind::kNothing};
}

PuzzleReader::Recognition PuzzleReader::TakeProse() {
  if (std::exchange(has_seen_prose_, true)) {
    return {Recognition::Kind::kNothing};
  }
  return Fail({{lines_.number()},
               "this line is neither a puzzle nor a row of one, but prose; "
               "what more there is of it is passed over"});
}

PuzzleReader::Recognition PuzzleReader::Fail(ReadError error, size_t lines) {
  error_ = std::move(error);
  return {Recognition::Kind::kError, lines};
}

PuzzleReader::Recognition PuzzleReader::Report(std::optional<ReadError> error) {
  is_below_grid_ = false;
  if (error.has_value()) return Fail(*std::move(error));
  if (!puzzle_->unknown_rules.empty() && !options_.skips_unknown_rules) {
    const Puzzle::UnknownRule& rule = puzzle_->unknown_rules.front();
    is_refused_ = true;
    return Fail({{rule.line, rule.column}, rule.sentence});
  }
  if (puzzle_->needs_rule_line() && !options_.takes_rules) {
    is_refused_ = true;
    return Fail(
        {{lines_.number()},
         puzzle_->has_rules()
             ? absl::StrCat("this puzzle has rules, ", options_.why_no_rules)
             : "this puzzle has digits from 0, which this command does not "
               "know"});
  }
  if (puzzle_->note.empty() && !heading_.empty()) {
    puzzle_->note = std::exchange(heading_, "");
  }
  line_of_puzzle_ = lines_.number();
  return {Recognition::Kind::kPuzzle};
}

bool PuzzleReader::IsPuzzleLengthHere() const {
  return IsPuzzleLength(cells_, line_.raw().substr(cells_),
                        options_.geometries.fixed_size());
}

GridRules PuzzleReader::Rules() const {
  return {.candidates = options_.format == InputFormat::kCandidates,
          .has_lines = options_.format != InputFormat::kGrid,
          .has_other_formats = options_.format == InputFormat::kAuto,
          .has_wrapping = options_.format != InputFormat::kCandidates,
          .cells_on_a_line = cells_on_a_line_,
          .frame = line_below_border_ == lines_.number() ? border_ : "",
          .whole_grids = whole_grids_};
}

// Lines that are no longer than a row need a second look.
PuzzleReader::Recognition PuzzleReader::TakeLineOfCells() {
  if (cells_ <= static_cast<size_t>(kMaxSize) || csv_.has_value() ||
      is_skipping_section_ || !IsPuzzleLengthHere()) {
    return {Recognition::Kind::kNotMine};
  }
  has_seen_content_ = true;
  cells_on_a_line_ = static_cast<int>(cells_);
  return Report(ReadLine(line_.raw(), cells_, {lines_.number(), 1},
                         &options_.geometries, puzzle_));
}

PuzzleReader::Recognition PuzzleReader::TakeUnreadable() {
  if (lines_.is_overlong(0)) {
    return Fail({{lines_.number(), 0},
                 absl::StrCat("this line is longer than ",
                              TextLines::kMaxLineLength, " characters")});
  }
  if (line_of_puzzle_ > 0) return {Recognition::Kind::kNotMine};
  absl::string_view line;  // As it is.
  lines_.Peek(0, &line);
  absl::string_view what =
      lines_.number() == 1 ? KnownNoText(line) : absl::string_view();
  if (what.empty() && IsNoText(line)) {
    what =
        IsUnmarkedUtf16(line) ? "UTF-16 without such a mark" : "something else";
  }
  if (!what.empty()) {
    is_unreadable_ = true;
    return Fail({{lines_.number(), 0},
                 absl::StrCat("puzzles are read from texts in ASCII, UTF-8, or "
                              "UTF-16 with a byte order mark, and this is ",
                              what)});
  }
  return {Recognition::Kind::kNotMine};
}

PuzzleReader::Recognition PuzzleReader::TakeBlankLine() {
  if (!line_.text().empty()) return {Recognition::Kind::kNotMine};
  is_below_grid_ = false;
  return {Recognition::Kind::kNothing};
}

PuzzleReader::Recognition PuzzleReader::TakeComment() {
  absl::string_view line;  // As it is: a call is not the beginning of an array.
  lines_.Peek(0, &line);
  return {line_.text()[0] == '#' || IsCode(line) ? Recognition::Kind::kNothing
                                                 : Recognition::Kind::kNotMine};
}

// Sections other than [Puzzle], such as [State], hold the puzzle in the middle
// of solving.
PuzzleReader::Recognition PuzzleReader::TakeSection() {
  if (IsSectionName(line_.text())) {
    is_skipping_section_ = !absl::EqualsIgnoreCase(line_.text(), "[Puzzle]");
    is_below_grid_ = false;
    return {Recognition::Kind::kNothing};
  }
  return {is_skipping_section_ ? Recognition::Kind::kNothing
                               : Recognition::Kind::kNotMine};
}

PuzzleReader::Recognition PuzzleReader::TakeCsvHeader() {
  if (std::exchange(has_seen_content_, true)) {
    return {Recognition::Kind::kNotMine};
  }
  csv_ = CsvColumns::FromHeader(line_.raw());
  if (csv_.has_value()) return {Recognition::Kind::kNothing};
  if (options_.format == InputFormat::kCsv && !IsPuzzleLengthHere()) {
    return Fail(
        {{lines_.number(), 0}, "this CSV header has no column \"puzzle\""});
  }
  return {Recognition::Kind::kNotMine};
}

PuzzleReader::Recognition PuzzleReader::TakeCsvRecord() {
  if (!csv_.has_value()) return {Recognition::Kind::kNotMine};
  return Report(csv_->ReadRecord(line_.raw(), lines_.number(),
                                 &options_.geometries, puzzle_));
}

PuzzleReader::Recognition PuzzleReader::TakeJsonObject() {
  if (options_.format != InputFormat::kJson && !IsJsonObject(line_.text())) {
    return {Recognition::Kind::kNotMine};
  }
  // The last line of what commands write.
  if (absl::StartsWith(line_.text(), "{\"type\":\"summary\",")) {
    return {Recognition::Kind::kNothing};
  }
  return Report(ReadJsonPuzzle(line_.raw(), lines_.number(),
                               &options_.geometries, puzzle_));
}

// "c1,c2,c3", "A;B;C;D", "|A|B|C|D|": names with rows of as many cells below
// them, perhaps behind a border.
PuzzleReader::Recognition PuzzleReader::TakeColumnNames() {
  constexpr absl::string_view kSeparators = ",;|\t";
  absl::string_view names = line_.raw();
  absl::ConsumePrefix(&names, "|");
  const size_t first = names.find_first_of(kSeparators);
  if (csv_.has_value() || first == absl::string_view::npos ||
      !AreColumnNames(absl::StrSplit(names, names[first]))) {
    return {Recognition::Kind::kNotMine};
  }
  absl::string_view next;
  TextLines::Look look = lines_.Peek(1, &next);
  if (look == TextLines::Look::kLine &&
      IsBorder(absl::StripAsciiWhitespace(next))) {
    look = lines_.Peek(2, &next);
  }
  if (look == TextLines::Look::kNeedText) return {Recognition::Kind::kNeedText};
  const auto separators = [c = names[first]](absl::string_view line) {
    return std::count(line.begin(), line.end(), c);
  };
  const bool is_row =
      look == TextLines::Look::kLine &&
      separators(next) == separators(line_.raw()) &&
      std::any_of(next.begin(), next.end(),
                  [](unsigned char c) { return absl::ascii_isdigit(c); });
  return {is_row ? Recognition::Kind::kNothing : Recognition::Kind::kNotMine};
}

PuzzleReader::Recognition PuzzleReader::TakeArray() {
  constexpr DocumentFormat kArray = {"", "", BeginsArray, CountLinesOfArray,
                                     ReadArray};
  Recognition result = TakeBareDocument(kArray);
  if (result.kind == Recognition::Kind::kError) {
    absl::StrAppend(&error_.sentence, kTakenForArray);
  }
  return result;
}

PuzzleReader::Recognition PuzzleReader::TakeLabelledTable() {
  constexpr DocumentFormat kTable = {"", "", BeginsLabelledTable,
                                     CountLinesOfLabelledTable,
                                     ReadLabelledTable};
  return TakeBareDocument(kTable);
}

PuzzleReader::Recognition PuzzleReader::TakeBareDocument(
    const DocumentFormat& format) {
  absl::string_view line;
  lines_.Peek(0, &line);
  return csv_.has_value() || !format.looks_like(line)
             ? Recognition{Recognition::Kind::kNotMine}
             : ReadDocument(format);
}

PuzzleReader::Recognition PuzzleReader::TakeDocument() {
  const DocumentFormat* format = FindDocumentFormat(line_.text());
  if (csv_.has_value() || format == nullptr ||
      (options_.format == InputFormat::kJson && !format->is_json) ||
      (options_.format == InputFormat::kLine &&
       (format->count_lines != nullptr || format->read == nullptr))) {
    return {Recognition::Kind::kNotMine};
  }
  if (format->read == nullptr) {
    has_seen_content_ = true;
    is_below_grid_ = false;
    return {Recognition::Kind::kNothing};
  }
  Recognition result = ReadDocument(*format);
  if (std::string line; result.kind == Recognition::Kind::kNotMine &&
                        Unwrap(line_.raw(), &line) &&
                        absl::StripAsciiWhitespace(line).empty()) {
    // A brace that opens an array instead.
    return {Recognition::Kind::kNothing};
  }
  if (result.kind == Recognition::Kind::kError &&
      !std::exchange(is_refused_, false) && !format->expects.empty()) {
    absl::StrAppend(&error_.sentence, "; this was taken for ", format->name,
                    ", which has ", format->expects);
  }
  return result;
}

PuzzleReader::Recognition PuzzleReader::ReadDocument(
    const DocumentFormat& format) {
  constexpr size_t kMostLines = 20'000;
  std::vector<absl::string_view> lines;
  size_t count = format.count_lines == nullptr ? 1 : 0;
  size_t next_look = 2;
  while (count == 0) {
    absl::string_view line;
    const TextLines::Look look = lines.size() < kMostLines
                                     ? lines_.Peek(lines.size(), &line)
                                     : TextLines::Look::kEnd;
    if (look == TextLines::Look::kLine) lines.push_back(line);
    // Whether it ends here is asked seldom: the answer looks at all lines.
    if (look == TextLines::Look::kLine && lines.size() < next_look) continue;
    next_look = 2 * lines.size();
    count = format.count_lines(lines, look == TextLines::Look::kEnd);
    if (count == 0 && look == TextLines::Look::kNeedText) {
      return {Recognition::Kind::kNeedText};
    }
  }
  if (count == kNoDocument) return {Recognition::Kind::kNotMine};
  has_seen_content_ = true;
  if (lines.empty()) lines.push_back(line_.raw());
  lines.resize(count);
  const std::string text = absl::StrJoin(lines, "\n");
  Recognition result = Report(
      format.read({text, lines_.number()}, &options_.geometries, puzzle_));
  result.lines = count;
  return result;
}

PuzzleReader::Recognition PuzzleReader::TakeHeading() {
  if (!IsHeading(line_.text())) return {Recognition::Kind::kNotMine};
  heading_ = std::string(line_.text());
  is_below_grid_ = false;
  return {Recognition::Kind::kNothing};
}

PuzzleReader::Recognition PuzzleReader::TakeCandidateDrawing() {
  const int size = CandidateDrawing::SizeFromBorder(line_.raw());
  const int fixed_size = options_.geometries.fixed_size();
  if (size == 0 || (fixed_size > 0 && size != fixed_size)) {
    return {Recognition::Kind::kNotMine};
  }
  const auto geometry = options_.geometries.ForSize(size);
  if (!geometry.ok() || !(*geometry)->has_boxes()) {
    return {Recognition::Kind::kNotMine};
  }
  const CandidateDrawing drawing(**geometry);
  PeekedDrawing peeked = PeekDrawing(drawing, 0);
  Recognition result{peeked.kind};
  if (result.kind == Recognition::Kind::kNeedText) return result;
  if (result.kind == Recognition::Kind::kPuzzle) {
    result = TakeWholeDrawing(drawing, std::move(peeked));
    if (result.kind == Recognition::Kind::kNeedText) return result;
  } else if (drawing.BeginsWith(peeked.lines)) {
    result = TakeDamagedDrawing(drawing, peeked.lines.size());
  } else {
    return {Recognition::Kind::kNotMine};
  }
  is_below_grid_ = true;
  return result;
}

// From the line `ahead` on.
PuzzleReader::PeekedDrawing PuzzleReader::PeekDrawing(
    const CandidateDrawing& drawing, size_t ahead) {
  PeekedDrawing peeked;
  std::vector<absl::string_view>& lines = peeked.lines;
  const size_t count = static_cast<size_t>(drawing.line_count());
  while (lines.size() < count) {
    absl::string_view line;
    const TextLines::Look look = lines_.Peek(ahead + lines.size(), &line);
    if (look == TextLines::Look::kNeedText) {
      peeked.kind = Recognition::Kind::kNeedText;
      return peeked;
    }
    if (look == TextLines::Look::kEnd ||
        (!lines.empty() && line.size() != lines.front().size())) {
      return peeked;
    }
    lines.push_back(line);
  }
  peeked.puzzle = drawing.Read(lines);
  if (peeked.puzzle.has_value()) peeked.kind = Recognition::Kind::kPuzzle;
  return peeked;
}

// Its last border may be the first one of the next drawing. If what is below it
// is part of a drawing only, that may be the end of another one, and these
// lines its beginning.
PuzzleReader::Recognition PuzzleReader::TakeWholeDrawing(
    const CandidateDrawing& drawing, PeekedDrawing whole) {
  const size_t last = whole.lines.size() - 1;
  const PeekedDrawing below = PeekDrawing(drawing, last);
  if (below.kind == Recognition::Kind::kNeedText) return {below.kind};
  const bool shares = below.kind == Recognition::Kind::kPuzzle;
  if (!shares && drawing.BeginsWith(below.lines)) {
    return Fail({{lines_.number() + static_cast<int64_t>(last)},
                 "a grid ends here, but part of one follows: it is not clear "
                 "which lines are one grid"},
                last + below.lines.size());
  }
  *puzzle_ = *std::move(whole.puzzle);
  Recognition result = Report(std::nullopt);
  result.lines = last + (shares ? 0 : 1);
  return result;
}

// Of a drawing that is not whole; it ends where the next one begins, or after
// so many lines.
PuzzleReader::Recognition PuzzleReader::TakeDamagedDrawing(
    const CandidateDrawing& drawing, size_t count) {
  bool is_below_border = true;
  for (size_t ahead = 1; ahead < count; ++ahead) {
    absl::string_view line;
    lines_.Peek(ahead, &line);
    const bool is_border = drawing.IsBorder(line);
    const Recognition::Kind kind = is_border ? PeekDrawing(drawing, ahead).kind
                                             : Recognition::Kind::kNotMine;
    if (kind == Recognition::Kind::kNeedText) return {kind};
    if (kind == Recognition::Kind::kPuzzle || (is_border && is_below_border)) {
      count = ahead;
    }
    is_below_border = is_border;
  }
  return Fail({{lines_.number()},
               "something is wrong in this drawing of a grid with its "
               "candidates, or it is not whole"},
              count);
}

// A block of as many lines as they have cells is a grid, one of more lines has
// a border.
PuzzleReader::Recognition::Kind PuzzleReader::FirstRowOfDashes(int cells) {
  int block = 1;
  bool has_other_row = false;
  for (;; ++block) {
    absl::string_view line;
    const TextLines::Look look = lines_.Peek(block, &line);
    if (look == TextLines::Look::kNeedText) {
      return Recognition::Kind::kNeedText;
    }
    line = absl::StripAsciiWhitespace(line);
    if (look == TextLines::Look::kEnd) break;
    if (IsRowOfDashes(line, cells)) continue;
    std::string marked;
    if (!ReplaceMarks(line, &marked)) break;
    has_other_row = true;
  }
  return has_other_row && block % cells == 0 ? Recognition::Kind::kNotMine
                                             : Recognition::Kind::kNothing;
}

PuzzleReader::Recognition PuzzleReader::TakeBorder() {
  if (!IsBorder(line_.text())) return {Recognition::Kind::kNotMine};
  const int cells = static_cast<int>(absl::c_count(line_.raw(), '-'));
  if (cells <= kMaxSize && IsBoxSize(cells) &&
      IsRowOfDashes(line_.raw(), cells)) {
    return {FirstRowOfDashes(cells)};
  }
  // Of two, the first one: below it, the top of a grid may have been cut off.
  if (line_below_border_ != lines_.number() || IsDoubleLine(border_)) {
    border_ = std::string(line_.text());
  }
  line_below_border_ = lines_.number() + 1;
  return {Recognition::Kind::kNothing};
}

PuzzleReader::Recognition PuzzleReader::TakeCaption() {
  return {is_below_grid_ && IsCaption(line_.text())
              ? Recognition::Kind::kNothing
              : Recognition::Kind::kNotMine};
}

// A quarter of the cells are marked, all in the same way.
PuzzleReader::Recognition PuzzleReader::TakeLineWithOtherMarks() {
  const absl::string_view text = line_.text();
  for (const char mark : {'-', '?'}) {
    const size_t length =
        std::min(text.find_first_not_of(
                     absl::StrCat("123456789", absl::string_view(&mark, 1))),
                 text.size());
    const auto marks = std::count(text.begin(), text.begin() + length, mark);
    if (length <= static_cast<size_t>(kMaxSize) ||
        !IsPuzzleLength(length, text.substr(length),
                        options_.geometries.fixed_size()) ||
        4 * static_cast<size_t>(marks) < length ||
        static_cast<size_t>(marks) == length) {
      continue;
    }
    std::string marked(text);
    std::replace(marked.begin(), marked.begin() + length, mark, '.');
    const int indent = static_cast<int>(text.data() - line_.raw().data());
    return Report(ReadLine(marked, length, {lines_.number(), indent + 1},
                           &options_.geometries, puzzle_));
  }
  return {Recognition::Kind::kNotMine};
}

// "12: 53..7...", "Monday,53..7...", "7.2 53..7...": what stands before the
// cells becomes part of the note.
PuzzleReader::Recognition PuzzleReader::TakePuzzleBehindText() {
  constexpr absl::string_view kBetween = " \t,;:";
  const absl::string_view line = line_.raw();
  for (size_t begin = 0; begin < line.size();) {
    const size_t cells = CountLeadingCells(line.substr(begin));
    if (begin > 0 && cells > static_cast<size_t>(kMaxSize) &&
        IsPuzzleLength(cells, line.substr(begin + cells),
                       options_.geometries.fixed_size())) {
      const size_t end = line.substr(0, begin).find_last_not_of(" \t,;:.");
      if (end == absl::string_view::npos) break;  // It is only indented.
      Recognition result =
          Report(ReadLine(line.substr(begin), cells,
                          {lines_.number(), static_cast<int>(begin) + 1},
                          &options_.geometries, puzzle_));
      if (result.kind == Recognition::Kind::kPuzzle) {
        const absl::string_view before =
            absl::StripAsciiWhitespace(line.substr(0, end + 1));
        puzzle_->note = absl::StrCat(before, puzzle_->note.empty() ? "" : " ",
                                     puzzle_->note);
      }
      return result;
    }
    begin = line.find_first_of(kBetween, begin);
    begin = std::min(line.find_first_not_of(kBetween, begin), line.size());
  }
  return {Recognition::Kind::kNotMine};
}

// Blanks at the end of a line, for empty cells, may have been lost.
void PuzzleReader::RestoreBlanks() {
  const int size = options_.geometries.fixed_size();
  const size_t cell_count = static_cast<size_t>(size) * size;
  std::string line(line_.raw());
  if (cells_ == line.size() || line.size() >= cell_count ||
      line.find_first_of("|,;#") != std::string::npos) {
    return;
  }
  line.resize(cell_count, ' ');
  line_.Set(std::move(line));
}

PuzzleReader::Recognition::Kind PuzzleReader::FindOpenBracket(int* column) {
  absl::string_view line;
  lines_.Peek(0, &line);
  if (!IsPartOfArray(line)) return Recognition::Kind::kNothing;
  const auto count = [&line](absl::string_view characters) {
    return std::count_if(line.begin(), line.end(), [&](char c) {
      return absl::StrContains(characters, c);
    });
  };
  constexpr absl::string_view kOpening = "[{(";
  if (count(kOpening) <= count("]})")) return Recognition::Kind::kNothing;
  *column = static_cast<int>(line.find_first_of(kOpening)) + 1;
  for (size_t ahead = 1;; ++ahead) {
    const TextLines::Look look = lines_.Peek(ahead, &line);
    if (look == TextLines::Look::kNeedText) return Recognition::Kind::kNeedText;
    if (look == TextLines::Look::kEnd) return Recognition::Kind::kError;
    line = absl::StripAsciiWhitespace(line);
    if (line.empty()) continue;
    return absl::StrContains("[{(]})", line[0]) ? Recognition::Kind::kNothing
                                                : Recognition::Kind::kError;
  }
}

void PuzzleReader::NoteArray() {
  absl::string_view line;
  lines_.Peek(0, &line);
  if (!IsPartOfArray(line)) return;
  // Where rows are told by their brackets, that says more.
  if (CountLinesOfArray({line}, /*is_all=*/true) == 1) {
    if (auto error =
            ReadArray({line, lines_.number()}, &options_.geometries, puzzle_)) {
      error_ = *std::move(error);
    }
  }
  absl::StrAppend(&error_.sentence, kTakenForArray);
}

PuzzleReader::Recognition PuzzleReader::TakePuzzleOnALine() {
  GeometrySource& geometries = options_.geometries;
  const bool candidates = options_.format == InputFormat::kCandidates;
  if (options_.format == InputFormat::kAuto || candidates) {
    switch (GridLines(&lines_, &geometries, Rules()).MeaningOf(0)) {
      case GridLines::Meaning::kNeedText:
        return {Recognition::Kind::kNeedText};
      case GridLines::Meaning::kRow:
        return {Recognition::Kind::kNotMine};
      case GridLines::Meaning::kPuzzle:
        break;
    }
  } else if (options_.format == InputFormat::kLine) {
    RestoreBlanks();
  }
  int open_bracket = 0;
  const Recognition::Kind kind = FindOpenBracket(&open_bracket);
  if (kind == Recognition::Kind::kNeedText) return {kind};
  Recognition result = Report(ReadWholePuzzle(
      line_.raw(), lines_.number(), candidates, &geometries, puzzle_));
  if (kind == Recognition::Kind::kError &&
      result.kind == Recognition::Kind::kPuzzle) {
    result =
        Fail({{lines_.number(), open_bracket}, "this bracket is not closed"});
  }
  if (result.kind == Recognition::Kind::kError) NoteArray();
  if (result.kind == Recognition::Kind::kPuzzle) {
    cells_on_a_line_ = puzzle_->geometry.cell_count();
  }
  return result;
}

PuzzleReader::Recognition PuzzleReader::TakeGrid() {
  GeometrySource& geometries = options_.geometries;
  GridLines grid(&lines_, &geometries, Rules());
  const GridLines::Result result = grid.Read();
  if (result == GridLines::Result::kNeedText) {
    return {Recognition::Kind::kNeedText};
  }
  is_below_grid_ = grid.is_grid();
  whole_grids_ = grid.whole_grids_below();
  const std::string heading = std::exchange(heading_, "");
  if (result == GridLines::Result::kError) {
    const Recognition error = Fail(std::move(grid.error()), grid.line_count());
    NoteArray();
    return error;
  }
  const auto geometry = geometries.ForSize(grid.size());
  if (!geometry.ok()) {
    return Fail(
        {{lines_.number(), 0}, std::string(geometry.status().message())},
        grid.line_count());
  }
  ResetPuzzle(**geometry, puzzle_);
  puzzle_->note = heading;
  if (std::optional<ReadError> error = grid.cells().Interpret(puzzle_)) {
    const Recognition wrong = Fail(*std::move(error), grid.line_count());
    NoteArray();
    return wrong;
  }
  cells_on_a_line_ = 0;
  line_of_puzzle_ = lines_.number();
  return {Recognition::Kind::kPuzzle, grid.line_count()};
}

}  // namespace sudoku
