// Singles, locked candidates, subsets and fish: each is a choice of the items
// that may be base and cover.

#include "sudoku/technique/finders.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "sudoku/technique/step_memory.h"

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

bool VisitLocked(const Board& board, Technique technique, StepMemory* memory,
                 VisitStep visit) {
  const auto is_base = [&](const House& house) {
    return IsComplete(board, house) && IsBox(house) == (technique == kPointing);
  };
  for (int digit = 1; digit <= board.geometry().size(); ++digit) {
    const auto search = [&](VisitStep visit_step) {
      const std::vector<dlx::ItemId> base = DigitItems(board, digit, is_base);
      const std::vector<dlx::ItemId> cover =
          DigitItems(board, digit, InAnyHouse);
      return dlx::VisitBaseAndCover(
          board.state(), {.base = base, .cover = cover},
          [&](dlx::Deduction deduction) {
            return visit_step(StepOf(technique, std::move(deduction)));
          });
    };
    if (!VisitUnlessNone(memory, technique, digit,
                         board.options_of_digit(digit), visit, search)) {
      return false;
    }
  }
  return true;
}

// Which houses are base and which are cover: rows and columns; boxes, too, but
// rows on one side only; or any.
enum class FishKind { kBasic, kFranken, kMutant };

struct FishShape {
  Technique technique;
  size_t size;
  bool has_fins;
  bool is_sashimi = false;
  FishKind kind = FishKind::kBasic;
};
// Enough for 9x9; larger puzzles take no more.
constexpr uint64_t kFishEffort = 1'000'000;
// As many as HoDoKu looks for.
constexpr size_t kMostFins = 5;

constexpr FishShape kFish[] = {
    {kXWing, 2, false},
    {kSwordfish, 3, false},
    {kJellyfish, 4, false},
    {kFinnedXWing, 2, true},
    {kSashimiXWing, 2, true, true},
    {kFinnedSwordfish, 3, true},
    {kSashimiSwordfish, 3, true, true},
    {kFinnedJellyfish, 4, true},
    {kSashimiJellyfish, 4, true, true},
    {kFrankenXWing, 2, false, false, FishKind::kFranken},
    {kFrankenSwordfish, 3, false, false, FishKind::kFranken},
    {kFrankenJellyfish, 4, false, false, FishKind::kFranken},
    {kFinnedFrankenXWing, 2, true, false, FishKind::kFranken},
    {kFinnedFrankenSwordfish, 3, true, false, FishKind::kFranken},
    {kFinnedFrankenJellyfish, 4, true, false, FishKind::kFranken},
    {kMutantXWing, 2, false, false, FishKind::kMutant},
    {kMutantSwordfish, 3, false, false, FishKind::kMutant},
    {kMutantJellyfish, 4, false, false, FishKind::kMutant},
    {kFinnedMutantXWing, 2, true, false, FishKind::kMutant},
    {kFinnedMutantSwordfish, 3, true, false, FishKind::kMutant},
    {kFinnedMutantJellyfish, 4, true, false, FishKind::kMutant},
    {kFinnedMutantSquirmbag, 5, true, false, FishKind::kMutant}};

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
    return visit(StepOf(technique, std::move(deduction)));
  });
}

namespace {

size_t SubsetSize(Technique technique) {
  switch (technique) {
    case kLockedPair:
    case kNakedPair:
    case kHiddenPair:
      return 2;
    case kLockedTriple:
    case kNakedTriple:
    case kHiddenTriple:
      return 3;
    default:
      return 4;
  }
}

bool IsInTwoHouses(const Board& board, const dlx::Deduction& subset) {
  int houses = 0;
  for (const House& house : board.geometry().houses()) {
    houses += std::all_of(subset.base.begin(), subset.base.end(),
                          [&](dlx::ItemId item) {
                            return std::binary_search(
                                house.cells.begin(), house.cells.end(),
                                MeaningOf(board, item).cell);
                          })
                  ? 1
                  : 0;
  }
  return houses > 1;
}

bool VisitSubsetsOf(const Board& board, Technique technique, size_t house,
                    VisitStep visit) {
  const bool is_locked = technique == kLockedPair || technique == kLockedTriple;
  const bool is_naked = is_locked || technique == kNakedPair ||
                        technique == kNakedTriple || technique == kNakedQuad;
  const size_t size = SubsetSize(technique);
  const std::vector<dlx::ItemId> cells =
      OpenCellItems(board, board.geometry().houses()[house]);
  if (cells.size() <= size) return true;
  const absl::Span<const dlx::ItemId> digits = board.house_items(house);
  return dlx::VisitBaseAndCover(
      board.state(),
      {.base = is_naked ? absl::MakeConstSpan(cells) : digits,
       .cover = is_naked ? digits : absl::MakeConstSpan(cells),
       .size = size},
      [&](dlx::Deduction deduction) {
        if (is_naked) ExtendNakedSubset(board, house, deduction);
        if (is_locked && !IsInTwoHouses(board, deduction)) return true;
        return visit(StepOf(technique, std::move(deduction)));
      });
}

}  // namespace

