#include "dlx/problem.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::Optional;

// Ids are strong types.
static_assert(!std::is_convertible_v<ItemId, OptionId>);
static_assert(!std::is_convertible_v<int, ItemId>);
static_assert(!std::is_copy_constructible_v<ProblemBuilder>);
static_assert(std::is_nothrow_move_constructible_v<Problem>);

Problem BuildOrDie(ProblemBuilder builder) {
  absl::StatusOr<Problem> problem = std::move(builder).Build();
  EXPECT_THAT(problem, IsOk());
  return *std::move(problem);
}

TEST(ProblemTest, TheExampleOfTheHeader) {
  ProblemBuilder builder;
  const ItemId a = builder.AddPrimary("a");
  const ItemId b = builder.AddPrimary("b");
  const ItemId x = builder.AddSecondary("x");
  const ColorId red = builder.AddColor("red");
  const OptionId first = builder.AddOption({a, {x, red}});
  const OptionId second = builder.AddOption({b, {x, red}});
  const OptionId third = builder.AddOption({a, b, x}, /*cost=*/5);
  ASSERT_THAT(builder.status(), IsOk());
  const Problem problem = BuildOrDie(std::move(builder));

  EXPECT_EQ(problem.item_count(), 3);
  EXPECT_EQ(problem.primary_count(), 2);
  EXPECT_EQ(problem.secondary_count(), 1);
  EXPECT_EQ(problem.option_count(), 3);
  EXPECT_EQ(problem.use_count(), 7);
  EXPECT_EQ(problem.color_count(), 1);
  EXPECT_TRUE(problem.has_colors());
  EXPECT_TRUE(problem.has_costs());
  EXPECT_FALSE(problem.has_multiplicities());
  EXPECT_THAT(problem.option(first), ElementsAre(ItemUse(a), ItemUse(x, red)));
  EXPECT_THAT(problem.option(second), ElementsAre(ItemUse(b), ItemUse(x, red)));
  EXPECT_THAT(problem.option(third),
              ElementsAre(ItemUse(a), ItemUse(b), ItemUse(x)));
  EXPECT_EQ(problem.cost(first), 0);
  EXPECT_EQ(problem.cost(second), 0);
  EXPECT_EQ(problem.cost(third), 5);
  EXPECT_EQ(problem.OptionToString(second), "b x:red");
  EXPECT_EQ(problem.OptionToString(third), "a b x");
}

TEST(ProblemTest, IdsCountFromZeroInTheOrderOfAdding) {
  ProblemBuilder builder;
  EXPECT_EQ(builder.AddSecondary("s"), ItemId(0));
  EXPECT_EQ(builder.AddPrimary("p"), ItemId(1));
  EXPECT_EQ(builder.AddColor("red"), ColorId(1));
  EXPECT_EQ(builder.AddColor("blue"), ColorId(2));
  EXPECT_EQ(builder.AddColor("red"), ColorId(1));
  EXPECT_EQ(builder.AddOption({ItemId(1)}), OptionId(0));
  // Items may also come after options.
  EXPECT_EQ(builder.AddPrimary("q"), ItemId(2));
  EXPECT_EQ(builder.AddOption({ItemId(2), ItemId(1)}), OptionId(1));
  // Equal options are different options.
  EXPECT_EQ(builder.AddOption({ItemId(2), ItemId(1)}), OptionId(2));
  const Problem problem = BuildOrDie(std::move(builder));

  EXPECT_FALSE(problem.is_primary(ItemId(0)));
  EXPECT_TRUE(problem.is_primary(ItemId(1)));
  EXPECT_TRUE(problem.is_primary(ItemId(2)));
  // The items of an option keep the order in which they were given.
  EXPECT_THAT(problem.option(OptionId(1)), ElementsAre(ItemId(2), ItemId(1)));
  // A colour that no option uses does not make a coloured problem.
  EXPECT_EQ(problem.color_count(), 2);
  EXPECT_FALSE(problem.has_colors());
}

