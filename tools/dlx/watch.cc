// The command watch: the links of a small problem, as they dance.

#include "tools/player/watch.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/output.h"
#include "tools/cli/own_file.h"
#include "tools/cli/printable.h"
#include "tools/dlx/dance.h"
#include "tools/dlx/dance_commands.h"
#include "tools/dlx/dance_page.h"
#include "tools/dlx/matrix_picture.h"
#include "tools/dlx/problem_file.h"
#include "tools/player/replay_face.h"

ABSL_FLAG(
    bool, build, false,
    "Begin with the net being built: each node is hooked down, below those "
    "of its item, and right, beside those of its option.");
ABSL_FLAG(cli::LimitFlag, most_steps, {20'000},
          "Record at most `N` steps; without it, 20000.");

ABSL_FLAG(
    bool, reasons, false,
    "Watch what follows without trying, each with its reason, rather than "
    "a search.");

namespace dlx::tool {
namespace {

using ::cli::ExitCode;
using ::cli::Fail;

MatrixPicture PictureOf(const Dance& dance) {
  const Problem& problem = dance.problem();
  MatrixPicture picture =
      PictureOfOptions(problem, dance.names(), /*chosen=*/{});
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    picture.covered[i] = !dance.is_linked(item);
    picture.lengths.push_back(static_cast<int>(dance.length(item)));
    for (uint32_t k = 0; k < problem.option_count(); ++k) {
      MatrixPicture::Mark& mark = picture.marks[k][i];
      if (mark == MatrixPicture::Mark::kNone) continue;
      if (!dance.is_built(OptionId(k), item)) {
        mark = MatrixPicture::Mark::kNone;
      } else if (!dance.is_linked(OptionId(k), item)) {
        mark = MatrixPicture::Mark::kUnlinked;
      }
    }
  }
  for (const OptionId option : dance.tried()) {
    picture.chosen[option.value()] = true;
  }
  if (dance.step() == 0) return picture;
  const DanceStep& last = dance.steps()[dance.step() - 1];
  using Kind = DanceStep::Kind;
  if (last.kind == Kind::kUnlinkNode || last.kind == Kind::kRelinkNode ||
      last.kind == Kind::kHookDown || last.kind == Kind::kHookRight) {
    picture.active_item = static_cast<int>(last.item.value());
    picture.active_option = static_cast<int>(last.option.value());
  }
  return picture;
}

// The dance, for the player.
class DanceFace : public player::ReplayFace {
 public:
  explicit DanceFace(Dance dance) : dance_(std::move(dance)) {}

  const Dance& dance() const { return dance_; }

  size_t step_count() const override { return dance_.steps().size(); }
  size_t step() const override { return dance_.step(); }
  void Seek(size_t step) override { dance_.Seek(step); }
  std::string EventText() const override {
    return cli::Printable(dance_.Description());
  }
  std::vector<player::Counter> Counters() const override {
    return {{"tried", dance_.tried().size()}};
  }
  std::vector<player::Picture> Pictures() const override {
    return {{.text = Matrix(), .may_be_cut = true}};
  }
  std::string Text() const override {
    return absl::StrCat("Step ", step(), " of ", step_count(), ": ",
                        EventText(), "\n", Matrix());
  }

 private:
  std::string Matrix() const {
    return cli::Printable(DrawMatrix(PictureOf(dance_)), cli::Lines::kKeep);
  }

  Dance dance_;
};

ExitCode WriteDancePage(const Dance& dance, const std::string& path,
                        const player::Recorded& recorded) {
  const absl::Status status = cli::WriteOwnFile(
      path, DancePage(dance, recorded.end_text), kDancePageMark);
  if (!status.ok()) return Fail(ExitCode::kOutputError, status.message());
  cli::Output output;
  output.Write(
      absl::StrCat(path, ": a page with ", dance.steps().size(), " steps\n"));
  return output.Finish(ExitCode::kFinished);
}

ExitCode WatchProblem(const Problem& problem) {
  const bool has_reasons = absl::GetFlag(FLAGS_reasons);
  if (has_reasons && absl::GetFlag(FLAGS_build)) {
    return Fail(ExitCode::kUsage,
                "--build shows how the net of a search is built, and --reasons "
                "no search: they do not go together");
  }
  const size_t most = absl::GetFlag(FLAGS_most_steps).value.value_or(1);
  absl::StatusOr<Dance> dance =
      has_reasons ? Dance::OfReasons(problem, most)
                  : Dance::Of(problem, most, absl::GetFlag(FLAGS_build));
  if (!dance.ok()) return Fail(ExitCode::kUsage, dance.status().message());
  const player::Recorded recorded = {
      .title = "Dancing links",
      .end_text = dance->is_cut()
                      ? absl::StrCat("The recording ends here; --max-steps "
                                     "makes it longer than ",
                                     dance->steps().size(), ".")
                  : has_reasons ? "Nothing more follows."
                                : "Everything has been tried.",
      .is_cut = dance->is_cut()};
  DanceFace face(*std::move(dance));
  const player::WatchFlags flags = player::WatchFlagsFromCommandLine();
  const absl::Status status = player::CheckStep(flags.at_step, face, recorded);
  if (!status.ok()) return Fail(ExitCode::kUsage, status.message());
  if (!flags.html_file.empty()) {
    face.Seek(flags.at_step.value_or(0));
    return WriteDancePage(face.dance(), flags.html_file, recorded);
  }
  if (!flags.lists_steps) return player::PlayOrPrint(face, flags, recorded);
  const auto steps = player::ChosenSteps(
      {.first = flags.at_step, .last = flags.at_step}, 1, face.step_count());
  return player::ListSteps(face, *steps, "", recorded);
}

}  // namespace

ExitCode RunWatch(const cli::Arguments& arguments) {
  return WithProblem(arguments[0], WatchProblem);
}

}  // namespace dlx::tool
