#include "tools/cli/terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace cli {
namespace {

// The two ends of a terminal that exists only in this process.
class PseudoTerminal {
 public:
  PseudoTerminal() : master_(posix_openpt(O_RDWR | O_NOCTTY)) {
    if (master_ < 0 || grantpt(master_) != 0 || unlockpt(master_) != 0) return;
    slave_ = open(ptsname(master_), O_RDWR | O_NOCTTY);
  }
  ~PseudoTerminal() {
    if (slave_ >= 0) close(slave_);
    if (master_ >= 0) close(master_);
  }
  int fd() const { return slave_; }

 private:
  int master_;
  int slave_ = -1;
};

TEST(TerminalTest, KnowsATerminalFromAFile) {
  const PseudoTerminal terminal;
  ASSERT_GE(terminal.fd(), 0);
  const int file = open("/dev/null", O_RDWR);
  EXPECT_TRUE(IsTerminal(terminal.fd()));
  EXPECT_FALSE(IsTerminal(file));
  EXPECT_EQ(TerminalWidth(file), 80);
  close(file);
}

TEST(TerminalTest, UsesColorsOnATerminalUnlessToldNotTo) {
  const PseudoTerminal terminal;
  ASSERT_GE(terminal.fd(), 0);
  struct {
    const char* term;
    const char* no_color;
    bool expected;
  } const kCases[] = {
      {"xterm", nullptr, true}, {"xterm", "", true},      {"xterm", "1", false},
      {"xterm", "0", false},    {"dumb", nullptr, false},
  };
  for (const auto& test : kCases) {
    setenv("TERM", test.term, 1);
    unsetenv("NO_COLOR");
    if (test.no_color != nullptr) setenv("NO_COLOR", test.no_color, 1);
    EXPECT_EQ(UsesColor(terminal.fd()), test.expected)
        << test.term << " " << (test.no_color ? test.no_color : "(unset)");
  }
}

TEST(TerminalTest, StylesTextOnlyIfColored) {
  EXPECT_EQ(Styled("no", Style::kRed, false), "no");
  EXPECT_EQ(Styled("no", Style::kRed, true), "\x1b[31mno\x1b[0m");
}

}  // namespace
}  // namespace cli
