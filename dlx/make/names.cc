#include "dlx/make/names.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace dlx::make {

std::string IndexedName(StringView prefix, absl::Span<const int> indices,
                        int bound) {
  constexpr absl::string_view kDigits = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string name(prefix);
  if (bound <= static_cast<int>(kDigits.size())) {
    for (int index : indices) name += kDigits[index];
  } else {
    absl::StrAppend(&name, absl::StrJoin(indices, "."));
  }
  return name;
}

}  // namespace dlx::make
