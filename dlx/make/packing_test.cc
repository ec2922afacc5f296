#include "dlx/make/packing.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/make/board.h"
#include "dlx/make/cover_count.h"
#include "dlx/make/picture.h"
#include "dlx/make/pieces.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::packing_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::kIsSanitized;
using ::dlx::testing::StatusIs;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;

constexpr absl::StatusCode kExhausted = absl::StatusCode::kResourceExhausted;
constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

// The problem in Knuth's notation, or what was wrong with it.
std::string Notation(const absl::StatusOr<Problem>& problem) {
  return problem.ok() ? ToNotation(*problem) : problem.status().ToString();
}

TEST(MakePackingTest, OptionsAreAPieceAndItsCells) {
  EXPECT_EQ(
      Notation(MakePacking({.board = *RectangularBoard("2x2"),
                            .pieces = *NamedPieces("monomino+trominoes:V")})),
      "O V 00 01 10 11\n"
      "O 00\nO 01\nO 10\nO 11\n"
      "V 00 01 10\nV 00 01 11\nV 00 10 11\nV 01 10 11\n");
}

TEST(MakePackingTest, CopiesBecomeMultiplicities) {
  EXPECT_EQ(Notation(MakePacking({.board = *RectangularBoard("1x3"),
                                  .pieces = *ParsePieces("piece A 2\n#\n"
                                                         "piece B 0:1\n#\n"
                                                         "piece C *\n#\n"
                                                         "piece D 1:\n##\n"
                                                         "piece E 0\n#\n"
                                                         "piece F 7:\n#\n")})),
            "2:2|A D 7:7|F 00 01 02 | B\n"
            "A 00\nA 01\nA 02\n"
            "B 00\nB 01\nB 02\n"
            "00\n01\n02\n"
            "D 00 01\nD 01 02\n"
            "F 00\nF 01\nF 02\n");
}

TEST(MakePackingTest, CellsThatNeedNotBeCoveredAreSecondary) {
  EXPECT_EQ(Notation(MakePacking({.board = *ParseBoard("#?\n"),
                                  .pieces = *NamedPieces("domino")})),
            "I 00 | 01\nI 00 01\n");
  EXPECT_EQ(Notation(MakePacking({.board = *RectangularBoard("1x2"),
                                  .pieces = *NamedPieces("monomino"),
                                  .allow_gaps = true})),
            "O | 00 01\nO 00\nO 01\n");
}

TEST(MakePackingTest, LargeBoardsHaveLongerNames) {
  const absl::StatusOr<Problem> problem = MakePacking(
      {.board = *RectangularBoard("1x37"), .pieces = *NamedPieces("domino")});
  ASSERT_THAT(problem, IsOk());
  EXPECT_TRUE(problem->FindItem("0.36").has_value());
}

struct CountCase {
  std::string board;
  std::string holes;
  std::string pieces;
  std::string copies;
  Freedom freedom;
  uint64_t covers;
};

constexpr Freedom kFixed = Freedom::kFixed;
constexpr Freedom kRotate = Freedom::kRotate;
constexpr Freedom kReflect = Freedom::kRotateAndReflect;

