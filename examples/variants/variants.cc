// Sudoku with further rules: the encoding, and what the rules add to it. A rule
// is an item, because an item may be covered at most once, or exactly once.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "dlx/problem.h"
#include "examples/variants/puzzle.h"
#include "sudoku/encoding.h"
#include "sudoku/solver.h"

using dlx::ProblemBuilder, sudoku::Encoding;

dlx::OptionId Option(const Encoding& sudoku, int cell, int digit) {
  return *sudoku.FindOption({uint16_t(cell), uint8_t(digit)});
}

// Cells a knight's move apart cannot both have a digit: both cover an item.
void AddAntiKnight(const Encoding& sudoku, ProblemBuilder& rules) {
  for (int i = 0; i < 81 * 81 * 9; ++i) {
    const int a = i / 9 / 81, b = i / 9 % 81, digit = i % 9 + 1;
    if (a > b || std::abs((a / 9 - b / 9) * (a % 9 - b % 9)) != 2) continue;
    const auto item = rules.AddSecondary("knight " + std::to_string(i));
    rules.AddToOption(Option(sudoku, a, digit), {item});
    rules.AddToOption(Option(sudoku, b, digit), {item});
  }
}

// A cage has a digit in one of its cells, or the digit is missing: an item for
// each digit, and an option for each set of digits that can be missing.
void AddCage(const variants::Sum& cage, const Encoding& sudoku,
             ProblemBuilder& rules) {
  const std::string name = std::string("cage ") + cage.cage;
  const dlx::ItemId sum = rules.AddPrimary(name);
  std::vector<dlx::ItemId> digits = {sum};
  const auto size = std::ranges::count(variants::kCages, cage.cage);
  for (int digit = 1; digit <= 9; ++digit) {
    digits.push_back(rules.AddPrimary(name + "#" + std::to_string(digit)));
    for (int cell = 0; cell < 81; ++cell) {
      if (variants::kCages[cell] != cage.cage) continue;
      rules.AddToOption(Option(sudoku, cell, digit), {digits.back()});
    }
  }
  for (int present = 0; present < 1024; present += 2) {
    std::vector<dlx::ItemUse> missing = {sum};
    int rest = cage.sum;
    for (int digit = 1; digit <= 9; ++digit) {
      if (present >> digit & 1)
        rest -= digit;
      else
        missing.push_back(digits[digit]);
    }
    if (rest == 0 && std::ssize(missing) == 10 - size) rules.AddOption(missing);
  }
}

int main() {
  const auto sudoku = Encoding::ForGeometry(sudoku::Geometry::Standard());
  ProblemBuilder rules(sudoku.problem());
  AddAntiKnight(sudoku, rules);
  for (const variants::Sum& cage : variants::kSums)
    AddCage(cage, sudoku, rules);
  const auto problem = std::move(rules).Build();
  auto solver = sudoku::Solver::Create(*sudoku.WithRules(*problem));
  const sudoku::Answer& answer =
      solver->Solve(sudoku::Puzzle(sudoku.geometry()));
  std::cout << sudoku::VerdictName(answer.verdict) << "\n"
            << answer.solution.ToLine() << "\n";
}
