// watch: the search of a method, as it happens: in the terminal, as pictures,
// or as a page.
//
// The method runs first and tells what it does; then the recording is played.
// That is what makes going back possible, and it takes next to no time: a
// million steps are recorded in a fraction of a second.

#include <unistd.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/mistakes.h"
#include "sudoku/lab/recording.h"
#include "sudoku/lab/replay.h"
#include "sudoku/lab/table.h"
#include "sudoku/render/film_svg.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/render/plot_svg.h"
#include "sudoku/render/replay_page.h"
#include "sudoku/render/replay_picture.h"
#include "sudoku/render/tree_svg.h"
#include "tools/cli/error.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/key.h"
#include "tools/cli/output.h"
#include "tools/cli/screen.h"
#include "tools/cli/suggest.h"
#include "tools/cli/terminal.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/player.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/watch_files.h"
#include "tools/sudoku/watch_flags.h"

namespace sudoku::tool {

namespace {

using ::cli::ExitCode;
using ::cli::Fail;

constexpr size_t kMostSteps = 1'000'000;
// Of a page that shows the exact cover problem: each step is slow to draw. One
// without it has opened at a step near 900,000 within two seconds.
constexpr size_t kMostStepsWithMatrix = 100'000;
// More are hardly what somebody wants to have in a directory.
constexpr size_t kMostPictures = 10'000;
// Of a film; more are slow to show.
constexpr size_t kMostFrames = 2'000;
// Tell our own pictures from others.
constexpr absl::string_view kFilmMark = "<!-- sudoku watch: a film -->\n";
constexpr absl::string_view kPlotMark = "<!-- sudoku watch: a plot -->\n";
constexpr absl::string_view kTreeMark = "<!-- sudoku watch: a tree -->\n";
// The matrix of a 6x6 grid has 216 rows; that of a 9x9 grid, 729.
constexpr int kLargestMatrix = 6;

// --------------------------------------------------------------- what

// The only puzzle of the input; a bad job if there is none, or more.
Job ReadOnlyPuzzle(const cli::Arguments& arguments, const Settings& settings) {
  PuzzleInput input(arguments, settings);
  Job only;
  only.Fail(Fate::kWrong, "there is no puzzle to watch");
  ForEachJob(input, /*interrupter=*/nullptr, [&only](Job& job) {
    const bool is_second = !only.is_bad();
    if (is_second && !job.is_bad()) {
      only.Fail(Fate::kWrong,
                absl::StrCat(job.source,
                             " has more than one puzzle; one can be watched"));
      return false;
    }
    only = job;
    CheckStatedSolution(only);
    return !only.is_bad();
  });
  return only;
}

// The method of that name, if it can be watched at this puzzle.
absl::StatusOr<const Method*> FindWatchableMethod(absl::string_view name,
                                                  const Puzzle& puzzle) {
  const Method* method = FindMethod(name);
  std::vector<absl::string_view> all;
  std::vector<absl::string_view> watchable;
  for (const Method& known : AllMethods()) {
    all.push_back(known.name);
    if (known.tells_events) watchable.push_back(known.name);
  }
  if (method == nullptr) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there is no method \"", name, "\"; those to watch are ",
        absl::StrJoin(watchable, ", "), cli::DidYouMean(name, all)));
  }
  if (!method->tells_events) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the method ", name, " does not tell what it does; those to watch are ",
        absl::StrJoin(watchable, ", ")));
  }
  const absl::Status status = method->check(puzzle);
  if (!status.ok()) return status;
  return method;
}

Recording RecordWithFlags(const Method& method, const Puzzle& puzzle,
                          const WatchFlags& flags,
                          const dlx::Interrupter& interrupter) {
  const bool draws_matrix = !flags.html_file.empty() &&
                            (flags.with_matrix || method.name == "algorithm_x");
  const size_t most_steps = flags.most_steps.value_or(
      draws_matrix ? kMostStepsWithMatrix : kMostSteps);
  return Record(
      method, puzzle,
      {.prove_unique = flags.proves_unique,
       .seed = flags.seed,
       .on_event = [&](const Event&) { return !interrupter.requested(); }},
      most_steps);
}

