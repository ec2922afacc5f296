#ifndef SUDOKU_TECHNIQUE_FINDERS_H_
#define SUDOKU_TECHNIQUE_FINDERS_H_

// The finders of techniques, by families; VisitSteps() chooses among them.
// Private to this folder.

#include <cstddef>
#include <utility>
#include <vector>

#include "sudoku/technique/steps.h"

namespace sudoku::internal {

// The technique is one of the family, of all functions. The memory is of the
// same puzzle, or null.
bool VisitSingles(const Board& board, Technique technique, VisitStep visit);
bool VisitSubsets(const Board& board, Technique technique, VisitStep visit);
bool VisitFish(const Board& board, Technique technique, StepMemory* memory,
               VisitStep visit);
bool VisitWings(const Board& board, VisitStep visit);  // XYZ-Wings.
bool VisitColourSteps(const Board& board, Technique technique,
                      StepMemory* memory, VisitStep visit);
bool VisitAlmostLocked(const Board& board, Technique technique,
                       StepMemory* memory, VisitStep visit);
bool VisitSueDeCoq(const Board& board, VisitStep visit);
bool VisitChainSteps(const Board& board, Technique technique,
                     StepMemory* memory, VisitStep visit);
bool VisitUniqueness(const Board& board, Technique technique, VisitStep visit);

// The almost locked sets of a board: cells of a house, from `least` on, that
// have one digit more than they are.
std::vector<dlx::AlmostCovered> AlmostLockedSets(const Board& board,
                                                 size_t least);

// What an item means, and the options of an item or of several.
inline ItemMeaning MeaningOf(const Board& board, dlx::ItemId item) {
  return board.encoding().meaning(item);
}

inline Step StepOf(Technique technique, dlx::Deduction deduction) {
  return {
      .technique = technique, .rating = 0, .deduction = std::move(deduction)};
}

// The items of a digit in houses for which `belongs` is true.
template <typename Belongs>
std::vector<dlx::ItemId> DigitItems(const Board& board, int digit,
                                    Belongs belongs) {
  std::vector<dlx::ItemId> items;
  const absl::Span<const House> houses = board.geometry().houses();
  for (int house = 0; house < static_cast<int>(houses.size()); ++house) {
    if (belongs(houses[static_cast<size_t>(house)])) {
      items.push_back(board.house_items(house)[digit - 1]);
    }
  }
  return items;
}
inline bool InAnyHouse(const House&) { return true; }

}  // namespace sudoku::internal

#endif  // SUDOKU_TECHNIQUE_FINDERS_H_
