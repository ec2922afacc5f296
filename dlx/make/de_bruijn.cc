#include "dlx/make/de_bruijn.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dlx/make/board.h"
#include "dlx/make/generators.h"

namespace dlx::make {
namespace {

// What is wrong with the sizes common to both problems.
absl::Status CheckWindow(int cells, int letters) {
  if (letters < 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("the alphabet has 2 or more letters, not ", letters));
  }
  const double patterns = std::pow(letters, cells);
  return CheckSize(absl::StrCat("the problem of all patterns of ", cells,
                                " out of ", letters, " letters"),
                   patterns * patterns * (cells + 2));
}

absl::Status CheckTorus(const DeBruijnTorusParams& params) {
  const auto& [rows, columns, window_rows, window_columns, letters, fix_start] =
      params;
  if (window_rows < 1 || window_columns < 1 || rows < window_rows ||
      columns < window_columns) {
    return absl::InvalidArgumentError(
        absl::StrFormat("a window of %d x %d does not fit an array of %d x %d",
                        window_rows, window_columns, rows, columns));
  }
  if (window_rows > 64 / window_columns) {
    return absl::ResourceExhaustedError(
        "a window has at most 64 places, for there are too many patterns");
  }
  const int cells = window_rows * window_columns;
  if (absl::Status status = CheckWindow(cells, letters); !status.ok()) {
    return status;
  }
  const int patterns = static_cast<int>(std::pow(letters, cells));
  if (double{1} * rows * columns != patterns) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "there are %d patterns, but an array of %d x %d has room for %.0f",
        patterns, rows, columns, double{1} * rows * columns));
  }
  return absl::OkStatus();
}

// The letters of all the patterns of a window, in lexicographic order.
std::vector<std::vector<int>> AllPatterns(int cells, int letters) {
  std::vector<std::vector<int>> patterns(
      static_cast<int>(std::pow(letters, cells)), std::vector<int>(cells));
  for (size_t pattern = 0; pattern < patterns.size(); ++pattern) {
    // They are the digits of its number.
    size_t rest = pattern;
    for (int k = cells - 1; k >= 0; --k, rest /= letters) {
      patterns[pattern][k] = static_cast<int>(rest % letters);
    }
  }
  return patterns;
}

}  // namespace

absl::StatusOr<Problem> MakeDeBruijn(const DeBruijnParams& params) {
  if (params.length < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("the words of a de Bruijn cycle have length 1 or more, "
                     "not ",
                     params.length));
  }
  if (absl::Status status = CheckWindow(params.length, params.letters);
      !status.ok()) {
    return status;
  }
  return MakeDeBruijnTorus(
      {.rows = 1,
       .columns = static_cast<int>(std::pow(params.letters, params.length)),
       .window_rows = 1,
       .window_columns = params.length,
       .letters = params.letters,
       .fix_start = params.fix_start});
}

absl::StatusOr<Problem> MakeDeBruijnTorus(const DeBruijnTorusParams& params) {
  if (absl::Status status = CheckTorus(params); !status.ok()) return status;
  const int rows = params.rows;
  const int columns = params.columns;
  const int cells = params.window_rows * params.window_columns;
  const std::vector<std::vector<int>> patterns =
      AllPatterns(cells, params.letters);
  const int places = static_cast<int>(patterns.size());

  ProblemBuilder builder;
  // A cycle's places have one coordinate, a torus's two.
  const auto place_name = [&](absl::string_view prefix, int place) {
    return rows == 1 ? absl::StrCat(prefix, place)
                     : IndexedName(prefix, {place / columns, place % columns},
                                   std::max(rows, columns));
  };
  std::vector<ItemId> place_items, pattern_items, letter_items;
  for (int place = 0; place < places; ++place) {
    place_items.push_back(builder.AddPrimary(place_name("t", place)));
  }
  for (const std::vector<int>& pattern : patterns) {
    pattern_items.push_back(
        builder.AddPrimary(IndexedName("w", pattern, params.letters)));
  }
  for (int place = 0; place < places; ++place) {
    letter_items.push_back(builder.AddSecondary(place_name("x", place)));
  }
  std::vector<ColorId> colors;
  for (int letter = 0; letter < params.letters; ++letter) {
    colors.push_back(
        builder.AddColor(IndexedName("", {letter}, params.letters)));
  }

  for (int place = 0; place < places; ++place) {
    for (size_t pattern = 0; pattern < patterns.size(); ++pattern) {
      if (params.fix_start && place == 0 && pattern != 0) continue;
      std::vector<ItemUse> uses = {place_items[place], pattern_items[pattern]};
      for (int cell = 0; cell < cells; ++cell) {
        const int row = (place / columns + cell / params.window_columns) % rows;
        const int column = (place + cell % params.window_columns) % columns;
        uses.push_back({letter_items[row * columns + column],
                        colors[patterns[pattern][cell]]});
      }
      builder.AddOption(uses);
    }
  }
  return std::move(builder).Build();
}

namespace {

absl::StatusOr<Problem> DeBruijnTorusFrom(const Arguments& arguments) {
  const absl::StatusOr<PlaneSize> size = ParsePlaneSize(arguments.Text("size"));
  if (!size.ok()) return size.status();
  return MakeDeBruijnTorus(
      {.rows = size->rows,
       .columns = size->columns,
       .window_rows = arguments.Number("window-rows"),
       .window_columns = arguments.Number("window-columns"),
       .letters = arguments.Number("letters"),
       .fix_start = arguments.Flag("fix-start")});
}

}  // namespace

std::vector<Generator> DeBruijnGenerators() {
  return {
      {.name = "de-bruijn",
       .summary = "Cyclic sequences with every word of a length exactly once",
       .parameters = {Positional("length", "of the words"),
                      Number("letters", "of the alphabet", "2"),
                      Flag("fix-start", "the word of zeros comes first")},
       .example = "de-bruijn 4 --fix-start",
       .make =
           [](const Arguments& arguments) {
             return MakeDeBruijn({.length = arguments.Number("length"),
                                  .letters = arguments.Number("letters"),
                                  .fix_start = arguments.Flag("fix-start")});
           }},
      {.name = "de-bruijn-torus",
       .summary = "Cyclic arrays with every pattern of a size exactly once",
       .parameters = {PositionalSize("size", "of the array, such as 4x4"),
                      Number("window-rows", "of a pattern", "2"),
                      Number("window-columns", "of a pattern", "2"),
                      Number("letters", "of the alphabet", "2"),
                      Flag("fix-start", "the pattern of zeros comes first")},
       .example = "de-bruijn-torus 4x4",
       .make = DeBruijnTorusFrom},
  };
}

}  // namespace dlx::make
