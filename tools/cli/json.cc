#include "tools/cli/json.h"

#include <cmath>
#include <cstddef>
#include <string>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "tools/cli/printable.h"

namespace cli {
namespace {

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
    } else if (c == '"' || c == '\\' || (c >= 0 && c < 0x20) || c == 0x7F) {
      AppendEscaped(c, out);
      text.remove_prefix(1);
    } else if (c == '\xC2' && static_cast<unsigned char>(text[1]) < 0xA0) {
      AppendEscaped(text[1], out);  // U+0080 to U+009F.
      text.remove_prefix(2);
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