// Moler's article numbers the steps of his program; they are not those here.
bool IsOfArticle(const Method& method) { return method.name == "moler"; }

// The first step with such a number in the article, or a larger one.
absl::StatusOr<size_t> FindArticleStep(Replay& replay, size_t number) {
  for (size_t step = 0; step <= replay.step_count(); ++step) {
    replay.Seek(step);
    if (replay.ArticleStep() < number) continue;
    // He says that the puzzle is solved where the last digit has been written.
    const bool is_solved = step < replay.step_count() &&
                           replay.events()[step].kind == Event::Kind::kSolution;
    return is_solved ? step + 1 : step;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--at-article-step=", number,
                   " is beyond the last step of the recording, ",
                   replay.ArticleStep(), " of the article"));
}

// ---------------------------------------------------------------- how

absl::Status WriteFilm(const Method& method, Replay& replay,
                       const WatchFlags& flags) {
  const absl::StatusOr<std::vector<size_t>> steps =
      ChosenSteps(flags, replay.step_count());
  if (!steps.ok()) return steps.status();
  if (steps->size() > kMostFrames) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a film has at most ", kMostFrames, " steps, and these are ",
        steps->size(), "; choose some of them by --steps or --every"));
  }
  return WritePage(
      flags.film_file,
      absl::StrCat(kFilmMark,
                   FilmSvg(replay, *steps,
                           {.steps_per_second = flags.steps_per_second,
                            .title = std::string(method.title)})),
      kFilmMark);
}

absl::Status WriteTree(const Method& method, const Replay& replay,
                       const WatchFlags& flags) {
  if (replay.state().count(Event::Kind::kSwap) > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("the method ", method.name, " searches no tree"));
  }
  const size_t nodes = TreeNodeCount(replay.events());
  if (nodes > kMostTreeNodes) {
    return absl::InvalidArgumentError(
        absl::StrCat("a picture of a tree has at most ", kMostTreeNodes,
                     " nodes, and this one has ", nodes));
  }
  return WritePage(
      flags.tree_file,
      absl::StrCat(
          kTreeMark,
          SearchTreeSvg(replay.events(), replay.puzzle().geometry.size(),
                        absl::StrCat(method.title, ": ", nodes, " nodes"))),
      kTreeMark);
}

absl::Status WritePlot(const Method& method, const Replay& replay,
                       const WatchFlags& flags) {
  const std::vector<int> mistakes =
      MistakesInTime(replay.puzzle(), replay.events());
  if (replay.state().count(Event::Kind::kSwap) == 0 || mistakes.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--plot shows the mistakes of methods that throw dice, and ",
        method.name, " makes none; --tree draws its search"));
  }
  return WritePage(flags.plot_file,
                   absl::StrCat(kPlotMark, CurveSvg(method.title, "exchanges",
                                                    "mistakes", mistakes)),
                   kPlotMark);
}

// What is wrong with the flags, or else with the file.
ExitCode FailToWrite(const absl::Status& status) {
  return Fail(status.code() == absl::StatusCode::kInvalidArgument
                  ? ExitCode::kUsage
                  : ExitCode::kOutputError,
              status.message());
}

