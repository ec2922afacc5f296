#ifndef DLX_IO_EXPORT_CARDINALITY_H_
#define DLX_IO_EXPORT_CARDINALITY_H_

// "At least 2 and at most 3 of these literals are true", in clauses.
//
// At most one can be said *pairwise*, by a clause for every two literals: no
// new variables, but n(n-1)/2 clauses. Or by a *sequential counter* (Sinz
// 2005), which walks through the literals and keeps a variable for "one of the
// first i is true":
//
//       l1      l2      l3      l4
//        \       \       \       \       s1 = l1
//         s1 ---> s2 ---> s3 ---> |      s2 <-> s1 or l2,  not (l2 and s1)
//                                        s3 <-> s2 or l3,  not (l3 and s2)
//                                                          not (l4 and s3)
//
// That takes 4n - 7 clauses, and n - 2 new variables. Counting further than one
// takes a variable s(i,j) for "at least j of the first i", and
//
//       s(i,j)  <->  s(i-1,j)  or  (l(i) and s(i-1,j-1))
//
// Usually these are implications in one direction, which are enough to forbid
// what is forbidden. Here they are equivalences, so that the new variables have
// no freedom: every solution in the literals is one model, and not several.

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/types/span.h"

namespace dlx::io {

enum class AtMostOne {
  kShorter,  // Pairwise for up to 7 literals: as long as that is shorter.
  kPairwise,
  kSequential,
};

// A literal as in DIMACS: variable v is v, and its negation is -v.
using Literal = int32_t;

// Writes clauses, and hands out the numbers of new variables.
//
// REQUIRES, of all literals, here and below: they are of variables that are in
// use, or kTrue or kFalse. (Checked by assertions, where these are on.)
class ClauseWriter {
 public:
  // Variables 1..variables are in use.
  explicit ClauseWriter(int32_t variables) : variables_(variables) {}

  Literal NewVariable() { return ++variables_; }
  // Adds the clause, unless it is true anyway.
  void Add(absl::Span<const Literal> clause);

  int32_t variables() const { return variables_; }
  size_t clauses() const { return clauses_; }
  const std::string& text() const { return text_; }

  // Literals that are true, or false, in every clause.
  static constexpr Literal kTrue = INT32_MAX;
  static constexpr Literal kFalse = -kTrue;

 private:
  int32_t variables_;
  size_t clauses_ = 0;
  std::string text_;
};

// About how many clauses AddCount() would add; at most four times as many.
uint64_t CountCost(uint64_t literals, uint64_t low, uint64_t high,
                   AtMostOne at_most_one);

// Adds: at least `low` and at most `high` of the literals are true. REQUIRES:
// no variable is there twice.
void AddCount(absl::Span<const Literal> literals, uint32_t low, uint32_t high,
              AtMostOne at_most_one, ClauseWriter& clauses);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_CARDINALITY_H_
