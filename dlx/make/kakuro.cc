#include "dlx/make/kakuro.h"

#include <optional>
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

constexpr int kBlack = -1;
constexpr int kMostCells = 100'000;
constexpr int kGreatestSum = 45;

// What stands in a cell.
struct KakuroCell {
  int digit = 0;
  int down = 0;
  int across = 0;
};

// A sum, or nothing at all for 0.
bool ParseSum(absl::string_view text, int* sum) {
  *sum = 0;
  return text.empty() ||
         (absl::SimpleAtoi(text, sum) && *sum >= 1 && *sum <= kGreatestSum);
}

std::optional<KakuroCell> ParseCell(absl::string_view word) {
  if (word == ".") return KakuroCell{};
  if (word == "#") return KakuroCell{.digit = kBlack};
  if (word.size() == 1 && word[0] >= '1' && word[0] <= '9') {
    return KakuroCell{.digit = word[0] - '0'};
  }
  const std::vector<absl::string_view> sums = absl::StrSplit(word, '\\');
  KakuroCell cell = {.digit = kBlack};
  if (sums.size() != 2 || !ParseSum(sums[0], &cell.down) ||
      !ParseSum(sums[1], &cell.across)) {
    return std::nullopt;
  }
  return cell;
}

// The sets of so many different digits with that sum.
void AppendDigitSets(int first, size_t count, int sum, std::vector<int>& chosen,
                     std::vector<std::vector<int>>& sets) {
  if (count == 0) {
    if (sum == 0) sets.push_back(chosen);
    return;
  }
  for (int digit = first; digit <= 9 && digit <= sum; ++digit) {
    chosen.push_back(digit);
    AppendDigitSets(digit + 1, count - 1, sum - digit, chosen, sets);
    chosen.pop_back();
  }
}

// The runs of the board, of which each begins behind a black cell or at the
// border.
class Runs {
 public:
  Runs(const std::vector<KakuroCell>& cells, Kakuro& kakuro)
      : cells_(cells), kakuro_(kakuro) {}

  absl::Status Find() {
    for (int row = 0; row < kakuro_.rows; ++row) {
      const absl::Status status =
          Line(row * kakuro_.columns, 1, kakuro_.columns, &KakuroCell::across);
      if (!status.ok()) return status;
    }
    for (int column = 0; column < kakuro_.columns; ++column) {
      const absl::Status status =
          Line(column, kakuro_.columns, kakuro_.rows, &KakuroCell::down);
      if (!status.ok()) return status;
    }
    return absl::OkStatus();
  }

 private:
  absl::Status Line(int first, int step, int length, int KakuroCell::*sum) {
    Kakuro::Run run;
    for (int i = 0; i < length; ++i) {
      const int cell = first + i * step;
      if (kakuro_.digits[cell] != kBlack) {
        run.cells.push_back(cell);
        continue;
      }
      if (absl::Status status = Add(run); !status.ok()) return status;
      run = {.cells = {}, .sum = cells_[cell].*sum};
      const bool has_cells =
          i + 1 < length && kakuro_.digits[cell + step] != kBlack;
      if (run.sum != 0 && !has_cells) {
        return absl::InvalidArgumentError(absl::StrCat(
            "the sum ", run.sum, " in ", Name(cell), " is of no cell"));
      }
    }
    return Add(run);
  }

  absl::Status Add(const Kakuro::Run& run) {
    if (run.cells.empty()) return absl::OkStatus();
    if (run.cells.size() > 9) {
      return absl::InvalidArgumentError(
          absl::StrCat("the run that begins in ", Name(run.cells[0]), " has ",
                       run.cells.size(), " cells, and there are 9 digits"));
    }
    kakuro_.runs.push_back(run);
    return absl::OkStatus();
  }

  std::string Name(int cell) const { return CellName(cell, kakuro_.columns); }

  const std::vector<KakuroCell>& cells_;
  Kakuro& kakuro_;
};

}  // namespace

absl::StatusOr<Kakuro> ParseKakuro(StringView text) {
  Kakuro kakuro;
  std::vector<KakuroCell> cells;
  int number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty() || words[0][0] == '|') continue;
    for (size_t i = 0; i < words.size(); ++i) {
      const std::optional<KakuroCell> cell = ParseCell(words[i]);
      if (!cell.has_value()) {
        return absl::InvalidArgumentError(absl::StrFormat(
            "line %d, word %d: a cell is '.', a digit, '#', or sums from 1 to "
            "%d such as 16\\7, not \"%s\"",
            number, i + 1, kGreatestSum, words[i]));
      }
      cells.push_back(*cell);
      kakuro.digits.push_back(cell->digit);
    }
    const int columns = static_cast<int>(words.size());
    if (kakuro.rows++ == 0) kakuro.columns = columns;
    if (columns != kakuro.columns || std::ssize(cells) > kMostCells) {
      return absl::InvalidArgumentError(absl::StrFormat(
          "line %d: this row has %d cells, and the first has %d", number,
          columns, kakuro.columns));
    }
  }
  if (cells.empty()) return absl::InvalidArgumentError("there are no cells");
  if (absl::Status status = Runs(cells, kakuro).Find(); !status.ok()) {
    return status;
  }
  return kakuro;
}

absl::StatusOr<Problem> MakeKakuro(const Kakuro& kakuro) {
  Model model;
  std::vector<std::string> names;
  std::vector<Variable> variables;
  for (size_t i = 0; i < kakuro.digits.size(); ++i) {
    const int digit = kakuro.digits[i];
    variables.push_back(static_cast<Variable>(names.size()));
    if (digit == kBlack) continue;
    names.push_back(CellName(static_cast<int>(i), kakuro.columns));
    model.AddVariable(names.back(),
                      digit == 0 ? ValuesFrom(1, 9) : std::vector<int>{digit});
  }
  int number = 0;
  for (const Kakuro::Run& run : kakuro.runs) {
    std::vector<Variable> cells;
    for (const int cell : run.cells) cells.push_back(variables[cell]);
    const std::string name = absl::StrCat("run-", ++number);
    if (run.sum == 0) {
      model.AddAllDifferent(cells, name);
      continue;
    }
    std::vector<int> chosen;
    std::vector<std::vector<int>> sets;
    AppendDigitSets(1, cells.size(), run.sum, chosen, sets);
    model.AddOneOfSets(cells, std::move(sets), name);
  }
  return NamedModelProblem(std::move(model), names);
}

namespace {

absl::StatusOr<Problem> KakuroFrom(const Arguments& arguments) {
  const InputFile& file = arguments.File("board");
  const absl::StatusOr<Kakuro> kakuro = ParseKakuro(file.content);
  if (!kakuro.ok()) return InFile(file, kakuro.status());
  return MakeKakuro(*kakuro);
}

}  // namespace

std::vector<Generator> KakuroGenerators() {
  return {
      {.name = "kakuro",
       .summary = "Digits that differ, and have given sums, in crossing runs",
       .parameters = {PositionalFile("board",
                                     "cells and sums, drawn with characters")},
       .example = "kakuro kakuro.txt",
       .details =
           "The file has a line for each row, with a word for each cell: '.'\n"
           "for an empty one, a digit, '#' for a black one, 16\\ for a black\n"
           "one with the sum of the run below it, \\7 for that of the run to\n"
           "its right, and 16\\7 for both. An item r2c3=7 says what a cell is.",
       .make = KakuroFrom},
  };
}

}  // namespace dlx::make
