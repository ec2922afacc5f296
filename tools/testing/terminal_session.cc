#include "tools/testing/terminal_session.h"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace cli::testing {

namespace {

constexpr int kTerminalPatienceMilliseconds = 60000;

winsize ToWinsize(TerminalSize size) {
  winsize result = {};
  result.ws_row = static_cast<unsigned short>(size.rows);
  result.ws_col = static_cast<unsigned short>(size.columns);
  return result;
}

// The length of the character of UTF-8 that begins with this byte.
size_t CharacterLength(char first) {
  const unsigned char byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

}  // namespace

// ---------------------------------------------------------- ScreenModel

void ScreenModel::Resize(TerminalSize size) {
  size_ = size;
  lines_.resize(size.rows);
  for (Line& line : lines_) line.resize(size.columns, " ");
  row_ = std::min(row_, size.rows - 1);
  column_ = std::min(column_, size.columns - 1);
}

void ScreenModel::Feed(const std::string& bytes) {
  rest_ += bytes;
  while (!rest_.empty()) {
    size_t length = CharacterLength(rest_[0]);
    if (rest_[0] == '\x1b') {
      // Up to the letter that ends it.
      length = 2;
      while (length < rest_.size() &&
             isalpha(static_cast<unsigned char>(rest_[length])) == 0) {
        ++length;
      }
      ++length;
    }
    if (rest_.size() < length) return;
    const std::string piece = rest_.substr(0, length);
    rest_.erase(0, length);
    if (piece[0] == '\x1b') {
      Escape(piece);
    } else if (piece == "\r") {
      column_ = 0;
    } else if (piece == "\n") {
      if (++row_ == size_.rows) {
        row_ = size_.rows - 1;
        lines_.erase(lines_.begin());
        lines_.emplace_back(size_.columns, " ");
      }
    } else {
      Put(piece);
    }
  }
}

void ScreenModel::Put(const std::string& character) {
  // A line that is full goes on in the next one.
  if (column_ == size_.columns) {
    column_ = 0;
    row_ = std::min(row_ + 1, size_.rows - 1);
  }
  lines_[row_][column_++] = character;
}

void ScreenModel::EraseFrom(int row, int column) {
  std::fill(lines_[row].begin() + std::min(column, size_.columns),
            lines_[row].end(), std::string(" "));
}

void ScreenModel::Escape(const std::string& sequence) {
  if (sequence == "\x1b[H") {
    row_ = column_ = 0;
  } else if (sequence == "\x1b[K") {
    EraseFrom(row_, column_);
  } else if (sequence == "\x1b[J") {
    EraseFrom(row_, column_);
    for (int row = row_ + 1; row < size_.rows; ++row) EraseFrom(row, 0);
  } else if (sequence == "\x1b[?1049h" || sequence == "\x1b[?1049l") {
    is_alternate_ = sequence.back() == 'h';
    lines_.clear();
    row_ = column_ = 0;
    Resize(size_);
  } else if (sequence == "\x1b[?25h" || sequence == "\x1b[?25l") {
    is_cursor_visible_ = sequence.back() == 'h';
  } else if (sequence.back() == 'm') {
    has_colors_ |= sequence.find("38;5;") != std::string::npos;
  } else {
    unknown_ += sequence.substr(1) + " ";
  }
}

std::string ScreenModel::Text() const {
  std::string text;
  for (const Line& line : lines_) {
    for (const std::string& character : line) text += character;
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  text.erase(text.find_last_not_of('\n') + 1);
  return text + "\n";
}

// ------------------------------------------------------ TerminalSession

TerminalSession::TerminalSession(
    const std::vector<std::string>& words, TerminalSize size,
    const std::vector<std::pair<std::string, std::string>>& environment)
    : screen_(size) {
  const winsize window = ToWinsize(size);
  if (openpty(&fd_, &terminal_, nullptr, nullptr, &window) != 0) return;
  fcntl(fd_, F_SETFD, FD_CLOEXEC);
  fcntl(terminal_, F_SETFD, FD_CLOEXEC);
  tcgetattr(terminal_, &settings_before_);
  pid_ = fork();
  if (pid_ != 0) return;
  // The child: the terminal is its standard streams, and where Ctrl-C comes
  // from.
  setsid();
  ioctl(terminal_, TIOCSCTTY, 0);
  for (int fd = 0; fd < 3; ++fd) dup2(terminal_, fd);
  unsetenv("BUILD_WORKING_DIRECTORY");
  unsetenv("NO_COLOR");
  setenv("TERM", "xterm-256color", 1);
  setenv("LC_ALL", "C.UTF-8", 1);
  for (const auto& [name, value] : environment) {
    setenv(name.c_str(), value.c_str(), 1);
  }
  std::vector<char*> argv;
  for (const std::string& word : words) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  perror(argv[0]);
  _exit(127);
}

TerminalSession::~TerminalSession() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  close(fd_);
  close(terminal_);
}

void TerminalSession::Type(const std::string& keys) {
  if (write(fd_, keys.data(), keys.size()) < 0) perror("typing");
}

void TerminalSession::Resize(TerminalSize size) {
  screen_.Resize(size);
  const winsize window = ToWinsize(size);
  ioctl(fd_, TIOCSWINSZ, &window);
}

void TerminalSession::Signal(int signal) { kill(pid_, signal); }

bool TerminalSession::Read() {
  pollfd ready = {.fd = fd_, .events = POLLIN, .revents = 0};
  // The end of the program is not the end of the terminal, which we hold open.
  for (int waited = 0; waited < kTerminalPatienceMilliseconds; waited += 20) {
    if (poll(&ready, 1, 20) > 0) {
      char bytes[4096];
      const ssize_t count = read(fd_, bytes, sizeof(bytes));
      if (count <= 0) return false;
      screen_.Feed(std::string(bytes, static_cast<size_t>(count)));
      return true;
    }
    siginfo_t info = {};
    if (waitid(P_PID, static_cast<id_t>(pid_), &info,
               WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == pid_ && poll(&ready, 1, 0) == 0) {
      return false;
    }
  }
  return false;
}

bool TerminalSession::WaitFor(const std::string& text) {
  while (screen_.Text().find(text) == std::string::npos) {
    if (!Read()) return false;
  }
  return true;
}

bool TerminalSession::WaitUntilStopped() {
  for (int waited = 0; waited < kTerminalPatienceMilliseconds; waited += 20) {
    siginfo_t info = {};
    waitid(P_PID, static_cast<id_t>(pid_), &info, WSTOPPED | WNOHANG);
    pollfd ready = {.fd = fd_, .events = POLLIN, .revents = 0};
    while (poll(&ready, 1, 0) > 0 && Read()) {
    }
    if (info.si_pid == pid_) return true;
    usleep(20000);
  }
  return false;
}

int TerminalSession::Finish() {
  while (Read()) {
  }
  int status = 0;
  if (waitpid(pid_, &status, WNOHANG) == 0) {
    // It does not end.
    kill(pid_, SIGKILL);
    waitpid(pid_, &status, 0);
  }
  pid_ = -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

bool TerminalSession::is_restored() const {
  termios now = {};
  return tcgetattr(terminal_, &now) == 0 &&
         now.c_lflag == settings_before_.c_lflag &&
         now.c_iflag == settings_before_.c_iflag &&
         now.c_oflag == settings_before_.c_oflag && !screen_.is_alternate() &&
         screen_.is_cursor_visible();
}

}  // namespace cli::testing
