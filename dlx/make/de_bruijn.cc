#include "dlx/make/de_bruijn.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dlx/make/names.h"
#include "dlx/make/size_limit.h"

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

  ProblemBuilder builder;
  // A cycle's places have one coordinate, a torus's two.
  const auto place_name = [&, rows = rows, columns = columns](
                              absl::string_view prefix, int place) {
    return rows == 1 ? absl::StrCat(prefix, place)
                     : IndexedName(prefix, {place / columns, place % columns},
                                   std::max(rows, columns));
  };
  std::vector<ItemId> place_items, pattern_items, letter_items;
  for (int place = 0; place < patterns; ++place) {
    place_items.push_back(builder.AddPrimary(place_name("t", place)));
  }
  // The digits of its number are the letters of a pattern.
  std::vector<std::vector<int>> pattern_letters(patterns);
  for (int pattern = 0; pattern < patterns; ++pattern) {
    std::vector<int>& digits = pattern_letters[pattern];
    for (int k = 0, rest = pattern; k < cells; ++k, rest /= letters) {
      digits.insert(digits.begin(), rest % letters);
    }
    pattern_items.push_back(
        builder.AddPrimary(IndexedName("w", digits, letters)));
  }
  for (int place = 0; place < patterns; ++place) {
    letter_items.push_back(builder.AddSecondary(place_name("x", place)));
  }
  std::vector<ColorId> colors;
  for (int letter = 0; letter < letters; ++letter) {
    colors.push_back(builder.AddColor(IndexedName("", {letter}, letters)));
  }

  for (int place = 0; place < patterns; ++place) {
    for (int pattern = 0; pattern < patterns; ++pattern) {
      if (fix_start && place == 0 && pattern != 0) continue;
      std::vector<ItemUse> uses = {place_items[place], pattern_items[pattern]};
      for (int cell = 0; cell < cells; ++cell) {
        const int row = (place / columns + cell / window_columns) % rows;
        const int column = (place + cell % window_columns) % columns;
        uses.push_back({letter_items[row * columns + column],
                        colors[pattern_letters[pattern][cell]]});
      }
      builder.AddOption(uses);
    }
  }
  return std::move(builder).Build();
}

}  // namespace dlx::make
