#include "sudoku/format/web_puzzle.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "dlx/io/text.h"
#include "sudoku/format/fpuzzles_rules.h"
#include "sudoku/format/line.h"
#include "sudoku/format/lz_string.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/rule_places.h"
#include "sudoku/rules/rule_text.h"

namespace sudoku {

namespace {

// What an object says about its puzzle, before there is one.
struct Statement {
  int size = 0;
  WrittenCells cells;
  // A map, with '.' for a cell in none; empty for the customary boxes.
  std::string regions;
  bool has_diagonals = false;
  bool has_windows = false;
  std::vector<std::vector<int>> extra_regions;
  std::vector<Rule> rules;
  std::vector<std::string> unknown_rules;
  std::vector<std::string> drawings;
  // These are drawings, and what they mean is told in words, if at all.
  bool are_drawn = false;
  Puzzle::Heading heading;
  std::vector<uint8_t> filled_in;  // By cell; empty if there is none at all.
};

std::optional<absl::Status> AddHouses(const Statement& statement,
                                      absl::StatusOr<Geometry>* geometry) {
  if (statement.has_diagonals && !(*geometry)->has_diagonals()) {
    *geometry = (*geometry)->WithDiagonals();
  }
  if (statement.has_windows) *geometry = (*geometry)->WithWindows();
  if (geometry->ok()) {
    *geometry = (*geometry)->WithExtraRegions(statement.extra_regions);
  }
  if (geometry->ok()) return std::nullopt;
  return geometry->status();
}

bool AreCustomaryBoxes(const Statement& statement) {
  const auto customary = Geometry::FromSize(statement.size);
  if (!customary.ok()) return false;
  const auto regions = Geometry::Irregular(statement.regions);
  if (!regions.ok()) return false;
  for (int cell = 0; cell < customary->cell_count(); ++cell) {
    if (customary->RegionOf(cell) != regions->RegionOf(cell)) return false;
  }
  return true;
}

std::string Title(const Puzzle::Heading& heading) {
  std::string title =
      heading.author.empty()
          ? heading.title
          : absl::StrCat(heading.title, heading.title.empty() ? "" : " ", "by ",
                         heading.author);
  for (char& c : title) {
    if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) c = ' ';
  }
  absl::StripAsciiWhitespace(&title);
  return title;
}

// A text of rules is shown up to so many bytes.
constexpr size_t kMostOfRules = 300;

std::string UnknownRulesSentence(const Statement& statement) {
  std::string sentence =
      absl::StrCat("this puzzle has rules that are not known here: ",
                   absl::StrJoin(statement.unknown_rules, ", "));
  if (!statement.are_drawn || statement.heading.rules.empty()) return sentence;
  std::string text = statement.heading.rules.substr(0, kMostOfRules);
  for (char& c : text) {
    if (absl::ascii_iscntrl(static_cast<unsigned char>(c))) c = ' ';
  }
  return absl::StrCat(sentence, "; what they mean is only in its text, \"",
                      text, "\"");
}

// A cell that is in no region: there are no boxes then, but rows, and what
// regions there are, are extra ones.
void TakeLooseCells(Statement* statement) {
  std::string& map = statement->regions;
  if (!absl::StrContains(map, '.')) return;
  std::map<char, std::vector<int>> regions;
  for (size_t i = 0; i < map.size(); ++i) {
    if (map[i] != '.') regions[map[i]].push_back(static_cast<int>(i));
    map[i] = DigitToChar(static_cast<uint8_t>(i / statement->size + 1));
  }
  for (auto& [name, cells] : regions) {
    statement->extra_regions.push_back(std::move(cells));
  }
}

std::optional<ReadError> Build(Statement statement, TextPlace place,
                               GeometrySource* geometries, Puzzle* puzzle) {
  TakeLooseCells(&statement);
  const auto known = statement.regions.empty() || AreCustomaryBoxes(statement)
                         ? geometries->ForSize(statement.size)
                         : geometries->ForRegions(statement.regions);
  if (!known.ok()) {
    return ReadError{place, std::string(known.status().message())};
  }
  absl::StatusOr<Geometry> geometry = **known;
  if (const auto status = AddHouses(statement, &geometry)) {
    return ReadError{place, std::string(status->message())};
  }
  if (std::string missing = MissingBoxes(statement.rules, *geometry);
      !missing.empty()) {
    return ReadError{place, std::move(missing)};
  }
  ResetPuzzle(*geometry, puzzle);
  puzzle->note = Title(statement.heading);
  puzzle->heading = statement.heading;
  puzzle->drawings = statement.drawings;
  puzzle->rules = statement.rules;
  for (const std::string& rule : statement.unknown_rules) {
    puzzle->unknown_rules.push_back(
        {.name = rule,
         .sentence = UnknownRulesSentence(statement),
         .line = place.line,
         .column = place.column});
  }
  if (!statement.filled_in.empty()) {
    puzzle->filled_in = Grid(statement.size);
    absl::c_copy(statement.filled_in, puzzle->filled_in->begin());
  }
  return statement.cells.Interpret(puzzle);
}

std::string TextOf(const JsonValue& object, absl::string_view name) {
  const JsonValue* value = object.Find(name);
  return value != nullptr && value->is_text() ? value->text : "";
}

// REQUIRES: IsWebPuzzle(object).
bool IsFpuzzles(const JsonValue& object) {
  return object.Find("grid") != nullptr;
}

Puzzle::Heading HeadingOf(const JsonValue& object, absl::string_view rules) {
  return {.title = TextOf(object, "title"),
          .author = TextOf(object, "author"),
          .rules = TextOf(object, rules)};
}

bool IsOneOf(absl::string_view name,
             absl::Span<const absl::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The rows of a square array of objects, one for each cell.
std::optional<ReadError> FindCells(const JsonValue& rows, int size,
                                   std::vector<const JsonValue*>* cells) {
  if (size < 2 || size > kMaxSize) {
    return ReadError{rows.place,
                     absl::StrFormat("a grid of %d rows is not possible: there "
                                     "are 2 to %d",
                                     size, kMaxSize)};
  }
  if (static_cast<int>(rows.items.size()) != size) {
    return ReadError{rows.place,
                     absl::StrFormat("the grid has %d rows instead of %d",
                                     rows.items.size(), size)};
  }
  for (const JsonValue& row : rows.items) {
    if (static_cast<int>(row.items.size()) != size) {
      return ReadError{row.place,
                       absl::StrFormat("this row has %d cells instead of %d",
                                       row.items.size(), size)};
    }
    for (const JsonValue& cell : row.items) cells->push_back(&cell);
  }
  return std::nullopt;
}

// Notes a digit that the solver has filled in.
void AddFilledIn(const JsonValue& cell, size_t number, Statement* statement) {
  const int digit = IntegerOf(cell.Find("value")).value_or(0);
  if (digit < 1 || digit > statement->size) return;
  statement->filled_in.resize(size_t{1} * statement->size * statement->size);
  statement->filled_in[number] = static_cast<uint8_t>(digit);
}

// Adds the digit of a cell; 0 if it is empty.
std::optional<ReadError> AddDigit(const JsonValue& cell, bool is_given,
                                  Statement* statement) {
  const JsonValue* value = cell.Find("value");
  if (!is_given || value == nullptr || IsNothing(*value)) {
    statement->cells.AddNumber(0, cell.place);
    return std::nullopt;
  }
  const std::optional<int> digit = IntegerOf(value);
  if (!digit.has_value() || *digit < 0) {
    return ReadError{value->inside(),
                     absl::StrCat(QuotedText(value->text), " is not a digit")};
  }
  statement->cells.AddNumber(*digit, value->inside());
  return std::nullopt;
}

// From the top left corner to the bottom right one, or from the top right one.
std::vector<int> DiagonalCells(bool falls, int size) {
  std::vector<int> cells;
  for (int i = 0; i < size; ++i) {
    cells.push_back(i * size + (falls ? i : size - 1 - i));
  }
  return cells;
}

// --- f-puzzles ---

// Fields that say nothing about which digits go where: those of which a puzzle
// keeps what they say, or how the page behaves, and others.
constexpr absl::string_view kFpuzzlesKnown[] = {
    "size",          "grid",
    "title",         "author",
    "ruleset",       "highlightConflicts",
    "disabledlogic", "truecandidatesoptions"};
constexpr absl::string_view kFpuzzlesOthers[] = {"solution", "successMessage"};
// What a page hides until digits are found, in both formats.
constexpr absl::string_view kFog[] = {"fogofwar", "foglight", "triggereffect"};
constexpr absl::string_view kFpuzzlesDrawings[] = {"text", "line", "circle",
                                                   "rectangle", "cage"};

std::optional<ReadError> AddFpuzzlesRegion(const JsonValue& region,
                                           Statement* statement) {
  const JsonValue* names = region.Find("cells");
  std::vector<int> cells;
  if (names != nullptr) {
    for (const JsonValue& name : names->items) {
      if (auto error = ReadFpuzzlesCell(name, statement->size, &cells)) {
        return error;
      }
    }
  }
  if (!cells.empty()) statement->extra_regions.push_back(std::move(cells));
  return std::nullopt;
}

// Regions and diagonals are houses of the geometry; what else is a rule, the
// table of rules says.
std::optional<ReadError> ReadFpuzzlesConstraints(const JsonValue& object,
                                                 Statement* statement) {
  const int size = statement->size;
  std::vector<int> falling;
  std::vector<int> rising;
  for (const auto& [name, value] : object.fields) {
    if (IsNothing(value) || IsOneOf(name, kFpuzzlesKnown) ||
        IsOneOf(name, kFpuzzlesOthers) || IsOneOf(name, kFog)) {
      continue;
    }
    if (IsOneOf(name, kFpuzzlesDrawings)) {
      statement->drawings.push_back(name);
    } else if (name == "extraregion") {
      for (const JsonValue& region : value.items) {
        if (auto error = AddFpuzzlesRegion(region, statement)) return error;
      }
    } else if (name == "diagonal-" || name == "diagonal+") {
      const bool falls = name == "diagonal-";
      (falls ? falling : rising) = DiagonalCells(falls, size);
    } else if (!IsFpuzzlesRule(name)) {
      statement->unknown_rules.push_back(name);
    }
  }
  statement->has_diagonals = !falling.empty() && !rising.empty();
  // A single diagonal is a region like any other.
  for (std::vector<int>& diagonal : {std::ref(falling), std::ref(rising)}) {
    if (!statement->has_diagonals && !diagonal.empty()) {
      statement->extra_regions.push_back(std::move(diagonal));
    }
  }
  return ReadFpuzzlesRules(object, size, &statement->rules);
}

// The candidates that the setter has left in an empty cell; none if there is no
// such mark.
DigitSet GivenCandidates(const JsonValue& cell, int size) {
  const JsonValue* marks = cell.Find("givenPencilMarks");
  DigitSet candidates = 0;
  if (marks == nullptr) return candidates;
  for (const JsonValue& mark : marks->items) {
    const int digit = IntegerOf(&mark).value_or(0);
    if (digit >= 1 && digit <= size) candidates |= DigitBit(digit);
  }
  return candidates;
}

std::optional<ReadError> ReadFpuzzles(const JsonValue& object,
                                      GeometrySource* geometries,
                                      Puzzle* puzzle) {
  Statement statement;
  const JsonValue& grid = *object.Find("grid");
  statement.size = IntegerOf(object.Find("size"))
                       .value_or(static_cast<int>(grid.items.size()));
  std::vector<const JsonValue*> cells;
  if (auto error = FindCells(grid, statement.size, &cells)) return error;
  const auto boxes = Geometry::FromSize(statement.size);
  for (size_t i = 0; i < cells.size(); ++i) {
    const JsonValue& cell = *cells[i];
    const JsonValue* given = cell.Find("given");
    const bool is_given = given != nullptr && given->is_word("true");
    if (!is_given) AddFilledIn(cell, i, &statement);
    const DigitSet candidates = GivenCandidates(cell, statement.size);
    if (!is_given && candidates != 0) {
      statement.cells.AddCandidates(candidates, cell.place);
    } else if (auto error = AddDigit(cell, is_given, &statement)) {
      return error;
    }
    // A cell says its region if that is not its box; without boxes, its row.
    const JsonValue* region = cell.Find("region");
    int number = boxes.ok() ? boxes->RegionOf(static_cast<int>(i))
                            : static_cast<int>(i) / statement.size;
    if (region != nullptr) {
      // -1 is none.
      number = region->is_word("null") ? -1 : IntegerOf(region).value_or(-2);
      if (number < -1 || number >= kMaxSize) {
        return ReadError{
            region->place,
            absl::StrCat("the region of ",
                         CellName(static_cast<int>(i), statement.size),
                         " is no number from 0 to ", kMaxSize - 1)};
      }
    }
    statement.regions.push_back(DigitToChar(static_cast<uint8_t>(number + 1)));
  }
  if (auto error = ReadFpuzzlesConstraints(object, &statement)) return error;
  statement.heading = HeadingOf(object, "ruleset");
  return Build(std::move(statement), object.place, geometries, puzzle);
}

// --- SudokuPad ---

constexpr absl::string_view kSudokuPadOthers[] = {
    "id",       "cellSize", "cells",    "regions", "metadata",
    "settings", "videos",   "duration", "title",   "author",
    "solution", "rules",    "cages",    "lines"};

// The names that SudokuPad shortens.
constexpr std::pair<absl::string_view, absl::string_view> kShortNames[] = {
    {"c", "color"},     {"ca", "cages"},     {"ce", "cells"},
    {"cs", "cellSize"}, {"a", "arrows"},     {"o", "overlays"},
    {"u", "underlays"}, {"v", "value"},      {"l", "lines"},
    {"re", "regions"},  {"wp", "wayPoints"}, {"t", "title"},
    {"te", "text"},     {"th", "thickness"}, {"vd", "videos"},
    {"d", "duration"}};

void RestoreNames(JsonValue* value) {
  if (value->is_word("t")) value->text = "true";
  if (value->is_word("f")) value->text = "false";
  for (JsonValue& item : value->items) RestoreNames(&item);
  for (auto& [name, inner] : value->fields) {
    for (const auto& [short_name, long_name] : kShortNames) {
      if (name == short_name) {
        name = std::string(long_name);
        break;
      }
    }
    RestoreNames(&inner);
  }
}

// Cells as pairs of row and column, from 0.
std::optional<ReadError> SudokuPadCells(const JsonValue& pairs, int size,
                                        std::vector<int>* cells) {
  if (!pairs.is_array()) {
    return ReadError{pairs.place,
                     "the cells of a region must be an array of pairs"};
  }
  for (const JsonValue& pair : pairs.items) {
    const bool is_pair = pair.items.size() == 2;
    const int row = is_pair ? IntegerOf(&pair.items[0]).value_or(-1) : -1;
    const int column = is_pair ? IntegerOf(&pair.items[1]).value_or(-1) : -1;
    if (row < 0 || row >= size || column < 0 || column >= size) {
      return ReadError{pair.place,
                       "this is not a row and a column of the grid"};
    }
    cells->push_back(row * size + column);
  }
  return std::nullopt;
}

std::optional<ReadError> ReadSudokuPadRegions(const JsonValue* regions,
                                              Statement* statement) {
  if (regions == nullptr || IsNothing(*regions)) return std::nullopt;
  const int size = statement->size;
  if (static_cast<int>(regions->items.size()) > kMaxSize) {
    return ReadError{regions->place, "there are more regions than rows"};
  }
  std::string map(static_cast<size_t>(size) * size, '.');
  for (size_t i = 0; i < regions->items.size(); ++i) {
    std::vector<int> cells;
    if (auto error = SudokuPadCells(regions->items[i], size, &cells)) {
      return error;
    }
    for (const int cell : cells) {
      map[cell] = DigitToChar(static_cast<uint8_t>(i + 1));
    }
  }
  statement->regions = std::move(map);
  return std::nullopt;
}

void AddUnknown(absl::string_view name, Statement* statement) {
  std::vector<std::string>& rules = statement->unknown_rules;
  if (!absl::c_linear_search(rules, name)) rules.emplace_back(name);
}

std::optional<ReadError> AddRule(const JsonValue& value, std::string rule,
                                 absl::Span<const int> cells,
                                 Statement* statement) {
  const int size = statement->size;
  for (const int cell : cells) {
    absl::StrAppend(&rule, "~", rules::WordOf(cell, size));
  }
  RuleText text;
  if (auto error = ReadRuleText(
          absl::StrCat(".Shape~", size, "x", size, ".", rule), &text)) {
    return ReadError{value.place, std::move(error->sentence)};
  }
  absl::c_move(text.rules, std::back_inserter(statement->rules));
  return std::nullopt;
}

// A cage with a sum is a killer cage, or a sum of digits that may be equal. One
// without is a region if its digits differ; without cells, it holds words about
// the puzzle, such as "title: Monday".
std::optional<ReadError> ReadSudokuPadCage(const JsonValue& cage,
                                           Statement* statement) {
  const JsonValue* cells = cage.Find("cells");
  const std::string type = TextOf(cage, "type");
  const JsonValue* value = cage.Find("value");
  if (cells == nullptr || IsNothing(*cells)) {
    absl::string_view words;
    if (value != nullptr) words = value->text;
    if (absl::ConsumePrefix(&words, "title: ")) {
      statement->heading.title = std::string(words);
    } else if (absl::ConsumePrefix(&words, "author: ")) {
      statement->heading.author = std::string(words);
    } else if (absl::ConsumePrefix(&words, "rules: ")) {
      statement->heading.rules = std::string(words);
    }
    return std::nullopt;
  }
  if (type == "rowcol" || type == "box") return std::nullopt;
  const JsonValue* unique = cage.Find("unique");
  const bool is_unique = unique != nullptr && unique->is_word("true");
  const bool has_value = value != nullptr && !IsNothing(*value);
  const std::optional<int> sum = has_value ? IntegerOf(value) : std::nullopt;
  if (has_value ? !sum.has_value() || *sum <= 0 : !is_unique) {
    AddUnknown("cages", statement);
    return std::nullopt;
  }
  std::vector<int> list;
  if (auto error = SudokuPadCells(*cells, statement->size, &list)) return error;
  if (has_value) {
    return AddRule(cage, absl::StrCat(is_unique ? "Cage~" : "Sum~", *sum), list,
                   statement);
  }
  statement->extra_regions.push_back(std::move(list));
  return std::nullopt;
}

// 1 for a line from the top left corner to the bottom right one, 2 for the
// other diagonal, 0 for any other line.
int DiagonalNumber(const JsonValue& line, int size) {
  const JsonValue* points = line.Find("wayPoints");
  if (points == nullptr || points->items.size() != 2) return 0;
  std::vector<int> ends;
  for (const JsonValue& point : points->items) {
    for (const JsonValue& coordinate : point.items) {
      ends.push_back(IntegerOf(&coordinate).value_or(-1));
    }
  }
  const auto is_line = [&](std::vector<int> corners) {
    return ends == corners || ends == std::vector<int>{corners[2], corners[3],
                                                       corners[0], corners[1]};
  };
  return is_line({0, 0, size, size}) ? 1 : is_line({0, size, size, 0}) ? 2 : 0;
}

std::optional<ReadError> ReadSudokuPadRules(const JsonValue& object,
                                            Statement* statement) {
  if (auto error = ReadSudokuPadRegions(object.Find("regions"), statement)) {
    return error;
  }
  if (const JsonValue* cages = object.Find("cages")) {
    for (const JsonValue& cage : cages->items) {
      if (auto error = ReadSudokuPadCage(cage, statement)) return error;
    }
  }
  bool has_diagonal[3] = {};
  if (const JsonValue* lines = object.Find("lines")) {
    for (const JsonValue& line : lines->items) {
      has_diagonal[DiagonalNumber(line, statement->size)] = true;
    }
  }
  statement->has_diagonals = has_diagonal[1] && has_diagonal[2];
  for (const int number : {1, 2}) {
    if (has_diagonal[number] && !statement->has_diagonals) {
      statement->extra_regions.push_back(
          DiagonalCells(number == 1, statement->size));
    }
  }
  if (has_diagonal[0]) statement->unknown_rules.push_back("lines");
  for (const auto& [name, value] : object.fields) {
    if (!IsNothing(value) && !IsOneOf(name, kSudokuPadOthers) &&
        !IsOneOf(name, kFog)) {
      statement->unknown_rules.push_back(name);
    }
  }
  statement->are_drawn = true;
  return std::nullopt;
}

std::optional<ReadError> ReadSudokuPad(const JsonValue& object,
                                       GeometrySource* geometries,
                                       Puzzle* puzzle) {
  Statement statement;
  const JsonValue& rows = *object.Find("cells");
  statement.size = static_cast<int>(rows.items.size());
  std::vector<const JsonValue*> cells;
  if (auto error = FindCells(rows, statement.size, &cells)) return error;
  for (const JsonValue* cell : cells) {
    if (auto error = AddDigit(*cell, true, &statement)) return error;
  }
  if (const JsonValue* metadata = object.Find("metadata")) {
    statement.heading = HeadingOf(*metadata, "rules");
    for (const auto& [field, rule] :
         {std::pair("antiknight", "AntiKnight"), {"antiking", "AntiKing"}}) {
      const JsonValue* value = metadata->Find(field);
      if (value == nullptr || !value->is_word("true")) continue;
      if (auto error = AddRule(*value, rule, {}, &statement)) return error;
    }
  }
  if (auto error = ReadSudokuPadRules(object, &statement)) return error;
  return Build(std::move(statement), object.place, geometries, puzzle);
}

// SudokuPad's short form of classic puzzles: each character is a digit and the
// empty cells behind it, ten times their number added to the digit. Behind the
// last cell there can be an 'x' for the diagonals, and a 'w' for windows.
std::optional<ReadError> ReadShortForm(absl::string_view text, TextPlace place,
                                       GeometrySource* geometries,
                                       Puzzle* puzzle) {
  constexpr int kSize = 9;
  constexpr int kCells = kSize * kSize;
  Statement statement;
  statement.size = kSize;
  for (size_t i = 0; i < text.size(); ++i) {
    const TextPlace here{place.line, place.column + static_cast<int>(i)};
    const char c = text[i];
    if (statement.cells.count() == kCells) {
      statement.has_diagonals |= c == 'x';
      statement.has_windows |= c == 'w';
      if (c != 'x' && c != 'w') {
        statement.unknown_rules.push_back(Quoted(c));
      }
      continue;
    }
    const int code = absl::ascii_isdigit(c)   ? c - '0'
                     : absl::ascii_isupper(c) ? c - 'A' + 10
                     : absl::ascii_islower(c) ? c - 'a' + 36
                                              : -1;
    if (code < 0 || statement.cells.count() + 1 + code / 10 > kCells) {
      return ReadError{here, "this is no puzzle in SudokuPad's short form"};
    }
    statement.cells.AddNumber(code % 10, here);
    for (int empty = 0; empty < code / 10; ++empty) {
      statement.cells.AddNumber(0, here);
    }
  }
  if (statement.cells.count() != kCells) {
    return ReadError{place,
                     absl::StrCat("SudokuPad's short form has 81 cells, but "
                                  "here are ",
                                  statement.cells.count())};
  }
  return Build(std::move(statement), place, geometries, puzzle);
}

// Reads the JSON behind a compressed text. What is wrong with it has the place
// of that text.
std::optional<ReadError> ReadCompressed(absl::string_view compressed,
                                        JsonStyle style, TextPlace place,
                                        GeometrySource* geometries,
                                        Puzzle* puzzle) {
  const absl::StatusOr<std::string> text = LzDecompressFromBase64(compressed);
  if (!text.ok()) {
    return ReadError{place, std::string(text.status().message())};
  }
  JsonValue object;
  // Not all is shortened that may be; where it is, "[]" has an element.
  auto error = ReadJsonObject(*text, place.line, JsonStyle::kStrict, &object);
  if (error.has_value() && style == JsonStyle::kShortened) {
    error = ReadJsonObject(*text, place.line, style, &object);
  }
  if (!error.has_value()) {
    if (style == JsonStyle::kShortened) RestoreNames(&object);
    if (IsWebPuzzle(object)) {
      error = ReadWebPuzzle(object, geometries, puzzle);
    } else {
      error = ReadError{place, "what is compressed here is no Sudoku"};
    }
  }
  if (error.has_value()) error->place = place;
  for (Puzzle::UnknownRule& rule : puzzle->unknown_rules) {
    rule.line = place.line;
    rule.column = place.column;
  }
  return error;
}

}  // namespace

bool IsWebPuzzle(const JsonValue& object) {
  for (const absl::string_view name : {"grid", "cells"}) {
    const JsonValue* rows = object.Find(name);
    if (rows != nullptr && rows->is_array() && !rows->items.empty() &&
        rows->items[0].is_array() && !rows->items[0].items.empty() &&
        rows->items[0].items[0].is_object()) {
      return true;
    }
  }
  return false;
}

std::optional<ReadError> ReadWebPuzzle(const JsonValue& object,
                                       GeometrySource* geometries,
                                       Puzzle* puzzle) {
  assert(IsWebPuzzle(object));
  auto error = IsFpuzzles(object) ? ReadFpuzzles(object, geometries, puzzle)
                                  : ReadSudokuPad(object, geometries, puzzle);
  if (!error.has_value()) puzzle->web_json = JsonText(object);
  return error;
}

std::optional<ReadError> ReadFpuzzlesAddress(absl::string_view compressed,
                                             TextPlace place,
                                             GeometrySource* geometries,
                                             Puzzle* puzzle) {
  return ReadCompressed(compressed, JsonStyle::kStrict, place, geometries,
                        puzzle);
}

std::optional<ReadError> ReadSudokuPadAddress(absl::string_view id,
                                              TextPlace place,
                                              GeometrySource* geometries,
                                              Puzzle* puzzle) {
  const auto skip = [&](absl::string_view prefix) {
    if (!absl::ConsumePrefix(&id, prefix)) return false;
    place.column += static_cast<int>(prefix.size());
    return true;
  };
  if (skip("scf")) return ReadShortForm(id, place, geometries, puzzle);
  if (skip("fpuzzles") || skip("fpuz")) {
    return ReadFpuzzlesAddress(id, place, geometries, puzzle);
  }
  if (skip("scl") || skip("ctc")) {
    return ReadCompressed(id, JsonStyle::kShortened, place, geometries, puzzle);
  }
  return ReadError{place,
                   "only SudokuPad's server knows the puzzle of this name; an "
                   "address with the puzzle in it goes on with fpuz, scl or "
                   "scf"};
}

namespace {

template <typename Function>
void RemoveFields(const Function& are_meant, JsonValue* object) {
  object->fields.erase(
      std::remove_if(object->fields.begin(), object->fields.end(), are_meant),
      object->fields.end());
}

// The houses that are neither rows nor columns nor regions, as lists of cells.
std::vector<const House*> ExtraRegions(const Geometry& geometry) {
  std::vector<const House*> regions;
  for (const House& house : geometry.houses()) {
    if (house.kind == House::Kind::kExtra) regions.push_back(&house);
  }
  return regions;
}

std::string FpuzzlesCellJson(const Puzzle& puzzle, int cell) {
  const Geometry& geometry = puzzle.geometry;
  std::vector<std::string> fields;
  if (const int digit = puzzle.clues[cell]; digit != 0) {
    fields.push_back(absl::StrCat("\"value\":", digit, ",\"given\":true"));
  } else if (const int filled_in =
                 puzzle.filled_in.has_value() ? (*puzzle.filled_in)[cell] : 0;
             filled_in != 0) {
    fields.push_back(absl::StrCat("\"value\":", filled_in));
  }
  const DigitSet allowed = puzzle.AllowedDigits(cell);
  if (puzzle.clues[cell] == 0 && allowed != AllDigits(geometry.size())) {
    std::vector<int> digits;
    for (int d = 1; d <= geometry.size(); ++d) {
      if ((allowed & DigitBit(d)) != 0) digits.push_back(d);
    }
    fields.push_back(absl::StrCat("\"givenPencilMarks\":[",
                                  absl::StrJoin(digits, ","), "]"));
  }
  if (!geometry.has_customary_boxes()) {
    fields.push_back(absl::StrCat("\"region\":", geometry.RegionOf(cell)));
  }
  return absl::StrCat("{", absl::StrJoin(fields, ","), "}");
}

// A JSON array of the rows, each an array of what `write` makes of its cells.
template <typename Write>
std::string RowsJson(const Geometry& geometry, Write write) {
  std::string json;
  for (int row = 0; row < geometry.size(); ++row) {
    for (int column = 0; column < geometry.size(); ++column) {
      absl::StrAppend(&json,
                      column > 0 ? ","
                      : row > 0  ? "],["
                                 : "[[",
                      write(geometry.CellAt(row, column)));
    }
  }
  return absl::StrCat(json, "]]");
}

// Title, author and rules; the note is the title of a puzzle that has neither
// of the former.
std::string HeadingJson(const Puzzle& puzzle, absl::string_view rules) {
  const Puzzle::Heading& heading = puzzle.heading;
  const bool is_named = !heading.title.empty() || !heading.author.empty();
  std::string json = absl::StrCat(
      "\"title\":", dlx::io::JsonString(is_named ? heading.title : puzzle.note),
      ",\"author\":", dlx::io::JsonString(heading.author));
  if (!heading.rules.empty()) {
    absl::StrAppend(&json, ",\"", rules,
                    "\":", dlx::io::JsonString(heading.rules));
  }
  return json;
}

// The puzzle as f-puzzles' JSON, without what that held besides.
std::string PlainFpuzzlesJson(const Puzzle& puzzle) {
  const Geometry& geometry = puzzle.geometry;
  std::string json = absl::StrCat(
      "{\"size\":", geometry.size(), ",", HeadingJson(puzzle, "ruleset"),
      ",\"grid\":", RowsJson(geometry, [&](int cell) {
        return FpuzzlesCellJson(puzzle, cell);
      }));
  if (geometry.has_diagonals()) {
    absl::StrAppend(&json, ",\"diagonal+\":true,\"diagonal-\":true");
  }
  const std::vector<const House*> extra = ExtraRegions(geometry);
  if (!extra.empty()) {
    const auto write_region = [&](std::string* out, const House* house) {
      const auto write_cell = [&](std::string* text, int cell) {
        absl::StrAppend(text, "\"",
                        absl::AsciiStrToUpper(CellName(cell, geometry.size())),
                        "\"");
      };
      absl::StrAppend(out, "{\"cells\":[",
                      absl::StrJoin(house->cells, ",", write_cell), "]}");
    };
    absl::StrAppend(&json, ",\"extraregion\":[",
                    absl::StrJoin(extra, ",", write_region), "]");
  }
  if (puzzle.has_rules()) {
    const absl::StatusOr<std::string> rules = FpuzzlesRulesJson(puzzle);
    assert(rules.ok());
    if (rules.ok()) absl::StrAppend(&json, *rules);
  }
  return absl::StrCat(json, "}");
}

bool IsHeadingField(const JsonValue::Field& field) {
  return IsOneOf(field.name, {"title", "author", "ruleset"});
}
bool IsConstraintField(const JsonValue::Field& field) {
  return (field.name != "grid" && IsFpuzzlesRule(field.name)) ||
         IsOneOf(field.name, {"extraregion", "diagonal-", "diagonal+"});
}
// Older files have rules in the cells.
bool IsRuleOfCell(const JsonValue::Field& field) {
  return field.name == "parity";
}
// What a puzzle has in a cell, and not how that looks.
bool IsContentField(const JsonValue::Field& field) {
  return IsOneOf(field.name, {"value", "given", "givenPencilMarks"});
}
bool IsRegionField(const JsonValue::Field& field) {
  return field.name == "region";
}
bool IsSolutionField(const JsonValue::Field& field) {
  return field.name == "solution";
}

// What the JSON of a page said, and how that was understood.
struct WebSource {
  JsonValue object;
  Puzzle puzzle;
};

// Nothing if the puzzle did not come from f-puzzles (or, else, SudokuPad).
std::optional<WebSource> SourceOf(const Puzzle& puzzle, bool is_fpuzzles) {
  WebSource source{{}, Puzzle(puzzle.geometry)};
  GeometrySource geometries;
  if (puzzle.web_json.empty() ||
      ReadJsonObject(puzzle.web_json, 1, JsonStyle::kStrict, &source.object) ||
      IsFpuzzles(source.object) != is_fpuzzles ||
      ReadWebPuzzle(source.object, &geometries, &source.puzzle) ||
      source.puzzle.geometry.size() != puzzle.geometry.size()) {
    return std::nullopt;
  }
  if (!is_fpuzzles) return source;  // There, they are drawings.
  // The puzzle is without them.
  for (const Puzzle::UnknownRule& rule : puzzle.unknown_rules) {
    RemoveFields(
        [&](const JsonValue::Field& field) { return field.name == rule.name; },
        &source.object);
  }
  return source;
}

bool HaveSameConstraints(const Puzzle& a, const Puzzle& b) {
  const auto cells_of = [](const Puzzle& puzzle) {
    std::vector<std::vector<int>> regions;
    for (const House* house : ExtraRegions(puzzle.geometry)) {
      regions.push_back(house->cells);
    }
    return regions;
  };
  return a.rules == b.rules && cells_of(a) == cells_of(b) &&
         a.geometry.has_diagonals() == b.geometry.has_diagonals();
}

bool IsSameCell(const Puzzle& a, const Puzzle& b, int cell) {
  const auto filled_in = [cell](const Puzzle& puzzle) {
    return puzzle.filled_in.has_value() ? (*puzzle.filled_in)[cell] : 0;
  };
  return a.DigitsIn(cell) == b.DigitsIn(cell) && filled_in(a) == filled_in(b);
}

// False if a cell cannot have its digit of that list; where the list has none,
// it may.
bool MayHaveDigits(const Puzzle& puzzle, absl::Span<const JsonValue> digits) {
  const size_t cells = static_cast<size_t>(puzzle.geometry.cell_count());
  for (size_t i = 0; i < std::min(digits.size(), cells); ++i) {
    const int digit = IntegerOf(&digits[i]).value_or(0);
    if (digit >= 1 && digit <= puzzle.geometry.size() &&
        (puzzle.DigitsIn(static_cast<int>(i)) & DigitBit(digit)) == 0) {
      return false;
    }
  }
  return true;
}

// Puts the fields of *from for which that is true into the place of those of
// *to, which may have been no object, but null.
template <typename Function>
void ReplaceFields(const Function& are_meant, const JsonValue& from,
                   JsonValue* to) {
  RemoveFields(are_meant, to);
  to->kind = JsonValue::Kind::kObject;
  absl::c_copy_if(from.fields, std::back_inserter(to->fields), are_meant);
}

// Changes of f-puzzles' JSON what the puzzle has otherwise, and writes `plain`
// for it.
void UpdateFpuzzles(const Puzzle& puzzle, const JsonValue& plain,
                    WebSource* source) {
  JsonValue& object = source->object;
  if (source->puzzle.heading != puzzle.heading) {
    ReplaceFields(IsHeadingField, plain, &object);
  }
  const bool are_same = HaveSameConstraints(source->puzzle, puzzle);
  if (!are_same) ReplaceFields(IsConstraintField, plain, &object);
  const auto grid = absl::c_find_if(
      object.fields,
      [](const JsonValue::Field& field) { return field.name == "grid"; });
  // Of all cells or of none: the same regions may have other numbers.
  const bool are_regions_same =
      source->puzzle.geometry.RegionLine() == puzzle.geometry.RegionLine();
  const JsonValue* solution = object.Find("solution");
  const bool is_solution_kept = are_same && are_regions_same &&
                                solution != nullptr &&
                                MayHaveDigits(puzzle, solution->items);
  const int size = puzzle.geometry.size();
  for (int i = 0; i < puzzle.geometry.cell_count(); ++i) {
    JsonValue& cell = grid->value.items[i / size].items[i % size];
    const JsonValue& its = plain.Find("grid")->items[i / size].items[i % size];
    if (!are_same) RemoveFields(IsRuleOfCell, &cell);
    if (!are_regions_same) ReplaceFields(IsRegionField, its, &cell);
    if (!IsSameCell(source->puzzle, puzzle, i)) {
      ReplaceFields(IsContentField, its, &cell);
    }
  }
  if (!is_solution_kept) RemoveFields(IsSolutionField, &object);
}

// The field of an object; a new one if there is none.
JsonValue& FieldOf(absl::string_view name, JsonValue* object) {
  for (JsonValue::Field& field : object->fields) {
    if (field.name == name) return field.value;
  }
  object->fields.push_back({std::string(name), {}});
  object->fields.back().value.kind = JsonValue::Kind::kObject;
  return object->fields.back().value;
}

// Puts the items of `from` behind those of *to for which that is true.
template <typename Function>
void ReplaceItems(const Function& are_kept, const JsonValue& from,
                  JsonValue* to) {
  std::erase_if(to->items,
                [&](const JsonValue& item) { return !are_kept(item); });
  to->kind = JsonValue::Kind::kArray;
  to->text.clear();
  absl::c_copy(from.items, std::back_inserter(to->items));
}

// Changes of SudokuPad's JSON what the puzzle has otherwise, and writes `plain`
// for it. What is drawn stays.
void UpdateSudokuPad(const Puzzle& puzzle, const JsonValue& plain,
                     WebSource* source) {
  JsonValue& object = source->object;
  if (source->puzzle.heading != puzzle.heading) {
    ReplaceFields(
        [](const JsonValue::Field& field) {
          return IsOneOf(field.name, {"title", "author", "rules"});
        },
        *plain.Find("metadata"), &FieldOf("metadata", &object));
  }
  const bool are_regions_same =
      source->puzzle.geometry.RegionLine() == puzzle.geometry.RegionLine();
  if (!are_regions_same) FieldOf("regions", &object) = *plain.Find("regions");
  const bool are_same = HaveSameConstraints(source->puzzle, puzzle);
  if (!are_same) {
    ReplaceFields(
        [](const JsonValue::Field& field) {
          return IsOneOf(field.name, {"antiknight", "antiking"});
        },
        *plain.Find("metadata"), &FieldOf("metadata", &object));
    ReplaceItems(
        [](const JsonValue& cage) {
          const JsonValue* cells = cage.Find("cells");
          return cells == nullptr || IsNothing(*cells);
        },
        *plain.Find("cages"), &FieldOf("cages", &object));
    ReplaceItems(
        [&](const JsonValue& line) {
          return DiagonalNumber(line, puzzle.geometry.size()) == 0;
        },
        *plain.Find("lines"), &FieldOf("lines", &object));
  }
  if (!are_same || !are_regions_same) {
    RemoveFields(IsSolutionField, &FieldOf("metadata", &object));
    RemoveFields(IsSolutionField, &object);
  }
  const int size = puzzle.geometry.size();
  for (int i = 0; i < puzzle.geometry.cell_count(); ++i) {
    if (IsSameCell(source->puzzle, puzzle, i)) continue;
    ReplaceFields(
        [](const JsonValue::Field& field) { return field.name == "value"; },
        plain.Find("cells")->items[i / size].items[i % size],
        &FieldOf("cells", &object).items[i / size].items[i % size]);
  }
}

// Houses and rules as ReadSudokuPadRules() reads them.
class SudokuPadWriter {
 public:
  explicit SudokuPadWriter(const Puzzle& puzzle) : geometry_(puzzle.geometry) {
    for (const House* house : ExtraRegions(geometry_)) {
      AddCage(house->cells, "", true);
    }
    for (const bool rises : {false, true}) {
      if (geometry_.has_diagonals()) AddDiagonal(rises);
    }
    for (const Rule& rule : puzzle.rules) {
      if (!Says(rule) && unsaid_ == nullptr) unsaid_ = &rule;
    }
  }

