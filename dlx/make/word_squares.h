#ifndef DLX_MAKE_WORD_SQUARES_H_
#define DLX_MAKE_WORD_SQUARES_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"

namespace dlx::make {

// The words of a text, one to a line, without blanks at either end.
std::vector<std::string> ParseWordList(StringView text);

struct WordSquaresParams {
  int rows = 5;
  int columns = 5;
  // The words to choose from, in UTF-8. Words that are too long or too short,
  // and repetitions, are ignored.
  std::vector<std::string> words = {};
  // The square is its own transpose: the k-th word down is the k-th across.
  bool symmetric = false;
  // No word is used twice.
  bool distinct = false;
};

// Word squares and rectangles: arrays of letters that spell a word in every row
// and every column.
//
// A problem for colours. The items are the words wanted, "A0", "A1", ... across
// and "D0", "D1", ... down; the cells, such as "03", are secondary, and their
// colours are letters. An option is a word in a row or column, with its letters
// as colours; words that cross must agree. If the words must be distinct, the
// word itself is one more secondary item. A symmetric square needs only the
// words across, and only the cells on one side of the diagonal.
absl::StatusOr<Problem> MakeWordSquares(const WordSquaresParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_WORD_SQUARES_H_
