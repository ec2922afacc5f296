#include "tools/dlx/make_sudoku.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/make/arguments.h"
#include "dlx/make/registry.h"
#include "dlx/problem.h"
#include "sudoku/encoding.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/reader.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"

namespace dlx::tool {
namespace {

using ::sudoku::Geometry;
using ::sudoku::Puzzle;
using ::sudoku::PuzzleReader;

// "2x3": boxes of two rows and three columns.
absl::StatusOr<Geometry> ParseBox(absl::string_view text) {
  const std::vector<absl::string_view> sides = absl::StrSplit(text, 'x');
  int rows, columns;
  if (sides.size() != 2 || !absl::SimpleAtoi(sides[0], &rows) ||
      !absl::SimpleAtoi(sides[1], &columns)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--box is the height and the width of a box, such as 2x3, not \"", text,
        "\""));
  }
  return Geometry::Classic(rows, columns);
}

// The houses that the flags add to a geometry.
absl::StatusOr<Geometry> WithExtraHouses(const Geometry& geometry,
                                         bool diagonals, bool windows) {
  Geometry result = diagonals ? geometry.WithDiagonals() : geometry;
  return windows ? result.WithWindows() : result;
}

// The geometry that the flags tell in full; none if the puzzle's size decides.
absl::StatusOr<std::optional<Geometry>> FixedGeometry(
    const make::Arguments& arguments) {
  const std::string& box = arguments.Text("box");
  const std::string& regions = arguments.Text("regions");
  if (box.empty() && regions.empty()) return std::nullopt;
  if (!box.empty() && !regions.empty()) {
    return absl::InvalidArgumentError("--box and --regions exclude each other");
  }
  absl::StatusOr<Geometry> geometry =
      box.empty() ? Geometry::Irregular(regions) : ParseBox(box);
  if (!geometry.ok()) return geometry.status();
  geometry = WithExtraHouses(*geometry, arguments.Flag("diagonals"),
                             arguments.Flag("windows"));
  if (!geometry.ok()) return geometry.status();
  return *std::move(geometry);
}

// The only puzzle in the text. `source` is what error messages call it.
absl::StatusOr<Puzzle> ReadOnePuzzle(absl::string_view text,
                                     absl::string_view source,
                                     sudoku::GeometrySource geometries) {
  PuzzleReader reader(
      {.geometries = std::move(geometries), .takes_rules = true});
  reader.Feed(text);
  reader.Finish();
  std::optional<Puzzle> found;
  Puzzle puzzle(Geometry::Standard());
  while (true) {
    switch (reader.Next(&puzzle)) {
      case PuzzleReader::Result::kPuzzle:
        if (found.has_value()) {
          return absl::InvalidArgumentError(
              absl::StrCat(source, ":", reader.line(),
                           ": a second puzzle; a problem is about one"));
        }
        found = puzzle;
        break;
      case PuzzleReader::Result::kError:
        return absl::InvalidArgumentError(reader.error().ToString(source));
      case PuzzleReader::Result::kNeedText:  // Not after Finish().
      case PuzzleReader::Result::kEnd:
        if (found.has_value()) return *std::move(found);
        return absl::InvalidArgumentError(
            absl::StrCat(source, ": there is no puzzle in it"));
    }
  }
}

absl::StatusOr<Puzzle> PuzzleFrom(const make::Arguments& arguments) {
  absl::StatusOr<std::optional<Geometry>> fixed = FixedGeometry(arguments);
  if (!fixed.ok()) return fixed.status();
  const bool diagonals = arguments.Flag("diagonals");
  const bool windows = arguments.Flag("windows");
  const auto add_houses = [=](const Geometry& geometry) {
    return WithExtraHouses(geometry, diagonals, windows);
  };
  const std::string& puzzle = arguments.Text("puzzle");
  if (arguments.Has("file")) {
    if (!puzzle.empty()) {
      return absl::InvalidArgumentError(
          "the puzzle cannot come both from the command line and from a file");
    }
    return ReadOnePuzzle(arguments.File("file").content,
                         arguments.File("file").path,
                         sudoku::GeometrySource(*fixed, add_houses));
  }
  if (!puzzle.empty()) {
    return ReadOnePuzzle(puzzle, "puzzle",
                         sudoku::GeometrySource(*fixed, add_houses));
  }
  if (fixed->has_value()) return Puzzle(**fixed);
  absl::StatusOr<Geometry> geometry = add_houses(Geometry::Standard());
  if (!geometry.ok()) return geometry.status();
  return Puzzle(*std::move(geometry));
}

absl::StatusOr<Problem> SudokuFrom(const make::Arguments& arguments) {
  const absl::StatusOr<Puzzle> puzzle = PuzzleFrom(arguments);
  if (!puzzle.ok()) return puzzle.status();
  const absl::StatusOr<sudoku::Encoding> encoding =
      sudoku::Encoding::ForRules(*puzzle);
  if (!encoding.ok()) return encoding.status();
  return encoding->problem();
}

// Items are cells, such as "r1c2", and digits in houses, such as "b1#3".
std::string DigitOf(StringView item) {
  const size_t hash = item.find('#');
  return hash == StringView::npos ? "" : std::string(item.substr(hash));
}

std::string CellOf(StringView item) {
  return item.find('#') == StringView::npos ? std::string(item) : "";
}

}  // namespace

const make::Generator& SudokuGenerator() {
  static const auto& generator = *new make::Generator{
      .name = "sudoku",
      .summary = "The solutions of a Sudoku, or all grids",
      .parameters = {{.name = "puzzle",
                      .positional = true,
                      .default_value = "",
                      .help = "in a line; all empty by default"},
                     {.name = "file",
                      .type = make::ParameterType::kFile,
                      .help = "with the puzzle, in any common format"},
                     {.name = "box",
                      .default_value = "",
                      .help = "height and width of a box, such as 2x3"},
                     {.name = "regions",
                      .default_value = "",
                      .help = "a letter for each cell: its region"},
                     {.name = "diagonals",
                      .type = make::ParameterType::kFlag,
                      .help = "their cells differ, too"},
                     {.name = "windows",
                      .type = make::ParameterType::kFlag,
                      .help = "four more regions, as in windoku"}},
      .example = "sudoku 1...2.......3... --diagonals",
      .details =
          "An option puts a digit into a cell. Its items are the cell, and "
          "the\n"
          "digit in the cell's row, column, box and other regions. There are\n"
          "only the options that the clues leave.",
      .make = SudokuFrom,
      .symmetries = {{"cells", DigitOf}, {"digits", CellOf}}};
  return generator;
}

}  // namespace dlx::tool