TEST(ProblemTest, FindsNames) {
  ProblemBuilder builder;
  const ItemId item = builder.AddPrimary("an item");
  const ItemId secondary = builder.AddSecondary("ein Ding: \xc3\xbc|");
  const ColorId color = builder.AddColor("red");
  EXPECT_THAT(builder.FindItem("an item"), Optional(item));
  EXPECT_EQ(builder.FindItem("red"), std::nullopt);
  const Problem problem = BuildOrDie(std::move(builder));

  EXPECT_THAT(problem.FindItem("an item"), Optional(item));
  EXPECT_THAT(problem.FindItem("ein Ding: \xc3\xbc|"), Optional(secondary));
  EXPECT_THAT(problem.FindColor("red"), Optional(color));
  EXPECT_EQ(problem.FindItem("red"), std::nullopt);
  EXPECT_EQ(problem.FindItem(""), std::nullopt);
  EXPECT_EQ(problem.FindColor("an item"), std::nullopt);
  EXPECT_EQ(problem.FindColor(""), std::nullopt);
  EXPECT_EQ(problem.item_name(item), "an item");
  EXPECT_EQ(problem.color_name(color), "red");
}

TEST(ProblemTest, Multiplicities) {
  ProblemBuilder builder;
  const ItemId a = builder.AddPrimary("a");
  const ItemId b = builder.AddPrimary("b", {1, 1});
  const ItemId x = builder.AddSecondary("x");
  const ItemId c = builder.AddPrimary("c", {2, 3});
  const ItemId d = builder.AddPrimary("d");
  const ItemId y = builder.AddSecondary("y");
  const ItemId e = builder.AddPrimary("e", {0, 1});
  const ItemId f = builder.AddPrimary("f", {7, 0xffffffff});
  const Problem problem = BuildOrDie(std::move(builder));

  EXPECT_TRUE(problem.has_multiplicities());
  const std::vector<std::pair<ItemId, Multiplicity>> expected = {
      {a, {1, 1}}, {b, {1, 1}}, {x, {0, 1}}, {c, {2, 3}},
      {d, {1, 1}}, {y, {0, 1}}, {e, {0, 1}}, {f, {7, 0xffffffff}},
  };
  for (const auto& [item, multiplicity] : expected) {
    EXPECT_EQ(problem.multiplicity(item), multiplicity)
        << problem.item_name(item);
  }
}

TEST(ProblemTest, WithoutMultiplicities) {
  ProblemBuilder builder;
  const ItemId a = builder.AddPrimary("a", {1, 1});
  const ItemId x = builder.AddSecondary("x");
  const Problem problem = BuildOrDie(std::move(builder));
  EXPECT_FALSE(problem.has_multiplicities());
  EXPECT_EQ(problem.multiplicity(a), (Multiplicity{1, 1}));
  EXPECT_EQ(problem.multiplicity(x), (Multiplicity{0, 1}));
}

TEST(ProblemTest, Costs) {
  constexpr int64_t kMost = int64_t{1} << 32;
  ProblemBuilder builder;
  const ItemId a = builder.AddPrimary("a");
  const std::vector<int64_t> costs = {0, 0, kMost, 0, -kMost, 1, -1, 0};
  std::vector<OptionId> options;
  for (int64_t cost : costs) options.push_back(builder.AddOption({a}, cost));
  const Problem problem = BuildOrDie(std::move(builder));
  EXPECT_TRUE(problem.has_costs());
  for (size_t k = 0; k < costs.size(); ++k) {
    EXPECT_EQ(problem.cost(options[k]), costs[k]);
  }
}

TEST(ProblemTest, MayHaveNoOptionsAtAll) {
  ProblemBuilder builder;
  builder.AddPrimary("a");
  const Problem problem = BuildOrDie(std::move(builder));
  EXPECT_EQ(problem.option_count(), 0);
  EXPECT_EQ(problem.use_count(), 0);
  EXPECT_FALSE(problem.has_costs());
}

