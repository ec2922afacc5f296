#ifndef TOOLS_SUDOKU_WATCH_FLAGS_H_
#define TOOLS_SUDOKU_WATCH_FLAGS_H_

// The flags of `sudoku watch`, as the values that it needs.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/player/watch.h"

namespace sudoku::tool {

struct WatchFlags {
  player::WatchFlags play;
  std::string method;
  bool proves_unique = false;
  uint64_t seed = 1;
  std::optional<size_t> at_article_step;  // Of method moler.
  std::optional<size_t> most_steps;
  std::string svg_directory;  // Empty if no pictures are wanted.
  std::string film_file;      // Empty if no film is wanted.
  std::string tree_file;      // Empty if no picture of the tree is wanted.
  std::string plot_file;      // Empty if no plot of mistakes is wanted.
  player::StepRangeFlag steps;
  std::optional<size_t> every;
  // Show the exact cover matrix on the page, however large it is.
  bool with_matrix = false;

  bool writes_files() const {
    return !(svg_directory.empty() && play.html_file.empty() &&
             film_file.empty() && tree_file.empty() && plot_file.empty());
  }
};
WatchFlags WatchFlagsFromCommandLine();

// An error if flags are set that change nothing without others.
absl::Status CheckWatchFlags(const WatchFlags& flags);

// The entries of these flags for cli::Command::flags.
std::vector<absl::string_view> WatchFlagNames();

// The steps that --at-step, or else --steps and --every choose among 0, ...,
// step_count: at least one, ascending. An error if they are not there.
// REQUIRES: there is the step of --at-step.
absl::StatusOr<std::vector<size_t>> ChosenSteps(const WatchFlags& flags,
                                                size_t step_count);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_WATCH_FLAGS_H_
