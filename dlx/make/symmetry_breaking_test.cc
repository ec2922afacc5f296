// Symmetry breaking, held to what it promises by looking at all packings: the
// packings that are left, and their images under the symmetries of the board,
// are all packings, each exactly once.

#include "dlx/make/symmetry_breaking.h"

#include <ostream>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/random/distributions.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/board.h"
#include "dlx/make/packing.h"
#include "dlx/make/picture.h"
#include "dlx/make/pieces.h"
#include "dlx/search.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::symmetry_breaking_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;

// A packing as the set of the sets of cells that its pieces cover; no two
// pieces in these tests have the same shape.
using Packing = std::set<Shape>;

// All packings. Items whose names are numbers are cells.
std::vector<Packing> AllPackings(const PackingParams& params) {
  const absl::StatusOr<Problem> problem = MakePacking(params);
  EXPECT_THAT(problem, IsOk());
  std::vector<Packing> packings;
  const auto visit = [&](const Solution& solution) {
    Packing& packing = packings.emplace_back();
    for (OptionId option : solution.options) {
      Shape cells;
      for (const ItemUse& use : problem->option(option)) {
        std::string name(problem->item_name(use.item));
        if (name[0] < '0' || name[0] > '9') continue;
        if (!params.space) name.insert(0, "0");
        cells.push_back({name[0] - '0', name[1] - '0', name[2] - '0'});
      }
      packing.insert(cells);
    }
    return true;
  };
  EXPECT_THAT(ForEachSolution(*problem, visit), IsOk());
  return packings;
}

// The image of the packing under a motion that maps the board to itself.
Packing Image(const Packing& packing, const Shape& board,
              const Motion& motion) {
  // The same shift for all cells: the one that is right for the board.
  std::vector<Cell> moved_board;
  for (const Cell& cell : board) moved_board.push_back(motion(cell));
  const std::vector<Cell> shifted = ShiftedToOrigin(moved_board);
  const Cell shift = {shifted[0].layer - moved_board[0].layer,
                      shifted[0].row - moved_board[0].row,
                      shifted[0].column - moved_board[0].column};
  Packing image;
  for (const Shape& shape : packing) {
    std::set<Cell> cells;
    for (const Cell& cell : shape) {
      const Cell moved = motion(cell);
      cells.insert({moved.layer + shift.layer, moved.row + shift.row,
                    moved.column + shift.column});
    }
    image.insert(Shape(cells.begin(), cells.end()));
  }
  return image;
}

// Returns the order of the group that was divided out, or 0 if it was not
// possible. REQUIRES: the board's least layer, row and column are 0.
int CheckSymmetryBreaking(PackingParams params, bool must_exist) {
  const NumberedBoard board(params.board);
  const auto placements = FindPlacements(board, params.pieces,
                                         Motions(params.freedom, params.space));
  EXPECT_THAT(placements, IsOk());
  const absl::StatusOr<BrokenSymmetry> broken =
      BreakSymmetry(board, params.pieces, *placements, params.space);
  if (!broken.ok()) {
    EXPECT_THAT(broken, StatusIs(absl::StatusCode::kFailedPrecondition,
                                 ::testing::HasSubstr("symmetries")));
    return 0;
  }

  const std::vector<Packing> all_list = AllPackings(params);
  const std::set<Packing> all(all_list.begin(), all_list.end());
  EXPECT_EQ(all.size(), all_list.size());
  EXPECT_FALSE(must_exist && all.empty() && broken->group_order > 1);
  params.break_symmetry = true;
  const std::vector<Packing> left = AllPackings(params);
  EXPECT_EQ(left.size() * broken->group_order, all.size());

  std::set<Packing> images;
  for (const Packing& packing : left) {
    EXPECT_EQ(images.count(packing), 0) << "Two out of the same orbit.";
    for (const Motion& motion :
         Motions(Freedom::kRotateAndReflect, params.space)) {
      if (Moved(params.board.cells, motion) != params.board.cells) continue;
      // A symmetry of the board may still not be one of the pieces.
      Packing image = Image(packing, params.board.cells, motion);
      if (all.count(image) > 0) images.insert(std::move(image));
    }
  }
  EXPECT_EQ(images, all);
  return broken->group_order;
}

struct Case {
  std::string name;
  std::string board;
  std::string pieces;
  Freedom freedom;
  bool space;
  int group_order;
};

