#ifndef TOOLS_CLI_NAMED_VALUES_H_
#define TOOLS_CLI_NAMED_VALUES_H_

// Flags whose value is one of a few words. A table says once what each word
// means; reading, writing and completing the flag follow from it.
//
//   struct Colors {
//     static std::vector<cli::NamedValue<Color>> Table() {
//       return {{"red", Color::kRed}, {"blue", Color::kBlue}};
//     }
//   };
//   ABSL_FLAG(cli::NamedFlag<Colors>, color, {Color::kBlue}, "...");
//
//   absl::GetFlag(FLAGS_color).value

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace cli {

// If several rows of a table have a value, the first name is the one that is
// written.
template <typename T>
struct NamedValue {
  using Value = T;
  absl::string_view name;
  T value;
};

// The names in the table.
template <typename Choices>
std::vector<std::string> NamesOf() {
  std::vector<std::string> names;
  for (const auto& row : Choices::Table()) names.emplace_back(row.name);
  return names;
}

// "red, green or blue is expected; did you mean "red"?"
std::string ExpectedOneOf(const std::vector<std::string>& names,
                          absl::string_view instead_of);

template <typename Choices>
struct NamedFlag {
  using Value = typename decltype(Choices::Table())::value_type::Value;

  Value value = {};

  friend bool AbslParseFlag(absl::string_view text, NamedFlag* flag,
                            std::string* error) {
    for (const auto& row : Choices::Table()) {
      if (row.name != text) continue;
      flag->value = row.value;
      return true;
    }
    *error = ExpectedOneOf(NamesOf<Choices>(), /*instead_of=*/text);
    return false;
  }

  // Nothing, for a value without a name.
  friend std::string AbslUnparseFlag(const NamedFlag& flag) {
    for (const auto& row : Choices::Table()) {
      if (row.value == flag.value) return std::string(row.name);
    }
    return "";
  }
};

}  // namespace cli

#endif  // TOOLS_CLI_NAMED_VALUES_H_
