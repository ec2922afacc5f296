#ifndef TOOLS_TESTING_TERMINAL_SESSION_H_
#define TOOLS_TESTING_TERMINAL_SESSION_H_

// Runs a program in a terminal of its own, types, and looks at the screen.
//
// Example:
//
//   TerminalSession session({"tools/sudoku/sudoku", "watch", kPuzzle}, {24,
//   80}); EXPECT_TRUE(session.WaitFor("Step 0")); session.Type("s");
//   EXPECT_TRUE(session.WaitFor("Step 1"));
//   session.Type("q");
//   EXPECT_EQ(session.Finish(), 0);
//   EXPECT_TRUE(session.is_restored());

#include <sys/types.h>
#include <termios.h>

#include <string>
#include <utility>
#include <vector>

namespace cli::testing {

struct TerminalSize {
  int rows = 24;
  int columns = 80;
};

// What a terminal shows. It knows the control sequences that our programs use,
// and takes note of others.
class ScreenModel {
 public:
  explicit ScreenModel(TerminalSize size) { Resize(size); }

  void Feed(const std::string& bytes);
  void Resize(TerminalSize size);

  // The lines, without blanks at their ends, each followed by a line end; no
  // empty lines at the end.
  std::string Text() const;

  bool is_alternate() const { return is_alternate_; }
  bool is_cursor_visible() const { return is_cursor_visible_; }
  // The sequences that it does not know.
  const std::string& unknown() const { return unknown_; }
  // A control sequence that chooses a colour has been seen.
  bool has_colors() const { return has_colors_; }

 private:
  // A cell holds a character of UTF-8.
  using Line = std::vector<std::string>;

  void Put(const std::string& character);
  void Escape(const std::string& sequence);
  void EraseFrom(int row, int column);

  TerminalSize size_;
  std::vector<Line> lines_;
  int row_ = 0;
  int column_ = 0;
  std::string rest_;  // The beginning of a character or a sequence.
  bool is_alternate_ = false;
  bool is_cursor_visible_ = true;
  bool has_colors_ = false;
  std::string unknown_;
};

class TerminalSession {
 public:
  TerminalSession(
      const std::vector<std::string>& words, TerminalSize size,
      const std::vector<std::pair<std::string, std::string>>& environment = {});
  TerminalSession(const TerminalSession&) = delete;
  TerminalSession& operator=(const TerminalSession&) = delete;
  // Kills the program if it still runs.
  ~TerminalSession();

  void Type(const std::string& keys);
  void Resize(TerminalSize size);
  void Signal(int signal);
  // Waits until the program has stopped itself, as on Ctrl-Z. False if that
  // takes more than a minute.
  bool WaitUntilStopped();

  // Waits until the screen shows `text`. False if the program ends or a minute
  // passes before that.
  bool WaitFor(const std::string& text);
  // Waits until the program ends. Its exit code, or 128 and the signal that has
  // ended it.
  int Finish();

  const ScreenModel& screen() const { return screen_; }
  // Whether the terminal is as it was before the program.
  bool is_restored() const;

 private:
  // Reads what comes next. False at the end, or if nothing comes for a minute.
  bool Read();

  ScreenModel screen_;
  termios settings_before_;
  pid_t pid_ = -1;
  int fd_ = -1;        // The terminal's other end.
  int terminal_ = -1;  // The terminal, which we hold open for its settings.
};

}  // namespace cli::testing

#endif  // TOOLS_TESTING_TERMINAL_SESSION_H_
