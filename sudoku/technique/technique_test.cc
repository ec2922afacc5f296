#include "sudoku/technique/technique.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/testing/sanitized.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/candidates.h"
#include "sudoku/solver.h"
#include "sudoku/technique/steps.h"

namespace sudoku {
namespace {

using enum Technique;

std::vector<std::string> LinesOf(const std::string& name, size_t most) {
  std::ifstream file(absl::StrCat("testdata/sudoku/", name));
  EXPECT_TRUE(file.is_open()) << name;
  std::vector<std::string> lines;
  for (std::string line; lines.size() < most && std::getline(file, line);) {
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  }
  return lines;
}

std::shared_ptr<const BlankBoard> StandardBoard() {
  return *BlankBoard::Create(Geometry::Standard());
}

Board BoardOf(const std::shared_ptr<const BlankBoard>& blank,
              absl::string_view line) {
  return *Board::Create(
      blank, Puzzle(blank->encoding.geometry(), *Grid::FromLine(line)));
}

// ------------------------------------------------------- a library of cases

// The techniques that HoDoKu's number may stand for.
const std::map<std::string, std::vector<Technique>>& Codes() {
  static const auto* const codes =
      new std::map<std::string, std::vector<Technique>>{
          {"0000", {kFullHouse}},
          {"0002", {kHiddenSingleInBox, kHiddenSingleInLine}},
          {"0003", {kNakedSingle}},
          {"0100", {kPointing}},
          {"0101", {kClaiming}},
          {"0110", {kLockedPair}},
          {"0111", {kLockedTriple}},
          {"0200", {kNakedPair}},
          {"0201", {kNakedTriple}},
          {"0202", {kNakedQuad}},
          {"0210", {kHiddenPair}},
          {"0211", {kHiddenTriple}},
          {"0212", {kHiddenQuad}},
          {"0300", {kXWing}},
          {"0301", {kSwordfish}},
          {"0302", {kJellyfish}},
          {"0310", {kFinnedXWing}},
          {"0311", {kFinnedSwordfish}},
          {"0312", {kFinnedJellyfish}},
          {"0320", {kSashimiXWing}},
          {"0321", {kSashimiSwordfish}},
          {"0322", {kSashimiJellyfish}},
          {"0331", {kFrankenSwordfish}},
          {"0332", {kFrankenJellyfish}},
          {"0340", {kFinnedFrankenXWing}},
          {"0341", {kFinnedFrankenSwordfish}},
          {"0342", {kFinnedFrankenJellyfish}},
          {"0362", {kFinnedMutantJellyfish}},
          {"0400", {kSkyscraper}},
          {"0401", {kTwoStringKite}},
          {"0402", {kEmptyRectangle}},
          {"0403", {kTurbotFish}},
          {"0404", {kDualTwoStringKite}},
          {"0405", {kDualEmptyRectangle}},
          {"0500", {kSimpleColoursTrap}},
          {"0501", {kSimpleColoursWrap}},
          {"0502", {kMultiColours}},
          {"0600", {kUniqueRectangle1}},
          {"0601", {kUniqueRectangle2}},
          {"0602", {kUniqueRectangle3}},
          {"0603", {kUniqueRectangle4}},
          {"0604", {kUniqueRectangle5}},
          {"0605", {kUniqueRectangle6}},
          {"0606", {kHiddenRectangle}},
          {"0607", {kAvoidableRectangle1}},
          {"0608", {kAvoidableRectangle2}},
          {"0610", {kBugPlusOne}},
          {"0701", {kXChain}},
          {"0702", {kXYChain}},
          {"0703", {kRemotePair}},
          {"0706", {kNiceLoop}},
          {"0707", {kDiscontinuousLoop}},
          {"0708", {kAlternatingChain}},
          {"0709", {kGroupedLoop}},
          {"0710", {kGroupedDiscontinuousLoop}},
          {"0711", {kGroupedChain}},
          {"0800", {kXYWing}},
          {"0801", {kXYZWing}},
          {"0803", {kWWing}},
          {"0901", {kAlmostLockedXZ}},
          {"0902", {kAlmostLockedXYWing}},
          {"0903", {kAlmostLockedChain}},
          {"0904", {kDeathBlossom}},
          {"1101", {kSueDeCoq}}};
  return *codes;
}

struct Case {
  std::string code;
  bool is_fail_case = false;
  Puzzle puzzle{Geometry::Standard()};
  std::set<std::string> effects;  // "182": 1 in r8c2, out or placed.
};

Case ReadCase(const std::string& line) {
  const std::vector<std::string> fields = absl::StrSplit(line, ':');
  Case result;
  result.code = fields[1].substr(0, 4);  // 03111: two fish as one.
  result.is_fail_case = fields[1].ends_with("-x");
  std::string clues;
  std::string filled_in;
  bool is_filled_in = false;
  for (const char c : fields[3]) {
    if (c != '+') {
      clues.push_back(is_filled_in ? '.' : c);
      filled_in.push_back(is_filled_in ? c : '.');
    }
    is_filled_in = c == '+';
  }
  result.puzzle = Puzzle(Geometry::Standard(), *Grid::FromLine(clues));
  result.puzzle.filled_in = *Grid::FromLine(filled_in);
  std::vector<DigitSet> candidates(81, AllDigits(9));
  for (const auto& deleted :
       absl::StrSplit(fields[4], ' ', absl::SkipEmpty())) {
    const std::string word(deleted);
    candidates[(word[1] - '1') * 9 + word[2] - '1'] &= ~DigitBit(word[0] - '0');
  }
  result.puzzle.candidates = candidates;
  for (const std::string& field : {fields[5], fields[6]}) {
    for (const auto& word : absl::StrSplit(field, ' ', absl::SkipEmpty())) {
      result.effects.emplace(word);
    }
  }
  return result;
}

std::set<std::string> EffectsOf(const Board& board, const Step& step) {
  std::set<std::string> effects;
  for (const auto* options :
       {&step.deduction.placed, &step.deduction.removed}) {
    for (const dlx::OptionId option : *options) {
      const Placement p = board.encoding().placement(option);
      effects.insert(absl::StrCat(p.digit, p.cell / 9 + 1, p.cell % 9 + 1));
    }
  }
  return effects;
}

// Whether some step of the techniques has just these effects.
bool IsFound(const Case& c, const Board& board) {
  const auto techniques = Codes().find(c.code);
  if (techniques == Codes().end()) return false;
  for (const Technique technique : techniques->second) {
    if (!VisitSteps(board, technique, [&](const Step& step) {
          return EffectsOf(board, step) != c.effects;
        })) {
      return true;
    }
  }
  return false;
}

TEST(TechniqueTest, FindsWhatHodokusLibraryStates) {
  const auto blank = StandardBoard();
  std::map<std::string, std::pair<int, int>> by_code;
  for (const std::string& line : LinesOf("techniques.txt", 1000)) {
    const Case c = ReadCase(line);
    const Board board = *Board::Create(blank, c.puzzle);
    const bool is_right = IsFound(c, board) != c.is_fail_case;
    EXPECT_TRUE(is_right) << line;
    ++by_code[c.code].second;
    if (is_right) ++by_code[c.code].first;
  }
  EXPECT_EQ(by_code.size(), Codes().size());
}

// ------------------------------------------------------------ whole puzzles

bool RestsOnExactCover(const Step& step) {
  return !RowOf(step.technique).needs_uniqueness;
}

// The marks are those of the candidates, however these came about.
void ExpectMarks(const Board& board) {
  const Board anew = board.Narrowed(board.state().left());
  for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
    EXPECT_EQ(board.marks().at(cell), anew.marks().at(cell));
  }
  const int houses = static_cast<int>(board.geometry().houses().size());
  for (int house = 0; house < houses; ++house) {
    EXPECT_EQ(board.marks().open(house), anew.marks().open(house));
    for (int digit = 1; digit <= board.geometry().size(); ++digit) {
      EXPECT_EQ(board.marks().places(house, digit),
                anew.marks().places(house, digit));
    }
  }
  EXPECT_EQ(board.is_dead(), board.state().DeadItem().has_value());
  EXPECT_EQ(anew.is_dead(), board.is_dead());
}

// Takes all steps; each is checked, and held to the solution.
Ratings CheckedSteps(Board board, const Grid& solution, StepOptions options) {
  options.memory = NewStepMemory();
  const Board start = board;
  while (const std::optional<Step> step = NextStep(board, options)) {
    EXPECT_THAT(StepText(board, *step), ::testing::HasSubstr(": "));
    if (RestsOnExactCover(*step)) {
      EXPECT_TRUE(dlx::CheckDeduction(board.state(), step->deduction))
          << StepText(board, *step);
    }
    for (const dlx::OptionId option : step->deduction.placed) {
      const Placement p = board.encoding().placement(option);
      EXPECT_EQ(solution[p.cell], p.digit) << StepText(board, *step);
    }
    for (const dlx::OptionId option : step->deduction.removed) {
      const Placement p = board.encoding().placement(option);
      EXPECT_NE(solution[p.cell], p.digit) << StepText(board, *step);
    }
    if (::testing::Test::HasFailure()) break;
    board.Apply(step->deduction);
    ExpectMarks(board);
  }
  const Ratings ratings = Rate(start, options);
  EXPECT_EQ(ratings.is_solved, board.state().is_solved());
  if (ratings.is_solved) {
    EXPECT_EQ(board.grid(), solution);
  }
  return ratings;
}

struct Sample {
  const char* file;
  Geometry geometry;
  size_t puzzles;
  size_t at_least_solved;
};

TEST(TechniqueTest, EveryStepFollowsAndLeadsToTheSolution) {
  const Sample kSamples[] = {
      {"diabolical.txt", Geometry::Standard(), 8, 6},
      {"17_clue.txt", Geometry::Standard(), 8, 6},
      {"top1465.txt", Geometry::Standard(), 1, 0},
      {"minimal.txt", Geometry::Standard(), 4, 2},
      {"4x4.txt", *Geometry::Classic(2, 2), 5, 5},
      {"6x6.txt", *Geometry::Classic(2, 3), 6, 4},
      {"xsudoku.txt", Geometry::Standard().WithDiagonals(), 1, 0},
  };
  std::map<Technique, uint64_t> uses;
  for (const Sample& sample : kSamples) {
    SCOPED_TRACE(sample.file);
    const auto blank = *BlankBoard::Create(sample.geometry);
    Solver solver = *Solver::Create(sample.geometry);
    size_t solved = 0;
    for (const std::string& line : LinesOf(sample.file, sample.puzzles)) {
      SCOPED_TRACE(line);
      const Board board = BoardOf(blank, line);
      const Grid solution =
          solver.Solve(Puzzle(sample.geometry, *Grid::FromLine(line))).solution;
      const Ratings ratings = CheckedSteps(board, solution, {});
      solved += ratings.is_solved ? 1 : 0;
      for (const auto& [technique, count] : ratings.uses) {
        uses[technique] += count;
      }
      if (::testing::Test::HasFailure()) return;
    }
    EXPECT_GE(solved, sample.at_least_solved);
  }
  EXPECT_GT(uses.size(), 15u);
}

TEST(TechniqueTest, RatesAsSudokuExplainer) {
  const auto blank = StandardBoard();
  Solver solver = *Solver::Create(Geometry::Standard());
  std::set<Technique> uses;
  const int one_in = dlx::testing::AllCases() ? 1 : 3;
  int lines = 0;
  for (const std::string& line : LinesOf("ratings.txt", 1000)) {
    if (++lines % one_in != 0) continue;
    SCOPED_TRACE(line);
    const std::vector<std::string> fields = absl::StrSplit(line, ' ');
    const Board board = BoardOf(blank, fields[0]);
    const Grid solution =
        solver.Solve(Puzzle(Geometry::Standard(), *Grid::FromLine(fields[0])))
            .solution;
    const Ratings ratings =
        CheckedSteps(board, solution, {.order = StepOrder::kExplainer});
    EXPECT_TRUE(ratings.is_solved);
    EXPECT_EQ(
        absl::StrFormat("%.1f/%.1f/%.1f", ratings.hardest / 10.0,
                        ratings.to_first_digit / 10.0, ratings.first / 10.0),
        fields[1]);
    for (const auto& [technique, count] : ratings.uses) uses.insert(technique);
  }
  EXPECT_GT(uses.size(), 30u);
  EXPECT_TRUE(uses.contains(Technique::kNestedDynamic));
}

TEST(TechniqueTest, OtherOptionsOtherSteps) {
  // Its 26th step is a unique rectangle.
  const auto blank = StandardBoard();
  const Board board = BoardOf(blank, LinesOf("diabolical.txt", 5).back());
  for (const auto& [technique, count] :
       Rate(board, {.uses_uniqueness = false}).uses) {
    EXPECT_FALSE(RowOf(technique).needs_uniqueness);
  }
  EXPECT_TRUE(Rate(board, {.deadline = absl::InfinitePast()}).is_stopped);
}

TEST(TechniqueTest, ABoardIsDeadWhenSomethingHasNoPlaceLeft) {
  const Board start = BoardOf(StandardBoard(), std::string(81, '.'));
  EXPECT_FALSE(start.is_dead());
  // No digit is left for a cell; then no cell for a digit of a row.
  for (const bool is_cell : {true, false}) {
    Board board = start;
    for (int i = 0; i < 9; ++i) {
      EXPECT_FALSE(board.is_dead()) << i;
      dlx::Deduction deduction;
      deduction.removed = {is_cell ? board.option(40, i + 1)
                                   : board.option(i, 5)};
      board.Apply(deduction);
      ExpectMarks(board);
    }
    EXPECT_TRUE(board.is_dead());
    EXPECT_FALSE(NextStep(board).has_value());
  }
}

TEST(TechniqueTest, TellsStepsInWords) {
  const auto blank = StandardBoard();
  std::map<std::string, std::string> texts;
  for (const std::string& line : LinesOf("diabolical.txt", 6)) {
    Board board = BoardOf(blank, line);
    while (const std::optional<Step> step = NextStep(board)) {
      texts.emplace(RowOf(step->technique).word, StepText(board, *step));
      board.Apply(step->deduction);
    }
  }
  EXPECT_EQ(texts["hidden-single-box"], "Hidden Single: 9 in box 2: r2c6=9");
  EXPECT_EQ(texts["pointing"],
            "Locked Candidates (Pointing): 1 of box 1 in column 1: not 1 in "
            "r4c1, r5c1, r6c1");
  EXPECT_EQ(texts["naked-pair"],
            "Naked Pair: 2 and 4 in r5c5, r5c7: not 2 in r5c8; not 4 in r5c2, "
            "r5c3");
  EXPECT_EQ(texts["x-wing"],
            "X-Wing: 5 in columns 6 and 8, rows 3 and 7: not 5 in r3c5, r7c9");
  EXPECT_EQ(texts["xyz-wing"],
            "XYZ-Wing: 5 in one of r5c8, r6c2, r6c8: not 5 in r6c7");
}

TEST(TechniqueTest, TellsWhichSetsAreLinkedByWhat) {
  const auto blank = StandardBoard();
  std::map<std::string, std::string> texts;
  for (const absl::string_view line :
       {"..............1..2.34....5.....3........6...."
        "21......7...3.......5...46.7..2.8..."}) {
    Board board = BoardOf(blank, line);
    while (const std::optional<Step> step = NextStep(board)) {
      texts.emplace(RowOf(step->technique).word, StepText(board, *step));
      board.Apply(step->deduction);
    }
  }
  EXPECT_EQ(texts["als-xz"],
            "Almost Locked Set XZ-Rule: either r6c3=6 or r6c8=4 (set in r6c3, "
            "r6c8); then not 4 in r4c9, r5c9, so r4c9=6 (set in r4c9, r5c9, "
            "r7c9, r9c9): not 6 in r4c1, r4c2, r4c3, r6c7");
}

TEST(TechniqueTest, TellsInWordsWhatIsRuledOutWithinChains) {
  const Board board = BoardOf(StandardBoard(), std::string(81, '.'));
  Step step{.technique = kNestedChains};
  step.deduction.kind = dlx::Deduction::Kind::kForcing;
  step.deduction.removed = {board.option(0, 5)};
  step.deduction.nested = {{.kind = dlx::Deduction::Kind::kForcing,
                            .removed = {board.option(1, 7)},
                            .base = {board.cell_item(2), board.cell_item(3)}}};
  EXPECT_EQ(
      StepText(board, step),
      "Dynamic Forcing Chain (+ Forcing Chains): within it, not 7 in r1c2 "
      "(a chain of 2 cells and houses): not 5 in r1c1");
  step.deduction.links = {
      {.item = board.cell_item(8), .off = {}, .on = {board.option(8, 3)}}};
  step.deduction.links.push_back(step.deduction.links[0]);  // Said once.
  EXPECT_THAT(
      StepText(board, step),
      ::testing::HasSubstr(
          "by way of r1c9=3 (cell); within it, not 7 in r1c2 (a chain"));
}

TEST(TechniqueTest, TheTableIsSortedAndHasNoNameTwice) {
  std::set<absl::string_view> words;
  int last = 0;
  for (const TechniqueRow& row : AllTechniques()) {
    EXPECT_LE(last, row.rating) << row.name;
    last = row.rating;
    EXPECT_TRUE(words.insert(row.word).second) << row.word;
    EXPECT_EQ(&RowOf(row.technique), &row);
  }
}

}  // namespace
}  // namespace sudoku
