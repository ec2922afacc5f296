#include "tools/player/watch.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tools/cli/error.h"
#include "tools/cli/output.h"
#include "tools/cli/screen.h"
#include "tools/cli/terminal.h"
#include "tools/player/player.h"

namespace player {

namespace {

bool ParseStep(absl::string_view text, std::optional<size_t>* step) {
  uint64_t number = 0;
  if (!absl::SimpleAtoi(text, &number)) return false;
  *step = number;
  return true;
}

}  // namespace

bool AbslParseFlag(absl::string_view text, StepFlag* flag, std::string* error) {
  if (ParseStep(text, &flag->value)) return true;
  *error = "the number of a step is expected, from 0 on";
  return false;
}
std::string AbslUnparseFlag(const StepFlag& flag) {
  return flag.value.has_value() ? absl::StrCat(*flag.value) : "";
}

bool AbslParseFlag(absl::string_view text, StepRangeFlag* flag,
                   std::string* error) {
  *error = "steps are expected as in 10..20, 10.., ..20 or 10";
  const std::vector<absl::string_view> ends =
      absl::StrSplit(text, absl::MaxSplits("..", 1));
  if (ends.size() == 1) {
    if (!ParseStep(text, &flag->first)) return false;
    flag->last = flag->first;
    return true;
  }
  if (ends[0].empty() && ends[1].empty()) return false;
  if (!ends[0].empty() && !ParseStep(ends[0], &flag->first)) return false;
  if (!ends[1].empty() && !ParseStep(ends[1], &flag->last)) return false;
  if (flag->first.value_or(0) <= flag->last.value_or(SIZE_MAX)) return true;
  *error = "the first step comes after the last one";
  return false;
}
std::string AbslUnparseFlag(const StepRangeFlag& flag) {
  if (!flag.first.has_value() && !flag.last.has_value()) return "";
  return absl::StrCat(AbslUnparseFlag(StepFlag{flag.first}), "..",
                      AbslUnparseFlag(StepFlag{flag.last}));
}

// A number of steps a second.
struct SpeedFlag {
  double value = 10;
};
bool AbslParseFlag(absl::string_view text, SpeedFlag* flag,
                   std::string* error) {
  if (absl::SimpleAtod(text, &flag->value) && flag->value >= 0.1 &&
      flag->value <= 1e6) {
    return true;
  }
  *error = "a number from 0.1 to 1000000 is expected";
  return false;
}
std::string AbslUnparseFlag(const SpeedFlag& flag) {
  return absl::StrCat(flag.value);
}

}  // namespace player

ABSL_FLAG(player::StepFlag, at_step, {},
          "Begin with step `N`, and stand still. Without a terminal, print "
          "this step; without this flag, the last one. Lists and pictures have "
          "only this step.");
ABSL_FLAG(player::SpeedFlag, speed, {}, "Show `N` steps a second.");
ABSL_FLAG(bool, list, false, "Print the steps in words, a line each.");
ABSL_FLAG(std::string, html, "",
          "Write a page that plays the search to `FILE`. It needs a browser "
          "and nothing else.");

namespace player {

WatchFlags WatchFlagsFromCommandLine() {
  return {.at_step = absl::GetFlag(FLAGS_at_step).value,
          .steps_per_second = absl::GetFlag(FLAGS_speed).value,
          .lists_steps = absl::GetFlag(FLAGS_list),
          .html_file = absl::GetFlag(FLAGS_html)};
}

absl::Status CheckStep(std::optional<size_t> step, const ReplayFace& face,
                       const Recorded& recorded) {
  if (step.value_or(0) <= face.step_count()) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "--at-step=", *step, " is beyond the last step, ", face.step_count(),
      recorded.is_cut
          ? ", where the recording ends; --max-steps makes it longer"
          : ""));
}

absl::StatusOr<std::vector<size_t>> ChosenSteps(const StepRangeFlag& range,
                                                size_t every,
                                                size_t step_count) {
  const size_t first = range.first.value_or(0);
  const size_t last = range.last.value_or(step_count);
  if (first > step_count || last > step_count) {
    return absl::InvalidArgumentError(
        absl::StrCat("--steps=", AbslUnparseFlag(range),
                     " goes beyond the last step, ", step_count));
  }
  std::vector<size_t> steps;
  for (size_t step = first; step <= last; step += every) {
    steps.push_back(step);
    if (last - step < every) break;  // Also if the sum would be too large.
  }
  if (steps.back() != last) steps.push_back(last);
  return steps;
}

cli::ExitCode ListSteps(ReplayFace& face, const std::vector<size_t>& steps,
                        absl::string_view prefix, const Recorded& recorded) {
  cli::Output output;
  for (const size_t step : steps) {
    if (!output.ok()) break;
    face.Seek(step);
    output.Write(absl::StrCat(prefix, step, ": ", face.EventText(), "\n"));
    output.EndRecord();
  }
  if (recorded.is_cut) cli::Note(recorded.end_text);
  return output.Finish(cli::ExitCode::kFinished);
}

cli::ExitCode PlayOrPrint(ReplayFace& face, const WatchFlags& flags,
                          const Recorded& recorded) {
  absl::StatusOr<std::unique_ptr<cli::Screen>> screen = cli::Screen::Open();
  if (screen.ok()) {
    face.Seek(flags.at_step.value_or(0));
    Player player(face, {.title = recorded.title,
                         .end_text = recorded.end_text,
                         .steps_per_second = flags.steps_per_second,
                         .has_unicode = cli::UsesUtf8()});
    if (flags.at_step.has_value()) player.Pause();
    return Play(**screen, player);
  }
  face.Seek(flags.at_step.value_or(face.step_count()));
  cli::Output output;
  output.WriteStyled(face.Text());
  if (face.step() == face.step_count()) {
    output.Write(absl::StrCat(recorded.end_text, "\n"));
  }
  return output.Finish(cli::ExitCode::kFinished);
}

}  // namespace player
