// The page of `sudoku watch --html` in a browser: whether it shows at every
// step what sudoku/lab/replay.h says, and does what its buttons promise.
// Without a browser, these tests are skipped.

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/candidates.h"
#include "sudoku/encoding.h"
#include "sudoku/geometry.h"
#include "sudoku/lab/recording.h"
#include "sudoku/lab/replay.h"
#include "sudoku/lab/table.h"
#include "sudoku/names.h"
#include "sudoku/render/replay_page.h"
#include "sudoku/render/replay_picture.h"
#include "tools/testing/subprocess.h"

namespace sudoku::tool {
namespace {

using ::cli::testing::Result;
using ::testing::HasSubstr;

// The path of a browser, or nothing.
std::string Browser() {
  for (const char* path : {"/usr/bin/chromium", "/usr/bin/chromium-browser",
                           "/usr/bin/google-chrome"}) {
    if (access(path, X_OK) == 0) return path;
  }
  return "";
}

class PageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (Browser().empty()) {
      GTEST_SKIP() << "there is no browser: on Debian, install the package "
                      "chromium";
    }
  }
};

struct Opened {
  std::string dom;      // The page as it is after its scripts have run.
  std::string console;  // What they complained of.
};

// Opens a page with that fragment of its address ("#step=3").
Opened Open(const std::string& page, const std::string& fragment = "",
            const std::vector<std::string>& flags = {}) {
  static int count = 0;
  const std::string path =
      absl::StrCat(::testing::TempDir(), "/page", ++count, ".html");
  std::ofstream(path) << page;
  std::vector<std::string> words = {
      Browser(), "--headless", "--no-sandbox", "--disable-gpu",
      "--disable-dev-shm-usage", "--enable-logging=stderr",
      // Time passes as fast as the page allows.
      "--virtual-time-budget=60000",
      absl::StrCat("--user-data-dir=", ::testing::TempDir(), "/profile")};
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(),
               {"--dump-dom", absl::StrCat("file://", path, fragment)});
  const Result result = cli::testing::Run(
      words, {.environment = {{"HOME", ::testing::TempDir()}}});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  Opened opened = {.dom = result.output, .console = ""};
  for (const absl::string_view line : absl::StrSplit(result.error, '\n')) {
    if (absl::StrContains(line, "CONSOLE")) {
      absl::StrAppend(&opened.console, line, "\n");
    }
  }
  return opened;
}

// The page with another script after its own. What `script` prints, line by
// line, is to be found by Printed().
std::string WithScript(const std::string& page, absl::string_view script) {
  const size_t end = page.rfind("</body>");
  return absl::StrCat(page.substr(0, end), R"(
<pre id="printed"></pre>
<script>
const print = (line) =>
    document.getElementById('printed').append(line + '\n');
)",
                      script, "</script>\n", page.substr(end));
}

std::vector<std::string> Printed(const Opened& opened) {
  const std::string begin = "<pre id=\"printed\">";
  const size_t from = opened.dom.find(begin);
  const size_t to = opened.dom.find("</pre>", from);
  if (from == std::string::npos || to == std::string::npos) return {};
  std::vector<std::string> lines = absl::StrSplit(
      opened.dom.substr(from + begin.size(), to - from - begin.size()), '\n',
      absl::SkipEmpty());
  return lines;
}

// What there is to see at a step, read from the elements of the page.
constexpr absl::string_view kDescribeStep = R"(
function describe() {
  const has = (element, name) => element.classList.contains(name);
  const cells = [...document.querySelectorAll('.cell')].map((cell) => {
    const role = ['empty', 'clue', 'tried', 'implied']
        .find((name) => has(cell, name));
    const candidates = [...cell.querySelectorAll('.candidates text')]
        .map((text) => (has(text, 'struck') ? '-' : '') + text.textContent);
    return cell.id + ' ' + role + ' ' +
        cell.querySelector('.digit').textContent + candidates.join('') +
        (has(cell, 'active') ? ' active' : '') +
        (has(cell, 'wrong') ? ' wrong' : '');
  });
  const ids = (selector) => [...document.querySelectorAll(selector)]
      .map((element) => element.id.replace(/^(item|option)-/, '')).join(' ');
  const text = (id) => document.getElementById(id).textContent;
  const counters = [...document.querySelectorAll('dt')].map(
      (dt) => dt.textContent + ' ' + dt.nextSibling.textContent);
  return [
    text('where'), text('what'), text('depth'), cells.join(', '),
    counters.join(', '),
    'covered ' + ids('.item.covered'), 'twice ' + ids('.item.twice'),
    'chosen ' + ids('.option.chosen'), 'hidden ' + ids('.option.hidden-option'),
  ].join('; ');
}
)";

