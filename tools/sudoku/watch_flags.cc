#include "tools/sudoku/watch_flags.h"

#include <utility>

#include "absl/flags/declare.h"
#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "tools/cli/flag_values.h"

namespace sudoku::tool {

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

}  // namespace sudoku::tool

// The seed of methods that throw dice, as 'sudoku compare' knows it.
ABSL_DECLARE_FLAG(cli::SeedFlag, dice);

ABSL_FLAG(std::string, method, "moler", "Watch this `METHOD`.");
ABSL_FLAG(bool, prove, false,
          "Go on after the first solution, until it is clear whether there is "
          "another.");
ABSL_FLAG(sudoku::tool::StepFlag, at_step, {},
          "Begin with step `N`, and stand still. Without a terminal, print "
          "this step; without this flag, the last one.");
ABSL_FLAG(sudoku::tool::StepFlag, at_article_step, {},
          "The same with the number `N` that the step has in Moler's article, "
          "for --method=moler.");
ABSL_FLAG(sudoku::tool::SpeedFlag, speed, {}, "Show `N` steps a second.");
ABSL_FLAG(cli::LimitFlag, most_steps, {},
          "Record at most `N` steps; without it, 1000000, or 100000 for a page "
          "with the exact cover problem.");
ABSL_FLAG(std::string, svg_directory, "",
          "Write the steps as pictures into the directory `DIR`: "
          "step-0000.svg, ...");
ABSL_FLAG(std::string, html, "",
          "Write a page that replays the search to `FILE`. It needs a browser "
          "and nothing else.");
ABSL_FLAG(std::string, film, "",
          "Write a film to `FILE`: an SVG that moves, and needs no script. "
          "--speed says how fast.");
ABSL_FLAG(std::string, tree, "",
          "Write a picture of the search tree to `FILE`, in SVG.");
ABSL_FLAG(
    std::string, mistakes_plot, "",
    "Of annealing, tabu and genetic, draw in `FILE` how many mistakes the "
    "grid has as time goes on, in SVG.");
ABSL_FLAG(bool, list, false, "Print the steps in words, a line each.");
ABSL_FLAG(sudoku::tool::StepRangeFlag, steps, {},
          "With --svg, --film and --list, only the steps `A..B`.");
ABSL_FLAG(cli::LimitFlag, every, {},
          "With --svg, --film and --list, only each `K`th step, and the last "
          "one.");
ABSL_FLAG(bool, page_matrix, false,
          "With --html, show the exact cover problem of the puzzle beside it, "
          "whatever the method. (For algorithm_x it is shown if it is small.)");

namespace sudoku::tool {

WatchFlags WatchFlagsFromCommandLine() {
  return {
      .method = absl::GetFlag(FLAGS_method),
      .proves_unique = absl::GetFlag(FLAGS_prove),
      .seed = absl::GetFlag(FLAGS_dice).value.value_or(1),
      .at_step = absl::GetFlag(FLAGS_at_step).value,
      .at_article_step = absl::GetFlag(FLAGS_at_article_step).value,
      .steps_per_second = absl::GetFlag(FLAGS_speed).value,
      .most_steps = absl::GetFlag(FLAGS_most_steps).value,
      .svg_directory = absl::GetFlag(FLAGS_svg_directory),
      .html_file = absl::GetFlag(FLAGS_html),
      .film_file = absl::GetFlag(FLAGS_film),
      .tree_file = absl::GetFlag(FLAGS_tree),
      .plot_file = absl::GetFlag(FLAGS_mistakes_plot),
      .lists_steps = absl::GetFlag(FLAGS_list),
      .steps = absl::GetFlag(FLAGS_steps),
      .every = absl::GetFlag(FLAGS_every).value,
      .with_matrix = absl::GetFlag(FLAGS_page_matrix),
  };
}

std::vector<absl::string_view> WatchFlagNames() {
  return {"method",
          "prove",
          "seed=dice",
          "at-step=at_step",
          "at-article-step=at_article_step",
          "speed",
          "candidates",
          "svg=svg_directory",
          "film",
          "tree",
          "plot=mistakes_plot",
          "list",
          "steps",
          "every",
          "html",
          "matrix=page_matrix",
          "max-steps=most_steps"};
}

absl::Status CheckWatchFlags(const WatchFlags& flags) {
  if (flags.svg_directory.empty() && flags.film_file.empty() &&
      !flags.lists_steps &&
      (flags.every.has_value() || !AbslUnparseFlag(flags.steps).empty())) {
    return absl::InvalidArgumentError(
        "--steps and --every choose what --svg, --film or --list asks for");
  }
  if (flags.at_article_step.has_value() && flags.method != "moler") {
    return absl::InvalidArgumentError(
        "--at-article-step counts the steps of --method=moler");
  }
  if (flags.at_article_step.has_value() && flags.at_step.has_value()) {
    return absl::InvalidArgumentError(
        "there is one step to begin with: --at-step or --at-article-step");
  }
  if (flags.html_file.empty() && flags.with_matrix) {
    return absl::InvalidArgumentError(
        "--matrix is shown on a page, which --html asks for");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<size_t>> ChosenSteps(const WatchFlags& flags,
                                                size_t step_count) {
  const size_t first = flags.steps.first.value_or(0);
  const size_t last = flags.steps.last.value_or(step_count);
  if (first > step_count || last > step_count) {
    return absl::InvalidArgumentError(
        absl::StrCat("--steps=", AbslUnparseFlag(flags.steps),
                     " goes beyond the last step, ", step_count));
  }
  std::vector<size_t> steps;
  const size_t distance = flags.every.value_or(1);
  for (size_t step = first; step <= last; step += distance) {
    steps.push_back(step);
    if (last - step < distance) break;  // Also if the sum would be too large.
  }
  if (steps.back() != last) steps.push_back(last);
  return steps;
}

}  // namespace sudoku::tool
