// The rules of a puzzle as f-puzzles' JSON: the way back of fpuzzles_rules.cc.

#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/format/fpuzzles_rules.h"
#include "sudoku/names.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/pairs.h"
#include "sudoku/rules/rule_places.h"

namespace sudoku {
namespace {

// Items of the arrays of fields, by the field.
using FieldItems = std::map<std::string, std::vector<std::string>>;

class RuleWriter;

// A kind of rules, the field that it is, and how that is written.
struct WrittenRule {
  absl::string_view rule;
  absl::string_view field;
  void (RuleWriter::*write)(const Rule& rule) = nullptr;
};

class RuleWriter {
 public:
  explicit RuleWriter(const Geometry& geometry) : geometry_(geometry) {}

  void Write(const WrittenRule& row, const Rule& rule) {
    field_ = std::string(row.field);
    (this->*row.write)(rule);
  }
  FieldItems& fields() { return fields_; }

  // {"cell":"R1C1"}, for each of the cells.
  void Each(const Rule& rule) {
    for (const int cell : rule.cells()) {
      Add(absl::StrCat("\"cell\":", Name(cell)));
    }
  }

  // {"cells":["R1C1","R1C2"],"value":"3"}
  void Cells(const Rule& rule) { AddCells(rule.cells(), ValueOf(rule)); }

  // The number chooses the field, and is no value.
  void Indexing(const Rule& rule) {
    constexpr absl::string_view kNames[] = {"row", "column", "box"};
    field_ = absl::StrCat(kNames[rule.numbers[0]], "indexer");
    AddCells(rule.cells(), "");
  }

  // {"cells":["R1C1","R1C2"],"value":"1"}, for each two that are side by side.
  void Pairs(const Rule& rule) {
    for (const auto& [one, other] : rules::PairsOf(rule, geometry_.size())) {
      AddCells({one, other}, ValueOf(rule));
    }
  }
  void Letters(const Rule& rule) {
    for (const auto& [one, other] : rules::PairsOf(rule, geometry_.size())) {
      AddCells({one, other},
               absl::StrCat(",\"value\":\"", absl::string_view(rule.kind->name),
                            "\""));
    }
  }

  // {"lines":[["R1C1","R1C2"]],"value":"5"}
  void Line(const Rule& rule) {
    std::vector<int> cells = rule.cells();
    if (rule.is_loop) cells.push_back(cells.front());
    AddLine(cells, ValueOf(rule));
  }

  // {"lines":[["R1C1","R1C2","R1C3"]],"cells":["R1C1"]}
  void Arrow(const Rule& rule) {
    const size_t pill =
        rule.numbers.empty() ? 1 : static_cast<size_t>(rule.numbers[0]);
    const absl::Span<const int> cells = rule.cells();
    std::vector<int> line(cells.begin() + pill - 1, cells.end());
    AddLine(line, absl::StrCat(",\"cells\":", Names(cells.first(pill))));
  }

  // {"cells":["R1C1","R1C2","R2C1","R2C2"],"values":[2,5]}
  void Quadruple(const Rule& rule) {
    AddCells(rule.cells(), absl::StrCat(",\"values\":[",
                                        absl::StrJoin(rule.numbers, ","), "]"));
  }

  // {"cell":"R0C2","value":"3"}: beside the first cell of the row or column.
  void Outside(const Rule& rule) {
    Add(absl::StrCat("\"cell\":", Outer(rule.cells()), ValueOf(rule)));
  }

  // {"cell":"R0C2","direction":"DR","cells":["R1C3",...],"value":"3"}
  void Diagonal(const Rule& rule) {
    const std::vector<int>& cells = rule.cells();
    const int size = geometry_.size();
    const int down = cells[1] > cells[0] ? 1 : -1;
    const int right = cells[1] % size > cells[0] % size ? 1 : -1;
    Add(absl::StrCat("\"cell\":\"R", geometry_.RowOf(cells[0]) + 1 - down, "C",
                     geometry_.ColumnOf(cells[0]) + 1 - right,
                     "\",\"direction\":\"", down > 0 ? "D" : "U",
                     right > 0 ? "R" : "L", "\",\"cells\":", Names(cells),
                     ValueOf(rule)));
  }

