// Singles, locked candidates, subsets and fish: each is a choice of the items
// that may be base and cover.

#include "sudoku/technique/finders.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace sudoku {
namespace internal {
namespace {

using enum Technique;

bool IsBox(const House& house) {
  return house.kind == House::Kind::kBox || house.kind == House::Kind::kRegion;
}
bool IsComplete(const Board& board, const House& house) {
  return static_cast<int>(house.cells.size()) == board.geometry().size();
}

// How many cells of a house are empty.
int OpenCells(const Board& board, int house) {
  int open = 0;
  for (const int cell : board.geometry().houses()[house].cells) {
    open += board.is_open(cell) ? 1 : 0;
  }
  return open;
}

Technique SingleOf(const Board& board, dlx::ItemId item) {
  const ItemMeaning meaning = MeaningOf(board, item);
  if (meaning.kind == ItemMeaning::Kind::kCell) return kNakedSingle;
  if (OpenCells(board, meaning.house) == 1) return kFullHouse;
  return IsBox(board.geometry().houses()[meaning.house]) ? kHiddenSingleInBox
                                                         : kHiddenSingleInLine;
}

std::vector<dlx::ItemId> OpenCellItems(const Board& board, const House& house) {
  std::vector<dlx::ItemId> items;
  for (const int cell : house.cells) {
    if (board.is_open(cell)) items.push_back(board.cell_item(cell));
  }
  return items;
}

// The items of a digit in houses for which `belongs` is true.
template <typename Belongs>
std::vector<dlx::ItemId> DigitItems(const Board& board, int digit,
                                    Belongs belongs) {
  std::vector<dlx::ItemId> items;
  const absl::Span<const House> houses = board.geometry().houses();
  for (size_t house = 0; house < houses.size(); ++house) {
    if (belongs(houses[house])) {
      items.push_back(board.house_items(house)[digit - 1]);
    }
  }
  return items;
}

// A naked subset whose cells share a second house, a locked one, rules out
// digits there, too.
void ExtendNakedSubset(const Board& board, size_t house,
                       dlx::Deduction& deduction) {
  const dlx::DeductionState& state = board.state();
  dlx::OptionSet of_base(state.problem().option_count());
  for (const dlx::ItemId item : deduction.base) {
    of_base |= state.options_of(item);
  }
  dlx::OptionSet removed(state.problem().option_count());
  const absl::Span<const House> houses = board.geometry().houses();
  for (size_t other = 0; other < houses.size(); ++other) {
    const std::vector<int>& cells = houses[other].cells;
    const bool has_all = std::all_of(
        deduction.base.begin(), deduction.base.end(), [&](dlx::ItemId item) {
          return std::binary_search(cells.begin(), cells.end(),
                                    MeaningOf(board, item).cell);
        });
    if (other == house || !has_all) continue;
    for (const dlx::ItemId item : deduction.cover) {
      const int digit = MeaningOf(board, item).digit;
      removed |= state.options_of(board.house_items(other)[digit - 1]);
    }
  }
  const std::vector<dlx::OptionId> more = (removed - of_base).ToVector();
  deduction.removed.insert(deduction.removed.end(), more.begin(), more.end());
  std::sort(deduction.removed.begin(), deduction.removed.end());
  deduction.removed.erase(
      std::unique(deduction.removed.begin(), deduction.removed.end()),
      deduction.removed.end());
}

bool VisitLocked(const Board& board, Technique technique, VisitStep visit) {
  const auto is_base = [&](const House& house) {
    return IsComplete(board, house) && IsBox(house) == (technique == kPointing);
  };
  for (int digit = 1; digit <= board.geometry().size(); ++digit) {
    const std::vector<dlx::ItemId> base = DigitItems(board, digit, is_base);
    const std::vector<dlx::ItemId> cover =
        DigitItems(board, digit, [](const House&) { return true; });
    if (!dlx::VisitBaseAndCover(board.state(), {.base = base, .cover = cover},
                                [&](dlx::Deduction deduction) {
                                  return visit(
                                      {.technique = technique,
                                       .rating = 0,
                                       .deduction = std::move(deduction)});
                                })) {
      return false;
    }
  }
  return true;
}

struct FishShape {
  Technique technique;
  size_t size;
  bool has_fins;
  bool is_sashimi;
};
// Enough for 9x9; larger puzzles take no more.
constexpr uint64_t kFishEffort = 1'000'000;

constexpr FishShape kFish[] = {
    {kXWing, 2, false, false},          {kSwordfish, 3, false, false},
    {kJellyfish, 4, false, false},      {kFinnedXWing, 2, true, false},
    {kSashimiXWing, 2, true, true},     {kFinnedSwordfish, 3, true, false},
    {kSashimiSwordfish, 3, true, true}, {kFinnedJellyfish, 4, true, false},
    {kSashimiJellyfish, 4, true, true}};

// A fish that would fall apart without its fins: a base line keeps one place.
bool IsSashimi(const Board& board, const dlx::Deduction& fish) {
  for (const dlx::ItemId item : fish.base) {
    size_t rest = board.state().options_of(item).size();
    for (const dlx::OptionId fin : fish.fins) {
      rest -= board.state().all_options_of(item).Has(fin) ? 1 : 0;
    }
    if (rest < 2) return true;
  }
  return false;
}

}  // namespace

bool VisitSingles(const Board& board, Technique technique, VisitStep visit) {
  return dlx::VisitForced(board.state(), [&](dlx::Deduction deduction) {
    if (SingleOf(board, deduction.base.front()) != technique) return true;
    return visit({.technique = technique,
                  .rating = 0,
                  .deduction = std::move(deduction)});
  });
}

bool VisitSubsets(const Board& board, Technique technique, VisitStep visit) {
  if (technique == kPointing || technique == kClaiming) {
    return VisitLocked(board, technique, visit);
  }
  const bool is_naked = technique == kNakedPair || technique == kNakedTriple ||
                        technique == kNakedQuad;
  const size_t size = technique == kNakedPair || technique == kHiddenPair ? 2
                      : technique == kNakedTriple || technique == kHiddenTriple
                          ? 3
                          : 4;
  const absl::Span<const House> houses = board.geometry().houses();
  for (size_t house = 0; house < houses.size(); ++house) {
    const std::vector<dlx::ItemId> cells = OpenCellItems(board, houses[house]);
    if (cells.size() <= size) continue;
    const absl::Span<const dlx::ItemId> digits = board.house_items(house);
    if (!dlx::VisitBaseAndCover(
            board.state(),
            {.base = is_naked ? absl::MakeConstSpan(cells) : digits,
             .cover = is_naked ? digits : absl::MakeConstSpan(cells),
             .size = size},
            [&](dlx::Deduction deduction) {
              if (is_naked) ExtendNakedSubset(board, house, deduction);
              return visit({.technique = technique,
                            .rating = 0,
                            .deduction = std::move(deduction)});
            })) {
      return false;
    }
  }
  return true;
}

bool VisitFish(const Board& board, Technique technique, VisitStep visit) {
  const FishShape* shape = kFish;
  while (shape->technique != technique) ++shape;
  // Few fins agree on anything.
  const size_t fins =
      shape->has_fins ? static_cast<size_t>(board.geometry().size()) : 0;
  for (int digit = 1; digit <= board.geometry().size(); ++digit) {
    const std::vector<dlx::ItemId> rows = DigitItems(
        board, digit,
        [](const House& house) { return house.kind == House::Kind::kRow; });
    const std::vector<dlx::ItemId> columns = DigitItems(
        board, digit,
        [](const House& house) { return house.kind == House::Kind::kColumn; });
    const auto visit_fish = [&](dlx::Deduction fish) {
      if (shape->has_fins &&
          (fish.fins.empty() || IsSashimi(board, fish) != shape->is_sashimi)) {
        return true;
      }
      return visit(
          {.technique = technique, .rating = 0, .deduction = std::move(fish)});
    };
    if (!dlx::VisitBaseAndCover(board.state(),
                                {.base = rows,
                                 .cover = columns,
                                 .size = shape->size,
                                 .max_fins = fins,
                                 .effort = kFishEffort},
                                visit_fish) ||
        !dlx::VisitBaseAndCover(board.state(),
                                {.base = columns,
                                 .cover = rows,
                                 .size = shape->size,
                                 .max_fins = fins,
                                 .effort = kFishEffort},
                                visit_fish)) {
      return false;
    }
  }
  return true;
}

}  // namespace internal