ExitCode WriteFiles(const Method& method, const Recording& recording,
                    Replay replay, const WatchFlags& flags,
                    bool with_candidates) {
  cli::Output output;
  if (!flags.film_file.empty()) {
    const absl::Status status = WriteFilm(method, replay, flags);
    if (!status.ok()) return FailToWrite(status);
    output.Write(absl::StrCat(flags.film_file, ": a film\n"));
  }
  if (!flags.tree_file.empty()) {
    replay.Seek(replay.step_count());
    const absl::Status status = WriteTree(method, replay, flags);
    if (!status.ok()) return FailToWrite(status);
    output.Write(absl::StrCat(flags.tree_file, ": a tree of ",
                              TreeNodeCount(replay.events()), " nodes\n"));
  }
  if (!flags.plot_file.empty()) {
    replay.Seek(replay.step_count());
    const absl::Status status = WritePlot(method, replay, flags);
    if (!status.ok()) return FailToWrite(status);
    output.Write(absl::StrCat(flags.plot_file, ": a plot\n"));
  }
  if (!flags.svg_directory.empty()) {
    const absl::StatusOr<std::vector<size_t>> steps =
        ChosenSteps(flags, replay.step_count());
    if (!steps.ok()) return Fail(ExitCode::kUsage, steps.status().message());
    if (steps->size() > kMostPictures) {
      return Fail(ExitCode::kUsage,
                  absl::StrCat("that would be ", steps->size(),
                               " pictures; choose some of them by --steps or "
                               "--every"));
    }
    const absl::Status status =
        WriteStepPictures(flags.svg_directory, replay, *steps, with_candidates);
    if (!status.ok()) return Fail(ExitCode::kOutputError, status.message());
    output.Write(
        absl::StrCat(flags.svg_directory, ": ", steps->size(),
                     steps->size() == 1 ? " picture, " : " pictures, ",
                     StepPictureName(steps->front(), steps->back()), " to ",
                     StepPictureName(steps->back(), steps->back()), "\n"));
  }
  if (!flags.html_file.empty()) {
    const bool is_exact_cover = method.name == "algorithm_x";
    const absl::Status status = WritePage(
        flags.html_file,
        ReplayPage(replay.puzzle(), recording,
                   {.title = std::string(method.title),
                    .start = flags.at_step.value_or(0),
                    .with_matrix =
                        flags.with_matrix ||
                        (is_exact_cover &&
                         replay.puzzle().geometry.size() <= kLargestMatrix)}));
    if (!status.ok()) return Fail(ExitCode::kOutputError, status.message());
    output.Write(absl::StrCat(flags.html_file, ": a page with ",
                              replay.step_count(), " steps\n"));
  }
  if (recording.is_cut) cli::Note(EndText(recording));
  return output.Finish(ExitCode::kFinished);
}

ExitCode PrintList(const Recording& recording, Replay replay,
                   const WatchFlags& flags) {
  const absl::StatusOr<std::vector<size_t>> steps =
      ChosenSteps(flags, replay.step_count());
  if (!steps.ok()) return Fail(ExitCode::kUsage, steps.status().message());
  cli::Output output;
  for (const size_t step : *steps) {
    if (!output.ok()) break;
    replay.Seek(step);
    output.Write(absl::StrCat(replay.Description(), "\n"));
    output.EndRecord();
  }
  if (recording.is_cut) cli::Note(EndText(recording));
  return output.Finish(ExitCode::kFinished);
}

ExitCode PrintStep(const Method& method, const Recording& recording,
                   Replay replay, const WatchFlags& flags,
                   const Settings& settings) {
  replay.Seek(flags.at_step.value_or(replay.step_count()));
  const GridPicture picture = PictureOfStep(replay, settings.shows_candidates);
  cli::Output output;
  output.WriteStyled(absl::StrCat(
      method.title, "\nStep ", replay.step(), " of ", replay.step_count(), ": ",
      replay.EventText(), "\n",
      settings.shows_candidates ? DrawCandidates(picture, settings.colors)
                                : DrawGrid(picture, settings.colors),
      CountersText(replay, IsOfArticle(method)), "\n"));
  if (replay.step() == replay.step_count()) {
    output.Write(absl::StrCat(EndText(recording), "\n"));
  }
  return output.Finish(ExitCode::kFinished);
}

