#ifndef SUDOKU_TECHNIQUE_FINDERS_H_
#define SUDOKU_TECHNIQUE_FINDERS_H_

// The finders of techniques, by families; VisitSteps() chooses among them.
// Private to this folder.

#include <cstddef>
#include <vector>

#include "sudoku/technique/steps.h"

namespace sudoku::internal {

// The technique is one of the family, of all functions.
bool VisitSingles(const Board& board, Technique technique, VisitStep visit);
bool VisitSubsets(const Board& board, Technique technique, VisitStep visit);
bool VisitFish(const Board& board, Technique technique, VisitStep visit);
bool VisitWings(const Board& board, VisitStep visit);  // XYZ-Wings.
bool VisitColourSteps(const Board& board, Technique technique, VisitStep visit);
bool VisitAlmostLocked(const Board& board, Technique technique,
                       VisitStep visit);
bool VisitSueDeCoq(const Board& board, VisitStep visit);
bool VisitChainSteps(const Board& board, Technique technique, VisitStep visit);
bool VisitUniqueness(const Board& board, Technique technique, VisitStep visit);

// The almost locked sets of a board: cells of a house, from `least` on, that
// have one digit more than they are.
std::vector<dlx::AlmostCovered> AlmostLockedSets(const Board& board,
                                                 size_t least);

// What an item means, and the options of an item or of several.
inline ItemMeaning MeaningOf(const Board& board, dlx::ItemId item) {
  return board.encoding().meaning(item);
}

}  // namespace sudoku::internal

#endif  // SUDOKU_TECHNIQUE_FINDERS_H_
