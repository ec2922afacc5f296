#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/text.h"
#include "dlx/problem.h"
#include "sudoku/encoding.h"
#include "sudoku/render/dark_colors.h"
#include "sudoku/render/item_kinds.h"
#include "sudoku/render/svg.h"
#include "sudoku/render/svg_text.h"

namespace sudoku {

namespace {

constexpr std::array<absl::string_view, 6> kKindColors = {
    "#222", "#1a5fb4", "#c01c28", "#26803a", "#9141ac", "#b35900"};

// Where things are.
struct Layout {
  int items;
  int options;
  // Small matrices have names at their edges; large ones are seen as a whole.
  bool has_names = items <= 100;
  int square = has_names ? 12 : 4;
  int left = has_names ? 70 : 20;
  int top = has_names ? 70 : 34;
  int width = left + items * square + 20;
  int height = top + options * square + 20;

  int x(int item) const { return left + item * square; }
  int y(int option) const { return top + option * square; }
};

dlx::OptionId Option(int option) {
  return dlx::OptionId(static_cast<uint32_t>(option));
}

// The columns of the items from `begin` up to `end`, which are of one kind.
void AppendColumns(const Layout& layout, const dlx::Problem& problem,
                   const ItemKind& kind, int end, absl::string_view color,
                   std::string& svg) {
  const int begin = kind.first_item;
  const int size = layout.square - 1;
  absl::StrAppendFormat(
      &svg,
      "<text x=\"%.1f\" y=\"18\" text-anchor=\"middle\" font-size=\"13\" "
      "fill=\"%s\">%s</text>\n",
      (layout.x(begin) + layout.x(end)) / 2.0, color, kind.label);
  std::string path;
  for (int option = 0; option < layout.options; ++option) {
    for (const dlx::ItemUse& use : problem.option(Option(option))) {
      const int item = static_cast<int>(use.item.value());
      if (item < begin || item >= end) continue;
      absl::StrAppendFormat(&path, "M%d %dh%dv%dh-%dz", layout.x(item),
                            layout.y(option), size, size, size);
    }
  }
  absl::StrAppendFormat(&svg, "<path fill=\"%s\" d=\"%s\"/>\n", color, path);
  if (begin > 0) {
    absl::StrAppendFormat(&svg, "<path stroke=\"#999\" d=\"M%.1f %dV%d\"/>\n",
                          layout.x(begin) - 0.5, 24, layout.height - 16);
  }
}

void AppendNames(const Layout& layout, const Encoding& encoding,
                 std::string& svg) {
  absl::StrAppend(&svg, "<g font-size=\"9\" fill=\"#555\">\n");
  for (int option = 0; option < layout.options; ++option) {
    absl::StrAppendFormat(
        &svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n",
        layout.left - 5, layout.y(option) + 9,
        encoding.is_placement(Option(option))
            ? encoding.OptionName(Option(option))
            : "");
  }
  for (int item = 0; item < layout.items; ++item) {
    absl::StrAppendFormat(
        &svg, "<text transform=\"translate(%d %d) rotate(-90)\">%s</text>\n",
        layout.x(item) + 9, layout.top - 5,
        dlx::io::XmlText(encoding.problem().item_name(
            dlx::ItemId(static_cast<uint32_t>(item)))));
  }
  absl::StrAppend(&svg, "</g>\n");
}

}  // namespace

std::string MatrixSvg(const Encoding& encoding, dlx::StringView title) {
  const dlx::Problem& problem = encoding.problem();
  const Layout layout = {.items = static_cast<int>(problem.item_count()),
                         .options = static_cast<int>(problem.option_count())};
  std::string svg = SvgBegin(layout.width, layout.height, title);
  const std::vector<ItemKind> kinds = ItemKinds(encoding);
  for (size_t k = 0; k < kinds.size(); ++k) {
    const int end =
        k + 1 < kinds.size() ? kinds[k + 1].first_item : layout.items;
    AppendColumns(layout, problem, kinds[k], end,
                  kKindColors[k % kKindColors.size()], svg);
  }
  absl::StrAppendFormat(
      &svg,
      "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
      "stroke=\"#999\"/>\n",
      layout.left - 1, layout.top - 1, layout.items * layout.square + 1,
      layout.options * layout.square + 1);
  if (layout.has_names) AppendNames(layout, encoding, svg);
  absl::StrAppend(&svg, "</svg>\n");
  return ForLightAndDark(std::move(svg));
}

}  // namespace sudoku
