#include "sudoku/render/print_page.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "dlx/io/text.h"
#include "sudoku/names.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/print_page_css.h"
#include "sudoku/render/print_page_html.h"
#include "sudoku/render/svg.h"
#include "sudoku/rules/kind.h"

namespace sudoku {

namespace {

using ::dlx::io::XmlText;

std::string Figure(const GridPicture& picture, absl::string_view caption) {
  // Whose cells would be too small in a picture of a sixth of the page.
  const bool is_large = picture.geometry.size() > 12;
  return absl::StrCat(is_large ? "<figure class=\"large\">\n" : "<figure>\n",
                      GridSvg(picture), "<figcaption>", XmlText(caption),
                      "</figcaption>\n</figure>\n");
}

// "Each row, column and box holds the digits 1 to 9."
std::string RulesInWords(const Geometry& geometry) {
  const auto has = [&](House::Kind kind) {
    return std::any_of(
        geometry.houses().begin(), geometry.houses().end(),
        [kind](const House& house) { return house.kind == kind; });
  };
  std::vector<absl::string_view> names = {"row", "column"};
  if (has(House::Kind::kBox)) names.push_back("box");
  if (has(House::Kind::kRegion)) names.push_back("region with a thick border");
  if (has(House::Kind::kDiagonal)) names.push_back("diagonal");
  if (has(House::Kind::kExtra)) names.push_back("shaded region");
  const absl::string_view last = names.back();
  names.pop_back();
  return absl::StrCat("Each ", absl::StrJoin(names, ", "), " and ", last,
                      " holds the digits ",
                      DigitRange(geometry.size(), geometry.least_digit()), ".");
}

// The same, and behind it what each kind of rule asks: "AntiKing: digits a
// king's move apart are different."
std::string RulesInWords(const Puzzle& puzzle) {
  std::string words = RulesInWords(puzzle.geometry);
  std::vector<const RuleKind*> kinds;
  for (const Rule& rule : puzzle.rules) {
    if (std::find(kinds.begin(), kinds.end(), rule.kind) != kinds.end()) {
      continue;
    }
    kinds.push_back(rule.kind);
    absl::StrAppend(&words, " ", absl::string_view(rule.kind->name), ": ",
                    absl::string_view(rule.kind->meaning), ".");
  }
  return words;
}

// Ascending numbers: "1, 3 to 5".
std::string PuzzleNumbers(const std::vector<int>& numbers) {
  std::string text;
  for (size_t i = 0; i < numbers.size();) {
    size_t last = i;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
      ++last;
    absl::StrAppend(&text, text.empty() ? "" : ", ", numbers[i]);
    if (last > i) {
      absl::StrAppend(&text, last == i + 1 ? ", " : " to ", numbers[last]);
    }
    i = last + 1;
  }
  return text;
}

// Puzzles with the same rules.
struct RulesOfSome {
  std::string words;
  std::vector<int> numbers;  // Of the puzzles; the first one has number 1.
};

std::vector<RulesOfSome> RulesByPuzzle(
    absl::Span<const PrintedPuzzle> puzzles) {
  std::vector<RulesOfSome> all;
  int number = 0;
  for (const PrintedPuzzle& printed : puzzles) {
    std::string words = RulesInWords(printed.puzzle);
    auto same = std::find_if(
        all.begin(), all.end(),
        [&](const RulesOfSome& some) { return some.words == words; });
    if (same == all.end()) same = all.insert(same, {std::move(words), {}});
    same->numbers.push_back(++number);
  }
  return all;
}

// In HTML: a sentence, or a line for each kind of puzzles, with their numbers.
std::string RulesOfAll(absl::Span<const PrintedPuzzle> puzzles) {
  const std::vector<RulesOfSome> all = RulesByPuzzle(puzzles);
  if (all.size() == 1) return XmlText(all[0].words);
  return absl::StrJoin(
      all, "<br>\n", [](std::string* html, const RulesOfSome& some) {
        absl::StrAppend(html, "<b>", PuzzleNumbers(some.numbers), "</b> ",
                        XmlText(some.words));
      });
}

}  // namespace

std::string PrintPage(absl::Span<const PrintedPuzzle> puzzles,
                      dlx::StringView title, int per_sheet) {
  assert(std::find(kPuzzlesPerSheet.begin(), kPuzzlesPerSheet.end(),
                   per_sheet) != kPuzzlesPerSheet.end());
  std::string figures;
  std::string solutions;
  int number = 0;
  for (const PrintedPuzzle& printed : puzzles) {
    const Puzzle& puzzle = printed.puzzle;
    assert(!printed.solution.has_value() ||
           printed.solution->size() == puzzle.geometry.size());
    ++number;
    absl::StrAppend(
        &figures, Figure(GridPicture::OfClues(puzzle),
                         absl::StrCat(number, puzzle.note.empty() ? "" : " · ",
                                      puzzle.note)));
    if (printed.solution.has_value()) {
      absl::StrAppend(&solutions,
                      Figure(GridPicture::OfSolution(puzzle, *printed.solution),
                             absl::StrCat(number)));
    }
  }
  if (!solutions.empty()) {
    solutions =
        absl::StrCat("<section class=\"solutions\">\n<h2>Solutions",
                     "</h2>\n<div>\n", solutions, "</div>\n", "</section>\n");
  }
  return absl::StrReplaceAll(kPrintPageHtml,
                             {{"{{title}}", XmlText(title)},
                              {"{{rules}}", RulesOfAll(puzzles)},
                              {"{{per_sheet}}", absl::StrCat(per_sheet)},
                              {"{{css}}", kPrintPageCss},
                              {"{{puzzles}}", figures},
                              {"{{solutions}}", solutions}});
}

}  // namespace sudoku
