#include "sudoku/making/rule_clues.h"

#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/limits.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/making/made_rules.h"
#include "sudoku/making/minimal.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/rule_text.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

using ::testing::AnyOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

Puzzle With(const std::string& rules) {
  Puzzle puzzle(*Geometry::FromSize(4));
  EXPECT_FALSE(AddRules(rules, &puzzle).has_value());
  return puzzle;
}

Minimality MinimalityOf(const Puzzle& puzzle) {
  Solver solver = *Solver::Create(puzzle.geometry);
  return CheckMinimal(puzzle, solver);
}

TEST(RuleCluesTest, LeaveOneSolutionAndAreAllNeeded) {
  for (const char* const rules :
       {"Diagonal~1", "Cage~6~R1C1~R1C2~R2C1", "~R1C1_1_2.Thermo~R2C2~R3C3",
        "Sandwich~5~R1.Even~R4C4"}) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
      Random random(seed);
      const auto puzzle = WithCluesForRules(With(rules), random, {});
      ASSERT_TRUE(puzzle.ok()) << puzzle.status();
      const Minimality minimality = MinimalityOf(*puzzle);
      EXPECT_EQ(minimality.verdict, Verdict::kUnique);
      EXPECT_THAT(minimality.redundant, IsEmpty());
      EXPECT_EQ(puzzle->rules, With(rules).rules);
    }
  }
}

TEST(RuleCluesTest, ASeedAlwaysMakesTheSame) {
  const auto made = [](uint64_t seed) {
    Random random(seed);
    return WithCluesForRules(With("Diagonal~1"), random, {})->clues;
  };
  EXPECT_EQ(made(1), made(1));
  EXPECT_NE(made(1), made(2));
}

TEST(RuleCluesTest, RulesThatNoGridFitsAreAnError) {
  Random random(1);
  EXPECT_EQ(WithCluesForRules(With("Cage~2~R1C1~R1C2"), random, {})
                .status()
                .message(),
            "no grid fits these rules");
}

RuleWishes WishesFor(const std::string& text) {
  RuleWishes wishes(With(""));
  EXPECT_FALSE(AddWishes(text, &wishes).has_value());
  return wishes;
}

// Of a rule whose number is asked for, the puzzle has one that holds, and there
// is none greater.
TEST(MadeRulesTest, QuestionMarksBecomeNumbersThatHold) {
  for (const char* const wish :
       {"Cage~?~R1C1~R1C2~R2C1", "Skyscraper~C2~?~", "Sandwich~?~R3",
        "LittleKiller~?~R1C1", "XSum~R1~~?"}) {
    Random random(5);
    const auto puzzle =
        WithMadeRules(WishesFor(absl::StrCat("Diagonal~1.", wish)), random, {});
    ASSERT_TRUE(puzzle.ok()) << puzzle.status();
    ASSERT_EQ(puzzle->rules.size(), 2);
    EXPECT_EQ(absl::StrReplaceAll(
                  puzzle->rules[1].text,
                  {{absl::StrCat("~", puzzle->rules[1].numbers[0]), "~?"}}),
              wish);
    EXPECT_EQ(MinimalityOf(*puzzle).verdict, Verdict::kUnique);
    EXPECT_THAT(MinimalityOf(*puzzle).redundant, IsEmpty());
  }
}

// As the solver that the text is from reads it: numbers of rows and columns,
// and the usual number of a line; a diagonal begins at one end.
TEST(MadeRulesTest, AreWrittenForOtherSolvers) {
  const auto made = [](const char* kind, int size) {
    RuleWishes wishes(Puzzle(*Geometry::FromSize(size)));
    wishes.kinds = {FindRuleKind(kind)};
    Random random(1);
    std::set<std::string> words;
    const Puzzle puzzle = *WithMadeRules(wishes, random, {});
    for (const Rule& rule : puzzle.rules) {
      for (const absl::string_view word : absl::StrSplit(rule.text, '~')) {
        words.emplace(word);
      }
    }
    return words;
  };
  EXPECT_THAT(made("NumberedRoom", 10), Contains(AnyOf("R10", "C10")));
  EXPECT_THAT(made("NumberedRoom", 10), Not(Contains(AnyOf("Ra", "Ca"))));
  EXPECT_THAT(made("Modular", 6), Contains("3"));
  EXPECT_THAT(made("LittleKiller", 4), Not(Contains("R4C1")));
}

// So many rules take long: each line has one at most.
TEST(MadeRulesTest, LargeGridsHaveNumbersAtOneEnd) {
  RuleWishes wishes(Puzzle(*Geometry::FromSize(10)));
  wishes.kinds = {FindRuleKind("NumberedRoom")};
  Random random(2);
  const Puzzle puzzle = *WithMadeRules(wishes, random, {});
  std::set<std::string> lines;
  for (const Rule& rule : puzzle.rules) {
    const std::vector<std::string> words = absl::StrSplit(rule.text, '~');
    lines.insert(words[1]);
  }
  EXPECT_EQ(lines.size(), puzzle.rules.size());
}

// What is too hard to decide has more clues, and not more time. Without bounds,
// one of these questions visits millions of nodes.
TEST(MadeRulesTest, HardQuestionsAreBounded) {
  RuleWishes wishes(Puzzle(*Geometry::FromSize(12)));
  for (const char* const cell :
       {"R1C1", "R1C12", "R2C12", "R2C1", "R1C8", "R12C2"}) {
    const std::string wish = absl::StrCat("LittleKiller~?~", cell);
    ASSERT_FALSE(AddWishes(wish, &wishes).has_value());
  }
  Random random(1, 1);
  const auto puzzle = WithMadeRules(wishes, random, {});
  ASSERT_TRUE(puzzle.ok()) << puzzle.status();
  EXPECT_EQ(puzzle->rules.size(), 6);
  const Answer answer = Solver::ForRules(*puzzle)->Solve(*puzzle);
  EXPECT_EQ(answer.verdict, Verdict::kUnique);
  EXPECT_EQ(answer.solution, puzzle->stated_solution);
}

