#ifndef DLX_TESTING_KNOWN_PROBLEMS_H_
#define DLX_TESTING_KNOWN_PROBLEMS_H_

// Problems whose number of covers is known from elsewhere, and that are too
// large for the brute-force oracle.

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "dlx/problem.h"

namespace dlx::testing {

struct KnownProblem {
  std::string name;  // Letters and digits only.
  Problem problem;
  uint64_t covers;

  friend std::ostream& operator<<(std::ostream& out,
                                  const KnownProblem& known) {
    return out << known.name;
  }
};

// With every feature that matters to finding covers; each takes less than a
// tenth of a second.
std::vector<KnownProblem> KnownProblems();

// Knuth's example, whose only cover is {0, 3, 4}.
Problem SevenItems();

// n queens on a board of n x n that do not attack each other. Option n * i + j
// is a queen in rank i and file j.
Problem QueensProblem(int n);

// Independent items of `ways` options each: ways^items covers.
Problem PowerProblem(int items, int ways);

// The sum of 2^k for k = 0..last: the item z is covered by an option for each
// k, which covers all but k of the other items, too; these have two options
// each. With `extra`, one more.
Problem SumOfPowers(int last, bool extra);

// Coverings of a board by dominoes. The items are the cells, row by row.
Problem DominoProblem(int rows, int columns);

// Squares of cells with digits, of which each row and each column has each
// once, and each box of `box_rows` rows, if that is not 0. The first items are
// the cells. Option order * (order * i + j) + d puts digit d into column j of
// row i.
Problem DigitSquare(int order, int box_rows);

// A problem with 10^64 covers: the search for them never ends.
Problem EndlessProblem();

}  // namespace dlx::testing

#endif  // DLX_TESTING_KNOWN_PROBLEMS_H_
