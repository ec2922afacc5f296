#include "sudoku/format/fpuzzles_rules.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/names.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/pairs.h"
#include "sudoku/rules/rule_places.h"
#include "sudoku/rules/rule_text.h"

namespace sudoku {
namespace {

using Error = std::optional<ReadError>;
using Words = std::vector<std::string>;

class RuleFields;

// A field of f-puzzles, and the rule that it is.
struct RuleField {
  absl::string_view name;
  absl::string_view rule;
  Error (RuleFields::*read)(const JsonValue& value) = nullptr;
};

// The rules of an object, one field after the other.
class RuleFields {
 public:
  RuleFields(int size, std::vector<Rule>* rules)
      : size_(size), rules_(*rules) {}

  Error Read(const RuleField& field, const JsonValue& value) {
    field_ = &field;
    return (this->*field.read)(value);
  }

  // --- how the value of a field is read ---

  // "antiknight":true
  Error Everywhere(const JsonValue& value) {
    if (!value.is_word("true")) {
      return Wrong(value, "must be true or false");
    }
    return Add(value, FirstWords());
  }

  // Its items, one after the other.
  template <Error (RuleFields::*read_item)(const JsonValue& item)>
  Error Each(const JsonValue& value) {
    return ForEachObject(value, [this](const JsonValue& item) {
      return (this->*read_item)(item);
    });
  }

  // The cells of all items are one rule: "minimum":[{"cell":"R1C1"}]
  Error Together(const JsonValue& value) {
    Words words = FirstWords();
    std::vector<int> cells;
    if (auto error = ForEachObject(value, [&](const JsonValue& item) {
          return CellsOf(item, "cell", &cells);
        })) {
      return error;
    }
    for (const int cell : std::set<int>(cells.begin(), cells.end())) {
      Append(cell, &words);
    }
    return words.size() == 1 ? std::nullopt : Add(value, words);
  }

  // Older files have it in the cells: "grid":[[{"parity":"Even"},{}],[{},{}]]
  Error ParityOfCells(const JsonValue& grid) {
    for (const absl::string_view parity : {"Even", "Odd"}) {
      Words words = {std::string(parity)};
      int cell = 0;
      for (const JsonValue& row : grid.items) {
        for (const JsonValue& item : row.items) {
          const JsonValue* said = item.Find("parity");
          if (said != nullptr && said->text == parity) {
            words.push_back(rules::WordOf(cell, size_));
          }
          ++cell;
        }
      }
      if (words.size() == 1) continue;
      if (auto error = Add(grid, words)) return error;
    }
    return std::nullopt;
  }

  // What must not be where no mark is: "negative":["ratio"]
  Error Negative(const JsonValue& value) {
    if (!value.is_array()) return Wrong(value, "must be an array of names");
    for (const JsonValue& name : value.items) {
      if (auto error = ReadNegative(name)) return error;
    }
    return std::nullopt;
  }

  // --- how an item is read ---

  // {"cells":["R1C1","R1C2"],"value":"3"}, of which the value can be missing.
  Error Cells(const JsonValue& item) {
    Words words = FirstWords();
    if (auto error = AppendNumber(item, &words)) return error;
    if (auto error = AppendCells(item, "cells", &words)) return error;
    return Add(item, words);
  }

  // {"cell":"R0C2","direction":"DR","cells":["R1C3","R2C4"],"value":"7"}: from
  // a cell outside the grid on. It says nothing without a value; the cells can
  // be missing.
  Error Diagonal(const JsonValue& item) {
    if (!HasNumber(item)) return std::nullopt;
    const JsonValue* cells = item.Find("cells");
    if (cells != nullptr && !IsNothing(*cells)) return Cells(item);
    const JsonValue* direction = item.Find("direction");
    const std::string way =
        direction == nullptr ? "" : absl::AsciiStrToUpper(direction->text);
    const std::optional<Place> from = PlaceOf(item.Find("cell"));
    const bool is_diagonal =
        way.size() == 2 && (way[0] == 'U' || way[0] == 'D') &&
        (way[1] == 'L' || way[1] == 'R') && from.has_value();
    if (!is_diagonal) return Wrong(item, "needs \"cell\" and \"direction\"");
    Words words = FirstWords();
    if (auto error = AppendNumber(item, &words)) return error;
    for (auto [row, column] = *from;;) {
      row += way[0] == 'D' ? 1 : -1;
      column += way[1] == 'R' ? 1 : -1;
      if (!IsInside(row) || !IsInside(column)) break;
      Append((row - 1) * size_ + column - 1, &words);
    }
    return Add(item, words);
  }

