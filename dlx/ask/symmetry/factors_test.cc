#include "dlx/ask/symmetry/factors.h"

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "dlx/ask/symmetry/factor_classes.h"
#include "dlx/ask/symmetry/find_factors.h"
#include "dlx/ask/symmetry/structure.h"
#include "dlx/limits.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::internal::factors_test {
namespace {

using dlx::testing::Dice;
using dlx::testing::IsOk;
using dlx::testing::StatusIs;
using ::testing::HasSubstr;

constexpr size_t kGigabyte = size_t{1} << 30;

absl::Status Always() { return absl::OkStatus(); }

// Generators of S_n wr S_m on m times n points.
std::vector<Permutation> WreathProduct(uint32_t n, uint32_t m) {
  std::vector<Permutation> generators;
  for (uint32_t i = 0; i + 1 < n; ++i) {
    generators.push_back(Identity(n * m));
    std::swap(generators.back()[i], generators.back()[i + 1]);
  }
  for (uint32_t c = 0; c + 1 < m; ++c) {
    generators.push_back(Identity(n * m));
    for (uint32_t i = c * n; i < (c + 1) * n; ++i) {
      std::swap(generators.back()[i], generators.back()[i + n]);
    }
  }
  return generators;
}

// The same group where pairs of points, in order, are what is permuted.
Permutation OnPairs(const Permutation& permutation) {
  const auto n = static_cast<uint32_t>(permutation.size());
  Permutation pairs;
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t j = 0; j < n; ++j) {
      pairs.push_back(permutation[i] * n + permutation[j]);
    }
  }
  return pairs;
}

// Side by side: the first moves the points before `degree`, the second others.
Permutation Beside(const Permutation& first, const Permutation& second) {
  Permutation both = first;
  for (const uint32_t image : second) {
    both.push_back(static_cast<uint32_t>(first.size()) + image);
  }
  return both;
}

// Products of generators that make the same group, in another order.
std::vector<Permutation> Stirred(std::vector<Permutation> generators,
                                 const Dice& dice) {
  for (int i = 0; i < 20; ++i) {
    const size_t a = dice(static_cast<uint32_t>(generators.size()));
    const size_t b = dice(static_cast<uint32_t>(generators.size()));
    if (a != b) generators[a] = Then(generators[a], generators[b]);
  }
  return generators;
}

std::multiset<std::pair<size_t, size_t>> Shapes(const Factors& factors) {
  std::multiset<std::pair<size_t, size_t>> shapes;
  for (const SymmetricFactor& factor : factors.symmetric) {
    shapes.insert({factor.point_count(), factor.copy_count()});
  }
  return shapes;
}

size_t FixedPoints(const Permutation& permutation) {
  size_t fixed = 0;
  for (uint32_t p = 0; p < permutation.size(); ++p) {
    fixed += permutation[p] == p ? 1 : 0;
  }
  return fixed;
}

// The product of factors and rest is the group: as many elements, as many
// points that they leave, and each class is whole.
void ExpectFactors(const std::vector<Permutation>& generators,
                   const std::multiset<std::pair<size_t, size_t>>& shapes) {
  const LimitWatch watch{Limits()};
  const size_t degree = generators[0].size();
  const auto factors = FindFactors(degree, generators, watch, kGigabyte);
  ASSERT_THAT(factors, IsOk());
  EXPECT_EQ(Shapes(*factors), shapes);
  for (const SymmetricFactor& factor : factors->symmetric) {
    EXPECT_TRUE(MeetsRelations(factor));
    for (const Permutation& rest : factors->rest) {
      EXPECT_TRUE(Commute(factor, rest));
    }
    for (const SymmetricFactor& other : factors->symmetric) {
      EXPECT_EQ(Commute(factor, other), &factor != &other);
    }
  }
  const auto group =
      PermutationGroup::Generate(degree, generators, watch, kGigabyte);
  const auto rest =
      PermutationGroup::Generate(degree, factors->rest, watch, kGigabyte);
  ASSERT_THAT(group, IsOk());
  ASSERT_THAT(rest, IsOk());
  const auto classes = ClassesOf(degree, factors->symmetric, Always, kGigabyte);
  const auto expected = group->Classes(watch, kGigabyte);
  const auto of_rest = rest->Classes(watch, kGigabyte);
  ASSERT_THAT(classes, IsOk());
  ASSERT_THAT(expected, IsOk());
  ASSERT_THAT(of_rest, IsOk());
  EXPECT_EQ(classes->front().representative, Identity(degree));
  std::multiset<std::pair<uint64_t, size_t>> sizes;
  std::multiset<std::pair<uint64_t, size_t>> expected_sizes;
  const auto add = [](const Permutation& element, const Natural& size,
                      std::multiset<std::pair<uint64_t, size_t>>* sizes) {
    sizes->insert(
        {static_cast<uint64_t>(size.ToUint128()), FixedPoints(element)});
  };
  for (const ElementClass& a : *classes) {
    for (const ElementClass& b : *of_rest) {
      add(Then(a.representative, b.representative), a.size * b.size, &sizes);
    }
  }
  for (const ElementClass& some : *expected) {
    add(some.representative, some.size, &expected_sizes);
  }
  EXPECT_EQ(sizes, expected_sizes);
}

