#ifndef TOOLS_DLX_OPTION_NAMES_H_
#define TOOLS_DLX_OPTION_NAMES_H_

// Names of options. Knuth's format has none, but there is room for them: a
// secondary item that a single option has changes nothing but to name it.
//
//   1 2 3 4 5 6 7 | A B C
//   1 4 7 A
//   1 4 B
//   4 5 7 C

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::tool {

struct OptionNames {
  // By option: the first secondary item without a colour that it alone has;
  // without one, the option's number.
  std::vector<std::string> names;
  // By item: it is such a name.
  std::vector<bool> is_name;

  // The option of that name or number; nothing if there is none.
  std::optional<OptionId> Find(absl::string_view name) const;
};

OptionNames NamesOfOptions(const Problem& problem);

// The options of a list of names or numbers, such as "B,D,5". An error says
// which of them is none.
absl::StatusOr<std::vector<OptionId>> OptionsNamed(const Problem& problem,
                                                   absl::string_view list);

// The problem without the items that are names.
absl::StatusOr<Problem> WithoutNames(const Problem& problem,
                                     const OptionNames& names);

// "{B, D, F}", in the order of the options.
std::string CoverAsNames(const OptionNames& names,
                         std::vector<OptionId> options);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_OPTION_NAMES_H_
