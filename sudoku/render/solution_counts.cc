#include "sudoku/render/solution_counts.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "dlx/io/text.h"
#include "sudoku/names.h"
#include "sudoku/render/counts_page_html.h"
#include "sudoku/render/text_blocks.h"

namespace sudoku {

namespace {

constexpr size_t kTextDigits = 7;

// Escape sequences, by the part of the solutions: white on red, brown, and
// olive, as dark as any ground.
absl::string_view TextStyle(double share, TextColors colors) {
  if (colors == TextColors::kNone || share < 0.25) return "";
  if (colors == TextColors::kStyles) return share < 0.5 ? "" : "\x1b[1m";
  if (share >= 0.75) return "\x1b[97;48;5;124m";
  return share >= 0.5 ? "\x1b[97;48;5;130m" : "\x1b[97;48;5;58m";
}

std::string Styled(absl::string_view text, absl::string_view style) {
  return style.empty() ? std::string(text)
                       : absl::StrCat(style, text, "\x1b[0m");
}

// The lines of a cell before they are as wide as all others.
struct CountLine {
  std::string text;
  absl::string_view style;
};

std::vector<CountLine> LinesOf(const SolutionCounts& counts, int cell,
                               TextColors colors) {
  const Puzzle& puzzle = counts.puzzle;
  const Geometry& geometry = puzzle.geometry;
  if (const int clue = puzzle.clues[cell]; clue != 0) {
    return {{absl::StrFormat("[%c]", geometry.DigitChar(clue)),
             colors == TextColors::kNone ? "" : "\x1b[1m"}};
  }
  if (const int digit = counts.FixedDigit(cell); digit != 0) {
    return {{absl::StrFormat("(%c)", geometry.DigitChar(digit)),
             TextStyle(1, colors)}};
  }
  size_t width = 0;
  for (const dlx::Natural& number : counts.by_placement[cell]) {
    width = std::max(width, ShortNumber(number, kTextDigits).size());
  }
  std::vector<CountLine> lines;
  for (int digit = 1; digit <= geometry.size(); ++digit) {
    const dlx::Natural& number = counts.by_placement[cell][digit - 1];
    if (number == 0) continue;
    lines.push_back({absl::StrFormat("%c:%*s", geometry.DigitChar(digit), width,
                                     ShortNumber(number, kTextDigits)),
                     TextStyle(counts.Share(cell, digit), colors)});
  }
  return lines;
}

}  // namespace

int SolutionCounts::FixedDigit(int cell) const {
  assert(by_placement.size() ==
         static_cast<size_t>(puzzle.geometry.cell_count()));
  assert(0 <= cell && cell < puzzle.geometry.cell_count());
  for (int digit = 1; digit <= puzzle.geometry.size(); ++digit) {
    if (by_placement[cell][digit - 1] == total) return digit;
  }
  return 0;
}

double SolutionCounts::Share(int cell, int digit) const {
  assert(0 <= cell && cell < puzzle.geometry.cell_count());
  assert(1 <= digit && digit <= puzzle.geometry.size());
  return by_placement[cell][digit - 1].ToDouble() / total.ToDouble();
}

std::string ShortNumber(const dlx::Natural& number, size_t width) {
  std::string exact = number.ToString();
  if (exact.size() <= width) return exact;
  // "1.6e+07" without what may be left out.
  const int decimals = static_cast<int>(width) - 4;
  const std::string rounded =
      absl::StrFormat("%.*e", decimals, number.ToDouble());
  return absl::StrReplaceAll(rounded, {{"e+0", "e"}, {"e+", "e"}});
}

std::string DrawCounts(const SolutionCounts& counts, TextColors colors,
                       LineArt lines) {
  const Geometry& geometry = counts.puzzle.geometry;
  std::vector<std::vector<CountLine>> cells;
  size_t width = 0;
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    cells.push_back(LinesOf(counts, cell, colors));
    for (const CountLine& line : cells.back()) {
      width = std::max(width, line.text.size());
    }
  }
  // A blank more, so that cells in the same region do not touch.
  TextBlocks drawing(geometry, lines, static_cast<int>(width) + 1,
                     /*has_gaps=*/true);
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    std::vector<std::string> block;
    for (const CountLine& line : cells[cell]) {
      block.push_back(
          absl::StrCat(Styled(line.text, line.style),
                       std::string(width + 1 - line.text.size(), ' ')));
    }
    drawing.SetBlock(cell, std::move(block));
  }
  return drawing.Draw();
}

std::string CountsPage(absl::Span<const SolutionCounts> all,
                       dlx::StringView title) {
  std::string figures;
  for (const SolutionCounts& counts : all) {
    const Puzzle& puzzle = counts.puzzle;
    absl::StrAppend(&figures, "<figure>\n", CountsSvg(counts, ""),
                    "<figcaption>",
                    dlx::io::XmlText(puzzle.note.empty() ? puzzle.clues.ToLine()
                                                         : puzzle.note),
                    "</figcaption>\n</figure>\n");
  }
  return absl::StrReplaceAll(
      kCountsPageHtml,
      {{"{{title}}", dlx::io::XmlText(title)}, {"{{figures}}", figures}});
}

}  // namespace sudoku
