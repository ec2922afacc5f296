#include "tools/sudoku/watch_flags.h"

#include "absl/flags/declare.h"
#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "tools/cli/flag_values.h"

// The seed of methods that throw dice, as 'sudoku compare' knows it.
ABSL_DECLARE_FLAG(cli::SeedFlag, dice);

ABSL_FLAG(std::string, method, "moler", "Watch this `METHOD`.");
ABSL_FLAG(bool, prove, false,
          "Go on after the first solution, until it is clear whether there is "
          "another.");
ABSL_FLAG(player::StepFlag, at_article_step, {},
          "The same with the number `N` that the step has in Moler's article, "
          "for --method=moler.");
ABSL_FLAG(cli::LimitFlag, most_steps, {},
          "Record at most `N` steps; without it, 1000000, or 100000 for a page "
          "with the exact cover problem.");
ABSL_FLAG(std::string, svg_directory, "",
          "Write the steps as pictures into the directory `DIR`: "
          "step-0000.svg, ...");
ABSL_FLAG(std::string, film, "",
          "Write a film to `FILE`: an SVG that moves, and needs no script. "
          "--speed says how fast.");
ABSL_FLAG(std::string, tree, "",
          "Write a picture of the search tree to `FILE`, in SVG.");
ABSL_FLAG(
    std::string, mistakes_plot, "",
    "Of annealing, tabu and genetic, draw in `FILE` how many mistakes the "
    "grid has as time goes on, in SVG.");
ABSL_FLAG(player::StepRangeFlag, steps, {},
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
      .play = player::WatchFlagsFromCommandLine(),
      .method = absl::GetFlag(FLAGS_method),
      .proves_unique = absl::GetFlag(FLAGS_prove),
      .seed = absl::GetFlag(FLAGS_dice).value.value_or(1),
      .at_article_step = absl::GetFlag(FLAGS_at_article_step).value,
      .most_steps = absl::GetFlag(FLAGS_most_steps).value,
      .svg_directory = absl::GetFlag(FLAGS_svg_directory),
      .film_file = absl::GetFlag(FLAGS_film),
      .tree_file = absl::GetFlag(FLAGS_tree),
      .plot_file = absl::GetFlag(FLAGS_mistakes_plot),
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
  const bool chooses_steps =
      flags.every.has_value() || !AbslUnparseFlag(flags.steps).empty();
  if (chooses_steps && flags.svg_directory.empty() && flags.film_file.empty() &&
      !flags.play.lists_steps) {
    return absl::InvalidArgumentError(
        "--steps and --every choose what --svg, --film or --list asks for");
  }
  if (chooses_steps &&
      (flags.play.at_step.has_value() || flags.at_article_step.has_value())) {
    return absl::InvalidArgumentError(
        "--at-step and --at-article-step are for one step, --steps and --every "
        "for several");
  }
  if (flags.at_article_step.has_value() && flags.method != "moler") {
    return absl::InvalidArgumentError(
        "--at-article-step counts the steps of --method=moler");
  }
  if (flags.at_article_step.has_value() && flags.play.at_step.has_value()) {
    return absl::InvalidArgumentError(
        "there is one step to begin with: --at-step or --at-article-step");
  }
  if (flags.play.html_file.empty() && flags.with_matrix) {
    return absl::InvalidArgumentError(
        "--matrix is shown on a page, which --html asks for");
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<size_t>> ChosenSteps(const WatchFlags& flags,
                                                size_t step_count) {
  if (flags.play.at_step.has_value()) {
    return std::vector<size_t>{*flags.play.at_step};
  }
  return player::ChosenSteps(flags.steps, flags.every.value_or(1), step_count);
}

}  // namespace sudoku::tool
