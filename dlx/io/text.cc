#include "dlx/io/text.h"

#include "absl/strings/str_cat.h"

namespace dlx::io {

namespace {

constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";

unsigned Byte(char c) { return static_cast<unsigned char>(c); }

// Calls `add` with each character of the text, which may be several bytes, and
// with its number if that is below U+00A0 (otherwise 0xA0), or with no bytes at
// all in the place of one that is not UTF-8.
template <typename Add>
void ForEachCharacter(absl::string_view text, Add add) {
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    const unsigned first = Byte(text[0]);
    const unsigned number = length == 1                    ? first
                            : length == 2 && first == 0xC2 ? Byte(text[1])
                                                           : 0xA0;
    add(text.substr(0, length), number);
    text.remove_prefix(length > 0 ? length : 1);
  }
}

bool IsControl(unsigned number) {
  return number < 0x20 || (number >= 0x7F && number < 0xA0);
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

void AppendJsonString(absl::string_view text, std::string* out) {
  out->push_back('"');
  ForEachCharacter(text, [out](absl::string_view bytes, unsigned number) {
    if (bytes.empty()) {
      absl::StrAppend(out, kReplacement);
    } else if (number == '"' || number == '\\') {
      absl::StrAppend(out, "\\", bytes);
    } else if (number == '\n') {
      absl::StrAppend(out, "\\n");
    } else if (number == '\r') {
      absl::StrAppend(out, "\\r");
    } else if (number == '\t') {
      absl::StrAppend(out, "\\t");
    } else if (IsControl(number)) {
      absl::StrAppend(out, "\\u", absl::Hex(number, absl::kZeroPad4));
    } else {
      absl::StrAppend(out, bytes);
    }
  });
  out->push_back('"');
}

std::string JsonString(absl::string_view text) {
  std::string out;
  AppendJsonString(text, &out);
  return out;
}

std::string XmlText(absl::string_view text) {
  std::string out;
  ForEachCharacter(text, [&out](absl::string_view bytes, unsigned number) {
    const bool is_blank = number == '\n' || number == '\r' || number == '\t';
    // U+FFFE and U+FFFF are UTF-8, but no characters of XML.
    const bool is_none = bytes == "\xEF\xBF\xBE" || bytes == "\xEF\xBF\xBF";
    absl::StrAppend(&out, bytes.empty() || is_none         ? kReplacement
                          : IsControl(number) && !is_blank ? kReplacement
                          : number == '&'                  ? "&amp;"
                          : number == '<'                  ? "&lt;"
                          : number == '>'                  ? "&gt;"
                          : number == '"'                  ? "&quot;"
                          : number == '\''                 ? "&#39;"
                                                           : bytes);
  });
  return out;
}

}  // namespace dlx::io
