#ifndef DLX_PARALLEL_H_
#define DLX_PARALLEL_H_

// The functions of search.h on several threads.
//
// Example:
//
//   absl::StatusOr<dlx::CountResult> result = dlx::CountInParallel(problem);
//
// The threads share the search tree. Where in the tree the work is cannot be
// known beforehand (a tenth of the ways to lay the first three of the twelve
// pentominoes has most of it), so nothing is planned: one thread begins, and
// when a thread is idle, another one leaves it the part of its own tree that is
// nearest to the root and not yet begun. No node is visited twice.
//
// The answer is the same as that of one thread: the same covers, each once, or
// their number; the same best covers; and a limit on solutions stops at
// precisely that many. Other limits, interruption, progress and statistics mean
// what they mean with one thread; but a limit on nodes or time may be passed by
// about a millisecond of work of each thread.
//
// Only the calling thread calls `visit` and on_progress, so these need not care
// about threads. Each thread has an engine of its own, which takes as much
// memory as that of one thread; the problem itself is shared, and so is what
// bit_sets and bit_planes make of it.
//
// memo_counter and layers use threads by themselves: the threads share what
// they remember, in the memory that one would be given. Engines that cannot
// share their trees either run on one thread: nogoods, which could not share
// what it learns, and plain_sets.

#include <cstddef>
#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"

namespace dlx {

inline constexpr int kMostThreads = 1024;

// One for each processor, if there are not more than that.
[[nodiscard]] int ProcessorCount();

struct Parallelism {
  // How many threads search, up to kMostThreads; 0 for one for each processor.
  int threads = 0;

  // If true, covers come in the same order for any number of threads above one.
  // If the engine does not learn on its way, as dancing_links does not, that is
  // the order of one thread, too. The first cover is then always the same as
  // well. Covers that are found before their turn are kept; if they are very
  // many, threads wait.
  bool keep_order = false;

  // The calling thread starts others after this many nodes: small problems are
  // solved by then.
  uint64_t nodes_alone = 10'000;

  // For tests: if not 0, each thread leaves a part of its tree to others every
  // this many nodes, whether or not they have work.
  uint64_t nodes_to_part = 0;
};

[[nodiscard]] absl::StatusOr<CountResult> CountInParallel(
    const Problem& problem, SearchOptions options = {},
    Parallelism parallelism = {});

// Calls `visit` with each cover until it returns false.
[[nodiscard]] absl::StatusOr<SearchSummary> ForEachInParallel(
    const Problem& problem, absl::FunctionRef<bool(const Solution&)> visit,
    SearchOptions options = {}, Parallelism parallelism = {});

// Finds a cover: the first one in order if keep_order is set, otherwise the one
// that is found first.
[[nodiscard]] absl::StatusOr<FirstResult> FindFirstInParallel(
    const Problem& problem, SearchOptions options = {},
    Parallelism parallelism = {});

// Finds k covers of least cost, as if keep_order were set: those that FindBest
// finds with the same engine. (Of several that cost the same, another engine
// may find others.)
[[nodiscard]] absl::StatusOr<BestResult> FindBestInParallel(
    const Problem& problem, size_t k, SearchOptions options = {},
    Parallelism parallelism = {});

}  // namespace dlx

#endif  // DLX_PARALLEL_H_