 private:
  std::string Name(int cell) const {
    // In numbers, as it has them in grids of any size.
    return absl::StrCat(
        "\"", absl::AsciiStrToUpper(CellName(cell, geometry_.size())), "\"");
  }
  std::string Names(absl::Span<const int> cells) const {
    return absl::StrCat("[",
                        absl::StrJoin(cells, ",",
                                      [&](std::string* text, int cell) {
                                        absl::StrAppend(text, Name(cell));
                                      }),
                        "]");
  }
  // The cell of the frame that the line begins behind.
  std::string Outer(absl::Span<const int> cells) const {
    const int row = geometry_.RowOf(cells[0]) + 1;
    const int column = geometry_.ColumnOf(cells[0]) + 1;
    const int step = cells[1] - cells[0];
    return absl::StrCat("\"R",
                        step == geometry_.size()    ? 0
                        : step == -geometry_.size() ? row + 1
                                                    : row,
                        "C",
                        step == 1    ? 0
                        : step == -1 ? column + 1
                                     : column,
                        "\"");
  }
  static std::string ValueOf(const Rule& rule) {
    return rule.numbers.empty()
               ? ""
               : absl::StrCat(",\"value\":\"", rule.numbers[0], "\"");
  }
  void Add(std::string item) {
    fields_[field_].push_back(absl::StrCat("{", item, "}"));
  }
  void AddCells(absl::Span<const int> cells, absl::string_view value) {
    Add(absl::StrCat("\"cells\":", Names(cells), value));
  }
  void AddLine(absl::Span<const int> cells, absl::string_view value) {
    Add(absl::StrCat("\"lines\":[", Names(cells), "]", value));
  }

  const Geometry& geometry_;
  std::string field_;
  FieldItems fields_;
};

using W = RuleWriter;

constexpr WrittenRule kRules[] = {
    {"Even", "even", &W::Each},
    {"Maximum", "maximum", &W::Each},
    {"Minimum", "minimum", &W::Each},
    {"Odd", "odd", &W::Each},
    {"Indexing", "", &W::Indexing},
    {"AllDifferent", "extraregion", &W::Cells},
    {"Cage", "killercage", &W::Cells},
    {"ContainAtLeast", "quadruple", &W::Quadruple},
    {"Quad", "quadruple", &W::Quadruple},
    {"WhiteDot", "difference", &W::Pairs},
    {"BlackDot", "ratio", &W::Pairs},
    {"X", "xv", &W::Letters},
    {"V", "xv", &W::Letters},
    {"Arrow", "arrow", &W::Arrow},
    {"PillArrow", "arrow", &W::Arrow},
    {"Between", "betweenline", &W::Line},
    {"DoubleArrow", "doublearrow", &W::Line},
    {"Entropic", "entropicline", &W::Line},
    {"Lockout", "lockout", &W::Line},
    {"Modular", "modularline", &W::Line},
    {"Nabner", "nabner", &W::Line},
    {"Palindrome", "palindrome", &W::Line},
    {"Parity", "parityline", &W::Line},
    {"RegionSumLine", "regionsumline", &W::Line},
    {"Renban", "renban", &W::Line},
    {"SlowThermo", "slowthermometer", &W::Line},
    {"Thermo", "thermometer", &W::Line},
    {"Whisper", "whispers", &W::Line},
    {"Zipper", "zipperline", &W::Line},
    {"LittleKiller", "littlekillersum", &W::Diagonal},
    {"Sandwich", "sandwichsum", &W::Outside},
    {"Skyscraper", "skyscraper", &W::Outside},
    {"XSum", "xsum", &W::Outside},
};

// FieldItems that are true or false.
struct WrittenFlag {
  absl::string_view rule;
  absl::string_view field;
};
constexpr WrittenFlag kFlags[] = {
    {"AntiKing", "antiking"},
    {"AntiKnight", "antiknight"},
    {"DisjointSets", "disjointgroups"},
};

bool Is(const Rule& rule, absl::string_view name) {
  return absl::string_view(rule.kind->name) == name;
}

std::set<int> NumbersOf(absl::Span<const Rule> rules, absl::string_view name) {
  std::set<int> numbers;
  for (const Rule& rule : rules) {
    if (Is(rule, name)) numbers.insert(rule.numbers[0]);
  }
  return numbers;
}

// A sum of digits, without factors.
bool IsPlainSum(const Rule& rule) {
  return Is(rule, "Sum") && rule.numbers.size() == 1;
}

class PuzzleRules {
 public:
  explicit PuzzleRules(const Puzzle& puzzle)
      : puzzle_(puzzle), writer_(puzzle.geometry) {}