  const std::vector<std::string>& cages() const { return cages_; }
  const std::vector<std::string>& lines() const { return lines_; }
  // What follows other fields.
  const std::string& metadata() const { return metadata_; }
  // The first rule for which there is no place, or null.
  const Rule* unsaid() const { return unsaid_; }

  std::string Cells(absl::Span<const int> cells) const {
    const auto write = [&](std::string* text, int cell) {
      absl::StrAppend(text, "[", geometry_.RowOf(cell), ",",
                      geometry_.ColumnOf(cell), "]");
    };
    return absl::StrCat("[", absl::StrJoin(cells, ",", write), "]");
  }

 private:
  // False if there is no place for it.
  bool Says(const Rule& rule) {
    const absl::string_view name = rule.kind->name;
    if (name == "AntiKnight" || name == "AntiKing") {
      const std::string flag =
          absl::StrCat(",\"", absl::AsciiStrToLower(name), "\":true");
      if (!absl::StrContains(metadata_, flag)) metadata_ += flag;
      return true;
    }
    if (name == "Diagonal") {
      if (!geometry_.has_diagonals()) AddDiagonal(rule.numbers[0] == 1);
      return true;
    }
    const bool is_unique = name == "Cage" || name == "AllDifferent";
    if (!is_unique && name != "Sum") return false;
    const int sum = rule.numbers.empty() ? 0 : rule.numbers[0];
    const std::vector<int>& cells = rule.cells();
    // Two cells or more without a sum are a house; factors and negative sums
    // are unknown.
    if (sum == 0 ? !is_unique || cells.size() < 2 ||
                       static_cast<int>(cells.size()) > geometry_.size()
                 : sum < 0 || rule.numbers.size() > 1 || HasRepeated(cells)) {
      return false;
    }
    AddCage(cells, sum == 0 ? "" : absl::StrCat(sum), is_unique);
    return true;
  }

