// The picture is made of layers, from the ground up: shades, cells where
// something happens, thin lines, thick lines, discs behind marked candidates,
// digits. Lines between regions are
// drawn as one path, each straight stretch once, so that dashes and corners
// look right at any size.

#include <algorithm>
#include <array>
#include <cassert>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "dlx/io/text.h"
#include "sudoku/names.h"
#include "sudoku/render/rules_svg.h"
#include "sudoku/render/svg.h"
#include "sudoku/render/svg_text.h"

namespace sudoku {

namespace {

constexpr int kGridCell = 48;
constexpr int kGridMargin = 12;
constexpr int kCaption = 30;
// A caption is not cut, also below a small grid.
constexpr int kWidthWithCaption = 456;
constexpr absl::string_view kClueColor = "#111";
constexpr absl::string_view kClueWeight = " font-weight=\"bold\"";
constexpr absl::string_view kFilledColor = "#1a5fb4";
constexpr absl::string_view kTriedColor = "#9141ac";
constexpr absl::string_view kWrongColor = "#c01c28";
constexpr absl::string_view kCandidateColor = "#777";
constexpr absl::string_view kMarkedColor = "#0b5a2a";
constexpr absl::string_view kMarkedGround = "#b9ecc5";
constexpr absl::string_view kActiveGround = "#ffe8b0";
constexpr absl::string_view kActiveBorder = "#e5a50a";
constexpr absl::string_view kDiagonalShade = "#f6e7c1";
constexpr absl::string_view kExtraShade = "#dbe7f5";
constexpr std::array<absl::string_view, 3> kGroupShades = {"#cfe3fb", "#d3f0d6",
                                                           "#fbe3c2"};

class GridSvgWriter {
 public:
  explicit GridSvgWriter(const GridPicture& picture)
      : picture_(picture),
        geometry_(picture.geometry),
        size_(geometry_.size()),
        rules_(DrawRules(picture.rules, geometry_, kGridCell)) {}

  std::string Write(absl::string_view title) {
    const int margin = kGridMargin + (rules_.has_outside ? kGridCell : 0);
    const int side = size_ * kGridCell + 2 * margin;
    std::vector<std::string> lines = rules_.words;
    if (!picture_.caption.empty()) lines.push_back(picture_.caption);
    svg_ =
        !lines.empty()
            ? SvgBegin(std::max(side, kWidthWithCaption),
                       side + kCaption * static_cast<int>(lines.size()), title)
            : SvgBegin(side, side, title);
    absl::StrAppendFormat(&svg_, "<g transform=\"translate(%d %d)\">\n", margin,
                          margin);
    AddShades();
    svg_ += rules_.below;
    AddActiveCells();
    AddThinLines();
    AddThickLines();
    svg_ += rules_.above;
    AddCandidates();
    AddCellTexts();
    AddDigits();
    for (size_t i = 0; i < lines.size(); ++i) {
      AddCaption(lines[i], side - 2 * margin + margin - kGridMargin + 28 +
                               kCaption * static_cast<int>(i));
    }
    absl::StrAppend(&svg_, "</g>\n</svg>\n");
    return svg_;
  }

 private:
  int X(int cell) const { return geometry_.ColumnOf(cell) * kGridCell; }
  int Y(int cell) const { return geometry_.RowOf(cell) * kGridCell; }

  void AddShades() {
    for (const House& house : geometry_.houses()) {
      const bool is_diagonal = house.kind == House::Kind::kDiagonal;
      if (!is_diagonal && house.kind != House::Kind::kExtra) continue;
      AddShade(house.cells, is_diagonal ? kDiagonalShade : kExtraShade);
    }
    for (size_t i = 0; i < picture_.shaded_groups.size(); ++i) {
      AddShade(picture_.shaded_groups[i],
               kGroupShades[i % kGroupShades.size()]);
    }
  }

