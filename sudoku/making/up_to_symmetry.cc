#include "sudoku/making/up_to_symmetry.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "dlx/id.h"
#include "sudoku/encoding.h"

namespace sudoku {
namespace {

// What is left of a puzzle has accidental symmetries: the clues stay givens.
Puzzle WithoutClues(const Puzzle& puzzle) {
  Puzzle blank = puzzle;
  blank.clues = puzzle.geometry.EmptyGrid();
  return blank;
}

}  // namespace

absl::StatusOr<dlx::ClassCount> CountSolutionsUpToSymmetry(
    const Puzzle& puzzle, dlx::SearchOptions options,
    dlx::Parallelism parallelism) {
  if (!options.givens.empty()) {
    return absl::InvalidArgumentError("the givens are the clues of the puzzle");
  }
  if (puzzle.has_rules()) {
    return absl::UnimplementedError(
        "solutions are not counted up to symmetry where there are rules: of "
        "sums and lines, the symmetries are not found");
  }
  const absl::StatusOr<Encoding> encoding =
      Encoding::ForRules(WithoutClues(puzzle));
  if (!encoding.ok()) return encoding.status();
  for (int cell = 0; cell < puzzle.geometry.cell_count(); ++cell) {
    const uint8_t digit = puzzle.clues[cell];
    if (digit == 0) continue;
    const std::optional<dlx::OptionId> option =
        encoding->FindOption({static_cast<uint16_t>(cell), digit});
    // A clue that is no candidate.
    if (!option.has_value()) {
      return dlx::ClassCount{.summary = {.outcome = dlx::Outcome::kExhausted}};
    }
    options.givens.push_back(*option);
  }
  return dlx::CountUpToSymmetry(encoding->problem(), std::move(options),
                                parallelism);
}

}  // namespace sudoku
