#ifndef SUDOKU_FORMAT_UTF8_H_
#define SUDOKU_FORMAT_UTF8_H_

// Texts in UTF-8, and in the UTF-16 of JavaScript.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"

namespace sudoku {

// Whether a unit of UTF-16 is the first, or the second, half of a pair.
inline bool IsHighSurrogate(uint32_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
inline bool IsLowSurrogate(uint32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

bool HasByteBeyondAscii(absl::string_view text);

// Appends a character, which is given by its number in Unicode.
void AppendUtf8(uint32_t code, std::string* text);

// Half a pair of surrogates becomes U+FFFD.
std::string Utf8FromUtf16(const std::u16string& text);

// What is no UTF-8 is taken byte by byte.
std::u16string Utf16FromUtf8(absl::string_view text);

}  // namespace sudoku

#endif  // SUDOKU_FORMAT_UTF8_H_
