#include "tools/sudoku/player.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "sudoku/render/replay_picture.h"
#include "tools/cli/number_format.h"
#include "tools/cli/terminal.h"

namespace sudoku::tool {

namespace {

using ::cli::Key;
using ::cli::Style;
using ::cli::Styled;
using ::cli::WithThousands;

constexpr int kPanelWidth = 43;
constexpr int kGapBesideGrid = 3;
constexpr double kSpeeds[] = {1,    2,    5,    10,  20,  50,  100, 200, 500,
                              1000, 2000, 5000, 1e4, 2e4, 5e4, 1e5, 1e6};
constexpr absl::Duration kFrame = absl::Milliseconds(33);
constexpr size_t kMostDigits = 12;  // Of a step that is typed.

struct Counter {
  absl::string_view name;
  uint64_t value;
  bool is_always_shown;
};

std::vector<Counter> Counters(const Replay& replay, bool with_article_steps) {
  using Kind = Event::Kind;
  const ReplayState& state = replay.state();
  std::vector<Counter> counters = {
      {"tried", state.count(Kind::kTry), true},
      {"implied", state.count(Kind::kPlace), true},
      {"ruled out", state.count(Kind::kRuleOut), true},
      {"taken back", state.count(Kind::kUndo), true},
      {state.count(Kind::kDeadEnd) == 1 ? "dead end" : "dead ends",
       state.count(Kind::kDeadEnd), true},
      {"swaps", state.count(Kind::kSwap), false},
      {"restarts", state.count(Kind::kRestart), false},
      {"wrong digits", replay.ConflictingCells().size(), false},
      {state.count(Kind::kSolution) == 1 ? "solution" : "solutions",
       state.count(Kind::kSolution), false},
  };
  if (with_article_steps) {
    counters.push_back({"by article", replay.ArticleStep(), true});
  }
  return counters;
}

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
  const int width = WidthOf(left) + kGapBesideGrid;
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

Player::Player(Replay replay, PlayerOptions options)
    : replay_(std::move(replay)),
      options_(std::move(options)),
      is_playing_(replay_.step() < replay_.step_count()) {}

// ------------------------------------------------------------------ keys

void Player::GoTo(size_t step) {
  replay_.Seek(std::min(step, replay_.step_count()));
}

void Player::GoBy(int64_t steps) {
  const int64_t step = static_cast<int64_t>(replay_.step()) + steps;
  GoTo(static_cast<size_t>(std::max(step, int64_t{0})));
}

void Player::TogglePlaying() {
  is_playing_ = !is_playing_;
  due_steps_ = 0;
  // At the end there is nothing to play but all of it, again.
  if (is_playing_ && replay_.step() == replay_.step_count()) GoTo(0);
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
    case 'c':
      options_.with_candidates = !options_.with_candidates;
      return true;
  }
  return false;
}

bool Player::GoWhereKeySays(Key key) {
  const int64_t page =
      std::max<int64_t>(1, static_cast<int64_t>(replay_.step_count() / 20));
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
      GoTo(replay_.step_count());
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
  if (replay_.step() == replay_.step_count()) Pause();
}

absl::Duration Player::TimeToNextChange() const {
  if (!is_playing_) return absl::InfiniteDuration();
  return std::max(kFrame,
                  absl::Seconds((1 - due_steps_) / options_.steps_per_second));
}

// --------------------------------------------------------------- display

std::vector<std::string> Player::StepLines() const {
  const bool styled = options_.colors != TextColors::kNone;
  std::string where = absl::StrCat("Step ", WithThousands(replay_.step()),
                                   " of ", WithThousands(replay_.step_count()));
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
          Styled(where, Style::kBold, styled),
          std::string(used < kPanelWidth ? kPanelWidth - used : 1, ' '), how),
      replay_.EventText()};
}

std::string Player::ProgressBar(int width) const {
  const bool unicode = options_.lines == LineArt::kBoxDrawing;
  const size_t all = std::max<size_t>(replay_.step_count(), 1);
  const int done = static_cast<int>(static_cast<double>(replay_.step()) /
                                    static_cast<double>(all) * width);
  std::string bar;
  for (int i = 0; i < width; ++i) {
    absl::StrAppend(&bar,
                    i < done ? (unicode ? "━" : "=") : (unicode ? "─" : "."));
  }
  return bar;
}