  absl::StatusOr<std::string> Write() {
    for (const Rule& rule : puzzle_.rules) {
      if (!WriteOne(rule)) return Refusal(rule);
    }
    if (const Rule* rule = UnsaidNegative()) return Refusal(*rule);
    std::string json;
    for (const std::string& flag : flags_) {
      absl::StrAppend(&json, ",\"", flag, "\":true");
    }
    if (!negatives_.empty()) {
      absl::StrAppend(&json, ",\"negative\":[\"",
                      absl::StrJoin(negatives_, "\",\""), "\"]");
    }
    for (const auto& [field, items] : writer_.fields()) {
      absl::StrAppend(&json, ",\"", field, "\":[", absl::StrJoin(items, ","),
                      "]");
    }
    return json;
  }

 private:
  static absl::Status Refusal(const Rule& rule) {
    return absl::InvalidArgumentError(
        absl::StrCat("the rule ", rule.text.substr(0, 60)));
  }

  bool WriteOne(const Rule& rule) {
    for (const WrittenFlag& flag : kFlags) {
      if (!Is(rule, flag.rule)) continue;
      flags_.insert(std::string(flag.field));
      return true;
    }
    if (WriteNegative(rule)) return true;
    if (Is(rule, "Diagonal")) {
      if (!puzzle_.geometry.has_diagonals()) {
        flags_.insert(rule.numbers[0] == 1 ? "diagonal+" : "diagonal-");
      }
      return true;
    }
    // The grid's own regions are in that field, too.
    if (Is(rule, "AllDifferent") && puzzle_.geometry.has_extra_regions()) {
      return false;
    }
    // The cells of one such rule are compared with the cells besides them.
    if ((Is(rule, "Minimum") || Is(rule, "Maximum")) &&
        absl::c_count_if(puzzle_.rules, [&](const Rule& other) {
          return other.kind == rule.kind;
        }) > 1) {
      return false;
    }
    if (IsPlainSum(rule) &&
        rules::IsDiagonal(rule.cells(), puzzle_.geometry.size())) {
      writer_.Write({"Sum", "littlekillersum", &W::Diagonal}, rule);
      return true;
    }
    // As of a diagonal from a corner. In f-puzzles, 0 is no number.
    if (IsPlainSum(rule) && rule.cells().size() == 1 && rule.numbers[0] > 0) {
      writer_.Write({"Sum", "killercage", &W::Cells}, rule);
      return true;
    }
    const auto* const row = absl::c_find_if(
        kRules, [&](const WrittenRule& known) { return Is(rule, known.rule); });
    if (row == std::end(kRules)) return false;
    writer_.Write(*row, rule);
    return true;
  }

  // What must not be where no mark is. Of white dots with a difference of 1
  // there is a field.
  bool WriteNegative(const Rule& rule) {
    const bool is_kropki = Is(rule, "StrictKropki");
    if (is_kropki || (Is(rule, "StrictWhiteDots") && rule.numbers[0] == 1)) {
      flags_.insert("nonconsecutive");
      if (!is_kropki) return true;
    }
    for (const NegativeName& row : kNegatives) {
      if (SaysNegative(rule, row)) negatives_.insert(std::string(row.name));
    }
    return !rule.kind->marks.empty();
  }
  static bool SaysNegative(const Rule& rule, const NegativeName& row) {
    return Is(rule, row.rule) ||
           (Is(rule, "StrictKropki") && row.mark == "BlackDot");
  }

  // "negative" is about the numbers of the marks that there are, or the usual
  // one: a rule that this is not true of, or null.
  const Rule* UnsaidNegative() const {
    for (const NegativeName& row : kNegatives) {
      if (row.mark.empty() || negatives_.count(std::string(row.name)) == 0) {
        continue;
      }
      const int usual = FindRuleKind(row.rule)->numbers[0];
      std::set<int> said = NumbersOf(puzzle_.rules, row.mark);
      if (said.empty()) said = {usual};
      std::set<int> meant = NumbersOf(puzzle_.rules, row.rule);
      const Rule* first = nullptr;
      for (const Rule& rule : puzzle_.rules) {
        if (!SaysNegative(rule, row)) continue;
        if (first == nullptr) first = &rule;
        if (!Is(rule, row.rule)) meant.insert(usual);
      }
      if (meant != said) return first;
    }
    return nullptr;
  }

  const Puzzle& puzzle_;
  RuleWriter writer_;
  std::set<std::string> flags_;
  std::set<std::string> negatives_;
};

}  // namespace

absl::StatusOr<std::string> FpuzzlesRulesJson(const Puzzle& puzzle) {
  return PuzzleRules(puzzle).Write();
}

}  // namespace sudoku
