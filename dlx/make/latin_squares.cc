#include "dlx/make/latin_squares.h"

#include <cassert>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "dlx/make/generators.h"

namespace dlx::make {
namespace {

// The symbol that the character stands for, or something out of range.
int SymbolOf(char c) {
  if (c == '.') return PartialSquare::kEmpty;
  if (absl::ascii_isdigit(c)) return c - '0';
  if (absl::ascii_isalpha(c)) return absl::ascii_tolower(c) - 'a' + 10;
  return 36;
}

}  // namespace

absl::StatusOr<PartialSquare> ParsePartialSquare(StringView text) {
  PartialSquare square;
  int line_number = 0;
  int rows = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++line_number;
    line = absl::StripTrailingAsciiWhitespace(line);
    if (line.empty()) continue;
    const size_t row_begin = square.symbols.size();
    for (size_t i = 0; i < line.size(); ++i) {
      if (absl::ascii_isblank(line[i])) continue;
      const int symbol = SymbolOf(line[i]);
      if (symbol >= 36) {
        return absl::InvalidArgumentError(absl::StrFormat(
            "line %d, column %d: a cell is a digit, a letter or '.'",
            line_number, i + 1));
      }
      square.symbols.push_back(symbol);
    }
    const int width = static_cast<int>(square.symbols.size() - row_begin);
    if (rows++ == 0) square.size = width;
    if (width != square.size) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "line %d, column 1: this row has %d cells, but the first has %d",
          line_number, width, square.size));
    }
    // Now that the size is known, any row may have a symbol too large for it.
    int column = 0;
    for (size_t i = 0; i < line.size(); ++i) {
      if (absl::ascii_isblank(line[i])) continue;
      if (square.symbols[row_begin + column++] >= square.size) {
        return absl::InvalidArgumentError(absl::StrFormat(
            "line %d, column %d: '%c' is not one of the first %d symbols",
            line_number, i + 1, line[i], square.size));
      }
    }
  }
  if (rows != square.size || rows == 0) {
    return absl::InvalidArgumentError(
        absl::StrFormat("line %d, column 1: the square ends after %d of %d "
                        "rows",
                        line_number, rows, square.size));
  }
  return square;
}

namespace {

// Whether the square may have symbol v in row r and column c.
bool IsAllowed(const LatinSquaresParams& params, int r, int c, int v) {
  if (params.reduced && r == 0 && v != c) return false;
  if (params.reduced && c == 0 && v != r) return false;
  if (params.givens.empty()) return true;
  const int given = params.givens[r * params.size + c];
  return given == PartialSquare::kEmpty || given == v;
}

}  // namespace

absl::StatusOr<Problem> MakeLatinSquares(const LatinSquaresParams& params) {
  const int n = params.size;
  assert(params.givens.empty() || params.givens.size() == size_t{1} * n * n);
  if (n < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("a Latin square has size 1 or more, not ", n));
  }
  if (absl::Status status =
          CheckSize(absl::StrCat("the problem of Latin squares of size ", n),
                    3.0 * n * n * n);
      !status.ok()) {
    return status;
  }

  ProblemBuilder builder;
  const auto add_items = [&](absl::string_view prefix) {
    std::vector<ItemId> items;
    for (int k = 0; k < n * n; ++k) {
      items.push_back(
          builder.AddPrimary(IndexedName(prefix, {k / n, k % n}, n)));
    }
    return items;
  };
  const std::vector<ItemId> cells = add_items("p");
  const std::vector<ItemId> rows = add_items("r");
  const std::vector<ItemId> columns = add_items("c");
  std::vector<ItemId> diagonal, antidiagonal;
  for (int v = 0; params.diagonal && v < n; ++v) {
    diagonal.push_back(builder.AddPrimary(IndexedName("d", {v}, n)));
    antidiagonal.push_back(builder.AddPrimary(IndexedName("e", {v}, n)));
  }

  for (int cell = 0; cell < n * n; ++cell) {
    const int r = cell / n;
    const int c = cell % n;
    for (int v = 0; v < n; ++v) {
      if (!IsAllowed(params, r, c, v)) continue;
      std::vector<ItemUse> uses = {cells[cell], rows[r * n + v],
                                   columns[c * n + v]};
      if (params.diagonal && r == c) uses.push_back(diagonal[v]);
      if (params.diagonal && r + c == n - 1) uses.push_back(antidiagonal[v]);
      builder.AddOption(uses);
    }
  }
  return std::move(builder).Build();
}

namespace {

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

}  // namespace

std::vector<Generator> LatinSquareGenerators() {
  return {
      {.name = "latin-squares",
       .summary = "Squares with every symbol once in each row and column",
       .parameters = {Positional("n", "the size"),
                      Flag("reduced", "first row and first column in order"),
                      Flag("diagonal",
                           "every symbol once in both diagonals, too"),
                      File("givens",
                           "symbols 0..9, a..z given; '.' for other cells")},
       .example = "latin-squares 5 --reduced",
       .make = LatinSquaresFrom,
       // With a row fixed, a column or a symbol goes where one of those items
       // goes that leave rows out; and so on.
       .symmetries = {{"rows", KindsButFor<'c'>},
                      {"columns", KindsButFor<'r'>},
                      {"symbols", KindsButFor<'p'>}}},
  };
}

}  // namespace dlx::make
