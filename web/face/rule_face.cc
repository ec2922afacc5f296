// What can be asked about rules that are drawn on a grid: which kinds there
// are, and the text of one, from the cells that a finger went over.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/rule_places.h"
#include "sudoku/rules/rule_text.h"
#include "web/face/face.h"
#include "web/face/puzzle_question.h"

namespace web {
namespace rule_face {
namespace {

using ::sudoku::RuleForm;
using ::sudoku::RuleKind;
using ::sudoku::rules::WordOf;

using Stroke = std::vector<int>;  // Cells, in the order of the finger.
using Words = std::vector<std::string>;

// What was drawn, and the numbers that were typed.
struct Drawn {
  Words numbers;
  std::vector<Stroke> strokes;
  int size;

  const Stroke& stroke() const { return strokes.front(); }
};

// A row or column, and whether the stroke goes from its beginning to its end.
struct Line {
  std::string word;
  bool is_forward;
};

// A single cell beside the border, but no corner, is enough.
absl::StatusOr<Line> LineOf(const Stroke& stroke, int size) {
  const int first = stroke.front();
  const int last = stroke.back();
  const int row = first / size;
  const int column = first % size;
  const auto is_outer = [size](int at) { return at == 0 || at == size - 1; };
  const bool is_point = first == last;
  const bool is_row = is_point ? is_outer(column) : row == last / size;
  const bool is_column = is_point ? is_outer(row) : column == last % size;
  if (is_row == is_column) {
    return absl::InvalidArgumentError("draw along a row or a column");
  }
  return Line{
      is_row ? absl::StrCat("R", row + 1) : absl::StrCat("C", column + 1),
      is_point ? row == 0 || column == 0 : first < last};
}

// The cell at the border that names the diagonal with two cells; of two, the
// one that `from` is nearer to.
std::optional<int> EndOfDiagonal(int from, int to, int size) {
  std::optional<int> end;
  for (int cell = 0; cell < size * size; ++cell) {
    if (!sudoku::rules::IsAtBorder(cell, size)) continue;
    const std::vector<int> diagonal = sudoku::rules::DiagonalFrom(cell, size);
    const auto first = absl::c_find(diagonal, from);
    const auto last = absl::c_find(diagonal, to);
    if (first == diagonal.end() || last == diagonal.end()) continue;
    end = cell;
    if (first < last) break;
  }
  return end;
}

// A finger also touches cells beside the diagonal: the last cell counts, and
// the first one that is on a diagonal with it.
absl::StatusOr<int> BorderCellOf(const Stroke& stroke, int size) {
  const int last = stroke.back();
  if (stroke.size() == 1) return last;
  for (const int cell : stroke) {
    const auto end =
        cell == last ? std::nullopt : EndOfDiagonal(cell, last, size);
    if (end.has_value()) return *end;
  }
  return absl::InvalidArgumentError("draw along a diagonal");
}

// --- the words behind the name, by form ---

using WordsOr = absl::StatusOr<Words>;

WordsOr OverCells(const Drawn& drawn) {
  Words words = drawn.numbers;
  for (const Stroke& stroke : drawn.strokes) {
    if (&stroke != &drawn.stroke()) words.push_back("-");
    for (const int cell : stroke) words.push_back(WordOf(cell, drawn.size));
  }
  return words;
}

WordsOr Everywhere(const Drawn& drawn) { return drawn.numbers; }

WordsOr FromAnEnd(const Drawn& drawn) {
  const absl::StatusOr<Line> line = LineOf(drawn.stroke(), drawn.size);
  if (!line.ok()) return line.status();
  Words words = {line->word};
  if (!line->is_forward) words.push_back("");
  absl::c_copy(drawn.numbers, std::back_inserter(words));
  return words;
}

WordsOr AlongALine(const Drawn& drawn) {
  const absl::StatusOr<Line> line = LineOf(drawn.stroke(), drawn.size);
  if (!line.ok()) return line.status();
  Words words = drawn.numbers;
  words.push_back(line->word);
  return words;
}

WordsOr AlongADiagonal(const Drawn& drawn) {
  const absl::StatusOr<int> cell = BorderCellOf(drawn.stroke(), drawn.size);
  if (!cell.ok()) return cell.status();
  Words words = drawn.numbers;
  words.push_back(WordOf(*cell, drawn.size));
  return words;
}

WordsOr OnASquare(const Drawn& drawn) {
  int row = drawn.size;
  int column = drawn.size;
  for (const int cell : drawn.stroke()) {
    row = std::min(row, cell / drawn.size);
    column = std::min(column, cell % drawn.size);
  }
  Words words = {WordOf(row * drawn.size + column, drawn.size)};
  absl::c_copy(drawn.numbers, std::back_inserter(words));
  return words;
}

struct FormRow {
  RuleForm form;
  absl::string_view group;
  absl::string_view how;  // To draw it.
  WordsOr (*words)(const Drawn& drawn);
  bool is_outside = false;
};

constexpr FormRow kForms[] = {
    {RuleForm::kCells, "Over cells", "Draw over its cells, in their order.",
     OverCells},
    {RuleForm::kSquare, "Over cells",
     "Draw over its four cells, or touch the first of them.", OnASquare},
    {RuleForm::kEnds, "Outside the grid",
     "Draw along the row or column, from the side where the number stands.",
     FromAnEnd, /*is_outside=*/true},
    {RuleForm::kLine, "Outside the grid", "Draw along the row or column.",
     AlongALine, /*is_outside=*/true},
    {RuleForm::kDiagonal, "Outside the grid",
     "Draw along the diagonal, from the side where the number stands.",
     AlongADiagonal, /*is_outside=*/true},
    {RuleForm::kEverywhere, "The whole grid", "", Everywhere},
    {RuleForm::kCoded, "In letters", "Draw over its cells, in their order.",
     OverCells},
};

const FormRow* FormRowOf(const RuleKind& kind) {
  const auto row = absl::c_find_if(
      kForms, [&](const FormRow& form) { return form.form == kind.form; });
  return row == std::end(kForms) ? nullptr : &*row;
}

// How many numbers, or letters, it has.
std::pair<size_t, size_t> NumbersOf(const RuleKind& kind, const FormRow& form) {
  const bool has_one = form.is_outside || kind.form == RuleForm::kCoded;
  if (has_one) return {1, 1};
  return {kind.fewest_numbers, kind.most_numbers};
}

absl::StatusOr<Json> RuleKindsToDraw(const Request&, Emit) {
  Json kinds = Json::array();
  for (const RuleKind& kind : sudoku::RuleKinds()) {
    const FormRow* const form = FormRowOf(kind);
    if (form == nullptr) continue;
    const auto [fewest, most] = NumbersOf(kind, *form);
    const bool is_drawn = kind.form != RuleForm::kEverywhere;
    kinds.push_back({{"name", std::string(kind.name)},
                     {"meaning", std::string(kind.meaning)},
                     {"group", std::string(form->group)},
                     {"how", std::string(form->how)},
                     {"is_outside", form->is_outside},
                     {"strokes", kind.has_parts ? 2
                                 : is_drawn     ? 1
                                                : 0},
                     {"fewest_numbers", fewest},
                     {"most_numbers", most}});
  }
  return Json{{"kinds", std::move(kinds)}};
}

// "17", "2 5", "2, 5"; letters are one word, whose dots would begin rules.
Words NumbersIn(const RuleKind& kind, const std::string& text) {
  if (kind.form == RuleForm::kCoded) {
    return {absl::StrReplaceAll(text, {{".", "%2E"}})};
  }
  return absl::StrSplit(text, absl::ByAnyChar(" ,"), absl::SkipEmpty());
}

// One stroke or two.
absl::StatusOr<std::vector<Stroke>> StrokesIn(const Request& request,
                                              int cells) {
  std::vector<Stroke> strokes;
  for (const absl::string_view name : {"cells", "other_cells"}) {
    const std::vector<uint64_t> stroke = request.Numbers(name);
    if (stroke.empty()) continue;
    if (*absl::c_max_element(stroke) >= static_cast<uint64_t>(cells)) {
      return absl::InvalidArgumentError("a cell is not in the grid");
    }
    strokes.emplace_back(stroke.begin(), stroke.end());
  }
  return strokes;
}

absl::StatusOr<Json> RuleTextOf(const Request& request, Emit) {
  const RuleKind* const kind = sudoku::FindRuleKind(request.Text("kind"));
  const FormRow* const form = kind == nullptr ? nullptr : FormRowOf(*kind);
  if (form == nullptr) {
    return absl::InvalidArgumentError(
        sudoku::UnknownRuleSentence(request.Text("kind")));
  }
  const absl::StatusOr<sudoku::Geometry> geometry = GeometryOf(request);
  if (!geometry.ok()) return geometry.status();
  absl::StatusOr<std::vector<Stroke>> strokes =
      StrokesIn(request, geometry->cell_count());
  if (!strokes.ok()) return strokes.status();
  const Drawn drawn = {NumbersIn(*kind, request.Text("number")),
                       *std::move(strokes), geometry->size()};
  const auto [fewest, most] = NumbersOf(*kind, *form);
  if (drawn.numbers.size() < fewest) {
    return absl::InvalidArgumentError("its number is missing");
  }
  if (drawn.strokes.empty() && kind->form != RuleForm::kEverywhere) {
    return absl::InvalidArgumentError(std::string(form->how));
  }
  WordsOr words = form->words(drawn);
  if (!words.ok()) return words.status();
  words->insert(words->begin(), std::string(kind->name));
  sudoku::Puzzle puzzle(*geometry);
  const std::optional<sudoku::RuleTextError> error =
      sudoku::AddRules(absl::StrJoin(*words, "~"), &puzzle);
  if (error.has_value()) return absl::InvalidArgumentError(error->sentence);
  // What was typed may be numbers for both ends, or begin another statement.
  if (puzzle.rules.size() != 1 || puzzle.has_candidates()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", request.Text("number"), "\" is more than the number of a rule"));
  }
  return Json{{"text", puzzle.rules.front().text}};
}

constexpr Command kCommands[] = {
    // kinds (name, meaning, group, how, is_outside, strokes, fewest_numbers,
    // most_numbers)
    {"rule-kinds", RuleKindsToDraw},
    // kind, number (a text), cells, other_cells -> text
    {"rule-text", RuleTextOf},
};

}  // namespace
}  // namespace rule_face

absl::Span<const Command> RuleCommands() { return rule_face::kCommands; }

}  // namespace web
