#include "tools/testing/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <ostream>
#include <string>
#include <vector>

#include "absl/base/config.h"
#include "tools/cli/pipe.h"

namespace cli::testing {
namespace {

constexpr int kPatienceMilliseconds = 60000;

struct Ends {
  int ours = -1;
  int theirs = -1;
};

Ends Pipe() {
  int ends[2];
  if (!OpenPipe(ends)) return {};
  return {.ours = ends[0], .theirs = ends[1]};
}

Ends Terminal() {
  const int ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (ours < 0 || grantpt(ours) != 0 || unlockpt(ours) != 0) return {};
  return {.ours = ours,
          .theirs = open(ptsname(ours), O_RDWR | O_NOCTTY | O_CLOEXEC)};
}

// An unnamed file that holds `text`, so that no pipe has to be fed.
int InputFile(const std::string& text) {
  FILE* file = tmpfile();
  if (file == nullptr) return -1;
  fwrite(text.data(), 1, text.size(), file);
  rewind(file);
  const int fd = dup(fileno(file));
  fclose(file);
  return fd;
}

void Close(int& fd) {
  if (fd >= 0) close(fd);
  fd = -1;
}

// In the child. Never returns.
[[noreturn]] void Execute(const std::vector<std::string>& words,
                          const SubprocessOptions& options, int input,
                          int output, int error) {
  dup2(input, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(error, STDERR_FILENO);
  // As a shell would leave them, whatever the test was started with.
  for (int signal_number : {SIGINT, SIGTERM, SIGPIPE}) {
    signal(signal_number, SIG_DFL);
  }
  unsetenv("BUILD_WORKING_DIRECTORY");
  if (options.refuses_threads) {
    // New threads have stacks of that size, for which there is no room.
    struct rlimit stack;
    getrlimit(RLIMIT_STACK, &stack);
    stack.rlim_cur = std::min<rlim_t>(stack.rlim_max, rlim_t{1} << 50);
    setrlimit(RLIMIT_STACK, &stack);
  }
  for (const auto& [name, value] : options.environment) {
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

// Appends what can be read now. False at the end.
bool Append(int fd, std::string* text) {
  char block[4096];
  const ssize_t size = read(fd, block, sizeof(block));
  if (size < 0 && errno == EINTR) return true;
  // A terminal whose other end is closed is an error rather than an end.
  if (size <= 0) return false;
  text->append(block, static_cast<size_t>(size));
  return true;
}

// As a shell reports it.
int ExitCodeOf(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

Subprocess::Subprocess(const std::vector<std::string>& words,
                       const SubprocessOptions& options) {
  int input = InputFile(options.input);
  Ends output = options.output_is_terminal ? Terminal() : Pipe();
  Ends error = options.error_is_terminal ? Terminal() : Pipe();
  if (!options.output_file.empty()) {
    Close(output.theirs);
    output.theirs = open(options.output_file.c_str(),
                         O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  }
  pid_ = fork();
  if (pid_ == 0) Execute(words, options, input, output.theirs, error.theirs);
  Close(input);
  Close(output.theirs);
  Close(error.theirs);
  output_fd_ = output.ours;
  error_fd_ = error.ours;
}

Subprocess::~Subprocess() {
  Close(output_fd_);
  Close(error_fd_);
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

bool Subprocess::ReadSome() {
  pollfd streams[] = {{.fd = output_fd_, .events = POLLIN, .revents = 0},
                      {.fd = error_fd_, .events = POLLIN, .revents = 0}};
  if (output_fd_ < 0 && error_fd_ < 0) return false;
  const int ready = poll(streams, 2, kPatienceMilliseconds);
  if (ready <= 0) return ready < 0 && errno == EINTR;
  if (streams[0].revents != 0 && !Append(output_fd_, &output_)) {
    Close(output_fd_);
  }
  if (streams[1].revents != 0 && !Append(error_fd_, &error_)) Close(error_fd_);
  return true;
}

std::string Subprocess::ReadLine() {
  size_t end;
  while ((end = output_.find('\n')) == std::string::npos) {
    if (output_fd_ < 0 || !ReadSome()) return output_;
  }
  const std::string line = output_.substr(0, end);
  output_.erase(0, end + 1);
  return line;
}

bool Subprocess::WaitForError(const std::string& text) {
  while (error_.find(text) == std::string::npos) {
    if (error_fd_ < 0 || !ReadSome()) return false;
  }
  return true;
}

void Subprocess::CloseOutput() { Close(output_fd_); }

void Subprocess::Signal(int signal) { kill(pid_, signal); }

int Subprocess::WaitForEnd() {
  for (int waited = 0; waited < kPatienceMilliseconds; waited += 10) {
    int status = 0;
    if (waitpid(pid_, &status, WNOHANG) == pid_) {
      pid_ = -1;
      return ExitCodeOf(status);
    }
    usleep(10'000);
  }
  return -1;
}

Result Subprocess::Finish() {
  while (ReadSome()) {
  }
  // Still open: our patience is at an end.
  if (output_fd_ >= 0 || error_fd_ >= 0) kill(pid_, SIGKILL);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return {.exit_code = ExitCodeOf(status), .output = output_, .error = error_};
}

bool ThreadsCanBeRefused() {
#ifdef ABSL_HAVE_THREAD_SANITIZER
  return false;
#else
  return true;
#endif
}

Result Run(const std::vector<std::string>& words,
           const SubprocessOptions& options) {
  return Subprocess(words, options).Finish();
}

void PrintTo(const Result& result, std::ostream* out) {
  *out << "exit code " << result.exit_code << "\n--- output\n"
       << result.output << "--- error\n"
       << result.error << "---";
}

ResultMatcher Exits(int exit_code) {
  return ::testing::Field("exit_code", &Result::exit_code, exit_code);
}

ResultMatcher Prints(const ::testing::Matcher<const std::string&>& output) {
  return ::testing::Field("output", &Result::output, output);
}

ResultMatcher Complains(const ::testing::Matcher<const std::string&>& error) {
  return ::testing::Field("error", &Result::error, error);
}

}  // namespace cli::testing