  // The same for two cells side by side.
  Error Dot(const JsonValue& item) {
    if (auto error = CheckPair(item)) return error;
    return Cells(item);
  }

  // {"cells":["R1C1","R1C2"],"value":"X"}
  Error Letter(const JsonValue& item) {
    const JsonValue* value = item.Find("value");
    if (value == nullptr || IsNothing(*value)) return std::nullopt;
    const std::string letter = absl::AsciiStrToUpper(value->text);
    if (letter != "X" && letter != "V") {
      return ReadError{value->inside(), absl::StrCat(QuotedText(value->text),
                                                     " is neither X nor V")};
    }
    if (auto error = CheckPair(item)) return error;
    Words words = {letter};
    if (auto error = AppendCells(item, "cells", &words)) return error;
    return Add(item, words);
  }

  // {"lines":[["R1C1","R2C1"]],"value":"5"}. A single cell is no line.
  Error Lines(const JsonValue& item) { return LinesOf(item, FirstWords()); }

  // The same; half of the digits, rounded up, are the usual value.
  Error Whispers(const JsonValue& item) {
    Words words = FirstWords();
    if (!HasNumber(item)) words.push_back(absl::StrCat((size_ + 1) / 2));
    return LinesOf(item, words);
  }

  // {"cells":["R1C1"],"lines":[["R1C1","R1C2","R1C3"]]}: the cells of the
  // circle or pill, and shafts that begin at one of them.
  Error Arrow(const JsonValue& item) {
    std::vector<int> circle;
    if (auto error = CellsOf(item, "cells", &circle)) return error;
    return ForEachLine(item, [&](const JsonValue& line) -> Error {
      std::vector<int> shaft;
      if (auto error = ReadCells(line, &shaft)) return error;
      if (!shaft.empty() && absl::c_linear_search(circle, shaft.front())) {
        shaft.erase(shaft.begin());
      }
      return shaft.empty() ? std::nullopt : AddArrow(item, circle, shaft);
    });
  }

  // {"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[2,5]}
  Error Quadruple(const JsonValue& item) {
    const JsonValue* values = item.Find("values");
    if (values == nullptr || IsNothing(*values)) return std::nullopt;
    if (!values->is_array()) return Wrong(*values, "has no array of values");
    Words words = FirstWords();
    for (const JsonValue& value : values->items) {
      if (auto error = ReadNumber(value, &words)) return error;
    }
    if (auto error = AppendCells(item, "cells", &words)) return error;
    return Add(item, words);
  }

  // {"cells":["R1C1","R1C2"],"cloneCells":["R4C4","R4C5"]}. A cell and its
  // clone read the same from both ends.
  Error Clone(const JsonValue& item) {
    std::vector<int> cells;
    std::vector<int> clones;
    if (auto error = CellsOf(item, "cells", &cells)) return error;
    if (auto error = CellsOf(item, "cloneCells", &clones)) return error;
    if (cells.size() != clones.size()) {
      return Wrong(item, absl::StrCat("has ", clones.size(), " cells for ",
                                      cells.size()));
    }
    for (size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] == clones[i]) continue;
      Words words = FirstWords();
      Append(cells[i], &words);
      Append(clones[i], &words);
      if (auto error = Add(item, words)) return error;
    }
    return std::nullopt;
  }

  // {"cell":"R0C2","value":"3"}: the number stands outside the grid, at the
  // beginning or the end of a row or column.
  Error AtEnd(const JsonValue& item) {
    if (!HasNumber(item)) return std::nullopt;
    Outside outside;
    if (auto error = FindOutside(item, &outside)) return error;
    Words words = FirstWords();
    words.push_back(outside.line);
    if (!outside.is_at_beginning) words.emplace_back();
    if (auto error = AppendNumber(item, &words)) return error;
    return Add(item, words);
  }

