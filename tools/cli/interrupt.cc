#include "tools/cli/interrupt.h"

#include <signal.h>

#include "dlx/limits.h"
#include "tools/cli/exit_code.h"

namespace cli {
namespace {

dlx::Interrupter interrupter;
volatile sig_atomic_t caught_signal = 0;

// Who started us with a signal ignored, as nohup and `command &` in a script
// do, wants it ignored.
bool IsIgnored(int signal) {
  struct sigaction action;
  return sigaction(signal, nullptr, &action) == 0 &&
         action.sa_handler == SIG_IGN;
}

}  // namespace

dlx::Interrupter& CatchInterrupts() {
  struct sigaction action = {};
  action.sa_handler = NoteInterrupt;
  sigemptyset(&action.sa_mask);
  // The second signal meets the default action. Slow system calls go on.
  action.sa_flags = static_cast<int>(SA_RESETHAND) | SA_RESTART;
  for (int signal : {SIGINT, SIGTERM}) {
    if (!IsIgnored(signal)) sigaction(signal, &action, nullptr);
  }
  return interrupter;
}

void NoteInterrupt(int signal) {
  caught_signal = signal;
  interrupter.Request();
}

bool WasInterrupted() { return caught_signal != 0; }

ExitCode InterruptExitCode() {
  return caught_signal == SIGTERM ? ExitCode::kTerminated
                                  : ExitCode::kInterrupted;
}

}  // namespace cli
