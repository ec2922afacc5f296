// Sudoku with further rules: the encoding, and what the rules add to it. A rule
// is an item, because an item is something that may happen at most once, or
// must happen exactly once.

#include <bit>
#include <iostream>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/problem.h"
#include "examples/variants/puzzle.h"
#include "sudoku/encoding.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"
#include "sudoku/solver.h"

using sudoku::Encoding;

dlx::OptionId Option(const Encoding& encoding, int cell, int digit) {
  return *encoding.FindOption(
      {static_cast<uint16_t>(cell), static_cast<uint8_t>(digit)});
}

// Two cells a knight's move apart have each digit at most once: a secondary
// item, which the options of both cells cover.
void AddAntiKnight(const Encoding& encoding, dlx::ProblemBuilder& builder) {
  const std::pair<int, int> kMoves[] = {{1, -2}, {1, 2}, {2, -1}, {2, 1}};
  for (int cell = 0; cell < 81; ++cell) {
    for (const auto& [down, right] : kMoves) {
      const int row = cell / 9 + down;
      const int column = cell % 9 + right;
      if (row > 8 || column < 0 || column > 8) continue;
      const int other = 9 * row + column;
      for (int digit = 1; digit <= 9; ++digit) {
        const dlx::ItemId item = builder.AddSecondary(
            absl::StrCat("knight ", sudoku::CellName(cell, 9), " ",
                         sudoku::CellName(other, 9), "#", digit));
        builder.AddToOption(Option(encoding, cell, digit), {item});
        builder.AddToOption(Option(encoding, other, digit), {item});
      }
    }
  }
}

// A cage has each digit either in one of its cells, or among those that are
// missing: an item for each digit, which the options of its cells cover, and an
// option for each set of digits that may be missing.
void AddCage(char name, int sum, const Encoding& encoding,
             dlx::ProblemBuilder& builder) {
  std::vector<dlx::ItemId> digits;
  int cell_count = 0;
  for (int digit = 1; digit <= 9; ++digit) {
    digits.push_back(builder.AddPrimary(
        absl::StrCat("cage ", std::string(1, name), "#", digit)));
    cell_count = 0;
    for (int cell = 0; cell < 81; ++cell) {
      if (variants::kCages[cell] != name) continue;
      builder.AddToOption(Option(encoding, cell, digit), {digits.back()});
      ++cell_count;
    }
  }
  const dlx::ItemId missing =
      builder.AddPrimary(absl::StrCat("cage ", std::string(1, name)));
  for (unsigned set = 0; set < 512; ++set) {
    std::vector<dlx::ItemUse> uses = {missing};
    int rest = sum;
    for (int digit = 1; digit <= 9; ++digit) {
      if ((set >> (digit - 1) & 1) == 1) {
        rest -= digit;
      } else {
        uses.emplace_back(digits[digit - 1]);
      }
    }
    if (rest == 0 && std::popcount(set) == cell_count) builder.AddOption(uses);
  }
}

int main() {
  const sudoku::Geometry geometry = sudoku::Geometry::Standard();
  const Encoding plain = Encoding::ForGeometry(geometry);
  dlx::ProblemBuilder builder(plain.problem());
  AddAntiKnight(plain, builder);
  for (const auto& [cage, sum] : variants::kSums) {
    AddCage(cage, sum, plain, builder);
  }
  const absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
  if (!problem.ok()) return 1;
  const absl::StatusOr<Encoding> with_rules = plain.WithRules(*problem);
  if (!with_rules.ok()) return 1;
  absl::StatusOr<sudoku::Solver> solver = sudoku::Solver::Create(*with_rules);
  if (!solver.ok()) return 1;
  const sudoku::Answer& answer = solver->Solve(sudoku::Puzzle(geometry));
  std::cout << sudoku::VerdictName(answer.verdict) << "\n";
  if (answer.has_solution()) std::cout << answer.solution.ToLine() << "\n";
}
