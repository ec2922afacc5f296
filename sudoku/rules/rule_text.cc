#include "sudoku/rules/rule_text.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"
#include "sudoku/rules/kind.h"

namespace sudoku {
namespace {

using Error = std::optional<RuleTextError>;
using Words = std::vector<absl::string_view>;

// The largest number that a rule may have: sums stay far below it.
constexpr int kLargestNumber = 100'000;

// "R1C2" for cell 1. Norvig's names are none here.
std::optional<int> CellOf(absl::string_view word, int size) {
  if (word.empty() || (word[0] != 'R' && word[0] != 'r')) return std::nullopt;
  const absl::StatusOr<int> cell = ParseCell(word, size);
  return cell.ok() ? std::optional<int>(*cell) : std::nullopt;
}

// "C2" or "R1": the cells of a column or row.
std::optional<std::vector<int>> LineOf(absl::string_view word, int size) {
  int number = 0;
  if (word.size() < 2 || !absl::SimpleAtoi(word.substr(1), &number) ||
      number < 1 || number > size || (word[0] != 'R' && word[0] != 'C')) {
    return std::nullopt;
  }
  std::vector<int> cells;
  for (int i = 0; i < size; ++i) {
    cells.push_back(word[0] == 'R' ? (number - 1) * size + i
                                   : i * size + number - 1);
  }
  return cells;
}

// From a cell at the border into the grid: down and to the right from the left
// side, up and to the left from the right side, down and to the left from above
// and up and to the right from below.
std::vector<int> DiagonalFrom(int cell, int size) {
  int row = cell / size;
  int column = cell % size;
  const int last = size - 1;
  int down = 0;
  int right = 0;
  if (column == 0 && row < last) {
    down = right = 1;
  } else if (column == last && row > 0 && row < last) {
    down = right = -1;
  } else if (row == 0) {
    down = 1, right = -1;
  } else {
    down = -1, right = 1;
  }
  std::vector<int> cells;
  for (; 0 <= row && row < size && 0 <= column && column < size;
       row += down, column += right) {
    cells.push_back(row * size + column);
  }
  return cells;
}

bool IsAtBorder(int cell, int size) {
  const int row = cell / size;
  const int column = cell % size;
  return row == 0 || column == 0 || row == size - 1 || column == size - 1;
}

class Parser {
 public:
  Parser(absl::string_view text, RuleText* result)
      : text_(text), result_(*result) {}

  Error Read() {
    result_ = {};
    const Words statements = absl::StrSplit(text_.substr(1), '.');
    // The size first: cells depend on it.
    for (const absl::string_view statement : statements) {
      const Words words = absl::StrSplit(statement, '~');
      if (words[0] != "Shape") continue;
      if (Error error = ReadShape(words)) return error;
    }
    for (const absl::string_view statement : statements) {
      if (Error error = ReadStatement(statement)) return error;
    }
    return std::nullopt;
  }

 private:
  RuleTextError At(absl::string_view word, std::string sentence) const {
    return {static_cast<size_t>(word.data() - text_.data()),
            std::move(sentence)};
  }
  RuleTextError NotACell(absl::string_view word) const {
    return At(word, absl::StrCat("\"", word, "\" is not a cell of a grid of ",
                                 result_.size, "x", result_.size));
  }

  Error ReadShape(const Words& words) {
    const absl::string_view shape =
        words.size() > 1 ? absl::StripAsciiWhitespace(words[1]) : "";
    const Words sides = absl::StrSplit(shape, 'x');
    int rows = 0;
    if (sides.size() != 2 || sides[0] != sides[1] ||
        !absl::SimpleAtoi(sides[0], &rows) || rows < 2 || rows > kMaxSize ||
        words.size() > 2) {
      return At(words[0],
                "this shape is not known here: only squares such as "
                "\"Shape~6x6\", with digits from 1 on");
    }
    result_.size = rows;
    return std::nullopt;
  }

  Error ReadStatement(absl::string_view statement) {
    statement = absl::StripTrailingAsciiWhitespace(statement);
    Words words = absl::StrSplit(statement, '~');
    const absl::string_view name = words.front();
    words.erase(words.begin());
    if (name == "Shape") return std::nullopt;
    if (name.empty()) return ReadGivens(words);
    if (name == "NoBoxes") {
      result_.has_boxes = false;
      return std::nullopt;
    }
    const RuleKind* kind = FindRuleKind(name);
    if (kind == nullptr) {
      return At(name,
                absl::StrCat("the rule \"", name, "\" is not known here"));
    }
    if (kind->size != 0 && kind->size != result_.size) {
      return At(name, absl::StrCat(name, " is for grids of ", kind->size, "x",
                                   kind->size));
    }
    return ReadRule(*kind, statement, words);
  }

