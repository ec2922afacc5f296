#include "tools/cli/running_command.h"

#include "absl/algorithm/container.h"
#include "absl/flags/reflection.h"
#include "absl/strings/str_cat.h"
#include "tools/cli/arguments.h"

namespace cli {
namespace {

Command& TheCommand() {
  static Command& command = *new Command;
  return command;
}

}  // namespace

void SetRunningCommand(const Command& command) { TheCommand() = command; }

std::string RunningCommand(absl::Span<const absl::string_view> ignored) {
  std::string text(TheCommand().name);
  for (const absl::string_view entry : TheCommand().flags) {
    const FlagName name(entry);
    if (absl::c_linear_search(ignored, name.shown)) continue;
    const absl::CommandLineFlag* const flag =
        absl::FindCommandLineFlag(name.abseil);
    const std::string value = flag->CurrentValue();
    if (value == flag->DefaultValue()) continue;
    absl::StrAppend(&text, " --", name.shown, "=", value);
  }
  return text;
}

}  // namespace cli