  void AddShade(const std::vector<int>& cells, absl::string_view color) {
    absl::StrAppendFormat(&svg_, "<path fill=\"%s\" d=\"", color);
    for (const int cell : cells) {
      absl::StrAppendFormat(&svg_, "M%d %dh%dv%dh-%dz", X(cell), Y(cell),
                            kGridCell, kGridCell, kGridCell);
    }
    absl::StrAppend(&svg_, "\"/>\n");
  }

  void AddActiveCells() {
    for (const int cell : picture_.active_cells) {
      absl::StrAppendFormat(
          &svg_,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
          "stroke=\"%s\" stroke-width=\"3\"/>\n",
          X(cell) + 3, Y(cell) + 3, kGridCell - 6, kGridCell - 6, kActiveGround,
          kActiveBorder);
    }
  }

  void AddThinLines() {
    absl::StrAppend(&svg_, "<path stroke=\"#999\" stroke-width=\"1\" d=\"");
    for (int i = 1; i < size_; ++i) {
      absl::StrAppendFormat(&svg_, "M%d 0V%dM0 %dH%d", i * kGridCell,
                            size_ * kGridCell, i * kGridCell,
                            size_ * kGridCell);
    }
    absl::StrAppend(&svg_, "\"/>\n");
  }

  bool DifferentRegions(int a, int b) const {
    return geometry_.RegionOf(a) != geometry_.RegionOf(b);
  }

  void AddThickLines() {
    absl::StrAppendFormat(&svg_,
                          "<path fill=\"none\" stroke=\"#111\" "
                          "stroke-width=\"3\" stroke-linecap=\"square\" "
                          "d=\"M0 0H%dV%dH0Z",
                          size_ * kGridCell, size_ * kGridCell);
    for (int i = 1; i < size_; ++i) {
      AddStretches(/*is_vertical=*/true, i);
      AddStretches(/*is_vertical=*/false, i);
    }
    absl::StrAppend(&svg_, "\"/>\n");
  }

  // The parts of the line before row or column `at` that separate regions.
  void AddStretches(bool is_vertical, int at) {
    const auto is_border = [&](int i) {
      return is_vertical ? DifferentRegions(geometry_.CellAt(i, at - 1),
                                            geometry_.CellAt(i, at))
                         : DifferentRegions(geometry_.CellAt(at - 1, i),
                                            geometry_.CellAt(at, i));
    };
    int i = 0;
    while (i < size_) {
      if (!is_border(i)) {
        ++i;
        continue;
      }
      const int begin = i;
      while (i < size_ && is_border(i)) ++i;
      if (is_vertical) {
        absl::StrAppendFormat(&svg_, "M%d %dV%d", at * kGridCell,
                              begin * kGridCell, i * kGridCell);
      } else {
        absl::StrAppendFormat(&svg_, "M%d %dH%d", begin * kGridCell,
                              at * kGridCell, i * kGridCell);
      }
    }
  }

  // Small digits have their fixed places in a cell, in the shape of a box.
  void AddCandidates() {
    if (picture_.candidates.empty()) return;
    const int columns = CandidateColumns(geometry_);
    const int rows = (size_ + columns - 1) / columns;
    const double width = (kGridCell - 4.0) / columns;
    const double height = (kGridCell - 4.0) / rows;
    const double font = std::min(width, height) * 0.92;
    absl::StrAppendFormat(&svg_,
                          "<g text-anchor=\"middle\" font-size=\"%.1f\" "
                          "fill=\"%s\">\n",
                          font, kCandidateColor);
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      if (picture_.digits[cell] != 0) continue;
      for (int digit = 1; digit <= size_; ++digit) {
        AddCandidate(
            cell, digit, X(cell) + 2 + ((digit - 1) % columns + 0.5) * width,
            Y(cell) + 2 + ((digit - 1) / columns + 0.5) * height, font);
      }
    }
    absl::StrAppend(&svg_, "</g>\n");
  }

