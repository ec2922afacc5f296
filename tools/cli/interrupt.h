#ifndef TOOLS_CLI_INTERRUPT_H_
#define TOOLS_CLI_INTERRUPT_H_

// Ctrl-C as a polite request: the search stops and what was found is printed.

#include "dlx/limits.h"
#include "tools/cli/exit_code.h"

namespace cli {

// From now on the first Ctrl-C (SIGINT) or SIGTERM makes a request of the
// interrupter that is returned, which may be used as Limits::interrupter. The
// second one ends the program at once. Before the first call they end the
// program at once, too, so call it when there is something to rescue.
dlx::Interrupter& CatchInterrupts();

// The interrupter, without a change to what signals do.
const dlx::Interrupter& GlobalInterrupter();

// What the second one does before it ends the program. `clean_up` must be a
// function that a signal handler may call.
void CleanUpBeforeTheEnd(void (*clean_up)());

// True if one of them has come.
bool WasInterrupted();

// kInterrupted or kTerminated, after the signal that came.
ExitCode InterruptExitCode();

// What the first signal does, for code with a handler of its own (as Screen
// has): makes the request, and takes note of the signal. May be called in a
// signal handler.
void NoteInterrupt(int signal);

}  // namespace cli

#endif  // TOOLS_CLI_INTERRUPT_H_
