#include "tools/cli/json.h"

#include <cmath>
#include <string>

#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "dlx/io/text.h"

namespace cli {
JsonWriter& JsonWriter::Key(absl::string_view key) {
  Separate();
  dlx::io::AppendJsonString(key, &out_);
  out_.push_back(':');
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::String(absl::string_view text) {
  Separate();
  dlx::io::AppendJsonString(text, &out_);
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
