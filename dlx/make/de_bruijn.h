#ifndef DLX_MAKE_DE_BRUIJN_H_
#define DLX_MAKE_DE_BRUIJN_H_

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::make {

struct DeBruijnParams {
  int length = 4;   // Of the words.
  int letters = 2;  // Of the alphabet: 0, 1, ...
  // The word of zeros is at the beginning: count each cycle once, rather than
  // once for every place where it can be cut open.
  bool fix_start = false;
};

// De Bruijn cycles: cyclic sequences in which every word of a given length
// appears exactly once, such as 0011 (00, 01, 11, 10).
//
// A problem for colours. The items are the places where a word can begin, "t0",
// "t1" and so on, and the words, "w00".."w11"; the letter at each place is a
// secondary item "x0", "x1", ..., whose colour is the letter. An option puts a
// word at a place: it colours all the letters that it covers, and neighbours
// must agree.
absl::StatusOr<Problem> MakeDeBruijn(const DeBruijnParams& params);

struct DeBruijnTorusParams {
  int rows = 4;
  int columns = 4;
  int window_rows = 2;
  int window_columns = 2;
  int letters = 2;
  bool fix_start = false;
};

// The same in two dimensions: an array, rows and columns both cyclic, in which
// every window of a given size shows another pattern, and every pattern is
// seen. The array must have as many places as there are patterns.
absl::StatusOr<Problem> MakeDeBruijnTorus(const DeBruijnTorusParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_DE_BRUIJN_H_
