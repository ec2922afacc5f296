#include "sudoku/render/rules_svg.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "dlx/io/text.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/pairs.h"
#include "sudoku/rules/rule_places.h"

namespace sudoku {
namespace {

class RulesDrawing;

// How a kind of rules is drawn, and in which colour.
struct DrawnKind {
  absl::string_view kind;
  void (RulesDrawing::*draw)(const Rule& rule, absl::string_view color);
  absl::string_view color = "";
};

constexpr absl::string_view kInk = "#222";
constexpr absl::string_view kPaper = "#fff";
constexpr absl::string_view kGrey = "#999";

class RulesDrawing {
 public:
  RulesDrawing(const Geometry& geometry, int cell_width)
      : geometry_(geometry), width_(cell_width) {}

  void Draw(const Rule& rule);
  RulesSvg Finish() { return std::move(svg_); }

  // --- lines ---

  void Line(const Rule& rule, absl::string_view color) {
    AddLine(ClosedCells(rule), color, 0.17);
  }
  void Thermometer(const Rule& rule, absl::string_view color) {
    AddLine(rule.cells(), color, 0.3);
    AddDisc(X(rule.cells()[0]), Y(rule.cells()[0]), 0.38, color, color);
  }
  // A line between two circles.
  void Circled(const Rule& rule, absl::string_view color) {
    AddLine(rule.cells(), color, 0.1);
    for (const int cell : {rule.cells().front(), rule.cells().back()}) {
      AddDisc(X(cell), Y(cell), 0.38, kPaper, color);
    }
  }
  // The first cells are a circle or a pill.
  void Arrow(const Rule& rule, absl::string_view color) {
    const std::vector<int>& cells = rule.cells();
    const size_t pill =
        rule.numbers.empty() ? 1 : static_cast<size_t>(rule.numbers[0]);
    const std::vector<int> shaft(cells.begin() + static_cast<int>(pill) - 1,
                                 cells.end());
    AddLine(shaft, color, 0.05, /*has_head=*/true);
    const std::vector<int> circle(cells.begin(),
                                  cells.begin() + static_cast<int>(pill));
    AddLine(circle, color, 0.8);
    AddLine(circle, kPaper, 0.74);
  }
  void Pointing(const Rule& rule, absl::string_view color) {
    AddLine(rule.cells(), color, 0.05, /*has_head=*/true);
  }

  // --- cages ---

  // With its numbers in the first cell.
  void Cage(const Rule& rule, absl::string_view color) {
    const bool has_sum = !rule.numbers.empty() && rule.numbers[0] != 0;
    AddCage(rule, has_sum ? Number(rule) : "", color);
  }
  void NamedCage(const Rule& rule, absl::string_view color) {
    const std::string numbers = absl::StrJoin(rule.numbers, " ");
    AddCage(rule,
            absl::StrCat(absl::string_view(rule.kind->name),
                         numbers.empty() ? "" : " ", numbers),
            color);
  }

  // --- cells ---

  void Discs(const Rule& rule, absl::string_view color) {
    for (const int cell : rule.cells()) {
      AddDisc(X(cell), Y(cell), 0.38, color, color);
    }
  }
  void Rings(const Rule& rule, absl::string_view color) {
    for (const int cell : rule.cells()) {
      AddDisc(X(cell), Y(cell), 0.38, "none", color);
    }
  }
  void Squares(const Rule& rule, absl::string_view color) {
    for (const int cell : rule.cells()) AddSquare(cell, 0.74, color);
  }
  void Shades(const Rule& rule, absl::string_view color) {
    for (const int cell : rule.cells()) AddSquare(cell, 0.98, color);
  }
  // Arrowheads that point to the lesser digits: into the cell, or out of it.
  void Extremes(const Rule& rule, absl::string_view color) {
    Shades(rule, color);
    const bool is_out = absl::string_view(rule.kind->name) == "Maximum";
    for (const int cell : rule.cells()) {
      for (const auto& [dx, dy] : {std::pair(1, 0), std::pair(-1, 0),
                                   std::pair(0, 1), std::pair(0, -1)}) {
        AddHead(X(cell) + dx * (is_out ? 0.48 : 0.36),
                Y(cell) + dy * (is_out ? 0.48 : 0.36), is_out ? dx : -dx,
                is_out ? dy : -dy, 0.1, kGrey);
      }
    }
  }

  // --- between cells ---

