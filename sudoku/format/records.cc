#include "sudoku/format/records.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "sudoku/format/json.h"
#include "sudoku/format/line.h"
#include "sudoku/format/rule_line.h"
#include "sudoku/format/web_puzzle.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/names.h"
#include "sudoku/rules/rule_text.h"

namespace sudoku {

namespace {

// A field's text and where it begins.
struct Field {
  std::string text;
  TextPlace place;
};

// Reads the cells of a puzzle, and its regions if there are any.
std::optional<ReadError> ReadCells(const Field& cells, const Field* regions,
                                   GeometrySource* geometries, Puzzle* puzzle) {
  if (IsRuleText(cells.text)) {
    if (regions != nullptr && !regions->text.empty()) {
      return ReadError{regions->place,
                       "the regions are said twice: the puzzle has rules"};
    }
    return ReadRuleLine(cells.text, cells.place, geometries, puzzle);
  }
  // The syntax of a line puts regions and cells together.
  std::string text = cells.text;
  if (regions != nullptr && !regions->text.empty()) {
    absl::StrAppend(&text, "|", regions->text);
  }
  const size_t count = CountLeadingCells(text);
  const int size =
      SizeFromCandidateCount(count, geometries->fixed_size(), false);
  std::optional<ReadError> error =
      size > 0 && !IsPuzzleLength(count, text.substr(count),
                                  geometries->fixed_size())
          ? ReadCandidateLine(text, cells.place, size, geometries, puzzle)
          : ReadLine(text, count, cells.place, geometries, puzzle);
  // What is wrong behind the bar stands in the field of the regions.
  if (error.has_value() && regions != nullptr &&
      error->place.column >
          cells.place.column + static_cast<int>(cells.text.size())) {
    error->place = regions->place;
  }
  return error;
}

// The values of an array, those of inner arrays included. An error if there is
// an object among them.
std::optional<ReadError> Flatten(const JsonValue& value,
                                 std::vector<const JsonValue*>* scalars) {
  if (value.is_object()) {
    return ReadError{value.place,
                     "an object within an object is not part of a puzzle"};
  }
  if (!value.is_array()) scalars->push_back(&value);
  for (const JsonValue& item : value.items) {
    if (auto error = Flatten(item, scalars)) return error;
  }
  return std::nullopt;
}

// Reads an array of numbers, in which 0 and null are empty cells.
std::optional<ReadError> AddArray(const JsonValue& array, WrittenCells* cells) {
  std::vector<const JsonValue*> scalars;
  if (auto error = Flatten(array, &scalars)) return error;
  for (const JsonValue* value : scalars) {
    const absl::string_view text = value->text;
    int number = 0;
    if (value->is_text() && text.size() == 1 &&
        (IsCellCharacter(text[0]) || text[0] == ' ')) {
      cells->AddCharacter(text[0], value->inside());
    } else if (value->is_word("null") || (value->is_text() && text.empty())) {
      cells->AddNumber(0, value->inside());
    } else if (absl::SimpleAtoi(text, &number) && number >= 0) {
      cells->AddNumber(number, value->inside());
    } else if (value->is_text() && SizeFromCellCount(text.size()) == 0 &&
               CountLeadingCells(text) == text.size()) {
      // A row in quotes.
      for (size_t i = 0; i < text.size(); ++i) {
        TextPlace place = value->inside();
        place.column += static_cast<int>(i);
        cells->AddCharacter(text[i], place);
      }
    } else {
      return ReadError{value->inside(),
                       absl::StrCat(QuotedText(text), " is not a digit")};
    }
  }
  return std::nullopt;
}

std::optional<ReadError> ReadJsonArray(const JsonValue& array,
                                       const Field* regions,
                                       GeometrySource* geometries,
                                       Puzzle* puzzle) {
  WrittenCells cells;
  if (auto error = AddArray(array, &cells)) return error;
  // An empty line of that length finds the geometry.
  const std::string empty(cells.count(), '.');
  if (auto error =
          ReadCells({empty, array.place}, regions, geometries, puzzle)) {
    return error;
  }
  return cells.Interpret(puzzle);
}

std::optional<ReadError> ReadJsonSolution(const JsonValue& value,
                                          Puzzle* puzzle) {
  if (!value.is_array()) {
    return ReadSolution(value.text, value.inside(), puzzle);
  }
  WrittenCells cells;
  if (auto error = AddArray(value, &cells)) return error;
  if (cells.count() != puzzle->geometry.cell_count()) {
    return ReadError{
        value.place,
        absl::StrFormat("the solution has %d cells, but the "
                        "puzzle has %d",
                        cells.count(), puzzle->geometry.cell_count())};
  }
  Grid solution = puzzle->geometry.EmptyGrid();
  if (auto error = cells.Interpret(&solution)) return error;
  if (!solution.is_full()) {
    return ReadError{value.place, "the solution leaves a cell empty"};
  }
  puzzle->stated_solution = std::move(solution);
  return std::nullopt;
}

void AddToNote(absl::string_view text, std::string* note) {
  if (text.empty()) return;
  absl::StrAppend(note, note->empty() ? "" : " ", text);
}

// Splits a line of CSV (RFC 4180, without line breaks inside fields).
std::optional<ReadError> SplitCsv(absl::string_view line, int64_t line_number,
                                  char separator, std::vector<Field>* fields) {
  fields->clear();
  size_t at = 0;
  while (true) {
    const bool quoted = at < line.size() && line[at] == '"';
    Field field;
    field.place = {line_number, static_cast<int>(at) + 1 + (quoted ? 1 : 0)};
    if (quoted) {
      const TextPlace open{line_number, static_cast<int>(at) + 1};
      ++at;
      while (true) {
        if (at >= line.size()) {
          return ReadError{open,
                           "the quotation mark is not closed on this "
                           "line"};
        }
        if (line[at] == '"') {
          if (at + 1 >= line.size() || line[at + 1] != '"') break;
          ++at;  // Two quotation marks stand for one.
        }
        field.text.push_back(line[at++]);
      }
      ++at;
      if (at < line.size() && line[at] != separator) {
        return ReadError{{line_number, static_cast<int>(at) + 1},
                         "text follows the closing quotation mark"};
      }
    } else {
      const size_t end = std::min(line.find(separator, at), line.size());
      field.text = std::string(line.substr(at, end - at));
      const size_t blanks = field.text.find_first_not_of(' ');
      if (blanks != std::string::npos) {
        field.place.column += static_cast<int>(blanks);
      }
      // A puzzle with blanks for empty cells must be in quotation marks.
      absl::StripAsciiWhitespace(&field.text);
      at = end;
    }
    fields->push_back(std::move(field));
    if (at >= line.size()) return std::nullopt;
    ++at;  // The separator.
  }
}

}  // namespace

bool IsJsonObject(absl::string_view line) {
  if (!absl::ConsumePrefix(&line, "{")) return false;
  line = absl::StripLeadingAsciiWhitespace(line);
  return !line.empty() && (line[0] == '"' || line[0] == '}');
}

namespace {

// What people call the cells of a puzzle. The first of these that a record has
// is meant.
constexpr absl::string_view kNamesOfCells[] = {
    "puzzle", "board", "grid", "clues", "givens", "quiz", "sudoku"};

// The fields of a record that mean something; null for those that it has not.
struct RecordFields {
  const JsonValue* cells = nullptr;
  const JsonValue* solution = nullptr;
  const JsonValue* regions = nullptr;
  std::string note;
};

// What the commands write about a puzzle: {"type":"puzzle","source":...}.
bool IsAnswer(const JsonValue& object) {
  const JsonValue* const type = object.Find("type");
  return type != nullptr && type->text == "puzzle" &&
         object.Find("source") != nullptr;
}

std::optional<ReadError> SortFields(const JsonValue& object,
                                    RecordFields* sorted) {
  const bool is_answer = IsAnswer(object);
  absl::string_view name_of_cells = kNamesOfCells[0];
  for (const absl::string_view name : kNamesOfCells) {
    if (object.Find(name) == nullptr) continue;
    name_of_cells = name;
    break;
  }
  for (const auto& [name, value] : object.fields) {
    const JsonValue** known = name == name_of_cells ? &sorted->cells
                              : name == "solution"  ? &sorted->solution
                              : name == "regions"   ? &sorted->regions
                                                    : nullptr;
    if (known == nullptr) {
      if (is_answer && name != "note") continue;
      std::vector<const JsonValue*> scalars;
      if (auto error = Flatten(value, &scalars)) return error;
      for (const JsonValue* scalar : scalars) {
        AddToNote(scalar->text, &sorted->note);
      }
      continue;
    }
    if (*known != nullptr) {
      return ReadError{value.place,
                       absl::StrCat("the field \"", name, "\" stands twice")};
    }
    if (value.is_word("null")) continue;
    if (!value.is_text() && !value.is_array()) {
      return ReadError{
          value.place,
          absl::StrCat("the field \"", name, "\" must be a text or an array")};
    }
    *known = &value;
  }
  return std::nullopt;
}

}  // namespace

std::optional<ReadError> ReadJsonPuzzle(absl::string_view text,
                                        int64_t line_number,
                                        GeometrySource* geometries,
                                        Puzzle* puzzle) {
  JsonValue object;
  if (auto error =
          ReadJsonObject(text, line_number, JsonStyle::kStrict, &object)) {
    return error;
  }
  if (IsWebPuzzle(object)) return ReadWebPuzzle(object, geometries, puzzle);
  RecordFields fields;
  if (auto error = SortFields(object, &fields)) return error;
  if (fields.cells == nullptr) {
    return ReadError{{line_number, 0},
                     "this JSON line has no field \"puzzle\""};
  }
  Field regions;
  if (fields.regions != nullptr) {
    regions.place = fields.regions->place;
    std::vector<const JsonValue*> scalars;
    if (auto error = Flatten(*fields.regions, &scalars)) return error;
    for (const JsonValue* scalar : scalars) {
      absl::StrAppend(&regions.text, scalar->text);
    }
  }
  const Field* maybe_regions = fields.regions != nullptr ? &regions : nullptr;
  const JsonValue& cells = *fields.cells;
  std::optional<ReadError> error =
      cells.is_array() ? ReadJsonArray(cells, maybe_regions, geometries, puzzle)
                       : ReadCells({cells.text, cells.inside()}, maybe_regions,
                                   geometries, puzzle);
  if (!error.has_value() && fields.solution != nullptr) {
    error = ReadJsonSolution(*fields.solution, puzzle);
  }
  if (!fields.note.empty()) puzzle->note = std::move(fields.note);
  return error;
}

std::optional<CsvColumns> CsvColumns::FromHeader(absl::string_view line) {
  for (const char separator : {',', ';', '\t'}) {
    std::vector<Field> fields;
    if (SplitCsv(line, 1, separator, &fields).has_value()) continue;
    CsvColumns columns;
    columns.separator_ = separator;
    columns.count_ = static_cast<int>(fields.size());
    // A line with numbers is not one of names but of a damaged puzzle, which
    // must not decide about those below it.
    bool has_number = false;
    for (int i = 0; i < columns.count_; ++i) {
      const absl::string_view name = absl::StripAsciiWhitespace(fields[i].text);
      has_number |= !name.empty() && name.find_first_not_of("0123456789") ==
                                         absl::string_view::npos;
      if (absl::EqualsIgnoreCase(name, "puzzle") ||
          absl::EqualsIgnoreCase(name, "puzzles") ||
          absl::EqualsIgnoreCase(name, "quizzes")) {
        columns.puzzle_ = i;
      } else if (absl::EqualsIgnoreCase(name, "solution") ||
                 absl::EqualsIgnoreCase(name, "solutions")) {
        columns.solution_ = i;
      } else if (absl::EqualsIgnoreCase(name, "regions")) {
        columns.regions_ = i;
      }
    }
    if (columns.puzzle_ >= 0 && !has_number) return columns;
  }
  return std::nullopt;
}

std::optional<ReadError> CsvColumns::ReadRecord(absl::string_view line,
                                                int64_t line_number,
                                                GeometrySource* geometries,
                                                Puzzle* puzzle) const {
  std::vector<Field> fields;
  if (auto error = SplitCsv(line, line_number, separator_, &fields)) {
    return error;
  }
  if (static_cast<int>(fields.size()) != count_) {
    return ReadError{
        {line_number, 0},
        absl::StrFormat("this record has %d field%s, but the "
                        "header names %d",
                        fields.size(), fields.size() == 1 ? "" : "s", count_)};
  }
  const Field* regions = regions_ >= 0 ? &fields[regions_] : nullptr;
  Field& cells = fields[puzzle_];
  if (!IsRuleText(cells.text)) {
    absl::StrReplaceAll({{" ", "."}}, &cells.text);
  }
  if (auto error = ReadCells(cells, regions, geometries, puzzle)) return error;
  if (solution_ >= 0 && !fields[solution_].text.empty()) {
    const Field& solution = fields[solution_];
    if (auto error = ReadSolution(solution.text, solution.place, puzzle)) {
      return error;
    }
  }
  for (int i = 0; i < count_; ++i) {
    if (i == puzzle_ || i == solution_ || i == regions_) continue;
    AddToNote(fields[i].text, &puzzle->note);
  }
  return std::nullopt;
}

}  // namespace sudoku
