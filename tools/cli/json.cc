#include "tools/cli/json.h"

#include <cmath>
#include <cstddef>
#include <string>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"

namespace cli {
namespace {

// The length of the UTF-8 sequence that `text` begins with, or 0 if it begins
// with none: overlong forms, surrogates and numbers past U+10FFFF are not UTF-8
// (Unicode 15, table 3-7).
size_t Utf8Length(absl::string_view text) {
  const auto byte = [text](size_t i) -> unsigned {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
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

void AppendEscaped(char c, std::string* out) {
  switch (c) {
    case '"':
      out->append("\\\"");
      return;
    case '\\':
      out->append("\\\\");
      return;
    case '\n':
      out->append("\\n");
      return;
    case '\r':
      out->append("\\r");
      return;
    case '\t':
      out->append("\\t");
      return;
    default:
      absl::StrAppendFormat(out, "\\u%04x", static_cast<unsigned char>(c));
  }
}

}  // namespace

void AppendJsonString(absl::string_view text, std::string* out) {
  out->push_back('"');
  while (!text.empty()) {
    const char c = text[0];
    const size_t length = Utf8Length(text);
    if (length == 0) {
      out->append("\xEF\xBF\xBD");
      text.remove_prefix(1);
    } else if (c == '"' || c == '\\' || (c >= 0 && c < 0x20)) {
      AppendEscaped(c, out);
      text.remove_prefix(1);
    } else {
      out->append(text.data(), length);
      text.remove_prefix(length);
    }
  }
  out->push_back('"');
}

JsonWriter& JsonWriter::Key(absl::string_view key) {
  Separate();
  AppendJsonString(key, &out_);
  out_.push_back(':');
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::String(absl::string_view text) {
  Separate();
  AppendJsonString(text, &out_);
  return *this;
}

JsonWriter& JsonWriter::Bool(bool value) {
  Separate();
  out_.append(value ? "true" : "false");
  return *this;
}

JsonWriter& JsonWriter::Number(double value) {
  Separate();
  if (std::isfinite(value)) {
    absl::StrAppendFormat(&out_, "%.6f", value);
  } else {
    out_.append("null");
  }
  return *this;
}

}  // namespace cli
