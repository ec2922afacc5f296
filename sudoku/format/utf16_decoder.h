#ifndef SUDOKU_FORMAT_UTF16_DECODER_H_
#define SUDOKU_FORMAT_UTF16_DECODER_H_

// Turns a text in UTF-16, as programs of Windows write it, into UTF-8. A byte
// order mark at the beginning says that it is one; any other text is left as
// it is.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace sudoku {

// True for a text that begins with the byte order mark of UTF-16.
bool IsUtf16(absl::string_view text);

class Utf16Decoder {
 public:
  // The next piece of the text. The result is valid until the next call, and
  // as long as `piece` is.
  absl::string_view Decode(absl::string_view piece);
  // What the end of the text leaves over. What is cut in the middle becomes
  // U+FFFD.
  absl::string_view Finish();

 private:
  enum class Encoding { kUnknown, kOther, kLittleEndian, kBigEndian };

  void AddUnit(uint32_t unit);

  Encoding encoding_ = Encoding::kUnknown;
  std::string waiting_;          // Bytes that are no whole unit yet.
  uint32_t high_surrogate_ = 0;  // Waits for the other one, if it is not 0.
  std::string decoded_;
};

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_UTF16_DECODER_H_
