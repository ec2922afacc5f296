#include "dlx/verify.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;

// Knuth's example; the cover is {0, 3, 4}.
constexpr char kSevenItems[] =
    "a b c d e f g\n"
    "c e\n"
    "a d g\n"
    "b c f\n"
    "a d f\n"
    "b g\n"
    "d e g\n";

constexpr char kColors[] =
    "p q | x y\n"
    "p x:A y\n"  // 0
    "p x:B\n"    // 1
    "q x:A\n"    // 2
    "q y:A\n"    // 3
    "q x\n"      // 4
    "p x\n"      // 5
    "q y\n";     // 6

constexpr char kMultiplicities[] =
    "2:3|a 0:1|b 2:2|c\n"
    "a b\n"    // 0
    "a c\n"    // 1
    "c\n"      // 2
    "b\n"      // 3
    "a c\n"    // 4
    "a\n"      // 5
    "a b c\n"  // 6
    "c\n";     // 7

constexpr char kOneItem[] = "a\na\na\na\na\na\na\na\n";

struct Cover {
  const char* problem;
  std::vector<uint32_t> options;
};

struct NoCover {
  const char* problem;
  std::vector<uint32_t> options;
  const char* message;
};

std::vector<OptionId> Ids(const std::vector<uint32_t>& numbers) {
  std::vector<OptionId> ids;
  for (uint32_t number : numbers) ids.emplace_back(number);
  return ids;
}

TEST(VerifyTest, AcceptsCovers) {
  const std::vector<Cover> covers = {
      {kSevenItems, {0, 3, 4}},
      {kSevenItems, {4, 0, 3}},      // In any order.
      {kColors, {0, 2}},             // Twice the same colour.
      {kColors, {1, 3}},             // Different secondary items.
      {kColors, {1, 6}},             // One use without a colour.
      {kMultiplicities, {1, 4}},     // a, c twice; b not at all.
      {kMultiplicities, {0, 1, 4}},  // a three times, b once.
      {kMultiplicities, {0, 5, 2, 7}},
      {"0:1|a 0:2|b\na\nb\n", {}},  // The empty cover.
      {"0:1|a 0:2|b\na\nb\n", {1}},
  };
  for (const Cover& cover : covers) {
    EXPECT_THAT(
        VerifyCover(ProblemFromNotation(cover.problem), Ids(cover.options)),
        IsOk())
        << ::testing::PrintToString(cover.options) << " of\n"
        << cover.problem;
  }
}

TEST(VerifyTest, SaysWhyASetIsNoCover) {
  const std::vector<NoCover> table = {
      {kSevenItems,
       {},
       "item \"a\" is covered 0 times, but must be covered "
       "exactly once"},
      {kSevenItems,
       {0, 3},
       "item \"b\" is covered 0 times, but must be "
       "covered exactly once"},
      {kSevenItems,
       {3, 0, 4, 1},
       "item \"a\" is covered 2 times, by option 3 (a d f) and option 1 "
       "(a d g), but must be covered exactly once"},
      {kOneItem,
       {0, 1, 2},
       "item \"a\" is covered 3 times, by option 0 (a), option 1 (a) and "
       "option 2 (a), but must be covered exactly once"},
      {kOneItem,
       {0, 1, 2, 3, 4},
       "item \"a\" is covered 5 times, by option 0 (a), option 1 (a), option "
       "2 (a), option 3 (a) and option 4 (a), but must be covered exactly "
       "once"},
      {kOneItem,
       {6, 5, 4, 3, 2, 1},
       "item \"a\" is covered 6 times, by option 6 (a), option 5 (a), option "
       "4 (a), option 3 (a) and 2 others, but must be covered exactly once"},
      {kMultiplicities,
       {6, 2},
       "item \"a\" is covered once, by option 6 (a b c), but must be covered "
       "2 to 3 times"},
      {kMultiplicities,
       {0, 1, 4, 5},
       "item \"a\" is covered 4 times, by option 0 (a b), option 1 (a c), "
       "option 4 (a c) and option 5 (a), but must be covered 2 to 3 times"},
      {kMultiplicities,
       {0, 6, 2},
       "item \"b\" is covered 2 times, by option 0 (a b) and option 6 "
       "(a b c), but must be covered 0 to 1 times"},
      {kMultiplicities,
       {0, 1},
       "item \"c\" is covered once, by option 1 (a c), but must be covered "
       "exactly 2 times"},
      {kColors,
       {0, 4},
       "secondary item \"x\" has the colour \"A\" in option 0 (p x:A y) but "
       "no colour in option 4 (q x)"},
      {kColors,
       {4, 0},
       "secondary item \"x\" has no colour in option 4 (q x) but the colour "
       "\"A\" in option 0 (p x:A y)"},
      {kColors,
       {1, 2},
       "secondary item \"x\" has the colour \"B\" in option 1 (p x:B) but the "
       "colour \"A\" in option 2 (q x:A)"},
      {kColors,
       {5, 4},
       "secondary item \"x\" is covered 2 times, by option 5 (p x) and option "
       "4 (q x), but may be covered at most once without a colour"},
      // The first item that is wrong is named, not the first option.
      {kColors,
       {0, 3},
       "secondary item \"y\" has no colour in option 0 (p x:A y) but the "
       "colour \"A\" in option 3 (q y:A)"},
      {kColors,
       {0, 1, 2},
       "item \"p\" is covered 2 times, by option 0 (p x:A y) and option 1 "
       "(p x:B), but must be covered exactly once"},
  };
  for (const NoCover& entry : table) {
    EXPECT_THAT(
        VerifyCover(ProblemFromNotation(entry.problem), Ids(entry.options)),
        StatusIs(absl::StatusCode::kFailedPrecondition, entry.message));
  }
}

TEST(VerifyTest, RefusesWhatIsNoSetOfOptions) {
  const std::vector<NoCover> table = {
      {kSevenItems, {0, 3, 4, 6}, "there is no option 6; the problem has 6"},
      {kSevenItems,
       {0xffffffff},
       "there is no option 4294967295; the problem has 6"},
      {kSevenItems, {0, 3, 4, 3}, "option 3 (a d f) is listed twice"},
      // Even where the items could bear it.
      {kMultiplicities, {1, 1}, "option 1 (a c) is listed twice"},
      {kColors, {0, 2, 2}, "option 2 (q x:A) is listed twice"},
      {"a\n", {0}, "there is no option 0; the problem has 0"},
  };
  for (const NoCover& entry : table) {
    EXPECT_THAT(
        VerifyCover(ProblemFromNotation(entry.problem), Ids(entry.options)),
        StatusIs(absl::StatusCode::kInvalidArgument, entry.message));
  }
}

}  // namespace
}  // namespace dlx
