#include "dlx/natural.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint64_t kMaxWord = std::numeric_limits<uint64_t>::max();

std::string Print(const Natural& number) {
  std::ostringstream out;
  out << number;
  return out.str();
}

TEST(NaturalTest, IsAnIntegerWhileItIsSmall) {
  Natural n;
  EXPECT_EQ(n, 0);
  n += 40;
  ++n;
  EXPECT_EQ(n + 1, 42);
  EXPECT_EQ(n - 41u, 0);
  EXPECT_EQ(n * uint64_t{2}, 82);
  EXPECT_LT(n, 42);
  EXPECT_GT(n, 40);
  EXPECT_NE(n, 40);
  EXPECT_TRUE(n.is_small());
  EXPECT_EQ(n.heap_bytes(), 0);
  EXPECT_EQ(n.ToUint128(), 41);
  EXPECT_EQ(Print(n), "41");
}

TEST(NaturalTest, HasNoLimit) {
  Natural n = absl::Uint128Max();
  EXPECT_TRUE(n.is_small());
  EXPECT_EQ(Print(n), "340282366920938463463374607431768211455");
  ++n;
  EXPECT_FALSE(n.is_small());
  EXPECT_GT(n.heap_bytes(), 16);
  EXPECT_EQ(Print(n), "340282366920938463463374607431768211456");
  EXPECT_GT(n, absl::Uint128Max());
  EXPECT_LT(absl::Uint128Max(), n);
  EXPECT_EQ(n, Natural::PowerOfTwo(128));
  n -= 1;
  EXPECT_TRUE(n.is_small());
  EXPECT_EQ(n, absl::Uint128Max());
}

TEST(NaturalTest, PowersOfTwo) {
  Natural sum = 1;
  for (uint64_t exponent = 0; exponent < 1000; ++exponent) {
    SCOPED_TRACE(exponent);
    const Natural power = Natural::PowerOfTwo(exponent);
    EXPECT_EQ(power, sum);
    EXPECT_EQ(power.bit_width(), exponent + 1);
    EXPECT_EQ(power.ToDouble(), std::ldexp(1.0, exponent));
    EXPECT_EQ(power.is_small(), exponent < 128);
    EXPECT_EQ((power - 1).bit_width(), exponent);
    EXPECT_EQ(power * power, Natural::PowerOfTwo(2 * exponent));
    sum += sum;
  }
  EXPECT_EQ(Natural::PowerOfTwo(5000).ToDouble(),
            std::numeric_limits<double>::infinity());
}

TEST(NaturalTest, Words) {
  EXPECT_THAT(Natural().ToWords(), IsEmpty());
  EXPECT_THAT(Natural(7).ToWords(), ElementsAre(7));
  EXPECT_THAT(Natural::PowerOfTwo(192).ToWords(), ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(Natural(absl::Uint128Max()).ToWords(),
              ElementsAre(kMaxWord, kMaxWord));
  EXPECT_EQ(Natural::FromWords({}), 0);
  EXPECT_EQ(Natural::FromWords({5, 0, 0}), 5);
  EXPECT_EQ(Natural::FromWords({0, 1}), absl::uint128(1) << 64);
  EXPECT_EQ(Natural::FromWords({kMaxWord, kMaxWord, kMaxWord}) + 1,
            Natural::PowerOfTwo(192));
}

TEST(NaturalTest, CopiesAreNumbersOfTheirOwn) {
  const Natural large = Natural::PowerOfTwo(200);
  Natural copy = large;
  copy += 1;
  EXPECT_EQ(copy - large, 1);
  copy = 3;
  EXPECT_EQ(copy, 3);
  copy = large;
  EXPECT_EQ(copy, large);
  Natural& self = copy;
  copy = self;
  EXPECT_EQ(copy, large);
  const Natural moved = std::move(copy);
  EXPECT_EQ(moved, large);
  copy = 5;
  EXPECT_EQ(copy, 5);
}

// The laws of arithmetic, across the border of 128 bits.
TEST(NaturalTest, ObeysTheLaws) {
  std::mt19937_64 random(1);
  const auto any = [&] {
    std::vector<uint64_t> words(random() % 5);
    for (uint64_t& word : words) word = random() % 3 == 0 ? kMaxWord : random();
    return Natural::FromWords(words);
  };
  for (int i = 0; i < 2000; ++i) {
    const Natural a = any(), b = any(), c = any();
    EXPECT_EQ(a + b, b + a);
    EXPECT_EQ(a + b - b, a);
    EXPECT_EQ((a + b) + c, a + (b + c));
    EXPECT_EQ(a * b, b * a);
    EXPECT_EQ(a * (b + c), a * b + a * c);
    EXPECT_EQ(a<b, b> a);
    EXPECT_EQ(a < b, a + c < b + c);
    EXPECT_EQ(Natural::FromWords(a.ToWords()), a);
  }
}

#ifndef NDEBUG
TEST(NaturalDeathTest, WhatIsNoNatural) {
  const Natural large = Natural::PowerOfTwo(128);
  Natural number = 1;
  EXPECT_DEATH(number = -1, "value >= 0");
  EXPECT_DEATH(number -= 2, "other.small_ <= small_");
  EXPECT_DEATH(number -= large, "is_small");
  EXPECT_DEATH(static_cast<void>(large - (large + 1)), "CompareLarge");
  EXPECT_DEATH(static_cast<void>(large.ToUint128()), "is_small");
}
#endif  // NDEBUG

}  // namespace
}  // namespace dlx