bool Contains(const std::vector<int>& cells, int cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

// The same by what C++ knows.
std::string DescribeCells(const Replay& replay) {
  const GridPicture picture = PictureOfStep(replay, /*with_candidates=*/true);
  const int size = picture.geometry.size();
  std::vector<std::string> cells;
  for (int cell = 0; cell < picture.geometry.cell_count(); ++cell) {
    constexpr absl::string_view kRoles[] = {"empty", "clue", "tried",
                                            "implied"};
    const CellRole role = replay.state().roles[cell];
    const bool is_wrong = Contains(picture.wrong_cells, cell);
    std::string content;
    if (picture.digits[cell] != 0) {
      content = DigitToChar(picture.digits[cell]);
    } else {
      if (is_wrong) content = "?";
      for (int digit = 1; digit <= size; ++digit) {
        const bool is_struck =
            !picture.struck_candidates.empty() &&
            (picture.struck_candidates[cell] & DigitBit(digit)) != 0;
        if (is_struck) content.push_back('-');
        if (is_struck || (picture.candidates[cell] & DigitBit(digit)) != 0) {
          content.push_back(DigitToChar(digit));
        }
      }
    }
    cells.push_back(absl::StrCat(
        CellName(cell, size), " ", kRoles[static_cast<size_t>(role)], " ",
        content, Contains(picture.active_cells, cell) ? " active" : "",
        is_wrong ? " wrong" : ""));
  }
  return absl::StrJoin(cells, ", ");
}

std::string DescribeCounters(const Replay& replay) {
  using Kind = Event::Kind;
  const ReplayState& state = replay.state();
  std::string text = absl::StrCat("tried ", state.count(Kind::kTry),
                                  ", implied ", state.count(Kind::kPlace),
                                  ", ruled out ", state.count(Kind::kRuleOut),
                                  ", taken back ", state.count(Kind::kUndo),
                                  ", dead ends ", state.count(Kind::kDeadEnd));
  const auto add_if_any = [&](absl::string_view name, size_t count) {
    if (count > 0) absl::StrAppend(&text, ", ", name, " ", count);
  };
  add_if_any("swaps", state.count(Kind::kSwap));
  add_if_any("restarts", state.count(Kind::kRestart));
  add_if_any("wrong digits", replay.ConflictingCells().size());
  return absl::StrCat(text, ", solutions ", state.count(Kind::kSolution));
}

// The exact cover problem after choosing the options of all digits.
std::string DescribeMatrix(const Replay& replay, bool is_shown) {
  if (!is_shown) return "covered ; twice ; chosen ; hidden ";
  const Encoding encoding = Encoding::ForGeometry(replay.puzzle().geometry);
  const dlx::Problem& problem = encoding.problem();
  const ReplayState& state = replay.state();
  std::vector<int> covers(problem.item_count(), 0);
  std::vector<std::string> chosen;
  std::vector<std::string> hidden;
  const auto is_chosen = [&](dlx::OptionId option) {
    const Placement placement = encoding.placement(option);
    return state.digits[placement.cell] == placement.digit;
  };
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    if (!is_chosen(dlx::OptionId(i))) continue;
    chosen.push_back(encoding.OptionName(dlx::OptionId(i)));
    for (const dlx::ItemUse& use : problem.option(dlx::OptionId(i))) {
      ++covers[use.item.value()];
    }
  }
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    const dlx::OptionId option(i);
    if (is_chosen(option)) continue;
    const Placement placement = encoding.placement(option);
    bool is_hidden =
        (state.ruled_out[placement.cell] & DigitBit(placement.digit)) != 0;
    for (const dlx::ItemUse& use : problem.option(option)) {
      is_hidden |= covers[use.item.value()] > 0;
    }
    if (is_hidden) hidden.push_back(encoding.OptionName(option));
  }
  std::vector<absl::string_view> covered;
  std::vector<absl::string_view> twice;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const absl::string_view name = problem.item_name(dlx::ItemId(i));
    if (covers[i] > 0) covered.push_back(name);
    if (covers[i] > 1) twice.push_back(name);
  }
  return absl::StrCat("covered ", absl::StrJoin(covered, " "), "; twice ",
                      absl::StrJoin(twice, " "), "; chosen ",
                      absl::StrJoin(chosen, " "), "; hidden ",
                      absl::StrJoin(hidden, " "));
}