TEST(ProblemTest, CopiesShareTheirDataAndOutliveTheOriginal) {
  ProblemBuilder builder;
  const ItemId a = builder.AddPrimary("a");
  builder.AddOption({a}, 3);
  std::optional<Problem> original = BuildOrDie(std::move(builder));
  const Problem copy = *original;
  EXPECT_EQ(copy.option(OptionId(0)).data(),
            original->option(OptionId(0)).data());
  original.reset();
  EXPECT_EQ(copy.item_name(a), "a");
  EXPECT_EQ(copy.cost(OptionId(0)), 3);
}

// A caller need not know which type of string a name is.
TEST(ProblemTest, NamesAreStringsOfAnyType) {
  ProblemBuilder builder;
  const ItemId a = builder.AddPrimary("a");
  const Problem problem = BuildOrDie(std::move(builder));
  const std::string_view view = problem.item_name(a);
  const absl::string_view abseils_view = problem.item_name(a);
  const std::string text = problem.item_name(a);
  EXPECT_EQ(view, "a");
  EXPECT_EQ(abseils_view, "a");
  EXPECT_EQ(text, "a");
}

// ---------------------------------------------------------------------------
// A builder that starts from a problem.

// Two options, one with a colour.
Problem Small() {
  ProblemBuilder builder;
  const ItemId a = builder.AddPrimary("a");
  const ItemId x = builder.AddSecondary("x");
  const ItemId b = builder.AddPrimary("b");
  builder.AddOption({a, {x, builder.AddColor("red")}});
  builder.AddOption({b, a}, 3);
  return BuildOrDie(std::move(builder));
}

std::vector<std::string> Options(const Problem& problem) {
  std::vector<std::string> options;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    options.push_back(problem.OptionToString(OptionId(k)));
  }
  return options;
}

TEST(ExtensionTest, OfNothingIsTheSameProblem) {
  const Problem original = Small();
  const Problem copy = BuildOrDie(ProblemBuilder(original));
  EXPECT_EQ(Options(copy), Options(original));
  EXPECT_EQ(copy.item_count(), 3);
  EXPECT_EQ(copy.primary_count(), 2);
  EXPECT_FALSE(copy.is_primary(ItemId(1)));
  EXPECT_TRUE(copy.has_colors());
  EXPECT_THAT(copy.FindItem("b"), Optional(ItemId(2)));
  EXPECT_THAT(copy.FindColor("red"), Optional(ColorId(1)));
  EXPECT_EQ(copy.cost(OptionId(1)), 3);
}

TEST(ExtensionTest, KeepsIdsAndTheOriginal) {
  const Problem original = Small();
  ProblemBuilder builder(original);
  EXPECT_EQ(builder.AddColor("red"), ColorId(1));
  const ColorId blue = builder.AddColor("blue");
  EXPECT_EQ(blue, ColorId(2));
  EXPECT_EQ(builder.AddPrimary("c", {1, 2}), ItemId(3));
  EXPECT_THAT(builder.FindItem("x"), Optional(ItemId(1)));
  EXPECT_EQ(builder.AddOption({ItemId(3), ItemId(0), {ItemId(1), blue}}, -1),
            OptionId(2));
  const Problem extended = BuildOrDie(std::move(builder));
  EXPECT_THAT(Options(extended), ElementsAre("a x:red", "b a", "c a x:blue"));
  EXPECT_EQ(extended.cost(OptionId(1)), 3);
  EXPECT_EQ(extended.cost(OptionId(2)), -1);
  EXPECT_EQ(extended.multiplicity(ItemId(0)), (Multiplicity{1, 1}));
  EXPECT_EQ(extended.multiplicity(ItemId(3)), (Multiplicity{1, 2}));
  EXPECT_THAT(Options(original), ElementsAre("a x:red", "b a"));
  EXPECT_EQ(original.item_count(), 3);
}

TEST(ExtensionTest, ANameThatIsTakenIsAnError) {
  ProblemBuilder builder(Small());
  builder.AddPrimary("x");
  EXPECT_THAT(builder.status(), StatusIs(absl::StatusCode::kAlreadyExists,
                                         "item \"x\" is named twice"));
}

