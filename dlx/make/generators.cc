// The table of the generators: what each is called, which parameters it has,
// and how they become the arguments of its function.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/arguments.h"
#include "dlx/make/board.h"
#include "dlx/make/de_bruijn.h"
#include "dlx/make/domination.h"
#include "dlx/make/dominoes.h"
#include "dlx/make/langford.h"
#include "dlx/make/latin_squares.h"
#include "dlx/make/macmahon.h"
#include "dlx/make/one_factorizations.h"
#include "dlx/make/packing_generators.h"
#include "dlx/make/parameters.h"
#include "dlx/make/queens.h"
#include "dlx/make/random_problem.h"
#include "dlx/make/registry.h"
#include "dlx/make/set_partitions.h"
#include "dlx/make/steiner_systems.h"
#include "dlx/make/word_squares.h"

namespace dlx::make {
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

absl::StatusOr<Problem> DominoesFrom(const Arguments& arguments) {
  const absl::StatusOr<PlaneSize> size =
      ParsePlaneSize(arguments.Text("board"));
  if (!size.ok()) return size.status();
  return MakeDominoes({.rows = size->rows,
                       .columns = size->columns,
                       .mutilated = arguments.Flag("mutilated")});
}

absl::StatusOr<Problem> LatinSquaresFrom(const Arguments& arguments) {
  LatinSquaresParams params = {.size = arguments.Number("n"),
                               .reduced = arguments.Flag("reduced"),
                               .diagonal = arguments.Flag("diagonal")};
  if (arguments.Has("givens")) {
    const InputFile& file = arguments.File("givens");
    absl::StatusOr<PartialSquare> givens = ParsePartialSquare(file.content);
    if (!givens.ok()) return InFile(file, givens.status());
    if (givens->size != params.size) {
      return InFile(file, absl::InvalidArgumentError(
                              absl::StrCat("the square has size ", givens->size,
                                           ", not ", params.size)));
    }
    params.givens = givens->symbols;
  }
  return MakeLatinSquares(params);
}

absl::StatusOr<Problem> DominationFrom(const Arguments& arguments) {
  absl::StatusOr<ChessPiece> piece =
      ChessPieceFromName(arguments.Text("piece"));
  if (!piece.ok()) return piece.status();
  return MakeDomination({.size = arguments.Number("n"),
                         .pieces = arguments.Number("k"),
                         .piece = *piece});
}

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

absl::StatusOr<Problem> SetPartitionsFrom(const Arguments& arguments) {
  SetPartitionsParams params = {.size = arguments.Number("n")};
  if (arguments.Has("blocks")) params.blocks = arguments.Number("blocks");
  return MakeSetPartitions(params);
}

absl::StatusOr<Problem> WordSquaresFrom(const Arguments& arguments) {
  const int rows = arguments.Number("rows");
  return MakeWordSquares(
      {.rows = rows,
       .columns = arguments.Has("columns") ? arguments.Number("columns") : rows,
       .words = ParseWordList(arguments.File("words").content),
       .symmetric = arguments.Flag("symmetric"),
       .distinct = arguments.Flag("distinct")});
}

std::vector<Generator> MakeTable() {
  Parameter words_file = File("words", "a list of words, one to a line");
  words_file.positional = true;
  std::vector<Generator> table = {
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
      {.name = "domination",
       .summary = "K chess pieces that attack or occupy every cell of a board",
       .parameters = {Positional("n", "the size of the board"),
                      Positional("k", "the number of pieces"),
                      Text("piece", "king, queen, rook, bishop or knight",
                           "queen")},
       .example = "domination 8 5",
       .make = DominationFrom},
      {.name = "dominoes",
       .summary = "Coverings of a board by dominoes",
       .parameters = {PositionalSize("board",
                                     "its rows and columns, such as 8x8"),
                      Flag("mutilated", "without two opposite corners")},
       .example = "dominoes 8x8",
       .make = DominoesFrom},
      {.name = "langford",
       .summary = "Numbers 1..N in a row, the two Ks with K places in between",
       .parameters = {Positional("n", "the largest number"),
                      Number("copies", "of each number", "2"),
                      Flag("halve", "only one of two mirror images")},
       .example = "langford 8 --halve",
       .make =
           [](const Arguments& arguments) {
             return MakeLangford({.size = arguments.Number("n"),
                                  .copies = arguments.Number("copies"),
                                  .halve = arguments.Flag("halve")});
           }},
      {.name = "latin-squares",
       .summary = "Squares with every symbol once in each row and column",
       .parameters = {Positional("n", "the size"),
                      Flag("reduced", "first row and first column in order"),
                      Flag("diagonal",
                           "every symbol once in both diagonals, too"),
                      File("givens",
                           "symbols 0..9, a..z given; '.' for other cells")},
       .example = "latin-squares 5 --reduced",
       .make = LatinSquaresFrom},
      {.name = "macmahon",
       .summary = "Squares with coloured edges that must match",
       .parameters = {PositionalSize("board", "its rows and columns", "4x6"),
                      Number("colors", "of the edges: a, b, ...", "3"),
                      Text("border", "the colour of the edge of the board")},
       .example = "macmahon 4x6 --border=a",
       .make = MacMahonFrom},
      {.name = "one-factorizations",
       .summary = "Timetables of N teams, everybody against everybody else",
       .parameters = {Positional("n", "the number of teams"),
                      Flag("fix-first", "with the round 01 23 45 ...")},
       .example = "one-factorizations 8",
       .make =
           [](const Arguments& arguments) {
             return MakeOneFactorizations(
                 {.size = arguments.Number("n"),
                  .fix_first = arguments.Flag("fix-first")});
           }},
      {.name = "queens",
       .summary = "N queens on an N x N board, none attacking another",
       .parameters = {Positional("n", "the size of the board"),
                      Flag("organ-pipe",
                           "order the items from the middle outwards"),
                      Number("boards", "independent of each other", "1")},
       .example = "queens 8 --organ-pipe",
       .make =
           [](const Arguments& arguments) {
             return MakeQueens({.size = arguments.Number("n"),
                                .organ_pipe = arguments.Flag("organ-pipe"),
                                .boards = arguments.Number("boards")});
           }},
      {.name = "random",
       .summary = "Options of equal size, chosen at random",
       .parameters = {Positional("items", "their number", "60"),
                      Positional("options", "their number", "300"),
                      Positional("size", "of the options", "4"),
                      Number("seed", "another one, another problem", "0"),
                      Flag("planted", "there is a cover")},
       .example = "random 60 300 4 --seed=7 --planted",
       .make =
           [](const Arguments& arguments) {
             return MakeRandomProblem({.items = arguments.Number("items"),
                                       .options = arguments.Number("options"),
                                       .option_size = arguments.Number("size"),
                                       .seed = arguments.Number("seed"),
                                       .planted = arguments.Flag("planted")});
           }},
      {.name = "set-partitions",
       .summary = "Partitions of a set of N things",
       .parameters = {Positional("n", "the size of the set"),
                      Number("blocks", "only partitions into so many blocks")},
       .example = "set-partitions 10",
       .make = SetPartitionsFrom},
      {.name = "steiner-systems",
       .summary = "Blocks of points, every T points together in one block",
       .parameters = {Positional("n", "the number of points"),
                      Number("block-size", "the number of points in a block",
                             "3"),
                      Number("strength", "the T above", "2"),
                      Flag("fix-first", "with the blocks 012 034 056 ...")},
       .example = "steiner-systems 9",
       .make =
           [](const Arguments& arguments) {
             return MakeSteinerSystems(
                 {.points = arguments.Number("n"),
                  .block_size = arguments.Number("block-size"),
                  .strength = arguments.Number("strength"),
                  .fix_first = arguments.Flag("fix-first")});
           }},
      {.name = "word-squares",
       .summary = "Squares of letters that are words in every row and column",
       .parameters = {words_file,
                      Positional("rows", "the number of words across", "5"),
                      Number("columns", "their length, if it is not the same"),
                      Flag("symmetric",
                           "the k-th word down is the k-th across"),
                      Flag("distinct", "no word twice")},
       .example = "word-squares words.txt 5 --distinct",
       .make = WordSquaresFrom},
  };
  for (Generator& generator : PackingGenerators()) {
    table.push_back(std::move(generator));
  }
  std::sort(
      table.begin(), table.end(),
      [](const Generator& a, const Generator& b) { return a.name < b.name; });
  return table;
}

}  // namespace

absl::Span<const Generator> AllGenerators() {
  static const auto& table = *new std::vector<Generator>(MakeTable());
  return table;
}

}  // namespace dlx::make