TEST(MadeRulesTest, RulesOfKindsAreAllNeeded) {
  for (const RuleKind& kind : RuleKinds()) {
    if (!CanBeMade(kind)) continue;
    RuleWishes wishes = WishesFor("");
    wishes.kinds = {&kind};
    for (uint64_t seed = 0; seed < 3; ++seed) {
      SCOPED_TRACE(absl::StrCat(std::string(kind.name), " ", seed));
      Random random(seed);
      const auto puzzle = WithMadeRules(wishes, random, {});
      ASSERT_TRUE(puzzle.ok()) << puzzle.status();
      const Minimality minimality = MinimalityOf(*puzzle);
      EXPECT_EQ(minimality.verdict, Verdict::kUnique);
      EXPECT_THAT(minimality.redundant_rules, IsEmpty());
      for (const Rule& rule : puzzle->rules) EXPECT_EQ(rule.kind, &kind);
    }
  }
}

// Where a rule says that all marks are given, all are made, and stay.
TEST(MadeRulesTest, MarksThatAreAllGivenAreMade) {
  const auto made = [](const std::string& rule,
                       absl::Span<const char* const> kinds, uint64_t seed) {
    RuleWishes wishes = WishesFor(rule);
    for (const char* kind : kinds) wishes.kinds.push_back(FindRuleKind(kind));
    Random random(seed);
    return WithMadeRules(wishes, random, {});
  };
  for (uint64_t seed = 0; seed < 5; ++seed) {
    for (const auto& [rule, one, other] :
         {std::tuple("StrictKropki", "WhiteDot", "BlackDot"),
          std::tuple("StrictXV", "X", "V")}) {
      SCOPED_TRACE(absl::StrCat(rule, " ", seed));
      const auto puzzle = made(rule, {one, other}, seed);
      ASSERT_TRUE(puzzle.ok()) << puzzle.status();
      EXPECT_EQ(MinimalityOf(*puzzle).verdict, Verdict::kUnique);
      EXPECT_GT(puzzle->rules.size(), 1);
    }
  }
  EXPECT_EQ(made("StrictKropki", {"BlackDot"}, 1).status().message(),
            "the marks that are made are not all for StrictKropki in any of 20 "
            "grids");
}

TEST(MadeRulesTest, LimitsHold) {
  dlx::Interrupter interrupter;
  interrupter.Request();
  RuleWishes wishes = WishesFor("Cage~?~R1C1~R1C2");
  wishes.kinds = {FindRuleKind("Skyscraper")};
  Random random(1);
  EXPECT_TRUE(absl::IsCancelled(
      WithMadeRules(wishes, random, {.interrupter = &interrupter}).status()));
  EXPECT_TRUE(absl::IsDeadlineExceeded(
      WithMadeRules(wishes, random, {.time = absl::ZeroDuration()}).status()));
}

TEST(MadeRulesTest, WhatIsWrongHasItsPlace) {
  RuleWishes wishes = WishesFor("");
  const auto error = AddWishes("AntiKing.Cage~?~R1C1~R1C9", &wishes);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->offset, 21);
  EXPECT_EQ(error->sentence, "\"R1C9\" is not a cell of a grid of 4x4");
  // Between "Or" and "End" there are no wishes.
  EXPECT_EQ(AddWishes(".Or.Cage~?~R1C1.End", &wishes)->sentence,
            "\"?\" is neither a number nor a cell");
  // No digit is hidden in a row that rises.
  Random random(1);
  EXPECT_EQ(WithMadeRules(
                WishesFor("Thermo~R1C1~R1C2~R1C3~R1C4.HiddenSkyscraper~R1~?~"),
                random, {})
                .status()
                .message(),
            "no number makes HiddenSkyscraper~R1~?~ true in any of 20 grids");
}

TEST(RuleMinimalTest, RulesThatAreNotNeededAreNamed) {
  // The clues alone have one solution, and so each rule can go.
  Puzzle puzzle = With("Odd~R1C1.Thermo~R1C1~R2C2");
  puzzle.clues = *Grid::FromLine("1..4..1..2..3..2");
  EXPECT_THAT(MinimalityOf(puzzle).redundant_rules, ElementsAre(0, 1));
  EXPECT_FALSE(MinimalityOf(puzzle).is_minimal());
}

// Each rule and clue is needed if there are more solutions without it.
TEST(RuleMinimalTest, SaysWhatCountsSay) {
  Random random(7);
  Puzzle puzzle = *WithCluesForRules(
      With("Diagonal~1.Thermo~R1C1~R1C2~R1C3.Cage~5~R3C1~R3C2"), random, {});
  const Minimality minimality = MinimalityOf(puzzle);
  for (int i = 0; i < 3; ++i) {
    Puzzle without = puzzle;
    without.rules.erase(without.rules.begin() + i);
    Solver solver = *Solver::Create(*Encoding::ForRules(without));
    const bool is_redundant = solver.CountSolutions(without)->count == 1;
    EXPECT_EQ(::testing::Value(minimality.redundant_rules, Contains(i)),
              is_redundant);
  }
}

}  // namespace
}  // namespace sudoku
