// A Kakuro: the digits of a run, across or down, differ and have its sum.
//
//            6    9
//      11    a    b    5
//       6    c    d    e
//            3    f    g

#include <iostream>
#include <map>
#include <string>
#include <vector>

#include "dlx/model/model.h"
#include "dlx/search.h"

struct Run {
  std::string cells;
  int sum;
};
const std::vector<Run> kRuns = {{"ab", 11}, {"cde", 6}, {"fg", 3},
                                {"ac", 6},  {"bdf", 9}, {"eg", 5}};

int main() {
  dlx::Model model;
  std::map<char, dlx::Variable> cells;
  for (const char name : std::string("abcdefg")) {
    cells[name] =
        model.AddVariable(std::string(1, name), dlx::ValuesFrom(1, 9));
  }
  for (const Run& run : kRuns) {
    std::vector<dlx::Variable> variables;
    for (const char name : run.cells) variables.push_back(cells[name]);
    model.AddAllDifferent(variables);
    model.AddSum(variables, run.sum);
  }
  const auto problem = model.Build();
  auto search = dlx::Search::Create(problem->problem());
  for (const dlx::Solution& cover : *search) {
    const auto values = problem->Values(cover.options);
    for (const auto& [name, cell] : cells) {
      std::cout << name << "=" << values[static_cast<int>(cell)] << " ";
    }
    std::cout << "\n";
  }
}
