#include "sudoku/render/dark_colors.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace sudoku {

namespace {

struct ColorPair {
  absl::string_view light;
  absl::string_view dark;
};

constexpr ColorPair kDarkColors[] = {
    // The ground, lines and texts.
    {"#fff", "#17171b"},
    {"#999", "#5b5b66"},
    {"#777", "#a0a0ac"},
    {"#555", "#a0a0ac"},
    {"#222", "#e8e8ee"},
    {"#111", "#e8e8ee"},
    // Digits, and the kinds of items.
    {"#1a5fb4", "#78aeff"},
    {"#9141ac", "#dc8add"},
    {"#c01c28", "#ff7b84"},
    {"#26803a", "#6cc98a"},
    {"#b35900", "#f0a35a"},
    // Marked candidates on their discs.
    {"#0b5a2a", "#c6f2d0"},
    {"#b9ecc5", "#1f5c34"},
    // Cells where something happens, diagonals, regions, groups of cells.
    {"#ffe8b0", "#4a3b12"},
    {"#f6e7c1", "#3d3520"},
    {"#dbe7f5", "#22303f"},
    {"#cfe3fb", "#1e3a5c"},
    {"#d3f0d6", "#1f4328"},
    {"#fbe3c2", "#50391a"},
};

}  // namespace

std::string DarkColorRules(dlx::StringView svg) {
  std::string rules;
  for (const ColorPair& color : kDarkColors) {
    for (const absl::string_view attribute : {"fill", "stroke"}) {
      const std::string use = absl::StrCat(attribute, "=\"", color.light, "\"");
      if (!absl::StrContains(svg, absl::StrCat(" ", use))) continue;
      absl::StrAppend(&rules, "[", use, "]{", attribute, ":", color.dark,
                      "}\n");
    }
  }
  return absl::StrCat("@media (prefers-color-scheme:dark){\n", rules, "}");
}

std::string ForLightAndDark(std::string svg) {
  const size_t end_of_tag = svg.find('>', svg.find("<svg")) + 1;
  svg.insert(end_of_tag,
             absl::StrCat("\n<style>:root{max-width:100%;height:auto}\n",
                          DarkColorRules(svg), "</style>"));
  return svg;
}

}  // namespace sudoku
