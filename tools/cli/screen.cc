// Signals are taken note of in a handler that writes a byte into a pipe, which
// the program reads when it waits for a key. Only a crash is dealt with in the
// handler itself: it puts the terminal back, with the two calls for this that
// are allowed there, and lets the program die.

#include "tools/cli/screen.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/pipe.h"
#include "tools/cli/terminal.h"

namespace cli {
namespace {

// The alternate screen, so that what was there before comes back; no cursor.
constexpr absl::string_view kEnter = "\x1b[?1049h\x1b[?25l";
constexpr absl::string_view kLeave = "\x1b[0m\x1b[?25h\x1b[?1049l";
constexpr absl::string_view kHome = "\x1b[H";
constexpr absl::string_view kEraseRest = "\x1b[K";
constexpr absl::string_view kEraseBelow = "\x1b[J";

constexpr absl::Duration kRestOfKey = absl::Milliseconds(30);

constexpr int kNotedSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};
constexpr int kCrashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGQUIT};

// What signal handlers need. There is one Screen at a time.
volatile sig_atomic_t is_entered = 0;
int signal_pipe[2] = {-1, -1};
int terminal_fd = -1;  // Where the settings are: that of the keys.
termios original_settings;

void Write(absl::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
    if (written < 0 && errno != EINTR) return;
    if (written > 0) text.remove_prefix(static_cast<size_t>(written));
  }
}

void RestoreTerminal() {
  if (is_entered == 0) return;
  is_entered = 0;
  Write(kLeave);
  tcsetattr(terminal_fd, TCSADRAIN, &original_settings);
}

void NoteSignal(int signal) {
  const int error = errno;
  const char byte = static_cast<char>(signal);
  if (write(signal_pipe[1], &byte, 1) < 0) {
    // The pipe is full of signals that were not read.
  }
  errno = error;
}

void Crash(int signal_number) {
  RestoreTerminal();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

void Handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

}  // namespace

absl::StatusOr<std::unique_ptr<Screen>> Screen::Open() {
  const char* type = std::getenv("TERM");
  if (!IsTerminal(STDOUT_FILENO) || type == nullptr || *type == '\0' ||
      absl::string_view(type) == "dumb") {
    return absl::FailedPreconditionError(
        "standard output is no terminal that can be drawn on");
  }
  // Standard input may have been used for something else.
  int keys_fd = STDIN_FILENO;
  const bool owns_keys_fd = !IsTerminal(STDIN_FILENO);
  if (owns_keys_fd) keys_fd = open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (keys_fd < 0) {
    return absl::FailedPreconditionError("there is no terminal to read from");
  }
  if (tcgetattr(keys_fd, &original_settings) != 0 ||
      !OpenPipe(signal_pipe, /*never_waits=*/true)) {
    if (owns_keys_fd) close(keys_fd);
    return absl::FailedPreconditionError("the terminal cannot be used");
  }
  return std::unique_ptr<Screen>(new Screen(keys_fd, owns_keys_fd));
}

Screen::Screen(int keys_fd, bool owns_keys_fd)
    : keys_fd_(keys_fd), owns_keys_fd_(owns_keys_fd) {
  terminal_fd = keys_fd;
  for (const int signal : kNotedSignals) Handle(signal, NoteSignal);
  for (const int signal : kCrashes) Handle(signal, Crash);
  // exit() does not end the life of local variables.
  static const int at_exit = std::atexit(RestoreTerminal);
  static_cast<void>(at_exit);
  Enter();
}

Screen::~Screen() {
  Leave();
  for (const int signal_number : kNotedSignals) signal(signal_number, SIG_DFL);
  for (const int signal_number : kCrashes) signal(signal_number, SIG_DFL);
  for (int& end : signal_pipe) close(std::exchange(end, -1));
  if (owns_keys_fd_) close(keys_fd_);
}

void Screen::Enter() {
  termios settings = original_settings;
  settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  is_entered = 1;
  tcsetattr(keys_fd_, TCSADRAIN, &settings);
  Write(kEnter);
}

void Screen::Leave() { RestoreTerminal(); }

