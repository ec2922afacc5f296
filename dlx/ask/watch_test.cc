#include "dlx/ask/watch.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/problem.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::testing::ProblemFromNotation;
using ::testing::ElementsAre;
using Kind = SearchEvent::Kind;

// "branch a 2", "choose 0", "dead end c", "cover", "back 0", "close a".
std::string ToString(const Problem& problem, const SearchEvent& event) {
  switch (event.kind) {
    case Kind::kBranch:
      return absl::StrCat("branch ", problem.item_name(event.item), " ",
                          event.options);
    case Kind::kChoose:
      return absl::StrCat("choose ", event.option.value());
    case Kind::kDeadEnd:
      return absl::StrCat("dead end ", problem.item_name(event.item));
    case Kind::kCover:
      return "cover";
    case Kind::kTakeBack:
      return absl::StrCat("back ", event.option.value());
    case Kind::kClose:
      return absl::StrCat("close ", problem.item_name(event.item));
  }
  return "";
}

std::vector<std::string> EventsOf(const Problem& problem,
                                  const std::vector<OptionId>& givens = {}) {
  std::vector<std::string> events;
  EXPECT_TRUE(WatchDancingLinks(problem, givens, [&](const SearchEvent& event) {
                events.push_back(ToString(problem, event));
                return true;
              }).ok());
  return events;
}

TEST(WatchTest, TellsEveryChoice) {
  EXPECT_THAT(EventsOf(ProblemFromNotation("a b c\na b\na c\nb\n")),
              ElementsAre("branch c 1", "choose 1", "branch b 1", "choose 2",
                          "cover", "back 2", "close b", "back 1", "close c"));
  EXPECT_THAT(
      EventsOf(ProblemFromNotation("a b c d\na b\na c\nb d\nc\nd b\n")),
      ElementsAre("branch a 2", "choose 0", "dead end d", "back 0", "choose 1",
                  "branch b 2", "choose 2", "cover", "back 2", "choose 4",
                  "cover", "back 4", "close b", "back 1", "close a"));
}

TEST(WatchTest, GivensAreChosenInAdvance) {
  const Problem problem = ProblemFromNotation("a b\na\nb\na b\n");
  EXPECT_THAT(
      EventsOf(problem, {OptionId(0)}),
      ElementsAre("branch b 1", "choose 1", "cover", "back 1", "close b"));
  EXPECT_THAT(EventsOf(problem, {OptionId(0), OptionId(2)}), ElementsAre());
}

TEST(WatchTest, AnItemWithoutOptionsIsADeadEndAtOnce) {
  EXPECT_THAT(EventsOf(ProblemFromNotation("a b\na\n")),
              ElementsAre("dead end b"));
}

TEST(WatchTest, StopsWhenNobodyListensAnyMore) {
  int heard = 0;
  EXPECT_TRUE(WatchDancingLinks(ProblemFromNotation("a b\na\nb\na b\n"), {},
                                [&](const SearchEvent&) { return ++heard < 3; })
                  .ok());
  EXPECT_EQ(heard, 3);
}

TEST(WatchTest, SaysWhatItCannotDo) {
  const auto observer = [](const SearchEvent&) { return true; };
  EXPECT_EQ(
      WatchDancingLinks(ProblemFromNotation("1:2|a b\na b\na\n"), {}, observer)
          .code(),
      absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(
      WatchDancingLinks(ProblemFromNotation("a\na\n"), {OptionId(1)}, observer)
          .code(),
      absl::StatusCode::kOutOfRange);
}

// What is told, on its own, leads to the covers and nowhere else.
TEST(WatchTest, CoversAreThoseOfTheOracle) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const testing::Dice dice(seed);
    testing::ProblemShape shape = testing::RandomShape(dice);
    shape.multiplicities = 0;
    const Problem problem = testing::RandomProblem(shape, dice);
    if (problem.has_multiplicities()) continue;
    std::vector<OptionId> chosen;
    std::vector<testing::Cover> covers;
    std::vector<ItemId> open;
    const absl::Status status =
        WatchDancingLinks(problem, {}, [&](const SearchEvent& event) {
          switch (event.kind) {
            case Kind::kBranch:
              open.push_back(event.item);
              break;
            case Kind::kChoose:
              chosen.push_back(event.option);
              break;
            case Kind::kTakeBack:
              EXPECT_EQ(chosen.back(), event.option);
              chosen.pop_back();
              break;
            case Kind::kClose:
              EXPECT_EQ(open.back(), event.item);
              open.pop_back();
              break;
            case Kind::kCover:
              covers.push_back(chosen);
              std::sort(covers.back().begin(), covers.back().end());
              break;
            case Kind::kDeadEnd:
              break;
          }
          return true;
        });
    ASSERT_TRUE(status.ok()) << status;
    EXPECT_TRUE(chosen.empty() && open.empty());
    std::sort(covers.begin(), covers.end());
    EXPECT_EQ(covers, testing::AllCovers(problem))
        << "seed " << seed << "\n"
        << testing::ToNotation(problem);
  }
}

}  // namespace
}  // namespace dlx
