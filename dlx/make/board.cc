#include "dlx/make/board.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "dlx/make/generators.h"

namespace dlx::make {
namespace {

// Layers, rows and columns.
using Triple = std::array<int, 3>;

// Two or three numbers; the first of three is 0 if there are only two. Says in
// `dimension` how many they were.
std::optional<Triple> ParseNumbers(absl::string_view text, char separator,
                                   int& dimension) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, separator);
  dimension = static_cast<int>(parts.size());
  if (dimension < 2 || dimension > 3) return std::nullopt;
  Triple numbers = {};
  for (int k = 0; k < dimension; ++k) {
    int& number = numbers[3 - dimension + k];
    if (!absl::SimpleAtoi(parts[k], &number) || number < 0) return std::nullopt;
  }
  return numbers;
}

// The same for the size of something, with 1 layer if there are only two.
std::optional<Triple> ParseSize(absl::string_view text, int& dimension) {
  std::optional<Triple> size = ParseNumbers(text, 'x', dimension);
  if (size.has_value() && dimension == 2) (*size)[0] = 1;
  if (!size.has_value() || *std::min_element(size->begin(), size->end()) < 1) {
    return std::nullopt;
  }
  return size;
}

struct Hole {
  Triple begin;
  Triple end;

  bool Contains(const Cell& cell) const {
    const Triple place = {cell.layer, cell.row, cell.column};
    for (int k = 0; k < 3; ++k) {
      if (place[k] < begin[k] || place[k] >= end[k]) return false;
    }
    return true;
  }
};

absl::StatusOr<Hole> ParseHole(absl::string_view text, const Triple& board,
                               int board_dimension) {
  const size_t at = text.find('@');
  int dimension;
  const std::optional<Triple> size = ParseSize(text.substr(0, at), dimension);
  if (!size.has_value() || dimension != board_dimension) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a hole in this board is like ",
        board_dimension == 2 ? "2x2 or 2x2@0,7" : "1x1x1 or 1x1x1@0,0,7",
        ", not '", text, "'"));
  }
  std::optional<Triple> begin = Triple{};
  if (at != absl::string_view::npos) {
    begin = ParseNumbers(text.substr(at + 1), ',', dimension);
    if (!begin.has_value() || dimension != board_dimension) {
      return absl::InvalidArgumentError(
          absl::StrCat("the place of a hole is like ",
                       board_dimension == 2 ? "0,7" : "0,0,7", ", not '",
                       text.substr(at + 1), "'"));
    }
  }
  Hole hole;
  for (int k = 0; k < 3; ++k) {
    const int room = board[k] - (*size)[k];
    if (at == absl::string_view::npos) {
      if (room % 2 != 0) {
        return absl::InvalidArgumentError(
            absl::StrCat("a hole of ", text, " has no place in the exact ",
                         "centre of the board"));
      }
      (*begin)[k] = room / 2;
    }
    if (room < 0 || (*begin)[k] > room) {
      return absl::InvalidArgumentError(
          absl::StrCat("the hole ", text, " reaches beyond the board"));
    }
    hole.begin[k] = (*begin)[k];
    hole.end[k] = (*begin)[k] + (*size)[k];
  }
  return hole;
}

}  // namespace

absl::StatusOr<PlaneSize> ParsePlaneSize(StringView size) {
  int dimension;
  const std::optional<Triple> sides = ParseNumbers(size, 'x', dimension);
  if (!sides.has_value() || dimension != 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "rows and columns are expected, such as 6x10, not '", size, "'"));
  }
  return PlaneSize{.rows = (*sides)[1], .columns = (*sides)[2]};
}

absl::StatusOr<Board> RectangularBoard(StringView size, StringView holes) {
  int dimension;
  const std::optional<Triple> sides = ParseSize(size, dimension);
  if (!sides.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the size of a board is like 6x10 or 3x4x5, not '", size, "'"));
  }
  const auto& [layers, rows, columns] = *sides;
  if (absl::Status status = CheckSize(absl::StrCat("the board ", size),
                                      double{1} * layers * rows * columns);
      !status.ok()) {
    return status;
  }
  std::vector<Hole> cuts;
  if (!holes.empty()) {
    for (absl::string_view text : absl::StrSplit(holes, '+')) {
      absl::StatusOr<Hole> hole = ParseHole(text, *sides, dimension);
      if (!hole.ok()) return hole.status();
      cuts.push_back(*hole);
    }
  }
  Board board;
  for (int layer = 0; layer < layers; ++layer) {
    for (int row = 0; row < rows; ++row) {
      for (int column = 0; column < columns; ++column) {
        const Cell cell = {layer, row, column};
        if (std::none_of(cuts.begin(), cuts.end(), [&cell](const Hole& hole) {
              return hole.Contains(cell);
            })) {
          board.cells.push_back(cell);
        }
      }
    }
  }
  if (board.cells.empty()) {
    return absl::InvalidArgumentError("the holes leave nothing of the board");
  }
  return board;
}

namespace {

// A hashable form of a cell.
using Key = std::tuple<int, int, int>;

}  // namespace

NumberedBoard::NumberedBoard(const Board& board) {
  std::vector<std::pair<Cell, bool>> all;
  for (const Cell& cell : board.cells) all.emplace_back(cell, false);
  for (const Cell& cell : board.optional_cells) all.emplace_back(cell, true);
  std::sort(all.begin(), all.end());
  for (const auto& [cell, optional] : all) {
    cells.push_back(cell);
    is_optional.push_back(optional);
  }
}

absl::StatusOr<std::vector<Placement>> FindPlacements(
    const NumberedBoard& board, const std::vector<Piece>& pieces,
    const std::vector<Motion>& motions) {
  double uses = 0;
  std::vector<std::vector<Shape>> orientations;
  for (const Piece& piece : pieces) {
    assert(!piece.shape.empty());
    orientations.push_back(Orientations(piece.shape, motions));
    uses += double{1} * board.cells.size() * orientations.back().size() *
            (piece.shape.size() + 1);
  }
  if (absl::Status status = CheckSize("the packing problem", uses);
      !status.ok()) {
    return status;
  }

  absl::flat_hash_map<Key, int> numbers;
  for (const Cell& cell : board.cells) {
    numbers.emplace(Key(cell.layer, cell.row, cell.column),
                    static_cast<int>(numbers.size()));
  }
  std::vector<Placement> placements;
  for (size_t piece = 0; piece < pieces.size(); ++piece) {
    for (const Shape& shape : orientations[piece]) {
      // The least cell of the shape goes to each cell of the board.
      const Cell& least = shape.front();
      for (const Cell& origin : board.cells) {
        Placement placement = {.piece = static_cast<int>(piece), .cells = {}};
        for (const Cell& cell : shape) {
          const auto it =
              numbers.find(Key(cell.layer - least.layer + origin.layer,
                               cell.row - least.row + origin.row,
                               cell.column - least.column + origin.column));
          if (it == numbers.end()) break;
          placement.cells.push_back(it->second);
        }
        if (placement.cells.size() == shape.size()) {
          placements.push_back(std::move(placement));
        }
      }
    }
  }
  return placements;
}

}  // namespace dlx::make