ScreenSize Screen::size() const {
  winsize size;
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 ||
      size.ws_col == 0) {
    return ScreenSize();
  }
  return {.rows = size.ws_row, .columns = size.ws_col};
}

void Screen::Show(const std::vector<std::string>& lines) {
  const ScreenSize size = this->size();
  // In one piece, so that half a picture is never seen.
  std::string text(kHome);
  for (size_t i = 0; i < lines.size() && i < static_cast<size_t>(size.rows);
       ++i) {
    if (i > 0) absl::StrAppend(&text, "\r\n");
    absl::StrAppend(&text, CutToWidth(lines[i], size.columns), kEraseRest);
  }
  // Not if the last line is in use: the cursor still stands there.
  if (lines.size() < static_cast<size_t>(size.rows)) {
    absl::StrAppend(&text, "\r\n", kEraseBelow);
  }
  Write(text);
}

bool Screen::Wait(absl::Duration time) {
  pollfd ready[] = {{.fd = keys_fd_, .events = POLLIN, .revents = 0},
                    {.fd = signal_pipe[0], .events = POLLIN, .revents = 0}};
  const int milliseconds = static_cast<int>(absl::ToInt64Milliseconds(
      std::min(time + absl::Microseconds(999), absl::Hours(1))));
  return poll(ready, 2, milliseconds) != 0;
}

Key Screen::TakeSignal() {
  char byte = 0;
  while (read(signal_pipe[0], &byte, 1) == 1) {
    switch (byte) {
      case SIGWINCH:
        return {Key::kResize};
      case SIGTSTP:
        Leave();
        raise(SIGSTOP);
        Enter();
        return {Key::kResize};
      default:
        NoteInterrupt(byte);
        return {Key::kInterrupt};
    }
  }
  return {Key::kNone};
}

Key Screen::WaitForKey(absl::Duration time) {
  const absl::Time deadline = absl::Now() + time;
  while (true) {
    const Key signal = TakeSignal();
    if (!(signal == Key::kNone)) return signal;
    const Key key = keys_.Next(/*is_all=*/false);
    if (!(key == Key::kNone)) return key;
    // The rest of an escape sequence comes at once, or it is none.
    const absl::Duration left = deadline - absl::Now();
    if (!Wait(keys_.is_empty() ? std::max(left, absl::ZeroDuration())
                               : kRestOfKey)) {
      return keys_.Next(/*is_all=*/true);
    }
    pollfd ready = {.fd = keys_fd_, .events = POLLIN, .revents = 0};
    if (poll(&ready, 1, 0) <= 0) continue;
    char bytes[256];
    const ssize_t count = read(keys_fd_, bytes, sizeof(bytes));
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) {
      return {Key::kGone};
    }
    if (count > 0) keys_.Feed({bytes, static_cast<size_t>(count)});
  }
}

bool UsesUtf8() {
  // The first of these that is set counts.
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    const std::string locale = absl::AsciiStrToLower(value);
    return absl::StrContains(locale, "utf-8") ||
           absl::StrContains(locale, "utf8");
  }
  return false;
}

namespace {

// The length of what begins a line: an escape sequence ("\x1b[", then anything
// up to a letter) or a character of UTF-8.
size_t PieceLength(absl::string_view line) {
  size_t length = 1;
  if (absl::StartsWith(line, "\x1b[")) {
    length = 2;
    while (length < line.size() && !absl::ascii_isalpha(line[length])) ++length;
    return std::min(length + 1, line.size());
  }
  while (length < line.size() && (line[length] & 0xc0) == 0x80) ++length;
  return length;
}

}  // namespace

int WidthOnScreen(absl::string_view line) {
  int width = 0;
  while (!line.empty()) {
    if (line[0] != '\x1b') ++width;
    line.remove_prefix(PieceLength(line));
  }
  return width;
}

std::string CutToWidth(absl::string_view line, int columns) {
  std::string cut;
  int width = 0;
  while (!line.empty()) {
    const absl::string_view piece = line.substr(0, PieceLength(line));
    if (piece[0] == '\x1b' || width++ < columns) absl::StrAppend(&cut, piece);
    line.remove_prefix(piece.size());
  }
  return cut;
}

}  // namespace cli
