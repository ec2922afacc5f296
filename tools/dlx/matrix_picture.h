#ifndef TOOLS_DLX_MATRIX_PICTURE_H_
#define TOOLS_DLX_MATRIX_PICTURE_H_

// A small problem as articles print it: a line for each option, a column for
// each item, a mark where an option has an item. The same description serves
// for text and for SVG.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "dlx/problem.h"
#include "tools/dlx/option_names.h"

namespace dlx::tool {

struct MatrixPicture {
  enum class Mark { kNone, kLinked, kUnlinked };

  std::vector<std::string> items;        // Their names.
  std::vector<std::string> options;      // Their names.
  std::vector<std::vector<Mark>> marks;  // By option and item.
  std::vector<bool> covered;             // By item.
  std::vector<bool> chosen;              // By option.
  // By item, how many options it has left, written below its name; empty if
  // they are not shown.
  std::vector<int> lengths;
  // What something happens to just now, or -1.
  int active_item = -1;
  int active_option = -1;
};

// With these options chosen: their items are covered, and the other options
// that have one of them are unlinked.
MatrixPicture PictureOfOptions(const Problem& problem, const OptionNames& names,
                               const std::vector<OptionId>& chosen);

// Names of items stand above, those that are covered in ( ); "1" is a mark, "-"
// one that is unlinked; chosen options have a "*" before them. What is active
// stands between "<" and ">".
std::string DrawMatrix(const MatrixPicture& picture);

// In the colours of the reader's choice, light or dark.
std::string MatrixSvg(const MatrixPicture& picture, absl::string_view title);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_MATRIX_PICTURE_H_
