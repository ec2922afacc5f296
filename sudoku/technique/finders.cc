// Singles, locked candidates, subsets and fish: each is a choice of the items
// that may be base and cover.

#include "sudoku/technique/finders.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
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

// The name of a digit with one place in the house.
Technique SingleOf(const Board& board, int house) {
  if (board.marks().open(house) == 1) return kFullHouse;
  return IsBox(board.geometry().houses()[house]) ? kHiddenSingleInBox
                                                 : kHiddenSingleInLine;
}

Step SingleStep(Technique technique, dlx::OptionId option, dlx::ItemId item) {
  return StepOf(technique, {.kind = dlx::Deduction::Kind::kForced,
                            .placed = {option},
                            .base = {item}});
}

bool VisitNakedSingles(const Board& board, VisitStep visit) {
  for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
    const DigitSet digits = board.candidates(cell);
    if (!std::has_single_bit(digits)) continue;
    if (!visit(SingleStep(kNakedSingle,
                          board.option(cell, std::countr_zero(digits) + 1),
                          board.cell_item(cell)))) {
      return false;
    }
  }
  return true;
}

// Whether `size` of the sets have as many elements in all, and another set has
// one of these. Each is a subset of base and cover then, and leads on.
bool HasSubset(absl::Span<const uint32_t> sets, size_t size, size_t from = 0,
               size_t chosen = 0, uint32_t all = 0) {
  const size_t count = static_cast<size_t>(CountBits(all));
  if (count > size) return false;
  if (chosen == size) {
    const auto meeting =
        std::count_if(sets.begin(), sets.end(),
                      [&](uint32_t set) { return (set & all) != 0; });
    return count == size && static_cast<size_t>(meeting) > size;
  }
  for (size_t i = from; i < sets.size(); ++i) {
    if (HasSubset(sets, size, i + 1, chosen + 1, all | sets[i])) return true;
  }
  return false;
}

using Sets = absl::InlinedVector<uint32_t, BlankBoard::kLargestSize>;