  void WhiteDots(const Rule& rule, absl::string_view) {
    Dots(rule, kPaper, kInk, rule.numbers[0] == 1 ? "" : Number(rule));
  }
  void BlackDots(const Rule& rule, absl::string_view) {
    Dots(rule, kInk, kPaper, rule.numbers[0] == 2 ? "" : Number(rule));
  }
  void Letters(const Rule& rule, absl::string_view) {
    for (const auto& [one, other] : rules::PairsOf(rule, geometry_.size())) {
      const double x = (X(one) + X(other)) / 2;
      const double y = (Y(one) + Y(other)) / 2;
      AddDisc(x, y, 0.15, kPaper, kPaper);
      AddText(x, y, 0.3, absl::string_view(rule.kind->name), kInk);
    }
  }
  // An arrowhead that points to the lesser digit.
  void Greater(const Rule& rule, absl::string_view color) {
    for (const auto& [one, other] : rules::PairsOf(rule, geometry_.size())) {
      const double dx = X(other) - X(one);
      const double dy = Y(other) - Y(one);
      AddHead((X(one) + X(other)) / 2 + 0.08 * dx,
              (Y(one) + Y(other)) / 2 + 0.08 * dy, dx, dy, 0.16, color);
    }
  }
  // Digits on the point where four cells meet.
  void Quadruple(const Rule& rule, absl::string_view color) {
    const std::vector<int>& cells = rule.cells();
    double x = 0;
    double y = 0;
    for (const int cell : cells) {
      x += X(cell) / static_cast<double>(cells.size());
      y += Y(cell) / static_cast<double>(cells.size());
    }
    const bool is_square =
        cells.size() == 4 && absl::c_all_of(cells, [&](int cell) {
          return std::abs(X(cell) - x) == 0.5 && std::abs(Y(cell) - y) == 0.5;
        });
    if (!is_square) return NamedCage(rule, color);
    AddDisc(x, y, 0.24, kPaper, kInk);
    AddText(x, y, rule.numbers.size() > 2 ? 0.17 : 0.24,
            absl::StrJoin(rule.numbers, " "), kInk);
  }

  // --- outside the grid ---

  void Outside(const Rule& rule, absl::string_view color) {
    const std::vector<int>& cells = rule.cells();
    const double dx = X(cells[1]) - X(cells[0]);
    const double dy = Y(cells[1]) - Y(cells[0]);
    svg_.has_outside = true;
    AddText(X(cells[0]) - 0.85 * dx, Y(cells[0]) - 0.85 * dy, 0.36,
            Number(rule), color);
  }
  void Diagonal(const Rule& rule, absl::string_view color) {
    Outside(rule, color);
    const std::vector<int>& cells = rule.cells();
    const double dx = X(cells[1]) - X(cells[0]);
    const double dy = Y(cells[1]) - Y(cells[0]);
    AddHead(X(cells[0]) - 0.55 * dx, Y(cells[0]) - 0.55 * dy, dx, dy, 0.1,
            color);
  }

  // The sum of a diagonal stands outside, too.
  void Sum(const Rule& rule, absl::string_view color) {
    const bool is_diagonal = rule.numbers.size() == 1 &&
                             rules::IsDiagonal(rule.cells(), geometry_.size());
    if (is_diagonal) return Diagonal(rule, color);
    NamedCage(rule, color);
  }

  // --- the whole grid ---

  void LongDiagonal(const Rule& rule, absl::string_view color) {
    const double size = geometry_.size();
    const bool rises = rule.numbers[0] == 1;
    absl::StrAppendFormat(
        &svg_.below,
        "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
        "d=\"M0 %.0fL%.0f %.0f\"/>\n",
        color, rises ? size * width_ : 0.0, size * width_,
        rises ? 0.0 : size * width_);
  }

 private:
  // The centre of a cell, in cells.
  double X(int cell) const { return geometry_.ColumnOf(cell) + 0.5; }
  double Y(int cell) const { return geometry_.RowOf(cell) + 0.5; }
  double Scaled(double cells) const { return cells * width_; }

  static std::string Number(const Rule& rule) {
    return absl::StrJoin(rule.numbers, " ");
  }
  static std::vector<int> ClosedCells(const Rule& rule) {
    std::vector<int> cells = rule.cells();
    if (rule.is_loop) cells.push_back(cells.front());
    return cells;
  }

