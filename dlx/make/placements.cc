#include "dlx/make/placements.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "dlx/make/size_limit.h"

namespace dlx::make {
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