  // The same where it does not matter at which end.
  Error BesideLine(const JsonValue& item) {
    if (!HasNumber(item)) return std::nullopt;
    Outside outside;
    if (auto error = FindOutside(item, &outside)) return error;
    Words words = FirstWords();
    if (auto error = AppendNumber(item, &words)) return error;
    words.push_back(outside.line);
    return Add(item, words);
  }

 private:
  struct Outside {
    std::string line;  // "C2", "R1".
    bool is_at_beginning = false;
  };

  ReadError Wrong(const JsonValue& value, absl::string_view what) const {
    return {value.place, absl::StrCat(field_->name, " ", what)};
  }

  Words FirstWords() const { return {std::string(field_->rule)}; }

  // Reads the rule that the words say.
  Error Add(const JsonValue& value, const Words& words) {
    RuleText text;
    if (auto error = ReadRuleText(absl::StrCat(".Shape~", size_, "x", size_,
                                               ".", absl::StrJoin(words, "~")),
                                  &text)) {
      return ReadError{value.place,
                       absl::StrCat(field_->name, ": ", error->sentence)};
    }
    absl::c_move(text.rules, std::back_inserter(rules_));
    return std::nullopt;
  }

  template <typename Visitor>
  Error ForEachObject(const JsonValue& value, Visitor visit) const {
    if (!value.is_array()) return Wrong(value, "must be an array of objects");
    for (const JsonValue& item : value.items) {
      if (!item.is_object()) return Wrong(item, "must be an array of objects");
      if (IsNothing(item)) continue;
      if (auto error = visit(item)) return error;
    }
    return std::nullopt;
  }

  template <typename Visitor>
  Error ForEachLine(const JsonValue& item, Visitor visit) const {
    const JsonValue* lines = item.Find("lines");
    if (lines == nullptr || IsNothing(*lines)) return std::nullopt;
    if (!lines->is_array()) return Wrong(*lines, "has lines that are no array");
    for (const JsonValue& line : lines->items) {
      if (!line.is_array()) return Wrong(line, "has a line that is no array");
      if (auto error = visit(line)) return error;
    }
    return std::nullopt;
  }

  // A rule for each of its lines, which begins with the words.
  Error LinesOf(const JsonValue& item, const Words& beginning) {
    return ForEachLine(item, [&](const JsonValue& line) -> Error {
      if (line.items.size() < 2) return std::nullopt;
      Words words = beginning;
      if (auto error = AppendNumber(item, &words)) return error;
      if (auto error = AppendNames(line, &words)) return error;
      return Add(item, words);
    });
  }

  // --- cells ---

  void Append(int cell, Words* words) const {
    words->push_back(
        absl::StrCat("R", cell / size_ + 1, "C", cell % size_ + 1));
  }

  Error ReadCells(const JsonValue& names, std::vector<int>* cells) const {
    for (const JsonValue& name : names.items) {
      if (auto error = ReadFpuzzlesCell(name, size_, cells)) return error;
    }
    return std::nullopt;
  }

  // Of a field that has an array of names, or a single one.
  Error CellsOf(const JsonValue& item, absl::string_view name,
                std::vector<int>* cells) const {
    const JsonValue* names = item.Find(name);
    if (names == nullptr) {
      return Wrong(item, absl::StrCat("has no \"", name, "\""));
    }
    return names->is_array() ? ReadCells(*names, cells)
                             : ReadFpuzzlesCell(*names, size_, cells);
  }

  Error AppendNames(const JsonValue& names, Words* words) const {
    std::vector<int> cells;
    if (auto error = ReadCells(names, &cells)) return error;
    for (const int cell : cells) Append(cell, words);
    return std::nullopt;
  }

  Error AppendCells(const JsonValue& item, absl::string_view name,
                    Words* words) const {
    std::vector<int> cells;
    if (auto error = CellsOf(item, name, &cells)) return error;
    for (const int cell : cells) Append(cell, words);
    return std::nullopt;
  }

  Error CheckPair(const JsonValue& item) const {
    std::vector<int> cells;
    if (auto error = CellsOf(item, "cells", &cells)) return error;
    if (cells.size() != 2 || !rules::AreBeside(cells[0], cells[1], size_)) {
      return Wrong(item, "needs two cells side by side");
    }
    return std::nullopt;
  }