  void AddLine(const std::vector<int>& cells, absl::string_view color,
               double thickness, bool has_head = false) {
    std::string points;
    for (const int cell : cells) {
      absl::StrAppendFormat(&points, "%s%.1f %.1f", points.empty() ? "M" : "L",
                            Scaled(X(cell)), Scaled(Y(cell)));
    }
    // A single cell is a disc.
    if (cells.size() == 1) absl::StrAppend(&points, "h0");
    absl::StrAppendFormat(
        &svg_.below,
        "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" "
        "stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"%s\"/>\n",
        color, Scaled(thickness), points);
    if (!has_head || cells.size() < 2) return;
    const int last = cells.back();
    const int before = cells[cells.size() - 2];
    AddHead(X(last), Y(last), X(last) - X(before), Y(last) - Y(before), 0.2,
            color);
  }

  // Two strokes that meet at the point, from the side that (dx, dy) leaves.
  void AddHead(double x, double y, double dx, double dy, double length,
               absl::string_view color) {
    const double norm = std::max(std::abs(dx), std::abs(dy));
    if (norm == 0) return;
    dx *= length / norm;
    dy *= length / norm;
    absl::StrAppendFormat(
        &svg_.above,
        "<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" "
        "d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1f\"/>\n",
        color, Scaled(x - dx - dy), Scaled(y - dy + dx), Scaled(x), Scaled(y),
        Scaled(x - dx + dy), Scaled(y - dy - dx));
  }

  void AddDisc(double x, double y, double radius, absl::string_view fill,
               absl::string_view stroke) {
    const bool is_on_border = radius < 0.3;
    absl::StrAppendFormat(
        is_on_border ? &svg_.above : &svg_.below,
        "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\" stroke=\"%s\" "
        "stroke-width=\"1.5\"/>\n",
        Scaled(x), Scaled(y), Scaled(radius), fill, stroke);
  }

  void AddSquare(int cell, double side, absl::string_view color) {
    absl::StrAppendFormat(&svg_.below,
                          "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
                          "height=\"%.1f\" fill=\"%s\"/>\n",
                          Scaled(X(cell) - side / 2),
                          Scaled(Y(cell) - side / 2), Scaled(side),
                          Scaled(side), color);
  }

  void AddText(double x, double y, double height, absl::string_view text,
               absl::string_view color, absl::string_view anchor = "middle") {
    absl::StrAppendFormat(
        &svg_.above,
        "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" text-anchor=\"%s\" "
        "fill=\"%s\">%s</text>\n",
        Scaled(x), Scaled(y + 0.36 * height), Scaled(height), anchor, color,
        dlx::io::XmlText(text));
  }

  void Dots(const Rule& rule, absl::string_view fill, absl::string_view ink,
            absl::string_view text) {
    for (const auto& [one, other] : rules::PairsOf(rule, geometry_.size())) {
      const double x = (X(one) + X(other)) / 2;
      const double y = (Y(one) + Y(other)) / 2;
      AddDisc(x, y, 0.13, fill, kInk);
      if (!text.empty()) AddText(x, y, 0.2, text, ink);
    }
  }

  // Dashes along the inner side of the border of the cells, and a text in the
  // first of them.
  void AddCage(const Rule& rule, absl::string_view text,
               absl::string_view color) {
    std::string path;
    for (const std::vector<int>& part : rule.parts) {
      for (const int cell : part) AppendBorder(part, cell, path);
    }
    absl::StrAppendFormat(
        &svg_.above,
        "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" "
        "stroke-dasharray=\"4 3\" d=\"%s\"/>\n",
        color, path);
    if (text.empty() || rule.parts.empty()) return;
    const int first = *absl::c_min_element(rule.cells());
    AddText(X(first) - 0.42, Y(first) - 0.34, 0.24, text, color, "start");
  }

  void AppendBorder(const std::vector<int>& part, int cell,
                    std::string& path) const {
    const int column = geometry_.ColumnOf(cell);
    const int row = geometry_.RowOf(cell);
    const auto has = [&](int dx, int dy) {
      const int x = column + dx;
      const int y = row + dy;
      return x >= 0 && y >= 0 && x < geometry_.size() && y < geometry_.size() &&
             absl::c_linear_search(part, geometry_.CellAt(y, x));
    };
    // From one end to the other of the side that (dx, dy) points to.
    for (const auto& side : {std::pair(1, 0), std::pair(-1, 0), std::pair(0, 1),
                             std::pair(0, -1)}) {
      const int dx = side.first;
      const int dy = side.second;
      if (has(dx, dy)) continue;
      const auto end = [&](int along) {
        const int x = dx == 0 ? along : 0;
        const int y = dx == 0 ? 0 : along;
        // It stops short of a border, and goes beyond where that turns away.
        return !has(x, y)            ? 0.42 * along
               : has(x + dx, y + dy) ? 0.58 * along
                                     : 0.5 * along;
      };
      const double from = end(-1);
      const double to = end(1);
      absl::StrAppendFormat(&path, "M%.1f %.1fL%.1f %.1f",
                            Scaled(X(cell) + (dx == 0 ? from : 0.42 * dx)),
                            Scaled(Y(cell) + (dx == 0 ? 0.42 * dy : from)),
                            Scaled(X(cell) + (dx == 0 ? to : 0.42 * dx)),
                            Scaled(Y(cell) + (dx == 0 ? 0.42 * dy : to)));
    }
  }

