#include "dlx/ask/symmetry/permutation_group.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <vector>

#include "absl/status/status.h"
#include "dlx/limits.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal {
namespace {

using dlx::testing::Dice;
using dlx::testing::IsOk;
using dlx::testing::StatusIs;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

constexpr size_t kMegabyte = size_t{1} << 20;

// By multiplying until nothing new comes.
std::set<Permutation> AllElements(size_t degree,
                                  const std::vector<Permutation>& generators) {
  std::set<Permutation> all = {Identity(degree)};
  std::vector<Permutation> to_do = {Identity(degree)};
  while (!to_do.empty()) {
    const Permutation element = to_do.back();
    to_do.pop_back();
    for (const Permutation& generator : generators) {
      Permutation product = Then(element, generator);
      if (all.insert(product).second) to_do.push_back(product);
    }
  }
  return all;
}

Permutation RandomPermutation(size_t degree, const Dice& dice) {
  Permutation permutation = Identity(degree);
  for (uint32_t p = 1; p < degree; ++p) {
    std::swap(permutation[p], permutation[dice(p + 1)]);
  }
  return permutation;
}

// How many points stay; conjugates and generators of one group agree in that.
size_t FixedPoints(const Permutation& permutation) {
  size_t fixed = 0;
  for (uint32_t p = 0; p < permutation.size(); ++p) {
    if (permutation[p] == p) ++fixed;
  }
  return fixed;
}

TEST(PermutationGroupTest, AgreesWithMultiplication) {
  const Dice dice(1);
  const LimitWatch watch{Limits()};
  for (int i = 0; i < 60; ++i) {
    const size_t degree = 1 + dice(6);
    std::vector<Permutation> generators;
    for (uint32_t k = dice(4); k > 0; --k) {
      generators.push_back(RandomPermutation(degree, dice));
      // Powers make smaller groups.
      if (dice(2) == 0) {
        generators.back() = Then(generators.back(), generators.back());
      }
    }
    const std::set<Permutation> all = AllElements(degree, generators);
    const auto group =
        PermutationGroup::Generate(degree, generators, watch, kMegabyte);
    ASSERT_THAT(group, IsOk());
    ASSERT_EQ(group->order(), all.size());
    std::set<Permutation> listed;
    size_t fixed = 0;
    for (uint64_t k = 0; k < all.size(); ++k) {
      const Permutation element = group->Element(k);
      EXPECT_EQ(group->IndexOf(element), k);
      listed.insert(element);
      fixed += FixedPoints(element);
    }
    EXPECT_EQ(listed, all);
    const auto classes = group->Classes(watch, kMegabyte);
    ASSERT_THAT(classes, IsOk());
    EXPECT_EQ((*classes)[0].representative, Identity(degree));
    Natural sum = 0;
    Natural fixed_by_class = 0;
    for (const ElementClass& some : *classes) {
      sum += some.size;
      fixed_by_class += some.size * FixedPoints(some.representative);
    }
    EXPECT_EQ(sum, all.size());
    EXPECT_EQ(fixed_by_class, fixed);
  }
}

TEST(PermutationGroupTest, ClassesOfPermutationsAreThePartitions) {
  const LimitWatch watch{Limits()};
  const std::vector<Permutation> generators = {{1, 2, 3, 4, 5, 6, 7, 0},
                                               {1, 0, 2, 3, 4, 5, 6, 7}};
  const auto group =
      PermutationGroup::Generate(8, generators, watch, kMegabyte);
  ASSERT_THAT(group, IsOk());
  EXPECT_EQ(group->order(), 40320);
  const auto classes = group->Classes(watch, kMegabyte);
  ASSERT_THAT(classes, IsOk());
  EXPECT_EQ(classes->size(), 22);
}

TEST(PermutationGroupTest, PowersThatGenerateTheSameGroupAreOneClass) {
  const LimitWatch watch{Limits()};
  const auto group = PermutationGroup::Generate(
      6, std::vector<Permutation>{{1, 2, 3, 4, 5, 0}}, watch, kMegabyte);
  ASSERT_THAT(group, IsOk());
  const auto classes = group->Classes(watch, kMegabyte);
  ASSERT_THAT(classes, IsOk());
  std::vector<Natural> sizes;
  for (const ElementClass& some : *classes) sizes.push_back(some.size);
  EXPECT_THAT(sizes, UnorderedElementsAre(1, 1, 2, 2));
}

TEST(PermutationGroupTest, Limits) {
  Interrupter interrupter;
  interrupter.Request();
  const LimitWatch stopped{{.interrupter = &interrupter}};
  const LimitWatch watch{Limits()};
  const std::vector<Permutation> generators = {{1, 2, 3, 4, 0}};
  EXPECT_THAT(PermutationGroup::Generate(5, generators, stopped, kMegabyte),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("interrupted")));
  EXPECT_THAT(
      PermutationGroup::Generate(5, generators, watch, 100),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("memory")));
  const auto group =
      PermutationGroup::Generate(5, generators, watch, kMegabyte);
  ASSERT_THAT(group, IsOk());
  EXPECT_THAT(
      group->Classes(watch, 10),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("memory")));
}

}  // namespace
}  // namespace dlx::internal
