#ifndef DLX_SCHEDULE_PARTS_H_
#define DLX_SCHEDULE_PARTS_H_

// The search of a problem that falls into independent parts.
//
// Each cover of such a problem is made of one cover of each part, whichever. So
// its parts are searched apart, each by an engine of its own, and the rest is
// arithmetic:
//
//     count     the product of the parts' counts; of parts that are alike, one
//               is counted, and its number is taken to a power
//     covers    nested loops over the covers of the parts
//     best      the sum of the parts' best; the k best are merged
//
// An engine that searches the whole has to find out the same anew at each node:
// two copies of a problem with a million covers are a tree of a million million
// leaves, or a memory that holds each state of one beside each of the other.
//
// A part without a cover ends everything. So parts take turns, which grow, the
// smallest part first, until each of them has a cover or one has none.
//
//     engines of the parts  <-- engine of parts (here) <--  driver, worker
//        ids of a part                the ids of the whole
//
// When only one part is not done with, its tree can be shared among threads.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/reducer.h"
#include "dlx/reduce/subject.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// What is left of a problem when the options are taken that are no choice.
struct SplitProblem {
  std::vector<OptionId> chosen;  // In each cover.
  int64_t cost = 0;              // Of these.
  std::vector<Part> parts;       // Two at least.
};

// What engines get to work on.
struct Reduced {
  Subject subject;
  // If what is left falls into parts, and is not so small that it does not
  // matter, these instead.
  std::optional<SplitProblem> split = std::nullopt;
};
// The problem with the options' givens and what these force. If that is large,
// or a count whose parts were looked for, it is left out where it decides half
// of the options. If an engine is asked for, it gets the problem as a whole,
// unless that is large. REQUIRES: CheckGivens().
Reduced Reduce(const Problem& problem, const SearchOptions& options,
               Task task = Task::kEnumerate,
               OptionalItems optional = OptionalItems::kSecondary);

// An engine that searches the whole with an engine for each part: one that is
// chosen for it, or a race. It can only be restarted with the givens that the
// problem was split with; it has a twin. See MakeRace() about `is_reckoned`.
// REQUIRES: the split was made with the options.
std::unique_ptr<Engine> MakeEngineOfParts(SplitProblem split, Task task,
                                          const SearchOptions& options,
                                          bool is_reckoned);

// The number of a part that has no cover. Nothing if each has one, or if
// may_go_on(), which is called now and then, was false before that was known.
std::optional<size_t> FindPartWithoutCover(const SplitProblem& split,
                                           const SearchOptions& options,
                                           absl::FunctionRef<bool()> may_go_on);

// What others are told of an engine of parts if the largest part has an engine
// of that row.
const EngineRow& RowOfParts(const EngineRow& largest, Task task);

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_PARTS_H_
