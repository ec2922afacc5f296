#ifndef EXAMPLES_VARIANTS_PUZZLE_H_
#define EXAMPLES_VARIANTS_PUZZLE_H_

// A Sudoku without a clue, but with two further rules: cells a knight's move
// apart have different digits; and the digits of a cage differ from each other
// and have a certain sum.

namespace variants {

// Cells with the same letter are a cage.
inline constexpr char kCages[] =
    ".aaa..bbb"
    "cdeef...."
    "cdgffhi.."
    "jdgkhhi.."
    "j.gk..il."
    ".mnn..llo"
    ".mn..p..o"
    "...qqprrr"
    "..sssttt.";

struct Sum {
  char cage;
  int sum;
};
inline constexpr Sum kSums[] = {
    {'a', 14}, {'b', 19}, {'c', 5}, {'d', 19}, {'e', 8},  {'f', 20}, {'g', 20},
    {'h', 12}, {'i', 15}, {'j', 9}, {'k', 10}, {'l', 16}, {'m', 10}, {'n', 14},
    {'o', 13}, {'p', 9},  {'q', 9}, {'r', 14}, {'s', 15}, {'t', 16}};

}  // namespace variants

#endif  // EXAMPLES_VARIANTS_PUZZLE_H_
