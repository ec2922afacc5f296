#include "tools/cli/printable.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace cli {
namespace {

unsigned Byte(char c) { return static_cast<unsigned char>(c); }

// What `text` begins with.
struct Piece {
  enum Kind { kPlain, kLineEndOrTab, kControl, kNotUtf8 } kind;
  absl::string_view bytes;
};

Piece FirstPiece(absl::string_view text) {
  const size_t length = Utf8Length(text);
  if (length == 0) return {Piece::kNotUtf8, text.substr(0, 1)};
  const absl::string_view bytes = text.substr(0, length);
  const unsigned first = Byte(text[0]);
  if (length == 1) {
    const bool is_harmless = first == '\n' || first == '\t' || first == '\r';
    if (is_harmless) return {Piece::kLineEndOrTab, bytes};
    const bool is_control = first < 0x20 || first == 0x7F;
    return {is_control ? Piece::kControl : Piece::kPlain, bytes};
  }
  // U+0080 to U+009F.
  const bool is_control = first == 0xC2 && Byte(text[1]) < 0xA0;
  return {is_control ? Piece::kControl : Piece::kPlain, bytes};
}

void AppendHex(absl::string_view bytes, std::string* out) {
  for (const char c : bytes) {
    absl::StrAppend(out, "\\x", absl::Hex(Byte(c), absl::kZeroPad2));
  }
}

}  // namespace

size_t Utf8Length(absl::string_view text) {
  const auto byte = [text](size_t i) -> unsigned {
    return i < text.size() ? Byte(text[i]) : 0;
  };
  const auto continues = [byte](size_t i) { return (byte(i) & 0xC0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (!continues(1)) return 0;
  if (first < 0xE0) return 2;
  if (!continues(2)) return 0;
  if (first < 0xF0) {
    if (first == 0xE0 && byte(1) < 0xA0) return 0;
    if (first == 0xED && byte(1) > 0x9F) return 0;
    return 3;
  }
  if (!continues(3)) return 0;
  if (first == 0xF0 && byte(1) < 0x90) return 0;
  if (first == 0xF4 && byte(1) > 0x8F) return 0;
  return first <= 0xF4 ? 4 : 0;
}

std::string Printable(absl::string_view text, Lines lines) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto [kind, bytes] = FirstPiece(text);
    // A carriage return would write over what stands in the line.
    const bool is_kept =
        kind == Piece::kPlain || (kind == Piece::kLineEndOrTab &&
                                  lines == Lines::kKeep && bytes != "\r");
    if (is_kept) {
      absl::StrAppend(&result, bytes);
    } else {
      AppendHex(bytes, &result);
    }
    text.remove_prefix(bytes.size());
  }
  return result;
}

std::string Utf8Text(absl::string_view text) {
  constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto [kind, bytes] = FirstPiece(text);
    const bool is_kept = kind == Piece::kPlain || kind == Piece::kLineEndOrTab;
    absl::StrAppend(&result, is_kept ? bytes : kReplacement);
    text.remove_prefix(bytes.size());
  }
  return result;
}

}  // namespace cli