TEST(ExtensionTest, AddsItemsToOptions) {
  ProblemBuilder builder(Small());
  const ItemId y = builder.AddSecondary("y");
  const ItemId c = builder.AddPrimary("c");
  const ColorId red = builder.AddColor("red");
  const OptionId last = builder.AddOption({c});
  builder.AddToOption(OptionId(1), {{y, red}});
  builder.AddToOption(OptionId(1), {c});
  builder.AddToOption(OptionId(0), {});
  builder.AddToOption(last, {y});
  // Options may still be added.
  builder.AddOption({ItemId(0)});
  const Problem extended = BuildOrDie(std::move(builder));
  EXPECT_THAT(Options(extended),
              ElementsAre("a x:red", "b a y:red c", "c y", "a"));
  EXPECT_EQ(extended.use_count(), 9);
  EXPECT_EQ(extended.cost(OptionId(1)), 3);
}

TEST(ExtensionTest, MayBringTheFirstColor) {
  ProblemBuilder builder;
  const ItemId x = builder.AddSecondary("x");
  const OptionId option = builder.AddOption({builder.AddPrimary("a")});
  builder.AddToOption(option, {{x, builder.AddColor("red")}});
  EXPECT_TRUE(BuildOrDie(std::move(builder)).has_colors());
}

// What the builders have returned from which a problem came about, in any
// generation, is known to the next one.
TEST(ExtensionTest, KnowsTheIdsOfEarlierBuilders) {
  ProblemBuilder first;
  const ItemId a = first.AddPrimary("a");
  const ItemId x = first.AddSecondary("x");
  const ColorId red = first.AddColor("red");
  first.AddOption({a, {x, red}});
  ProblemBuilder second(BuildOrDie(std::move(first)));
  const ItemId b = second.AddPrimary("b");
  second.AddOption({a, b, {x, red}});
  const Problem problem = BuildOrDie(std::move(second));
  EXPECT_EQ(problem.item_name(a), "a");
  EXPECT_EQ(problem.item_name(b), "b");
  EXPECT_EQ(problem.color_name(red), "red");
  ProblemBuilder third(problem);
  third.AddOption({b, {x, red}});
  third.AddToOption(OptionId(0), {b});
  EXPECT_THAT(Options(BuildOrDie(std::move(third))),
              ElementsAre("a x:red b", "a b x:red", "b x:red"));
}

TEST(IdTest, AMarkIsNoPartOfTheNumber) {
  static_assert(sizeof(ItemId) == sizeof(uint32_t));
  for (const uint32_t mark : {0u, 1u, ItemId::kMarks}) {
    for (const uint32_t number : {0u, 5u, ItemId::kNone - 1}) {
      const ItemId item(number, mark);
      EXPECT_EQ(item.value(), number);
      EXPECT_EQ(item.mark(), mark);
      EXPECT_EQ(item, ItemId(number));
      EXPECT_LT(item, ItemId(number + 1));
      EXPECT_EQ(absl::HashOf(item), absl::HashOf(ItemId(number)));
    }
  }
  // A number that is too large is not taken for a small one.
  EXPECT_EQ(ItemId(ItemId::kNone + 1), ItemId(ItemId::kNone));
  EXPECT_EQ(ItemId(0xffffffff).mark(), 0);
}

// What comes out of a problem fits into any builder, as it must for copies that
// are built item by item.
TEST(IdTest, IdsOfAProblemHaveNoMark) {
  const Problem problem = Small();
  EXPECT_EQ(problem.FindItem("b")->mark(), 0);
  EXPECT_EQ(problem.FindColor("red")->mark(), 0);
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      EXPECT_EQ(use.item.mark(), 0);
      EXPECT_EQ(use.color.mark(), 0);
    }
  }
}

// ---------------------------------------------------------------------------
// Misuse.