ExitCode Play(cli::Screen& screen, const Method& method,
              const Recording& recording, Replay replay,
              const WatchFlags& flags, bool with_candidates) {
  replay.Seek(flags.at_step.value_or(0));
  Player player(
      std::move(replay),
      {.title = std::string(method.title),
       .end_text = EndText(recording),
       .steps_per_second = flags.steps_per_second,
       .with_candidates = with_candidates,
       .with_article_steps = IsOfArticle(method),
       .colors = cli::UsesColor(STDOUT_FILENO) ? TextColors::kAnsi
                                               : TextColors::kStyles,
       .lines = cli::UsesUtf8() ? LineArt::kBoxDrawing : LineArt::kAscii});
  if (flags.at_step.has_value()) player.Pause();
  absl::Time last_change = absl::Now();
  while (!player.wants_to_quit()) {
    screen.Show(player.Lines(screen.size()));
    const cli::Key key = screen.WaitForKey(player.TimeToNextChange());
    const absl::Time now = absl::Now();
    // Time in which the program was stopped does not count, nor does a clock
    // that is set.
    player.Advance(
        std::clamp(now - last_change, absl::ZeroDuration(), absl::Seconds(1)));
    last_change = now;
    if (key == cli::Key::kInterrupt) return cli::InterruptExitCode();
    player.Press(key);
  }
  return ExitCode::kFinished;
}

}  // namespace

ExitCode Watch(const cli::Arguments& arguments, const Settings& settings) {
  WatchFlags flags = WatchFlagsFromCommandLine();
  const bool writes_files =
      !flags.svg_directory.empty() || !flags.html_file.empty() ||
      !flags.film_file.empty() || !flags.tree_file.empty() ||
      !flags.plot_file.empty();
  const absl::Status status = CheckWatchFlags(flags);
  if (!status.ok()) return Fail(ExitCode::kUsage, status.message());
  const Job job = ReadOnlyPuzzle(arguments, settings);
  if (job.is_bad()) {
    return Fail(job.fate == Fate::kUnreadable ? ExitCode::kNoInput
                                              : ExitCode::kBadInput,
                job.warning);
  }
  const Puzzle& puzzle = job.puzzle;
  const absl::StatusOr<const Method*> method =
      FindWatchableMethod(flags.method, puzzle);
  if (!method.ok()) return Fail(ExitCode::kUsage, method.status().message());

  const dlx::Interrupter& interrupter = cli::CatchInterrupts();
  Recording recording = RecordWithFlags(**method, puzzle, flags, interrupter);
  if (interrupter.requested()) return cli::InterruptExitCode();
  if (flags.at_step.value_or(0) > recording.events.size()) {
    return Fail(
        ExitCode::kUsage,
        absl::StrCat("--at-step=", *flags.at_step, " is beyond the last step, ",
                     recording.events.size(),
                     recording.is_cut ? ", where the recording ends; "
                                        "--max-steps makes it longer"
                                      : ""));
  }
  Replay replay(puzzle, recording.events);
  if (flags.at_article_step.has_value()) {
    const absl::StatusOr<size_t> step =
        FindArticleStep(replay, *flags.at_article_step);
    if (!step.ok()) return Fail(ExitCode::kUsage, step.status().message());
    flags.at_step = *step;
    replay.Seek(0);
  }
  if (writes_files) {
    return WriteFiles(**method, recording, std::move(replay), flags,
                      settings.shows_candidates);
  }
  if (flags.lists_steps) {
    return PrintList(recording, std::move(replay), flags);
  }
  absl::StatusOr<std::unique_ptr<cli::Screen>> screen = cli::Screen::Open();
  if (!screen.ok()) {
    return PrintStep(**method, recording, std::move(replay), flags, settings);
  }
  return Play(**screen, **method, recording, std::move(replay), flags,
              settings.shows_candidates);
}

}  // namespace sudoku::tool
