// A nonogram: the lengths of the blocks in each row and column are known.

#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "dlx/model/model.h"
#include "dlx/search.h"

const std::vector<std::vector<int>> kRows = {{2, 1}, {1, 3}, {1, 2},
                                             {3},    {4},    {1, 1}};
const std::vector<std::vector<int>> kColumns = {{1}, {5},    {2},
                                                {6}, {2, 1}, {1, 1}};

// What a line looks like, cell by cell: 'x' must be black, '.' white, and '?'
// may be a white one that is repeated. A state is a place in it.
dlx::Automaton Blocks(const std::vector<int>& blocks) {
  std::string line = "?";
  for (const int block : blocks) {
    line += std::string(line.size() > 1, '.') + (line.size() > 1 ? "?" : "") +
            std::string(block, 'x');
  }
  line += "?";
  const auto step = [line](size_t, int64_t state,
                           int black) -> std::optional<int64_t> {
    if (line[state] == '?' && !black) return state;
    const int64_t next = state + (line[state] == '?');
    if (next == std::ssize(line) || (line[next] == 'x') != (black == 1)) {
      return std::nullopt;
    }
    return next + 1;
  };
  return {.start = 0, .step = step, .accepts = [line](int64_t state) {
            return state + 1 == std::ssize(line);
          }};
}

int main() {
  dlx::Model model;
  std::vector<std::vector<dlx::Variable>> rows(kRows.size());
  std::vector<std::vector<dlx::Variable>> columns(kColumns.size());
  for (size_t r = 0; r < rows.size(); ++r) {
    for (size_t c = 0; c < columns.size(); ++c) {
      const auto name = "r" + std::to_string(r) + "c" + std::to_string(c);
      rows[r].push_back(model.AddVariable(name, {0, 1}));
      columns[c].push_back(rows[r].back());
    }
    model.AddAutomaton(rows[r], Blocks(kRows[r]));
  }
  for (size_t c = 0; c < columns.size(); ++c) {
    model.AddAutomaton(columns[c], Blocks(kColumns[c]));
  }
  const auto problem = model.Build();
  const auto cover = dlx::FindFirst(problem->problem());
  const auto values = problem->Values(*cover->options);
  for (size_t i = 0; i < values.size(); ++i) {
    std::cout << (values[i] == 1 ? '#' : '.')
              << ((i + 1) % columns.size() == 0 ? "\n" : "");
  }
  std::cout << dlx::CountSolutions(problem->problem())->count.ToString()
            << " picture\n";
}
