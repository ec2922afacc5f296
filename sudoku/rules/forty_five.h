#ifndef SUDOKU_RULES_FORTY_FIVE_H_
#define SUDOKU_RULES_FORTY_FIVE_H_

// The rule of 45: the digits of a row have the sum 45, and so cages that fill
// it but for two cells tell the sum of these two; and cages that leave one cell
// of it and jut out by another tell the difference of these.

#include "sudoku/rules/rule_model.h"

namespace sudoku {

// Adds the sums that follow from the cages of the model's rules and the houses,
// also several of them together. They change no solution, and are found at once
// where a search would have to look.
void AddSumsOfHouses(RuleModel& model);

}  // namespace sudoku

#endif  // SUDOKU_RULES_FORTY_FIVE_H_
