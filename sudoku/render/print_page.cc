#include "sudoku/render/print_page.h"

#include <cassert>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "dlx/io/text.h"
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

}  // namespace

std::string PrintPage(absl::Span<const PrintedPuzzle> puzzles,
                      dlx::StringView title) {
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
  return absl::StrReplaceAll(kPrintPageHtml, {{"{{title}}", XmlText(title)},
                                              {"{{css}}", kPrintPageCss},
                                              {"{{puzzles}}", figures},
                                              {"{{solutions}}", solutions}});
}

}  // namespace sudoku
