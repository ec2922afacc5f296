#ifndef TOOLS_CLI_PROGRESS_LINE_H_
#define TOOLS_CLI_PROGRESS_LINE_H_

// A line at the bottom of the terminal that says how far a program has come. It
// is rewritten in place, and erased at the end. Without a terminal on standard
// error there is no such line.
//
// One thread at a time may use a ProgressLine.

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace cli {

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

// " 12.3%  45,678 nodes" and the like are made of these.

// 1234567 as "1,234,567".
std::string WithThousands(uint64_t number);
// "0.12 s", "12.3 s", "2 min 05 s", "3 h 04 min".
std::string ShortDuration(absl::Duration duration);

}  // namespace cli

#endif  // TOOLS_CLI_PROGRESS_LINE_H_
