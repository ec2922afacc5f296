#include "sudoku/rules/rule_text.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"
#include "sudoku/rules/code.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/rule_places.h"

namespace sudoku {
namespace {

using rules::CellOf;
using rules::DiagonalFrom;
using rules::IsAtBorder;
using rules::LineOf;
using rules::WordOf;

using Error = std::optional<RuleTextError>;
using Words = std::vector<absl::string_view>;

// The largest number that a rule may have: sums stay far below it.
constexpr int kLargestNumber = 100'000;

// Rules that belong together.
using Group = std::vector<Rule>;

Group Flat(std::vector<Group> groups) {
  Group all;
  for (Group& group : groups) absl::c_move(group, std::back_inserter(all));
  return all;
}

// "Or.Odd~R1C1.And.Even~R1C1.Even~R1C2.End.End"
std::string TextOfOr(const Rule& rule) {
  std::string text = "Or";
  for (const Group& group : rule.alternatives) {
    const bool is_list = group.size() != 1;
    if (is_list) absl::StrAppend(&text, ".And");
    for (const Rule& part : group) absl::StrAppend(&text, ".", part.text);
    if (is_list) absl::StrAppend(&text, ".End");
  }
  return absl::StrCat(text, ".End");
}

class Parser {
 public:
  // `geometry` is null if the text says it.
  Parser(absl::string_view text, const Geometry* geometry, RuleText* result,
         std::vector<UnknownRule>* unknown)
      : text_(text),
        is_size_known_(geometry != nullptr),
        result_(*result),
        unknown_(unknown) {
    result_ = {};
    if (geometry == nullptr) return;
    result_.size = geometry->size();
    result_.least_digit = geometry->least_digit();
  }

  Error Read() {
    const size_t start = absl::StartsWith(text_, ".") ? 1 : 0;
    for (absl::string_view statement :
         absl::StrSplit(text_.substr(start), '.')) {
      statements_.push_back(absl::StripTrailingAsciiWhitespace(statement));
    }
    // The size first: cells depend on it.
    bool has_shape = false;
    for (const absl::string_view statement : statements_) {
      const Words words = absl::StrSplit(statement, '~');
      if (words[0] != "Shape" && words[0] != "NoBoxes" && words[0] != "Jigsaw")
        continue;
      if (is_size_known_) return At(statement, "the grid is known already");
      if (words[0] != "Shape") continue;
      if (std::exchange(has_shape, true)) {
        return At(statement, "Shape is there twice");
      }
      if (Error error = ReadShape(words)) return error;
    }
    std::vector<Group> groups;
    if (Error error = ReadBlock(/*opener=*/"", groups)) return error;
    result_.rules = Flat(std::move(groups));
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
        words.size() > 3) {
      return At(words[0],
                "this shape is not known here: only squares such as "
                "\"Shape~6x6\"");
    }
    result_.size = rows;
    result_.has_boxes = Geometry::FromSize(rows).ok();
    return words.size() == 3 ? ReadDigits(words[2]) : std::nullopt;
  }

  // "0-8", "1-9" or "9": as many as there are rows.
  Error ReadDigits(absl::string_view word) {
    const int size = result_.size;
    const absl::string_view range = absl::StripAsciiWhitespace(word);
    for (const int least : {0, 1}) {
      if (range == absl::StrCat(least, "-", size + least - 1) ||
          (least == 1 && range == absl::StrCat(size))) {
        result_.least_digit = least;
        return std::nullopt;
      }
    }
    return At(word, absl::StrCat("the digits \"", range, "\" are not known ",
                                 "here: a grid of ", size, "x", size, " has 1-",
                                 size, " or 0-", size - 1));
  }

  // "Jigsaw~1122..." or, as it was written once, "Jigsaw~9x9~1122...".
  Error ReadRegions(absl::string_view name, const Words& words) {
    const size_t cells = size_t{1} * result_.size * result_.size;
    if (!result_.regions.empty()) return At(name, "Jigsaw is there twice");
    if (words.empty() || words.size() > 2 || words.back().size() != cells) {
      return At(name, absl::StrCat("Jigsaw needs a character for each of ",
                                   cells, " cells"));
    }
    result_.regions = std::string(words.back());
    return std::nullopt;
  }

