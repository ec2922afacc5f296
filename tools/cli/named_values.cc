#include "tools/cli/named_values.h"

#include <cstddef>

#include "absl/strings/str_cat.h"
#include "tools/cli/suggest.h"

namespace cli {

std::string ExpectedOneOf(const std::vector<std::string>& names,
                          absl::string_view instead_of) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    const absl::string_view separator = i == 0                  ? ""
                                        : i + 1 == names.size() ? " or "
                                                                : ", ";
    absl::StrAppend(&text, separator, names[i]);
  }
  const std::vector<absl::string_view> views(names.begin(), names.end());
  return absl::StrCat(text, " is expected", DidYouMean(instead_of, views));
}

}  // namespace cli
