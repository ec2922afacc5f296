#ifndef TOOLS_CLI_OUTPUT_H_
#define TOOLS_CLI_OUTPUT_H_

// Standard output as a stream of records (lines, or groups of lines).
//
// Records are collected and written many at a time, because a system call for
// each would take longer than to find a solution. But a viewer should not have
// to wait: a terminal gets each record at once; a pipe or a file gets it no
// later than 100 milliseconds after the last write, given that Tick() is called
// now and then.
//
// When the reader goes away (`dlx solve huge.dlx | head`), ok() becomes false;
// the program should then stop, and Finish() ends it without a word. Any other
// failure, such as a full disk, is reported by Finish(). A reader who is there
// but does not read is waited for, but after Ctrl-C (see interrupt.h) not for
// long: what it has not taken half a second later is lost.
//
// Text from outside must not do anything to a terminal: Write() sees to that.
// Our own styles go through WriteStyled().
//
// Example:
//
//   Output output;
//   for (const dlx::Solution& solution : search) {
//     output.Write(Format(solution));
//     output.EndRecord();
//     if (!output.ok()) break;
//   }
//   return output.Finish(ExitCode::kFinished);
//
// One thread at a time may use an Output.

#include <unistd.h>

#include <functional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "tools/cli/exit_code.h"

namespace cli {

// Writes all of `text`, as above. Returns 0, or an errno: EPIPE if the reader
// has gone away, EINTR if it did not read after an interruption.
int WriteAll(int fd, absl::string_view text);

class Output {
 public:
  explicit Output(int fd = STDOUT_FILENO);
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  // What was not flushed is lost: call Finish().
  ~Output() = default;

  // On a terminal, control characters but line ends and tabs become \xNN.
  void Write(absl::string_view text);
  // The same for text that may have escape sequences, which are ours. What it
  // quotes from outside is Printable() already, if is_terminal().
  void WriteStyled(absl::string_view text) {
    buffer_.append(text.data(), text.size());
  }
  // A good place to flush: between two records.
  void EndRecord();
  // To be called while no records come: flushes if it is time to, and notices
  // when the reader has gone away.
  void Tick();
  void Flush();

  // False if there is no point in writing more.
  bool ok() const { return error_ == 0; }

  int fd() const { return fd_; }
  bool is_terminal() const { return is_terminal_; }

  // Called before something is written to a terminal, for example to erase a
  // progress line there.
  void set_before_writing(std::function<void()> callback) {
    before_writing_ = std::move(callback);
  }

  // Flushes. Returns `code` if all was written, and otherwise the exit code
  // that tells why not, after an error message where one is due.
  [[nodiscard]] ExitCode Finish(ExitCode code);

 private:
  int fd_;
  bool is_terminal_;
  int error_ = 0;  // An errno, of the first write that failed.
  std::string buffer_;
  absl::Time last_flush_;
  std::function<void()> before_writing_;
};

}  // namespace cli

#endif  // TOOLS_CLI_OUTPUT_H_
