// A reader's question: in how many ways can the numbers from -4 to 4 stand on a
// board of 3x3, each once, so that all rows, columns and diagonals have the sum
// 0? And which are they?

#include <iostream>
#include <vector>

#include "dlx/model/model.h"
#include "dlx/search.h"

int main() {
  dlx::Model model;
  std::vector<dlx::Variable> cells;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i"}) {
    cells.push_back(model.AddVariable(name, dlx::ValuesFrom(-4, 4)));
  }
  model.AddAllDifferent(cells);
  for (const std::vector<int>& line :
       std::vector<std::vector<int>>{{0, 1, 2},
                                     {3, 4, 5},
                                     {6, 7, 8},
                                     {0, 3, 6},
                                     {1, 4, 7},
                                     {2, 5, 8},
                                     {0, 4, 8},
                                     {2, 4, 6}}) {
    model.AddSum({cells[line[0]], cells[line[1]], cells[line[2]]}, 0);
  }
  const auto problem = model.Build();
  int count = 0;
  auto search = dlx::Search::Create(problem->problem());
  for (const dlx::Solution& cover : *search) {
    ++count;
    for (const int value : problem->Values(cover.options)) {
      std::cout << value << " ";
    }
    std::cout << "\n";
  }
  std::cout << count << " boards\n";
}
