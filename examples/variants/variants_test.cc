// The example's answer, against a search that knows nothing of exact covers: it
// puts digits into cells, those with the fewest possible digits first, and
// checks each against the rules as they are written.

#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "examples/variants/puzzle.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace {

class BruteForce {
 public:
  BruteForce() {
    for (int a = 0; a < 81; ++a) {
      for (int b = 0; b < 81; ++b) {
        if (a != b && MustDiffer(a, b)) must_differ_[a].push_back(b);
        if (a != b && InOneCage(a, b)) cage_[a].push_back(b);
      }
      for (const variants::Sum& cage : variants::kSums) {
        if (cage.cage == variants::kCages[a]) sum_[a] = cage.sum;
      }
    }
  }

  // All solutions, but not more than two.
  std::vector<std::string> Run() {
    Visit();
    return solutions_;
  }

 private:
  static bool InOneCage(int a, int b) {
    return variants::kCages[a] != '.' &&
           variants::kCages[a] == variants::kCages[b];
  }

  static bool MustDiffer(int a, int b) {
    const int rows = std::abs(a / 9 - b / 9);
    const int columns = std::abs(a % 9 - b % 9);
    const bool in_one_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
    const bool are_knights = rows * columns == 2;
    return rows == 0 || columns == 0 || in_one_box || are_knights ||
           InOneCage(a, b);
  }

  // The cell is empty.
  bool MayHold(int cell, int digit) const {
    for (const int other : must_differ_[cell]) {
      if (grid_[other] - '0' == digit) return false;
    }
    if (sum_[cell] == 0) return true;
    int sum = digit;
    int empty = 0;
    for (const int other : cage_[cell]) {
      if (grid_[other] == '.') {
        ++empty;
      } else {
        sum += grid_[other] - '0';
      }
    }
    return sum + empty <= sum_[cell] && sum_[cell] <= sum + 9 * empty;
  }

  void Visit() {
    int best = -1;
    std::string best_digits = "too many for a string of digits";
    for (int cell = 0; cell < 81; ++cell) {
      if (grid_[cell] != '.') continue;
      std::string digits;
      for (int digit = 1; digit <= 9; ++digit) {
        if (MayHold(cell, digit)) absl::StrAppend(&digits, digit);
      }
      if (digits.size() < best_digits.size()) {
        best = cell;
        best_digits = digits;
      }
    }
    if (best < 0) {
      solutions_.push_back(grid_);
      return;
    }
    for (const char digit : best_digits) {
      grid_[best] = digit;
      Visit();
      if (solutions_.size() == 2) return;
    }
    grid_[best] = '.';
  }

  std::vector<int> must_differ_[81];  // For each cell, others.
  std::vector<int> cage_[81];         // The other cells of its cage.
  int sum_[81] = {};                  // 0 if it is in no cage.
  std::string grid_ = std::string(81, '.');
  std::vector<std::string> solutions_;
};

TEST(VariantsTest, HasTheOnlySolutionThatBruteForceFinds) {
  const std::vector<std::string> solutions = BruteForce().Run();
  ASSERT_EQ(solutions.size(), 1);
  const cli::testing::Result result =
      cli::testing::Run({"examples/variants/variants"}, {});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output, absl::StrCat("unique\n", solutions[0], "\n"));
}

}  // namespace
