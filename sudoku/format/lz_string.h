#ifndef SUDOKU_FORMAT_LZ_STRING_H_
#define SUDOKU_FORMAT_LZ_STRING_H_

// The compression in which web pages put puzzles into their addresses: that of
// the JavaScript library lz-string, in its base64 form.
//
// It is the algorithm of Lempel, Ziv and Welch on characters of UTF-16. A code
// stands for a phrase: a character (sent once, when it occurs first) or a
// phrase together with the character that followed it. Codes have two bits at
// first, and one more whenever the phrases outgrow them; bits are sent from the
// lowest on, six to a character of base64.

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace sudoku {

// The text in UTF-8. Fails if that is no compressed text, or one of more than a
// million characters.
absl::StatusOr<std::string> LzDecompressFromBase64(absl::string_view base64);

// `text` is UTF-8. The result is what lz-string makes of it.
std::string LzCompressToBase64(absl::string_view text);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_LZ_STRING_H_