  // The statements up to the "End" of the one that opened the block, or up to
  // the end of the text.
  Error ReadBlock(absl::string_view opener, std::vector<Group>& groups) {
    std::vector<Group>* const outer = std::exchange(groups_, &groups);
    while (next_ < statements_.size()) {
      const absl::string_view statement = statements_[next_++];
      if (statement == "End") {
        if (opener.empty()) return At(statement, "nothing is to end here");
        groups_ = outer;
        return std::nullopt;
      }
      if (Error error = ReadStatement(statement)) return error;
    }
    groups_ = outer;
    if (opener.empty()) return std::nullopt;
    return At(opener, absl::StrCat(opener, " has no End"));
  }
  void Emit(Rule rule) { groups_->push_back({std::move(rule)}); }

  Error ReadStatement(absl::string_view statement) {
    Words words = absl::StrSplit(statement, '~');
    const absl::string_view name = words.front();
    words.erase(words.begin());
    if (name == "Shape") return std::nullopt;
    if (name.empty()) return ReadGivens(words);
    if (OpensBlock(name)) {
      return ReadComposite(name, words);
    }
    if (name == "NoBoxes") {
      result_.has_boxes = false;
      return ExpectNone(name, words);
    }
    if (name == "Jigsaw") return ReadRegions(name, words);
    const RuleKind* kind = FindRuleKind(name);
    if (kind == nullptr && unknown_ != nullptr && depth_ == 0) {
      unknown_->push_back(
          {static_cast<size_t>(name.data() - text_.data()), std::string(name)});
      return std::nullopt;
    }
    if (kind == nullptr) {
      return At(name, UnknownRuleSentence(name));
    }
    if (kind->size != 0 && kind->size != result_.size) {
      return At(name, absl::StrCat(name, " is for grids of ", kind->size, "x",
                                   kind->size));
    }
    return ReadRule(*kind, statement, words);
  }

  // Words behind a name that has none would be lost.
  Error ExpectNone(absl::string_view name, const Words& words) const {
    if (words.empty()) return std::nullopt;
    return At(words[0], absl::StrCat(name, " has nothing behind it"));
  }

  Error ReadComposite(absl::string_view name, const Words& words) {
    std::vector<Group> groups;
    if (name != "Replicate") {
      if (Error error = ExpectNone(name, words)) return error;
    }
    if (++depth_ > kDeepest) return At(name, "there are too many blocks here");
    if (Error error = ReadBlock(name, groups)) return error;
    --depth_;
    if (groups.empty()) {
      return At(name, absl::StrCat(name, " has no rules in it"));
    }
    if (name == "And") {
      groups_->push_back(Flat(std::move(groups)));
      return std::nullopt;
    }
    if (name == "Replicate") {
      return Replicate(name, words, Flat(std::move(groups)));
    }
    for (const Group& group : groups) {
      for (const Rule& rule : group) {
        if (!rule.kind->has_helpers) continue;
        return At(name, absl::StrCat("Or cannot have ", rule.kind->name,
                                     " in it here"));
      }
    }
    Rule rule = {.kind = &OrKind(), .alternatives = std::move(groups)};
    rule.text = TextOfOr(rule);
    Emit(std::move(rule));
    return std::nullopt;
  }

  // The rules again for each cell of a set: moved as that is from the origin.
  // A bit of the set is how many cells behind the origin the cell is.
  Error Replicate(absl::string_view name, const Words& words,
                  const Group& rules) {
    const int size = result_.size;
    const auto origin =
        words.size() > 1 ? CellOf(words[1], size) : std::optional<int>(0);
    const absl::StatusOr<std::vector<bool>> targets =
        DecodeSet(words.empty() ? "" : words[0]);
    if (!origin.has_value() || !targets.ok() || words.size() > 2) {
      return At(name,
                "Replicate needs a set of cells in letters, and perhaps "
                "a cell to count from");
    }
    Group all;
    for (size_t i = 0; i < targets->size(); ++i) {
      if (!(*targets)[i]) continue;
      const int target = *origin + static_cast<int>(i);
      for (Rule rule : rules) {
        if (target >= size * size || !Move(rule, *origin, target)) {
          return At(name, absl::StrCat("Replicate cannot move \"", rule.text,
                                       "\" so: it would leave the grid, or has "
                                       "no cells"));
        }
        all.push_back(std::move(rule));
      }
    }
    groups_->push_back(std::move(all));
    return std::nullopt;
  }

