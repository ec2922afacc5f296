#include "dlx/make/packing_generators.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/make/board.h"
#include "dlx/make/packing.h"
#include "dlx/make/parameters.h"
#include "dlx/make/picture.h"
#include "dlx/make/piece.h"
#include "dlx/make/piece_sets.h"

namespace dlx::make {
namespace {

constexpr absl::string_view kPictureHelp =
    R"(Sets of pieces are monomino, domino, trominoes, tetrominoes, pentominoes,
hexominoes, heptominoes, octominoes, the same after 'one-sided-' (with the
mirror images of pieces that may not be turned over), and soma.

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

}  // namespace

std::vector<Generator> PackingGenerators() {
  const Parameter break_symmetry =
      Flag("break-symmetry", "each packing once, not once for each symmetry");
  return {
      {.name = "pentominoes",
       .summary = "Packings of a board by the twelve pentominoes",
       .parameters = {PositionalSize("board", "its rows and columns", "6x10"),
                      Text("holes", "such as 2x2 (in the centre) or 1x1@0,0"),
                      break_symmetry},
       .example = "pentominoes 8x8 --holes=2x2 --break-symmetry",
       .make = PentominoesFrom},
      {.name = "polycubes",
       .summary = "Packings of a solid board by cubes that are glued together",
       .parameters = PackingParameters(
           "its layers, rows and columns, such as 3x4x5",
           "such as 1x1x1 (in the centre) or 1x1x1@0,0,0",
           "sets (default: soma), or some of a set: soma:LTP",
           Flag("reflections", "pieces may be used as their mirror images")),
       .example = "polycubes 2x3x10 --pieces=pentominoes --break-symmetry",
       .details = kPictureHelp,
       .make =
           [](const Arguments& arguments) {
             return PackingFrom(arguments, /*space=*/true, "soma");
           }},
      {.name = "polyominoes",
       .summary = "Packings of a board by pieces made of squares",
       .parameters = PackingParameters(
           "its rows and columns, such as 6x10",
           "such as 2x2 (in the centre) or 1x1@0,0+1x1@7,7",
           "sets (default: pentominoes): pentominoes+tetrominoes:O",
           NoFlag("reflections", "pieces may not be turned over")),
       .example = "polyominoes 4x5 --pieces=tetrominoes --copies=0:2",
       .details = kPictureHelp,
       .make =
           [](const Arguments& arguments) {
             return PackingFrom(arguments, /*space=*/false, "pentominoes");
           }},
      {.name = "soma",
       .summary = "The Soma cube: seven pieces that make a cube of side 3",
       .parameters = {break_symmetry},
       .example = "soma --break-symmetry",
       .make = SomaFrom},
  };
}

}  // namespace dlx::make