bool VisitSubsets(const Board& board, Technique technique, StepMemory* memory,
                  VisitStep visit) {
  if (technique == kPointing || technique == kClaiming) {
    return VisitLocked(board, technique, memory, visit);
  }
  for (size_t house = 0; house < board.geometry().houses().size(); ++house) {
    if (!VisitUnlessNone(
            memory, technique, house, board.options_of_house(house), visit,
            [&](VisitStep visit_step) {
              return VisitSubsetsOf(board, technique, house, visit_step);
            })) {
      return false;
    }
  }
  return true;
}

namespace {

struct HouseKinds {
  bool rows = false;
  bool columns = false;
  bool boxes = false;
};

HouseKinds KindsOf(const Board& board, const std::vector<dlx::ItemId>& items) {
  HouseKinds kinds;
  for (const dlx::ItemId item : items) {
    const House& house =
        board.geometry().houses()[MeaningOf(board, item).house];
    kinds.rows |= house.kind == House::Kind::kRow;
    kinds.columns |= house.kind == House::Kind::kColumn;
    kinds.boxes |= IsBox(house);
  }
  return kinds;
}

FishKind KindOf(const Board& board, const dlx::Deduction& fish) {
  const HouseKinds base = KindsOf(board, fish.base);
  const HouseKinds cover = KindsOf(board, fish.cover);
  const bool crosses =
      (base.rows && base.columns) || (cover.rows && cover.columns) ||
      (base.rows && cover.rows) || (base.columns && cover.columns);
  if (crosses) return FishKind::kMutant;
  return base.boxes || cover.boxes ? FishKind::kFranken : FishKind::kBasic;
}

// Two fish with the same base that rule out different options, told as one.
bool VisitSiamese(std::vector<Step> fish,
                  absl::FunctionRef<bool(const dlx::Deduction&)> is_named,
                  VisitStep visit) {
  for (size_t i = 0; i < fish.size(); ++i) {
    for (size_t k = i + 1; k < fish.size(); ++k) {
      const dlx::Deduction& a = fish[i].deduction;
      const dlx::Deduction& b = fish[k].deduction;
      if (a.base != b.base || a.removed == b.removed) continue;
      if (!is_named(a) && !is_named(b)) continue;
      Step both = fish[i];
      const auto add = [](auto& to, const auto& from) {
        to.insert(to.end(), from.begin(), from.end());
        std::sort(to.begin(), to.end());
        to.erase(std::unique(to.begin(), to.end()), to.end());
      };
      add(both.deduction.removed, b.removed);
      add(both.deduction.cover, b.cover);
      add(both.deduction.fins, b.fins);
      if (!visit(std::move(both))) return false;
    }
  }
  return true;
}

// The bases and covers that a fish is looked for among.
struct FishHouses {
  std::vector<dlx::ItemId> base;
  std::vector<dlx::ItemId> cover;
};

std::vector<FishHouses> HousesFor(const Board& board, FishKind kind,
                                  int digit) {
  const auto items = [&](bool rows, bool columns, bool boxes) {
    return DigitItems(board, digit, [&](const House& house) {
      return (rows && house.kind == House::Kind::kRow) ||
             (columns && house.kind == House::Kind::kColumn) ||
             (boxes && IsBox(house) && IsComplete(board, house));
    });
  };
  if (kind == FishKind::kMutant) {
    return {{items(true, true, true), items(true, true, true)}};
  }
  const bool boxes = kind == FishKind::kFranken;
  return {{items(true, false, boxes), items(false, true, boxes)},
          {items(false, true, boxes), items(true, false, boxes)}};
}

bool IsOfShape(const Board& board, const FishShape& shape,
               const dlx::Deduction& fish) {
  if (fish.fins.empty() == shape.has_fins) return false;
  if (shape.kind != FishKind::kBasic) return KindOf(board, fish) == shape.kind;
  return !shape.has_fins || IsSashimi(board, fish) == shape.is_sashimi;
}

// One search finds the fish of all shapes with that many houses and fins.
void KeepNoFish(const Board& board, const FishShape& shape, int digit,
                StepMemory& memory) {
  for (const FishShape& other : kFish) {
    if (other.size == shape.size && other.kind == shape.kind &&
        other.has_fins == shape.has_fins) {
      memory.KeepNone(other.technique, digit, board.options_of_digit(digit));
    }
  }
}

// `memory` may be null.
bool VisitFishOf(const Board& board, const FishShape& shape, int digit,
                 StepMemory* memory, VisitStep visit) {
  const bool is_basic = shape.kind == FishKind::kBasic;
  std::vector<Step> found;
  for (const auto& [base, cover] : HousesFor(board, shape.kind, digit)) {
    if (!dlx::VisitBaseAndCover(
            board.state(),
            {.base = base,
             .cover = cover,
             .size = shape.size,
             .max_fins = shape.has_fins ? kMostFins : 0,
             .may_overlap = !is_basic,
             .effort = kFishEffort * (is_basic ? 1 : 20)},
            [&](dlx::Deduction fish) {
              Step step = StepOf(shape.technique, std::move(fish));
              if (!step.deduction.fins.empty()) found.push_back(step);
              return !IsOfShape(board, shape, step.deduction) ||
                     visit(std::move(step));
            })) {
      return false;
    }
  }
  if (memory != nullptr && shape.has_fins && found.empty()) {
    KeepNoFish(board, shape, digit, *memory);
  }
  const auto is_named = [&](const dlx::Deduction& fish) {
    return IsOfShape(board, shape, fish);
  };
  return !shape.has_fins || VisitSiamese(std::move(found), is_named, visit);
}

}  // namespace

