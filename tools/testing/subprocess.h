#ifndef TOOLS_TESTING_SUBPROCESS_H_
#define TOOLS_TESTING_SUBPROCESS_H_

// Runs a program as a user would, for tests of command lines.
//
// Example:
//
//   EXPECT_THAT(Run({"tools/dlx/dlx", "count", "-"}, {.input = "a\na\n"}),
//               AllOf(Exits(0), Prints("1\n")));
//
// or, to deal with it while it runs:
//
//   Subprocess dlx({"tools/dlx/dlx", "solve", "huge.dlx"});
//   EXPECT_EQ(dlx.ReadLine(), "| cover 1");
//   dlx.Signal(SIGINT);
//   EXPECT_EQ(dlx.Finish().exit_code, 130);

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "gmock/gmock.h"

namespace cli::testing {

struct SubprocessOptions {
  // What the program reads from its standard input.
  std::string input = "";
  // Set in addition to what the test itself has in its environment.
  std::vector<std::pair<std::string, std::string>> environment = {};
  // If not empty, standard output goes to this file rather than to the test.
  std::string output_file = "";
  // If true, the stream is a terminal (which turns "\n" into "\r\n").
  bool output_is_terminal = false;
  bool error_is_terminal = false;
  // If true, the system refuses the program any thread but its first.
  // REQUIRES: ThreadsCanBeRefused().
  bool refuses_threads = false;
};

struct Result {
  // As a shell reports it: 128 + the signal if a signal has ended the program.
  int exit_code = -1;
  std::string output;
  std::string error;
};

class Subprocess {
 public:
  // Starts the program words[0] with the other words as its arguments.
  explicit Subprocess(const std::vector<std::string>& words,
                      const SubprocessOptions& options = {});
  Subprocess(const Subprocess&) = delete;
  Subprocess& operator=(const Subprocess&) = delete;
  // Kills the program if it still runs.
  ~Subprocess();

  // The next line of standard output, without its end, as soon as there is one.
  // What there is if the output ends, or if nothing comes for a minute.
  std::string ReadLine();
  // Waits until standard error contains `text`. False if nothing comes for a
  // minute.
  bool WaitForError(const std::string& text);
  // As `head` does when it has seen enough.
  void CloseOutput();
  void Signal(int signal);
  // Waits for the end without reading anything. The exit code, as in Result; -1
  // if the program goes on for a minute.
  int WaitForEnd();
  // Reads all that is left, and waits for the end.
  Result Finish();

 private:
  // Reads something from any of the two streams. False if both have ended, or
  // if nothing comes for a minute.
  bool ReadSome();

  pid_t pid_ = -1;
  int output_fd_ = -1;
  int error_fd_ = -1;
  std::string
      output_;  // What has been read, without lines taken by ReadLine().
  std::string error_;
};

// Programs with the thread sanitizer expect memory where the way in which
// threads are refused has none.
bool ThreadsCanBeRefused();

// Starts, finishes.
Result Run(const std::vector<std::string>& words,
           const SubprocessOptions& options = {});

// For messages of failed tests.
void PrintTo(const Result& result, std::ostream* out);

// These have one type whatever they look for: each type of matcher takes a test
// time to compile.
using ResultMatcher = ::testing::Matcher<const Result&>;
ResultMatcher Exits(int exit_code);
ResultMatcher Prints(const ::testing::Matcher<const std::string&>& output);
ResultMatcher Complains(const ::testing::Matcher<const std::string&>& error);

}  // namespace cli::testing

#endif  // TOOLS_TESTING_SUBPROCESS_H_
