// The picture is made of layers, from the ground up: shades, cells where
// something happens, thin lines, thick lines, discs behind marked candidates,
// digits. Lines between regions are
// drawn as one path, each straight stretch once, so that dashes and corners
// look right at any size.

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
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
constexpr absl::string_view kLinkColor = "#9141ac";
constexpr absl::string_view kCoverColor = "#26803a";
constexpr absl::string_view kSquareGround = "#cfe3fb";
constexpr absl::string_view kRingColor = "#b35900";
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
    if (!picture_.caption.empty()) {
      for (const absl::string_view line :
           absl::StrSplit(picture_.caption, '\n')) {
        lines.emplace_back(line);
      }
    }
    svg_ =
        !lines.empty()
            ? SvgBegin(std::max(side, picture_.caption_width.value_or(
                                          kWidthWithCaption)),
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
    for (const GridPicture::Outline& outline : picture_.outlines) {
      AddOutline(outline);
    }
    for (const GridPicture::Link& link : picture_.links) AddLink(link);
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

  // Just inside the border of the cells.
  void AddOutline(const GridPicture::Outline& outline) {
    absl::StrAppendFormat(&svg_,
                          "<path fill=\"none\" stroke=\"%s\" "
                          "stroke-width=\"2.5\" stroke-linecap=\"square\"%s "
                          "d=\"",
                          outline.is_dashed ? kCoverColor : kFilledColor,
                          outline.is_dashed ? " stroke-dasharray=\"2 6\"" : "");
    constexpr int kInset = 3;
    for (const int cell : outline.cells) {
      const int row = geometry_.RowOf(cell);
      const int column = geometry_.ColumnOf(cell);
      const auto is_in = [&](int r, int c) {
        return r >= 0 && r < size_ && c >= 0 && c < size_ &&
               Contains(outline.cells, geometry_.CellAt(r, c));
      };
      const bool left = is_in(row, column - 1);
      const bool right = is_in(row, column + 1);
      const bool above = is_in(row - 1, column);
      const bool below = is_in(row + 1, column);
      const int x1 = X(cell) + (left ? 0 : kInset);
      const int x2 = X(cell) + kGridCell - (right ? 0 : kInset);
      const int y1 = Y(cell) + (above ? 0 : kInset);
      const int y2 = Y(cell) + kGridCell - (below ? 0 : kInset);
      if (!left) absl::StrAppendFormat(&svg_, "M%d %dV%d", x1, y1, y2);
      if (!right) absl::StrAppendFormat(&svg_, "M%d %dV%d", x2, y1, y2);
      if (!above) absl::StrAppendFormat(&svg_, "M%d %dH%d", x1, y1, x2);
      if (!below) absl::StrAppendFormat(&svg_, "M%d %dH%d", x1, y2, x2);
    }
    absl::StrAppend(&svg_, "\"/>\n");
  }

  // From the border of a candidate's mark to that of the other.
  void AddLink(const GridPicture::Link& link) {
    const double x1 = CandidateX(link.from.cell, link.from.digit);
    const double y1 = CandidateY(link.from.cell, link.from.digit);
    const double x2 = CandidateX(link.to.cell, link.to.digit);
    const double y2 = CandidateY(link.to.cell, link.to.digit);
    const double length = std::hypot(x2 - x1, y2 - y1);
    const double radius = CandidateFont() * 0.6;
    if (length <= 2 * radius) return;
    const double dx = (x2 - x1) / length * radius;
    const double dy = (y2 - y1) / length * radius;
    absl::StrAppendFormat(
        &svg_,
        "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\"%s "
        "d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
        kLinkColor, link.is_dashed ? "1.5" : "2.5",
        link.is_dashed ? " stroke-dasharray=\"5 3\"" : "", x1 + dx, y1 + dy,
        x2 - dx, y2 - dy);
  }

  // Small digits have their fixed places in a cell, in the shape of a box.
  int CandidateRows() const {
    const int columns = CandidateColumns(geometry_);
    return (size_ + columns - 1) / columns;
  }
  double CandidateWidth() const {
    return (kGridCell - 4.0) / CandidateColumns(geometry_);
  }
  double CandidateHeight() const { return (kGridCell - 4.0) / CandidateRows(); }
  double CandidateFont() const {
    return std::min(CandidateWidth(), CandidateHeight()) * 0.92;
  }
  double CandidateX(int cell, int digit) const {
    return X(cell) + 2 +
           ((digit - 1) % CandidateColumns(geometry_) + 0.5) * CandidateWidth();
  }
  double CandidateY(int cell, int digit) const {
    return Y(cell) + 2 +
           ((digit - 1) / CandidateColumns(geometry_) + 0.5) *
               CandidateHeight();
  }

  void AddCandidates() {
    if (picture_.candidates.empty()) return;
    const double font = CandidateFont();
    absl::StrAppendFormat(&svg_,
                          "<g text-anchor=\"middle\" font-size=\"%.1f\" "
                          "fill=\"%s\">\n",
                          font, kCandidateColor);
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      if (picture_.digits[cell] != 0) continue;
      std::string xs;
      std::string ys;
      std::string digits;
      for (int digit = 1; digit <= size_; ++digit) {
        const double x = CandidateX(cell, digit);
        const double y = CandidateY(cell, digit);
        if (AddCandidate(cell, digit, x, y, font)) continue;
        absl::StrAppendFormat(&xs, "%s%.1f", xs.empty() ? "" : " ", x);
        absl::StrAppendFormat(&ys, "%s%.1f", ys.empty() ? "" : " ",
                              y + font * 0.35);
        digits += geometry_.DigitChar(digit);
      }
      if (digits.empty()) continue;
      absl::StrAppendFormat(&svg_, "<text x=\"%s\" y=\"%s\">%s</text>\n", xs,
                            ys, digits);
    }
    absl::StrAppend(&svg_, "</g>\n");
  }

  // False if the candidate is one like others, which are still to be drawn.
  bool AddCandidate(int cell, int digit, double x, double y, double font) {
    const auto has = [&](const std::vector<DigitSet>& sets) {
      return !sets.empty() && (sets[cell] & DigitBit(digit)) != 0;
    };
    std::string style;
    if (has(picture_.squared_candidates)) {
      absl::StrAppendFormat(&svg_,
                            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                            "height=\"%.1f\" fill=\"%s\" stroke=\"%s\"/>",
                            x - font * 0.5, y - font * 0.5, font, font,
                            kSquareGround, kFilledColor);
      style = absl::StrCat(" fill=\"", kFilledColor, "\"");
    }
    if (has(picture_.ringed_candidates)) {
      absl::StrAppendFormat(&svg_,
                            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" "
                            "fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" "
                            "stroke-dasharray=\"3 2\"/>",
                            x, y, font * 0.58, kRingColor);
      style = absl::StrCat(" font-weight=\"bold\" fill=\"", kRingColor, "\"");
    }
    if (has(picture_.struck_candidates)) {
      style = absl::StrCat(
          " text-decoration=\"line-through\" font-weight=\"bold\" fill=\"",
          kWrongColor, "\"");
    } else if (!has(picture_.candidates)) {
      return true;
    } else if (has(picture_.marked_candidates)) {
      absl::StrAppendFormat(
          &svg_, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>", x,
          y, font * 0.58, kMarkedGround);
      style = absl::StrCat(" font-weight=\"bold\" fill=\"", kMarkedColor, "\"");
    }
    if (style.empty()) return false;
    absl::StrAppendFormat(&svg_, "<text x=\"%.1f\" y=\"%.1f\"%s>%c</text>\n", x,
                          y + font * 0.35, style, geometry_.DigitChar(digit));
    return true;
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
