#ifndef SUDOKU_RENDER_SVG_TEXT_H_
#define SUDOKU_RENDER_SVG_TEXT_H_

// What all SVG pictures need.

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/io/text.h"

namespace sudoku {

// The opening tag of a picture of that size, with its title and a white ground.
inline std::string SvgBegin(int width, int height, absl::string_view title) {
  std::string svg = absl::StrCat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width,
      "\" height=\"", height, "\" viewBox=\"0 0 ", width, " ", height,
      "\" font-family=\"Helvetica, Arial, sans-serif\">\n");
  if (!title.empty()) {
    absl::StrAppend(&svg, "<title>", dlx::io::XmlText(title), "</title>\n");
  }
  absl::StrAppend(&svg,
                  "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n");
  return svg;
}

// The opening tag of a picture for readers of the light and of the dark, with
// its title, its style and a ground. `attributes` are further ones of the tag;
// `light` and `dark` are rules of CSS, besides those of the ground.
inline std::string SvgBeginLightAndDark(int width, int height,
                                        absl::string_view attributes,
                                        absl::string_view title,
                                        absl::string_view light,
                                        absl::string_view dark) {
  std::string svg = absl::StrCat(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"", width,
      "\" height=\"", height, "\" viewBox=\"0 0 ", width, " ", height,
      "\" font-family=\"Helvetica, Arial, sans-serif\" ", attributes, ">\n");
  if (!title.empty()) {
    absl::StrAppend(&svg, "<title>", dlx::io::XmlText(title), "</title>\n");
  }
  absl::StrAppend(&svg, "<style>\n.ground{fill:#fff}", light,
                  "@media (prefers-color-scheme:dark){\n"
                  ".ground{fill:#17171b}",
                  dark, "}\n</style>\n",
                  "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n");
  return svg;
}

}  // namespace sudoku

#endif  // SUDOKU_RENDER_SVG_TEXT_H_
