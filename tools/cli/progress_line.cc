#include "tools/cli/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
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

std::string WithThousands(uint64_t number) {
  std::string digits = absl::StrCat(number);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string ShortDuration(absl::Duration duration) {
  const double seconds = absl::ToDoubleSeconds(duration);
  if (seconds < 10) return absl::StrFormat("%.2f s", seconds);
  if (seconds < 60) return absl::StrFormat("%.1f s", seconds);
  const int64_t whole = absl::ToInt64Seconds(duration);
  if (whole < 3600) {
    return absl::StrFormat("%d min %02d s", whole / 60, whole % 60);
  }
  return absl::StrFormat("%d h %02d min", whole / 3600, whole / 60 % 60);
}

}  // namespace cli
