// Leaves stand side by side at equal distances, and every other node in the
// middle above its children: that needs one pass up the tree.

#include "sudoku/render/tree_svg.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dlx/io/text.h"
#include "sudoku/names.h"
#include "sudoku/render/svg_text.h"

namespace sudoku {

namespace {

struct TreeNode {
  Event guess;  // Nothing, of the root.
  int parent = -1;
  int depth = 0;
  int implied = 0;  // Digits that followed from it.
  bool is_dead_end = false;
  bool is_solution = false;
  double x = -1;       // The number of leaves to its left, more or less.
  double first = 1e9;  // The x of its first and last child.
  double last = -1;
};

std::vector<TreeNode> TreeOf(absl::Span<const Event> events) {
  std::vector<TreeNode> nodes(1);
  int at = 0;
  for (const Event& event : events) {
    switch (event.kind) {
      case Event::Kind::kTry:
        nodes.push_back(
            {.guess = event, .parent = at, .depth = nodes[at].depth + 1});
        at = static_cast<int>(nodes.size()) - 1;
        break;
      case Event::Kind::kUndo:
        at = std::max(nodes[at].parent, 0);
        break;
      case Event::Kind::kPlace:
        ++nodes[at].implied;
        break;
      case Event::Kind::kDeadEnd:
        nodes[at].is_dead_end = true;
        break;
      case Event::Kind::kSolution:
        nodes[at].is_solution = true;
        break;
      case Event::Kind::kRuleOut:
      case Event::Kind::kSwap:
      case Event::Kind::kRestart:
        break;
    }
  }
  return nodes;
}

// Children come after their parents in the list. Returns the number of leaves.
double SetPlaces(std::vector<TreeNode>& nodes) {
  std::vector<bool> has_children(nodes.size());
  for (const TreeNode& node : nodes) {
    if (node.parent >= 0) has_children[node.parent] = true;
  }
  double leaves = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (!has_children[i]) nodes[i].x = leaves++;
  }
  for (size_t i = nodes.size(); i-- > 0;) {
    TreeNode& node = nodes[i];
    if (has_children[i]) node.x = (node.first + node.last) / 2;
    if (node.parent < 0) continue;
    TreeNode& parent = nodes[node.parent];
    parent.first = std::min(parent.first, node.x);
    parent.last = std::max(parent.last, node.x);
  }
  return leaves;
}

// Labels have the ground around them: edges pass behind them.
constexpr absl::string_view kTreeLight = R"(
.text,.faint{paint-order:stroke;stroke:#fff;stroke-width:4px}
.text{fill:#1c1c22}.faint{fill:#6a6a75}
.edge{fill:none;stroke:#a3a3ad;stroke-width:1.5}
.node{fill:#9141ac}.root{fill:#3d3846}.dead{fill:#c01c28}.solution{fill:#26803a}
)";
constexpr absl::string_view kTreeDark = R"(.text,.faint{stroke:#17171b}
.text{fill:#e8e8ee}.faint{fill:#a0a0ac}
.edge{stroke:#5b5b66}
.node{fill:#dc8add}.root{fill:#c9c9d2}.dead{fill:#ff7b84}.solution{fill:#6cc98a})";

// With room for labels, or just dots.
struct TreeScale {
  bool has_labels;
  int across;
  int down;
  int radius;
};

constexpr TreeScale kLarge = {true, 74, 64, 7};
constexpr TreeScale kSmall = {false, 8, 30, 3};
// A wider picture is made without labels.
constexpr double kMostLabelledLeaves = 40;
constexpr int kTreeMargin = 40;

}  // namespace

size_t TreeNodeCount(absl::Span<const Event> events) {
  return 1 + static_cast<size_t>(std::count_if(
                 events.begin(), events.end(), [](const Event& event) {
                   return event.kind == Event::Kind::kTry;
                 }));
}

std::string SearchTreeSvg(absl::Span<const Event> events,
                          const Geometry& geometry, dlx::StringView title) {
  assert(TreeNodeCount(events) <= kMostTreeNodes);
  std::vector<TreeNode> nodes = TreeOf(events);
  const double leaves = SetPlaces(nodes);
  const TreeScale& scale = leaves <= kMostLabelledLeaves ? kLarge : kSmall;
  int depth = 0;
  for (const TreeNode& node : nodes) depth = std::max(depth, node.depth);
  const int width = std::max(
      static_cast<int>((leaves - 1) * scale.across) + 2 * kTreeMargin, 420);
  const int height = depth * scale.down + 2 * kTreeMargin + 30;
  const double left =
      (width - (leaves - 1) * scale.across) / 2;  // In the middle.
  const auto x = [&](const TreeNode& node) {
    return left + node.x * scale.across;
  };
  const auto y = [&](const TreeNode& node) {
    return 30 + kTreeMargin + node.depth * scale.down;
  };

  std::string svg =
      absl::StrCat(SvgBeginLightAndDark(
                       width, height, "font-size=\"12\" text-anchor=\"middle\"",
                       title, kTreeLight, kTreeDark),
                   "<text class=\"text\" x=\"12\" y=\"24\" font-size=\"15\" "
                   "text-anchor=\"start\">",
                   dlx::io::XmlText(title), "</text>\n");
  // Straight edges would cross the labels of nodes to which they do not lead.
  for (const TreeNode& node : nodes) {
    if (node.parent < 0) continue;
    const TreeNode& parent = nodes[node.parent];
    absl::StrAppendFormat(
        &svg, "<path class=\"edge\" d=\"M%.1f %dV%dH%.1fV%d\"/>\n", x(parent),
        y(parent), y(parent) + scale.down / 2, x(node), y(node));
  }
  for (const TreeNode& node : nodes) {
    const std::string label =
        node.parent < 0
            ? "clues"
            : absl::StrCat(
                  geometry.CellName(node.guess.cell), "=",
                  std::string(1, geometry.DigitChar(node.guess.digit)));
    const std::string implied =
        node.implied > 0 ? absl::StrCat("+", node.implied) : "";
    absl::StrAppendFormat(
        &svg,
        "<circle class=\"%s\" cx=\"%.1f\" cy=\"%d\" r=\"%d\"><title>%s %s"
        "</title></circle>\n",
        node.is_solution   ? "solution"
        : node.is_dead_end ? "dead"
        : node.parent < 0  ? "root"
                           : "node",
        x(node), y(node), scale.radius, label, implied);
    if (!scale.has_labels) continue;
    absl::StrAppendFormat(
        &svg, "<text class=\"text\" x=\"%.1f\" y=\"%d\">%s</text>\n", x(node),
        y(node) - 12, label);
    if (!implied.empty()) {
      absl::StrAppendFormat(
          &svg, "<text class=\"faint\" x=\"%.1f\" y=\"%d\">%s</text>\n",
          x(node), y(node) + 22, implied);
    }
  }
  return absl::StrCat(svg, "</svg>\n");
}

}  // namespace sudoku
