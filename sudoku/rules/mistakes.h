#ifndef SUDOKU_RULES_MISTAKES_H_
#define SUDOKU_RULES_MISTAKES_H_

// What can be wrong with the numbers and letters of a rule, in a grid of a
// size: a part of a sentence, which the name of the rule begins, or nothing.

#include <string>

#include "sudoku/rules/rule.h"

namespace sudoku::rules {

using MistakeFunction = std::string(const Rule& rule, int size);

MistakeFunction MistakeInModular;
MistakeFunction MistakeInDifference;
MistakeFunction MistakeInDiagonal;
MistakeFunction MistakeInNeighbours;
MistakeFunction MistakeInPill;
MistakeFunction MistakeInFactors;
MistakeFunction MistakeInRank;
MistakeFunction MistakeInSmallSum;
MistakeFunction MistakeInParts;
MistakeFunction MistakeInPairsOfDigits;
MistakeFunction MistakeInPairs;
MistakeFunction MistakeInWindows;
MistakeFunction MistakeInOldPairs;
MistakeFunction MistakeInAutomaton;
MistakeFunction MistakeInRegex;

}  // namespace sudoku::rules

#endif  // SUDOKU_RULES_MISTAKES_H_
