#include "tools/player/player.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/number_format.h"
#include "tools/cli/terminal.h"

namespace player {

namespace {

using ::cli::Key;
using ::cli::Style;
using ::cli::Styled;
using ::cli::WithThousands;

constexpr int kPanelWidth = 43;
constexpr int kGapBesidePicture = 3;
constexpr double kSpeeds[] = {1,    2,    5,    10,  20,  50,  100, 200, 500,
                              1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 1e6};
constexpr absl::Duration kFrame = absl::Milliseconds(33);
constexpr size_t kMostDigits = 12;  // Of a step that is typed.

// "0.5", "1,000".
std::string SpeedText(double steps_per_second) {
  if (steps_per_second < 1) return absl::StrCat(steps_per_second);
  return WithThousands(static_cast<uint64_t>(steps_per_second));
}

// Broken between words into lines of kPanelWidth.
std::vector<std::string> Wrapped(absl::string_view text) {
  std::vector<std::string> lines(1);
  for (const absl::string_view word :
       absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    if (!lines.back().empty() &&
        lines.back().size() + 1 + word.size() > kPanelWidth) {
      lines.emplace_back();
    }
    absl::StrAppend(&lines.back(), lines.back().empty() ? "" : " ", word);
  }
  return lines;
}

std::vector<std::string> SplitLines(const std::string& text) {
  std::vector<std::string> lines =
      absl::StrSplit(text, '\n', absl::SkipEmpty());
  return lines;
}

int WidthOf(const std::vector<std::string>& lines) {
  int width = 0;
  for (const std::string& line : lines) {
    width = std::max(width, cli::WidthOnScreen(line));
  }
  return width;
}

std::vector<std::string> Beside(std::vector<std::string> left,
                                const std::vector<std::string>& right) {
  const int width = WidthOf(left) + kGapBesidePicture;
  left.resize(std::max(left.size(), right.size()));
  for (size_t i = 0; i < right.size(); ++i) {
    left[i].append(width - cli::WidthOnScreen(left[i]), ' ');
    absl::StrAppend(&left[i], right[i]);
  }
  return left;
}

std::vector<std::string> Below(std::vector<std::string> top,
                               const std::vector<std::string>& bottom) {
  top.insert(top.end(), bottom.begin(), bottom.end());
  return top;
}

bool Fits(const std::vector<std::string>& lines, cli::ScreenSize size) {
  return static_cast<int>(lines.size()) <= size.rows &&
         WidthOf(lines) <= size.columns;
}

}  // namespace

Player::Player(ReplayFace& face, PlayerOptions options)
    : face_(face),
      options_(std::move(options)),
      is_playing_(face_.step() < face_.step_count()) {}

// ------------------------------------------------------------------ keys

void Player::GoTo(size_t step) {
  face_.Seek(std::min(step, face_.step_count()));
}

void Player::GoBy(int64_t steps) {
  const int64_t step = static_cast<int64_t>(face_.step()) + steps;
  GoTo(static_cast<size_t>(std::max(step, int64_t{0})));
}

void Player::TogglePlaying() {
  is_playing_ = !is_playing_;
  due_steps_ = 0;
  // At the end there is nothing to play but all of it, again.
  if (is_playing_ && face_.step() == face_.step_count()) GoTo(0);
}

void Player::TypeStep(Key key) {
  if (key == Key::kEscape) {
    is_typing_step_ = false;
  } else if (key == Key::kBackspace) {
    if (!typed_step_.empty()) typed_step_.pop_back();
  } else if (key == Key::kEnter) {
    is_typing_step_ = false;
    uint64_t step = 0;
    if (absl::SimpleAtoi(typed_step_, &step)) GoTo(step);
  } else if (key.code < 128 &&
             absl::ascii_isdigit(static_cast<unsigned char>(key.code)) &&
             typed_step_.size() < kMostDigits) {
    typed_step_.push_back(static_cast<char>(key.code));
  }
}

bool Player::ChangeSetting(Key key) {
  double& speed = options_.steps_per_second;
  switch (key.code) {
    case 'q':
    case Key::kEscape:
      wants_to_quit_ = true;
      return true;
    case ' ':
      TogglePlaying();
      return true;
    case '+':
    case '=':
    case Key::kUp: {
      const double* next =
          std::upper_bound(std::begin(kSpeeds), std::end(kSpeeds), speed);
      if (next != std::end(kSpeeds)) speed = *next;
      return true;
    }
    case '-':
    case Key::kDown: {
      const double* next =
          std::lower_bound(std::begin(kSpeeds), std::end(kSpeeds), speed);
      if (next != std::begin(kSpeeds)) speed = *(next - 1);
      return true;
    }
  }
  if (key == Key::kNone || !(key == face_.own_key())) return false;
  face_.PressOwnKey();
  return true;
}

bool Player::GoWhereKeySays(Key key) {
  const int64_t page =
      std::max<int64_t>(1, static_cast<int64_t>(face_.step_count() / 20));
  switch (key.code) {
    case 'g':
      is_typing_step_ = true;
      typed_step_.clear();
      return true;
    case 's':
    case Key::kRight:
      GoBy(1);
      return true;
    case 'b':
    case Key::kBackspace:
    case Key::kLeft:
      GoBy(-1);
      return true;
    case Key::kPageDown:
      GoBy(page);
      return true;
    case Key::kPageUp:
      GoBy(-page);
      return true;
    case '0':
    case Key::kHome:
      GoTo(0);
      return true;
    case 'e':
    case Key::kEnd:
      GoTo(face_.step_count());
      return true;
  }
  return false;
}

void Player::Press(Key key) {
  if (key == Key::kInterrupt || key == Key::kGone) {
    wants_to_quit_ = true;
  } else if (is_typing_step_) {
    TypeStep(key);
  } else if (!ChangeSetting(key) && GoWhereKeySays(key)) {
    // To go somewhere is to want to look at it.
    Pause();
  }
}

void Player::Advance(absl::Duration time) {
  if (!is_playing_) return;
  due_steps_ += absl::ToDoubleSeconds(time) * options_.steps_per_second;
  const int64_t steps = static_cast<int64_t>(due_steps_);
  due_steps_ -= static_cast<double>(steps);
  GoBy(steps);
  if (face_.step() == face_.step_count()) Pause();
}

absl::Duration Player::TimeToNextChange() const {
  if (!is_playing_) return absl::InfiniteDuration();
  return std::max(kFrame,
                  absl::Seconds((1 - due_steps_) / options_.steps_per_second));
}

// --------------------------------------------------------------- display

std::vector<std::string> Player::StepLines() const {
  std::string where = absl::StrCat("Step ", WithThousands(face_.step()), " of ",
                                   WithThousands(face_.step_count()));
  if (is_typing_step_) {
    where = absl::StrCat("Go to step: ", typed_step_, "_");
  }
  const std::string how =
      is_playing_ ? absl::StrCat(
                        SpeedText(options_.steps_per_second),
                        options_.steps_per_second == 1 ? " step/s" : " steps/s")
                  : "paused";
  const size_t used = where.size() + how.size();
  return {
      absl::StrCat(
          Styled(where, Style::kBold, true),
          std::string(used < kPanelWidth ? kPanelWidth - used : 1, ' '), how),
      face_.EventText()};
}

std::string Player::ProgressBar(int width) const {
  const bool unicode = options_.has_unicode;
  const size_t all = std::max<size_t>(face_.step_count(), 1);
  const int done = static_cast<int>(static_cast<double>(face_.step()) /
                                    static_cast<double>(all) * width);
  std::string bar;
  for (int i = 0; i < width; ++i) {
    absl::StrAppend(&bar,
                    i < done ? (unicode ? "━" : "=") : (unicode ? "─" : "."));
  }
  return bar;
}

std::vector<std::string> Player::CounterLines() const {
  // Two in a line.
  std::vector<std::string> lines;
  bool is_left = true;
  for (const Counter& counter : face_.Counters()) {
    if (!counter.is_always_shown && counter.value == 0) continue;
    const std::string cell =
        absl::StrFormat("%-12s%7s", counter.name, WithThousands(counter.value));
    if (is_left) {
      lines.push_back(cell);
    } else {
      absl::StrAppend(&lines.back(), "    ", cell);
    }
    is_left = !is_left;
  }
  return lines;
}

std::vector<std::string> Player::KeyLines() const {
  const std::string own =
      face_.own_key() == 0
          ? ""
          : absl::StrCat("      ", std::string(1, face_.own_key()), "    ",
                         face_.own_key_text());
  return {"space  play, pause     s b  step, back",
          "+ -    speed           g N  go to step N",
          absl::StrCat("0 e    start, end", own), "q      quit"};
}

std::vector<std::string> Player::Panel(const std::string& legend) const {
  std::vector<std::string> lines;
  for (const std::string& line : Wrapped(options_.title)) {
    lines.push_back(Styled(line, Style::kBold, true));
  }
  lines.push_back("");
  lines = Below(std::move(lines), StepLines());
  lines.push_back(ProgressBar(kPanelWidth));
  lines = Below(std::move(lines), CounterLines());
  lines.push_back("");
  if (face_.step() == face_.step_count()) {
    lines = Below(std::move(lines), Wrapped(options_.end_text));
    lines.push_back("");
  }
  if (!legend.empty()) lines = Below(std::move(lines), {legend, ""});
  return Below(std::move(lines), KeyLines());
}

std::vector<std::string> Player::ShortPanel() const {
  std::vector<std::string> lines = StepLines();
  std::string own(face_.own_key() == 0 ? 0 : 2, ' ');
  if (!own.empty()) own[0] = face_.own_key();
  lines.push_back(absl::StrCat("space s b + - g ", own, "q"));
  return lines;
}

std::vector<std::string> Player::Lines(cli::ScreenSize size) const {
  const std::vector<Picture> pictures = face_.Pictures();
  for (const Picture& picture : pictures) {
    const std::vector<std::string> lines = SplitLines(picture.text);
    const std::vector<std::string> panel = Panel(picture.legend);
    for (std::vector<std::string> all :
         {Beside(lines, panel), Below(lines, panel)}) {
      if (Fits(all, size)) return all;
    }
  }
  // Of what stands below the picture, the ends of lines may be cut off.
  const std::vector<std::string> smallest = SplitLines(pictures.back().text);
  std::vector<std::string> all = Below(smallest, ShortPanel());
  const cli::ScreenSize needed = {.rows = static_cast<int>(all.size()),
                                  .columns = WidthOf(smallest)};
  if (needed.rows <= size.rows && needed.columns <= size.columns) return all;
  if (pictures.back().may_be_cut) {
    all = Below(ShortPanel(), smallest);
    all.resize(std::min(all.size(), static_cast<size_t>(size.rows)));
    return all;
  }
  return Below(StepLines(), {absl::StrCat("(needs ", needed.columns, " x ",
                                          needed.rows, ")")});
}

cli::ExitCode Play(cli::Screen& screen, Player& player) {
  absl::Time last_change = absl::Now();
  while (!player.wants_to_quit()) {
    screen.Show(player.Lines(screen.size()));
    const Key key = screen.WaitForKey(player.TimeToNextChange());
    const absl::Time now = absl::Now();
    // Time in which the program was stopped does not count, nor does a clock
    // that is set.
    player.Advance(
        std::clamp(now - last_change, absl::ZeroDuration(), absl::Seconds(1)));
    last_change = now;
    if (key == Key::kInterrupt) return cli::InterruptExitCode();
    player.Press(key);
  }
  return cli::ExitCode::kFinished;
}

}  // namespace player
