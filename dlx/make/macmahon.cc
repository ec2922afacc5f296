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
#include "dlx/make/board.h"
#include "dlx/make/generators.h"

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

// What is wrong with the number of colours, or the border's.
absl::Status CheckColors(const MacMahonParams& params) {
  const int colors = params.colors;
  if (colors < 1 || colors > 26) {
    return absl::InvalidArgumentError(
        absl::StrCat("MacMahon's squares have 1 to 26 colours, not ", colors));
  }
  if (params.border.has_value() &&
      (*params.border < 'a' || *params.border >= 'a' + colors)) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "the border has one of the colours a to %c", 'a' + colors - 1));
  }
  const double count =
      (double{1} * colors * colors * (colors * colors + 1) + 2.0 * colors) / 4;
  return CheckSize(absl::StrCat("the problem of MacMahon's squares with ",
                                colors, " colours"),
                   count * 4 * 6 * count);
}

// The items, and the colours. Places are numbered row by row; what a place does
// not have, because it is at the edge of the board, is std::nullopt.
struct Items {
  std::vector<ItemId> places;
  std::vector<ItemId> squares;
  std::vector<std::optional<ItemId>> edges_above;
  std::vector<std::optional<ItemId>> edges_left;
  std::vector<ColorId> colors;
};

Items AddItems(const MacMahonParams& params, const std::vector<Square>& squares,
               ProblemBuilder& builder) {
  const int bound = std::max(params.rows, params.columns);
  Items items;
  for (int r = 0; r < params.rows; ++r) {
    for (int c = 0; c < params.columns; ++c) {
      items.places.push_back(
          builder.AddPrimary(IndexedName("p", {r, c}, bound)));
    }
  }
  for (const Square& square : squares) {
    items.squares.push_back(builder.AddPrimary(absl::StrCat("T", square)));
  }
  const auto add_edges = [&](absl::string_view prefix, int first_row,
                             int first_column) {
    std::vector<std::optional<ItemId>> edges(items.places.size());
    for (int r = first_row; r < params.rows; ++r) {
      for (int c = first_column; c < params.columns; ++c) {
        edges[r * params.columns + c] =
            builder.AddSecondary(IndexedName(prefix, {r, c}, bound));
      }
    }
    return edges;
  };
  items.edges_above = add_edges("h", 1, 0);
  items.edges_left = add_edges("v", 0, 1);
  for (int color = 0; color < params.colors; ++color) {
    items.colors.push_back(
        builder.AddColor(std::string(1, static_cast<char>('a' + color))));
  }
  return items;
}

// The edges of a place, in the order of a Square.
std::array<std::optional<ItemId>, 4> EdgesOf(int place,
                                             const MacMahonParams& params,
                                             const Items& items) {
  const int columns = params.columns;
  const bool is_last = (place + 1) % columns == 0;
  const bool is_lowest = place + columns >= params.rows * columns;
  return {items.edges_above[place],
          is_last ? std::nullopt : items.edges_left[place + 1],
          is_lowest ? std::nullopt : items.edges_above[place + columns],
          items.edges_left[place]};
}

}  // namespace

absl::StatusOr<Problem> MakeMacMahon(const MacMahonParams& params) {
  const auto& [rows, columns, colors, border] = params;
  if (absl::Status status = CheckColors(params); !status.ok()) return status;
  const std::vector<Square> squares = AllSquares(colors);
  if (rows < 1 || columns < 1 ||
      double{1} * rows * columns != static_cast<double>(squares.size())) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "with %d colours there are %d squares; they do not fill a board of %d "
        "x %d",
        colors, squares.size(), rows, columns));
  }

  ProblemBuilder builder;
  const Items items = AddItems(params, squares, builder);
  for (int place = 0; place < rows * columns; ++place) {
    const auto edges = EdgesOf(place, params, items);
    for (size_t k = 0; k < squares.size(); ++k) {
      for (const Square& square : Orientations(squares[k])) {
        std::vector<ItemUse> uses = {items.places[place], items.squares[k]};
        bool fits = true;
        for (int side = 0; side < 4; ++side) {
          if (edges[side].has_value()) {
            uses.push_back({*edges[side], items.colors[square[side] - 'a']});
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

namespace {

absl::StatusOr<Problem> MacMahonFrom(const Arguments& arguments) {
  const std::string& border = arguments.Text("border");
  if (border.size() > 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("--border is a letter, not '", border, "'"));
  }
  const absl::StatusOr<PlaneSize> size =
      ParsePlaneSize(arguments.Text("board"));
  if (!size.ok()) return size.status();
  return MakeMacMahon(
      {.rows = size->rows,
       .columns = size->columns,
       .colors = arguments.Number("colors"),
       .border = border.empty() ? std::nullopt : std::optional(border[0])});
}

}  // namespace

namespace {

// Where squares of one colour stay, such as "Taaaa", so do the colours.
std::string OneColored(StringView item) {
  const bool is_one_colored = item.size() == 5 && item[0] == 'T' &&
                              item[1] == item[2] && item[1] == item[3] &&
                              item[1] == item[4];
  return is_one_colored ? std::string(item) : "";
}

}  // namespace

std::vector<Generator> MacMahonGenerators() {
  return {
      {.name = "macmahon",
       .summary = "Squares with coloured edges that must match",
       .parameters = {PositionalSize("board", "its rows and columns", "4x6"),
                      Number("colors", "of the edges: a, b, ...", "3"),
                      Text("border", "the colour of the edge of the board")},
       .example = "macmahon 4x6 --border=a",
       .make = MacMahonFrom,
       .symmetries = {{"board", OneColored}, {"colors", KindsButFor<'p'>}}},
  };
}

}  // namespace dlx::make
