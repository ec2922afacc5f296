#ifndef SUDOKU_RULES_FUNCTIONS_H_
#define SUDOKU_RULES_FUNCTIONS_H_

// What each rule says to the model of its puzzle. The table in kind.cc tells
// what it means.

#include <cstdint>
#include <optional>
#include <vector>

#include "sudoku/rules/rule.h"
#include "sudoku/rules/rule_model.h"

namespace sudoku::rules {

// Where an automaton goes from a state and a digit: nothing if no digits go on
// so.
using State = std::optional<int64_t>;

// 0, 1 or 2 for a low, middle or high one of so many digits: as many are low as
// high, and the middle ones one fewer or more if they cannot be as many.
[[nodiscard]] constexpr int ThirdOf(int digit, int size) {
  const int low = (size + 1) / 3;
  return digit <= low ? 0 : digit <= size - low ? 1 : 2;
}

using RuleFunction = void(const Rule& rule, RuleModel& model);

// lines.cc
RuleFunction Between;
RuleFunction Entropic;
RuleFunction Lockout;
RuleFunction Modular;
RuleFunction Palindrome;
RuleFunction Parity;
RuleFunction Renban;
RuleFunction SlowThermo;
RuleFunction Thermo;
RuleFunction ValueIndexing;
RuleFunction Whisper;
RuleFunction Nabner;

// sums.cc
RuleFunction Arrow;
RuleFunction DoubleArrow;
RuleFunction EqualSum;
RuleFunction PillArrow;
RuleFunction RegionSumLine;
RuleFunction Sum;
RuleFunction SumLine;
RuleFunction Zipper;

// cages.cc
RuleFunction Cage;
RuleFunction EqualityCage;
RuleFunction Lunchbox;
RuleFunction RellikCage;
RuleFunction SameValues;

// composite.cc
RuleFunction Given;
RuleFunction Or;

// coded.cc
RuleFunction Binary;
RuleFunction BinaryX;
RuleFunction Nfa;
RuleFunction Pair;
RuleFunction PairX;
RuleFunction Regex;

// counts.cc
RuleFunction ContainAtLeast;
RuleFunction ContainExact;
RuleFunction CountDistinct;
RuleFunction CountingCircles;
RuleFunction Even;
RuleFunction Indexing;
RuleFunction LookAndSay;
RuleFunction Maximum;
RuleFunction Minimum;
RuleFunction Odd;

// pairs.cc
RuleFunction BlackDot;
RuleFunction GreaterThan;
RuleFunction V;
RuleFunction WhiteDot;
RuleFunction X;

// outside.cc
RuleFunction FullRank;
RuleFunction HiddenSkyscraper;
RuleFunction NumberedRoom;
RuleFunction Sandwich;
RuleFunction Skyscraper;
RuleFunction XSum;

// everywhere.cc
RuleFunction AntiConsecutive;
RuleFunction AntiTaxicab;
RuleFunction DutchFlatmates;
RuleFunction GlobalEntropy;
RuleFunction GlobalMod;
RuleFunction StrictBlackDots;
RuleFunction StrictKropki;
RuleFunction StrictWhiteDots;
RuleFunction StrictXV;

// houses.cc: in which cells the digits differ, and that they do.
using CellLists = std::vector<std::vector<int>>;
using ListsFunction = CellLists(const Rule& rule, const Geometry& geometry);
ListsFunction ItsCells;
ListsFunction ItsDiagonal;
ListsFunction KingsApart;
ListsFunction KnightsApart;
ListsFunction SamePlaces;
ListsFunction Windows;
RuleFunction EachListDiffers;
RuleFunction EachPairDiffers;

}  // namespace sudoku::rules

#endif  // SUDOKU_RULES_FUNCTIONS_H_