std::string DescribeStep(const Replay& replay, bool has_matrix) {
  return absl::StrCat("Step ", replay.step(), " of ", replay.step_count(), "; ",
                      replay.EventText(), "; depth ", replay.state().depth(),
                      "; ", replay.state().digits.filled_count(), " of ",
                      replay.state().digits.cell_count(), " cells filled; ",
                      DescribeCells(replay), "; ", DescribeCounters(replay),
                      "; ", DescribeMatrix(replay, has_matrix));
}

struct Case {
  std::string name;
  Puzzle puzzle;
  std::string method;
  bool has_matrix = false;
};

Puzzle FourByFour(absl::string_view line) {
  return Puzzle(*Geometry::FromSize(4), *Grid::FromLine(line));
}

Puzzle Hard(const Geometry& geometry) {
  return Puzzle(geometry,
                *Grid::FromLine("85...24..72......9..4.........1.7..23.5...9..."
                                "4...........8..7..17..........36.4."));
}

// As many allowed digits as a puzzle needs to have more than one candidate in
// some cells.
Puzzle Pencilmarks() {
  std::vector<DigitSet> sets = Candidates(FourByFour("1....2....3....4"));
  sets[2] &= ~DigitBit(2);
  return FromCandidates(*Geometry::FromSize(4), std::move(sets));
}

std::vector<Case> Cases() {
  return {
      {"Matrix", FourByFour("1....2....3....4"), "algorithm_x", true},
      {"MatrixOfAnySearch", FourByFour("1..............."), "annealing", true},
      {"RuledOut", Hard(Geometry::Standard()), "norvig"},
      {"Diagonals", Hard(Geometry::Standard().WithDiagonals()), "moler"},
      {"Irregular",
       Puzzle(*Geometry::Irregular("1122113243324443"),
              *Grid::FromLine("1...2.......3...")),
       "backtracking"},
      {"Candidates", Pencilmarks(), "norvig"},
      {"NoSolution", FourByFour("12..34.........."), "moler"},
      {"Contradiction", FourByFour("11.............."), "brute_force"},
      {"Swaps", Hard(Geometry::Standard()), "annealing"},
  };
}

Recording RecordCase(const Case& test) {
  return Record(*FindMethod(test.method), test.puzzle, {}, 900);
}

// Every seventh step or so, forwards, backwards, and here and there.
std::vector<size_t> Tour(size_t step_count) {
  std::vector<size_t> steps;
  const size_t stride = step_count / 60 + 1;
  for (size_t step = 0; step < step_count; step += stride) {
    steps.push_back(step);
  }
  for (size_t step = step_count; step > 0; step -= std::min(step, stride)) {
    steps.push_back(step);
  }
  std::mt19937 random(1);
  for (int i = 0; i < 40; ++i) steps.push_back(random() % (step_count + 1));
  return steps;
}

TEST_F(PageTest, ShowsEveryStepAsTheReplayTellsIt) {
  for (const Case& test : Cases()) {
    SCOPED_TRACE(test.name);
    const Recording recording = RecordCase(test);
    Replay replay(test.puzzle, recording.events);
    const std::vector<size_t> steps = Tour(replay.step_count());
    const Opened opened = Open(WithScript(
        ReplayPage(test.puzzle, recording,
                   {.title = "Test", .with_matrix = test.has_matrix}),
        absl::StrCat(kDescribeStep, "for (const step of [",
                     absl::StrJoin(steps, ","),
                     "]) {\n  player.goTo(step);\n  print(describe());\n}\n")));
    EXPECT_EQ(opened.console, "");
    const std::vector<std::string> printed = Printed(opened);
    ASSERT_EQ(printed.size(), steps.size());
    for (size_t i = 0; i < steps.size(); ++i) {
      replay.Seek(steps[i]);
      ASSERT_EQ(printed[i], DescribeStep(replay, test.has_matrix));
    }
  }
}

