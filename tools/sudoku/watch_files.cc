#include "tools/sudoku/watch_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "sudoku/lab/mistakes.h"
#include "sudoku/render/dark_colors.h"
#include "sudoku/render/film_svg.h"
#include "sudoku/render/plot_svg.h"
#include "sudoku/render/replay_page.h"
#include "sudoku/render/replay_picture.h"
#include "sudoku/render/svg.h"
#include "sudoku/render/tree_svg.h"
#include "tools/cli/error.h"
#include "tools/cli/output.h"
#include "tools/cli/own_file.h"

namespace sudoku::tool {

namespace {

using ::cli::ExitCode;

// More are hardly what a user wants to have in a directory.
constexpr size_t kMostPictures = 10'000;
// Of a film; more are slow to show.
constexpr size_t kMostFrames = 2'000;
// The matrix of a 6x6 grid has 216 rows; that of a 9x9 grid, 729.
constexpr int kLargestMatrix = 6;
// Tell our own files from others.
constexpr absl::string_view kPictureMark = "<!-- sudoku watch -->\n";
constexpr absl::string_view kFilmMark = "<!-- sudoku watch: a film -->\n";
constexpr absl::string_view kPlotMark = "<!-- sudoku watch: a plot -->\n";
constexpr absl::string_view kTreeMark = "<!-- sudoku watch: a tree -->\n";

// What a flag asks for.
struct Product {
  std::string text;
  std::string description;  // "a film"
};

absl::StatusOr<Product> MakeFilm(const Watched& watched) {
  const absl::StatusOr<std::vector<size_t>> steps =
      ChosenSteps(watched.flags, watched.replay.step_count());
  if (!steps.ok()) return steps.status();
  if (steps->size() > kMostFrames) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a film has at most ", kMostFrames, " steps, and these are ",
        steps->size(), "; choose some of them by --steps or --every"));
  }
  return Product{
      absl::StrCat(
          kFilmMark,
          FilmSvg(watched.replay, *steps,
                  {.steps_per_second = watched.flags.play.steps_per_second,
                   .title = std::string(watched.method.title)})),
      "a film"};
}

absl::StatusOr<Product> MakeTree(const Watched& watched) {
  Replay& replay = watched.replay;
  replay.Seek(replay.step_count());
  if (replay.state().count(Event::Kind::kSwap) > 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("the method ", watched.method.name, " searches no tree"));
  }
  const size_t nodes = TreeNodeCount(replay.events());
  if (nodes > kMostTreeNodes) {
    return absl::InvalidArgumentError(
        absl::StrCat("a picture of a tree has at most ", kMostTreeNodes,
                     " nodes, and this one has ", nodes));
  }
  const std::string title =
      absl::StrCat(watched.method.title, ": ", nodes, " nodes");
  return Product{
      absl::StrCat(kTreeMark, SearchTreeSvg(replay.events(),
                                            replay.puzzle().geometry, title)),
      absl::StrCat("a tree of ", nodes, " nodes")};
}

absl::StatusOr<Product> MakePlot(const Watched& watched) {
  Replay& replay = watched.replay;
  replay.Seek(replay.step_count());
  const Mistakes mistakes = MistakesInTime(replay.puzzle(), replay.events());
  if (replay.state().count(Event::Kind::kSwap) == 0 ||
      mistakes.in_time.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--plot shows the mistakes of methods that throw dice, and ",
        watched.method.name, " makes none; --tree draws its search"));
  }
  return Product{
      absl::StrCat(kPlotMark,
                   CurveSvg(watched.method.title, "exchanges", "mistakes",
                            mistakes.in_time, mistakes.restarts)),
      "a plot"};
}

absl::StatusOr<Product> MakePage(const Watched& watched) {
  const Puzzle& puzzle = watched.replay.puzzle();
  const bool is_small_exact_cover = watched.method.name == "algorithm_x" &&
                                    puzzle.geometry.size() <= kLargestMatrix;
  return Product{
      ReplayPage(
          puzzle, watched.recording,
          {.title = std::string(watched.method.title),
           .start = watched.flags.play.at_step.value_or(0),
           .with_matrix = watched.flags.with_matrix || is_small_exact_cover,
           .with_article_steps = watched.method.name == "moler"}),
      absl::StrCat("a page with ", watched.replay.step_count(), " steps")};
}

