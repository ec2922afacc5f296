#include "tools/cli/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include "dlx/limits.h"
#include "gtest/gtest.h"
#include "tools/cli/exit_code.h"

namespace cli {
namespace {

// Each test has the signals to itself: a "death test" runs in its own process.

TEST(InterruptDeathTest, FirstSignalIsARequest) {
  EXPECT_EXIT(
      {
        dlx::Interrupter& interrupter = CatchInterrupts();
        if (interrupter.requested()) _exit(1);
        raise(SIGINT);
        _exit(interrupter.requested() &&
                      InterruptExitCode() == ExitCode::kInterrupted
                  ? 0
                  : 2);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(InterruptDeathTest, SecondSignalEndsTheProgram) {
  EXPECT_EXIT(
      {
        CatchInterrupts();
        raise(SIGINT);
        raise(SIGINT);
        _exit(0);
      },
      ::testing::KilledBySignal(SIGINT), "");
}

TEST(InterruptDeathTest, TerminationHasItsOwnExitCode) {
  EXPECT_EXIT(
      {
        const dlx::Interrupter& interrupter = CatchInterrupts();
        raise(SIGTERM);
        _exit(interrupter.requested() &&
                      InterruptExitCode() == ExitCode::kTerminated
                  ? 0
                  : 2);
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(InterruptDeathTest, IgnoredSignalsStayIgnored) {
  EXPECT_EXIT(
      {
        signal(SIGINT, SIG_IGN);
        const dlx::Interrupter& interrupter = CatchInterrupts();
        raise(SIGINT);
        _exit(interrupter.requested() ? 1 : 0);
      },
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace cli
