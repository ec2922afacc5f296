// sample: solutions at random, each as likely as any other.

#include <cstdint>
#include <optional>
#include <random>

#include "absl/flags/flag.h"
#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/base/seed.h"
#include "sudoku/grid.h"
#include "sudoku/making/random.h"
#include "sudoku/making/random_grid.h"
#include "sudoku/making/solution_diagram.h"
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

// Writes as many grids as are wanted. `draw` may be interrupted.
void WriteSamples(Job& job, SolutionStream::WriteSolution write,
                  absl::FunctionRef<absl::StatusOr<Grid>()> draw) {
  const uint64_t wanted = absl::GetFlag(FLAGS_n).value.value_or(1);
  for (uint64_t i = 0; i < wanted; ++i) {
    const absl::StatusOr<Grid> grid = draw();
    if (!grid.ok() || cli::GlobalInterrupter().requested()) {
      job.fate = Fate::kInterrupted;
      return;
    }
    if (!write(*grid)) return;
  }
}

// Of a board without clues: its grids need not be counted, if there is another
// way to draw each with exactly the same probability. False if there is none.
bool SampleBlank(Job& job, std::mt19937_64& random,
                 SolutionStream::WriteSolution write) {
  if (job.puzzle.has_candidates() || job.puzzle.has_rules() ||
      job.puzzle.clues.filled_count() > 0) {
    return false;
  }
  absl::StatusOr<RandomGrids> grids =
      RandomGrids::Create(job.puzzle.geometry, &cli::GlobalInterrupter());
  if (!grids.ok() || !grids->is_exact()) return false;
  Random own(random());
  WriteSamples(job, write, [&] { return grids->Draw(own); });
  return true;
}

void SampleJob(Job& job, const Settings& settings, std::mt19937_64& random,
               SolutionStream::WriteSolution write) {
  if (SampleBlank(job, random, write)) return;
  const std::optional<SolutionDiagram> diagram = DiagramOfJob(job, settings);
  if (!diagram.has_value()) {
    if (job.fate == Fate::kLimited || job.fate == Fate::kNoMemory) {
      absl::StrAppend(&job.warning,
                      "; more clues or a larger --memory help, and 'sudoku "
                      "generate --clues=",
                      job.puzzle.geometry.cell_count(),
                      "' draws grids without clues");
    }
    return;
  }
  if (diagram->count() == 0) {
    return job.Fail(Fate::kWrong, "there is no solution to be drawn");
  }
  WriteSamples(job, write, [&]() -> absl::StatusOr<Grid> {
    return diagram->Sample(random);
  });
}

}  // namespace

cli::ExitCode Sample(const cli::Arguments& arguments,
                     const Settings& settings) {
  std::mt19937_64 random = dlx::GeneratorFor(settings.seed);
  return SolutionStream(arguments, settings, settings.solver)
      .Run([&](Job& job, Worker&, SolutionStream::WriteSolution write) {
        SampleJob(job, settings, random, write);
      });
}

}  // namespace sudoku::tool
