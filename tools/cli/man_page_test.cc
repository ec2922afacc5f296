#include "tools/cli/man_page.h"

#include <string>

#include "absl/flags/flag.h"
#include "gtest/gtest.h"
#include "tools/cli/command.h"

ABSL_FLAG(int, volume, 3, "Ring this `N` times as loud.");

namespace cli {
namespace {

TEST(ManPageTest, SaysWhatTheHelpTextsSay) {
  const Program program = {
      .name = "ring",
      .version = "1.2.3",
      .summary = "Rings bells.",
      .commands = {{.name = "bell",
                    .arguments = "NAME",
                    .summary = "Ring a bell.",
                    .help = "It's said that\n.bells ring.\n\n  low   3\n"
                            "  high\\  -1\n",
                    .example = "ring bell tom",
                    .flags = {"volume"}}},
      .epilogue = "Bells are heavy.\n\nExit codes:\n  0  it rang\n"};
  EXPECT_EQ(ManPage(program), R"(.TH RING 1 "" "ring 1.2.3"
.SH NAME
ring \- Rings bells
.SH SYNOPSIS
\fBring\fR COMMAND [ARGUMENTS] [FLAGS]
.br
\fBring\fR \fB\-\-version\fR
.SH COMMANDS
.SS "bell"
\fBring\fR \fBbell\fR NAME [FLAGS]
.PP
Ring a bell.
.PP
It\(aqs said that
\&.bells ring.
.PP
.nf
  low   3
  high\e  \-1
.fi
.TP
\fB\-\-volume=N\fR
Ring this N times as loud. Default: 3.
.PP
Example:
.RS
.PP
.nf
ring bell tom
.fi
.RE
.SS "help"
\fBring\fR \fBhelp\fR [COMMAND]
.PP
Explain a command, or all of this.
.SS "completion"
\fBring\fR \fBcompletion\fR bash|zsh|fish
.PP
Print what makes a shell complete command lines.
.SH NOTES
.PP
Bells are heavy.
.SH EXIT CODES
.PP
.nf
  0  it rang
.fi
)");
}

}  // namespace
}  // namespace cli
