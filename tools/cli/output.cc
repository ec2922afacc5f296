#include "tools/cli/output.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/terminal.h"

namespace cli {
namespace {

constexpr size_t kFullBuffer = size_t{1} << 16;
constexpr absl::Duration kLongestDelay = absl::Milliseconds(100);

// Returns 0 or an errno. A pipe without a reader is EPIPE, not a signal: see
// RunProgram().
int WriteAll(int fd, absl::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(fd, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
      // Whoever started us left the descriptor in non-blocking mode.
      pollfd ready = {.fd = fd, .events = POLLOUT, .revents = 0};
      poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

bool ReaderIsGone(int fd) {
  pollfd pipe = {.fd = fd, .events = 0, .revents = 0};
  return poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
}

}  // namespace

Output::Output(int fd)
    : fd_(fd), is_terminal_(IsTerminal(fd)), last_flush_(absl::Now()) {}

void Output::EndRecord() {
  if (is_terminal_ || buffer_.size() >= kFullBuffer ||
      absl::Now() - last_flush_ >= kLongestDelay) {
    Flush();
  }
}

void Output::Tick() {
  if (!ok()) return;
  if (!buffer_.empty()) {
    if (absl::Now() - last_flush_ >= kLongestDelay) Flush();
  } else if (ReaderIsGone(fd_)) {
    error_ = EPIPE;
  }
}

void Output::Flush() {
  if (ok() && !buffer_.empty()) {
    if (is_terminal_ && before_writing_) before_writing_();
    error_ = WriteAll(fd_, buffer_);
  }
  buffer_.clear();
  last_flush_ = absl::Now();
}

ExitCode Output::Finish(ExitCode code) {
  Flush();
  if (ok()) return code;
  if (error_ == EPIPE) return ExitCode::kClosedPipe;
  return Fail(ExitCode::kOutputError,
              absl::StrCat("cannot write the output: ", std::strerror(error_)));
}

}  // namespace cli