std::vector<std::string> Player::CounterLines() const {
  std::vector<Counter> counters = {
      {"depth", static_cast<uint64_t>(replay_.state().depth()), true}};
  for (const Counter& counter :
       Counters(replay_, options_.with_article_steps)) {
    if (counter.is_always_shown || counter.value > 0) {
      counters.push_back(counter);
    }
  }
  // Two in a line.
  std::vector<std::string> lines;
  for (size_t i = 0; i < counters.size(); ++i) {
    std::string cell = absl::StrCat(counters[i].name);
    cell.resize(12, ' ');
    const std::string value = WithThousands(counters[i].value);
    cell.append(value.size() < 7 ? 7 - value.size() : 0, ' ');
    absl::StrAppend(&cell, value);
    if (i % 2 == 0) {
      lines.push_back(cell);
    } else {
      absl::StrAppend(&lines.back(), "    ", cell);
    }
  }
  return lines;
}

std::vector<std::string> Player::Panel(bool has_brackets) const {
  const bool styled = options_.colors != TextColors::kNone;
  std::vector<std::string> lines;
  for (const std::string& line : Wrapped(options_.title)) {
    lines.push_back(Styled(line, Style::kBold, styled));
  }
  lines.push_back("");
  lines = Below(std::move(lines), StepLines());
  lines.push_back(ProgressBar(kPanelWidth));
  lines = Below(std::move(lines), CounterLines());
  lines.push_back("");
  if (replay_.step() == replay_.step_count()) {
    lines = Below(std::move(lines), Wrapped(options_.end_text));
    lines.push_back("");
  }
  lines.push_back(DrawLegend(options_.colors, has_brackets));
  lines.push_back("");
  lines.insert(lines.end(),
               {"space  play, pause     s b  step, back",
                "+ -    speed           g N  go to step N",
                "0 e    start, end      c    candidates", "q      quit"});
  return lines;
}

std::vector<std::string> Player::ShortPanel() const {
  std::vector<std::string> lines = StepLines();
  lines.push_back("space s b + - g c q");
  return lines;
}

std::vector<std::string> Player::Lines(cli::ScreenSize size) const {
  const GridPicture picture = PictureOfStep(replay_, options_.with_candidates);
  // From large to small.
  struct Form {
    std::vector<std::string> grid;
    bool has_brackets;
  };
  std::vector<Form> forms;
  if (options_.with_candidates) {
    for (const bool has_gaps : {true, false}) {
      forms.push_back({SplitLines(DrawCandidates(picture, options_.colors,
                                                 options_.lines, has_gaps)),
                       true});
    }
  }
  forms.push_back(
      {SplitLines(DrawGrid(picture, options_.colors, options_.lines)), false});
  for (const Form& form : forms) {
    const std::vector<std::string> panel = Panel(form.has_brackets);
    for (std::vector<std::string> all :
         {Beside(form.grid, panel), Below(form.grid, panel)}) {
      if (Fits(all, size)) return all;
    }
  }
  // Of what stands below the grid, the ends of lines may be cut off.
  const std::vector<std::string>& grid = forms.back().grid;
  std::vector<std::string> all = Below(grid, ShortPanel());
  const cli::ScreenSize needed = {.rows = static_cast<int>(all.size()),
                                  .columns = WidthOf(grid)};
  if (needed.rows <= size.rows && needed.columns <= size.columns) return all;
  return Below(StepLines(), {absl::StrCat("(needs ", needed.columns, " x ",
                                          needed.rows, ")")});
}

std::string CountersText(const Replay& replay, bool with_article_steps) {
  std::vector<std::string> parts;
  for (const Counter& counter :
       Counters(replay, /*with_article_steps=*/false)) {
    if (counter.value > 0) {
      parts.push_back(
          absl::StrCat(WithThousands(counter.value), " ", counter.name));
    }
  }
  return absl::StrCat(
      "depth ", replay.state().depth(), parts.empty() ? "" : "; ",
      absl::StrJoin(parts, ", "),
      with_article_steps && replay.step() > 0
          ? absl::StrCat("; step ", WithThousands(replay.ArticleStep()),
                         " of the article")
          : "");
}

}  // namespace sudoku::tool
