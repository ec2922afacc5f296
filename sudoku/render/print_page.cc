#include "sudoku/render/print_page.h"

#include <algorithm>
#include <cassert>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "dlx/io/text.h"
#include "sudoku/names.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/print_page_css.h"
#include "sudoku/render/print_page_html.h"
#include "sudoku/render/svg.h"

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
                      " holds the digits ", DigitRange(geometry.size()), ".");
}

// Nothing if there are puzzles of several kinds, or other rules.
std::string RulesOfAll(absl::Span<const PrintedPuzzle> puzzles) {
  std::string rules;
  for (const PrintedPuzzle& printed : puzzles) {
    const std::string own = RulesInWords(printed.puzzle.geometry);
    if (printed.puzzle.has_rules() || (!rules.empty() && own != rules)) {
      return "";
    }
    rules = own;
  }
  return rules;
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
