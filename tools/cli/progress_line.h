#ifndef TOOLS_CLI_PROGRESS_LINE_H_
#define TOOLS_CLI_PROGRESS_LINE_H_

// A line at the bottom of the terminal that says how far a program has come. It
// is rewritten in place, and erased at the end. Without a terminal on standard
// error there is no such line.
//
// One thread at a time may use a ProgressLine.

#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/statistics.h"

namespace cli {

// How far a search has come in that time. Covers are called `one` or `several`.
// The path is told by how many of its options each choice has done with; what
// left no choice is left out.
//
//   " 12.3%  92 covers  1,234,567 nodes (123,456/s)  10.0 s  about 1 min 11 s
//   left  at 3/10 0/7 1/2"
std::string SearchProgressText(const dlx::Progress& progress,
                               absl::string_view one, absl::string_view several,
                               absl::Duration time);

class ProgressLine {
 public:
  // Never shows anything if not `wanted`.
  explicit ProgressLine(bool wanted);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  // Erases the line.
  ~ProgressLine() { Erase(); }

  // True if Show() has an effect: otherwise there is no need to compose a text.
  bool enabled() const { return enabled_; }

  // Shows `text`, or as much of it as fits in a line of the terminal.
  void Show(absl::string_view text);
  // To be called before anything else is written to the terminal.
  void Erase();

 private:
  const bool enabled_;
  bool shown_ = false;
};

}  // namespace cli

#endif  // TOOLS_CLI_PROGRESS_LINE_H_
