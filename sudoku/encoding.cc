#include "sudoku/encoding.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "sudoku/candidates.h"
#include "sudoku/names.h"

namespace sudoku {
namespace {

std::vector<Placement> ListPlacements(int size,
                                      absl::Span<const DigitSet> candidates) {
  std::vector<Placement> placements;
  for (size_t cell = 0; cell < candidates.size(); ++cell) {
    for (int digit = 1; digit <= size; ++digit) {
      if (candidates[cell] & DigitBit(digit)) {
        placements.push_back(
            {static_cast<uint16_t>(cell), static_cast<uint8_t>(digit)});
      }
    }
  }
  return placements;
}

dlx::Problem BuildProblem(const Geometry& geometry,
                          absl::Span<const Placement> placements) {
  const int size = geometry.size();
  dlx::ProblemBuilder builder;
  std::vector<dlx::ItemId> cell_items;
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    cell_items.push_back(builder.AddPrimary(CellName(cell, size)));
  }
  // house_items[house * size + digit - 1]: the house has its digit.
  std::vector<dlx::ItemId> house_items;
  for (const House& house : geometry.houses()) {
    const bool has_every_digit = static_cast<int>(house.cells.size()) == size;
    for (int digit = 1; digit <= size; ++digit) {
      const std::string name = absl::StrCat(house.ShortName(), "#",
                                            std::string(1, DigitToChar(digit)));
      house_items.push_back(has_every_digit ? builder.AddPrimary(name)
                                            : builder.AddSecondary(name));
    }
  }
  std::vector<dlx::ItemUse> uses;
  for (const Placement& placement : placements) {
    uses.clear();
    uses.push_back(cell_items[placement.cell]);
    for (int house : geometry.HousesOf(placement.cell)) {
      uses.push_back(house_items[house * size + placement.digit - 1]);
    }
    builder.AddOption(uses);
  }
  absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
  assert(problem.ok());  // Geometry and placements rule out every mistake.
  return *std::move(problem);
}

}  // namespace

std::string OptionName(Placement placement, int size) {
  return absl::StrCat(CellName(placement.cell, size), "=",
                      std::string(1, DigitToChar(placement.digit)));
}

Encoding Encoding::ForGeometry(const Geometry& geometry) {
  return Encoding(geometry, std::vector<DigitSet>(geometry.cell_count(),
                                                  AllDigits(geometry.size())));
}

Encoding Encoding::ForPuzzle(const Puzzle& puzzle) {
  return Encoding(puzzle.geometry, Candidates(puzzle));
}

Encoding::Encoding(const Geometry& geometry,
                   absl::Span<const DigitSet> candidates)
    : geometry_(geometry),
      placements_(ListPlacements(geometry.size(), candidates)),
      problem_(BuildProblem(geometry, placements_)) {}

std::optional<dlx::OptionId> Encoding::FindOption(Placement placement) const {
  const auto found = std::lower_bound(
      placements_.begin(), placements_.end(), placement,
      [](const Placement& a, const Placement& b) {
        return std::pair(a.cell, a.digit) < std::pair(b.cell, b.digit);
      });
  if (found == placements_.end() || *found != placement) return std::nullopt;
  return dlx::OptionId(static_cast<uint32_t>(found - placements_.begin()));
}

std::string Encoding::OptionName(dlx::OptionId option) const {
  return sudoku::OptionName(placement(option), geometry_.size());
}

void Encoding::AppendGivens(const Grid& clues,
                            std::vector<dlx::OptionId>& givens) const {
  const uint32_t size = static_cast<uint32_t>(geometry_.size());
  assert(clues.size() == geometry_.size());
  assert(placements_.size() == size * size * size);
  // Where the clues are is unpredictable; so every cell writes, and only clues
  // count.
  size_t count = givens.size();
  givens.resize(count + clues.cell_count());
  uint32_t first_option_of_cell = 0;
  for (uint8_t clue : clues) {
    givens[count] = dlx::OptionId(first_option_of_cell + clue - 1);
    count += clue != 0;
    first_option_of_cell += size;
  }
  givens.resize(count);
}

void Encoding::Decode(absl::Span<const dlx::OptionId> options,
                      Grid& grid) const {
  assert(grid.size() == geometry_.size());
  uint8_t* const cells = grid.begin();
  const Placement* const placements = placements_.data();
  for (const dlx::OptionId option : options) {
    const Placement placement = placements[option.value()];
    cells[placement.cell] = placement.digit;
  }
}

}  // namespace sudoku
