#include "tools/cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace cli {
namespace {

absl::string_view EscapeSequence(Style style) {
  switch (style) {
    case Style::kBold:
      return "\x1b[1m";
    case Style::kDim:
      return "\x1b[2m";
    case Style::kRed:
      return "\x1b[31m";
    case Style::kGreen:
      return "\x1b[32m";
    case Style::kYellow:
      return "\x1b[33m";
    case Style::kBlue:
      return "\x1b[34m";
    case Style::kCyan:
      return "\x1b[36m";
  }
  return "";
}

absl::string_view Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

bool IsTerminal(int fd) { return isatty(fd) == 1; }

int TerminalWidth(int fd) {
  winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

bool UsesColor(int fd) {
  return Environment("NO_COLOR").empty() && Environment("TERM") != "dumb" &&
         IsTerminal(fd);
}

std::string Styled(absl::string_view text, Style style, bool colored) {
  if (!colored) return std::string(text);
  return absl::StrCat(EscapeSequence(style), text, "\x1b[0m");
}

}  // namespace cli
