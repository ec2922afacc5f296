// Every question that there is, and what happens to bad ones. (That the page
// and the packages for JavaScript get the same answers is tested by
// tools/check_web.)

#include "web/face/face.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/rules/kind.h"

namespace web {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

Json Ask(const Json& question, std::vector<Json>* parts = nullptr) {
  const std::string answer = Answer(question.dump(), [&](const Json& part) {
    if (parts != nullptr) parts->push_back(part);
  });
  return Json::parse(answer);
}

std::string ErrorOf(const Json& question) {
  return Ask(question).value("error", "");
}

Json Small(absl::string_view what, absl::string_view cells) {
  return {
      {"do", std::string(what)}, {"size", 4}, {"cells", std::string(cells)}};
}

constexpr char kUnique[] = "1..4..1..2..3..2";
constexpr char kSolution[] = "1324241342313142";
constexpr char kTwo[] = "1....2....3....4";

TEST(FaceTest, BadQuestionsAreErrors) {
  EXPECT_THAT(Answer("{", [](const Json&) {}), HasSubstr("error"));
  EXPECT_THAT(Answer("[]", [](const Json&) {}), HasSubstr("an object"));
  EXPECT_THAT(ErrorOf({{"do", "dance"}}), HasSubstr("\"dance\""));
  EXPECT_THAT(ErrorOf({{"do", 7}}), HasSubstr("nothing to do"));
}

TEST(FaceTest, BadPuzzlesAreErrors) {
  EXPECT_THAT(ErrorOf(Small("solve", "1..")), Not(testing::IsEmpty()));
  EXPECT_THAT(ErrorOf({{"do", "solve"}, {"cells", std::string(kUnique)}}),
              HasSubstr("the grid has 9 rows, but there are 16 cells"));
  EXPECT_THAT(ErrorOf({{"do", "look"}, {"size", 99}}), HasSubstr("4 to 36"));
  EXPECT_THAT(ErrorOf({{"do", "look"}, {"size", 6}, {"windows", true}}),
              Not(testing::IsEmpty()));
}

TEST(FaceTest, LookTellsRulesCandidatesAndConflicts) {
  const Json look = Ask(Small("look", "11.............."));
  EXPECT_EQ(look["rules"]["box_rows"], 2);
  EXPECT_THAT(look["rules"]["region_of"], SizeIs(16));
  EXPECT_EQ(look["wrong_cells"], Json({0, 1}));
  EXPECT_THAT(look["conflicts"][0], HasSubstr("two 1s in row 1"));
  EXPECT_EQ(look["candidates"][15], 0b1111);
  EXPECT_EQ(look["filled"], 2);
  EXPECT_EQ(look["is_solution"], false);
  EXPECT_EQ(Ask(Small("look", kSolution))["is_solution"], true);
}

TEST(FaceTest, LookKnowsFurtherRules) {
  const Json x = Ask({{"do", "look"},
                      {"size", 9},
                      {"diagonals", true},
                      {"windows", true},
                      {"cells", std::string(81, '.')}});
  EXPECT_THAT(x["rules"]["shaded"], SizeIs(2 + 4));
  const Json jigsaw = Ask({{"do", "look"},
                           {"regions", "1122113243324443"},
                           {"cells", std::string(16, '.')}});
  EXPECT_EQ(jigsaw["rules"]["box_rows"], 0);
  const Json lying = Ask({{"do", "look"},
                          {"box_rows", 3},
                          {"box_columns", 2},
                          {"cells", std::string(36, '.')}});
  EXPECT_EQ(lying["rules"]["box_rows"], 3);
}

TEST(FaceTest, ReadTakesAnyFormat) {
  const Json read = Ask({{"do", "read"},
                         {"text",
                          "1..4..1..2..3..2 first\n?\n"
                          "1....2....3....4|1122113243324443\n"}});
  ASSERT_THAT(read["puzzles"], SizeIs(2));
  EXPECT_EQ(read["puzzles"][0]["cells"], kUnique);
  EXPECT_EQ(read["puzzles"][0]["note"], "first");
  EXPECT_EQ(read["puzzles"][1]["regions"], "1122113243324443");
  ASSERT_THAT(read["errors"], SizeIs(1));
  EXPECT_THAT(read["errors"][0].get<std::string>(), StartsWith("text:2:1"));
}

TEST(FaceTest, SolveProves) {
  const Json one = Ask(Small("solve", kUnique));
  EXPECT_EQ(one["verdict"], "unique");
  EXPECT_EQ(one["solution"], kSolution);

  const Json two = Ask(Small("solve", kTwo));
  EXPECT_EQ(two["verdict"], "multiple solutions");
  EXPECT_NE(two["solution"], two["second_solution"]);
  EXPECT_THAT(two["differing_cells"], SizeIs(12));
}

TEST(FaceTest, SolveTellsWhyThereIsNoSolution) {
  const Json clash = Ask(Small("solve", "11.............."));
  EXPECT_EQ(clash["verdict"], "no solution");
  EXPECT_THAT(clash["reason"], HasSubstr("two 1s"));
  EXPECT_EQ(clash["reason_cells"], Json({0, 1}));

  const Json hidden = Ask(Small("solve", "12.....4........"));
  EXPECT_EQ(hidden["verdict"], "no solution");
  EXPECT_NE(hidden["reason"], "");
  EXPECT_THAT(hidden["reason_cells"], Not(testing::IsEmpty()));
}

TEST(FaceTest, CandidatesCount) {
  Json question = Small("solve", kTwo);
  std::vector<uint64_t> candidates(16, 15);
  candidates[1] = 1 << 2;  // r1c2 is 3.
  question["candidates"] = candidates;
  EXPECT_EQ(Ask(question)["verdict"], "unique");
}

// A question with a body, and the answer with what follows the JSON.
Json AskWithBody(const Json& question, absl::string_view body) {
  const std::string answer =
      Answer(absl::StrCat(question.dump(), "\n", body), [](const Json&) {});
  const std::pair<std::string, std::string> parts =
      absl::StrSplit(answer, absl::MaxSplits('\n', 1));
  Json json = Json::parse(parts.first);
  json["body"] = parts.second;
  return json;
}

TEST(FaceTest, SolveAllKeepsTheOrder) {
  const Json question = {{"do", "solve-all"}, {"size", 4}};
  const Json all = AskWithBody(
      question, absl::StrCat(kUnique, "\n11..............\n", kTwo, "\n"));
  EXPECT_EQ(all["verdicts"], "10+");
  const std::vector<std::string> lines =
      absl::StrSplit(all["body"].get<std::string>(), '\n');
  EXPECT_THAT(lines,
              ElementsAre(kSolution, std::string(16, '.'), SizeIs(16), ""));

  EXPECT_EQ(AskWithBody(question, "")["verdicts"], "");
  EXPECT_THAT(AskWithBody({{"do", "solve-all"}}, kUnique)["error"].dump(),
              HasSubstr("puzzle 0 has 16 cells"));
  EXPECT_THAT(
      AskWithBody(question, absl::StrCat(kUnique, "\n\n", kTwo))["error"]
          .dump(),
      HasSubstr("this line has 0"));
}

TEST(FaceTest, SolveAllTakesMoreThanABatch) {
  std::string puzzles, verdicts;
  for (int i = 0; i < 300; ++i) {
    absl::StrAppend(&puzzles, i % 3 == 0 ? kUnique : kTwo, "\n");
    absl::StrAppend(&verdicts, i % 3 == 0 ? "1" : "+");
  }
  const Json question = {{"do", "solve-all"}, {"size", 4}};
  EXPECT_EQ(AskWithBody(question, puzzles)["verdicts"], verdicts);
  EXPECT_THAT(AskWithBody(question, puzzles + "1")["error"].dump(),
              HasSubstr("puzzle 300 has 1 cells"));
}

TEST(FaceTest, CountAndTally) {
  const std::string blank(16, '.');
  const Json count = Ask(Small("count", blank));
  EXPECT_EQ(count["count"], "288");
  EXPECT_EQ(count["is_all"], true);
  const Json tally = Ask(Small("tally", blank));
  EXPECT_EQ(tally["count"], "288");
  for (const Json& number : tally["tally"]) EXPECT_EQ(number, 288 / 4);

  Json some = Small("tally", blank);
  some["limit"] = 10;
  EXPECT_EQ(Ask(some)["is_all"], false);
}

TEST(FaceTest, LongCountsTellHowTheyAreGettingOn) {
  std::vector<Json> parts;
  const Json question = {{"do", "count"},
                         {"size", 9},
                         {"seconds", 1},
                         {"cells", std::string(81, '.')}};
  EXPECT_EQ(Ask(question, &parts)["is_all"], false);
  EXPECT_THAT(parts, Not(testing::IsEmpty()));
}

// Its first step is one of locked candidates.
constexpr char kLocked[] =
    "..84...3....3.....9....157479...8........7..514.....2...9.6...2.5....4...."
    "..9..56";
constexpr char kEscargot[] =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9"
    "....4..";

Json Nine(absl::string_view what, absl::string_view cells) {
  return {
      {"do", std::string(what)}, {"size", 9}, {"cells", std::string(cells)}};
}

TEST(FaceTest, HintsHaveNamesAndReasons) {
  const Json single = Ask(Small("hint", kUnique));
  EXPECT_EQ(single["kind"], "placement");
  EXPECT_EQ(single["level"], "easy");
  EXPECT_EQ(single["placed"][0][0], single["cell"]);
  EXPECT_THAT(single["reason"].get<std::string>(),
              HasSubstr(single["effect"].get<std::string>()));

  // Singles alone do not solve this one.
  const Json locked = Ask(Nine("hint", kLocked));
  EXPECT_EQ(locked["kind"], "elimination");
  EXPECT_EQ(locked["name"], "Locked Candidates (Pointing)");
  EXPECT_EQ(locked["rating"], 2.6);
  EXPECT_EQ(locked["where"], "5 of box 4 in column 3");
  EXPECT_EQ(locked["effect"], "not 5 in r2c3");
  EXPECT_EQ(locked["removed"], Json::array({Json::array({11, 5})}));
  EXPECT_THAT(locked["base"], SizeIs(Gt(1)));

  // No technique leads on.
  const Json hard = Ask(Nine("hint", kEscargot));
  EXPECT_EQ(hard["kind"], "elimination");
  EXPECT_THAT(hard["reason"], HasSubstr("otherwise"));

  EXPECT_EQ(Ask(Small("hint", kTwo))["kind"], "none");
  EXPECT_EQ(Ask(Small("hint", kSolution))["kind"], "none");
}

TEST(FaceTest, HintsThatAreKeptDoNotComeAgain) {
  const Json first = Ask(Nine("hint", kLocked));
  std::vector<uint64_t> kept(81, 511);
  for (const Json& removed : first["removed"]) {
    kept[removed[0]] &= ~(uint64_t{1} << (removed[1].get<int>() - 1));
  }
  Json question = Nine("hint", kLocked);
  question["kept"] = kept;
  const Json second = Ask(question);
  EXPECT_NE(second["kind"], "mistake");
  EXPECT_NE(second["removed"], first["removed"]);
}

TEST(FaceTest, MistakesAreNamedAndAreNoClues) {
  Json question = Small("hint", kUnique);
  question["mine"] = ".2..............";
  EXPECT_EQ(Ask(question)["kind"], "mistake");
  EXPECT_THAT(Ask(question)["reason"], HasSubstr("r1c2 is not 2"));
  question["do"] = "check";
  EXPECT_EQ(Ask(question)["is_right"], false);
  EXPECT_EQ(Ask(question)["wrong_cells"], Json({1}));
  question["do"] = "solve";
  EXPECT_EQ(Ask(question)["verdict"], "unique");

  question["do"] = "check";
  question["mine"] = ".3..............";
  EXPECT_EQ(Ask(question)["is_right"], true);
  question["kept"] = std::vector<uint64_t>(16, 0b0011);
  EXPECT_THAT(Ask(question)["sentence"], HasSubstr("crossed out"));

  // With several solutions, a digit is wrong that none of them has.
  Json two = Small("check", kTwo);
  two["mine"] = ".4..............";
  EXPECT_EQ(Ask(two)["is_right"], true);
  two["mine"] = ".2..............";
  EXPECT_EQ(Ask(two)["wrong_cells"], Json({1}));
}

TEST(FaceTest, StepsLeadToTheSolution) {
  const Json steps = Ask(Nine("steps", kLocked));
  EXPECT_EQ(steps["is_solved"], true);
  EXPECT_EQ(steps["cells"], Ask(Nine("solve", kLocked))["solution"]);
  EXPECT_THAT(steps["steps"], SizeIs(Gt(54)));
  EXPECT_EQ(steps["steps"][0]["cells"], kLocked);
  EXPECT_THAT(steps["steps"][0]["candidates"], SizeIs(81));
}

TEST(FaceTest, Ratings) {
  const Json easy = Ask(Small("rate", kUnique));
  EXPECT_EQ(easy["is_rated"], true);
  EXPECT_EQ(easy["level"], "easy");
  EXPECT_THAT(easy["uses"], Not(testing::IsEmpty()));
  EXPECT_EQ(Ask(Nine("rate", kLocked))["er"], 8.4);
  EXPECT_EQ(Ask(Small("rate", kTwo))["kind"], "none");
}

TEST(FaceTest, PossibleDigitsAreInSomeSolution) {
  const Json two = Ask(Small("possible", kTwo));
  EXPECT_EQ(two["is_all"], true);
  const Json tally = Ask(Small("tally", kTwo));
  for (int cell = 0; cell < 16; ++cell) {
    for (int d = 0; d < 4; ++d) {
      EXPECT_EQ(two["possible"][cell].get<int>() >> d & 1,
                tally["tally"][cell * 4 + d] > 0)
          << cell << " " << d;
    }
  }
  EXPECT_EQ(Ask(Small("possible", kSolution))["possible"][0], 1);
}

// The thermometer says all of row 2, and so the cage is 3 and 4.
constexpr char kRules[] =
    ".Cage~7~R1C1~R1C2.Thermo~R2C1~R2C2~R2C3~R2C4.WhiteDot~1~R3C1~R4C1";

TEST(FaceTest, RulesAreReadDrawnAndProved) {
  const Json read =
      Ask({{"do", "read"},
           {"text", absl::StrCat(".Shape~4x4.~R1C1_3", kRules, "\n")}});
  ASSERT_THAT(read["puzzles"], SizeIs(1)) << read;
  EXPECT_EQ(read["puzzles"][0]["rules"], kRules);
  EXPECT_THAT(read["puzzles"][0]["unknown_rules"], testing::IsEmpty());

  Json question = Small("look", std::string(16, '.'));
  question["rules"] = kRules;
  const Json look = Ask(question);
  EXPECT_THAT(look["drawing"]["rules"], SizeIs(3));
  EXPECT_THAT(look["drawing"]["below"].get<std::string>(), HasSubstr("<"));
  EXPECT_EQ(look["candidates"][4], 0b0001);
  EXPECT_EQ(look["candidates"][0], 0b1100);

  question["do"] = "count";
  const Json count = Ask(question);
  EXPECT_EQ(count["is_all"], true);
  question["do"] = "tally";
  EXPECT_EQ(Ask(question)["count"], count["count"]);
  question["do"] = "possible";
  EXPECT_EQ(Ask(question)["possible"][4], 0b0001);

  question["do"] = "generate";
  question["seed"] = 3;
  const Json made = Ask(question);
  ASSERT_THAT(made["puzzles"], SizeIs(1));
  Json easy = question;
  easy["difficulty"] = "easy";
  EXPECT_THAT(ErrorOf(easy), HasSubstr("cannot be chosen"));
  question["cells"] = made["puzzles"][0];
  question["do"] = "solve";
  EXPECT_EQ(Ask(question)["solution"], made["solutions"][0]);
  question["do"] = "steps";
  const Json steps = Ask(question);
  EXPECT_EQ(steps["cells"], made["solutions"][0]);
  EXPECT_THAT(steps.dump(), HasSubstr("Thermo~R2C1"));
  question["do"] = "watch";
  EXPECT_THAT(ErrorOf(question), HasSubstr("without further rules"));
}

TEST(FaceTest, RulesThatClashAndBadRulesAreNamed) {
  Json question = Small("solve", std::string(16, '.'));
  question["rules"] = ".Cage~3~R1C1~R1C2.Cage~7~R1C1~R1C3";
  const Json solved = Ask(question);
  EXPECT_EQ(solved["verdict"], "no solution");
  EXPECT_THAT(solved["reason"], HasSubstr("cannot all hold"));
  EXPECT_EQ(solved["reason_cells"], Json({0, 1, 0, 2}));
  question["rules"] = ".Cage~3~R1C1~R1C2.Thermo~R9C9";
  EXPECT_THAT(ErrorOf(question), HasSubstr("Thermo~R9C9"));
}

struct DrawnRule {
  const char* kind;
  const char* number;
  std::vector<int> cells;  // Of a 4x4 grid.
  const char* expected;    // A text, or a part of what is wrong.
  std::vector<int> other_cells = {};
};

Json Draw(const DrawnRule& drawn) {
  return Ask({{"do", "rule-text"},
              {"size", 4},
              {"kind", drawn.kind},
              {"number", drawn.number},
              {"cells", drawn.cells},
              {"other_cells", drawn.other_cells}});
}

TEST(FaceTest, StrokesOnTheGridBecomeRules) {
  const DrawnRule rules[] = {
      {"Thermo", "", {0, 4, 8}, "Thermo~R1C1~R2C1~R3C1"},
      {"Cage", "7", {0, 1}, "Cage~7~R1C1~R1C2"},
      {"Sum", "4, 1 2", {0, 1}, "Sum~4~1~2~R1C1~R1C2"},
      {"Indexing", "C", {5}, "Indexing~C~R2C2"},
      {"EqualSum", "", {0, 1}, "EqualSum~R1C1~R1C2~-~R2C1", {4}},
      {"Quad", "1 3", {6, 5, 10, 9}, "Quad~R2C2~1~3"},
      {"AntiKnight", "", {}, "AntiKnight"},
      {"Diagonal", "-1", {}, "Diagonal~-1"},
      {"Regex", "[12].*", {0, 1, 2}, "Regex~[12]%2E*~~R1C1~R1C2~R1C3"},
      // From above, from the left and from the right; a cell is enough.
      {"Skyscraper", "3", {1, 5}, "Skyscraper~C2~3~"},
      {"Skyscraper", "3", {7, 6}, "Skyscraper~R2~~3"},
      {"Skyscraper", "3", {8}, "Skyscraper~R3~3~"},
      {"XSum", "3", {14}, "XSum~C3~~3"},
      {"Sandwich", "2", {2, 14}, "Sandwich~2~C3"},
      // Diagonals that fall and rise, from either end.
      {"LittleKiller", "9", {4, 9}, "LittleKiller~9~R2C1"},
      {"LittleKiller", "9", {11, 6}, "LittleKiller~9~R3C4"},
      {"LittleKiller", "9", {1, 6}, "LittleKiller~9~R3C4"},
      {"LittleKiller", "9", {2, 8}, "LittleKiller~9~R1C3"},
      {"LittleKiller", "9", {2}, "LittleKiller~9~R1C3"},
      {"LittleKiller", "9", {15, 11, 6}, "LittleKiller~9~R3C4"},
  };
  for (const DrawnRule& drawn : rules) {
    EXPECT_EQ(Draw(drawn).value("text", ""), drawn.expected)
        << drawn.kind << Draw(drawn);
  }
  const DrawnRule wrong[] = {
      {"Thermo", "", {0}, "has 1 of at least 2 cells"},
      {"Thermo", "", {}, "Draw over"},
      {"Thermo", "", {16, 0}, "not in the grid"},
      {"Cage", "seven", {0, 1}, "neither a number nor a cell"},
      {"Sandwich", "", {0, 1}, "number is missing"},
      {"Skyscraper", "3", {0}, "along a row or a column"},
      {"Skyscraper", "3 4", {4, 5}, "\"3 4\" is more than the number"},
      {"Skyscraper", "3.AntiKing", {4, 5}, "more than the number"},
      {"Diagonal", "1.~R1C1_1", {}, "more than the number"},
      {"Sandwich", "3 4", {2, 14}, "needs a number and a row or column"},
      {"Skyscraper", "3", {0, 5}, "along a row or a column"},
      {"LittleKiller", "9", {0, 6}, "along a diagonal"},
      {"Quad", "1", {15}, "first of four cells"},
      {"Magic", "", {0}, "is not known here"},
  };
  for (const DrawnRule& drawn : wrong) {
    EXPECT_THAT(Draw(drawn).value("error", ""), HasSubstr(drawn.expected))
        << drawn.kind;
  }
}

TEST(FaceTest, EveryKindOfRuleCanBeDrawn) {
  const Json kinds = Ask({{"do", "rule-kinds"}})["kinds"];
  EXPECT_EQ(kinds.size(), sudoku::RuleKinds().size());
  for (const Json& kind : kinds) {
    EXPECT_EQ(kind["how"] == "", kind["strokes"] == 0) << kind;
    EXPECT_LE(kind["fewest_numbers"], kind["most_numbers"]) << kind;
  }
}

TEST(FaceTest, ReadingKeepsHousesAndOwnDigits) {
  const std::string blank(81, '.');
  const Json x =
      Ask({{"do", "read"}, {"text", ".Diagonal~1.Diagonal~-1.~R1C1_5\n"}});
  EXPECT_EQ(x["puzzles"][0]["cells"], "5" + blank.substr(1));
  const std::string json =
      R"({"size":4,"grid":[[{"value":1,"given":true},{"value":2},{},{}],)"
      R"([{},{},{},{}],[{},{},{},{}],[{},{},{},{}]],"diagonal+":true,)"
      R"("diagonal-":true})";
  const Json own = Ask({{"do", "read"}, {"text", json}});
  ASSERT_THAT(own["puzzles"], SizeIs(1)) << own;
  EXPECT_EQ(own["puzzles"][0]["mine"], ".2..............");
  EXPECT_EQ(own["puzzles"][0]["diagonals"], true);
}

TEST(FaceTest, WatchMakesAPage) {
  const Json methods = Ask({{"do", "methods"}});
  ASSERT_THAT(methods["methods"], SizeIs(Gt(4)));
  for (const Json& method : methods["methods"]) {
    Json question = Small("watch", kUnique);
    question["method"] = method["name"];
    const Json replay = Ask(question);
    if (replay.contains("error")) continue;  // root wants the blank board.
    EXPECT_GT(replay["steps"], 0) << method;
    EXPECT_THAT(replay["page"], HasSubstr("<!-- sudoku watch -->"));
  }
  Json question = Small("watch", kUnique);
  question["method"] = "cadical";
  EXPECT_THAT(ErrorOf(question), HasSubstr("no such method"));
}

TEST(FaceTest, Generate) {
  const Json question = {{"do", "generate"},
                         {"size", 4},
                         {"seed", 7},
                         {"count", 3},
                         {"symmetry", "half-turn"},
                         {"difficulty", "easy"}};
  const Json made = Ask(question);
  ASSERT_THAT(made["puzzles"], SizeIs(3));
  EXPECT_EQ(made, Ask(question));
  for (size_t k = 0; k < 3; ++k) {
    const Json solved =
        Ask(Small("solve", made["puzzles"][k].get<std::string>()));
    EXPECT_EQ(solved["verdict"], "unique");
    EXPECT_EQ(solved["solution"], made["solutions"][k]);
  }
  EXPECT_THAT(ErrorOf({{"do", "generate"}, {"symmetry", "odd"}}),
              HasSubstr("\"odd\""));
}

TEST(FaceTest, PrintAndPicture) {
  EXPECT_THAT(Ask(Small("print", kUnique))["page"].get<std::string>(),
              HasSubstr("<!-- sudoku: puzzles to print -->"));
  EXPECT_THAT(Ask(Small("picture", kUnique))["svg"].get<std::string>(),
              HasSubstr("<svg"));
}

TEST(FaceTest, InspectFindsBoards) {
  const std::string dominoes = "00 01 10 11\n00 01\n00 10\n01 11\n10 11\n";
  const Json facts = Ask({{"do", "inspect"}, {"text", dominoes}});
  EXPECT_EQ(facts["primary"], 4);
  EXPECT_EQ(facts["options"], 4);
  EXPECT_THAT(facts["board"]["cells"], SizeIs(4));
  EXPECT_THAT(facts["matrix"]["rows"], SizeIs(4));
  EXPECT_THAT(ErrorOf({{"do", "inspect"}, {"text", "a\nb\n"}}),
              HasSubstr("unknown item"));
  const Json plain = Ask({{"do", "inspect"}, {"text", "a b\na b\n"}});
  EXPECT_TRUE(plain["board"].is_null());
}

TEST(FaceTest, CoversHavePieces) {
  const Json found =
      Ask({{"do", "covers"},
           {"text", "00 01 10 11\n00 01\n00 10\n01 11\n10 11\n"}});
  EXPECT_EQ(found["count"], 2);
  EXPECT_EQ(found["outcome"], "exhausted");
  ASSERT_THAT(found["covers"], SizeIs(2));
  EXPECT_THAT(found["covers"][0]["pieces"], SizeIs(2));
  EXPECT_THAT(found["covers"][0]["texts"], Contains(testing::A<Json>()));
}

TEST(FaceTest, QueensStandInCells) {
  const Json made = Ask({{"do", "make"}, {"name", "queens"}, {"words", {"6"}}});
  const Json found =
      Ask({{"do", "covers"}, {"text", made["text"]}, {"limit", 1}});
  EXPECT_EQ(found["outcome"], "solution limit");
  EXPECT_THAT(found["covers"][0]["pieces"], SizeIs(6));
  // A queen has a row and a column; "c1" is no cell in row 12.
  EXPECT_THAT(found["covers"][0]["pieces"][0], SizeIs(1));
}

TEST(FaceTest, CountsOfCovers) {
  const Json made =
      Ask({{"do", "make"}, {"name", "dominoes"}, {"words", {"12x12"}}});
  EXPECT_EQ(Ask({{"do", "count-covers"}, {"text", made["text"]}})["count"],
            "53060477521960000");
  const Json none =
      Ask({{"do", "count-covers"}, {"text", "a b c d\na b\nb c\na c\nd\n"}});
  EXPECT_EQ(none["count"], "0");
  EXPECT_EQ(none["clashing_items"], Json({"a", "b", "c"}));
}

TEST(FaceTest, CountsUpToSymmetry) {
  const Json made = Ask({{"do", "make"}, {"name", "queens"}, {"words", {"6"}}});
  const Json classes =
      Ask({{"do", "count-classes"}, {"text", made["text"]}, {"seconds", 60}});
  EXPECT_EQ(classes["symmetries"], "8");
  EXPECT_EQ(classes["classes"], "1");
  EXPECT_EQ(classes["is_all"], true);

  // An item for each of eleven options: their kinds are counted with.
  std::string text = "a b c d e f g h i j k\n";
  for (char c = 'a'; c <= 'k'; ++c)
    absl::StrAppend(&text, std::string(1, c), "\n");
  const Json many = Ask({{"do", "count-classes"}, {"text", text}});
  EXPECT_EQ(many["symmetries"], "39916800");
  EXPECT_EQ(many["classes"], "1");
  const Json cannot =
      Ask({{"do", "count-classes"}, {"text", "2:3|a\na\na\na\n"}});
  EXPECT_THAT(cannot["why_not"], Not(testing::IsEmpty()));
}

TEST(FaceTest, BestSampleEstimate) {
  const std::string costs = "a b\na |3\nb |4\na b |9\na b |8\n";
  const Json best = Ask({{"do", "best-covers"}, {"text", costs}, {"k", 2}});
  ASSERT_THAT(best["covers"], SizeIs(2));
  EXPECT_EQ(best["covers"][0]["cost"], 7);

  const Json drawn =
      Ask({{"do", "sample-covers"}, {"text", costs}, {"n", 5}, {"seed", 1}});
  EXPECT_EQ(drawn["count"], "3");
  EXPECT_THAT(drawn["covers"], SizeIs(5));
  EXPECT_THAT(
      ErrorOf(
          {{"do", "sample-covers"}, {"text", costs}, {"n", int64_t{1} << 52}}),
      HasSubstr("fewer at a time"));

  const Json estimate = Ask({{"do", "estimate-covers"}, {"text", costs}});
  EXPECT_EQ(estimate["is_exact"], true);
  EXPECT_EQ(estimate["covers"]["value"], 3);
}

TEST(FaceTest, EveryFamilyMakesItsExample) {
  const Json families = Ask({{"do", "families"}});
  ASSERT_THAT(families["families"], SizeIs(Gt(10)));
  for (const Json& family : families["families"]) {
    EXPECT_NE(family["summary"], "");
    std::vector<std::string> words =
        absl::StrSplit(family["example"].get<std::string>(), ' ');
    words.erase(words.begin());  // The name.
    const bool wants_a_file =
        family["parameters"].dump().find("\"file\"") != std::string::npos;
    const Json made =
        Ask({{"do", "make"}, {"name", family["name"]}, {"words", words}});
    EXPECT_TRUE(made.contains("text") || wants_a_file) << family << made;
  }
  EXPECT_THAT(ErrorOf({{"do", "make"}, {"name", "cake"}}),
              HasSubstr("\"cake\""));
  const Json squares = Ask({{"do", "make"},
                            {"name", "word-squares"},
                            {"words", {"list"}},
                            {"files", {{"list", "bit\nice\nten\n"}}}});
  EXPECT_FALSE(squares.contains("error")) << squares;
}

}  // namespace
}  // namespace web
