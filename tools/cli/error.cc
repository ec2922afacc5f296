#include "tools/cli/error.h"

#include <unistd.h>

#include <cstdio>
#include <new>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/output.h"
#include "tools/cli/printable.h"
#include "tools/cli/terminal.h"

namespace cli {
namespace {

std::string& ProgramName() {
  static auto& name = *new std::string;
  return name;
}

// In one piece, so that messages of several programs do not mix.
void PrintLine(absl::string_view kind, absl::string_view sentence) {
  const absl::string_view name = ProgramName();
  const std::string line =
      absl::StrCat(name, name.empty() ? "" : ": ", kind,
                   kind.empty() ? "" : " ", Printable(sentence), "\n");
  WriteAll(STDERR_FILENO, line);
}

}  // namespace

void SetProgramName(absl::string_view name) {
  ProgramName() = std::string(name);
}

void Note(absl::string_view sentence) { PrintLine("", sentence); }

ExitCode Fail(ExitCode code, absl::string_view sentence) {
  PrintLine(Styled("error:", Style::kRed, UsesColor(STDERR_FILENO)), sentence);
  return code;
}

ExitCode FailForMemory(absl::string_view sentence) {
  return Fail(ExitCode::kNoMemory,
              absl::StrCat(sentence, "; --memory gives it more"));
}

void FailWhenOutOfMemory() {
  std::set_new_handler([] {
    // ProgramName() has allocated what it needs, and stderr has no buffer.
    if (!ProgramName().empty())
      std::fprintf(stderr, "%s: ", ProgramName().c_str());
    std::fputs("error: out of memory\n", stderr);
    _exit(static_cast<int>(ExitCode::kNoMemory));
  });
}

}  // namespace cli
