#ifndef TOOLS_CLI_JSON_H_
#define TOOLS_CLI_JSON_H_

// Writes JSON: https://www.rfc-editor.org/rfc/rfc8259
//
// Example:
//
//   std::string line;
//   JsonWriter(&line)
//       .BeginObject()
//       .Key("name").String("a \"b\"")
//       .Key("sizes").BeginArray().Number(1).Number(2).EndArray()
//       .EndObject();
//   // {"name":"a \"b\"","sizes":[1,2]}

#include <concepts>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace cli {

// Appends a JSON text to a string, with commas where they belong. The caller
// sees to it that keys and values alternate and that brackets match.
class JsonWriter {
 public:
  // Appends to *out, which must outlive the writer.
  explicit JsonWriter(std::string* out) : out_(*out) {}

  JsonWriter& BeginObject() { return Open('{'); }
  JsonWriter& EndObject() { return Close('}'); }
  JsonWriter& BeginArray() { return Open('['); }
  JsonWriter& EndArray() { return Close(']'); }

  JsonWriter& Key(absl::string_view key);
  JsonWriter& String(absl::string_view text);
  JsonWriter& Bool(bool value);
  // With six decimal places; null if it is not finite.
  JsonWriter& Number(double value);
  template <std::integral T>
  JsonWriter& Number(T value) {
    Separate();
    absl::StrAppend(&out_, value);
    return *this;
  }

 private:
  // Writes the comma that must stand before the next key or value, if any.
  void Separate() {
    if (needs_comma_) out_.push_back(',');
    needs_comma_ = true;
  }
  JsonWriter& Open(char bracket) {
    Separate();
    out_.push_back(bracket);
    needs_comma_ = false;
    return *this;
  }
  JsonWriter& Close(char bracket) {
    out_.push_back(bracket);
    needs_comma_ = true;
    return *this;
  }

  std::string& out_;
  bool needs_comma_ = false;
};

}  // namespace cli

#endif  // TOOLS_CLI_JSON_H_
