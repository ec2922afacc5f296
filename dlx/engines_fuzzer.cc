// Decodes the input to a small problem, and holds every engine to the
// brute-force oracle in solving it. What the engine tester leaves to chance
// depends on the input, too.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "absl/status/status.h"
#include "dlx/problem.h"
#include "dlx/testing/engine_tester.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Each choice takes a byte; where there are none left, it is the first.
  const uint8_t* const end = data + size;
  const auto pick = [&](uint32_t bound) -> uint32_t {
    return data == end ? 0 : *data++ % bound;
  };
  const uint32_t seed = pick(256);
  // Few options, for the sake of speed.
  const dlx::testing::ProblemShape shape =
      dlx::testing::RandomShape(pick, /*max_options=*/9);
  const dlx::Problem problem = dlx::testing::RandomProblem(shape, pick);
  // Many covers take much time to look at and have little new to show.
  constexpr size_t kMaxCovers = 50;
  if (dlx::testing::AllCovers(problem).size() > kMaxCovers) return 0;
  const absl::Status status = dlx::testing::TestEngines(
      problem, seed, dlx::testing::Ways::kOneOfEachEngine);
  if (!status.ok()) {
    std::cerr << status << "\n";
    std::abort();
  }
  return 0;
}