TEST(PackingCountTest, IsThatOfTheLiterature) {
  const CountCase cases[] = {
      {"3x20", "", "pentominoes", "1", kReflect, 8},
      // Dominoes: OEIS A004003, A001835, and in space A006253.
      {"6x6", "", "domino", "*", kReflect, 6728},
      {"3x8", "", "domino", "0:", kReflect, 153},
      {"3x8", "", "domino", "12", kReflect, 153},
      {"3x8", "", "domino", "11", kReflect, 0},
      {"4x4", "1x1@0,0+1x1@3,3", "domino", "*", kReflect, 0},
      {"2x2x2", "", "domino", "*", kRotate, 9},
      {"3x2x2", "", "domino", "*", kRotate, 32},
      // Horizontal dominoes only.
      {"2x3", "", "domino", "*", kFixed, 0},
      {"3x2", "", "domino", "*", kFixed, 1},
      // V trominoes.
      {"2x3", "", "trominoes:V", "*", kReflect, 2},
      {"3x3", "", "trominoes:V", "*", kReflect, 0},
      {"2x3", "", "trominoes:V", "*", kFixed, 0},
      // A board of 2^k x 2^k, but for one cell, always has one.
      {"4x4", "1x1@0,0", "trominoes:V", "*", kRotate, 1},
      // Five tetrominoes cover no rectangle: T has three cells of a colour.
      {"4x5", "", "tetrominoes", "1", kReflect, 0},
      {"2x10", "", "tetrominoes", "1", kReflect, 0},
      // Squares of side 1 and 2: OEIS A063443; and with few of side 2, by
      // hand.
      {"4x4", "", "monomino+tetrominoes:O", "*", kReflect, 35},
      {"2x4", "", "monomino+tetrominoes:O", "O=*,O4=1", kReflect, 3},
      {"2x4", "", "monomino+tetrominoes:O", "O=*,O4=0:1", kReflect, 4},
      {"2x4", "", "monomino+tetrominoes:O", "O=*,O4=1:2", kReflect, 4},
      // The Soma cube.
      {"3x3x3", "", "soma", "1", kRotate, 11520},
  };
  for (const CountCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const auto& [board, holes, names, copies, freedom, covers] = param;
    const absl::StatusOr<Board> cells = RectangularBoard(board, holes);
    ASSERT_THAT(cells, IsOk());
    absl::StatusOr<std::vector<Piece>> pieces = NamedPieces(names);
    ASSERT_THAT(pieces, IsOk());
    ASSERT_THAT(SetCopies(copies, *pieces), IsOk());
    EXPECT_THAT(MakePacking({.board = *cells,
                             .pieces = *pieces,
                             .space = cells->cells.back().layer > 0,
                             .freedom = freedom}),
                HasCovers(covers));
  }
}

TEST(MakePackingTest, GapsAreAllowed) {
  // Two of three cells, as a domino or as a pair of monominoes.
  EXPECT_THAT(MakePacking({.board = *RectangularBoard("1x3"),
                           .pieces = *NamedPieces("domino"),
                           .allow_gaps = true}),
              HasCovers(2));
  EXPECT_THAT(MakePacking({.board = *RectangularBoard("1x3"),
                           .pieces = *ParsePieces("piece O 2\n#\n"),
                           .allow_gaps = true}),
              HasCovers(3));
}

struct SymmetryCase {
  std::string board;
  std::string holes;
  std::string pieces;
  Freedom freedom;
  uint64_t covers;  // Divided by the board's symmetries.
};

TEST(SymmetryCountTest, IsThatOfTheLiterature) {
  const SymmetryCase cases[] = {
      {"3x20", "", "pentominoes", kReflect, 2},
      {"4x15", "", "pentominoes", kReflect, 368},
      {"5x12", "", "pentominoes", kReflect, 1010},
      {"6x10", "", "pentominoes", kReflect, 2339},
      {"8x8", "2x2", "pentominoes", kReflect, 65},
      {"2x3x10", "", "pentominoes", kRotate, 12},
      // Reflections exchange the pieces A and B.
      {"3x3x3", "", "soma", kRotate, 240},
  };
  for (const SymmetryCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    if (kIsSanitized) GTEST_SKIP() << "It is about numbers.";
    const auto& [board, holes, pieces, freedom, covers] = param;
    const absl::StatusOr<Board> cells = RectangularBoard(board, holes);
    ASSERT_THAT(cells, IsOk());
    EXPECT_THAT(MakePacking({.board = *cells,
                             .pieces = *NamedPieces(pieces),
                             .space = cells->cells.back().layer > 0,
                             .freedom = freedom,
                             .break_symmetry = true}),
                HasCovers(covers));
  }
}

TEST(MakePackingTest, SymmetryCannotBeBrokenWithSeveralCopies) {
  EXPECT_THAT(
      MakePacking({.board = *RectangularBoard("6x6"),
                   .pieces = *ParsePieces("piece I *\n##\n"),
                   .break_symmetry = true}),
      StatusIs(absl::StatusCode::kFailedPrecondition,
               HasSubstr("the board has 8 symmetries, and no one or two")));
}

