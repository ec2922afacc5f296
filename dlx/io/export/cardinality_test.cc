#include "dlx/io/export/cardinality.h"

#include <bit>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/io/export/model_counter.h"
#include "gtest/gtest.h"

namespace dlx::io::cardinality_test {
namespace {

constexpr AtMostOne kAllWays[] = {AtMostOne::kShorter, AtMostOne::kPairwise,
                                  AtMostOne::kSequential};

Formula ToFormula(const ClauseWriter& clauses) {
  return ParseDimacs(absl::StrCat("p cnf ", clauses.variables(), " ",
                                  clauses.clauses(), "\n", clauses.text()));
}

// How many sets of literals have low..high of them.
uint64_t SetsOfSize(int literals, uint32_t low, uint32_t high) {
  uint64_t sets = 0;
  for (uint32_t set = 0; set < (1u << literals); ++set) {
    const uint32_t size = static_cast<uint32_t>(std::popcount(set));
    if (low <= size && size <= high) ++sets;
  }
  return sets;
}

// Counting the models of the formula also shows that new variables have no
// freedom. Fixing the literals shows that it is the right ones that remain.
TEST(CardinalityTest, HasOneModelForEachAllowedSet) {
  for (int n = 0; n <= 7; ++n) {
    for (uint32_t low = 0; low <= 8; ++low) {
      for (uint32_t high = low; high <= 8; ++high) {
        for (const AtMostOne way : kAllWays) {
          ClauseWriter clauses(n);
          std::vector<Literal> literals;
          // Literals of either sign.
          for (int i = 1; i <= n; ++i) literals.push_back(i % 3 == 0 ? -i : i);
          AddCount(literals, low, high, way, clauses);
          Formula formula = ToFormula(clauses);
          EXPECT_EQ(CountModels(formula), SetsOfSize(n, low, high))
              << low << " to " << high << " of " << n << "\n"
              << clauses.text();

          // The first `low` of the literals, and one less.
          if (low == 0 || static_cast<int>(low) > n) continue;
          for (uint32_t i = 0; i < static_cast<uint32_t>(n); ++i) {
            formula.clauses.push_back({i < low ? literals[i] : -literals[i]});
          }
          EXPECT_EQ(CountModels(formula), 1);
          formula.clauses[formula.clauses.size() - static_cast<size_t>(n)] = {
              -literals[0]};
          EXPECT_EQ(CountModels(formula), 0);
        }
      }
    }
  }
}

TEST(CardinalityTest, SizesAreThoseOfTheComment) {
  const struct {
    int literals;
    AtMostOne way;
    size_t clauses;
    int new_variables;
  } kCases[] = {
      {7, AtMostOne::kPairwise, 21, 0},
      {7, AtMostOne::kSequential, 21, 5},
      {7, AtMostOne::kShorter, 21, 0},
      {8, AtMostOne::kPairwise, 28, 0},
      {8, AtMostOne::kSequential, 25, 6},
      {8, AtMostOne::kShorter, 25, 6},
      {1000, AtMostOne::kShorter, 3993, 998},
  };
  for (const auto& test : kCases) {
    ClauseWriter clauses(test.literals);
    std::vector<Literal> literals;
    for (int i = 1; i <= test.literals; ++i) literals.push_back(i);
    AddCount(literals, 0, 1, test.way, clauses);
    EXPECT_EQ(clauses.clauses(), test.clauses) << test.literals;
    EXPECT_EQ(clauses.variables() - test.literals, test.new_variables)
        << test.literals;
  }
}

// Exactly k of n is counted from the nearer end.
TEST(CardinalityTest, CountsTheFewer) {
  const auto new_variables = [](uint32_t k) {
    ClauseWriter clauses(20);
    std::vector<Literal> literals;
    for (int i = 1; i <= 20; ++i) literals.push_back(i);
    AddCount(literals, k, k, AtMostOne::kShorter, clauses);
    return clauses.variables() - 20;
  };
  EXPECT_EQ(new_variables(0), 0);
  EXPECT_EQ(new_variables(20), 0);
  for (uint32_t k = 1; k < 10; ++k) {
    EXPECT_EQ(new_variables(k), new_variables(20 - k)) << k;
    EXPECT_LT(new_variables(k), new_variables(k + 1)) << k;
  }
}

TEST(CardinalityTest, CostIsAnUpperBoundOfAQuarterOfTheClauses) {
  for (uint32_t n = 0; n <= 12; ++n) {
    for (uint32_t low = 0; low <= n + 1; ++low) {
      for (uint32_t high = low; high <= n + 1; ++high) {
        for (const AtMostOne way : kAllWays) {
          ClauseWriter clauses(static_cast<int32_t>(n));
          std::vector<Literal> literals;
          for (uint32_t i = 1; i <= n; ++i) {
            literals.push_back(static_cast<Literal>(i));
          }
          AddCount(literals, low, high, way, clauses);
          EXPECT_LE(clauses.clauses(), 5 * CountCost(n, low, high, way))
              << low << " to " << high << " of " << n;
        }
      }
    }
  }
}

}  // namespace
}  // namespace dlx::io::cardinality_test
