#include "sudoku/encoding.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "sudoku/candidates.h"
#include "sudoku/names.h"
#include "sudoku/rules/rule_model.h"

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
    cell_items.push_back(builder.AddPrimary(geometry.CellName(cell)));
  }
  // house_items[house * size + digit - 1]: the house has its digit.
  std::vector<dlx::ItemId> house_items;
  for (const House& house : geometry.houses()) {
    const bool has_every_digit = static_cast<int>(house.cells.size()) == size;
    for (int digit = 1; digit <= size; ++digit) {
      const std::string name = absl::StrCat(
          house.ShortName(), "#", std::string(1, geometry.DigitChar(digit)));
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

// True if `problem` has the items and options of `start`, and perhaps more of
// both and more items in those options.
bool BeginsWith(const dlx::Problem& problem, const dlx::Problem& start) {
  if (problem.item_count() < start.item_count() ||
      problem.option_count() < start.option_count()) {
    return false;
  }
  for (uint32_t i = 0; i < start.item_count(); ++i) {
    const dlx::ItemId item(i);
    if (problem.item_name(item) != start.item_name(item) ||
        problem.is_primary(item) != start.is_primary(item) ||
        problem.multiplicity(item) != start.multiplicity(item)) {
      return false;
    }
  }
  for (uint32_t k = 0; k < start.option_count(); ++k) {
    const auto uses = problem.option(dlx::OptionId(k));
    const auto first_uses = start.option(dlx::OptionId(k));
    if (uses.size() < first_uses.size() ||
        uses.first(first_uses.size()) != first_uses) {
      return false;
    }
  }
  return true;
}

// Bit i says whether cells[i] has a digit.
uint64_t FilledOfEight(const uint8_t* cells) {
  const auto byte = [cells](int i) { return uint64_t{cells[i]} << 8 * i; };
  const uint64_t bytes = byte(0) | byte(1) | byte(2) | byte(3) | byte(4) |
                         byte(5) | byte(6) | byte(7);
  // No digit has the top bit of its byte, and only 0 does not carry into it.
  constexpr uint64_t kOnes = 0x0101010101010101;
  const uint64_t are_filled = (bytes + 0x7F * kOnes) >> 7 & kOnes;
  // The product's top byte has each byte's bit in a place of its own.
  return are_filled * 0x0102040810204080 >> 56;
}

}  // namespace

Encoding Encoding::ForGeometry(const Geometry& geometry) {
  return Encoding(geometry, std::vector<DigitSet>(geometry.cell_count(),
                                                  AllDigits(geometry.size())));
}

Encoding Encoding::ForPuzzle(const Puzzle& puzzle) {
  assert(!puzzle.has_rules());
  return Encoding(puzzle.geometry, Candidates(puzzle));
}

absl::StatusOr<Encoding> Encoding::ForRules(const Puzzle& puzzle) {
  if (!puzzle.has_rules()) return ForPuzzle(puzzle);
  absl::StatusOr<RuleModel> rules =
      RuleModel::Create(puzzle, Candidates(puzzle));
  if (!rules.ok()) return rules.status();
  const Encoding encoding(puzzle.geometry, rules->Candidates());
  dlx::ProblemBuilder builder(encoding.problem());
  const auto option = [&](int cell, int digit) {
    return *encoding.FindOption(
        {static_cast<uint16_t>(cell), static_cast<uint8_t>(digit)});
  };
  if (absl::Status status = rules->AddTo(builder, option); !status.ok()) {
    return status;
  }
  absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
  if (!problem.ok()) return problem.status();
  return encoding.WithRules(*std::move(problem));
}

Encoding::Encoding(const Geometry& geometry,
                   absl::Span<const DigitSet> candidates)
    : geometry_(geometry),
      placements_(ListPlacements(geometry.size(), candidates)),
      problem_(BuildProblem(geometry, placements_)) {}

Encoding::Encoding(const Geometry& geometry, std::vector<Placement> placements,
                   dlx::Problem problem)
    : geometry_(geometry),
      placements_(std::move(placements)),
      problem_(std::move(problem)) {}

Encoding Encoding::LeftBy(const Puzzle& puzzle) const {
  assert(puzzle.geometry == geometry_);
  std::vector<dlx::OptionId> ruled_out;
  AppendRuledOut(puzzle, ruled_out);
  dlx::ProblemBuilder left = dlx::ProblemBuilder::WithItemsOf(problem_);
  std::vector<Placement> placements;
  for (uint32_t k = 0; k < problem_.option_count(); ++k) {
    const dlx::OptionId option(k);
    if (std::binary_search(ruled_out.begin(), ruled_out.end(), option))
      continue;
    left.AddOption(problem_.option(option), problem_.cost(option));
    if (is_placement(option)) placements.push_back(placement(option));
  }
  return Encoding(geometry_, std::move(placements), *std::move(left).Build());
}

absl::StatusOr<Encoding> Encoding::WithRules(dlx::Problem problem) const {
  if (!BeginsWith(problem, problem_)) {
    return absl::InvalidArgumentError(
        "the problem does not begin with the items and options of the "
        "encoding that it is to extend");
  }
  return Encoding(geometry_, placements_, std::move(problem));
}

bool Encoding::has_further_items() const {
  const size_t own = static_cast<size_t>(geometry_.cell_count()) +
                     geometry_.houses().size() * geometry_.size();
  return problem_.item_count() > own;
}

ItemMeaning Encoding::meaning(dlx::ItemId item) const {
  assert(item.value() < problem_.item_count());
  const int number = static_cast<int>(item.value());
  const int cells = geometry_.cell_count();
  const int houses = static_cast<int>(geometry_.houses().size());
  const int size = geometry_.size();
  if (number < cells) return {.kind = ItemMeaning::Kind::kCell, .cell = number};
  if (number >= cells + houses * size) return {};
  return {.kind = ItemMeaning::Kind::kHouse,
          .house = (number - cells) / size,
          .digit = (number - cells) % size + 1};
}

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
  const Placement chosen = placement(option);
  return absl::StrCat(geometry_.CellName(chosen.cell), "=",
                      std::string(1, geometry_.DigitChar(chosen.digit)));
}