absl::Status MakeDirectory(const std::string& path) {
  if (mkdir(path.c_str(), 0777) == 0) return absl::OkStatus();
  const int error = errno;
  struct stat status;
  if (error == EEXIST && stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return absl::OkStatus();
    return cli::CannotWrite(path, "it is a file, not a directory");
  }
  return cli::CannotWrite(path, std::strerror(error));
}

// The name of a step's picture, in a sequence that ends with step `last`.
std::string StepPictureName(size_t step, size_t last) {
  const int digits = std::max(4, static_cast<int>(absl::StrCat(last).size()));
  return absl::StrFormat("step-%0*d.svg", digits, step);
}

// A picture for each of the steps, in the directory `path`, which is made if it
// is not there: step-0000.svg, or with more digits if the last step needs them.
// Ascending steps have ascending names. If one of the files is not our own,
// nothing is written at all.
absl::Status WritePictures(const std::string& path, const Watched& watched,
                           const std::vector<size_t>& steps) {
  absl::Status status = MakeDirectory(path);
  if (!status.ok()) return status;
  const auto file_of = [&](size_t step) {
    return absl::StrCat(path, "/", StepPictureName(step, steps.back()));
  };
  for (const size_t step : steps) {
    status = cli::CheckMayWrite(file_of(step), kPictureMark);
    if (!status.ok()) return status;
  }
  for (const size_t step : steps) {
    watched.replay.Seek(step);
    const GridPicture picture =
        PictureOfStep(watched.replay, watched.with_candidates);
    status = cli::WriteOwnFile(
        file_of(step),
        absl::StrCat(kPictureMark,
                     ForLightAndDark(GridSvg(picture, picture.caption))),
        kPictureMark);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// Returns what has been written: "4 pictures, step-0000.svg to step-0011.svg".
absl::StatusOr<std::string> WriteChosenPictures(const Watched& watched) {
  const absl::StatusOr<std::vector<size_t>> steps =
      ChosenSteps(watched.flags, watched.replay.step_count());
  if (!steps.ok()) return steps.status();
  if (steps->size() > kMostPictures) {
    return absl::InvalidArgumentError(
        absl::StrCat("that would be ", steps->size(),
                     " pictures; choose some of them by --steps or --every"));
  }
  const absl::Status status =
      WritePictures(watched.flags.svg_directory, watched, *steps);
  if (!status.ok()) return status;
  return absl::StrCat(steps->size(),
                      steps->size() == 1 ? " picture, " : " pictures, ",
                      StepPictureName(steps->front(), steps->back()), " to ",
                      StepPictureName(steps->back(), steps->back()));
}

// What is wrong with the flags, or else with the file.
ExitCode FailToWrite(const absl::Status& status) {
  return cli::Fail(status.code() == absl::StatusCode::kInvalidArgument
                       ? ExitCode::kUsage
                       : ExitCode::kOutputError,
                   status.message());
}

}  // namespace

ExitCode WriteWatchFiles(const Watched& watched) {
  const WatchFlags& flags = watched.flags;
  const struct {
    const std::string& path;
    absl::string_view mark;
    absl::StatusOr<Product> (*make)(const Watched&);
  } kFiles[] = {{flags.film_file, kFilmMark, MakeFilm},
                {flags.tree_file, kTreeMark, MakeTree},
                {flags.plot_file, kPlotMark, MakePlot},
                {flags.play.html_file, kReplayPageMark, MakePage}};
  cli::Output output;
  for (const auto& [path, mark, make] : kFiles) {
    if (path.empty()) continue;
    const absl::StatusOr<Product> product = make(watched);
    if (!product.ok()) return FailToWrite(product.status());
    const absl::Status status = cli::WriteOwnFile(path, product->text, mark);
    if (!status.ok()) return FailToWrite(status);
    output.Write(absl::StrCat(path, ": ", product->description, "\n"));
  }
  if (!flags.svg_directory.empty()) {
    const absl::StatusOr<std::string> written = WriteChosenPictures(watched);
    if (!written.ok()) return FailToWrite(written.status());
    output.Write(absl::StrCat(flags.svg_directory, ": ", *written, "\n"));
  }
  if (watched.recording.is_cut) cli::Note(EndText(watched.recording));
  return output.Finish(ExitCode::kFinished);
}

}  // namespace sudoku::tool