TEST(MakePackingTest, RefusesWhatMakesNoSense) {
  const Board square = *RectangularBoard("2x2");
  const Board cube = *RectangularBoard("2x2x2");
  const std::vector<Piece> domino = *NamedPieces("domino");
  EXPECT_THAT(MakePacking({.board = cube, .pieces = domino}),
              StatusIs(kInvalid, HasSubstr("the board has several layers")));
  EXPECT_THAT(
      MakePacking({.board = square, .pieces = *NamedPieces("soma:A")}),
      StatusIs(kInvalid, HasSubstr("the piece 'A' has several layers")));
  EXPECT_THAT(
      MakePacking({.board = square, .pieces = {{.name = "A", .shape = {}}}}),
      StatusIs(kInvalid, "the piece 'A' has no cells"));
  EXPECT_THAT(MakePacking({.board = square, .pieces = {domino[0], domino[0]}}),
              StatusIs(kInvalid, "there are two pieces 'I'"));
  EXPECT_THAT(
      MakePacking({.board = square, .pieces = *ParsePieces("piece 00\n##\n")}),
      StatusIs(absl::StatusCode::kAlreadyExists,
               HasSubstr("item \"00\" is named twice")));
  EXPECT_THAT(MakePacking({.board = square,
                           .pieces = *ParsePieces("piece I *\n##\n"),
                           .allow_gaps = true}),
              StatusIs(kInvalid, HasSubstr("primary")));
  EXPECT_THAT(MakePacking({.board = *RectangularBoard("520x520"),
                           .pieces = *NamedPieces("pentominoes")}),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("the packing problem is too large")));
}

TEST(MakeDominoesTest, OptionsAreNeighbours) {
  const absl::StatusOr<Problem> problem =
      MakeDominoes({.rows = 2, .columns = 3});
  ASSERT_THAT(problem, IsOk());
  EXPECT_EQ(ToNotation(*problem),
            "00 01 02 10 11 12\n"
            "00 01\n00 10\n01 02\n01 11\n02 12\n10 11\n11 12\n");
}

struct DominoesCase {
  int rows;
  int columns;
  bool mutilated;
  uint64_t covers;
};

TEST(DominoesCountTest, IsThatOfTheLiterature) {
  const DominoesCase cases[] = {
      {1, 1, false, 0},    {1, 2, false, 1},   {2, 1, false, 1},
      {2, 10, false, 89},                       // OEIS A000045
      {3, 3, false, 0},    {3, 8, false, 153},  // OEIS A001835
      {4, 4, false, 36},                        // OEIS A004003
      {6, 6, false, 6728}, {4, 4, true, 0},    {6, 6, true, 0},
      {3, 4, true, 5},     {1, 4, true, 1},
  };
  for (const DominoesCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const auto& [rows, columns, mutilated, covers] = param;
    EXPECT_THAT(MakeDominoes(
                    {.rows = rows, .columns = columns, .mutilated = mutilated}),
                HasCovers(covers));
  }
}

TEST(MakeDominoesTest, LargeBoardsHaveLongerNames) {
  const absl::StatusOr<Problem> problem =
      MakeDominoes({.rows = 2, .columns = 40});
  ASSERT_THAT(problem, IsOk());
  EXPECT_TRUE(problem->FindItem("1.39").has_value());
}

TEST(MakeDominoesTest, RefusesWhatMakesNoSense) {
  EXPECT_THAT(MakeDominoes({.rows = 0, .columns = 3}),
              StatusIs(kInvalid, HasSubstr("not 0 x 3")));
  EXPECT_THAT(MakeDominoes({.rows = 3, .columns = -1}),
              StatusIs(kInvalid, HasSubstr("not 3 x -1")));
  EXPECT_THAT(MakeDominoes({.rows = 1, .columns = 2, .mutilated = true}),
              StatusIs(kInvalid, HasSubstr("more than 2 cells")));
  EXPECT_THAT(MakeDominoes({.rows = 2'000'000'000, .columns = 2'000'000'000}),
              StatusIs(kExhausted, HasSubstr("too large")));
}

}  // namespace
}  // namespace dlx::make::packing_test
