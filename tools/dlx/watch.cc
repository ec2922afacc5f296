// The command watch: the links of a small problem, as they dance.

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/key.h"
#include "tools/cli/output.h"
#include "tools/cli/printable.h"
#include "tools/cli/screen.h"
#include "tools/dlx/dance.h"
#include "tools/dlx/dance_commands.h"
#include "tools/dlx/dance_page.h"
#include "tools/dlx/matrix_picture.h"
#include "tools/dlx/problem_file.h"

namespace dlx::tool {

// --at-step: a number from 0 on.
struct DanceStepFlag {
  std::optional<size_t> value = std::nullopt;
};
bool AbslParseFlag(absl::string_view text, DanceStepFlag* flag,
                   std::string* error) {
  uint64_t number = 0;
  if (absl::SimpleAtoi(text, &number)) {
    flag->value = number;
    return true;
  }
  *error = "the number of a step is expected, from 0 on";
  return false;
}
std::string AbslUnparseFlag(const DanceStepFlag& flag) {
  return flag.value.has_value() ? absl::StrCat(*flag.value) : "";
}

}  // namespace dlx::tool

ABSL_FLAG(dlx::tool::DanceStepFlag, at_step, {},
          "Begin with step `N`, and stand still. Without a terminal, print "
          "this step; without this flag, the last one.");
ABSL_FLAG(bool, list, false, "Print all steps, in words.");
ABSL_FLAG(std::string, html, "",
          "Write a page that plays the dance to `FILE`. It needs a browser and "
          "nothing else.");
ABSL_FLAG(cli::LimitFlag, speed, {5}, "Show `N` steps a second.");
ABSL_FLAG(cli::LimitFlag, most_steps, {20'000},
          "Record at most `N` steps; without it, 20000.");

namespace dlx::tool {
namespace {

using ::cli::ExitCode;
using ::cli::Fail;

std::string Heading(const Dance& dance) {
  return absl::StrCat("Step ", dance.step(), " of ", dance.steps().size(), ": ",
                      dance.Description());
}

std::string EndText(const Dance& dance) {
  return dance.is_cut() ? absl::StrCat(
                              "The recording ends here; --max-steps makes it "
                              "longer than ",
                              dance.steps().size(), ".")
                        : "Everything has been tried.";
}

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
      if (mark != MatrixPicture::Mark::kNone &&
          !dance.is_linked(OptionId(k), item)) {
        mark = MatrixPicture::Mark::kUnlinked;
      }
    }
  }
  for (const OptionId option : dance.tried()) {
    picture.chosen[option.value()] = true;
  }
  if (dance.step() == 0) return picture;
  const DanceStep& last = dance.steps()[dance.step() - 1];
  if (last.kind == DanceStep::Kind::kUnlinkNode ||
      last.kind == DanceStep::Kind::kRelinkNode) {
    picture.active_item = static_cast<int>(last.item.value());
    picture.active_option = static_cast<int>(last.option.value());
  }
  return picture;
}

// ------------------------------------------------------------- as files

// Overwrites only what it has written itself.
ExitCode WriteDancePage(const Dance& dance, const std::string& path) {
  std::ifstream old(path, std::ios::binary);
  std::string begin(256, '\0');
  old.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  begin.resize(static_cast<size_t>(old.gcount()));
  if (!begin.empty() && !absl::StrContains(begin, kDancePageMark)) {
    return Fail(ExitCode::kOutputError,
                absl::StrCat("cannot write \"", path,
                             "\": it is there already, and not from this "
                             "command; remove it, or choose another name"));
  }
  old.close();
  std::ofstream file(path, std::ios::binary);
  file << DancePage(dance, dance.step());
  file.close();
  if (!file) {
    return Fail(ExitCode::kOutputError,
                absl::StrCat("cannot write \"", path, "\""));
  }
  cli::Output output;
  output.Write(
      absl::StrCat(path, ": a page with ", dance.steps().size(), " steps\n"));
  return output.Finish(ExitCode::kFinished);
}

ExitCode PrintAll(const Dance& dance) {
  cli::Output output;
  for (size_t step = 0; step <= dance.steps().size() && output.ok(); ++step) {
    output.Write(absl::StrCat(step, ": ", dance.DescriptionOf(step), "\n"));
    output.EndRecord();
  }
  if (dance.is_cut()) cli::Note(EndText(dance));
  return output.Finish(ExitCode::kFinished);
}