  Error ReadGivens(const Words& words) {
    const size_t cells = size_t{1} * result_.size * result_.size;
    for (const absl::string_view word : words) {
      const Words parts = absl::StrSplit(word, '_');
      const auto cell = CellOf(parts[0], result_.size);
      if (!cell.has_value()) return NotACell(parts[0]);
      DigitSet digits = 0;
      for (size_t i = 1; i < parts.size(); ++i) {
        int digit = 0;
        if (!absl::SimpleAtoi(parts[i], &digit) || digit < 1 ||
            digit > result_.size) {
          return At(parts[i],
                    absl::StrCat("\"", parts[i], "\" is not a digit from 1 to ",
                                 result_.size));
        }
        digits |= DigitBit(digit);
      }
      if (digits == 0) return At(word, "there are no digits for this cell");
      result_.candidates.resize(cells, AllDigits(result_.size));
      result_.candidates[*cell] &= digits;
      if (result_.candidates[*cell] == 0) {
        return At(word, "no digit is left for this cell");
      }
    }
    return std::nullopt;
  }

  Error ReadRule(const RuleKind& kind, absl::string_view statement,
                 const Words& words) {
    Rule rule = {.kind = &kind, .text = std::string(statement)};
    switch (kind.form) {
      case RuleForm::kEnds:
        return ReadEnds(std::move(rule), statement, words);
      case RuleForm::kLine:
      case RuleForm::kDiagonal:
        return ReadLine(std::move(rule), statement, words);
      case RuleForm::kCells:
      case RuleForm::kEverywhere:
      case RuleForm::kSquare:
        break;
    }
    for (const absl::string_view word : words) {
      if (Error error = ReadWord(word, rule)) return error;
    }
    if (kind.form == RuleForm::kSquare) {
      if (Error error = CompleteSquare(statement, rule)) return error;
    }
    return Finish(std::move(rule), statement);
  }

  // A cell, a number, or what else can stand between tildes.
  Error ReadWord(absl::string_view word, Rule& rule) {
    if (word.empty()) return std::nullopt;
    if (word == "LOOP") {
      rule.is_loop = true;
    } else if (word == "-" && rule.kind->has_parts) {
      rule.parts.emplace_back();
    } else if (const auto cell = CellOf(word, result_.size)) {
      if (rule.parts.empty()) rule.parts.emplace_back();
      rule.parts.back().push_back(*cell);
    } else if (word == "C" || word == "R") {
      rule.numbers.push_back(word == "C" ? 1 : 0);
    } else {
      return ReadNumbers(word, rule);
    }
    return std::nullopt;
  }

  // "5", "1_2_3", "7_=_1_-1"; the digits of a number where the rule wants them.
  Error ReadNumbers(absl::string_view word, Rule& rule) {
    for (const absl::string_view part : absl::StrSplit(word, '_')) {
      int number = 0;
      if (part == "=") continue;
      if (!absl::SimpleAtoi(part, &number) ||
          std::abs(number) > kLargestNumber) {
        return absl::StartsWith(word, "R") ? NotACell(word)
                                           : At(word, NotANumber(word));
      }
      if (!rule.kind->has_digits) {
        rule.numbers.push_back(number);
        continue;
      }
      for (const char c : part) rule.numbers.push_back(c - '0');
    }
    return std::nullopt;
  }
  static std::string NotANumber(absl::string_view word) {
    return absl::StrCat("\"", word, "\" is neither a number nor a cell");
  }

  Error ReadOneNumber(absl::string_view word, Rule& rule) {
    int number = 0;
    if (!absl::SimpleAtoi(word, &number) || number < 0 ||
        number > kLargestNumber) {
      return At(word, absl::StrCat("\"", word, "\" is not a number"));
    }
    rule.numbers = {number};
    return std::nullopt;
  }