  // A cell of the frame around the grid: row or column 0, or one too many.
  Error FindOutside(const JsonValue& item, Outside* outside) const {
    const JsonValue* name = item.Find("cell");
    if (name == nullptr) return Wrong(item, "has no \"cell\"");
    const auto [row, column] = PlaceOf(name).value_or(Place{-1, -1});
    const bool is_beside_row = IsOutside(column) && IsInside(row);
    const bool is_beside_column = IsOutside(row) && IsInside(column);
    if (!is_beside_row && !is_beside_column) {
      return ReadError{name->inside(),
                       absl::StrCat(QuotedText(name->text),
                                    " is not beside a row or column")};
    }
    *outside = is_beside_row ? Outside{absl::StrCat("R", row), column == 0}
                             : Outside{absl::StrCat("C", column), row == 0};
    return std::nullopt;
  }
  // Of "R0C2"; such a cell need not be in the grid.
  struct Place {
    int row;
    int column;
  };
  std::optional<Place> PlaceOf(const JsonValue* name) const {
    if (name == nullptr) return std::nullopt;
    const std::vector<std::string> numbers = absl::StrSplit(
        absl::AsciiStrToUpper(name->text), absl::ByAnyChar("RC"));
    Place place;
    if (numbers.size() != 3 || !numbers[0].empty() ||
        !absl::SimpleAtoi(numbers[1], &place.row) ||
        !absl::SimpleAtoi(numbers[2], &place.column) ||
        std::max(place.row, place.column) > size_ + 1 ||
        std::min(place.row, place.column) < 0) {
      return std::nullopt;
    }
    return place;
  }
  bool IsInside(int number) const { return 1 <= number && number <= size_; }
  bool IsOutside(int number) const {
    return number == 0 || number == size_ + 1;
  }

  // --- numbers ---

  static bool HasNumber(const JsonValue& item) {
    const JsonValue* value = item.Find("value");
    return value != nullptr && !IsNothing(*value);
  }

  static Error ReadNumber(const JsonValue& value, Words* words) {
    const std::optional<int> number = IntegerOf(&value);
    if (!number.has_value() || *number < 0) {
      return ReadError{value.inside(), absl::StrCat(QuotedText(value.text),
                                                    " is not a number")};
    }
    words->push_back(absl::StrCat(*number));
    return std::nullopt;
  }

  // What an item has of a value.
  static Error AppendNumber(const JsonValue& item, Words* words) {
    return HasNumber(item) ? ReadNumber(*item.Find("value"), words)
                           : std::nullopt;
  }

  // --- particular rules ---

  Error AddArrow(const JsonValue& item, absl::Span<const int> circle,
                 absl::Span<const int> shaft) {
    const bool is_pill = circle.size() > 1;
    Words words = {is_pill ? "PillArrow" : "Arrow"};
    if (is_pill) words.push_back(absl::StrCat(circle.size()));
    for (const int cell : circle) Append(cell, &words);
    for (const int cell : shaft) Append(cell, &words);
    return Add(item, words);
  }

  // For each number that a mark has; for the usual one if there is no mark.
  Error ReadNegative(const JsonValue& name);
  std::set<int> NumbersOf(absl::string_view rule) const {
    std::set<int> numbers;
    for (const Rule& known : rules_) {
      if (absl::string_view(known.kind->name) == rule) {
        numbers.insert(known.numbers[0]);
      }
    }
    return numbers;
  }

  const int size_;
  const RuleField* field_ = nullptr;
  std::vector<Rule>& rules_;
};

Error RuleFields::ReadNegative(const JsonValue& name) {
  const auto* const row = absl::c_find_if(
      kNegatives, [&](const auto& known) { return known.name == name.text; });
  if (row == std::end(kNegatives)) {
    return ReadError{name.inside(),
                     absl::StrCat("the rule \"negative\" is not known here "
                                  "for ",
                                  QuotedText(name.text))};
  }
  const std::set<int> numbers = NumbersOf(row->mark);
  if (numbers.empty()) return Add(name, {std::string(row->rule)});
  for (const int number : numbers) {
    const Words words = {std::string(row->rule), absl::StrCat(number)};
    if (auto error = Add(name, words)) return error;
  }
  return std::nullopt;
}