ExitCode PrintStep(const Dance& dance) {
  cli::Output output;
  output.Write(
      absl::StrCat(Heading(dance), "\n", DrawMatrix(PictureOf(dance))));
  if (dance.step() == dance.steps().size()) {
    output.Write(absl::StrCat(EndText(dance), "\n"));
  }
  return output.Finish(ExitCode::kFinished);
}

// -------------------------------------------------------- in a terminal

class DancePlayer {
 public:
  DancePlayer(Dance& dance, bool is_playing, uint64_t steps_per_second)
      : dance_(dance),
        is_playing_(is_playing),
        steps_per_second_(steps_per_second) {}

  bool wants_to_quit() const { return wants_to_quit_; }

  std::vector<std::string> Lines() const {
    std::vector<std::string> lines = {"Dancing links",
                                      cli::Printable(Heading(dance_)), ""};
    for (const absl::string_view line :
         absl::StrSplit(DrawMatrix(PictureOf(dance_)), '\n')) {
      lines.push_back(cli::Printable(line));
    }
    if (dance_.step() == dance_.steps().size()) {
      lines.push_back(EndText(dance_));
      lines.emplace_back();
    }
    lines.push_back(
        absl::StrCat(is_playing_ ? "playing, " : "paused, ", steps_per_second_,
                     " steps a second; space, arrows, + -, 0 e, q to quit"));
    return lines;
  }

  absl::Duration TimeToNextStep() const {
    return is_playing_ ? absl::Seconds(1) / steps_per_second_
                       : absl::InfiniteDuration();
  }

  void Press(cli::Key key) {
    const size_t end = dance_.steps().size();
    const size_t step = dance_.step();
    switch (key.code) {
      case cli::Key::kNone:
        if (is_playing_) dance_.Seek(std::min(step + 1, end));
        break;
      case ' ':
        is_playing_ = !is_playing_;
        break;
      case cli::Key::kRight:
      case 's':
        is_playing_ = false;
        dance_.Seek(std::min(step + 1, end));
        break;
      case cli::Key::kLeft:
      case 'b':
        is_playing_ = false;
        dance_.Seek(step == 0 ? 0 : step - 1);
        break;
      case '+':
        steps_per_second_ = std::min<uint64_t>(steps_per_second_ * 2, 1000);
        break;
      case '-':
        steps_per_second_ = std::max<uint64_t>(steps_per_second_ / 2, 1);
        break;
      case '0':
        dance_.Seek(0);
        break;
      case 'e':
        dance_.Seek(end);
        break;
      case 'q':
      case cli::Key::kEscape:
      case cli::Key::kGone:
        wants_to_quit_ = true;
        break;
      default:
        break;
    }
    if (dance_.step() == end) is_playing_ = false;
  }

 private:
  Dance& dance_;
  bool is_playing_;
  uint64_t steps_per_second_;
  bool wants_to_quit_ = false;
};

ExitCode Play(cli::Screen& screen, Dance& dance, bool is_playing) {
  DancePlayer player(dance, is_playing,
                     absl::GetFlag(FLAGS_speed).value.value_or(1));
  while (!player.wants_to_quit()) {
    screen.Show(player.Lines());
    const cli::Key key = screen.WaitForKey(player.TimeToNextStep());
    if (key == cli::Key::kInterrupt) return cli::InterruptExitCode();
    player.Press(key);
  }
  return ExitCode::kFinished;
}

ExitCode WatchProblem(const Problem& problem) {
  absl::StatusOr<Dance> dance =
      Dance::Of(problem, absl::GetFlag(FLAGS_most_steps).value.value_or(1));
  if (!dance.ok()) return Fail(ExitCode::kUsage, dance.status().message());
  const std::optional<size_t> wanted = absl::GetFlag(FLAGS_at_step).value;
  if (wanted.value_or(0) > dance->steps().size()) {
    return Fail(ExitCode::kUsage, absl::StrCat("--at-step=", *wanted,
                                               " is beyond the last step, ",
                                               dance->steps().size()));
  }
  const std::string html = absl::GetFlag(FLAGS_html);
  dance->Seek(wanted.value_or(0));
  if (!html.empty()) return WriteDancePage(*dance, html);
  if (absl::GetFlag(FLAGS_list)) return PrintAll(*dance);
  absl::StatusOr<std::unique_ptr<cli::Screen>> screen = cli::Screen::Open();
  if (screen.ok()) return Play(**screen, *dance, !wanted.has_value());
  dance->Seek(wanted.value_or(dance->steps().size()));
  return PrintStep(*dance);
}

}  // namespace

ExitCode RunWatch(const cli::Arguments& arguments) {
  return WithProblem(arguments[0], WatchProblem);
}

}  // namespace dlx::tool
