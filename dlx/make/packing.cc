#include "dlx/make/packing.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/board.h"
#include "dlx/make/generators.h"
#include "dlx/make/picture.h"
#include "dlx/make/pieces.h"
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

absl::StatusOr<Problem> MakeDominoes(const DominoesParams& params) {
  const int rows = params.rows;
  const int columns = params.columns;
  if (rows < 1 || columns < 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a board for dominoes has 1 or more rows and columns, not ", rows,
        " x ", columns));
  }
  if (absl::Status status =
          CheckSize(absl::StrCat("the problem of dominoes on a ", rows, " x ",
                                 columns, " board"),
                    4.0 * rows * columns);
      !status.ok()) {
    return status;
  }
  const int last = rows * columns - 1;
  if (params.mutilated && last < 2) {
    return absl::InvalidArgumentError(
        "a mutilated board needs more than 2 cells to begin with");
  }

  ProblemBuilder builder;
  std::vector<std::optional<ItemId>> cells(last + 1);
  for (int cell = 0; cell <= last; ++cell) {
    if (params.mutilated && (cell == 0 || cell == last)) continue;
    cells[cell] = builder.AddPrimary(IndexedName(
        "", {cell / columns, cell % columns}, std::max(rows, columns)));
  }
  const auto add_option = [&](int cell1, int cell2) {
    if (cells[cell1].has_value() && cells[cell2].has_value()) {
      builder.AddOption({*cells[cell1], *cells[cell2]});
    }
  };
  for (int cell = 0; cell <= last; ++cell) {
    if ((cell + 1) % columns != 0) add_option(cell, cell + 1);
    if (cell + columns <= last) add_option(cell, cell + columns);
  }
  return std::move(builder).Build();
}

namespace {

constexpr absl::string_view kPictureHelp =
    R"(Sets of pieces are monomino, domino, trominoes, tetrominoes, pentominoes,
hexominoes, heptominoes, octominoes, the same after 'one-sided-' (with the
mirror images of pieces that may not be turned over), and in space soma,
conway (thirteen 1x2x4, three 1x1x3, 2x2x2 and 1x2x2, for 5x5x5) and
slothouber-graatsma (six 1x2x2 and three 1x1x1, for 3x3x3).

A board is drawn with '#' for a cell that must be covered, '?' for one that may
be covered, '.' for none; a line of '-' separates the layers of a solid one.
Pieces are drawn likewise, each after a line with its name and perhaps the
number of copies, such as 'piece L 2' or 'piece L 0:3'. Lines that begin with
'|' are comments.)";

absl::StatusOr<Board> BoardFrom(const Arguments& arguments) {
  const std::string& size = arguments.Text("board");
  if (size.empty() != arguments.Has("board-file")) {
    return absl::InvalidArgumentError(
        "say either the size of the BOARD or --board-file=FILE");
  }
  if (!arguments.Has("board-file")) {
    return RectangularBoard(size, arguments.Text("holes"));
  }
  if (!arguments.Text("holes").empty()) {
    return absl::InvalidArgumentError(
        "--holes are for rectangular boards; in a file, draw them");
  }
  const InputFile& file = arguments.File("board-file");
  absl::StatusOr<Board> board = ParseBoard(file.content);
  if (!board.ok()) return InFile(file, board.status());
  return board;
}

absl::StatusOr<std::vector<Piece>> PiecesFrom(
    const Arguments& arguments, absl::string_view default_pieces) {
  const std::string& names = arguments.Text("pieces");
  if (!arguments.Has("piece-file")) {
    return NamedPieces(names.empty() ? default_pieces : names);
  }
  if (!names.empty()) {
    return absl::InvalidArgumentError(
        "say either --pieces=TEXT or --piece-file=FILE");
  }
  const InputFile& file = arguments.File("piece-file");
  absl::StatusOr<std::vector<Piece>> pieces = ParsePieces(file.content);
  if (!pieces.ok()) return InFile(file, pieces.status());
  return pieces;
}

absl::StatusOr<Problem> PackingFrom(const Arguments& arguments, bool space,
                                    absl::string_view default_pieces) {
  absl::StatusOr<Board> board = BoardFrom(arguments);
  if (!board.ok()) return board.status();
  absl::StatusOr<std::vector<Piece>> pieces =
      PiecesFrom(arguments, default_pieces);
  if (!pieces.ok()) return pieces.status();
  if (const std::string& copies = arguments.Text("copies"); !copies.empty()) {
    if (absl::Status status = SetCopies(copies, *pieces); !status.ok()) {
      return status;
    }
  }
  return MakePacking({.board = *std::move(board),
                      .pieces = *std::move(pieces),
                      .space = space,
                      .freedom = !arguments.Flag("rotations") ? Freedom::kFixed
                                 : arguments.Flag("reflections")
                                     ? Freedom::kRotateAndReflect
                                     : Freedom::kRotate,
                      .allow_gaps = arguments.Flag("gaps"),
                      .break_symmetry = arguments.Flag("break-symmetry")});
}