std::string SmallPage(size_t start = 0,
                      NameStyle names = NameStyle::kRowAndColumn) {
  Puzzle puzzle = FourByFour("1..4..1..2..3..2");
  puzzle.geometry = puzzle.geometry.WithNames(names);
  return ReplayPage(puzzle, Record(*FindMethod("moler"), puzzle, {}, 1000),
                    {.title = "A <small> one", .start = start});
}

TEST_F(PageTest, GoesToAStepOfTheArticle) {
  const Puzzle puzzle = FourByFour("1....2....3....4");
  const Recording recording =
      Record(*FindMethod("moler"), puzzle, {.prove_unique = true}, 1000);
  Replay replay(puzzle, recording.events);
  while (replay.ArticleStep() < 7) replay.Seek(replay.step() + 1);
  const Opened opened =
      Open(WithScript(ReplayPage(puzzle, recording,
                                 {.title = "Test", .with_article_steps = true}),
                      R"(
print(byId('article').hidden);
byId('article-step').value = 7;
byId('article').requestSubmit();
print(player.face.step);
print(byId('counters').textContent.startsWith('step of the article' + 7));
)"));
  EXPECT_THAT(
      Printed(opened),
      ::testing::ElementsAre("false", absl::StrCat(replay.step()), "true"));
}

TEST_F(PageTest, TheAddressTellsTheStep) {
  struct {
    std::string fragment;
    std::string where;
    std::string what;
    std::string cell;
  } const kCases[] = {
      {"", "Step 2 of 11", "r4c1", ""},
      {"#step=3", "Step 3 of 11", "r1c2 = 3: nothing else is left there",
       "aria-label=\"r1c2: 3, implied\""},
      {"#step=11", "Step 11 of 11", "solution", "aria-label=\"r1c1: 1, clue\""},
      {"#step=999", "Step 11 of 11", "solution", ""},
  };
  for (const auto& test : kCases) {
    const Opened opened = Open(SmallPage(/*start=*/2), test.fragment);
    EXPECT_EQ(opened.console, "");
    EXPECT_THAT(opened.dom,
                HasSubstr(absl::StrCat("<b id=\"where\">", test.where)));
    EXPECT_THAT(opened.dom, HasSubstr(test.what));
    EXPECT_THAT(opened.dom, HasSubstr(test.cell));
    EXPECT_THAT(opened.dom, HasSubstr("<h1>A &lt;small&gt; one</h1>"));
  }
}

TEST_F(PageTest, DoesWhatButtonsAndKeysPromise) {
  const Opened opened = Open(WithScript(SmallPage(), R"(
const where = () => document.getElementById('where').textContent;
const click = (id) => {
  document.getElementById(id).click();
  print(id + ': ' + where());
};
const press = (key) => {
  document.body.dispatchEvent(
      new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  print(key + ': ' + where());
};
click('step');
click('step');
click('back');
click('end');
click('step');
click('start');
click('back');
press('g');
print('focus: ' + document.activeElement.id);
for (const step of [9, 99]) {
  document.getElementById('go-to-step').value = step;
  document.getElementById('go-to').dispatchEvent(
      new Event('submit', {cancelable: true}));
  print('go to ' + step + ': ' + where());
}
click('start');
for (const key of ['ArrowRight', 's', 'ArrowLeft', 'b', 'End', 'Home',
                   'PageDown', 'PageUp']) {
  press(key);
}
const slider = document.getElementById('slider');
slider.value = 7;
slider.dispatchEvent(new Event('input'));
print('slider: ' + where());
for (let i = 0; i < 20; ++i) press('+');
print(document.getElementById('speed-text').textContent);
const count = () => document.querySelectorAll('.candidates text').length;
print('candidates: ' + (count() > 0));
press('c');
print('candidates: ' + (count() > 0));
click('start');
click('play');
click('play');
click('play');
print(document.getElementById('play').textContent);
const wait = setInterval(() => {
  if (player.isPlaying) return;
  clearInterval(wait);
  print('played: ' + where());
  print(document.getElementById('end-text').textContent);
  setTimeout(() => {
    print(location.hash);
    location.hash = '#step=4';
    setTimeout(() => print('address: ' + where()), 100);
  }, 1000);
}, 50);
)"));
  EXPECT_EQ(opened.console, "");
  std::vector<std::string> lines = Printed(opened);
  // The speed stays at its highest.
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  EXPECT_THAT(
      lines,
      ::testing::ElementsAre(
          "step: Step 1 of 11", "step: Step 2 of 11", "back: Step 1 of 11",
          "end: Step 11 of 11", "step: Step 11 of 11", "start: Step 0 of 11",
          "back: Step 0 of 11", "g: Step 0 of 11", "focus: go-to-step",
          "go to 9: Step 9 of 11", "go to 99: Step 11 of 11",
          "start: Step 0 of 11", "ArrowRight: Step 1 of 11", "s: Step 2 of 11",
          "ArrowLeft: Step 1 of 11", "b: Step 0 of 11", "End: Step 11 of 11",
          "Home: Step 0 of 11", "PageDown: Step 1 of 11",
          "PageUp: Step 0 of 11", "slider: Step 7 of 11", "+: Step 7 of 11",
          "1000 steps/s", "candidates: true", "c: Step 7 of 11",
          "candidates: false", "start: Step 0 of 11", "play: Step 0 of 11",
          "Pause", "played: Step 11 of 11", "This is the only solution.",
          "#step=11", "address: Step 4 of 11"));
}

TEST_F(PageTest, TheMatrixIsReadableOnAPhoneAndCanBeZoomed) {
  const Puzzle puzzle = FourByFour("1....2....3....4");
  const std::string page = WithScript(
      ReplayPage(puzzle, Record(*FindMethod("algorithm_x"), puzzle, {}, 1000),
                 {.title = "Test", .with_matrix = true}),
      R"(
const matrix = document.getElementById('matrix');
const frame = matrix.parentElement;
const square = () => matrix.getBoundingClientRect().width /
    matrix.viewBox.baseVal.width * MatrixView.SQUARE;
print('page scrolls sideways: ' +
    (document.documentElement.scrollWidth > innerWidth));
print('matrix scrolls: ' + (frame.scrollWidth > frame.clientWidth));
print('natural size: ' + (square() > 10));
const zoom = document.getElementById('zoom');
zoom.value = 1;
zoom.dispatchEvent(new Event('input'));
print('whole: ' + (frame.scrollWidth <= frame.clientWidth));
print(document.getElementById('zoom-text').textContent);
)");
  EXPECT_THAT(Printed(Open(page, "", {"--window-size=500,900"})),
              ::testing::ElementsAre(
                  "page scrolls sideways: false", "matrix scrolls: true",
                  "natural size: true", "whole: true", "100 %"));
}

TEST_F(PageTest, NamesCellsAsTheUserWants) {
  const Opened opened = Open(SmallPage(0, NameStyle::kLetter), "#step=3");
  EXPECT_EQ(opened.console, "");
  EXPECT_THAT(opened.dom, HasSubstr("A2 = 3: nothing else is left there"));
  EXPECT_THAT(opened.dom, HasSubstr("aria-label=\"A2: 3, implied\""));
}

TEST_F(PageTest, IsDarkWhereTheUserWantsThat) {
  const std::string page = WithScript(
      SmallPage(), "print(getComputedStyle(document.body).backgroundColor);\n");
  EXPECT_THAT(Printed(Open(page)),
              ::testing::ElementsAre("rgb(255, 255, 255)"));
  EXPECT_THAT(
      Printed(Open(page, "", {"--blink-settings=preferredColorScheme=0"})),
      ::testing::ElementsAre("rgb(23, 23, 27)"));
}

TEST_F(PageTest, ComplaintsAreSeen) {
  EXPECT_THAT(Open(WithScript(SmallPage(), "noSuchFunction();\n")).console,
              HasSubstr("noSuchFunction"));
}

}  // namespace
}  // namespace sudoku::tool
