#include "dlx/solvers/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cassert>
#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace dlx::solvers {
namespace {

using End = ProcessResult::End;

// What only Linux has: two conveniences. Elsewhere everything works without
// them, but that a child outlives a parent that is killed, and that its end is
// noticed a moment later.
#ifdef __linux__

// In a child: to end when the parent ends.
void EndWithParent() { prctl(PR_SET_PDEATHSIG, SIGKILL); }

// A file descriptor that becomes readable when the process ends, or -1.
int WatchProcess(pid_t pid) {
  return static_cast<int>(syscall(SYS_pidfd_open, pid, 0));
}

#else

void EndWithParent() {}
int WatchProcess(pid_t) { return -1; }

#endif

// Of a clock that is not set back.
absl::Duration Now() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return absl::DurationFromTimespec(now);
}

// A file descriptor, or -1.
class File {
 public:
  File(const std::string& path, int flags)
      : fd_(open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
  explicit File(int fd) : fd_(fd) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (fd_ >= 0) close(fd_);
  }
  int fd() const { return fd_; }

 private:
  int fd_;
};

// In the child, where other threads' locks may be held: nothing here allocates.
[[noreturn]] void Execute(char* const* words, int input, int output, int error,
                          pid_t parent) {
  setpgid(0, 0);
  EndWithParent();
  if (getppid() != parent) _exit(127);  // It has ended before that.
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(error, STDERR_FILENO);
  for (const int signal_number : {SIGINT, SIGTERM, SIGPIPE}) {
    signal(signal_number, SIG_DFL);
  }
  execv(words[0], words);
  _exit(127);
}

// True if the process has ended. Its status remains to be asked for.
bool HasEnded(pid_t pid) {
  siginfo_t info = {};
  return waitid(P_PID, static_cast<id_t>(pid), &info,
                WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == pid;
}

// Waits until the process has ended, or until it should.
End Await(pid_t pid, absl::Duration deadline, const Interrupter* interrupter) {
  constexpr absl::Duration kGlance = absl::Milliseconds(100);
  const File process(WatchProcess(pid));
  while (!HasEnded(pid)) {
    const absl::Duration left = deadline - Now();
    if (left <= absl::ZeroDuration()) return End::kTimeLimit;
    if (IsInterrupted(interrupter)) {
      return End::kInterrupted;
    }
    // Rounded up, so as not to turn round and round at the end.
    const absl::Duration nap = std::min(left, kGlance) + absl::Milliseconds(1);
    pollfd event = {.fd = process.fd(), .events = POLLIN, .revents = 0};
    poll(&event, 1, static_cast<int>(absl::ToInt64Milliseconds(nap)));
  }
  return End::kByItself;
}

// Ends a process and its children. First as a person would, by Ctrl-C, because
// a program may have to see to children that are not in its group any more, as
// MiniZinc does; then by force.
void EndGroup(pid_t group) {
  constexpr absl::Duration kGrace = absl::Seconds(2);
  kill(-group, SIGINT);
  Await(group, Now() + kGrace, nullptr);
  kill(-group, SIGKILL);
}

}  // namespace

std::optional<std::string> FindProgram(StringView name) {
  const char* const path = getenv("PATH");
  if (path == nullptr) return std::nullopt;
  for (const absl::string_view folder :
       absl::StrSplit(path, ':', absl::SkipEmpty())) {
    std::string candidate = absl::StrCat(folder, "/", name);
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
  }
  return std::nullopt;
}

absl::StatusOr<ProcessResult> RunProcess(const std::vector<std::string>& words,
                                         const ProcessOptions& options) {
  assert(!words.empty());
  const File input("/dev/null", O_RDONLY);
  const File output(options.output_path, O_WRONLY | O_CREAT | O_TRUNC);
  const File error(options.error_path, O_WRONLY | O_CREAT | O_TRUNC);
  if (input.fd() < 0 || output.fd() < 0 || error.fd() < 0) {
    return absl::InternalError(absl::StrCat("cannot open the files of ",
                                            words[0], ": ", strerror(errno)));
  }
  std::vector<char*> arguments;
  for (const std::string& word : words) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);

  const absl::Duration start = Now();
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    Execute(arguments.data(), input.fd(), output.fd(), error.fd(), parent);
  }
  if (pid < 0) {
    return absl::InternalError(
        absl::StrCat("cannot start ", words[0], ": ", strerror(errno)));
  }
  setpgid(pid, pid);  // The parent or the child, whichever comes first.

  ProcessResult result;
  result.end = Await(pid, start + options.time_limit, options.interrupter);
  if (result.end != End::kByItself) EndGroup(pid);
  int status = 0;
  rusage usage = {};
  while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  result.exit_code =
      WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  result.wall_time = Now() - start;
  result.cpu_time = absl::DurationFromTimeval(usage.ru_utime) +
                    absl::DurationFromTimeval(usage.ru_stime);
  return result;
}

}  // namespace dlx::solvers