absl::StatusOr<Problem> PolycubesFrom(const Arguments& arguments) {
  return PackingFrom(arguments, /*space=*/true, "soma");
}

absl::StatusOr<Problem> PolyominoesFrom(const Arguments& arguments) {
  return PackingFrom(arguments, /*space=*/false, "pentominoes");
}

std::vector<Parameter> PackingParameters(absl::string_view board_help,
                                         absl::string_view holes_help,
                                         absl::string_view pieces_help,
                                         Parameter reflections) {
  return {
      PositionalSize("board", board_help, ""),
      Text("holes", holes_help),
      File("board-file", "a drawing of the board, instead of its size"),
      Text("pieces", pieces_help),
      File("piece-file", "drawings of pieces, instead of named ones"),
      Text("copies", "of all pieces, such as 2 or '*', or of some: I=2,X=0:3"),
      NoFlag("rotations", "pieces may not be turned, nor reflected"),
      std::move(reflections),
      Flag("gaps", "no cell of the board need be covered"),
      Flag("break-symmetry", "each packing once, not once for each symmetry"),
  };
}

absl::StatusOr<Problem> PentominoesFrom(const Arguments& arguments) {
  absl::StatusOr<Board> board =
      RectangularBoard(arguments.Text("board"), arguments.Text("holes"));
  if (!board.ok()) return board.status();
  return MakePacking({.board = *std::move(board),
                      .pieces = *NamedPieces("pentominoes"),
                      .break_symmetry = arguments.Flag("break-symmetry")});
}

absl::StatusOr<Problem> SomaFrom(const Arguments& arguments) {
  return MakePacking({.board = *RectangularBoard("3x3x3"),
                      .pieces = *NamedPieces("soma"),
                      .space = true,
                      .freedom = Freedom::kRotate,
                      .break_symmetry = arguments.Flag("break-symmetry")});
}

absl::StatusOr<Problem> DominoesFrom(const Arguments& arguments) {
  const absl::StatusOr<PlaneSize> size =
      ParsePlaneSize(arguments.Text("board"));
  if (!size.ok()) return size.status();
  return MakeDominoes({.rows = size->rows,
                       .columns = size->columns,
                       .mutilated = arguments.Flag("mutilated")});
}

}  // namespace

namespace {

bool IsCell(StringView item) {
  return item.find_first_not_of("0123456789abcdefghijklmnopqrstuvwxyz.") ==
         StringView::npos;
}

std::string PieceOf(StringView item) {
  return IsCell(item) ? "" : std::string(item);
}

std::string CellOf(StringView item) {
  return IsCell(item) ? std::string(item) : "";
}

}  // namespace

std::vector<Generator> PackingGenerators() {
  // Each piece stays what it is; or each cell.
  const std::vector<NamedSymmetries> symmetries = {{"board", PieceOf},
                                                   {"pieces", CellOf}};
  const Parameter break_symmetry =
      Flag("break-symmetry", "each packing once, not once for each symmetry");
  return {
      {.name = "dominoes",
       .summary = "Coverings of a board by dominoes",
       .parameters = {PositionalSize("board",
                                     "its rows and columns, such as 8x8"),
                      Flag("mutilated", "without two opposite corners")},
       .example = "dominoes 8x8",
       .make = DominoesFrom,
       .symmetries = symmetries},
      {.name = "pentominoes",
       .summary = "Packings of a board by the twelve pentominoes",
       .parameters = {PositionalSize("board", "its rows and columns", "6x10"),
                      Text("holes", "such as 2x2 (in the centre) or 1x1@0,0"),
                      break_symmetry},
       .example = "pentominoes 8x8 --holes=2x2 --break-symmetry",
       .make = PentominoesFrom,
       .symmetries = symmetries},
      {.name = "polycubes",
       .summary = "Packings of a solid board by cubes that are glued together",
       .parameters = PackingParameters(
           "its layers, rows and columns, such as 3x4x5",
           "such as 1x1x1 (in the centre) or 1x1x1@0,0,0",
           "sets (default: soma), or some of a set: soma:LTP",
           Flag("reflections", "pieces may be used as their mirror images")),
       .example = "polycubes 2x3x10 --pieces=pentominoes --break-symmetry",
       .details = kPictureHelp,
       .make = PolycubesFrom,
       .symmetries = symmetries},
      {.name = "polyominoes",
       .summary = "Packings of a board by pieces made of squares",
       .parameters = PackingParameters(
           "its rows and columns, such as 6x10",
           "such as 2x2 (in the centre) or 1x1@0,0+1x1@7,7",
           "sets (default: pentominoes): pentominoes+tetrominoes:O",
           NoFlag("reflections", "pieces may not be turned over")),
       .example = "polyominoes 4x5 --pieces=tetrominoes --copies=0:2",
       .details = kPictureHelp,
       .make = PolyominoesFrom,
       .symmetries = symmetries},
      {.name = "soma",
       .summary = "The Soma cube: seven pieces that make a cube of side 3",
       .parameters = {break_symmetry},
       .example = "soma --break-symmetry",
       .make = SomaFrom,
       .symmetries = symmetries},
  };
}

}  // namespace dlx::make
