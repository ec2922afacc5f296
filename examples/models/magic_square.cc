// In Duerer's Melencolia hangs a magic square whose last row has the year of
// the picture, 1514. How many others have that row? The numbers from 1 to 16,
// each once, and the sum 34 in all rows, columns and diagonals.

#include <iostream>
#include <string>
#include <vector>

#include "dlx/model/model.h"
#include "dlx/search.h"

int main() {
  const std::vector<int> last_row = {4, 15, 14, 1};
  dlx::Model model;
  std::vector<dlx::Variable> cells;
  std::vector<std::vector<dlx::Variable>> lines(10);
  for (int i = 0; i < 16; ++i) {
    const std::vector<int> given = {last_row[i % 4]};
    cells.push_back(model.AddVariable("cell " + std::to_string(i),
                                      i < 12 ? dlx::ValuesFrom(1, 16) : given));
    lines[i / 4].push_back(cells[i]);
    lines[4 + i % 4].push_back(cells[i]);
    if (i / 4 == i % 4) lines[8].push_back(cells[i]);
    if (i / 4 + i % 4 == 3) lines[9].push_back(cells[i]);
  }
  model.AddAllDifferent(cells);
  for (const auto& line : lines) model.AddSum(line, 34);
  const auto problem = model.Build();
  std::cout << dlx::CountSolutions(problem->problem())->count.ToString()
            << " magic squares\n";
}