TEST(FactorsTest, WreathProducts) {
  const Dice dice(3);
  const std::pair<uint32_t, uint32_t> kShapes[] = {
      {3, 1}, {4, 1}, {7, 1}, {3, 2}, {3, 3}, {4, 2}, {5, 2}};
  for (const auto& [n, m] : kShapes) {
    SCOPED_TRACE(n);
    SCOPED_TRACE(m);
    const std::vector<Permutation> generators = WreathProduct(n, m);
    ExpectFactors(generators, {{n, m}});
    std::vector<Permutation> on_pairs;
    for (const Permutation& generator : Stirred(generators, dice)) {
      on_pairs.push_back(OnPairs(generator));
    }
    ExpectFactors(on_pairs, {{n, m}});
  }
}

// Whatever the generators are that make the product of several groups.
TEST(FactorsTest, ProductsAndRests) {
  const Dice dice(5);
  const std::vector<Permutation> square = {{1, 2, 3, 0}, {0, 3, 2, 1}};
  const std::vector<Permutation> four = WreathProduct(4, 1);
  const std::vector<Permutation> five = WreathProduct(5, 1);
  for (int i = 0; i < 4; ++i) {
    std::vector<Permutation> generators;
    for (const Permutation& a : four) {
      generators.push_back(Beside(a, Identity(9)));
    }
    for (const Permutation& b : five) {
      generators.push_back(Beside(Identity(4), Beside(b, Identity(4))));
    }
    for (const Permutation& c : square) {
      generators.push_back(Beside(Identity(9), c));
    }
    ExpectFactors(Stirred(std::move(generators), dice), {{4, 1}, {5, 1}});
  }
}

// Groups that are near to such products, but are none.
TEST(FactorsTest, LeavesOthersAlone) {
  // All even permutations of five; the square; 3 times 2 points, exchanged in
  // circles only.
  ExpectFactors({{1, 2, 3, 4, 0}, {1, 2, 0, 3, 4}}, {});
  ExpectFactors({{1, 2, 3, 0}, {0, 3, 2, 1}}, {});
  ExpectFactors({{1, 0, 2, 3, 4, 5}, {2, 3, 4, 5, 0, 1}}, {});
  // Three times S_3, exchanged in circles.
  ExpectFactors({{1, 0, 2, 3, 4, 5, 6, 7, 8},
                 {1, 2, 0, 3, 4, 5, 6, 7, 8},
                 {3, 4, 5, 6, 7, 8, 0, 1, 2}},
                {});
}

TEST(FactorsTest, FewElementsAreNotMade) {
  // S_15 wr S_2: more than 10^24 elements.
  const LimitWatch watch{Limits()};
  const auto factors = FindFactors(30, WreathProduct(15, 2), watch, kGigabyte);
  ASSERT_THAT(factors, IsOk());
  const auto classes = ClassesOf(30, factors->symmetric, Always, kGigabyte);
  ASSERT_THAT(classes, IsOk());
  // Of 176 partitions of 15: two of them, or one of an exchange.
  EXPECT_EQ(classes->size(), 176 * 177 / 2 + 176);
  Natural sum = 0;
  Natural order = 1;
  for (const ElementClass& some : *classes) sum += some.size;
  for (const uint64_t n : factors->symmetric[0].OrderAsFactors()) order *= n;
  EXPECT_EQ(sum, order);
  EXPECT_THAT(
      ClassesOf(30, factors->symmetric, Always, 10'000),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("memory")));
  Interrupter interrupter;
  interrupter.Request();
  const LimitWatch stopped{{.interrupter = &interrupter}};
  EXPECT_THAT(ClassesOf(
                  30, factors->symmetric,
                  [] { return absl::CancelledError("stopped"); }, kGigabyte),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("")));
  EXPECT_THAT(FindFactors(30, WreathProduct(15, 2), stopped, kGigabyte),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("")));
}