using F = RuleFields;

// The last one looks at the rules of the others.
constexpr RuleField kFields[] = {
    // Everywhere.
    {"antiking", "AntiKing", &F::Everywhere},
    {"antiknight", "AntiKnight", &F::Everywhere},
    {"disjointgroups", "DisjointSets", &F::Everywhere},
    {"nonconsecutive", "StrictWhiteDots~1", &F::Everywhere},
    // Cells.
    {"grid", "", &F::ParityOfCells},
    {"even", "Even", &F::Together},
    {"maximum", "Maximum", &F::Together},
    {"minimum", "Minimum", &F::Together},
    {"odd", "Odd", &F::Together},
    {"columnindexer", "Indexing~C", &F::Each<&F::Cells>},
    {"rowindexer", "Indexing~R", &F::Each<&F::Cells>},
    {"boxindexer", "Indexing~B", &F::Each<&F::Cells>},
    {"killercage", "Cage", &F::Each<&F::Cells>},
    {"clone", "Palindrome", &F::Each<&F::Clone>},
    {"quadruple", "ContainAtLeast", &F::Each<&F::Quadruple>},
    // Cells side by side.
    {"difference", "WhiteDot", &F::Each<&F::Dot>},
    {"ratio", "BlackDot", &F::Each<&F::Dot>},
    {"xv", "", &F::Each<&F::Letter>},
    // Lines.
    {"arrow", "", &F::Each<&F::Arrow>},
    {"betweenline", "Between", &F::Each<&F::Lines>},
    {"doublearrow", "DoubleArrow", &F::Each<&F::Lines>},
    {"entropicline", "Entropic", &F::Each<&F::Lines>},
    {"lockout", "Lockout", &F::Each<&F::Lines>},
    {"modularline", "Modular", &F::Each<&F::Lines>},
    {"nabner", "Nabner", &F::Each<&F::Lines>},
    {"palindrome", "Palindrome", &F::Each<&F::Lines>},
    {"parityline", "Parity", &F::Each<&F::Lines>},
    {"regionsumline", "RegionSumLine", &F::Each<&F::Lines>},
    {"renban", "Renban", &F::Each<&F::Lines>},
    {"slowthermometer", "SlowThermo", &F::Each<&F::Lines>},
    {"thermometer", "Thermo", &F::Each<&F::Lines>},
    {"whispers", "Whisper", &F::Each<&F::Whispers>},
    {"zipperline", "Zipper", &F::Each<&F::Lines>},
    // Outside the grid.
    {"littlekillersum", "Sum", &F::Each<&F::Diagonal>},
    {"sandwichsum", "Sandwich", &F::Each<&F::BesideLine>},
    {"skyscraper", "Skyscraper", &F::Each<&F::AtEnd>},
    {"xsum", "XSum", &F::Each<&F::AtEnd>},
    // What must not be where no mark is.
    {"negative", "", &F::Negative},
};

}  // namespace

bool IsFpuzzlesRule(absl::string_view name) {
  return absl::c_any_of(
      kFields, [&](const RuleField& field) { return field.name == name; });
}

std::optional<ReadError> ReadFpuzzlesRules(const JsonValue& object, int size,
                                           std::vector<Rule>* rules) {
  RuleFields fields(size, rules);
  for (const RuleField& field : kFields) {
    for (const auto& [name, value] : object.fields) {
      if (name != field.name || IsNothing(value)) continue;
      if (auto error = fields.Read(field, value)) return error;
    }
  }
  return std::nullopt;
}

std::optional<ReadError> ReadFpuzzlesCell(const JsonValue& name, int size,
                                          std::vector<int>* cells) {
  const absl::StatusOr<int> cell =
      ParseCell(absl::AsciiStrToLower(name.text), size);
  if (!cell.ok()) {
    return ReadError{name.inside(),
                     absl::StrCat(QuotedText(name.text), " is not a cell")};
  }
  cells->push_back(*cell);
  return std::nullopt;
}

}  // namespace sudoku