bool VisitFish(const Board& board, Technique technique, StepMemory* memory,
               VisitStep visit) {
  const FishShape* shape = kFish;
  while (shape->technique != technique) ++shape;
  for (int digit = 1; digit <= board.geometry().size(); ++digit) {
    if (!VisitUnlessNone(
            memory, technique, digit, board.options_of_digit(digit), visit,
            [&](VisitStep visit_step) {
              return VisitFishOf(board, *shape, digit, memory, visit_step);
            })) {
      return false;
    }
  }
  return true;
}

bool IsFish(Technique technique) {
  return std::any_of(
      std::begin(kFish), std::end(kFish),
      [&](const FishShape& shape) { return shape.technique == technique; });
}

}  // namespace internal

bool VisitSteps(const Board& board, Technique technique, VisitStep visit,
                StepMemory* memory) {
  using enum Technique;
  const int rating = RowOf(technique).rating;
  const auto rated = [&](Step step) {
    if (step.rating == 0) step.rating = rating;
    return visit(std::move(step));
  };
  if (technique >= kDirectPointing) return true;  // See explainer.h.
  if (technique <= kNakedSingle) {
    return internal::VisitSingles(board, technique, rated);
  }
  if (technique <= kHiddenQuad) {
    return internal::VisitSubsets(board, technique, memory, rated);
  }
  if (internal::IsFish(technique)) {
    return internal::VisitFish(board, technique, memory, rated);
  }
  if (RowOf(technique).needs_uniqueness) {
    return internal::VisitUniqueness(board, technique, rated);
  }
  switch (technique) {
    case kXYZWing:
      return internal::VisitWings(board, rated);
    case kSimpleColoursTrap:
    case kSimpleColoursWrap:
    case kMultiColours:
      return internal::VisitColourSteps(board, technique, memory, rated);
    case kAlmostLockedXZ:
    case kAlmostLockedXYWing:
    case kAlmostLockedChain:
    case kDeathBlossom:
      return internal::VisitAlmostLocked(board, technique, rated);
    case kSueDeCoq:
      return internal::VisitSueDeCoq(board, rated);
    default:
      return internal::VisitChainSteps(board, technique, memory, rated);
  }
}

}  // namespace sudoku
