// XYZ-Wings, and the names of chains: what a chain is called depends on what
// its items are, and how many.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sudoku/technique/finders.h"

namespace sudoku::internal {
namespace {

using enum Technique;

constexpr size_t kMostLinks = 10;
constexpr size_t kMostGroupedLinks = 4;
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
  if (chain.is_loop) return shape.has_groups ? kGroupedLoop : kNiceLoop;
  if (shape.has_groups) return kGroupedChain;
  if (shape.has_one_digit) return links == 2 ? NameOfX(shape) : kXChain;
  if (shape.cells == links) {
    if (links == 3) return kXYWing;
    return IsRemotePair(board, chain) ? kRemotePair : kXYChain;
  }
  return links == 3 && IsWWing(board, chain) ? kWWing : kAlternatingChain;
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
    case kGroupedChain:
    case kGroupedLoop:
      return kMostGroupedLinks;
    default:
      return kMostLinks;
  }
}

// The items whose links a technique has: those of cells, those of houses (of
// one digit, as a chain never changes it), or all, which is none.
std::vector<dlx::ItemId> ItemsOf(const Board& board, Technique technique) {
  std::vector<dlx::ItemId> items;
  if (technique == kXYWing || technique == kRemotePair ||
      technique == kXYChain) {
    for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
      items.push_back(board.cell_item(cell));
    }
  } else if (technique == kSkyscraper || technique == kTwoStringKite ||
             technique == kTurbotFish || technique == kXChain) {
    const size_t houses = board.geometry().houses().size();
    for (size_t house = 0; house < houses; ++house) {
      const absl::Span<const dlx::ItemId> digits = board.house_items(house);
      items.insert(items.end(), digits.begin(), digits.end());
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

bool VisitChainSteps(const Board& board, Technique technique, VisitStep visit) {
  const bool has_groups =
      technique == kGroupedChain || technique == kGroupedLoop;
  const std::vector<dlx::ItemId> items = ItemsOf(board, technique);
  const int least = RowOf(technique).rating;
  // The shorter ones first: a chain is rated by its length.
  size_t shorter = 1;
  for (const size_t links : {2, 3, 4, 6, 8, 10}) {
    if (links > MostLinks(technique)) break;
    const dlx::Chains which = {.items = items,
                               .max_links = links,
                               .max_group = has_groups ? kMostInGroup : 1,
                               .effort = kChainEffort};
    if (!dlx::VisitChains(board.state(), which, [&](dlx::Deduction chain) {
          if (chain.links.size() <= shorter ||
              NameOf(board, chain) != technique) {
            return true;
          }
          if (technique == kRemotePair) AddOtherDigit(board, chain);
          const size_t nodes = 2 * chain.links.size();
          return visit({.technique = technique,
                        .rating = technique == kXYWing
                                      ? least
                                      : least + LengthRating(nodes),
                        .deduction = std::move(chain)});
        })) {
      return false;
    }
    shorter = links;
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
        if (!visit({.technique = kXYZWing,
                    .rating = 0,
                    .deduction = std::move(wing)})) {
          return false;
        }
      }
    }
  }
  return true;
}

}  // namespace sudoku::internal
