#ifndef TOOLS_CLI_NAMED_VALUES_H_
#define TOOLS_CLI_NAMED_VALUES_H_

// Flags whose value is one of a few words. A table says once what each word
// means; reading, writing and completing the flag follow from it.
//
//   constexpr cli::NamedValue<Color> kColors[] = {{"red", Color::kRed},
//                                                 {"blue", Color::kBlue}};

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace cli {

template <typename T>
struct NamedValue {
  absl::string_view name;
  T value;
};

// The value with that name; or false, with a sentence that lists the names.
template <typename T, size_t n>
bool ParseNamedValue(absl::string_view name, const NamedValue<T> (&table)[n],
                     T* value, std::string* error) {
  static_assert(n > 1);
  for (const NamedValue<T>& row : table) {
    if (row.name != name) continue;
    *value = row.value;
    return true;
  }
  *error = std::string(table[0].name);
  for (size_t i = 1; i < n; ++i) {
    absl::StrAppend(error, i + 1 < n ? ", " : " or ", table[i].name);
  }
  absl::StrAppend(error, " is expected");
  return false;
}

// REQUIRES: the table has the value.
template <typename T, size_t n>
std::string NameOfValue(const T& value, const NamedValue<T> (&table)[n]) {
  for (const NamedValue<T>& row : table) {
    if (row.value == value) return std::string(row.name);
  }
  return "";
}

template <typename T, size_t n>
std::vector<std::string> NamesOfValues(const NamedValue<T> (&table)[n]) {
  std::vector<std::string> names;
  for (const NamedValue<T>& row : table) names.emplace_back(row.name);
  return names;
}

}  // namespace cli

#endif  // TOOLS_CLI_NAMED_VALUES_H_
