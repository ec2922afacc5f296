// The program that prints tables such as those of docs/measurements.md: engines
// against each other and against other programs, and threads against one
// thread.

#include <cstdio>

#include "dlx/base/version.h"
#include "tools/benchmark/commands.h"
#include "tools/cli/command.h"

namespace contest {
namespace {

constexpr absl::string_view kRivals =
    R"(Times are those of the CPU, and the best of --rounds. A rival's is that of
its whole process: to be fair to it, make one of the program dlx or sudoku,
too. Ratios are first / other: below 1, the first one is faster. The exit
code is 1 if answers contradict each other.)";

constexpr absl::string_view kChoice =
    R"(Makes problems of many families, by seed, or reads files, and solves them
with the engine that is chosen, and with each engine and order of branching.
Shown are the ratios of the times: that of the automatic choice / that of the
best single one. A row that breaks a promise (at most twice the time of the
best, plus 20 ms, and at most four times its memory, plus 16 MB) is shown on
its own. The exit code is 1 if answers contradict each other. None gets more
than --timeout for a problem; two seconds are enough.)";

cli::ExitCode RunAll(const cli::Arguments&) {
  cli::ExitCode code = cli::ExitCode::kFinished;
  for (const auto run : {RunProblems, RunPuzzles, RunThreads}) {
    const cli::ExitCode result = run({});
    if (result != cli::ExitCode::kFinished) code = result;
    std::fputs("\n", stdout);
  }
  return code;
}

cli::Program BenchmarkProgram() {
  return {
      .name = "benchmark",
      .version = DLX_VERSION,
      .summary = "Compares engines with each other and with other programs.",
      .commands =
          {{.name = "problems",
            .arguments = "[FILE|FOLDER ...]",
            .summary = "Count the covers of problems.",
            .help = kRivals,
            .example = "benchmark problems testdata/dlx/queens-8.dlx "
                       "--rival='dlx=dlx count {}'",
            .flags = {"engines", "visit", "rival", "answer_after", "rounds",
                      "timeout", "least"},
            .max_arguments = cli::kAnyNumber,
            .run = RunProblems},
           {.name = "puzzles",
            .arguments = "[FILE|FOLDER ...]",
            .summary = "Solve Sudoku puzzles, and prove them unique.",
            .help = kRivals,
            .example = "benchmark puzzles testdata/sudoku/norvig_top95.txt",
            .flags = {"engines", "rival", "rounds", "timeout"},
            .max_arguments = cli::kAnyNumber,
            .run = RunPuzzles},
           {.name = "threads",
            .arguments = "[FILE|FOLDER ...]",
            .summary = "Count the covers of problems on several threads.",
            .example = "benchmark threads testdata/dlx/queens-12.dlx "
                       "--threads=1,2",
            .flags = {"engines", "threads", "rounds", "timeout"},
            .max_arguments = cli::kAnyNumber,
            .run = RunThreads},
           {.name = "choice",
            .arguments = "[FAMILY|FILE|FOLDER ...]",
            .summary = "Hold the automatic choice against single engines.",
            .help = kChoice,
            .example = "benchmark choice queens langford --tasks=count,first "
                       "--plot=choice.svg",
            .flags = {"tasks", "problem_seed", "plot", "each", "save", "rounds",
                      "timeout", "memory"},
            .max_arguments = cli::kAnyNumber,
            .run = RunChoice},
           {.name = "all",
            .summary = "Print all three tables, about the files in testdata/.",
            .flags = {"rounds", "timeout"},
            .run = RunAll}},
  };
}

}  // namespace
}  // namespace contest

int main(int argc, char** argv) {
  return cli::RunProgram(contest::BenchmarkProgram(), argc, argv);
}
