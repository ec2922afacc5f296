#include "dlx/make/magic_square.h"

#include <cmath>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "dlx/make/generators.h"
#include "dlx/make/model_problem.h"

namespace dlx::make {
namespace {

absl::Status CheckMagicSize(int size) {
  if (size < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("a magic square has 1 or more rows, not ", size));
  }
  // A line is an automaton with a state for each sum, and a step for each
  // number.
  return CheckSize(absl::StrCat("the magic square of ", size, "x", size),
                   2.0 * size * std::pow(size, 6));
}

}  // namespace

absl::StatusOr<std::vector<int>> ParseMagicSquare(StringView text, int size) {
  std::vector<int> givens;
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty()) continue;
    if (static_cast<int>(words.size()) != size) {
      return absl::InvalidArgumentError(
          absl::StrFormat("line %d: this row has %d cells instead of %d",
                          number, words.size(), size));
    }
    for (const absl::string_view word : words) {
      int value = 0;
      if (word != "." && (!absl::SimpleAtoi(word, &value) || value < 1 ||
                          value > size * size)) {
        return absl::InvalidArgumentError(absl::StrFormat(
            "line %d: a cell is '.' or a number from 1 to %d, not \"%s\"",
            number, size * size, word));
      }
      givens.push_back(value);
    }
  }
  const int rows = static_cast<int>(givens.size()) / size;
  if (rows != size) {
    return absl::InvalidArgumentError(
        absl::StrFormat("the square has %d rows instead of %d", rows, size));
  }
  return givens;
}

absl::StatusOr<Problem> MakeMagicSquare(const MagicSquareParams& params) {
  const int size = params.size;
  if (absl::Status status = CheckMagicSize(size); !status.ok()) return status;
  ModelBoard board(size, size);
  std::vector<Variable> cells;
  for (int i = 0; i < size * size; ++i) {
    const int given = params.givens.empty() ? 0 : params.givens[i];
    cells.push_back(board.AddCell(given == 0 ? ValuesFrom(1, size * size)
                                             : std::vector<int>{given}));
  }
  Model& model = board.model();
  model.AddAllDifferent(cells, "number");
  const int64_t sum = int64_t{size} * (size * size + 1) / 2;
  std::vector<Variable> falling;
  std::vector<Variable> rising;
  for (int i = 0; i < size; ++i) {
    model.AddSum(board.Row(i), sum, {}, absl::StrCat("row-", i + 1));
    model.AddSum(board.Column(i), sum, {}, absl::StrCat("column-", i + 1));
    falling.push_back(board.At(i, i));
    rising.push_back(board.At(i, size - 1 - i));
  }
  if (!params.semi) {
    model.AddSum(falling, sum, {}, "diagonal-1");
    model.AddSum(rising, sum, {}, "diagonal-2");
  }
  return std::move(board).Build();
}

namespace {

absl::StatusOr<Problem> MagicSquareFrom(const Arguments& arguments) {
  MagicSquareParams params = {.size = arguments.Number("n"),
                              .semi = arguments.Flag("semi")};
  if (absl::Status status = CheckMagicSize(params.size); !status.ok()) {
    return status;
  }
  if (arguments.Has("givens")) {
    const InputFile& file = arguments.File("givens");
    absl::StatusOr<std::vector<int>> givens =
        ParseMagicSquare(file.content, params.size);
    if (!givens.ok()) return InFile(file, givens.status());
    params.givens = *std::move(givens);
  }
  return MakeMagicSquare(params);
}

}  // namespace

namespace {

// Items such as "number#3" are numbers, those such as "r1c2" cells.
std::string NumberOf(StringView item) {
  return item[0] == 'n' ? std::string(item) : "";
}

std::string CellOfSquare(StringView item) {
  const bool is_cell = item.find('c') != StringView::npos &&
                       item.find('=') == StringView::npos && item[0] == 'r';
  return is_cell ? std::string(item) : "";
}

}  // namespace

std::vector<Generator> MagicSquareGenerators() {
  return {
      {.name = "magic-square",
       .summary = "Numbers with equal sums in rows, columns and diagonals",
       .parameters = {Positional("n", "the number of rows and columns", "3"),
                      Flag("semi", "the diagonals may have other sums"),
                      File("givens",
                           "rows of numbers, '.' for a cell that is empty")},
       .example = "magic-square 3",
       .details = "An item r2c3=7 says what a cell is.",
       .make = MagicSquareFrom,
       .symmetries = {{"board", NumberOf}, {"numbers", CellOfSquare}}},
  };
}

}  // namespace dlx::make