  // The cell that is from `target` as that one is from `origin`.
  std::optional<int> Moved(int cell, int origin, int target) const {
    const int size = result_.size;
    const int row = cell / size + target / size - origin / size;
    const int column = cell % size + target % size - origin % size;
    if (row < 0 || row >= size || column < 0 || column >= size) {
      return std::nullopt;
    }
    return row * size + column;
  }

  bool Move(Rule& rule, int origin, int target) const {
    for (Group& group : rule.alternatives) {
      for (Rule& part : group) {
        if (!Move(part, origin, target)) return false;
      }
    }
    if (rule.kind == &OrKind()) {
      rule.text = TextOfOr(rule);
      return true;
    }
    const RuleForm form = rule.kind->form;
    if (form == RuleForm::kEverywhere || form == RuleForm::kEnds ||
        form == RuleForm::kLine || form == RuleForm::kDiagonal) {
      return false;
    }
    for (std::vector<int>& part : rule.parts) {
      for (int& cell : part) {
        const auto moved = Moved(cell, origin, target);
        if (!moved.has_value()) return false;
        cell = *moved;
      }
    }
    rule.text = MovedText(rule, origin, target);
    return true;
  }

  // Letters are no cells, even if they look so.
  std::string MovedText(const Rule& rule, int origin, int target) const {
    std::vector<std::string> words =
        absl::StrSplit(rule.text, absl::ByChar('~'));
    for (size_t i = rule.code.empty() ? 1 : 2; i < words.size(); ++i) {
      const std::pair<std::string, std::string> parts =
          absl::StrSplit(words[i], absl::MaxSplits('_', 1));
      const auto cell = CellOf(parts.first, result_.size);
      if (!cell.has_value()) continue;
      const auto moved = Moved(*cell, origin, target);
      words[i].replace(0, parts.first.size(), WordOf(*moved, result_.size));
    }
    return absl::StrJoin(words, "~");
  }

  Error ReadGivens(const Words& words) {
    const size_t cells = size_t{1} * result_.size * result_.size;
    for (const absl::string_view word : words) {
      const Words parts = absl::StrSplit(word, '_');
      const auto cell = CellOf(parts[0], result_.size);
      if (!cell.has_value()) return NotACell(parts[0]);
      DigitSet digits = 0;
      for (size_t i = 1; i < parts.size(); ++i) {
        const int least = result_.least_digit;
        const int greatest = result_.size + least - 1;
        int digit = 0;
        if (!absl::SimpleAtoi(parts[i], &digit) || digit < least ||
            digit > greatest) {
          return At(parts[i],
                    absl::StrCat("\"", parts[i], "\" is not a digit from ",
                                 least, " to ", greatest));
        }
        digits |= DigitBit(digit - least + 1);
      }
      if (digits == 0) return At(word, "there are no digits for this cell");
      if (depth_ > 0) {
        EmitGiven(*cell, digits);
        continue;
      }
      result_.candidates.resize(cells, AllDigits(result_.size));
      result_.candidates[*cell] &= digits;
      if (result_.candidates[*cell] == 0) {
        return At(word, "no digit is left for this cell");
      }
    }
    return std::nullopt;
  }

  void EmitGiven(int cell, DigitSet digits) {
    Rule rule = {.kind = &GivenKind(),
                 .parts = {{cell}},
                 .text = absl::StrCat("~", WordOf(cell, result_.size))};
    for (int digit = 1; digit <= result_.size; ++digit) {
      if ((digits & DigitBit(digit)) == 0) continue;
      rule.numbers.push_back(digit - 1 + result_.least_digit);
      absl::StrAppend(&rule.text, "_", rule.numbers.back());
    }
    Emit(std::move(rule));
  }

