// XYZ-Wings, and the names of chains: what a chain is called depends on what
// its items are, and how many.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "sudoku/technique/finders.h"
#include "sudoku/technique/step_memory.h"

namespace sudoku::internal {
namespace {

using enum Technique;

constexpr size_t kMostLinks = 24;
constexpr size_t kMostInGroup = 3;
// Enough for 9x9; larger puzzles take no more.
constexpr uint64_t kChainEffort = 100'000;

// Sudoku Explainer adds to the rating of a chain by the number of its nodes:
// 0.1 above 4, 0.2 above 6, 0.3 above 8, 0.4 above 12, 0.5 above 16.
int LengthRating(size_t nodes) {
  int extra = 0;
  for (size_t limit : {4, 6, 8, 12, 16, 24}) extra += nodes > limit ? 1 : 0;
  return extra;
}

// What is known of a chain's items.
struct ChainShape {
  size_t cells = 0;
  size_t rows = 0;
  size_t columns = 0;
  bool has_one_digit = true;
  bool has_groups = false;
  bool has_sets = false;
};

void LookAtOptions(const Board& board, const std::vector<dlx::OptionId>& side,
                   int& digit, ChainShape& shape) {
  if (side.size() > 1) shape.has_groups = true;
  for (const dlx::OptionId option : side) {
    const int its_digit = board.encoding().placement(option).digit;
    if (digit == 0) digit = its_digit;
    if (its_digit != digit) shape.has_one_digit = false;
  }
}

ChainShape ShapeOf(const Board& board, const dlx::Deduction& chain) {
  ChainShape shape;
  int digit = 0;
  for (const dlx::ChainLink& link : chain.links) {
    const ItemMeaning meaning = MeaningOf(board, link.item);
    if (!link.more_items.empty()) shape.has_sets = true;
    if (meaning.kind == ItemMeaning::Kind::kCell) {
      ++shape.cells;
    } else {
      const House& house = board.geometry().houses()[meaning.house];
      shape.rows += house.kind == House::Kind::kRow ? 1 : 0;
      shape.columns += house.kind == House::Kind::kColumn ? 1 : 0;
    }
    LookAtOptions(board, link.off, digit, shape);
    LookAtOptions(board, link.on, digit, shape);
  }
  return shape;
}

// All cells have the same two candidates, and both ends the same one.
bool IsRemotePair(const Board& board, const dlx::Deduction& chain) {
  const int cell = MeaningOf(board, chain.links.front().item).cell;
  const DigitSet digits = board.candidates(cell);
  return std::all_of(chain.links.begin(), chain.links.end(),
                     [&](const dlx::ChainLink& link) {
                       const int other = MeaningOf(board, link.item).cell;
                       return board.candidates(other) == digits;
                     });
}

int DigitOf(const Board& board, dlx::OptionId option) {
  return board.encoding().placement(option).digit;
}

// Two cells xy, and a digit x that has two places in a house, one seen by each.
bool IsWWing(const Board& board, const dlx::Deduction& chain) {
  const auto is_cell = [&](size_t i) {
    return MeaningOf(board, chain.links[i].item).kind ==
           ItemMeaning::Kind::kCell;
  };
  return is_cell(0) && !is_cell(1) && is_cell(2) &&
         DigitOf(board, chain.links[0].off[0]) ==
             DigitOf(board, chain.links[2].on[0]) &&
         DigitOf(board, chain.links[0].on[0]) ==
             DigitOf(board, chain.links[2].off[0]);
}

Technique NameOfX(const ChainShape& shape) {
  if (shape.rows == 2 || shape.columns == 2) return kSkyscraper;
  return shape.rows == 1 && shape.columns == 1 ? kTwoStringKite : kTurbotFish;
}

Technique NameOf(const Board& board, const dlx::Deduction& chain) {
  const size_t links = chain.links.size();
  const ChainShape shape = ShapeOf(board, chain);
  if (shape.has_groups || shape.has_sets) {
    return chain.is_loop ? kGroupedLoop : kGroupedChain;
  }
  if (chain.is_loop) return kNiceLoop;
  if (shape.has_one_digit) return links == 2 ? NameOfX(shape) : kXChain;
  if (shape.cells == links) {
    if (links == 3) return kXYWing;
    return IsRemotePair(board, chain) ? kRemotePair : kXYChain;
  }
  return links == 3 && IsWWing(board, chain) ? kWWing : kAlternatingChain;
}

// Some names take in others: an X-Chain may be a skyscraper.
bool IsNamed(const Board& board, const dlx::Deduction& chain,
             Technique technique) {
  const Technique name = NameOf(board, chain);
  switch (technique) {
    case kXChain:
      return name == kSkyscraper || name == kTwoStringKite ||
             name == kTurbotFish || name == kXChain;
    case kXYChain:
      return name == kXYWing || name == kRemotePair || name == kXYChain;
    case kAlternatingChain:
      return name != kNiceLoop;
    default:
      return name == technique;
  }
}

size_t MostLinks(Technique technique) {
  switch (technique) {
    case kSkyscraper:
    case kTwoStringKite:
    case kTurbotFish:
      return 2;
    case kXYWing:
    case kWWing:
      return 3;
    default:
      return kMostLinks;
  }
}

bool IsOfOneDigit(Technique technique) {
  return technique == kSkyscraper || technique == kTwoStringKite ||
         technique == kTurbotFish || technique == kXChain ||
         technique == kEmptyRectangle;
}

// The items whose links a technique has: those of cells, those of houses (of
// one of the digits, as a chain never changes it), or all, which is none.
std::vector<dlx::ItemId> ItemsOf(const Board& board, Technique technique,
                                 DigitSet digits) {
  std::vector<dlx::ItemId> items;
  if (technique == kXYWing || technique == kRemotePair ||
      technique == kXYChain) {
    for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
      items.push_back(board.cell_item(cell));
    }
  } else if (IsOfOneDigit(technique)) {
    const bool has_boxes = technique == kTurbotFish || technique == kXChain;
    const absl::Span<const House> houses = board.geometry().houses();
    for (size_t house = 0; house < houses.size(); ++house) {
      if (!has_boxes && houses[house].kind != House::Kind::kRow &&
          houses[house].kind != House::Kind::kColumn) {
        continue;
      }
      for (DigitSet rest = digits; rest != 0; rest &= rest - 1) {
        items.push_back(board.house_items(house)[std::countr_zero(rest)]);
      }
    }
  }
  return items;
}

// The other digit of a remote pair's cells goes out as well.
void AddOtherDigit(const Board& board, dlx::Deduction& chain) {
  const dlx::DeductionState& state = board.state();
  dlx::OptionSet ends(state.problem().option_count());
  ends.Add(chain.links.front().on.front());
  ends.Add(chain.links.back().off.front());
  const std::vector<dlx::OptionId> more =
      state.CommonConflicts(ends).ToVector();
  chain.removed.insert(chain.removed.end(), more.begin(), more.end());
}

// The cells of two candidates that see the pivot, and share both with it.
std::vector<int> Pincers(const Board& board, int pivot) {
  std::vector<int> pincers;
  for (const int cell : board.geometry().PeersOf(pivot)) {
    const DigitSet digits = board.candidates(cell);
    if (std::popcount(digits) == 2 &&
        (digits & ~board.candidates(pivot)) == 0) {
      pincers.push_back(cell);
    }
  }
  return pincers;
}

}  // namespace

