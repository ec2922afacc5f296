#ifndef DLX_SCHEDULE_CHOICE_H_
#define DLX_SCHEDULE_CHOICE_H_

// Which engine, as far as the problem and the task tell; and what is asked of
// both before there is one. Where they do not tell, engines race (race.h).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/subject.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// Problems of this size take longer to set up than a race is worth; and from
// this one on, only those race that are likely to be good, and choices that are
// none are made beforehand.
inline constexpr size_t kMaxRaceUses = 2'000'000;
inline constexpr size_t kManyUses = 200'000;

// The engines that may be the fastest at the task, the likeliest one first; at
// least one. For counting that is but a guess.
std::vector<const EngineRow*> LikelyEngines(const Problem& problem, Task task);

// OK, or why the engine that was asked for cannot do the task.
absl::Status CheckEngineAskedFor(const Problem& problem, Task task,
                                 EngineKind wanted);

struct RowChoice {
  const EngineRow* row;  // Null if only a race can tell.
  std::string reason;    // A sentence.
};
// The engine that was asked for, or that seems best. An error if the one that
// was asked for cannot do the task.
absl::StatusOr<RowChoice> ChooseRow(const Problem& problem, Task task,
                                    EngineKind wanted);

// An engine at the start of the search for the covers that contain the options'
// givens. REQUIRES: its row accepts the task, and CheckGivens() the givens; if
// the subject is a remainder, it was made with these. `by_symmetry`: the engine
// counts, and leaves out what symmetries repeat (orbit_search.h), if one of the
// row can do so.
std::unique_ptr<Engine> MakeEngine(const EngineRow& row, const Subject& subject,
                                   Task task, const SearchOptions& options,
                                   bool by_symmetry = false);

// The same, of an engine that one like it was made for, with which it shares
// what it can. That one may be at work meanwhile.
std::unique_ptr<Engine> MakeTwin(const Engine& engine, const EngineRow& row,
                                 const Subject& subject, Task task,
                                 const SearchOptions& options);

// How many nodes an engine may visit before the first look at the limits. In a
// large problem, a single node may take as long as a whole search does in a
// small one.
uint64_t FirstStride(const Problem& problem);

// OK, or a sentence about one that is not of this problem.
absl::Status CheckGivens(const Problem& problem,
                         absl::Span<const OptionId> givens);

// OK if the order is empty or has all primary items, each once; otherwise a
// sentence about the first item for which that is not so.
absl::Status CheckItemOrder(const Problem& problem,
                            absl::Span<const ItemId> order);

// How long an engine has run, in nanoseconds, as estimated from what it did.
double TimeOf(const Engine& engine, const EngineRow& row,
              const Problem& problem, Task task);

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_CHOICE_H_
