#include "tools/cli/interrupt.h"

#include <errno.h>
#include <signal.h>

#include "dlx/limits.h"
#include "tools/cli/exit_code.h"

namespace cli {
namespace {

dlx::Interrupter interrupter;
volatile sig_atomic_t caught_signal = 0;

void (*volatile clean_up_before_the_end)() = nullptr;

void HandleSignal(int signal_number) {
  if (!WasInterrupted()) return NoteInterrupt(signal_number);
  const int interrupted_errno =
      errno;  // Some system call's; not ours to spoil.
  if (clean_up_before_the_end != nullptr) clean_up_before_the_end();
  signal(signal_number, SIG_DFL);
  raise(signal_number);  // It comes when this handler has ended.
  errno = interrupted_errno;
}

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
  action.sa_handler = HandleSignal;
  sigemptyset(&action.sa_mask);
  // One at a time; and slow system calls go on.
  sigaddset(&action.sa_mask, SIGINT);
  sigaddset(&action.sa_mask, SIGTERM);
  action.sa_flags = SA_RESTART;
  for (int signal : {SIGINT, SIGTERM}) {
    if (!IsIgnored(signal)) sigaction(signal, &action, nullptr);
  }
  return interrupter;
}

void CleanUpBeforeTheEnd(void (*clean_up)()) {
  clean_up_before_the_end = clean_up;
}

const dlx::Interrupter& GlobalInterrupter() { return interrupter; }

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
