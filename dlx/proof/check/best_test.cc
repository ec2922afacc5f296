// Certificates of least costs: what is accepted is what brute force finds, and
// nothing else.

#include "dlx/proof/check/best.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/format.h"
#include "dlx/proof/write/best.h"
#include "dlx/proof/write/writer.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sealed.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::best_test {
namespace {

using ::dlx::testing::AllCovers;
using ::dlx::testing::Dice;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::Resealed;
using ::dlx::testing::ToNotation;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// "3 5", or "! " and why not.
std::string Verdict(const Problem& problem, absl::string_view certificate) {
  const auto facts = CheckBestCertificate(problem, SourceOf(certificate));
  return facts.ok() ? absl::StrJoin(facts->costs, " ")
                    : absl::StrCat("! ", facts.status().message());
}

// The same problem with costs.
Problem WithCosts(const Problem& problem, const Dice& dice, uint32_t range) {
  ProblemBuilder builder = ProblemBuilder::WithItemsOf(problem);
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    builder.AddOption(problem.option(OptionId(k)),
                      int64_t{dice(2 * range + 1)} - range);
  }
  return *std::move(builder).Build();
}

// All covers, the cheapest first.
std::vector<CostedCover> CoversByCost(const Problem& problem) {
  std::vector<CostedCover> covers;
  for (const testing::Cover& cover : AllCovers(problem)) {
    int64_t cost = 0;
    for (const OptionId option : cover) cost += problem.cost(option);
    covers.push_back({{cover.begin(), cover.end()}, cost});
  }
  std::stable_sort(covers.begin(), covers.end(),
                   [](const CostedCover& a, const CostedCover& b) {
                     return a.cost < b.cost;
                   });
  return covers;
}

std::string Least(const std::vector<CostedCover>& covers, size_t k) {
  std::vector<int64_t> costs;
  for (size_t i = 0; i < std::min(k, covers.size()); ++i) {
    costs.push_back(covers[i].cost);
  }
  return absl::StrJoin(costs, " ");
}

// That the cover is the best, by these weights and a branch on the first item.
std::string WithOneBranch(const Problem& problem, const CostedCover& cover,
                          int shift, const std::vector<int64_t>& weights) {
  std::string bytes;
  internal::CertificateWriter writer(problem,
                                     [&bytes](absl::string_view piece) {
                                       bytes.append(piece.data(), piece.size());
                                       return true;
                                     },
                                     1, {cover});
  writer.Weights(shift, weights);
  writer.Branch(ItemId(0));
  writer.FinishBest();
  return bytes;
}

struct Certified {
  absl::Status status;
  std::string bytes;
};
// That the first k of all covers are the best.
Certified Certify(const Problem& problem, size_t k,
                  std::vector<CostedCover> covers,
                  const SearchOptions& options = {}) {
  if (covers.size() > k) covers.resize(k);
  Certified certified;
  certified.status = WriteBestCertificate(
      problem, k, {.covers = covers},
      [&](absl::string_view bytes) {
        certified.bytes.append(bytes.data(), bytes.size());
        return true;
      },
      options);
  return certified;
}

TEST(BestCertificateTest, ProvesWhatBruteForceFinds) {
  int proved = 0;
  for (uint64_t seed = 1; seed <= 1500; ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    const Problem plain = RandomProblem(RandomShape(dice), dice);
    const Problem problem = WithCosts(plain, dice,
                                      seed % 3 == 0   ? 1
                                      : seed % 3 == 1 ? 9
                                                      : 1000000);
    const std::vector<CostedCover> covers = CoversByCost(problem);
    for (const size_t k : {1, 2, 5, 1000}) {
      const Certified certified =
          Certify(problem, k, covers,
                  {.engine = seed % 2 == 0 ? EngineKind::kAuto
                                           : EngineKind::kDancingLinks});
      ASSERT_TRUE(certified.status.ok()) << certified.status << "\n"
                                         << ToNotation(problem);
      ASSERT_EQ(Verdict(problem, certified.bytes), Least(covers, k))
          << ToNotation(problem);
      ++proved;
    }
  }
  EXPECT_GT(proved, 5000);
}

// Whatever a byte is changed to, with a seal that is right, and whatever is cut
// off: costs that are accepted are the least ones.
TEST(BestCertificateTest, MutationsProveNothingFalse) {
  int accepted = 0;
  int refused = 0;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    const Problem plain = RandomProblem(RandomShape(dice), dice);
    const Problem problem = WithCosts(plain, dice, 5);
    const std::vector<CostedCover> covers = CoversByCost(problem);
    const std::string bytes =
        Certify(problem, 2, covers, {.engine = EngineKind::kDancingLinks})
            .bytes;
    for (size_t at = 0; at < bytes.size(); ++at) {
      EXPECT_THAT(Verdict(problem, bytes.substr(0, at)), StartsWith("! "));
      for (int time = 0; time < 6; ++time) {
        std::string other = bytes;
        other[at] = static_cast<char>(time < 3 ? other[at] ^ (1 << dice(8))
                                               : static_cast<int>(dice(24)));
        if (other != bytes) {
          EXPECT_THAT(Verdict(problem, other), StartsWith("! "));
        }
        other = Resealed(other);
        const auto facts = CheckBestCertificate(problem, SourceOf(other));
        (facts.ok() ? accepted : refused) += 1;
        if (!facts.ok()) continue;
        const size_t k = facts->wanted;
        ASSERT_EQ(absl::StrJoin(facts->costs, " "), Least(covers, k))
            << ToNotation(problem);
      }
    }
  }
  EXPECT_GT(accepted, 100);
  EXPECT_GT(refused, 1000);
}

