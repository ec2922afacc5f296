#include "dlx/base/seed.h"

#include <cstdint>
#include <optional>
#include <random>

#include "gtest/gtest.h"

namespace dlx {
namespace {

TEST(SeedTest, EachOf64BitsIsDrawn) {
  uint64_t zeros = 0;
  uint64_t ones = 0;
  for (int i = 0; i < 100; ++i) {
    const uint64_t seed = DrawSeed();
    zeros |= ~seed;
    ones |= seed;
  }
  EXPECT_EQ(zeros & ones, UINT64_MAX);
}

TEST(SeedTest, AGeneratorIsThatOfItsSeed) {
  EXPECT_EQ(GeneratorFor(7), std::mt19937_64(7));
  EXPECT_NE(GeneratorFor(std::nullopt), GeneratorFor(std::nullopt));
}

}  // namespace
}  // namespace dlx