  // A rule for each end of the row or column that has a number.
  Error ReadEnds(Rule rule, absl::string_view statement, const Words& words) {
    auto cells = words.empty() ? std::nullopt : LineOf(words[0], result_.size);
    if (!cells.has_value() || words.size() < 2 || words.size() > 3) {
      return At(statement, ExpectsLine(rule));
    }
    for (size_t i = 1; i < words.size(); ++i) {
      rule.parts = {*cells};
      absl::c_reverse(*cells);
      if (words[i].empty()) continue;
      if (Error error = ReadOneNumber(words[i], rule)) return error;
      rule.text =
          i == 1
              ? absl::StrCat(rule.kind->name, "~", words[0], "~", words[i], "~")
              : absl::StrCat(rule.kind->name, "~", words[0], "~~", words[i]);
      result_.rules.push_back(rule);
    }
    return std::nullopt;
  }
  static std::string ExpectsLine(const Rule& rule) {
    const absl::string_view name = rule.kind->name;
    if (rule.kind->form == RuleForm::kEnds) {
      return absl::StrCat(name, " needs a row or column and its numbers, as ",
                          "in \"", name, "~C2~3~4\"");
    }
    if (rule.kind->form == RuleForm::kLine) {
      return absl::StrCat(name, " needs a number and a row or column, as in \"",
                          name, "~8~C1\"");
    }
    return absl::StrCat(name, " needs a number and a cell at the border, as ",
                        "in \"", name, "~8~R1C2\"");
  }

  Error ReadLine(Rule rule, absl::string_view statement, const Words& words) {
    if (words.size() < 2) return At(statement, ExpectsLine(rule));
    if (Error error = ReadOneNumber(words[0], rule)) return error;
    if (rule.kind->form == RuleForm::kLine) {
      const auto cells = LineOf(words[1], result_.size);
      if (!cells.has_value()) return At(words[1], ExpectsLine(rule));
      rule.parts = {*cells};
    } else {
      const auto cell = CellOf(words[1], result_.size);
      if (!cell.has_value() || !IsAtBorder(*cell, result_.size)) {
        return At(words[1], ExpectsLine(rule));
      }
      rule.parts = {DiagonalFrom(*cell, result_.size)};
    }
    result_.rules.push_back(std::move(rule));
    return std::nullopt;
  }

  Error CompleteSquare(absl::string_view statement, Rule& rule) {
    const int size = result_.size;
    if (rule.parts.empty() || rule.cells().size() != 1 ||
        rule.cells()[0] % size == size - 1 ||
        rule.cells()[0] / size == size - 1) {
      return At(statement, absl::StrCat(rule.kind->name,
                                        " needs the first of four cells"));
    }
    const int cell = rule.cells()[0];
    rule.parts = {{cell, cell + 1, cell + size, cell + size + 1}};
    return std::nullopt;
  }

  Error Finish(Rule rule, absl::string_view statement) {
    if (rule.numbers.empty()) rule.numbers = rule.kind->numbers;
    if (const std::string wrong = MistakeIn(rule); !wrong.empty()) {
      return At(statement, absl::StrCat(rule.kind->name, " ", wrong));
    }
    result_.rules.push_back(std::move(rule));
    return std::nullopt;
  }

  // What is wrong with it, or nothing.
  std::string MistakeIn(const Rule& rule) const {
    const RuleKind& kind = *rule.kind;
    if (rule.numbers.size() < kind.fewest_numbers ||
        rule.numbers.size() >
            std::max(kind.most_numbers, kind.numbers.size())) {
      return absl::StrCat("has ", rule.numbers.size(), " numbers");
    }
    if (kind.form == RuleForm::kEverywhere) {
      return rule.parts.empty() ? "" : "is about the whole grid";
    }
    if (rule.parts.empty()) return "has no cells";
    for (std::vector<int> part : rule.parts) {
      if (part.size() < kind.fewest_cells) {
        return absl::StrCat("has ", part.size(), " of at least ",
                            kind.fewest_cells, " cells");
      }
      if (kind.may_repeat) continue;
      absl::c_sort(part);
      const auto twice = absl::c_adjacent_find(part);
      if (twice != part.end()) {
        return absl::StrCat("has ", CellName(*twice, result_.size), " twice");
      }
    }
    return kind.mistake == nullptr ? "" : kind.mistake(rule, result_.size);
  }

  const absl::string_view text_;
  RuleText& result_;
};

}  // namespace

bool IsRuleText(dlx::StringView text) {
  const size_t first = text.find_first_not_of('.');
  if (first == text.npos || first == 0) return false;
  if (text[first] == '~') return true;
  if (!absl::ascii_isupper(static_cast<unsigned char>(text[first]))) {
    return false;
  }
  const size_t end = text.find_first_of("~. ", first);
  const absl::string_view name =
      absl::string_view(text).substr(first, end - first);
  return absl::StrContains(text, '~') || name == "NoBoxes" ||
         FindRuleKind(name) != nullptr;
}

std::optional<RuleTextError> ReadRuleText(dlx::StringView text,
                                          RuleText* result) {
  return Parser(text, result).Read();
}

}  // namespace sudoku
