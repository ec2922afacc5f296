#include "tools/cli/printable.h"

#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/io/text.h"

namespace cli {
namespace {

unsigned Byte(char c) { return static_cast<unsigned char>(c); }

// What `text` begins with.
struct Piece {
  enum Kind { kPlain, kLineEndOrTab, kControl, kNotUtf8 } kind;
  absl::string_view bytes;
};

Piece FirstPiece(absl::string_view text) {
  const size_t length = dlx::io::Utf8Length(text);
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
