#include "dlx/make/generators.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"

namespace dlx::make {

Parameter Positional(StringView name, StringView help,
                     std::optional<StringView> default_value) {
  return {.name = name,
          .type = ParameterType::kNumber,
          .positional = true,
          .default_value = default_value,
          .help = help};
}

Parameter PositionalSize(StringView name, StringView help,
                         std::optional<StringView> default_value) {
  Parameter parameter = Positional(name, help, default_value);
  parameter.type = ParameterType::kSize;
  return parameter;
}

Parameter Number(StringView name, StringView help,
                 std::optional<StringView> default_value) {
  Parameter parameter = Positional(name, help, default_value);
  parameter.positional = false;
  return parameter;
}

Parameter Text(StringView name, StringView help, StringView default_value) {
  return {.name = name,
          .type = ParameterType::kText,
          .default_value = default_value,
          .help = help};
}

Parameter File(StringView name, StringView help) {
  return {.name = name, .type = ParameterType::kFile, .help = help};
}

Parameter PositionalFile(StringView name, StringView help) {
  Parameter parameter = File(name, help);
  parameter.positional = true;
  return parameter;
}

Parameter Flag(StringView name, StringView help) {
  return {.name = name, .type = ParameterType::kFlag, .help = help};
}

Parameter NoFlag(StringView name, StringView help) {
  Parameter parameter = Flag(name, help);
  parameter.default_value = "true";
  return parameter;
}

absl::Status InFile(const InputFile& file, const absl::Status& status) {
  return absl::Status(status.code(),
                      absl::StrCat(file.path, ": ", status.message()));
}

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

absl::Status CheckSize(StringView problem, double uses) {
  if (uses <= kMaxUses) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrFormat(
      "%s is too large: its options would have %.3g items in all, and %g is "
      "the limit",
      absl::string_view(problem), uses, kMaxUses));
}

}  // namespace dlx::make