#ifndef NDEBUG
TEST(ProblemDeathTest, IdsThatDoNotExist) {
  const Problem problem = Small();
  EXPECT_DEATH(static_cast<void>(problem.item_name(ItemId(3))), "item_count");
  EXPECT_DEATH(static_cast<void>(problem.is_primary(ItemId(3))), "item_count");
  EXPECT_DEATH(static_cast<void>(problem.multiplicity(ItemId(3))),
               "item_count");
  EXPECT_DEATH(static_cast<void>(problem.color_name(ColorId(2))),
               "color_count");
  EXPECT_DEATH(static_cast<void>(problem.color_name(kNoColor)), "kNoColor");
  EXPECT_DEATH(static_cast<void>(problem.option(OptionId(2))), "option_count");
  EXPECT_DEATH(static_cast<void>(problem.cost(OptionId(2))), "option_count");
  EXPECT_DEATH(static_cast<void>(problem.TotalCost({OptionId(2)})),
               "option_count");
  EXPECT_DEATH(static_cast<void>(problem.OptionToString(OptionId(2))),
               "option_count");
}

TEST(ProblemDeathTest, IdsOfAnotherBuilder) {
  const Problem problem = Small();
  ProblemBuilder other;
  const ItemId item = other.AddPrimary("a");
  const ColorId color = other.AddColor("red");
  EXPECT_DEATH(static_cast<void>(problem.item_name(item)), "mark");
  EXPECT_DEATH(static_cast<void>(problem.is_primary(item)), "mark");
  EXPECT_DEATH(static_cast<void>(problem.multiplicity(item)), "mark");
  EXPECT_DEATH(static_cast<void>(problem.color_name(color)), "mark");
}

TEST(ProblemDeathTest, UseAfterMove) {
  Problem problem = Small();
  const Problem moved = std::move(problem);
  // NOLINTBEGIN(bugprone-use-after-move): what happens then is the question.
  EXPECT_DEATH(static_cast<void>(problem.item_count()), "data_ != nullptr");
  EXPECT_DEATH(static_cast<void>(problem.FindItem("a")), "data_ != nullptr");
  EXPECT_DEATH(ProblemBuilder builder(problem), "data_ != nullptr");
  // NOLINTEND(bugprone-use-after-move)
}
#endif  // NDEBUG

// Also where there are no assertions: no problem lacks something.
TEST(ProblemBuilderTest, UseAfterMove) {
  ProblemBuilder builder;
  builder.AddPrimary("a");
  ProblemBuilder moved = std::move(builder);
  // NOLINTBEGIN(bugprone-use-after-move): what happens then is the question.
  builder.AddOption({builder.AddPrimary("b")});
  EXPECT_FALSE(builder.status().ok());
  EXPECT_FALSE(std::move(builder).Build().ok());
  EXPECT_TRUE(std::move(moved).Build().ok());
  EXPECT_FALSE(std::move(moved).Build().ok());
  // NOLINTEND(bugprone-use-after-move)
}

struct BadCall {
  const char* name;
  std::function<void(ProblemBuilder&)> call;
  absl::StatusCode code;
  const char* message;
};

