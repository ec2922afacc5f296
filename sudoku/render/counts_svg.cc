// The heat map of sudoku/render/solution_counts.h. From the ground up: the
// heat of each candidate, one colour that is the more opaque the more solutions
// have the candidate; lines; digits and numbers; the scale below.
//
// Opacity is the square root of the part of the solutions, so that what is rare
// is still seen. On paper, where colours may be greys, bars as long as that
// part take the place of the heat.

#include <algorithm>
#include <cmath>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "dlx/io/text.h"
#include "sudoku/names.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/solution_counts.h"
#include "sudoku/render/svg_text.h"

namespace sudoku {

namespace {

// The place of a candidate, and what surrounds the board.
constexpr int kCountWidth = 34;
constexpr int kHeight = 30;
constexpr int kCountMargin = 12;
constexpr int kScale = 48;
constexpr int kShareMargin = 2;

// A number that has so many characters fits below its digit.
constexpr size_t kNumberWidth = 5;

constexpr absl::string_view kCountLight =
    R"(.heat{fill:#f2711c}.text{fill:#1c1c22}
.clue{fill:#1c1c22;font-weight:bold}.fixed{fill:#1c1c22}
.thin{stroke:#9a9aa3;fill:none}.thick{stroke:#1c1c22;stroke-width:3;fill:none}
.share{display:none}
@media print{.ground,.heat{fill:#fff!important}
.text,.clue,.fixed,.share{fill:#000!important}
.fixed{font-style:italic}.share{display:inline}}
)";
constexpr absl::string_view kCountDark =
    R"(.heat{fill:#b5470b}.text,.clue,.fixed{fill:#f4f4f8}
.thin{stroke:#5b5b66}.thick{stroke:#c9c9d2})";

double Opacity(double share) { return std::sqrt(share); }

class CountsSvgWriter {
 public:
  explicit CountsSvgWriter(const SolutionCounts& counts)
      : counts_(counts),
        geometry_(counts.puzzle.geometry),
        size_(geometry_.size()),
        columns_(CandidateColumns(geometry_)),
        width_(columns_ * kCountWidth),
        height_((size_ + columns_ - 1) / columns_ * kHeight) {}

  std::string Write(absl::string_view title) {
    const int right = size_ * width_ + 2 * kCountMargin;
    const int bottom = size_ * height_ + 2 * kCountMargin + kScale;
    svg_ = SvgBeginLightAndDark(right, bottom, "text-anchor=\"middle\"", title,
                                kCountLight, kCountDark);
    absl::StrAppendFormat(&svg_, "<g transform=\"translate(%d %d)\">\n",
                          kCountMargin, kCountMargin);
    AddCells();
    AddLines();
    AddScale();
    absl::StrAppend(&svg_, "</g>\n</svg>\n");
    return svg_;
  }

 private:
  int X(int cell) const { return geometry_.ColumnOf(cell) * width_; }
  int Y(int cell) const { return geometry_.RowOf(cell) * height_; }

  void AddCells() {
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      if (const int clue = counts_.puzzle.clues[cell]; clue != 0) {
        AddDigit(cell, clue, "clue");
      } else if (const int digit = counts_.FixedDigit(cell); digit != 0) {
        AddHeat(X(cell), Y(cell), width_, height_, 1);
        AddDigit(cell, digit, "fixed");
      } else {
        AddCandidates(cell);
      }
    }
  }

  void AddDigit(int cell, int digit, absl::string_view style) {
    const double font = std::min(width_, height_) * 0.62;
    absl::StrAppendFormat(&svg_,
                          "<text class=\"%s\" font-size=\"%.1f\" x=\"%.1f\" "
                          "y=\"%.1f\">%c</text>\n",
                          style, font, X(cell) + width_ / 2.0,
                          Y(cell) + height_ / 2.0 + font * 0.355,
                          geometry_.DigitChar(digit));
  }

  void AddHeat(int x, int y, int width, int height, double share) {
    absl::StrAppendFormat(&svg_,
                          "<rect class=\"heat\" fill-opacity=\"%.3f\" "
                          "x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>\n",
                          Opacity(share), x, y, width, height);
    absl::StrAppendFormat(&svg_,
                          "<rect class=\"share\" x=\"%d\" y=\"%d\" "
                          "width=\"%.1f\" height=\"3\"/>\n",
                          x + kShareMargin, y + height - 3,
                          (width - 2 * kShareMargin) * share);
  }

  void AddCandidates(int cell) {
    for (int digit = 1; digit <= size_; ++digit) {
      const dlx::Natural& number = counts_.by_placement[cell][digit - 1];
      if (number == 0) continue;
      const int x = X(cell) + (digit - 1) % columns_ * kCountWidth;
      const int y = Y(cell) + (digit - 1) / columns_ * kHeight;
      absl::StrAppendFormat(&svg_, "<g><title>%s=%c: %s of %s</title>\n",
                            geometry_.CellName(cell),
                            geometry_.DigitChar(digit), number.ToString(),
                            counts_.total.ToString());
      AddHeat(x, y, kCountWidth, kHeight, counts_.Share(cell, digit));
      absl::StrAppendFormat(
          &svg_,
          "<text class=\"text\" x=\"%d\" y=\"%d\" font-size=\"14\" "
          "font-weight=\"bold\">%c</text>"
          "<text class=\"text\" x=\"%d\" y=\"%d\" font-size=\"10\">%s</text>"
          "</g>\n",
          x + kCountWidth / 2, y + 14, geometry_.DigitChar(digit),
          x + kCountWidth / 2, y + 26, ShortNumber(number, kNumberWidth));
    }
  }

  // Thin ones between cells, thick ones between regions and around the board.
  void AddLines() {
    std::string thin;
    std::string thick =
        absl::StrFormat("M0 0H%dV%dH0Z", size_ * width_, size_ * height_);
    const auto path_between = [&](int a, int b) -> std::string& {
      return geometry_.RegionOf(a) == geometry_.RegionOf(b) ? thin : thick;
    };
    for (int row = 0; row < size_; ++row) {
      for (int column = 0; column < size_; ++column) {
        const int cell = geometry_.CellAt(row, column);
        if (column > 0) {
          absl::StrAppendFormat(
              &path_between(cell, geometry_.CellAt(row, column - 1)),
              "M%d %dv%d", X(cell), Y(cell), height_);
        }
        if (row > 0) {
          absl::StrAppendFormat(
              &path_between(cell, geometry_.CellAt(row - 1, column)),
              "M%d %dh%d", X(cell), Y(cell), width_);
        }
      }
    }
    absl::StrAppend(&svg_, "<path class=\"thin\" d=\"", thin, "\"/>\n",
                    "<path class=\"thick\" stroke-linecap=\"square\" d=\"",
                    thick, "\"/>\n");
  }

  // What the colours mean, and how many solutions are all.
  void AddScale() {
    const int top = size_ * height_ + 18;
    int x = 0;
    for (const double percent : {1, 10, 25, 50, 100}) {
      AddHeat(x, top, kCountWidth, 18, percent / 100);
      absl::StrAppendFormat(&svg_,
                            "<text class=\"text\" x=\"%d\" y=\"%d\" "
                            "font-size=\"10\">%g%%</text>\n",
                            x + kCountWidth / 2, top + 30, percent);
      x += kCountWidth;
    }
    absl::StrAppendFormat(&svg_,
                          "<text class=\"text\" x=\"%d\" y=\"%d\" "
                          "font-size=\"13\" text-anchor=\"start\">of %s %s"
                          "</text>\n",
                          x + 8, top + 14, counts_.total.ToString(),
                          counts_.total == 1 ? "solution" : "solutions");
  }

  const SolutionCounts& counts_;
  const Geometry& geometry_;
  const int size_;
  const int columns_;
  const int width_;   // Of a cell.
  const int height_;  // Of a cell.
  std::string svg_;
};

}  // namespace

std::string CountsSvg(const SolutionCounts& counts, dlx::StringView title) {
  return CountsSvgWriter(counts).Write(title);
}

}  // namespace sudoku
