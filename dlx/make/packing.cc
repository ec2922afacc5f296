#include "dlx/make/packing.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/names.h"
#include "dlx/make/placements.h"
#include "dlx/make/symmetry_breaking.h"

namespace dlx::make {
namespace {

absl::Status CheckParams(const PackingParams& params) {
  const auto is_flat = [](const Shape& shape) {
    return std::all_of(shape.begin(), shape.end(),
                       [](const Cell& cell) { return cell.layer == 0; });
  };
  if (!params.space &&
      (!is_flat(params.board.cells) || !is_flat(params.board.optional_cells))) {
    return absl::InvalidArgumentError(
        "the board has several layers, but polyominoes lie in the plane");
  }
  absl::flat_hash_set<std::string> names;
  for (const Piece& piece : params.pieces) {
    if (piece.shape.empty()) {
      return absl::InvalidArgumentError(
          absl::StrCat("the piece '", piece.name, "' has no cells"));
    }
    if (!params.space && !is_flat(piece.shape)) {
      return absl::InvalidArgumentError(
          absl::StrCat("the piece '", piece.name,
                       "' has several layers, but polyominoes lie in the "
                       "plane"));
    }
    if (!names.insert(piece.name).second) {
      return absl::InvalidArgumentError(
          absl::StrCat("there are two pieces '", piece.name, "'"));
    }
  }
  return absl::OkStatus();
}

// The piece's item, or nothing if it needs none.
std::optional<ItemId> AddPieceItem(const Piece& piece, size_t cell_count,
                                   ProblemBuilder& builder) {
  auto [low, high] = piece.copies;
  if (low == 0 && high == Copies::kUnlimited) return std::nullopt;
  if (low == 0 && high == 1) return builder.AddSecondary(piece.name);
  if (high == Copies::kUnlimited) {
    // There is no room for more than this.
    high =
        std::max(low, static_cast<uint32_t>(cell_count / piece.shape.size()));
  }
  return builder.AddPrimary(piece.name, {low, high});
}

std::vector<ItemId> AddCellItems(const NumberedBoard& board,
                                 const PackingParams& params,
                                 ProblemBuilder& builder) {
  int bound = 0;
  for (const Cell& cell : board.cells) {
    bound = std::max({bound, cell.layer + 1, cell.row + 1, cell.column + 1});
  }
  std::vector<ItemId> items;
  for (size_t k = 0; k < board.cells.size(); ++k) {
    const auto& [layer, row, column] = board.cells[k];
    const std::string name = params.space
                                 ? IndexedName("", {layer, row, column}, bound)
                                 : IndexedName("", {row, column}, bound);
    items.push_back(params.allow_gaps || board.is_optional[k]
                        ? builder.AddSecondary(name)
                        : builder.AddPrimary(name));
  }
  return items;
}

}  // namespace

absl::StatusOr<Problem> MakePacking(const PackingParams& params) {
  if (absl::Status status = CheckParams(params); !status.ok()) return status;
  std::vector<Piece> pieces;
  for (const Piece& piece : params.pieces) {
    if (piece.copies.high > 0) pieces.push_back(piece);
  }
  const NumberedBoard board(params.board);
  const absl::StatusOr<std::vector<Placement>> placements =
      FindPlacements(board, pieces, Motions(params.freedom, params.space));
  if (!placements.ok()) return placements.status();
  BrokenSymmetry symmetry;
  if (params.break_symmetry) {
    absl::StatusOr<BrokenSymmetry> broken =
        BreakSymmetry(board, pieces, *placements, params.space);
    if (!broken.ok()) return broken.status();
    symmetry = *std::move(broken);
  }

  ProblemBuilder builder;
  std::vector<std::optional<ItemId>> piece_items;
  for (const Piece& piece : pieces) {
    piece_items.push_back(AddPieceItem(piece, board.cells.size(), builder));
  }
  const std::vector<ItemId> cell_items = AddCellItems(board, params, builder);
  std::vector<ItemId> exclusion_items;
  for (int k = 0; k < symmetry.exclusion_count; ++k) {
    exclusion_items.push_back(
        builder.AddSecondary(absl::StrCat("symmetry", k)));
  }
  for (size_t i = 0; i < placements->size(); ++i) {
    if (params.break_symmetry && !symmetry.keep[i]) continue;
    const Placement& placement = (*placements)[i];
    std::vector<ItemUse> uses;
    if (piece_items[placement.piece].has_value()) {
      uses.push_back(*piece_items[placement.piece]);
    }
    for (int cell : placement.cells) uses.push_back(cell_items[cell]);
    if (params.break_symmetry) {
      for (int exclusion : symmetry.exclusions[i]) {
        uses.push_back(exclusion_items[exclusion]);
      }
    }
    builder.AddOption(uses);
  }
  return std::move(builder).Build();
}

}  // namespace dlx::make
