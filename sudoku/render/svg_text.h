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

}  // namespace sudoku

#endif  // SUDOKU_RENDER_SVG_TEXT_H_