void Encoding::AppendGivens(const Grid& clues,
                            std::vector<dlx::OptionId>& givens) const {
  const uint32_t size = static_cast<uint32_t>(geometry_.size());
  assert(clues.size() == geometry_.size());
  assert(has_every_placement());
  // Which cells have clues is unpredictable. So a mask of 64 cells is made
  // without a branch, and then only those with clues are looked at.
  const uint32_t cell_count = size * size;
  for (uint32_t begin = 0; begin < cell_count; begin += 64) {
    const uint8_t* const cells = clues.begin() + begin;
    const uint32_t end = std::min<uint32_t>(cell_count - begin, 64);
    uint64_t filled = 0;
    uint32_t i = 0;
    for (; i + 8 <= end; i += 8) filled |= FilledOfEight(cells + i) << i;
    for (; i < end; ++i) filled |= uint64_t{cells[i] != 0} << i;
    const size_t before = givens.size();
    givens.resize(before + static_cast<size_t>(std::popcount(filled)));
    for (dlx::OptionId* out = givens.data() + before; filled != 0;
         filled &= filled - 1) {
      const uint32_t cell = static_cast<uint32_t>(std::countr_zero(filled));
      assert(cells[cell] <= size);
      *out++ = dlx::OptionId((begin + cell) * size + cells[cell] - 1);
    }
  }
}

void Encoding::AppendRuledOut(const Puzzle& puzzle,
                              std::vector<dlx::OptionId>& ruled_out) const {
  assert(puzzle.geometry == geometry_);
  const std::vector<DigitSet> candidates = Candidates(puzzle);
  for (uint32_t k = 0; k < placements_.size(); ++k) {
    const Placement placed = placements_[k];
    if ((candidates[placed.cell] & DigitBit(placed.digit)) == 0) {
      ruled_out.emplace_back(k);
    }
  }
}

void Encoding::Decode(absl::Span<const dlx::OptionId> options,
                      Grid& grid) const {
  assert(grid.size() == geometry_.size());
  uint8_t* const cells = grid.begin();
  const Placement* const placements = placements_.data();
  const auto decode = [&](dlx::OptionId option) {
    assert(is_placement(option));
    const Placement placed = placements[option.value()];
    cells[placed.cell] = placed.digit;
  };
  if (problem_.option_count() == placements_.size()) {
    for (const dlx::OptionId option : options) decode(option);
    return;
  }
  for (const dlx::OptionId option : options) {
    assert(option.value() < problem_.option_count());
    if (is_placement(option)) decode(option);
  }
}

}  // namespace sudoku
