// Sudoku with further rules: the encoding, and what the rules add to it. A rule
// is an item, because an item may be covered at most once, or exactly once.

#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "dlx/problem.h"
#include "examples/variants/puzzle.h"
#include "sudoku/encoding.h"
#include "sudoku/solver.h"

dlx::OptionId Option(const sudoku::Encoding& sudoku, int cell, int digit) {
  return *sudoku.FindOption({uint16_t(cell), uint8_t(digit)});
}

// Cells a knight's move apart cannot both have a digit: both cover an item.
void AddAntiKnight(const sudoku::Encoding& sudoku, dlx::ProblemBuilder& rules) {
  for (int i = 0; i < 81 * 81 * 9; ++i) {
    const int a = i / 9 / 81, b = i / 9 % 81, digit = i % 9 + 1;
    const int area = (a / 9 - b / 9) * (a % 9 - b % 9);
    if (a > b || area * area != 4) continue;
    const auto item = rules.AddSecondary("knight " + std::to_string(i));
    rules.AddToOption(Option(sudoku, a, digit), {item});
    rules.AddToOption(Option(sudoku, b, digit), {item});
  }
}

// A cage has a digit in one of its cells, or the digit is missing: an item for
// each digit, and an option for each set of digits that can be missing.
void AddCage(const variants::Sum& cage, const sudoku::Encoding& sudoku,
             dlx::ProblemBuilder& rules) {
  const std::string name = std::string("cage ") + cage.cage;
  std::vector<dlx::ItemId> items = {rules.AddPrimary(name)};
  int cells = 0;
  for (int i = 0; i < 9 * 81; ++i) {
    const int digit = i / 81 + 1, cell = i % 81;
    if (cell == 0)
      items.push_back(rules.AddPrimary(name + std::to_string(digit)));
    if (variants::kCages[cell] != cage.cage) continue;
    rules.AddToOption(Option(sudoku, cell, digit), {items[digit]});
    cells += digit == 1;
  }
  for (int present = 0; present < 1024; present += 2) {
    std::vector<dlx::ItemUse> missing = {items[0]};
    int sum = 0;
    for (int digit = 1; digit <= 9; ++digit) {
      const bool is_present = present >> digit & 1;
      sum += is_present * digit;
      if (!is_present) missing.push_back(items[digit]);
    }
    if (sum == cage.sum && std::ssize(missing) == 10 - cells)
      rules.AddOption(missing);
  }
}

int main() {
  const auto sudoku =
      sudoku::Encoding::ForGeometry(sudoku::Geometry::Standard());
  dlx::ProblemBuilder rules(sudoku.problem());
  AddAntiKnight(sudoku, rules);
  for (const variants::Sum& cage : variants::kSums)
    AddCage(cage, sudoku, rules);
  const auto problem = std::move(rules).Build();
  auto solver = sudoku::Solver::Create(*sudoku.WithRules(*problem));
  const auto& answer = solver->Solve(sudoku::Puzzle(sudoku.geometry()));
  std::cout << sudoku::VerdictName(answer.verdict) << "\n"
            << answer.solution.ToLine() << "\n";
}
