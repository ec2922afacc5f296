#ifndef TOOLS_PLAYER_WATCH_H_
#define TOOLS_PLAYER_WATCH_H_

// The command `watch` of a program, whatever it is that is watched: its flags
//
//   --at-step --speed --list --html
//
// and what it does with a recording: list its steps, play it, or print a step.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "tools/cli/exit_code.h"
#include "tools/player/replay_face.h"

namespace player {

// --steps: "10..20", "10..", "..20" or "10".
struct StepRangeFlag {
  std::optional<size_t> first = std::nullopt;
  std::optional<size_t> last = std::nullopt;
};
bool AbslParseFlag(absl::string_view text, StepRangeFlag* flag,
                   std::string* error);
std::string AbslUnparseFlag(const StepRangeFlag& flag);

// --at-step: a number from 0 on.
struct StepFlag {
  std::optional<size_t> value = std::nullopt;
};
bool AbslParseFlag(absl::string_view text, StepFlag* flag, std::string* error);
std::string AbslUnparseFlag(const StepFlag& flag);

struct WatchFlags {
  std::optional<size_t> at_step;
  double steps_per_second = 10;
  bool lists_steps = false;
  std::string html_file;  // Empty if no page is wanted.
};
WatchFlags WatchFlagsFromCommandLine();

struct Recorded {
  std::string title;
  // Shown at the last step.
  std::string end_text;
  // The search would have gone on.
  bool is_cut = false;
};

// An error if the recording does not have the step of --at-step.
absl::Status CheckStep(std::optional<size_t> step, const ReplayFace& face,
                       const Recorded& recorded);

// Each `every`th step of the range, and its last one: at least one, ascending.
// An error if the recording does not have them.
absl::StatusOr<std::vector<size_t>> ChosenSteps(const StepRangeFlag& range,
                                                size_t every,
                                                size_t step_count);

// Prints those steps in words, a line each: their numbers, after `prefix`, and
// what happened.
cli::ExitCode ListSteps(ReplayFace& face, const std::vector<size_t>& steps,
                        absl::string_view prefix, const Recorded& recorded);

// Plays the recording in the terminal; or without one, prints a step.
cli::ExitCode PlayOrPrint(ReplayFace& face, const WatchFlags& flags,
                          const Recorded& recorded);

}  // namespace player

#endif  // TOOLS_PLAYER_WATCH_H_