constexpr char kSquare4[] = "####\n####\n####\n####\n";
constexpr char kCube3[] =
    "###\n###\n###\n---\n###\n###\n###\n---\n###\n###\n###\n";
constexpr Freedom kFixed = Freedom::kFixed;
constexpr Freedom kRotate = Freedom::kRotate;
constexpr Freedom kReflect = Freedom::kRotateAndReflect;

TEST(SymmetryBreakingTest, LeavesOnePackingOfEachOrbit) {
  const Case cases[] = {
      // Reflections exchange the pieces A and B.
      {"Soma", kCube3, "soma", kRotate, true, 48},
      {"OneSided", "#####\n######\n######\n######\n#####\n",
       "one-sided-tetrominoes", kRotate, false, 2},
      // A reflection maps L to itself only if L may be turned over.
      {"Reflect", kSquare4, "tetrominoes:LT+pentominoes:P+trominoes:V",
       kReflect, false, 8},
      {"Rotate", kSquare4, "tetrominoes:LI+pentominoes:P+trominoes:V", kRotate,
       false, 4},
      {"Fixed", kSquare4, "tetrominoes:LI+pentominoes:P+trominoes:V", kFixed,
       false, 1},
      // Each piece can lie symmetrically in the centre, but no two can.
      {"OddLine", "#########", "monomino+trominoes:I+pentominoes:I", kReflect,
       false, 2},
      {"EvenLine", "######", "monomino+domino+trominoes:I", kReflect, false, 2},
      {"Optional", "?##?\n####\n?##?\n", "tetrominoes:L+pentominoes:P",
       kReflect, false, 4},
      {"Diagonal", "###.\n####\n####\n.###\n",
       "monomino+tetrominoes:LT+pentominoes:P", kReflect, false, 4},
      {"Lopsided", "####\n####\n##..\n", "pentominoes:PL", kReflect, false, 1},
  };
  for (const Case& param : cases) {
    SCOPED_TRACE(param.name);
    const auto& [name, board, pieces, freedom, space, group_order] = param;
    EXPECT_EQ(CheckSymmetryBreaking({.board = *ParseBoard(board),
                                     .pieces = *NamedPieces(pieces),
                                     .space = space,
                                     .freedom = freedom},
                                    /*must_exist=*/true),
              group_order);
  }
}

// One random set of small pieces after another, with a board for them.
TEST(SymmetryBreakingTest, HoldsForRandomPieces) {
  std::mt19937_64 random(2024);
  std::vector<Piece> small = *NamedPieces("monomino+domino+trominoes");
  const std::vector<Piece> larger = *NamedPieces("one-sided-tetrominoes");
  for (const Piece& piece : larger) {
    small.push_back({.name = piece.name + "4", .shape = piece.shape});
  }
  int divided = 0;
  int not_divided = 0;
  for (int round = 0; round < 2000; ++round) {
    const bool reflect = absl::Bernoulli(random, 0.5);
    std::vector<Piece> pieces;
    size_t cells = 0;
    for (const Piece& piece : small) {
      // With reflections, L and L' would be the same shape.
      if (reflect && piece.name.find('\'') != std::string::npos) continue;
      if (absl::Bernoulli(random, 0.4) && cells + piece.shape.size() <= 16) {
        pieces.push_back(piece);
        cells += piece.shape.size();
      }
    }
    if (cells == 0) continue;
    const size_t rows =
        absl::Uniform<size_t>(absl::IntervalClosed, random, 1, 4);
    const size_t columns = (cells + rows - 1) / rows;
    // A board that is too large by a few cells is filled with monominoes, of
    // which any number may be used.
    Board board = *RectangularBoard(absl::StrCat(rows, "x", columns));
    if (board.cells.size() > 9 || columns > 9) continue;
    if (board.cells.size() > cells) {
      pieces.push_back({.name = "unit",
                        .shape = {Cell{}},
                        .copies = {0, Copies::kUnlimited}});
      if (pieces.front().name == "O") continue;
    }
    const int order = CheckSymmetryBreaking(
        {.board = board,
         .pieces = pieces,
         .freedom = reflect ? Freedom::kRotateAndReflect : Freedom::kRotate},
        /*must_exist=*/false);
    ++(order == 0 ? not_divided : divided);
  }
  EXPECT_GT(divided, 100);
  EXPECT_GT(not_divided, 10);
}

}  // namespace
}  // namespace dlx::make::symmetry_breaking_test
