#ifndef TOOLS_CLI_EXIT_CODE_H_
#define TOOLS_CLI_EXIT_CODE_H_

// How a program ends. Scripts rely on these numbers: those from 64 on are the
// ones of BSD's sysexits.h, those above 128 are what a shell reports for a
// program that a signal has ended.

namespace cli {

enum class ExitCode : int {
  kFinished = 0,       // All that was asked for was done.
  kNo = 1,             // It was done, and the answer of a check is no.
  kUsage = 2,          // The command line makes no sense.
  kBadInput = 65,      // The input was read, and is wrong.
  kNoInput = 66,       // The input could not be opened or read.
  kInternal = 70,      // The answer is beyond what the program can represent.
  kNoMemory = 71,      // The computer has not enough memory.
  kOutputError = 74,   // The output could not be written.
  kLimit = 75,         // A limit was reached before the end.
  kInterrupted = 130,  // Ctrl-C, after printing what was found so far.
  kClosedPipe = 141,   // The reader of the output went away.
  kTerminated = 143,   // SIGTERM, after printing what was found so far.
};

}  // namespace cli

#endif  // TOOLS_CLI_EXIT_CODE_H_