  // The letters, then names and lists of cells: a rule for each list.
  Error ReadCoded(const Rule& rule, absl::string_view statement,
                  const Words& words) {
    if (words.empty() || words[0].empty()) {
      return At(statement, absl::StrCat(rule.kind->name, " has no letters"));
    }
    Rule one = rule;
    one.code = std::string(words[0]);
    one.parts = {{}};
    absl::string_view name;
    bool has_cells = false;
    const auto finish = [&]() -> Error {
      if (one.cells().empty()) return std::nullopt;
      has_cells = true;
      one.text = absl::StrCat(rule.kind->name, "~", words[0], "~", name);
      for (const int cell : one.cells()) {
        absl::StrAppend(&one.text, "~", WordOf(cell, result_.size));
      }
      Error error = Finish(one, statement);
      one.parts = {{}};
      return error;
    };
    for (const absl::string_view word : Words(words.begin() + 1, words.end())) {
      if (const auto cell = CellOf(word, result_.size)) {
        one.parts.front().push_back(*cell);
        continue;
      }
      if (!word.empty() && word[0] != '_') return NotACell(word);
      if (Error error = finish()) return error;
      if (!word.empty()) name = word;
    }
    if (Error error = finish()) return error;
    if (!has_cells) {
      return At(statement, absl::StrCat(rule.kind->name, " has no cells"));
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
      case RuleForm::kCoded:
        return ReadCoded(rule, statement, words);
      case RuleForm::kMade:
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
    } else if (const size_t letter = rule.kind->letters.find(word);
               letter != absl::string_view::npos && word.size() == 1) {
      rule.numbers.push_back(static_cast<int>(letter));
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
      if (!absl::c_all_of(part, absl::ascii_isdigit)) {
        return At(word, NotANumber(word));
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
    const auto is_empty = [](absl::string_view word) { return word.empty(); };
    if (std::all_of(words.begin() + 1, words.end(), is_empty)) {
      return At(statement, absl::StrCat(rule.kind->name, " has no number"));
    }
    for (size_t i = 1; i < words.size(); ++i) {
      rule.parts = {*cells};
      absl::c_reverse(*cells);
      if (words[i].empty()) continue;
      if (Error error = ReadOneNumber(words[i], rule)) return error;
      if (const std::string wrong = MistakeInNumbers(rule); !wrong.empty()) {
        return At(words[i], absl::StrCat(rule.kind->name, " ", wrong));
      }
      rule.text =
          i == 1
              ? absl::StrCat(rule.kind->name, "~", words[0], "~", words[i], "~")
              : absl::StrCat(rule.kind->name, "~", words[0], "~~", words[i]);
      Emit(rule);
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
    if (words.size() != 2) return At(statement, ExpectsLine(rule));
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
      if (rule.cells().size() == 1) {
        return At(words[1], absl::StrCat(ExpectsLine(rule),
                                         ", and not the last one, whose "
                                         "diagonal begins at R1C1"));
      }
    }
    Emit(std::move(rule));
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
    if (rule.numbers.empty()) {
      rule.numbers = rule.kind->numbers;
      if (rule.kind->writes_numbers) {
        rule.text.insert(rule.kind->name.size(),
                         absl::StrCat("~", absl::StrJoin(rule.numbers, "~")));
      }
    }
    if (const std::string wrong = MistakeIn(rule); !wrong.empty()) {
      return At(statement, absl::StrCat(rule.kind->name, " ", wrong));
    }
    Emit(std::move(rule));
    return std::nullopt;
  }

  // "has 2 numbers instead of at most 1"
  static std::string WrongNumberOfNumbers(const Rule& rule) {
    const size_t fewest = rule.kind->fewest_numbers;
    const size_t most =
        std::max(rule.kind->most_numbers, rule.kind->numbers.size());
    const bool has_too_few = rule.numbers.size() < fewest;
    return absl::StrCat("has ", rule.numbers.size(),
                        rule.numbers.size() == 1 ? " number" : " numbers",
                        " instead of ",
                        fewest == most ? ""
                        : has_too_few  ? "at least "
                                       : "at most ",
                        has_too_few ? fewest : most);
  }

  // What is wrong with it, or nothing.
  std::string MistakeIn(const Rule& rule) const {
    const RuleKind& kind = *rule.kind;
    if (rule.numbers.size() < kind.fewest_numbers ||
        rule.numbers.size() >
            std::max(kind.most_numbers, kind.numbers.size())) {
      return WrongNumberOfNumbers(rule);
    }
    const bool is_everywhere = kind.form == RuleForm::kEverywhere;
    if (rule.is_loop && !kind.may_be_loop) return "cannot be a loop";
    if (is_everywhere && !rule.parts.empty()) return "is about the whole grid";
    if (!is_everywhere && rule.parts.empty()) return "has no cells";
    for (std::vector<int> part : rule.parts) {
      if (part.size() < kind.fewest_cells) {
        return absl::StrCat("has ", part.size(), " of at least ",
                            kind.fewest_cells, " cells");
      }
      if (kind.may_repeat) continue;
      absl::c_sort(part);
      const auto twice = absl::c_adjacent_find(part);
      if (twice != part.end()) {
        return absl::StrCat(
            "has ", CellName(*twice, result_.size), " twice",
            kind.is_sum ? ", and digits of a cage differ; Sum may have it twice"
                        : "");
      }
    }
    return MistakeInNumbers(rule);
  }
  std::string MistakeInNumbers(const Rule& rule) const {
    return rule.kind->mistake == nullptr
               ? ""
               : rule.kind->mistake(rule, result_.size);
  }

  static constexpr int kDeepest = 100;

  const absl::string_view text_;
  const bool is_size_known_;
  RuleText& result_;
  std::vector<UnknownRule>* const unknown_;  // Null: they are errors.
  Words statements_;
  size_t next_ = 0;  // Of the statements.
  int depth_ = 0;    // Of blocks.
  // Of the block that is being read.
  std::vector<Group>* groups_ = nullptr;
};

// The name of the first rule that is about boxes, also in a block.
absl::string_view NameAboutBoxes(const Group& rules) {
  for (const Rule& rule : rules) {
    const RuleKind& kind = *rule.kind;
    const bool says_box =
        !kind.letters.empty() && kind.letters[rule.numbers[0]] == 'B';
    if (kind.needs_boxes || says_box) return kind.name;
    for (const Group& group : rule.alternatives) {
      const absl::string_view name = NameAboutBoxes(group);
      if (!name.empty()) return name;
    }
  }
  return "";
}

}  // namespace

std::string UnknownRuleSentence(dlx::StringView name) {
  return absl::StrCat("the rule \"", absl::string_view(name),
                      "\" is not known here");
}

bool OpensBlock(dlx::StringView name) {
  return name == "Or" || name == "And" || name == "Replicate";
}

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
  return absl::StrContains(text, '~') || name == "NoBoxes" || name == "Or" ||
         name == "And" || FindRuleKind(name) != nullptr;
}

std::string MissingBoxes(const std::vector<Rule>& rules,
                         const Geometry& geometry) {
  if (geometry.has_regions()) return "";
  const absl::string_view name = NameAboutBoxes(rules);
  return name.empty()
             ? ""
             : absl::StrCat(name, " is about boxes, and there are none");
}

std::optional<RuleTextError> ReadRuleText(dlx::StringView text,
                                          RuleText* result,
                                          std::vector<UnknownRule>* unknown) {
  return Parser(text, /*geometry=*/nullptr, result, unknown).Read();
}

std::optional<RuleTextError> AddRules(dlx::StringView text, Puzzle* puzzle) {
  RuleText read;
  Error error =
      Parser(text, &puzzle->geometry, &read, /*unknown=*/nullptr).Read();
  if (error.has_value()) return error;
  if (std::string missing = MissingBoxes(read.rules, puzzle->geometry);
      !missing.empty()) {
    return RuleTextError{0, std::move(missing)};
  }
  absl::c_move(read.rules, std::back_inserter(puzzle->rules));
  if (read.candidates.empty()) return std::nullopt;
  if (!puzzle->has_candidates()) {
    puzzle->candidates.assign(puzzle->geometry.cell_count(),
                              AllDigits(puzzle->geometry.size()));
  }
  for (size_t cell = 0; cell < read.candidates.size(); ++cell) {
    puzzle->candidates[cell] &= read.candidates[cell];
  }
  return std::nullopt;
}

}  // namespace sudoku
