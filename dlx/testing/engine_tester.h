#ifndef DLX_TESTING_ENGINE_TESTER_H_
#define DLX_TESTING_ENGINE_TESTER_H_

// Holds every engine to the brute-force oracle.

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "dlx/problem.h"
#include "dlx/testing/oracle.h"

namespace dlx::testing {

// In how many ways to solve a problem.
enum class Ways {
  kAll,              // With each engine: each branching, and a random order.
  kOneOfEachEngine,  // With each engine: the branching and order of one choice.
};

// Solves the problem in many ways, with each engine that accepts it, and looks
// whether all answers are right:
//   * all covers by Next(), again (the same in the same order), and counted,
//     the first one, and the k best for several k;
//   * with givens: parts of covers, contradictory ones, repeated ones, and so
//     on, given to a search that stands anywhere;
//   * with limits on solutions, on nodes and on memory, and stopped by the
//     caller: the outcome must tell what happened;
//   * and what statistics and progress claim must fit.
// An engine that refuses a task must do so by its own sentence.
//
// What is left to chance, such as givens, depends on the seed. OK, or else a
// report that has the seed, the problem in Knuth's notation, and what is wrong.
//
// REQUIRES: AllCovers(problem) is feasible.
absl::Status TestEngines(const Problem& problem, uint64_t seed,
                         Ways ways = Ways::kAll);

// The same with the engine that is chosen (kAuto). REQUIRES: these are all
// covers of the problem.
absl::Status TestChoice(const Problem& problem,
                        const std::vector<Cover>& covers, uint64_t seed);

}  // namespace dlx::testing

#endif  // DLX_TESTING_ENGINE_TESTER_H_
