#include "dlx/make/macmahon.h"

#include <algorithm>
#include <array>
#include <set>
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

// The letters of its top, right, bottom and left edge.
using Square = std::string;

Square Rotated(Square square) {
  std::rotate(square.begin(), square.begin() + 1, square.end());
  return square;
}

// All different rotations of the square.
std::set<Square> Orientations(const Square& square) {
  std::set<Square> orientations;
  Square turned = square;
  for (int k = 0; k < 4; ++k) {
    orientations.insert(turned);
    turned = Rotated(turned);
  }
  return orientations;
}

// All squares, each in its least orientation.
std::vector<Square> AllSquares(int colors) {
  std::vector<Square> squares;
  for (int code = 0; code < colors * colors * colors * colors; ++code) {
    Square square;
    for (int k = 0, rest = code; k < 4; ++k, rest /= colors) {
      square.insert(square.begin(), static_cast<char>('a' + rest % colors));
    }
    if (square == *Orientations(square).begin()) squares.push_back(square);
  }
  return squares;
}

}  // namespace

absl::StatusOr<Problem> MakeMacMahon(const MacMahonParams& params) {
  const auto& [rows, columns, colors, border] = params;
  if (colors < 1 || colors > 26) {
    return absl::InvalidArgumentError(
        absl::StrCat("MacMahon's squares have 1 to 26 colours, not ", colors));
  }
  if (border.has_value() && (*border < 'a' || *border >= 'a' + colors)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the border has one of the colours a to %c", 'a' + colors - 1));
  }
  const double count =
      (double{1} * colors * colors * (colors * colors + 1) + 2.0 * colors) / 4;
  if (absl::Status status =
          CheckSize(absl::StrCat("the problem of MacMahon's squares with ",
                                 colors, " colours"),
                    count * 4 * 6 * count);
      !status.ok()) {
    return status;
  }
  const std::vector<Square> squares = AllSquares(colors);
  if (rows < 1 || columns < 1 ||
      double{1} * rows * columns != static_cast<double>(squares.size())) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "with %d colours there are %d squares; they do not fill a board of %d "
        "x %d",
        colors, squares.size(), rows, columns));
  }

  ProblemBuilder builder;
  const int bound = std::max(rows, columns);
  std::vector<ItemId> places, square_items;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      places.push_back(builder.AddPrimary(IndexedName("p", {r, c}, bound)));
    }
  }
  for (const Square& square : squares) {
    square_items.push_back(builder.AddPrimary(absl::StrCat("T", square)));
  }
  // The edges above and to the left of a place. Those at the top and the left
  // of the board are never used, but keep the numbering simple.
  std::vector<ItemId> above(rows * columns), left(rows * columns);
  for (int r = 1; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) {
      above[r * columns + c] =
          builder.AddSecondary(IndexedName("h", {r, c}, bound));
    }
  }
  for (int r = 0; r < rows; ++r) {
    for (int c = 1; c < columns; ++c) {
      left[r * columns + c] =
          builder.AddSecondary(IndexedName("v", {r, c}, bound));
    }
  }
  std::vector<ColorId> color_ids;
  for (int color = 0; color < colors; ++color) {
    color_ids.push_back(
        builder.AddColor(std::string(1, static_cast<char>('a' + color))));
  }

  struct Edge {
    bool is_inside;
    ItemId item;
  };
  for (int place = 0; place < rows * columns; ++place) {
    const int r = place / columns;
    const int c = place % columns;
    const auto edge = [](bool is_inside, const std::vector<ItemId>& items,
                         int index) {
      return Edge{is_inside, is_inside ? items[index] : ItemId()};
    };
    // In the order of a Square.
    const std::array<Edge, 4> edges = {
        edge(r > 0, above, place), edge(c + 1 < columns, left, place + 1),
        edge(r + 1 < rows, above, place + columns), edge(c > 0, left, place)};
    for (size_t k = 0; k < squares.size(); ++k) {
      for (const Square& square : Orientations(squares[k])) {
        std::vector<ItemUse> uses = {places[place], square_items[k]};
        bool fits = true;
        for (int side = 0; side < 4; ++side) {
          if (edges[side].is_inside) {
            uses.push_back({edges[side].item, color_ids[square[side] - 'a']});
          } else if (border.has_value()) {
            fits = fits && square[side] == *border;
          }
        }
        if (fits) builder.AddOption(uses);
      }
    }
  }
  return std::move(builder).Build();
}

}  // namespace dlx::make
