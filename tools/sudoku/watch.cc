// watch: the search of a method, as it happens: in the terminal, as pictures,
// or as a page.
//
// The method runs first and tells what it does; then the recording is played.
// That is what makes going back possible, and it takes next to no time: a
// million steps are recorded in a fraction of a second.

#include "tools/player/watch.h"

#include <unistd.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/recording.h"
#include "sudoku/lab/replay.h"
#include "sudoku/lab/table.h"
#include "tools/cli/error.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/screen.h"
#include "tools/cli/suggest.h"
#include "tools/cli/terminal.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/replay_face.h"
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
  const bool draws_matrix = !flags.play.html_file.empty() &&
                            (flags.with_matrix || method.name == "algorithm_x");
  const size_t most_steps = flags.most_steps.value_or(
      draws_matrix ? kMostStepsWithMatrix : kMostSteps);
  return ::sudoku::Record(
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

}  // namespace

ExitCode Watch(const cli::Arguments& arguments, const Settings& settings) {
  WatchFlags flags = WatchFlagsFromCommandLine();
  absl::Status status = CheckWatchFlags(flags);
  if (!status.ok()) return Fail(ExitCode::kUsage, status.message());
  const Job job = ReadOnlyPuzzle(arguments, settings);
  if (job.is_bad()) {
    return Fail(job.fate == Fate::kUnreadable ? ExitCode::kNoInput
                                              : ExitCode::kBadInput,
                job.warning);
  }
  const absl::StatusOr<const Method*> method =
      FindWatchableMethod(flags.method, job.puzzle);
  if (!method.ok()) return Fail(ExitCode::kUsage, method.status().message());

  const dlx::Interrupter& interrupter = cli::CatchInterrupts();
  const Recording recording =
      RecordWithFlags(**method, job.puzzle, flags, interrupter);
  if (interrupter.requested()) return cli::InterruptExitCode();
  const player::Recorded recorded = {.title = std::string((*method)->title),
                                     .end_text = EndText(recording),
                                     .is_cut = recording.is_cut};
  ReplayFace face(
      Replay(job.puzzle, recording.events),
      {.title = recorded.title,
       .with_candidates = settings.shows_candidates,
       .with_article_steps = IsOfArticle(**method),
       .text_colors = settings.colors,
       .colors = cli::UsesColor(STDOUT_FILENO) ? TextColors::kAnsi
                                               : TextColors::kStyles,
       .lines = cli::UsesUtf8() ? LineArt::kBoxDrawing : LineArt::kAscii});
  status = player::CheckStep(flags.play.at_step, face, recorded);
  if (!status.ok()) return Fail(ExitCode::kUsage, status.message());
  if (flags.at_article_step.has_value()) {
    const absl::StatusOr<size_t> step =
        FindArticleStep(face.replay(), *flags.at_article_step);
    if (!step.ok()) return Fail(ExitCode::kUsage, step.status().message());
    flags.play.at_step = *step;
  }
  if (flags.writes_files()) {
    return WriteWatchFiles(
        {**method, recording, flags, face.replay(), settings.shows_candidates});
  }
  if (!flags.play.lists_steps) {
    return player::PlayOrPrint(face, flags.play, recorded);
  }
  const absl::StatusOr<std::vector<size_t>> steps =
      ChosenSteps(flags, face.step_count());
  if (!steps.ok()) return Fail(ExitCode::kUsage, steps.status().message());
  return player::ListSteps(face, *steps, "Step ", recorded);
}

}  // namespace sudoku::tool
