#include "dlx/make/pieces.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::pieces_test {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

constexpr uint32_t kMany = Copies::kUnlimited;

struct CopiesCase {
  std::string text;
  Copies copies;
};

TEST(ParseCopiesTest, GivesLowAndHigh) {
  const CopiesCase cases[] = {
      {"0", {0, 0}},   {"2", {2, 2}},      {"0:3", {0, 3}},
      {"4:4", {4, 4}}, {"2:", {2, kMany}}, {"*", {0, kMany}},
  };
  for (const CopiesCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const absl::StatusOr<Copies> copies = ParseCopies(param.text);
    ASSERT_THAT(copies, IsOk());
    EXPECT_EQ(*copies, param.copies);
  }
}

TEST(BadCopiesTest, IsExplained) {
  const char* const cases[] = {"",           ":",           ":3",    "x",
                               "-1",         "1:x",         "1:2:3", "**",
                               "1234567890", "0:1234567890"};
  for (const char* const param : cases) {
    SCOPED_TRACE(param);
    EXPECT_THAT(
        ParseCopies(param),
        StatusIs(kInvalid, HasSubstr("copies is like 2, 0:3, 2: or *")));
  }
}

TEST(ParseCopiesTest, LowIsNotAboveHigh) {
  EXPECT_THAT(ParseCopies("3:2"),
              StatusIs(kInvalid,
                       "there cannot be at least 3 and at most 2 "
                       "copies"));
}

struct SetCase {
  std::string text;
  std::vector<Copies> copies;  // Of the pieces A, B and a=b.
};

TEST(SetCopiesTest, ChangesSomePieces) {
  const SetCase cases[] = {
      {"2", {{2, 2}, {2, 2}, {2, 2}}},
      {"B=*", {{1, 1}, {0, kMany}, {1, 1}}},
      {"a=b=0:1,A=3", {{3, 3}, {1, 1}, {0, 1}}},
      {"*,A=1:", {{1, kMany}, {0, kMany}, {0, kMany}}},
  };
  for (const SetCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    std::vector<Piece> pieces = {{"A", {{}}}, {"B", {{}}}, {"a=b", {{}}}};
    ASSERT_THAT(SetCopies(param.text, pieces), IsOk());
    std::vector<Copies> copies;
    for (const Piece& piece : pieces) copies.push_back(piece.copies);
    EXPECT_EQ(copies, param.copies);
  }
}

TEST(SetCopiesTest, ExplainsWhatIsWrong) {
  std::vector<Piece> pieces = {{"A", {{}}}};
  EXPECT_THAT(SetCopies("B=2", pieces),
              StatusIs(kInvalid, "there is no piece 'B' to have copies of"));
  EXPECT_THAT(SetCopies("A=", pieces), StatusIs(kInvalid, HasSubstr("not ''")));
  EXPECT_THAT(SetCopies("A=1,", pieces),
              StatusIs(kInvalid, HasSubstr("not ''")));
}

std::vector<std::string> Names(const std::vector<Piece>& pieces) {
  std::vector<std::string> names;
  for (const Piece& piece : pieces) names.push_back(piece.name);
  return names;
}

struct NamedCase {
  std::string text;
  std::vector<std::string> names;
};

TEST(NamedPiecesTest, HaveTheirNames) {
  const NamedCase cases[] = {
      {"monomino", {"O"}},
      {"domino", {"I"}},
      {"trominoes", {"I", "V"}},
      {"tetrominoes", {"I", "L", "O", "S", "T"}},
      {"pentominoes",
       {"F", "I", "L", "N", "P", "T", "U", "V", "W", "X", "Y", "Z"}},
      {"one-sided-tetrominoes", {"I", "L", "L'", "O", "S", "S'", "T"}},
      {"soma", {"V", "L", "T", "Z", "A", "B", "P"}},
      {"conway", {"1x2x4", "2x2x2", "1x2x2", "1x1x3"}},
      {"slothouber-graatsma", {"1x2x2", "1x1x1"}},
      {"pentominoes:XF", {"X", "F"}},
      {"trominoes+tetrominoes:IO", {"I", "V", "I4", "O"}},
      {"monomino+domino+trominoes:I", {"O", "I", "I3"}},
  };
  for (const NamedCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const absl::StatusOr<std::vector<Piece>> pieces = NamedPieces(param.text);
    ASSERT_THAT(pieces, IsOk());
    EXPECT_THAT(Names(*pieces), ElementsAreArray(param.names));
  }
}

// All pieces of a set, and all their copies, fill a cube.
TEST(NamedPiecesTest, BlocksFillTheirCubes) {
  for (const auto& [name, volume] : {std::pair<std::string, size_t>{"soma", 27},
                                     {"conway", 125},
                                     {"slothouber-graatsma", 27}}) {
    const absl::StatusOr<std::vector<Piece>> pieces = NamedPieces(name);
    ASSERT_THAT(pieces, IsOk());
    size_t cells = 0;
    for (const Piece& piece : *pieces) {
      EXPECT_EQ(piece.copies.low, piece.copies.high);
      cells += piece.copies.low * piece.shape.size();
    }
    EXPECT_EQ(cells, volume) << name;
  }
}

struct CountCase {
  std::string name;
  size_t cells;
  size_t free;
  size_t one_sided;
};

// OEIS A000105 and A000988.
TEST(PieceSetSizeTest, IsThatOfTheLiterature) {
  const CountCase cases[] = {
      {"monomino", 1, 1, 1},        {"domino", 2, 1, 1},
      {"trominoes", 3, 2, 2},       {"tetrominoes", 4, 5, 7},
      {"pentominoes", 5, 12, 18},   {"hexominoes", 6, 35, 60},
      {"heptominoes", 7, 108, 196}, {"octominoes", 8, 369, 704},
  };
  for (const CountCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const auto& [name, cells, free, one_sided] = param;
    const absl::StatusOr<std::vector<Piece>> pieces = NamedPieces(name);
    ASSERT_THAT(pieces, IsOk());
    EXPECT_EQ(pieces->size(), free);
    EXPECT_EQ(NamedPieces("one-sided-" + name)->size(), one_sided);

    // They are all the polyominoes that there are, and all different.
    const std::vector<Motion> motions =
        Motions(Freedom::kRotateAndReflect, /*space=*/false);
    std::set<Shape> shapes;
    for (const Piece& piece : *pieces) {
      EXPECT_EQ(piece.shape.size(), cells);
      shapes.insert(Orientations(piece.shape, motions).front());
    }
    const std::vector<Shape> all = FreePolyominoes(static_cast<int>(cells));
    EXPECT_EQ(shapes, std::set<Shape>(all.begin(), all.end()));
  }
}

struct BadCase {
  std::string text;
  std::string message;
};

TEST(BadNamesTest, AreExplained) {
  const BadCase cases[] = {
      {"", "there are no pieces ''; known are monomino, domino,"},
      {"dekominoes", "there are no pieces 'dekominoes'; known are"},
      {"one-sided-soma", "there are no pieces 'one-sided-soma'"},
      {"one-sided-conway", "there are no pieces 'one-sided-conway'"},
      {"domino+", "there are no pieces ''"},
      {"tetrominoes:X", "there is no 'X' among the tetrominoes"},
      {"hexominoes:h", "there is no 'h' among the hexominoes"},
      {"tetrominoes:", "there are no pieces"},
      {"domino+domino+domino", "names a piece twice"},
  };
  for (const BadCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    EXPECT_THAT(NamedPieces(param.text),
                StatusIs(kInvalid, HasSubstr(param.message)));
  }
}

}  // namespace
}  // namespace dlx::make::pieces_test