// Those of the digit's places in some houses, or in one house of some digits,
// or of candidates, that are not empty.
template <typename SetOf>
Sets SetsOf(int count, SetOf set_of) {
  Sets sets;
  for (int i = 0; i < count; ++i) {
    const uint32_t set = static_cast<uint32_t>(set_of(i));
    if (set != 0) sets.push_back(set);
  }
  return sets;
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

// Whether all places of the digit in the house are in another one, which has
// more of them.
bool IsLocked(const Board& board, int house, int digit) {
  const PencilMarks& marks = board.marks();
  const uint32_t places = marks.places(house, digit);
  if (places == 0) return false;
  for (const int other :
       board.geometry().HousesOf(marks.cell(house, std::countr_zero(places)))) {
    if (other != house && (places & ~marks.shared(house, other)) == 0 &&
        (marks.places(other, digit) & ~marks.shared(other, house)) != 0) {
      return true;
    }
  }
  return false;
}

bool VisitLocked(const Board& board, Technique technique, VisitStep visit) {
  const auto is_base = [&](const House& house) {
    return IsComplete(board, house) && IsBox(house) == (technique == kPointing);
  };
  const absl::Span<const House> houses = board.geometry().houses();
  for (int digit = 1; digit <= board.geometry().size(); ++digit) {
    std::vector<dlx::ItemId> base;
    for (int house = 0; house < static_cast<int>(houses.size()); ++house) {
      if (is_base(houses[house]) && IsLocked(board, house, digit)) {
        base.push_back(board.house_items(house)[digit - 1]);
      }
    }
    if (base.empty()) continue;
    const std::vector<dlx::ItemId> cover = DigitItems(board, digit, InAnyHouse);
    if (!dlx::VisitBaseAndCover(board.state(), {.base = base, .cover = cover},
                                [&](dlx::Deduction deduction) {
                                  return visit(
                                      StepOf(technique, std::move(deduction)));
                                })) {
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
  if (technique == kNakedSingle) return VisitNakedSingles(board, visit);
  const absl::Span<const House> houses = board.geometry().houses();
  const PencilMarks& marks = board.marks();
  for (int house = 0; house < static_cast<int>(houses.size()); ++house) {
    if (!IsComplete(board, houses[house]) ||
        SingleOf(board, house) != technique) {
      continue;
    }
    for (int digit = 1; digit <= marks.size(); ++digit) {
      const uint32_t places = marks.places(house, digit);
      if (!std::has_single_bit(places)) continue;
      const int cell = marks.cell(house, std::countr_zero(places));
      if (!visit(SingleStep(technique, board.option(cell, digit),
                            board.house_items(house)[digit - 1]))) {
        return false;
      }
    }
  }
  return true;
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

bool VisitSubsetsOf(const Board& board, Technique technique, int house,
                    VisitStep visit) {
  const bool is_locked = technique == kLockedPair || technique == kLockedTriple;
  const bool is_naked = is_locked || technique == kNakedPair ||
                        technique == kNakedTriple || technique == kNakedQuad;
  const size_t size = SubsetSize(technique);
  const House& its = board.geometry().houses()[house];
  const PencilMarks& marks = board.marks();
  const Sets sets =
      is_naked ? SetsOf(static_cast<int>(its.cells.size()),
                        [&](int i) { return marks.at(its.cells[i]); })
               : SetsOf(IsComplete(board, its) ? marks.size() : 0,
                        [&](int i) { return marks.places(house, i + 1); });
  if (!HasSubset(sets, size)) return true;
  const std::vector<dlx::ItemId> cells = OpenCellItems(board, its);
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

bool VisitSubsets(const Board& board, Technique technique, VisitStep visit) {
  if (technique == kPointing || technique == kClaiming) {
    return VisitLocked(board, technique, visit);
  }
  const int houses = static_cast<int>(board.geometry().houses().size());
  for (int house = 0; house < houses; ++house) {
    if (!VisitSubsetsOf(board, technique, house, visit)) return false;
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
  PencilMarks::HouseKind lines = PencilMarks::HouseKind::kRow;  // Of the base.
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
          {items(false, true, boxes), items(true, false, boxes),
           PencilMarks::HouseKind::kColumn}};
}

// Looks for lines whose places are in as many lines across, but for some in a
// box; where one of these is crossed in the box, outside of the lines, is what
// the fish rules out.
class FinnedLines {
 public:
  FinnedLines(const PencilMarks& marks, absl::Span<const int> lines, int digit,
              int box, int size)
      : size_(size) {
    for (const int line : lines) {
      const uint32_t places = marks.places(line, digit);
      const uint32_t in_box = places & marks.shared(line, box);
      if (places != 0) lines_.push_back({places & ~in_box, in_box});
    }
  }

  bool Any() { return Add(0, {}); }

 private:
  struct Line {
    uint32_t outside = 0;
    uint32_t in_box = 0;
    bool is_base = false;
  };

  bool Add(size_t from, const Line& all) {
    if (CountBits(all.outside) > size_) return false;
    if (chosen_ == size_) return IsFish(all);
    for (size_t i = from; i < lines_.size(); ++i) {
      ++chosen_;
      lines_[i].is_base = true;
      const bool is_fish = Add(i + 1, {all.outside | lines_[i].outside,
                                       all.in_box | lines_[i].in_box});
      lines_[i].is_base = false;
      --chosen_;
      if (is_fish) return true;
    }
    return false;
  }

  bool IsFish(const Line& all) const {
    for (const Line& line : lines_) {
      for (uint32_t rest = line.is_base ? 0 : line.in_box; rest != 0;
           rest &= rest - 1) {
        const uint32_t across = all.outside | (rest & -rest);
        if (CountBits(across) <= size_ && (all.in_box & ~across) != 0) {
          return true;
        }
      }
    }
    return false;
  }

  const int size_;
  int chosen_ = 0;
  absl::InlinedVector<Line, BlankBoard::kLargestSize> lines_;
};

// Whether there may be a fish of rows, or of columns: bits say so sooner than a
// search.
bool MayHaveFish(const Board& board, const FishShape& shape, int digit,
                 PencilMarks::HouseKind kind) {
  const PencilMarks& marks = board.marks();
  const absl::Span<const int> lines = marks.houses(kind);
  if (!shape.has_fins) {
    return HasSubset(
        SetsOf(marks.size(),
               [&](int i) { return marks.places(lines[i], digit); }),
        shape.size);
  }
  // Where a cell is in several boxes, fins may be in several, too.
  const absl::Span<const int> boxes =
      marks.houses(PencilMarks::HouseKind::kBox);
  return static_cast<int>(boxes.size()) != marks.size() ||
         std::any_of(boxes.begin(), boxes.end(), [&](int box) {
           return FinnedLines(marks, lines, digit, box,
                              static_cast<int>(shape.size))
               .Any();
         });
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
  const auto may_have = [&](PencilMarks::HouseKind lines) {
    return !is_basic || MayHaveFish(board, shape, digit, lines);
  };
  std::vector<FishHouses> all;
  if (may_have(PencilMarks::HouseKind::kRow) ||
      may_have(PencilMarks::HouseKind::kColumn)) {
    all = HousesFor(board, shape.kind, digit);
  }
  std::vector<Step> found;
  for (const FishHouses& houses : all) {
    if (!may_have(houses.lines)) continue;
    if (!dlx::VisitBaseAndCover(
            board.state(),
            {.base = houses.base,
             .cover = houses.cover,
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
    return internal::VisitSubsets(board, technique, rated);
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
      return internal::VisitAlmostLocked(board, technique, memory, rated);
    case kSueDeCoq:
      return internal::VisitSueDeCoq(board, rated);
    default:
      return internal::VisitChainSteps(board, technique, memory, rated);
  }
}

}  // namespace sudoku
