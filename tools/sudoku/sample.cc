// sample: solutions at random, each as likely as any other.

#include <cstdint>
#include <optional>
#include <random>

#include "absl/flags/flag.h"
#include "sudoku/solution_diagram.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/interrupt.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/job_diagram.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/solution_stream.h"

ABSL_FLAG(cli::LimitFlag, n, {1}, "Print `N` solutions of each puzzle.");

namespace sudoku::tool {

namespace {

void SampleJob(Job& job, const Settings& settings, std::mt19937_64& random,
               SolutionStream::WriteSolution write) {
  const std::optional<SolutionDiagram> diagram = DiagramOfJob(job, settings);
  if (!diagram.has_value()) return;
  if (diagram->count() == 0) {
    return job.Fail(Fate::kWrong, "there is no solution to be drawn");
  }
  const uint64_t wanted = absl::GetFlag(FLAGS_n).value.value_or(1);
  for (uint64_t i = 0; i < wanted; ++i) {
    if (cli::GlobalInterrupter().requested()) {
      job.fate = Fate::kInterrupted;
      return;
    }
    if (!write(diagram->Sample(random))) return;
  }
}

}  // namespace

cli::ExitCode Sample(const cli::Arguments& arguments,
                     const Settings& settings) {
  std::mt19937_64 random(settings.seed.has_value() ? *settings.seed
                                                   : std::random_device()());
  return SolutionStream(arguments, settings, settings.solver)
      .Run([&](Job& job, Worker&, SolutionStream::WriteSolution write) {
        SampleJob(job, settings, random, write);
      });
}

}  // namespace sudoku::tool
