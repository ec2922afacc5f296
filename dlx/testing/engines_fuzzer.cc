// Decodes the input to a small problem, and holds every engine to the
// brute-force oracle in solving it. What the engine tester leaves to chance
// depends on the input, too.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "absl/status/status.h"
#include "dlx/problem.h"
#include "dlx/testing/engine_tester.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"

namespace {

void Expect(const absl::Status& status) {
  if (status.ok()) return;
  std::cerr << status << "\n";
  std::abort();
}

}  // namespace

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
  const uint32_t unlike = pick(3);
  // Many covers take much time to look at and have little new to show.
  constexpr size_t kMaxCovers = 50;
  if (dlx::testing::AllCovers(problem).size() > kMaxCovers) return 0;
  Expect(dlx::testing::TestEngines(problem, seed,
                                   dlx::testing::Ways::kOneOfEachEngine));
  if (unlike == 0) return 0;
  // Beside another one, or one like it; and so many forced items that it is not
  // too small to be taken apart.
  const dlx::Problem other =
      unlike == 1 ? problem : dlx::testing::RandomProblem(shape, pick);
  const dlx::testing::Union all = dlx::testing::ShuffledUnion(
      {problem, other, dlx::testing::PowerProblem(64, 1)}, pick);
  const std::vector<dlx::testing::Cover> covers = AllCovers(all);
  if (covers.size() > kMaxCovers) return 0;
  Expect(dlx::testing::TestChoice(all.problem, covers, seed));
  return 0;
}