namespace {

// A digit whose places in a box are in a row and a column, which rule out each
// other by a house across that has two places for it.
class EmptyRectangles {
 public:
  EmptyRectangles(const Board& board, DigitSet digits, VisitStep visit)
      : board_(board), state_(board.state()), digits_(digits), visit_(visit) {}

  bool Run() {
    const absl::Span<const House> houses = board_.geometry().houses();
    for (size_t box = 0; box < houses.size(); ++box) {
      if (houses[box].kind != House::Kind::kBox) continue;
      for (DigitSet rest = digits_; rest != 0; rest &= rest - 1) {
        const int digit = std::countr_zero(rest) + 1;
        box_ = board_.house_items(box)[digit - 1];
        places_ = state_.options_of(box_);
        if (!places_.empty() && !VisitLines(digit)) return false;
      }
    }
    return true;
  }

 private:
  bool VisitLines(int digit) {
    const int size = board_.geometry().size();
    for (int row = 0; row < size; ++row) {
      const dlx::ItemId a = board_.house_items(row)[digit - 1];
      if (!IsMet(a)) continue;
      for (int column = size; column < 2 * size; ++column) {
        const dlx::ItemId b = board_.house_items(column)[digit - 1];
        if (!IsRectangle(a, b)) continue;
        for (int pair = 0; pair < 2 * size; ++pair) {
          const dlx::ItemId item = board_.house_items(pair)[digit - 1];
          if (!Conclude(item, pair < size ? b : a, pair < size ? a : b)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  // Whether the line has places in the box.
  bool IsMet(dlx::ItemId line) const {
    return places_.Meets(state_.all_options_of(line));
  }

  bool IsRectangle(dlx::ItemId a, dlx::ItemId b) const {
    if (!IsMet(b)) return false;
    const dlx::OptionSet& in_a = state_.all_options_of(a);
    const dlx::OptionSet& in_b = state_.all_options_of(b);
    return places_.IsIn(in_a | in_b) && !places_.IsIn(in_a) &&
           !places_.IsIn(in_b);
  }

  // The pair has one end in `line`; the other end and `across` rule out.
  bool Conclude(dlx::ItemId pair, dlx::ItemId line, dlx::ItemId across) {
    const dlx::OptionSet two = state_.options_of(pair);
    if (!state_.is_open(pair) || two.size() != 2 ||
        two.Meets(state_.all_options_of(box_))) {
      return true;
    }
    const dlx::OptionSet on = two & state_.all_options_of(line);
    if (on.size() != 1) return true;
    const dlx::OptionSet off = places_ & state_.all_options_of(line);
    const dlx::OptionSet last = places_ - off;
    dlx::OptionSet removed = state_.CommonConflicts((two - on) | last);
    removed &= state_.all_options_of(across);
    if (removed.empty()) return true;
    return visit_(
        StepOf(kEmptyRectangle,
               {.kind = dlx::Deduction::Kind::kChain,
                .removed = removed.ToVector(),
                .base = {pair, box_},
                .links = {{pair, (two - on).ToVector(), on.ToVector()},
                          {box_, off.ToVector(), last.ToVector()}}}));
  }

  const Board& board_;
  const dlx::DeductionState& state_;
  const DigitSet digits_;
  VisitStep visit_;
  dlx::ItemId box_;
  dlx::OptionSet places_;  // Of the digit in the box.
};

// What two steps must share to be told as one: the places in the box. Kites may
// be of two digits in the same cells.
std::vector<dlx::OptionId> SharedPart(const Board& board,
                                      const dlx::Deduction& chain,
                                      Technique technique) {
  std::vector<dlx::OptionId> shared = chain.links[1].off;
  const std::vector<dlx::OptionId>& other =
      technique == kTwoStringKite ? chain.links[0].on : chain.links[1].on;
  shared.insert(shared.end(), other.begin(), other.end());
  if (technique == kTwoStringKite) {
    for (dlx::OptionId& option : shared) {
      option = board.option(board.encoding().placement(option).cell, 1);
    }
  }
  std::sort(shared.begin(), shared.end());
  return shared;
}

dlx::Deduction Both(dlx::Deduction a, const dlx::Deduction& b) {
  a.links.insert(a.links.end(), b.links.begin(), b.links.end());
  for (const dlx::ItemId item : b.base) {
    if (std::find(a.base.begin(), a.base.end(), item) == a.base.end()) {
      a.base.push_back(item);
    }
  }
  for (const dlx::OptionId option : b.removed) {
    if (std::find(a.removed.begin(), a.removed.end(), option) ==
        a.removed.end()) {
      a.removed.push_back(option);
    }
  }
  std::sort(a.removed.begin(), a.removed.end());
  return a;
}

bool VisitDuals(const Board& board, Technique technique, StepMemory* memory,
                VisitStep visit) {
  const Technique single =
      technique == kDualTwoStringKite ? kTwoStringKite : kEmptyRectangle;
  std::vector<dlx::Deduction> chains;
  VisitChainSteps(board, single, memory, [&](Step step) {
    chains.push_back(std::move(step.deduction));
    return true;
  });
  for (size_t i = 0; i < chains.size(); ++i) {
    for (size_t k = i + 1; k < chains.size(); ++k) {
      if (chains[i].removed != chains[k].removed &&
          SharedPart(board, chains[i], single) ==
              SharedPart(board, chains[k], single) &&
          !visit(StepOf(technique, Both(chains[i], chains[k])))) {
        return false;
      }
    }
  }
  return true;
}

// What a loop rules out by its ends alone.
void AsOpenChain(const Board& board, dlx::Deduction& chain) {
  if (!chain.is_loop) return;
  dlx::OptionSet ends(board.state().problem().option_count());
  for (const dlx::OptionId option : chain.links.front().off) ends.Add(option);
  for (const dlx::OptionId option : chain.links.back().on) ends.Add(option);
  chain.removed = board.state().CommonConflicts(ends).ToVector();
  chain.is_loop = false;
}

// A discontinuous loop rules out one option: it begins and ends there. Or it
// shows that an option is taken, and so rules out the others of its cell.
bool VisitDiscontinuous(const Board& board, Technique technique,
                        const dlx::Deduction& chain, VisitStep visit) {
  const std::vector<dlx::OptionId>& start = chain.links.front().off;
  const bool is_verity = start == chain.links.back().on && start.size() == 1;
  dlx::Deduction loop = chain;
  loop.is_loop = false;
  if (is_verity) {
    const int cell = board.encoding().placement(start[0]).cell;
    std::erase_if(loop.removed, [&](dlx::OptionId option) {
      return board.encoding().placement(option).cell != cell;
    });
    if (!loop.removed.empty() && !visit(StepOf(technique, loop))) return false;
  }
  for (const dlx::OptionId option : chain.removed) {
    loop.removed = {option};
    if (!visit(StepOf(technique, loop))) return false;
  }
  return true;
}

bool IsGrouped(Technique technique) {
  return technique == kGroupedChain || technique == kGroupedLoop ||
         technique == kGroupedDiscontinuousLoop;
}

// All items, which a search with sets has to be told.
std::vector<dlx::ItemId> AllItems(const Board& board) {
  std::vector<dlx::ItemId> items;
  for (uint32_t i = 0; i < board.state().problem().item_count(); ++i) {
    items.push_back(dlx::ItemId(i));
  }
  return items;
}

// The cells of each pair of digits.
std::vector<std::vector<dlx::ItemId>> CellsOfPairs(const Board& board) {
  std::map<DigitSet, std::vector<dlx::ItemId>> cells;
  for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
    const DigitSet digits = board.candidates(cell);
    if (std::popcount(digits) == 2) {
      cells[digits].push_back(board.cell_item(cell));
    }
  }
  std::vector<std::vector<dlx::ItemId>> families;
  for (auto& [digits, items] : cells) families.push_back(std::move(items));
  return families;
}

// Whether there is no loop at all, which one look shows.
bool HasNoLoop(dlx::ChainSearch& search) {
  return search.Visit(kMostLinks, [](const dlx::Deduction&) {
    return false;
  }) && search.saw_all();
}

// The steps of a technique that chains are.
class ChainSteps {
 public:
  ChainSteps(const Board& board, Technique technique, VisitStep visit)
      : board_(board), technique_(technique), visit_(visit) {}

  // Whether the chain is one of the technique, as which it may rule out less.
  bool Takes(dlx::Deduction& chain) const {
    if (is_discontinuous()) return true;
    if (!is_loop()) AsOpenChain(board_, chain);
    return !chain.removed.empty() && IsNamed(board_, chain, technique_);
  }

  // REQUIRES: it is.
  bool Visit(dlx::Deduction chain) const {
    if (is_discontinuous()) {
      return VisitDiscontinuous(board_, technique_, chain, visit_);
    }
    if (technique_ == kRemotePair) AddOtherDigit(board_, chain);
    const int least = RowOf(technique_).rating;
    const size_t nodes = 2 * chain.links.size();
    return visit_(
        {.technique = technique_,
         .rating = technique_ == kXYWing ? least : least + LengthRating(nodes),
         .deduction = std::move(chain)});
  }

  bool is_loop() const {
    return technique_ == kNiceLoop || technique_ == kGroupedLoop;
  }

 private:
  bool is_discontinuous() const {
    return technique_ == kDiscontinuousLoop ||
           technique_ == kGroupedDiscontinuousLoop;
  }

  const Board& board_;
  const Technique technique_;
  VisitStep visit_;
};

// The shorter chains come first: a chain is rated by its length.
constexpr size_t kLimits[] = {2, 3, 4, 6, 8, 12, kMostLinks};

// Of the chains that are longer than `shorter`, those within the next limit
// that some are in; that limit takes its place, if there are some.
std::vector<dlx::Deduction> NextChains(dlx::ChainSearch& search,
                                       const ChainSteps& steps,
                                       size_t most_links, size_t& shorter) {
  std::vector<dlx::Deduction> found;
  size_t limit = most_links;
  search.Visit(most_links, [&](dlx::Deduction chain) {
    const size_t links = chain.links.size();
    if (links <= shorter || links > limit || !steps.Takes(chain)) return true;
    const size_t its_limit =
        *std::lower_bound(std::begin(kLimits), std::end(kLimits), links);
    if (its_limit < limit) {
      found.clear();
      limit = its_limit;
      search.Shorten(limit);
    }
    found.push_back(std::move(chain));
    return true;
  });
  if (!found.empty()) shorter = limit;
  return found;
}

bool VisitChainsOf(const Board& board, Technique technique,
                   const std::vector<dlx::ItemId>& items,
                   const std::vector<dlx::AlmostCovered>& sets,
                   VisitStep visit) {
  const ChainSteps steps(board, technique, visit);
  dlx::ChainSearch search(board.state(),
                          {.items = items,
                           .sets = sets,
                           .max_group = IsGrouped(technique) ? kMostInGroup : 1,
                           .only_loops = steps.is_loop(),
                           .effort = kChainEffort});
  const size_t most_links = MostLinks(technique);
  size_t shorter = IsGrouped(technique) ? 0 : 1;
  while (!IsGrouped(technique) && shorter < most_links) {
    const std::vector<dlx::Deduction> found =
        NextChains(search, steps, most_links, shorter);
    for (const dlx::Deduction& chain : found) {
      if (!steps.Visit(chain)) return false;
    }
    if (!found.empty()) continue;
    if (search.has_effort()) return true;
    break;
  }
  if (IsGrouped(technique) && steps.is_loop() && HasNoLoop(search)) return true;
  // Limit by limit, where a look at all takes too long.
  for (const size_t links : kLimits) {
    if (links > most_links) break;
    if (links <= shorter) continue;
    // Each look takes long.
    if (IsGrouped(technique) && links != 3 && links < 12) continue;
    if (!search.Visit(links, [&](dlx::Deduction chain) {
          return chain.links.size() <= shorter || !steps.Takes(chain) ||
                 steps.Visit(std::move(chain));
        })) {
      return false;
    }
    if (search.saw_all()) break;
    shorter = links;
  }
  return true;
}

bool VisitStepsOfOneDigit(const Board& board, Technique technique,
                          DigitSet digits, VisitStep visit) {
  if (technique == kEmptyRectangle) {
    return EmptyRectangles(board, digits, visit).Run();
  }
  const std::vector<dlx::ItemId> items = ItemsOf(board, technique, digits);
  // No items would be all of them.
  return items.empty() || VisitChainsOf(board, technique, items, {}, visit);
}

// Those digits at once that are not known to have no step, so that the shortest
// chain comes first.
bool VisitOpenDigits(const Board& board, Technique technique,
                     StepMemory* memory, VisitStep visit) {
  DigitSet digits = AllDigits(board.geometry().size());
  if (memory == nullptr) {
    return VisitStepsOfOneDigit(board, technique, digits, visit);
  }
  for (int digit = 1; digit <= board.geometry().size(); ++digit) {
    if (memory->HasNone(technique, digit, board.options_of_digit(digit))) {
      digits &= ~DigitBit(digit);
    }
  }
  bool has_none = true;
  const bool goes_on =
      VisitStepsOfOneDigit(board, technique, digits, [&](Step step) {
        has_none = false;
        return visit(std::move(step));
      });
  for (; has_none && digits != 0; digits &= digits - 1) {
    const int digit = std::countr_zero(digits) + 1;
    memory->KeepNone(technique, digit, board.options_of_digit(digit));
  }
  return goes_on;
}

}  // namespace

bool VisitChainSteps(const Board& board, Technique technique,
                     StepMemory* memory, VisitStep visit) {
  if (IsOfOneDigit(technique)) {
    return VisitOpenDigits(board, technique, memory, visit);
  }
  if (technique == kDualTwoStringKite || technique == kDualEmptyRectangle) {
    return VisitDuals(board, technique, memory, visit);
  }
  std::vector<std::vector<dlx::ItemId>> families = {
      ItemsOf(board, technique, 0)};
  if (technique == kRemotePair) families = CellsOfPairs(board);
  std::vector<dlx::AlmostCovered> sets;
  if (IsGrouped(technique)) {
    families = {AllItems(board)};
    sets = AlmostLockedSets(board, 2);
  }
  for (const std::vector<dlx::ItemId>& items : families) {
    if (items.size() == 1) continue;  // No chain.
    if (!VisitChainsOf(board, technique, items, sets, visit)) return false;
  }
  return true;
}

bool VisitColourSteps(const Board& board, Technique technique,
                      StepMemory* memory, VisitStep visit) {
  for (int digit = 1; digit <= board.geometry().size(); ++digit) {
    const auto search = [&](VisitStep visit_step) {
      const std::vector<dlx::ItemId> items =
          DigitItems(board, digit, InAnyHouse);
      return dlx::VisitColours(
          board.state(), {.items = items, .pairs = technique == kMultiColours},
          [&](dlx::Deduction colours) {
            if (technique != kMultiColours &&
                colours.fins.empty() != (technique == kSimpleColoursTrap)) {
              return true;
            }
            return visit_step(StepOf(technique, std::move(colours)));
          });
    };
    if (!VisitUnlessNone(memory, technique, digit,
                         board.options_of_digit(digit), visit, search)) {
      return false;
    }
  }
  return true;
}

bool VisitWings(const Board& board, VisitStep visit) {
  const dlx::DeductionState& state = board.state();
  for (int pivot = 0; pivot < board.geometry().cell_count(); ++pivot) {
    const DigitSet digits = board.candidates(pivot);
    if (std::popcount(digits) != 3) continue;
    const std::vector<int> pincers = Pincers(board, pivot);
    for (size_t i = 0; i < pincers.size(); ++i) {
      for (size_t j = i + 1; j < pincers.size(); ++j) {
        const DigitSet common =
            board.candidates(pincers[i]) & board.candidates(pincers[j]);
        if (std::popcount(common) != 1) continue;
        const int digit = std::countr_zero(common) + 1;
        dlx::OptionSet fins(state.problem().option_count());
        dlx::Deduction wing{.kind = dlx::Deduction::Kind::kBaseAndCover};
        for (const int cell : {pivot, pincers[i], pincers[j]}) {
          fins.Add(board.option(cell, digit));
          wing.base.push_back(board.cell_item(cell));
        }
        wing.removed = state.CommonConflicts(fins).ToVector();
        if (wing.removed.empty()) continue;
        wing.fins = fins.ToVector();
        if (!visit(StepOf(kXYZWing, std::move(wing)))) {
          return false;
        }
      }
    }
  }
  return true;
}

}  // namespace sudoku::internal
