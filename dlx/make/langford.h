#ifndef DLX_MAKE_LANGFORD_H_
#define DLX_MAKE_LANGFORD_H_

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::make {

struct LangfordParams {
  int size = 8;    // The numbers are 1..size.
  int copies = 2;  // How often each number appears: pairs, triples, ...
  // Keep only one of each pair of sequences that are mirror images.
  bool halve = false;
};

// Langford's problem: put two copies of each of the numbers 1..N in a row so
// that there are exactly k places between the two k's, as in 3 1 2 1 3 2.
// (There are such sequences only if N is 0 or 3 modulo 4; the other problems
// have no covers.)
//
// The items are the numbers "1".."N" and the places "s0".."s<2N-1>", all of
// them primary; an option puts the copies of a number into their places.
//
// The mirror image of a sequence is another sequence. If some number has no
// option that is its own mirror image, it is enough to keep half of that
// number's options. If every number has one (of three copies, say, the second
// one in the middle of an odd row), we halve the options of the number N; and
// when N stands in the middle, we halve those of N-1, which cannot stand there
// too: a secondary item "middle" makes the other half incompatible.
absl::StatusOr<Problem> MakeLangford(const LangfordParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_LANGFORD_H_
