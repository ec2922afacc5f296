#include "sudoku/making/solution_diagram.h"

#include <cstddef>
#include <cstdint>

namespace sudoku {

absl::StatusOr<SolutionDiagram> SolutionDiagram::Build(
    const Puzzle& puzzle, const dlx::SearchOptions& options) {
  absl::StatusOr<Encoding> encoding = Encoding::ForRules(puzzle);
  if (!encoding.ok()) return encoding.status();
  absl::StatusOr<dlx::Diagram> diagram =
      dlx::Diagram::Build(encoding->problem(), options);
  if (!diagram.ok()) return diagram.status();
  return SolutionDiagram(*std::move(encoding), *std::move(diagram));
}

std::vector<std::vector<dlx::Natural>> SolutionDiagram::CountByPlacement()
    const {
  const Geometry& geometry = encoding_.geometry();
  const auto digits = static_cast<size_t>(geometry.size());
  std::vector<std::vector<dlx::Natural>> by_cell(
      static_cast<size_t>(geometry.cell_count()),
      std::vector<dlx::Natural>(digits));
  const std::vector<dlx::Natural> counts = diagram_.CountByOption();
  for (uint32_t i = 0; i < counts.size(); ++i) {
    if (!encoding_.is_placement(dlx::OptionId(i))) break;
    const Placement placement = encoding_.placement(dlx::OptionId(i));
    by_cell[placement.cell][placement.digit - 1u] = counts[i];
  }
  return by_cell;
}

Grid SolutionDiagram::ToGrid(absl::Span<const dlx::OptionId> options) const {
  Grid grid = encoding_.geometry().EmptyGrid();
  encoding_.Decode(options, grid);
  return grid;
}

}  // namespace sudoku
