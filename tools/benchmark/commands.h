#ifndef TOOLS_BENCHMARK_COMMANDS_H_
#define TOOLS_BENCHMARK_COMMANDS_H_

// The commands of the program benchmark. Each writes tables, and exits with 1
// if answers contradict each other.

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "tools/benchmark/rival.h"
#include "tools/cli/command.h"
#include "tools/cli/exit_code.h"

namespace contest {

// Engines and rivals on exact cover problems.
cli::ExitCode RunProblems(const cli::Arguments& arguments);
// The automatic choice against single engines, on families of problems.
cli::ExitCode RunChoice(const cli::Arguments& arguments);
// Engines and rivals on files of Sudoku puzzles.
cli::ExitCode RunPuzzles(const cli::Arguments& arguments);
// One thread and several.
cli::ExitCode RunThreads(const cli::Arguments& arguments);

// What the flags say.
struct Settings {
  // The engines, or their defaults if --engines was not given. The first one is
  // what all others are compared with.
  std::vector<dlx::EngineKind> engines;
  std::vector<Rival> rivals;
  std::string answer_after;
  int rounds = 3;
  absl::Duration time_limit;
  absl::Duration least;

  // Of all contestants.
  std::vector<std::string> Names() const;
};
absl::StatusOr<Settings> SettingsFromFlags(
    std::vector<dlx::EngineKind> default_engines);
// kAuto, and what it may stand for.
std::vector<dlx::EngineKind> EnginesToCompare();
bool WantsVisits();
std::vector<int> WantedThreadCounts();

// The files, with folders replaced by those of their files that end in
// `ending`, in order; or `by_default` if there are none.
std::vector<std::string> ExpandFiles(const cli::Arguments& arguments,
                                     const std::vector<std::string>& by_default,
                                     absl::string_view ending);

absl::StatusOr<dlx::Problem> ReadProblemFile(const std::string& path);
// Says that it could not be read, or what is wrong in it.
cli::ExitCode Fail(const absl::Status& status);

// "a/b/queens-8.dlx" is "queens-8".
std::string ShortName(absl::string_view path);

}  // namespace contest

#endif  // TOOLS_BENCHMARK_COMMANDS_H_
