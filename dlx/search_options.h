#ifndef DLX_SEARCH_OPTIONS_H_
#define DLX_SEARCH_OPTIONS_H_

// The options of a search.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "absl/time/time.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/statistics.h"

namespace dlx {

// The engines; see engines.h for their names.
enum class EngineKind {
  kAuto,            // Choose by looking at the problem.
  kDancingLinks,    // Dancing links: does everything.
  kBitPlanes,       // Vector instructions; for items with few options.
  kBitSets,         // Vector instructions; for anything that is not too large.
  kConsistentSets,  // The same, and takes out options that leave an item none.
  kNogoods,      // Learns from conflicts; for large problems with few options.
  kSparseSets,   // Branches on what has failed before; for a first cover.
  kMemoCounter,  // Counts by remembering subproblems; counts only.
  kLayers,       // Counts layer by layer, in a fixed order; counts only.
  kPlainSets,    // Algorithm X with plain sets: to be read; slow.
};

// What an engine is asked to do.
enum class Task {
  kEnumerate,  // Show covers, one by one.
  kCount,      // Say how many there are.
  kBest,       // Show the covers of least cost.
};

// Which item to branch on. Every rule takes an item that cannot be covered, or
// that can be covered in one way only, first.
enum class Branching {
  // An item with the fewest options left ("minimum remaining values").
  kFewestOptions,
  // The same, but items whose names begin with '#' come before all others
  // (Knuth's sharp preference).
  kSharpPreference,
  // The first uncovered item, in the order in which the items were added.
  kInputOrder,
};

struct Solution;  // See answers.h.

struct SearchOptions {
  // Options chosen in advance: the search finds exactly the covers that contain
  // all of them. If they contradict each other, or one appears twice, there are
  // none.
  std::vector<OptionId> givens = {};

  // The limits of the search.
  Limits limits = {};

  // How the search works. These change the order of solutions and the time they
  // take, never the set of all solutions.
  EngineKind engine = EngineKind::kAuto;
  Branching branching = Branching::kFewestOptions;
  // If set, ties among items are broken, and options tried, in a random order
  // that depends on nothing but the seed.
  std::optional<uint64_t> seed = std::nullopt;

  // The order in which engine layers covers the items, instead of one that it
  // finds itself: all primary items, each once. Other engines ignore it.
  std::vector<ItemId> item_order = {};

  // Memory that an engine may use to remember things, in bytes. (The memory
  // that it needs for the problem itself is not counted.)
  size_t memory_limit = size_t{1} << 30;

  // If set, called now and then from the searching thread. REQUIRES: it does
  // not use the search that calls it.
  std::function<void(const Progress&)> on_progress = nullptr;
  absl::Duration progress_interval = absl::Milliseconds(200);

  // If set, called by FindBest and FindBestInParallel with each cover that is
  // cheaper than all before it, from the calling thread.
  std::function<void(const Solution&)> on_improvement = nullptr;
};

}  // namespace dlx

#endif  // DLX_SEARCH_OPTIONS_H_