// Items in pairs, more than bit_sets has memory for: what is forced is taken
// first, so that the proof is little more than a chain.
TEST(BestCertificateTest, ManyParts) {
  constexpr uint32_t kParts = 12500;
  ProblemBuilder builder;
  for (uint32_t i = 0; i < 2 * kParts; ++i) {
    builder.AddPrimary(absl::StrCat(i));
  }
  CostedCover best;
  const Dice dice(1);
  for (uint32_t i = 0; i < kParts; ++i) {
    const auto cost = [&dice] { return int64_t{dice(1000)}; };
    const int64_t costs[] = {cost(), cost(), 2 * cost()};
    const ItemId a(2 * i);
    const ItemId b(2 * i + 1);
    builder.AddOption({{a}}, costs[0]);
    builder.AddOption({{b}}, costs[1]);
    builder.AddOption({{a}, {b}}, costs[2]);
    best.cost += std::min(costs[0] + costs[1], costs[2]);
    if (costs[2] <= costs[0] + costs[1]) {
      best.options.push_back(OptionId(3 * i + 2));
    } else {
      best.options.push_back(OptionId(3 * i));
      best.options.push_back(OptionId(3 * i + 1));
    }
  }
  const Problem problem = *std::move(builder).Build();
  const Certified certified = Certify(problem, 1, {best});
  ASSERT_TRUE(certified.status.ok()) << certified.status;
  const auto facts = CheckBestCertificate(problem, SourceOf(certified.bytes));
  ASSERT_TRUE(facts.ok()) << facts.status();
  EXPECT_EQ(facts->costs, std::vector<int64_t>{best.cost});
  EXPECT_LT(facts->nodes, 3 * kParts);
}

// Cycles of five edges, of which three cover all points, and by weights alone
// two and a half would do: there are many nodes, and none keeps all weights.
TEST(BestCertificateTest, WriterStaysWithinItsLimits) {
  constexpr uint32_t kCycles = 8;
  ProblemBuilder builder;
  for (uint32_t i = 0; i < 5 * kCycles; ++i) {
    builder.AddPrimary(absl::StrCat(i), {1, 2});
  }
  CostedCover best;
  best.cost = 3 * kCycles;
  for (uint32_t i = 0; i < 5 * kCycles; ++i) {
    const uint32_t next = i % 5 < 4 ? i + 1 : i - 4;
    builder.AddOption({{ItemId(i)}, {ItemId(next)}}, 1);
    if (i % 5 % 2 == 0) best.options.push_back(OptionId(i));
  }
  const Problem problem = *std::move(builder).Build();
  const Certified certified =
      Certify(problem, 1, {best}, {.memory_limit = 2500});
  ASSERT_TRUE(certified.status.ok()) << certified.status;
  EXPECT_EQ(Verdict(problem, certified.bytes), absl::StrCat(best.cost));
  EXPECT_TRUE(absl::IsResourceExhausted(
      Certify(problem, 1, {best}, {.memory_limit = 500}).status));
  EXPECT_TRUE(absl::IsCancelled(
      Certify(problem, 1, {best}, {.limits = {.time = absl::ZeroDuration()}})
          .status));
  Interrupter interrupter;
  interrupter.Request();
  EXPECT_TRUE(absl::IsCancelled(
      Certify(problem, 1, {best}, {.limits = {.interrupter = &interrupter}})
          .status));
}

// The same, with points to be covered once: in some ten thousand nodes. What
// two searches write is kept, or there is no memory for that.
TEST(BestCertificateTest, SearchesTakeTurns) {
  constexpr uint32_t kCycles = 8;
  ProblemBuilder builder;
  for (uint32_t i = 0; i < 5 * kCycles; ++i)
    builder.AddPrimary(absl::StrCat(i));
  CostedCover best;
  for (uint32_t i = 0; i < 5 * kCycles; ++i) {
    const uint32_t next = i % 5 < 4 ? i + 1 : i - 4;
    builder.AddOption({{ItemId(i)}, {ItemId(next)}}, 10);
    builder.AddOption({{ItemId(i)}}, 9);
    if (i % 5 == 0 || i % 5 == 2) best.options.push_back(OptionId(2 * i));
    if (i % 5 == 4) best.options.push_back(OptionId(2 * i + 1));
  }
  best.cost = 29 * kCycles;
  const Problem problem = *std::move(builder).Build();
  for (const size_t memory : {1 << 30, 1 << 16}) {
    const Certified certified =
        Certify(problem, 1, {best}, {.memory_limit = memory});
    ASSERT_TRUE(certified.status.ok()) << certified.status;
    EXPECT_EQ(Verdict(problem, certified.bytes), absl::StrCat(best.cost));
  }
}

