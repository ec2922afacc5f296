#include "sudoku/making/up_to_symmetry.h"

#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "sudoku/encoding.h"

namespace sudoku {
namespace {

// What is left of a puzzle has accidental symmetries: the clues stay givens.
Puzzle WithoutClues(const Puzzle& puzzle) {
  Puzzle blank = puzzle;
  blank.clues = puzzle.geometry.EmptyGrid();
  return blank;
}

// Whether an earlier house has the same cells.
bool IsCopy(absl::Span<const House> houses, int house) {
  return absl::c_any_of(houses.first(house), [&](const House& earlier) {
    return earlier.cells == houses[house].cells;
  });
}

// Without the items of copies: where rows are regions, too, they could not be
// exchanged with columns. The options are the same.
dlx::Problem WithoutCopies(const Geometry& geometry, const Encoding& encoding) {
  const dlx::Problem& problem = encoding.problem();
  dlx::ProblemBuilder builder;
  std::vector<std::optional<dlx::ItemId>> kept;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const dlx::ItemId item(i);
    const ItemMeaning meaning = encoding.meaning(item);
    if (meaning.kind == ItemMeaning::Kind::kHouse &&
        IsCopy(geometry.houses(), meaning.house)) {
      kept.push_back(std::nullopt);
    } else {
      kept.push_back(problem.is_primary(item)
                         ? builder.AddPrimary(problem.item_name(item))
                         : builder.AddSecondary(problem.item_name(item)));
    }
  }
  std::vector<dlx::ItemUse> uses;
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    uses.clear();
    for (const dlx::ItemUse& use : problem.option(dlx::OptionId(i))) {
      if (kept[use.item.value()].has_value()) {
        uses.push_back(*kept[use.item.value()]);
      }
    }
    builder.AddOption(uses);
  }
  absl::StatusOr<dlx::Problem> built = std::move(builder).Build();
  assert(built.ok());  // A problem with fewer items is one, too.
  return *std::move(built);
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
  return dlx::CountUpToSymmetry(WithoutCopies(puzzle.geometry, *encoding),
                                std::move(options), parallelism);
}

}  // namespace sudoku
