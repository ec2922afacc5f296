#include "dlx/make/piece.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::make {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::HasSubstr;

constexpr absl::StatusCode kInvalid = absl::StatusCode::kInvalidArgument;

constexpr uint32_t kMany = Copies::kUnlimited;

struct CopiesCase {
  std::string text;
  Copies copies;
};

class ParseCopiesTest : public ::testing::TestWithParam<CopiesCase> {};

TEST_P(ParseCopiesTest, GivesLowAndHigh) {
  const absl::StatusOr<Copies> copies = ParseCopies(GetParam().text);
  ASSERT_THAT(copies, IsOk());
  EXPECT_EQ(*copies, GetParam().copies);
}

INSTANTIATE_TEST_SUITE_P(All, ParseCopiesTest,
                         ::testing::ValuesIn<CopiesCase>({
                             {"0", {0, 0}},
                             {"2", {2, 2}},
                             {"0:3", {0, 3}},
                             {"4:4", {4, 4}},
                             {"2:", {2, kMany}},
                             {"*", {0, kMany}},
                         }));

class BadCopiesTest : public ::testing::TestWithParam<const char*> {};

TEST_P(BadCopiesTest, IsExplained) {
  EXPECT_THAT(ParseCopies(GetParam()),
              StatusIs(kInvalid, HasSubstr("copies is like 2, 0:3, 2: or *")));
}

INSTANTIATE_TEST_SUITE_P(All, BadCopiesTest,
                         ::testing::Values("", ":", ":3", "x", "-1", "1:x",
                                           "1:2:3", "**", "1234567890",
                                           "0:1234567890"));

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

class SetCopiesTest : public ::testing::TestWithParam<SetCase> {};

TEST_P(SetCopiesTest, ChangesSomePieces) {
  std::vector<Piece> pieces = {{"A", {{}}}, {"B", {{}}}, {"a=b", {{}}}};
  ASSERT_THAT(SetCopies(GetParam().text, pieces), IsOk());
  std::vector<Copies> copies;
  for (const Piece& piece : pieces) copies.push_back(piece.copies);
  EXPECT_EQ(copies, GetParam().copies);
}

INSTANTIATE_TEST_SUITE_P(All, SetCopiesTest,
                         ::testing::ValuesIn<SetCase>({
                             {"2", {{2, 2}, {2, 2}, {2, 2}}},
                             {"B=*", {{1, 1}, {0, kMany}, {1, 1}}},
                             {"a=b=0:1,A=3", {{3, 3}, {1, 1}, {0, 1}}},
                             {"*,A=1:", {{1, kMany}, {0, kMany}, {0, kMany}}},
                         }));

TEST(SetCopiesTest, ExplainsWhatIsWrong) {
  std::vector<Piece> pieces = {{"A", {{}}}};
  EXPECT_THAT(SetCopies("B=2", pieces),
              StatusIs(kInvalid, "there is no piece 'B' to have copies of"));
  EXPECT_THAT(SetCopies("A=", pieces), StatusIs(kInvalid, HasSubstr("not ''")));
  EXPECT_THAT(SetCopies("A=1,", pieces),
              StatusIs(kInvalid, HasSubstr("not ''")));
}

}  // namespace
}  // namespace dlx::make
