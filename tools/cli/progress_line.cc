#include "tools/cli/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "tools/cli/terminal.h"

namespace cli {
namespace {

// To the beginning of the line, and erase it from there.
constexpr char kEraseLine[] = "\r\x1b[K";

void WriteToTerminal(absl::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

ProgressLine::ProgressLine(bool wanted)
    : enabled_(wanted && IsTerminal(STDERR_FILENO)) {}

void ProgressLine::Show(absl::string_view text) {
  if (!enabled_) return;
  // The last place stays free: some terminals wrap the line otherwise.
  const int width = std::max(TerminalWidth(STDERR_FILENO) - 1, 0);
  WriteToTerminal(
      absl::StrCat(kEraseLine, text.substr(0, static_cast<size_t>(width))));
  shown_ = true;
}

void ProgressLine::Erase() {
  if (!shown_) return;
  WriteToTerminal(kEraseLine);
  shown_ = false;
}

}  // namespace cli