TEST(FactorsTest, Relations) {
  SymmetricFactor factor = MakeFactor({{1, 0, 2, 3, 4, 5}, {0, 2, 1, 3, 4, 5}},
                                      {{3, 4, 5, 0, 1, 2}});
  EXPECT_TRUE(MeetsRelations(factor));
  EXPECT_EQ(factor.points[1][1], Permutation({0, 1, 2, 3, 5, 4}));
  // Neighbours that commute, no exchange, copies that share a point.
  EXPECT_FALSE(MeetsRelations(MakeFactor({{1, 0, 2, 3}, {0, 1, 3, 2}}, {})));
  EXPECT_FALSE(MeetsRelations(MakeFactor({{1, 2, 0}, {0, 2, 1}}, {})));
  EXPECT_FALSE(MeetsRelations(
      MakeFactor({{1, 0, 2, 3, 4}, {0, 2, 1, 3, 4}}, {{0, 3, 4, 1, 2}})));
}

TEST(StructureTest, Names) {
  const LimitWatch watch{Limits()};
  const auto name = [&watch](const std::vector<Permutation>& generators) {
    return NameOfGroup(generators[0].size(), generators, watch, kGigabyte)
        .value_or("?");
  };
  const Permutation turn = {1, 2, 3, 0};
  const Permutation flip = {0, 3, 2, 1};
  const auto both = [](const Permutation& a, const Permutation& b) {
    return Beside(a, b);
  };
  EXPECT_EQ(name({{0, 1, 2}}), "C1");
  EXPECT_EQ(name({{1, 0}}), "C2");
  EXPECT_EQ(name({turn}), "C4");
  EXPECT_EQ(name({turn, flip}), "D4");
  EXPECT_EQ(name({{1, 2, 0}, {0, 2, 1}}), "S3");
  EXPECT_EQ(name({{1, 2, 3, 4, 5, 0}, {5, 4, 3, 2, 1, 0}}), "D6");
  EXPECT_EQ(name({{1, 0, 3, 2}, {2, 3, 0, 1}}), "C2^2");
  EXPECT_EQ(name({both({1, 2, 0}, {1, 0})}), "C6");
  EXPECT_EQ(name({both(turn, Identity(4)), both(Identity(4), turn)}), "C4^2");
  EXPECT_EQ(name({both(turn, {1, 0}), both(Identity(4), {1, 0})}), "C2 x C4");
  EXPECT_EQ(name({{1, 2, 0, 3}, {1, 0, 3, 2}}), "A4");
  EXPECT_EQ(name({{1, 2, 3, 4, 0}, {1, 2, 0, 3, 4}}), "A5");
  EXPECT_EQ(
      name({both(turn, {1, 0}), both(flip, {0, 1}), both(Identity(4), {1, 0})}),
      "C2 x D4");
  // Rotations of a cube by what they do to its corners, and with reflections.
  const Permutation face = {1, 2, 3, 0, 5, 6, 7, 4};
  const Permutation corner = {0, 3, 7, 4, 1, 2, 6, 5};
  const Permutation mirror = {6, 7, 4, 5, 2, 3, 0, 1};
  EXPECT_EQ(name({face, corner}), "S4");
  EXPECT_EQ(name({face, corner, mirror}), "C2 x S4");
  EXPECT_EQ(name(WreathProduct(7, 3)), "S7 wr S3");
  EXPECT_EQ(name({both(WreathProduct(3, 2)[0], turn),
                  both(WreathProduct(3, 2)[1], Identity(4)),
                  both(WreathProduct(3, 2)[2], Identity(4)),
                  both(Identity(6), flip)}),
            "");
  // Quaternions have no plain name.
  EXPECT_EQ(name({{1, 2, 3, 0, 5, 6, 7, 4}, {4, 7, 6, 5, 2, 1, 0, 3}}), "");
  Interrupter interrupter;
  interrupter.Request();
  EXPECT_THAT(NameOfGroup(4, std::vector<Permutation>{turn, flip},
                          LimitWatch({.interrupter = &interrupter}), kGigabyte),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("")));
}

}  // namespace
}  // namespace dlx::internal::factors_test
