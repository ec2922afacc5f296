#include "dlx/engine/counting_trial.h"

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/numeric/int128.h"
#include "absl/strings/str_format.h"
#include "dlx/engine/dancing_links.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/memo_counter.h"
#include "dlx/search_options.h"

namespace dlx::internal {
namespace {

// A trial ends after so many nodes, or updates if nodes are expensive: some ten
// milliseconds.
constexpr uint64_t kTrialNodes = 16'000;
constexpr uint64_t kTrialUpdates = 2'000'000;

// Problems of this size take longer to set up than a trial is worth.
constexpr size_t kMaxTrialUses = 2'000'000;

// A node of memo_counter takes up to four times as long as one of
// dancing_links, but its advantage grows with what it has remembered.
constexpr double kWorthwhile = 3;

struct Run {
  bool exhausted = false;
  double fraction_per_node = 0;
};

Run Try(Engine& engine) {
  absl::uint128 count = 0;
  const Statistics& statistics = engine.statistics();
  for (uint64_t pause = 1000; pause <= kTrialNodes; pause += 1000) {
    if (engine.Count(pause, &count) == Engine::Step::kExhausted) {
      return {.exhausted = true};
    }
    if (statistics.updates >= kTrialUpdates) break;
  }
  return {.fraction_per_node = engine.FractionDone() / statistics.nodes};
}

}  // namespace

CountingTrial TryCounting(const Problem& problem) {
  if (problem.use_count() > kMaxTrialUses) {
    return {false, "the problem is too large to try memo_counter on it"};
  }
  const SearchOptions options;
  const Run links = Try(*MakeDancingLinks(problem, Task::kCount, options));
  if (links.exhausted) {
    return {false, "it came to its end in a short trial"};
  }
  const Run memo = Try(*MakeMemoCounter(problem, Task::kCount, options));
  if (memo.exhausted) {
    return {true,
            "it came to its end in a short trial, and dancing_links did not"};
  }
  // The fractions may be too small for a double; then the tree is vast.
  if (links.fraction_per_node == 0) {
    return {true, "the search tree is too large to visit all of it"};
  }
  const double advantage = memo.fraction_per_node / links.fraction_per_node;
  if (advantage >= kWorthwhile) {
    return {true, absl::StrFormat("in a trial it came %.3g times as far as "
                                  "dancing_links in the same number of nodes",
                                  advantage)};
  }
  return {false, absl::StrFormat(
                     "in a trial memo_counter came only %.3g times as far in "
                     "the same number of nodes",
                     advantage)};
}

}  // namespace dlx::internal
