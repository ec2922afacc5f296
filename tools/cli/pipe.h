#ifndef TOOLS_CLI_PIPE_H_
#define TOOLS_CLI_PIPE_H_

// A pipe for this process alone.

#include <fcntl.h>
#include <unistd.h>

namespace cli {

// Opens a pipe, whose ends are closed in programs that this one starts. With
// `never_waits`, reading from it when it is empty and writing into it when it
// is full are errors. False if there can be no pipe; then nothing is open.
//
// Not for programs in which another thread may start a program meanwhile: that
// would inherit the ends. (pipe2() has no such gap, but macOS has no pipe2().)
[[nodiscard]] inline bool OpenPipe(int (&ends)[2], bool never_waits = false) {
  if (pipe(ends) != 0) return false;
  bool is_ready = true;
  for (const int end : ends) {
    is_ready = is_ready && fcntl(end, F_SETFD, FD_CLOEXEC) == 0 &&
               (!never_waits || fcntl(end, F_SETFL, O_NONBLOCK) == 0);
  }
  if (is_ready) return true;
  for (int& end : ends) {
    close(end);
    end = -1;
  }
  return false;
}

}  // namespace cli

#endif  // TOOLS_CLI_PIPE_H_