  static bool HasRepeated(std::vector<int> cells) {
    absl::c_sort(cells);
    return absl::c_adjacent_find(cells) != cells.end();
  }
  void AddCage(absl::Span<const int> cells, absl::string_view value,
               bool is_unique) {
    cages_.push_back(
        absl::StrCat("{\"cells\":", Cells(cells), ",\"value\":\"", value,
                     "\",\"unique\":", is_unique ? "true" : "false", "}"));
  }
  void AddDiagonal(bool rises) {
    const int size = geometry_.size();
    lines_.push_back(absl::StrCat(
        "{\"color\":\"#34BBE6\",\"thickness\":2,\"wayPoints\":[[0,",
        rises ? size : 0, "],[", size, ",", rises ? 0 : size, "]]}"));
  }

  const Geometry& geometry_;
  std::vector<std::string> cages_;
  std::vector<std::string> lines_;
  std::string metadata_;
  const Rule* unsaid_ = nullptr;
};

// The puzzle as SudokuPad's JSON, without what that held besides.
std::string PlainSudokuPadJson(const Puzzle& puzzle) {
  const Geometry& geometry = puzzle.geometry;
  const SudokuPadWriter writer(puzzle);
  std::vector<std::string> regions;
  for (const House& house : geometry.houses()) {
    if (house.kind == House::Kind::kBox || house.kind == House::Kind::kRegion) {
      regions.push_back(writer.Cells(house.cells));
    }
  }
  const auto write_cell = [&](int cell) {
    const int digit = puzzle.clues[cell];
    return digit == 0 ? std::string("{}")
                      : absl::StrCat("{\"value\":", digit, "}");
  };
  return absl::StrCat("{\"cellSize\":50,\"metadata\":{",
                      HeadingJson(puzzle, "rules"), writer.metadata(),
                      "},\"cells\":", RowsJson(geometry, write_cell),
                      ",\"regions\":[", absl::StrJoin(regions, ","),
                      "],\"cages\":[", absl::StrJoin(writer.cages(), ","),
                      "],\"lines\":[", absl::StrJoin(writer.lines(), ","),
                      "],\"arrows\":[],\"underlays\":[],\"overlays\":[]}");
}

}  // namespace

std::string FpuzzlesJson(const Puzzle& puzzle) {
  std::string json = PlainFpuzzlesJson(puzzle);
  std::optional<WebSource> source = SourceOf(puzzle, true);
  JsonValue plain;
  if (!source.has_value() ||
      ReadJsonObject(json, 1, JsonStyle::kStrict, &plain).has_value()) {
    return json;
  }
  UpdateFpuzzles(puzzle, plain, &*source);
  return JsonText(source->object);
}

std::vector<std::string> FpuzzlesBesides(const Puzzle& puzzle) {
  std::vector<std::string> names;
  const auto add = [&](const JsonValue::Field& field) {
    if (!IsNothing(field.value) && !absl::c_linear_search(names, field.name)) {
      names.push_back(field.name);
    }
  };
  const std::optional<WebSource> source = SourceOf(puzzle, true);
  if (!source.has_value()) return names;
  for (const JsonValue::Field& field : source->object.fields) {
    if (!IsConstraintField(field) && !IsOneOf(field.name, kFpuzzlesKnown)) {
      add(field);
    }
  }
  for (const JsonValue& row : source->object.Find("grid")->items) {
    for (const JsonValue& cell : row.items) {
      for (const JsonValue::Field& field : cell.fields) {
        if (!IsContentField(field) && !IsRegionField(field) &&
            !IsRuleOfCell(field)) {
          add(field);
        }
      }
    }
  }
  return names;
}

const Rule* NotForSudokuPad(const Puzzle& puzzle) {
  return SudokuPadWriter(puzzle).unsaid();
}

bool IsSudokuPadJsonBest(const Puzzle& puzzle) {
  return !puzzle.has_candidates() && NotForSudokuPad(puzzle) == nullptr &&
         SourceOf(puzzle, false).has_value();
}

std::string SudokuPadJson(const Puzzle& puzzle) {
  std::string json = PlainSudokuPadJson(puzzle);
  std::optional<WebSource> source = SourceOf(puzzle, false);
  JsonValue plain;
  if (!source.has_value() ||
      ReadJsonObject(json, 1, JsonStyle::kStrict, &plain).has_value()) {
    return json;
  }
  UpdateSudokuPad(puzzle, plain, &*source);
  return JsonText(source->object);
}

}  // namespace sudoku
