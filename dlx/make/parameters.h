#ifndef DLX_MAKE_PARAMETERS_H_
#define DLX_MAKE_PARAMETERS_H_

// Short ways to write down the parameters of a generator: see registry.h.

#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/arguments.h"
#include "dlx/string_view.h"

namespace dlx::make {

inline Parameter Positional(StringView name, StringView help,
                            std::optional<StringView> default_value = {}) {
  return {.name = name,
          .type = ParameterType::kNumber,
          .positional = true,
          .default_value = default_value,
          .help = help};
}

// A size such as 6x10, or 6 10.
inline Parameter PositionalSize(StringView name, StringView help,
                                std::optional<StringView> default_value = {}) {
  Parameter parameter = Positional(name, help, default_value);
  parameter.type = ParameterType::kSize;
  return parameter;
}

inline Parameter Number(StringView name, StringView help,
                        std::optional<StringView> default_value = {}) {
  return {.name = name,
          .type = ParameterType::kNumber,
          .default_value = default_value,
          .help = help};
}

inline Parameter Text(StringView name, StringView help,
                      StringView default_value = "") {
  return {.name = name,
          .type = ParameterType::kText,
          .default_value = default_value,
          .help = help};
}

inline Parameter File(StringView name, StringView help) {
  return {.name = name, .type = ParameterType::kFile, .help = help};
}

inline Parameter Flag(StringView name, StringView help) {
  return {.name = name, .type = ParameterType::kFlag, .help = help};
}

// A flag that is on unless one says --no-name; `help` says what that means.
inline Parameter NoFlag(StringView name, StringView help) {
  return {.name = name,
          .type = ParameterType::kFlag,
          .default_value = "true",
          .help = help};
}

// Says which file the error is in.
inline absl::Status InFile(const InputFile& file, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat(file.path, ": ", status.message()));
}

}  // namespace dlx::make

#endif  // DLX_MAKE_PARAMETERS_H_
