#include "sudoku/format/utf8.h"

#include <algorithm>
#include <cstddef>

namespace sudoku {

namespace {

uint8_t ByteAt(absl::string_view text, size_t at) {
  return at < text.size() ? static_cast<uint8_t>(text[at]) : 0;
}

// The number of bytes of the character at the beginning of the text, and its
// number; a byte that begins no character is one by itself.
size_t Decode(absl::string_view text, uint32_t* code) {
  const uint8_t first = ByteAt(text, 0);
  const size_t length = first >= 0xF0   ? 4
                        : first >= 0xE0 ? 3
                        : first >= 0xC0 ? 2
                                        : 1;
  *code = first & (0xFF >> length);
  for (size_t i = 1; i < length; ++i) {
    if ((ByteAt(text, i) & 0xC0) != 0x80) {
      *code = first;
      return 1;
    }
    *code = *code << 6 | (ByteAt(text, i) & 0x3F);
  }
  if (length == 1) *code = first;
  return length;
}

}  // namespace

bool HasByteBeyondAscii(absl::string_view text) {
  return std::any_of(text.begin(), text.end(),
                     [](char c) { return (c & 0x80) != 0; });
}

void AppendUtf8(uint32_t code, std::string* text) {
  const auto tail = [&](int shift) {
    text->push_back(static_cast<char>(0x80 | ((code >> shift) & 0x3F)));
  };
  if (code < 0x80) {
    text->push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    text->push_back(static_cast<char>(0xC0 | (code >> 6)));
    tail(0);
  } else if (code < 0x10000) {
    text->push_back(static_cast<char>(0xE0 | (code >> 12)));
    tail(6);
    tail(0);
  } else {
    text->push_back(static_cast<char>(0xF0 | (code >> 18)));
    tail(12);
    tail(6);
    tail(0);
  }
}

std::string Utf8FromUtf16(const std::u16string& text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    uint32_t code = text[i];
    if (IsHighSurrogate(code) && i + 1 < text.size() &&
        IsLowSurrogate(text[i + 1])) {
      code = 0x10000 + ((code - 0xD800) << 10) + (text[++i] - 0xDC00);
    } else if (IsHighSurrogate(code) || IsLowSurrogate(code)) {
      code = 0xFFFD;
    }
    AppendUtf8(code, &result);
  }
  return result;
}

std::u16string Utf16FromUtf8(absl::string_view text) {
  std::u16string result;
  while (!text.empty()) {
    uint32_t code = 0;
    text.remove_prefix(Decode(text, &code));
    if (code >= 0x10000) {
      code -= 0x10000;
      result.push_back(static_cast<char16_t>(0xD800 + ((code >> 10) & 0x3FF)));
      code = 0xDC00 + (code & 0x3FF);
    }
    result.push_back(static_cast<char16_t>(code));
  }
  return result;
}

}  // namespace sudoku