// Each call is made on a builder that has the primary item "p" (number 0), the
// secondary item "s" (number 1), the colour "red" (number 1) and one option.
std::vector<BadCall> BadCalls() {
  constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;
  const ItemId p(0);
  const ItemId s(1);
  const ColorId red(1);
  return {
      {"PrimaryWithoutName", [](ProblemBuilder& b) { b.AddPrimary(""); },
       kInvalid, "an item has an empty name"},
      {"SecondaryWithoutName", [](ProblemBuilder& b) { b.AddSecondary(""); },
       kInvalid, "an item has an empty name"},
      {"ColorWithoutName", [](ProblemBuilder& b) { b.AddColor(""); }, kInvalid,
       "a colour has an empty name"},
      {"PrimaryNamedLikePrimary", [](ProblemBuilder& b) { b.AddPrimary("p"); },
       absl::StatusCode::kAlreadyExists, "item \"p\" is named twice"},
      {"PrimaryNamedLikeSecondary",
       [](ProblemBuilder& b) { b.AddPrimary("s"); },
       absl::StatusCode::kAlreadyExists, "item \"s\" is named twice"},
      {"SecondaryNamedLikePrimary",
       [](ProblemBuilder& b) { b.AddSecondary("p"); },
       absl::StatusCode::kAlreadyExists, "item \"p\" is named twice"},
      {"SecondaryNamedLikeSecondary",
       [](ProblemBuilder& b) { b.AddSecondary("s"); },
       absl::StatusCode::kAlreadyExists, "item \"s\" is named twice"},
      {"MultiplicityUpsideDown",
       [](ProblemBuilder& b) {
         b.AddPrimary("q", {3, 2});
       },
       kInvalid,
       "item \"q\" has the impossible multiplicity 3..2 (the low end is above "
       "the high end)"},
      {"MultiplicityZero",
       [](ProblemBuilder& b) {
         b.AddPrimary("q", {0, 0});
       },
       kInvalid,
       "item \"q\" has the impossible multiplicity 0..0 (it could never be "
       "covered)"},
      {"EmptyOption", [](ProblemBuilder& b) { b.AddOption({}); }, kInvalid,
       "option 1 is empty"},
      {"NoPrimaryItem", [=](ProblemBuilder& b) { b.AddOption({s}); }, kInvalid,
       "option 1 has no primary item, so that any cover could have it or not"},
      {"PrimaryItemTwice",
       [=](ProblemBuilder& b) {
         b.AddOption({p, s, p});
       },
       kInvalid, "option 1 has item \"p\" twice"},
      {"SecondaryItemTwice",
       [=](ProblemBuilder& b) {
         b.AddOption({s, p, {s, red}});
       },
       kInvalid, "option 1 has item \"s\" twice"},
      {"UnknownItem",
       [=](ProblemBuilder& b) {
         b.AddOption({p, ItemId(2)});
       },
       kInvalid, "option 1 uses item number 2, but there are only 2 items"},
      {"ItemNumberOutOfThisWorld",
       [](ProblemBuilder& b) { b.AddOption({ItemId(0xffffffff)}); }, kInvalid,
       "option 1 uses item number 536870911 or above, but there are only 2 "
       "items"},
      {"ItemOfAnotherBuilder",
       [](ProblemBuilder& b) {
         ProblemBuilder other;
         b.AddOption({other.AddPrimary("p")});
       },
       kInvalid, "option 1 uses item number 0 of another problem's builder"},
      {"AddedItemOfAnotherBuilder",
       [](ProblemBuilder& b) {
         ProblemBuilder other;
         other.AddPrimary("p");
         b.AddToOption(OptionId(0), {other.AddSecondary("s")});
       },
       kInvalid, "option 0 uses item number 1 of another problem's builder"},
      {"ColorOfAnotherBuilder",
       [=](ProblemBuilder& b) {
         ProblemBuilder other;
         b.AddOption({p, {s, other.AddColor("red")}});
       },
       kInvalid,
       "option 1 gives item \"s\" colour number 1 of another problem's "
       "builder"},
      {"UnknownColor",
       [=](ProblemBuilder& b) {
         b.AddOption({p, {s, ColorId(2)}});
       },
       kInvalid,
       "option 1 gives item \"s\" colour number 2, but there are only 1 "
       "colours"},
      {"UnknownOption",
       [=](ProblemBuilder& b) { b.AddToOption(OptionId(1), {s}); }, kInvalid,
       "there is no option 1 to add to; there are only 1 options"},
      {"AddedUnknownItem",
       [](ProblemBuilder& b) { b.AddToOption(OptionId(0), {ItemId(2)}); },
       kInvalid, "option 0 uses item number 2, but there are only 2 items"},
      {"AddedUnknownColor",
       [=](ProblemBuilder& b) {
         b.AddToOption(OptionId(0), {{s, ColorId(2)}});
       },
       kInvalid,
       "option 0 gives item \"s\" colour number 2, but there are only 1 "
       "colours"},
      {"AddedItemThatWasThere",
       [=](ProblemBuilder& b) { b.AddToOption(OptionId(0), {s}); }, kInvalid,
       "option 0 has item \"s\" twice"},
      {"AddedItemTwice",
       [=](ProblemBuilder& b) {
         const ItemId t = b.AddPrimary("t");
         b.AddToOption(OptionId(0), {t, t});
       },
       kInvalid, "option 0 has item \"t\" twice"},
      {"AddedItemTwiceInTwoCalls",
       [=](ProblemBuilder& b) {
         const ItemId t = b.AddPrimary("t");
         b.AddToOption(OptionId(0), {t});
         b.AddToOption(OptionId(0), {t});
       },
       kInvalid, "option 0 has item \"t\" twice"},
      {"AddedColoredPrimaryItem",
       [=](ProblemBuilder& b) {
         b.AddToOption(OptionId(0), {{b.AddPrimary("t"), red}});
       },
       kInvalid,
       "option 0 gives the primary item \"t\" a colour; only secondary items "
       "may have colours"},
      {"ColoredPrimaryItem",
       [=](ProblemBuilder& b) {
         b.AddOption({{p, red}, s});
       },
       kInvalid,
       "option 1 gives the primary item \"p\" a colour; only secondary items "
       "may have colours"},
      {"TooExpensive",
       [=](ProblemBuilder& b) { b.AddOption({p}, (int64_t{1} << 32) + 1); },
       absl::StatusCode::kOutOfRange,
       "option 1 has the cost 4294967297; costs may be from -4294967296 to "
       "4294967296"},
      {"TooCheap", [=](ProblemBuilder& b) { b.AddOption({p}, INT64_MIN); },
       absl::StatusCode::kOutOfRange,
       "option 1 has the cost -9223372036854775808; costs may be from "
       "-4294967296 to 4294967296"},
  };
}

