#include "dlx/engine/first_smallest.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "dlx/testing/random_problem.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "hwy/targets.h"

namespace dlx::internal {
namespace {

using ::dlx::testing::Dice;
using ::testing::Contains;

constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
constexpr int32_t kGreatest = std::numeric_limits<int32_t>::max();

// Once for each vector instruction set that this machine has.
class FirstSmallestTest : public ::testing::TestWithParam<int64_t> {
 protected:
  FirstSmallestTest() { hwy::SetSupportedTargetsForTest(GetParam()); }
  ~FirstSmallestTest() override { hwy::SetSupportedTargetsForTest(0); }
};

// The values, and around them smaller ones that must not be found.
std::vector<int32_t> Surrounded(int32_t begin,
                                const std::vector<int32_t>& values) {
  std::vector<int32_t> result(begin, kLeast);
  result.insert(result.end(), values.begin(), values.end());
  result.resize(result.size() + kFirstSmallestPadding, kLeast);
  return result;
}

TEST_P(FirstSmallestTest, IsTheFirstOfTheSmallest) {
  Dice dice(1);
  for (int32_t size = 1; size < 200; ++size) {
    for (uint32_t bound : {1, 2, 5, 1000}) {
      std::vector<int32_t> values(size);
      for (int32_t& value : values) {
        value = static_cast<int32_t>(dice(bound)) - 2;
      }
      const int32_t begin = static_cast<int32_t>(dice(20));
      const auto smallest = std::min_element(values.begin(), values.end());
      ASSERT_EQ(
          FirstSmallest(Surrounded(begin, values).data(), begin, begin + size),
          begin + (smallest - values.begin()))
          << "size " << size << ", begin " << begin;
    }
  }
}

TEST_P(FirstSmallestTest, NumbersMayBeOfAnySize) {
  Dice dice(1);
  for (int32_t size = 1; size < 200; ++size) {
    std::vector<int32_t> values(size);
    for (int32_t& value : values) {
      value = static_cast<int32_t>(dice(std::numeric_limits<uint32_t>::max()));
    }
    const auto smallest = std::min_element(values.begin(), values.end());
    ASSERT_EQ(FirstSmallest(Surrounded(0, values).data(), 0, size),
              smallest - values.begin())
        << "size " << size;
  }
}

TEST_P(FirstSmallestTest, EveryPlaceIsFound) {
  constexpr int32_t kSize = 150;
  for (int32_t place = 0; place < kSize; ++place) {
    std::vector<int32_t> values(kSize, 3);
    values[place] = 2;
    EXPECT_EQ(FirstSmallest(Surrounded(1, values).data(), 1, 1 + kSize),
              1 + place);
  }
}

TEST_P(FirstSmallestTest, TheGreatestNumberCanBeTheSmallest) {
  for (int32_t size : {1, 3, 16, 100}) {
    const std::vector<int32_t> values(size, kGreatest);
    EXPECT_EQ(FirstSmallest(Surrounded(2, values).data(), 2, 2 + size), 2);
  }
}

// What FirstSmallestProduct() is to find.
int32_t SlowFirstSmallestProduct(const std::vector<int32_t>& values,
                                 const std::vector<float>& factors,
                                 int32_t begin, int32_t end, int32_t limit) {
  int32_t best = end;
  for (int32_t i = begin; i < end; ++i) {
    const auto product = [&](int32_t place) {
      return static_cast<float>(values[place]) * factors[place];
    };
    if (values[i] < limit && (best == end || product(i) < product(best))) {
      best = i;
    }
  }
  return best;
}

TEST_P(FirstSmallestTest, ProductsAreThoseOfValuesBelowTheLimit) {
  Dice dice(1);
  for (int32_t size = 1; size < 200; ++size) {
    for (const uint32_t bound : {2, 5, 1000}) {
      std::vector<int32_t> values(size);
      for (int32_t& value : values) {
        value =
            dice(5) == 0 ? kGreatest - 1 : static_cast<int32_t>(dice(bound));
      }
      const int32_t begin = static_cast<int32_t>(dice(20));
      const std::vector<int32_t> surrounded = Surrounded(begin, values);
      std::vector<float> factors(surrounded.size());
      for (float& factor : factors) {
        factor = 1 / static_cast<float>(1 + dice(3));
      }
      const int32_t limit = static_cast<int32_t>(dice(bound) + 1);
      ASSERT_EQ(FirstSmallestProduct(surrounded.data(), factors.data(), begin,
                                     begin + size, limit),
                SlowFirstSmallestProduct(surrounded, factors, begin,
                                         begin + size, limit))
          << "size " << size << ", begin " << begin << ", limit " << limit;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllTargets, FirstSmallestTest,
    ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& info) { return std::string(hwy::TargetName(info.param)); });

TEST(TargetsTest, ThePortableOneIsAmongThem) {
  EXPECT_THAT(hwy::SupportedAndGeneratedTargets(), Contains(HWY_STATIC_TARGET));
}

TEST(TargetsTest, TheOneThatIsSetIsCalled) {
  for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    EXPECT_EQ(hwy::SupportedTargets(), target) << hwy::TargetName(target);
    EXPECT_EQ(FirstSmallest(Surrounded(0, {2, 1, 1}).data(), 0, 3), 1);
    // Highway has looked again which targets there are.
    EXPECT_TRUE(hwy::GetChosenTarget().IsInitialized());
    hwy::SetSupportedTargetsForTest(0);
  }
}

}  // namespace
}  // namespace dlx::internal
