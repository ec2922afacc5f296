#include "dlx/make/shape.h"

#include <set>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make::shape_test {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

const Shape kL = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}, {0, 1, 0}};
const Shape kBar = {{0, 0, 0}, {0, 0, 1}, {0, 0, 2}};
const Shape kSquare = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}};
const Shape kTwisted = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 1, 0}};

struct OrientationCase {
  Shape shape;
  Freedom freedom;
  bool space;
  size_t orientations;
};

TEST(OrientationsTest, AreAsMany) {
  const OrientationCase cases[] = {
      {kL, Freedom::kFixed, false, 1},
      {kL, Freedom::kRotate, false, 4},
      {kL, Freedom::kRotateAndReflect, false, 8},
      {kL, Freedom::kFixed, true, 1},
      {kL, Freedom::kRotate, true, 24},
      {kL, Freedom::kRotateAndReflect, true, 24},
      {kBar, Freedom::kRotateAndReflect, false, 2},
      {kBar, Freedom::kRotate, true, 3},
      {kSquare, Freedom::kRotateAndReflect, false, 1},
      {kSquare, Freedom::kRotate, true, 3},
      {kTwisted, Freedom::kRotate, true, 12},
      {kTwisted, Freedom::kRotateAndReflect, true, 24},
  };
  for (const OrientationCase& param : cases) {
    SCOPED_TRACE(&param - cases);
    const auto& [shape, freedom, space, count] = param;
    EXPECT_THAT(Orientations(shape, Motions(freedom, space)), SizeIs(count));
  }
}

TEST(MotionsTest, AreDifferentAndBeginWithTheIdentity) {
  const Cell corner = {1, 2, 3};
  for (Freedom freedom :
       {Freedom::kFixed, Freedom::kRotate, Freedom::kRotateAndReflect}) {
    for (bool space : {false, true}) {
      const std::vector<Motion> motions = Motions(freedom, space);
      std::set<Cell> images;
      for (const Motion& motion : motions) images.insert(motion(corner));
      EXPECT_EQ(images.size(), motions.size());
      EXPECT_EQ(motions.front()(corner), corner);
    }
  }
}

TEST(MotionsTest, HalfAreReflections) {
  int reflections = 0;
  for (const Motion& motion : Motions(Freedom::kRotateAndReflect, true)) {
    reflections += motion.is_reflection();
  }
  EXPECT_EQ(reflections, 24);
}

TEST(MovedTest, ShiftsAndSorts) {
  const Motion half_turn = {.axis = {0, 1, 2}, .sign = {1, -1, -1}};
  EXPECT_THAT(Moved(kL, half_turn), ElementsAre(Cell{0, 0, 2}, Cell{0, 1, 0},
                                                Cell{0, 1, 1}, Cell{0, 1, 2}));
}

}  // namespace
}  // namespace dlx::make::shape_test