class BadCallTest : public ::testing::TestWithParam<BadCall> {
 protected:
  BadCallTest() {
    const ItemId p = builder_.AddPrimary("p");
    const ItemId s = builder_.AddSecondary("s");
    builder_.AddOption({p, {s, builder_.AddColor("red")}});
    EXPECT_THAT(builder_.status(), IsOk());
  }

  ProblemBuilder builder_;
};

TEST_P(BadCallTest, IsReportedAtOnceAndByBuild) {
  GetParam().call(builder_);
  EXPECT_THAT(builder_.status(), StatusIs(GetParam().code, GetParam().message));
  EXPECT_THAT(std::move(builder_).Build(),
              StatusIs(GetParam().code, GetParam().message));
}

TEST_P(BadCallTest, HidesWhatComesAfterIt) {
  GetParam().call(builder_);
  for (const BadCall& other : BadCalls()) other.call(builder_);
  builder_.AddOption({builder_.AddPrimary("good")});
  EXPECT_THAT(std::move(builder_).Build(),
              StatusIs(GetParam().code, GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(ProblemBuilderTest, BadCallTest,
                         ::testing::ValuesIn(BadCalls()),
                         [](const auto& info) { return info.param.name; });

TEST(ProblemBuilderTest, AProblemNeedsAPrimaryItem) {
  EXPECT_THAT(ProblemBuilder().Build(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "the problem has no primary item"));
  ProblemBuilder builder;
  builder.AddSecondary("s");
  EXPECT_THAT(std::move(builder).Build(),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       "the problem has no primary item"));
}

TEST(ProblemBuilderTest, CanBeMoved) {
  ProblemBuilder first;
  const ItemId a = first.AddPrimary("a");
  ProblemBuilder second = std::move(first);
  second.AddOption({a});
  EXPECT_EQ(BuildOrDie(std::move(second)).OptionToString(OptionId(0)), "a");
}

TEST(ProblemBuilderTest, IsUsedUpByBuild) {
  ProblemBuilder builder;
  builder.AddPrimary("a");
  ASSERT_THAT(std::move(builder).Build(), IsOk());
  // NOLINTBEGIN(bugprone-use-after-move): what happens then is the question.
  builder.AddOption({builder.AddPrimary("b")});
  builder.AddToOption(OptionId(0), {ItemId(0)});
  builder.AddColor("red");
  EXPECT_EQ(builder.FindItem("a"), std::nullopt);
  EXPECT_THAT(std::move(builder).Build(),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       "the builder is used up"));
  // NOLINTEND(bugprone-use-after-move)
}

}  // namespace
}  // namespace dlx