  void AddCandidate(int cell, int digit, double x, double y, double font) {
    const auto has = [&](const std::vector<DigitSet>& sets) {
      return !sets.empty() && (sets[cell] & DigitBit(digit)) != 0;
    };
    std::string style;
    if (has(picture_.struck_candidates)) {
      style = absl::StrCat(
          " text-decoration=\"line-through\" font-weight=\"bold\" fill=\"",
          kWrongColor, "\"");
    } else if (!has(picture_.candidates)) {
      return;
    } else if (has(picture_.marked_candidates)) {
      absl::StrAppendFormat(
          &svg_, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>", x,
          y, font * 0.58, kMarkedGround);
      style = absl::StrCat(" font-weight=\"bold\" fill=\"", kMarkedColor, "\"");
    }
    absl::StrAppendFormat(&svg_, "<text x=\"%.1f\" y=\"%.1f\"%s>%c</text>\n", x,
                          y + font * 0.35, style, geometry_.DigitChar(digit));
  }

  // So small that the longest of them fits.
  void AddCellTexts() {
    size_t longest = 2;
    for (const std::string& text : picture_.cell_texts) {
      longest = std::max(longest, text.size());
    }
    const double font =
        (kGridCell - 6) * 1.6 / static_cast<double>(longest + 1);
    for (size_t i = 0; i < picture_.cell_texts.size(); ++i) {
      const int cell = static_cast<int>(i);
      const std::string& text = picture_.cell_texts[i];
      if (picture_.digits[cell] != 0 || text.empty()) continue;
      absl::StrAppendFormat(
          &svg_,
          "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\" "
          "font-size=\"%.1f\" fill=\"%s\">%s</text>\n",
          X(cell) + kGridCell / 2.0, Y(cell) + kGridCell / 2.0 + font * 0.355,
          std::min(font, kGridCell * 0.4), kClueColor, dlx::io::XmlText(text));
    }
  }

  static bool Contains(const std::vector<int>& cells, int cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
  }

  absl::string_view DigitColor(int cell) const {
    if (Contains(picture_.wrong_cells, cell)) return kWrongColor;
    if (picture_.clues[cell] != 0) return kClueColor;
    return Contains(picture_.tried_cells, cell) ? kTriedColor : kFilledColor;
  }

  void AddDigits() {
    const double font = kGridCell * 0.62;
    absl::StrAppendFormat(
        &svg_, "<g text-anchor=\"middle\" font-size=\"%.1f\">\n", font);
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      const int digit = picture_.digits[cell];
      if (digit == 0) continue;
      absl::StrAppendFormat(&svg_,
                            "<text x=\"%.1f\" y=\"%.1f\"%s fill=\"%s\">%c"
                            "</text>\n",
                            X(cell) + kGridCell / 2.0,
                            Y(cell) + kGridCell / 2.0 + font * 0.355,
                            picture_.clues[cell] != 0 ? kClueWeight : "",
                            DigitColor(cell), geometry_.DigitChar(digit));
    }
    AddDeadEnds(font);
    absl::StrAppend(&svg_, "</g>\n");
  }

  // An empty cell that is wrong has nothing left to hold.
  void AddDeadEnds(double font) {
    for (const int cell : picture_.wrong_cells) {
      if (picture_.digits[cell] != 0) continue;
      absl::StrAppendFormat(
          &svg_, "<text x=\"%.1f\" y=\"%.1f\" fill=\"%s\">?</text>\n",
          X(cell) + kGridCell / 2.0, Y(cell) + kGridCell / 2.0 + font * 0.355,
          kWrongColor);
    }
  }

  void AddCaption(absl::string_view text, int y) {
    absl::StrAppendFormat(
        &svg_, "<text y=\"%d\" font-size=\"16\" fill=\"%s\">%s</text>\n", y,
        kClueColor, dlx::io::XmlText(text));
  }

  const GridPicture& picture_;
  const Geometry& geometry_;
  const int size_;
  const RulesSvg rules_;
  std::string svg_;
};

}  // namespace

std::string GridSvg(const GridPicture& picture, dlx::StringView title) {
  assert(picture.is_well_formed());
  return GridSvgWriter(picture).Write(title);
}

}  // namespace sudoku