  const Geometry& geometry_;
  const int width_;
  RulesSvg svg_;
};

using D = RulesDrawing;

constexpr DrawnKind kDrawnKinds[] = {
    // Lines.
    {"Between", &D::Circled, "#8a8a96"},
    {"DoubleArrow", &D::Circled, "#5b7083"},
    {"Entropic", &D::Line, "#f0a35a"},
    {"Lockout", &D::Circled, "#78aeff"},
    {"Modular", &D::Line, "#5ab8b0"},
    {"Nabner", &D::Line, "#e9c33c"},
    {"Palindrome", &D::Line, "#b8b8c4"},
    {"Parity", &D::Line, "#d9776c"},
    {"RegionSumLine", &D::Line, "#62a0ea"},
    {"Renban", &D::Line, "#d18be0"},
    {"SlowThermo", &D::Thermometer, "#b8cfc4"},
    {"SumLine", &D::Line, "#9bb04a"},
    {"Thermo", &D::Thermometer, "#c4c4cc"},
    {"ValueIndexing", &D::Pointing, "#9141ac"},
    {"Whisper", &D::Line, "#6cc98a"},
    {"Zipper", &D::Line, "#b79bea"},
    {"Arrow", &D::Arrow, "#777"},
    {"PillArrow", &D::Arrow, "#777"},
    {"Pair", &D::Line, "#c9b79c"},
    {"Binary", &D::Line, "#c9b79c"},
    {"NFA", &D::Line, "#c9b79c"},
    {"Regex", &D::Line, "#c9b79c"},
    // Cages and cells.
    {"Cage", &D::Cage, "#222"},
    {"CountingCircles", &D::Rings, "#777"},
    {"Even", &D::Squares, "#d0d0d8"},
    {"Odd", &D::Discs, "#d0d0d8"},
    {"Indexing", &D::Shades, "#fbe3c2"},
    {"Minimum", &D::Extremes, "#e6e6ea"},
    {"Maximum", &D::Extremes, "#e6e6ea"},
    {"ContainAtLeast", &D::Quadruple, "#222"},
    {"Quad", &D::Quadruple, "#222"},
    // Between cells, outside, and everywhere.
    {"BlackDot", &D::BlackDots},
    {"WhiteDot", &D::WhiteDots},
    {"GreaterThan", &D::Greater, "#222"},
    {"X", &D::Letters},
    {"V", &D::Letters},
    {"FullRank", &D::Outside, "#c64600"},
    {"HiddenSkyscraper", &D::Outside, "#9141ac"},
    {"LittleKiller", &D::Diagonal, "#222"},
    {"NumberedRoom", &D::Outside, "#1a5fb4"},
    {"Sandwich", &D::Outside, "#222"},
    {"Skyscraper", &D::Outside, "#222"},
    {"Sum", &D::Sum, "#222"},
    {"XSum", &D::Outside, "#26803a"},
    {"Diagonal", &D::LongDiagonal, "#78aeff"},
};

void RulesDrawing::Draw(const Rule& rule) {
  const auto* const row =
      absl::c_find_if(kDrawnKinds, [&](const DrawnKind& known) {
        return known.kind == absl::string_view(rule.kind->name);
      });
  if (row != std::end(kDrawnKinds)) return (this->*row->draw)(rule, row->color);
  if (rule.parts.empty()) {
    svg_.words.push_back(rule.text);
  } else {
    NamedCage(rule, kInk);
  }
}

}  // namespace

RulesSvg DrawRules(absl::Span<const Rule> rules, const Geometry& geometry,
                   int cell_width) {
  RulesDrawing drawing(geometry, cell_width);
  for (const Rule& rule : rules) drawing.Draw(rule);
  return drawing.Finish();
}

}  // namespace sudoku
