#ifndef DLX_TESTING_RANDOM_PROBLEM_H_
#define DLX_TESTING_RANDOM_PROBLEM_H_

// Problems made up by chance. Where chance comes from is left open: tests take
// it from a seeded generator, fuzz targets from the fuzzer's bytes.
//
// Example:
//
//   Dice dice(seed);
//   Problem problem = RandomProblem(RandomShape(dice), dice);

#include <cstdint>
#include <random>
#include <vector>

#include "absl/functional/function_ref.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::testing {

// Chooses a number in 0..bound-1. bound is at least 1.
using Pick = absl::FunctionRef<uint32_t(uint32_t bound)>;

// A Pick that depends on its seed alone, on every platform.
class Dice {
 public:
  explicit Dice(uint64_t seed) : generator_(seed) {}
  // What remains of the bias of a remainder is of no concern here.
  uint32_t operator()(uint32_t bound) const {
    return static_cast<uint32_t>(generator_() % bound);
  }

 private:
  // Mutable, because a FunctionRef calls what it refers to as const.
  mutable std::mt19937_64 generator_;
};

// The shape of a random problem.
struct ProblemShape {
  uint32_t primary = 4;  // At least 1.
  uint32_t secondary = 0;
  uint32_t options = 10;
  // No option has more primary items; nor more secondary ones.
  uint32_t max_option_size = 3;
  // Secondary items are used in this many different colours, or (but for the
  // first value, 0) in none.
  uint32_t colors = 0;

  // Percentages:
  // of primary items that have a multiplicity low..high,
  uint32_t multiplicities = 0;
  // of these, the ones whose low is 0,
  uint32_t optional_items = 0;
  // of options that repeat an earlier option,
  uint32_t duplicates = 0;
  // of options that belong to a hidden cover (but that multiplicities may
  // spoil it), rather than being made of arbitrary items,
  uint32_t planted = 0;
  // and of options that cost something.
  uint32_t costs = 0;

  uint32_t max_multiplicity = 3;
  // All costs are multiples of this one, from -4 to 7 times.
  int64_t cost_unit = 1;
};

// A shape with any mixture of features. The problems have at most
// `max_options` options.
ProblemShape RandomShape(Pick pick, uint32_t max_options = 12);

// Primary items are named a, b, #c, d, e, #f, ..., secondary ones s0, s1, ...;
// the two kinds are mixed with each other.
Problem RandomProblem(const ProblemShape& shape, Pick pick);

// Problems that have nothing to do with each other, as one.
struct Union {
  Problem problem;
  // Option k of part i is ids[i][k].
  std::vector<Problem> parts;
  std::vector<std::vector<OptionId>> ids;
};

// Their items and their options are shuffled, each kind as a whole. Item a of
// part 2 is named a.2.
Union ShuffledUnion(std::vector<Problem> parts, Pick pick);

// Two to four random problems, some of which may be alike; and as many forced
// items as it takes for a problem to be taken apart.
Union RandomUnion(Pick pick);

}  // namespace dlx::testing

#endif  // DLX_TESTING_RANDOM_PROBLEM_H_
