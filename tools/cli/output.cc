#include "tools/cli/output.h"

#include <limits.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/printable.h"
#include "tools/cli/terminal.h"

namespace cli {
namespace {

constexpr size_t kFullBuffer = size_t{1} << 16;
constexpr absl::Duration kLongestDelay = absl::Milliseconds(100);

// How long an interrupted program waits for a reader who does not read.
constexpr absl::Duration kPatience = absl::Milliseconds(500);

// True once a reader did not come. Patience is not for each of a thousand
// messages anew.
std::atomic<bool> has_lost_patience = false;

// Waits until something can be written to `fd`, or until the program was
// interrupted and patience is at its end.
bool WaitForReader(int fd) {
  constexpr int kGlanceInMilliseconds = 50;
  absl::Time give_up = absl::InfiniteFuture();
  do {
    pollfd ready = {.fd = fd, .events = POLLOUT, .revents = 0};
    const int wait = has_lost_patience ? 0 : kGlanceInMilliseconds;
    if (poll(&ready, 1, wait) != 0 && ready.revents != 0) {
      return true;  // Or there is an error, which write() will tell.
    }
    if (WasInterrupted()) give_up = std::min(give_up, absl::Now() + kPatience);
  } while (!has_lost_patience && absl::Now() < give_up);
  has_lost_patience = true;
  return false;
}

bool IsRegularFile(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

bool ReaderIsGone(int fd) {
  pollfd pipe = {.fd = fd, .events = 0, .revents = 0};
  return poll(&pipe, 1, 0) == 1 && (pipe.revents & POLLERR) != 0;
}

}  // namespace

// A pipe that has room takes PIPE_BUF bytes at once. More at a time would put
// us to sleep in write(), where an interruption that comes a moment too early
// is not noticed. A pipe without a reader is EPIPE, not a signal: see
// RunProgram().
int WriteAll(int fd, absl::string_view text) {
  const bool may_block = !IsRegularFile(fd);
  while (!text.empty()) {
    if (may_block && !WaitForReader(fd)) return EINTR;
    const size_t size =
        may_block ? std::min(text.size(), size_t{PIPE_BUF}) : text.size();
    const ssize_t written = write(fd, text.data(), size);
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
    } else if (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
      return errno;
    }
  }
  return 0;
}

void Output::Write(absl::string_view text) {
  if (is_terminal_) {
    buffer_.append(Printable(text, Lines::kKeep));
  } else {
    buffer_.append(text.data(), text.size());
  }
}

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
  if (error_ == EINTR) return InterruptExitCode();
  return Fail(ExitCode::kOutputError,
              absl::StrCat("cannot write the output: ", std::strerror(error_)));
}

}  // namespace cli
