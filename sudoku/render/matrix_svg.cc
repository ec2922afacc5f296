#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/text.h"
#include "dlx/problem.h"
#include "sudoku/encoding.h"
#include "sudoku/render/item_kinds.h"
#include "sudoku/render/svg.h"
#include "sudoku/render/svg_text.h"

namespace sudoku {

namespace {

constexpr std::array<absl::string_view, 6> kKindColors = {
    "#222", "#1a5fb4", "#c01c28", "#26803a", "#9141ac", "#b35900"};

}  // namespace

std::string MatrixSvg(const Encoding& encoding, dlx::StringView title) {
  const dlx::Problem& problem = encoding.problem();
  const int items = static_cast<int>(problem.item_count());
  const int options = static_cast<int>(problem.option_count());
  // Small matrices have names at their edges; large ones are seen as a whole.
  const bool has_names = items <= 100;
  const int square = has_names ? 12 : 4;
  const int left = has_names ? 70 : 20;
  const int top = has_names ? 70 : 34;
  const int width = left + items * square + 20;
  const int height = top + options * square + 20;
  std::string svg = SvgBegin(width, height, title);

  const std::vector<ItemKind> kinds = ItemKinds(encoding);
  for (size_t k = 0; k < kinds.size(); ++k) {
    const int begin = kinds[k].first_item;
    const int end = k + 1 < kinds.size() ? kinds[k + 1].first_item : items;
    const absl::string_view color = kKindColors[k % kKindColors.size()];
    absl::StrAppendFormat(
        &svg,
        "<text x=\"%.1f\" y=\"18\" text-anchor=\"middle\" font-size=\"13\" "
        "fill=\"%s\">%s</text>\n",
        left + (begin + end) * square / 2.0, color, kinds[k].label);
    std::string path;
    for (int option = 0; option < options; ++option) {
      for (const dlx::ItemUse& use :
           problem.option(dlx::OptionId(static_cast<uint32_t>(option)))) {
        const int item = static_cast<int>(use.item.value());
        if (item < begin || item >= end) continue;
        absl::StrAppendFormat(&path, "M%d %dh%dv%dh-%dz", left + item * square,
                              top + option * square, square - 1, square - 1,
                              square - 1);
      }
    }
    absl::StrAppendFormat(&svg, "<path fill=\"%s\" d=\"%s\"/>\n", color, path);
    if (k > 0) {
      absl::StrAppendFormat(&svg, "<path stroke=\"#999\" d=\"M%.1f %dV%d\"/>\n",
                            left + begin * square - 0.5, 24, height - 16);
    }
  }
  absl::StrAppendFormat(
      &svg,
      "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
      "stroke=\"#999\"/>\n",
      left - 1, top - 1, items * square + 1, options * square + 1);
  if (has_names) {
    absl::StrAppend(&svg, "<g font-size=\"9\" fill=\"#555\">\n");
    for (int option = 0; option < options; ++option) {
      absl::StrAppendFormat(
          &svg, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n",
          left - 5, top + option * square + 9,
          encoding.OptionName(dlx::OptionId(static_cast<uint32_t>(option))));
    }
    for (int item = 0; item < items; ++item) {
      absl::StrAppendFormat(
          &svg, "<text transform=\"translate(%d %d) rotate(-90)\">%s</text>\n",
          left + item * square + 9, top - 5,
          dlx::io::XmlText(
              problem.item_name(dlx::ItemId(static_cast<uint32_t>(item)))));
    }
    absl::StrAppend(&svg, "</g>\n");
  }
  absl::StrAppend(&svg, "</svg>\n");
  return svg;
}

}  // namespace sudoku
