#include "sudoku/making/no_solution.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/ask/explain.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "gtest/gtest.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/rule_text.h"

namespace sudoku {
namespace {

// Why the puzzle has no solution, or "it has one".
std::string Why(const Puzzle& puzzle) {
  const Encoding encoding = Encoding::ForPuzzle(puzzle);
  const absl::StatusOr<dlx::Explanation> why =
      dlx::ExplainNoCover(encoding.problem());
  EXPECT_TRUE(why.ok()) << why.status();
  EXPECT_EQ(why->outcome, dlx::Outcome::kExhausted);
  return why->no_cover ? NoSolutionToString(encoding, why->items)
                       : "it has one";
}

std::string Why(const std::string& line) {
  return Why(Puzzle(Geometry::Standard(), *Grid::FromLine(line)));
}

TEST(NoSolutionTest, APuzzleWithASolution) {
  EXPECT_EQ(
      Why("8..........36......7..9.2...5...7.......457.....1...3...1....68"
          "..85...1..9....4.."),
      "it has one");
}

TEST(NoSolutionTest, ACellWithoutDigits) {
  EXPECT_EQ(Why(".12345678" + std::string(9, '.') + "........." + "9........" +
                std::string(45, '.')),
            "no digit fits in r1c1");
}

TEST(NoSolutionTest, ADigitWithoutPlace) {
  // Row 1 needs a 5 in its first three cells, where box 1 has one already.
  EXPECT_EQ(Why("...123467" + std::string(".5.......") + std::string(63, '.')),
            "row 1 has no place for a 5");
}

TEST(NoSolutionTest, SeveralDemands) {
  // Three cells of a box share two digits.
  std::vector<DigitSet> candidates(81, AllDigits(9));
  for (const int cell : {0, 1, 2}) candidates[cell] = DigitBit(7) | DigitBit(8);
  EXPECT_EQ(Why(FromCandidates(Geometry::Standard(), candidates)),
            "these cannot all be had: a digit in r1c1, a digit in r1c2 and a "
            "digit in r1c3");
}

std::vector<Rule> FindRules(const std::string& text) {
  Puzzle puzzle(*Geometry::FromSize(4));
  EXPECT_FALSE(AddRules(text, &puzzle).has_value());
  return puzzle.rules;
}

std::vector<std::string> ClashIn(const std::string& rules) {
  Puzzle puzzle(*Geometry::FromSize(4));
  EXPECT_FALSE(AddRules(rules, &puzzle).has_value());
  const std::optional<Clash> clash = FindClash(puzzle, {});
  std::vector<std::string> texts;
  for (const Rule& rule : clash->rules) texts.push_back(rule.text);
  return texts;
}

TEST(NoSolutionTest, RulesThatClash) {
  const std::vector<std::string> both = {"Cage~7~R1C1~R1C2",
                                         "Cage~3~R1C1~R2C1"};
  EXPECT_EQ(ClashIn(".Cage~7~R1C1~R1C2.Even~R4C4.Cage~3~R1C1~R2C1"), both);
  const std::vector<std::string> one = {"Thermo~R1C1~R2C2~R3C3~R4C4~R4C3"};
  EXPECT_EQ(ClashIn(".Even~R4C1." + one[0]), one);
  Puzzle puzzle(*Geometry::FromSize(4));
  EXPECT_EQ(ClashToString(puzzle, {.rules = FindRules(one[0])}),
            "this rule cannot hold: " + one[0]);

  // Without rules there is none either.
  puzzle.clues[0] = puzzle.clues[1] = 1;
  EXPECT_FALSE(AddRules(".Even~R4C4", &puzzle).has_value());
  EXPECT_TRUE(FindClash(puzzle, {})->rules.empty());

  // A given that a rule rules out.
  puzzle.clues[1] = 0;
  puzzle.clues[15] = 3;
  const std::optional<Clash> clash = FindClash(puzzle, {});
  EXPECT_EQ(clash->givens, std::vector<int>{15});
  EXPECT_EQ(ClashToString(puzzle, *clash),
            "this rule cannot hold with r4c4=3: Even~R4C4");
}

TEST(NoSolutionTest, Demands) {
  const Encoding encoding = Encoding::ForGeometry(*Geometry::FromSize(16));
  const auto demand = [&](const char* item) {
    return DemandToString(encoding, *encoding.problem().FindItem(item));
  };
  EXPECT_EQ(demand("r16c2"), "a digit in r16c2");
  EXPECT_EQ(demand("r2#7"), "a 7 in row 2");
  EXPECT_EQ(demand("c16#8"), "an 8 in column 16");
  EXPECT_EQ(demand("b3#A"), "an A in box 3");
  EXPECT_EQ(demand("b3#G"), "a G in box 3");
}

TEST(NoSolutionTest, ItemsOfFurtherRulesGoByTheirNames) {
  const Encoding encoding = Encoding::ForGeometry(*Geometry::FromSize(4));
  dlx::ProblemBuilder builder(encoding.problem());
  const dlx::ItemId cage = builder.AddPrimary("cage 1");
  const absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
  ASSERT_TRUE(problem.ok()) << problem.status();
  const absl::StatusOr<Encoding> with_cage = encoding.WithRules(*problem);
  ASSERT_TRUE(with_cage.ok()) << with_cage.status();
  EXPECT_EQ(NoSolutionToString(*with_cage, {cage}), "\"cage 1\" cannot be had");
  EXPECT_EQ(NoSolutionToString(*with_cage, {dlx::ItemId(0), cage}),
            "these cannot all be had: a digit in r1c1 and \"cage 1\"");
}

}  // namespace
}  // namespace sudoku