// The largest bounds and costs, and large weights.
TEST(BestCertificateTest, LargeNumbers) {
  const Problem problem = ProblemFromNotation(
      "0:4294967295|a 1:4294967295|b\na b |4294967296\na |-4294967296\n"
      "b |-4294967296\na b |0\n");
  const std::vector<CostedCover> covers = CoversByCost(problem);
  for (const size_t k : {1, 3, 99}) {
    EXPECT_EQ(Verdict(problem, Certify(problem, k, covers).bytes),
              Least(covers, k));
  }
  for (const int64_t weight : {int64_t{-1} << 61, int64_t{1} << 61}) {
    for (const int shift : {0, 40}) {
      // Its bound is far below all costs: there are more branches than that.
      EXPECT_THAT(Verdict(problem, WithOneBranch(problem, covers[0], shift,
                                                 {weight, -weight})),
                  HasSubstr("a branch"));
    }
  }
}

TEST(BestCertificateTest, OtherCoversThanTheBestAreRefused) {
  const Problem problem =
      ProblemFromNotation("a b\na |3\nb |4\na b |9\na b |8\n");
  std::vector<CostedCover> covers = CoversByCost(problem);
  ASSERT_EQ(Least(covers, 9), "7 8 9");
  std::vector<CostedCover> others(covers.begin() + 1, covers.end());
  EXPECT_EQ(Certify(problem, 1, others).status.code(),
            absl::StatusCode::kInternal);
  EXPECT_EQ(Certify(problem, 5, others).status.code(),
            absl::StatusCode::kInternal);
  std::swap(covers[0], covers[1]);
  const std::string bytes = Certify(problem, 3, covers).bytes;
  EXPECT_THAT(Verdict(problem, bytes), HasSubstr("order of their costs"));
}

// A weight below 0 says something of an item that no two options have.
TEST(BestCertificateTest, WeightsOfColoursAreRefused) {
  const Problem problem =
      ProblemFromNotation("a b | x\na x:red |3\nb x:red |4\n");
  const CostedCover cover = {{OptionId(0), OptionId(1)}, 7};
  EXPECT_THAT(Verdict(problem, WithOneBranch(problem, cover, 0, {0, 0, -2})),
              HasSubstr("which has colours"));
}

TEST(BestCertificateTest, IsNoneOfACount) {
  const Problem problem = ProblemFromNotation("a b\na |3\nb |4\n");
  const std::string bytes = Certify(problem, 1, CoversByCost(problem)).bytes;
  EXPECT_THAT(CheckCertificate(problem, SourceOf(bytes)).status().message(),
              HasSubstr("of a number of covers"));
  EXPECT_THAT(Verdict(WithCosts(problem, Dice(1), 5), bytes),
              HasSubstr("another problem"));
}

TEST(BestCertificateTest, AnyNumberOfCoversMayBeWanted) {
  const Problem problem = ProblemFromNotation("a b\na |3\nb |4\na b |9\n");
  for (const size_t k : {~size_t{0}, ~size_t{0} >> 1, size_t{3}}) {
    EXPECT_EQ(
        Verdict(problem, Certify(problem, k, CoversByCost(problem)).bytes),
        "7 9");
  }
}

TEST(BestCertificateTest, HasLimits) {
  const Problem problem = ProblemFromNotation("a b\na |3\nb |4\n");
  const std::string bytes = Certify(problem, 1, CoversByCost(problem)).bytes;
  EXPECT_TRUE(
      absl::IsCancelled(CheckBestCertificate(problem, SourceOf(bytes),
                                             {.must_stop = [] { return true; }})
                            .status()));
  EXPECT_TRUE(absl::IsResourceExhausted(
      CheckBestCertificate(problem, SourceOf(bytes), {.memory = 1}).status()));
}

// The states behind which the options of a cover, or of a branch, were taken
// count for the limit: here 272 bytes or more for each of 2,000.
TEST(BestCertificateTest, StatesToGoBackToCountForTheLimitOfMemory) {
  std::string text = "2000:2000|a\n";
  CostedCover all;
  for (uint32_t i = 0; i < 2000; ++i) {
    text += "a |1\n";
    all.options.push_back(OptionId(i));
    ++all.cost;
  }
  const Problem problem = ProblemFromNotation(text);
  const auto expect = [&](size_t k, size_t memory, absl::StatusCode code) {
    const std::string bytes = Certify(problem, k, {all}).bytes;
    const auto facts =
        CheckBestCertificate(problem, SourceOf(bytes), {.memory = memory});
    EXPECT_EQ(facts.status().code(), code) << facts.status();
  };
  expect(1, 700'000, absl::StatusCode::kOk);
  expect(1, 400'000, absl::StatusCode::kResourceExhausted);
  expect(2, 2'000'000, absl::StatusCode::kOk);
  expect(2, 700'000, absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace dlx::best_test
