#ifndef DLX_SOLVERS_EXTERNAL_SOLVER_H_
#define DLX_SOLVERS_EXTERNAL_SOLVER_H_

// Lets solvers of other kinds, as Debian packages them, find a cover: writes
// the problem in their format, runs the program, reads and verifies its answer.
//
// Example:
//
//   for (const ExternalSolver& solver : AllExternalSolvers()) {
//     if (!IsInstalled(solver)) continue;  // apt-get install solver.packages
//     absl::StatusOr<ExternalResult> result =
//         SolveExternally(problem, solver, {.time_limit = absl::Seconds(10)});
//     ...
//   }

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "dlx/id.h"
#include "dlx/io/export/export.h"
#include "dlx/io/export/format.h"
#include "dlx/io/export/solution.h"
#include "dlx/limits.h"
#include "dlx/problem.h"

namespace dlx::solvers {

struct ExternalSolver {
  StringView name;    // Unique: "clasp-opb".
  StringView method;  // "pseudo-Boolean"
  io::ExportFormat format;
  // The command lines to run one after the other, separated by '|'. In each,
  // {in} is the file to read: the problem at first, and then what the command
  // before has written. A command writes to {out} if it says so, and otherwise
  // to standard output.
  StringView commands;
  // Debian's packages for it, separated by blanks: "gringo clasp".
  StringView packages;
  // Arguments of the last command that make it count. Empty if it cannot.
  StringView count_arguments = "";
  // The command, as above, by which it solves the relaxation instead. Empty if
  // there is none, as everywhere but in integer programming.
  StringView relaxed_command = "";
};

// All solvers that are known. If one of each method is enough, take the first.
absl::Span<const ExternalSolver> AllExternalSolvers();

// The solver of that name, or null.
const ExternalSolver* FindExternalSolver(StringView name);

// REQUIRES, here and below: the solver is of the table.
//
// True if all its programs are in $PATH. Costs a few system calls.
bool IsInstalled(const ExternalSolver& solver);

struct ExternalOptions {
  // The limit of all commands of the solver together.
  absl::Duration time_limit = absl::InfiniteDuration();
  // Looked at every tenth of a second, if not null.
  const Interrupter* interrupter = nullptr;
  io::ExportOptions exporting = {};
};

enum class ExternalOutcome {
  kAnswered,     // The solver answered.
  kTimeLimit,    // It was stopped.
  kInterrupted,  // It was stopped.
};

struct ExternalTimes {
  // The times of the solver's processes.
  absl::Duration wall = {};
  absl::Duration cpu = {};
};

struct ExternalResult {
  ExternalOutcome outcome = ExternalOutcome::kAnswered;
  // Unknown if the solver was stopped.
  io::SolverAnswer answer = {};
  // The nodes of its search tree, if it tells: so far, constraint programming
  // does.
  std::optional<uint64_t> nodes = std::nullopt;
  ExternalTimes times = {};
  // The real time that the solver itself reports, if it does (minizinc and
  // clasp do): before the search (it reads and rewrites the problem), and of
  // the search.
  std::optional<absl::Duration> told_start = std::nullopt;
  std::optional<absl::Duration> told_search = std::nullopt;
};

// Lets the solver find a cover; if the problem has costs, the cheapest. The
// cover is verified. Any number of threads may call this at the same time.
//
// Errors: kNotFound if the solver is not installed (the sentence names the
// packages); those of Export(), if its format cannot express the problem;
// kFailedPrecondition if what it calls a solution is no cover; kInternal if it
// gave no answer, with what it wrote instead.
absl::StatusOr<ExternalResult> SolveExternally(
    const Problem& problem, const ExternalSolver& solver,
    const ExternalOptions& options = {});

struct ExternalCount {
  ExternalOutcome outcome = ExternalOutcome::kAnswered;
  // The number of covers; 0 if the solver was stopped.
  uint64_t count = 0;
  ExternalTimes times = {};
};

// Lets the solver count the covers. Errors as above, and kInvalidArgument if it
// cannot count, or if the problem has costs (it would look for the cheapest
// ones only).
absl::StatusOr<ExternalCount> CountExternally(
    const Problem& problem, const ExternalSolver& solver,
    const ExternalOptions& options = {});

// What becomes of the problem if options may also be taken in part: each item
// of an exact cover is then covered by parts that add up to 1. A program needs
// no search for that, and where it has no solution, the problem has none.
struct ExternalRelaxation {
  ExternalOutcome outcome = ExternalOutcome::kAnswered;
  bool has_solution = false;
  // How much of each option is taken; empty without a solution.
  std::vector<double> parts = {};
  ExternalTimes times = {};

  // Of the options that are neither taken nor left out, the number.
  size_t CountInPart() const;
};

// Errors as those of SolveExternally(), and kInvalidArgument if the solver has
// no command for it.
absl::StatusOr<ExternalRelaxation> RelaxExternally(
    const Problem& problem, const ExternalSolver& solver,
    const ExternalOptions& options = {});

}  // namespace dlx::solvers

#endif  // DLX_SOLVERS_EXTERNAL_SOLVER_H_
