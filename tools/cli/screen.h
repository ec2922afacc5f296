#ifndef TOOLS_CLI_SCREEN_H_
#define TOOLS_CLI_SCREEN_H_

// The whole terminal, for a program that draws on it and listens to keys.
//
// The terminal goes back to what it was, whatever happens: at the end of the
// Screen's life, on Ctrl-C and other signals, on Ctrl-Z until the program goes
// on, and on crashes.
//
// Example:
//
//   absl::StatusOr<std::unique_ptr<Screen>> screen = Screen::Open();
//   if (!screen.ok()) ...
//   while (true) {
//     (*screen)->Show({"Hello", Styled("world", Style::kBold, true)});
//     const Key key = (*screen)->WaitForKey(absl::Seconds(1));
//     if (key == 'q' || key == Key::kInterrupt) break;
//   }

#include <termios.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "tools/cli/key.h"

namespace cli {

struct ScreenSize {
  int rows = 24;
  int columns = 80;
};

// At most one Screen exists at a time, in one thread.
class Screen {
 public:
  // An error if standard output is no terminal, or one that knows nothing but
  // lines; or if there is no terminal to read keys from: standard input, or
  // else the one that the program was started from.
  static absl::StatusOr<std::unique_ptr<Screen>> Open();

  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;
  ~Screen();

  ScreenSize size() const;

  // Draws the lines from the top, and nothing else. What does not fit is cut
  // off.
  void Show(const std::vector<std::string>& lines);

  // The next key, or kNone if none comes in that time. Besides keys there are
  // kResize (draw again) and kInterrupt and kGone (stop). After kInterrupt,
  // InterruptExitCode() tells which signal it was.
  Key WaitForKey(absl::Duration time);

 private:
  Screen(int keys_fd, bool owns_keys_fd);

  void Enter();
  void Leave();
  // Waits until there is something to read from the keyboard, or a signal to
  // take note of. False if neither comes in that time.
  bool Wait(absl::Duration time);
  Key TakeSignal();

  int keys_fd_;
  bool owns_keys_fd_;
  KeyReader keys_;
};

// True if the user's locale has UTF-8.
bool UsesUtf8();

// The number of columns that a line takes on the screen: escape sequences take
// none, any other character of UTF-8 takes one.
int WidthOnScreen(absl::string_view line);

// The beginning of a line that fits in so many columns, with all of its escape
// sequences.
std::string CutToWidth(absl::string_view line, int columns);

}  // namespace cli

#endif  // TOOLS_CLI_SCREEN_H_
