#ifndef DLX_ASK_EXPLAIN_H_
#define DLX_ASK_EXPLAIN_H_

// Tells why there is no cover: finds a few items that cannot be covered
// together.
//
// Example:
//
//   // items: a b c d; options: "a b", "b c", "a c", "d"
//   absl::StatusOr<dlx::Explanation> why = dlx::ExplainNoCover(problem);
//   if (!why.ok()) return why.status();
//   if (why->no_cover) {
//     for (dlx::ItemId item : why->items) {  // a, b, c: an odd number
//       std::cout << problem.item_name(item) << "\n";
//     }
//   }
//
// A set of items is *coverable* if there is a set of options that covers each
// of them as often as it must be, and no item at all, whether in the set or
// not, more often than it may be. An item that is not in the set need not be
// covered, as if it were secondary. A problem without covers is one whose items
// are not coverable; what is looked for is an *irreducible* set among these:
// one that is not coverable either, but is as soon as any item is left out.
// (Solvers of linear programs know it as an irreducible infeasible subsystem.)
//
// There can be many irreducible sets, of different sizes. This finds one of
// them, not the smallest. It takes items away, several at a time, as long as
// the rest is not coverable. Each time a small search with conflict analysis
// comes first: it notes which items made it backtrack, and if these are fewer
// than it was asked about, all others go at once. If that takes long, it and an
// engine take turns.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/problem.h"

namespace dlx {

struct Explanation {
  // True if it is proved that no cover contains the givens.
  bool no_cover = false;

  // If so: a set of primary items that is not coverable, in ascending order.
  // It is empty if the givens contradict each other, and `clash` is then the
  // item that two of them cannot both have.
  std::vector<ItemId> items = {};
  std::optional<ItemId> clash = std::nullopt;
  // True if it is proved that the set is irreducible; false if a limit came
  // first.
  bool irreducible = false;

  // If there is a cover: one, with the givens first.
  std::optional<std::vector<OptionId>> cover = std::nullopt;

  // kExhausted if the question is answered: there is a cover, or an irreducible
  // set.
  Outcome outcome = Outcome::kRunning;
  // How many sets were tested, and how many nodes that took in all.
  uint64_t searches = 0;
  uint64_t nodes = 0;
};

struct ExplainOptions {
  // Options that are chosen in advance.
  std::vector<OptionId> givens = {};

  // The limits of all searches together. (A limit on solutions means nothing
  // here.)
  Limits limits = {};

  // Memory that each search may use to remember things; see SearchOptions.
  size_t memory_limit = size_t{1} << 30;

  // How many nodes the search with conflict analysis visits before an engine
  // has its first turn.
  uint64_t analysis_nodes = 2'000;
};

// Fails if a given is not an option of the problem. Any number of threads may
// ask about one problem at the same time.
[[nodiscard]] absl::StatusOr<Explanation> ExplainNoCover(
    const Problem& problem, const ExplainOptions& options = {});

}  // namespace dlx

#endif  // DLX_ASK_EXPLAIN_H_