bool VisitSteps(const Board& board, Technique technique, VisitStep visit) {
  using enum Technique;
  const int rating = RowOf(technique).rating;
  const auto rated = [&](Step step) {
    if (step.rating == 0) step.rating = rating;
    return visit(std::move(step));
  };
  switch (technique) {
    case kFullHouse:
    case kHiddenSingleInBox:
    case kHiddenSingleInLine:
    case kNakedSingle:
      return internal::VisitSingles(board, technique, rated);
    case kPointing:
    case kClaiming:
    case kNakedPair:
    case kNakedTriple:
    case kNakedQuad:
    case kHiddenPair:
    case kHiddenTriple:
    case kHiddenQuad:
      return internal::VisitSubsets(board, technique, rated);
    case kXWing:
    case kSwordfish:
    case kJellyfish:
    case kFinnedXWing:
    case kSashimiXWing:
    case kFinnedSwordfish:
    case kSashimiSwordfish:
    case kFinnedJellyfish:
    case kSashimiJellyfish:
      return internal::VisitFish(board, technique, rated);
    case kXYZWing:
      return internal::VisitWings(board, rated);
    case kUniqueRectangle1:
    case kUniqueRectangle2:
    case kUniqueRectangle4:
    case kUniqueRectangle5:
    case kBugPlusOne:
      return internal::VisitUniqueness(board, technique, rated);
    default:
      return internal::VisitChainSteps(board, technique, rated);
  }
}

}  // namespace sudoku
