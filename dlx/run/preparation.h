#ifndef DLX_RUN_PREPARATION_H_
#define DLX_RUN_PREPARATION_H_

// From a problem and a task to an engine at its start: the engine that was
// asked for, or the one that seems best.
//
// Which engine counts the covers of a problem fastest? There is no telling from
// the problem alone, least of all whether it would pay to remember subproblems.
// So the likely engines run a race: in turns, each for the same time, then each
// for twice that time, and so on, until one of them is done, or the others are
// too far behind. The winner then goes on from where it stands, so the race
// costs no more than what the others did in it. Long counts get long races: an
// engine that becomes faster the more it remembers is not given up before some
// part of the count is done.
//
// Time is estimated from statistics, and what is still to do from the fraction
// that is done. So the same problem always has the same winner.
//
// Forecasts are trusted as far as the rows of the table do (Speed::doubt). As
// long as an engine whose forecast is in doubt may be the best one, it and the
// others go on in turns, for some seconds: together they then take little more
// than twice the time of the one that comes to its end first.
//
// A race is a part of the search: its limits are those of the search, it can be
// interrupted, and it reports progress, which is that of the engine that seems
// best. If it is stopped, that one's count so far is the answer.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/limit_watch.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// The engines that may be the fastest at the task, the likeliest one first; at
// least one. For counting that is but a guess.
std::vector<const EngineRow*> LikelyEngines(const Problem& problem, Task task);

struct RowChoice {
  const EngineRow* row;  // Null if only a race can tell.
  std::string reason;    // A sentence.
};
// The engine that was asked for, or that seems best. An error if the one that
// was asked for cannot do the task.
absl::StatusOr<RowChoice> ChooseRow(const Problem& problem, Task task,
                                    EngineKind wanted);

// An engine at the start of the search for the covers that contain the options'
// givens. REQUIRES: its row accepts the task, and CheckGivens() the givens.
std::unique_ptr<Engine> MakeEngine(const EngineRow& row, const Problem& problem,
                                   Task task, const SearchOptions& options);

// How many nodes an engine may visit before somebody looks up for the first
// time. In a large problem, a single node may take as long as a whole search
// does in a small one.
uint64_t FirstStride(const Problem& problem);

// OK, or a sentence about one that is not of this problem.
absl::Status CheckGivens(const Problem& problem,
                         absl::Span<const OptionId> givens);

// OK if the order is empty or has all primary items, each once; otherwise a
// sentence about the first item for which that is not so.
absl::Status CheckItemOrder(const Problem& problem,
                            absl::Span<const ItemId> order);

struct Preparation {
  const EngineRow* row;
  std::string reason;  // Why this one: a sentence.
  std::unique_ptr<Engine> engine;
  // What it has counted in a race so far.
  Natural counted = 0;

  EngineChoice choice() const { return {row->kind, reason}; }
};

// An error if the engine that was asked for cannot do the task, or if a given
// is not of this problem.
absl::StatusOr<Preparation> Prepare(const Problem& problem, Task task,
                                    const SearchOptions& options,
                                    const LimitWatch& watch,
                                    ProgressReporter& reporter);

}  // namespace dlx::internal

#endif  // DLX_RUN_PREPARATION_H_
