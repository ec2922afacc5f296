#ifndef DLX_ENGINE_TABLE_H_
#define DLX_ENGINE_TABLE_H_

// The one table of engines. An engine's row has all that is known about it as a
// whole: what it accepts, when it suits, how fast it is. The choice of an
// engine, the race, threads, refusals, help texts, tests and benchmarks read
// the row. To add an engine, add a folder and a row.

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/engine/engine.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// What an engine can do.
struct Abilities {
  // Of problems.
  bool secondary = true;
  bool colors = false;
  bool multiplicities = false;

  // It remembers what it has seen, in as much memory as the limit allows.
  bool remembers = false;

  // Of tasks. Every engine can count.
  bool enumerates = true;
  bool finds_best = false;

  // Of sharing a tree with others of its kind: Engine::GiveAway(), StartAt().
  bool shares_tree = false;
  // What was searched before changes the order in which the rest is searched.
  // If false, a branch has its covers in the same order wherever and whenever
  // it is searched.
  bool learns_order = false;
  // It takes out options that others would try, so its tree is another one.
  bool looks_ahead = false;
  // It does its work with several threads by itself: Engine::UseThreads().
  bool uses_threads = false;
};

// How long an engine takes, and what its forecasts are worth, for a race. (Of
// counts, the real time is measured.)
struct Speed {
  // Nanoseconds for a node, and for an update: what fits best to the problems
  // of `benchmark choice`. Some take twice as long, some half as long.
  double node = 0;
  double update = 0;
  // Nanoseconds for each node and item of the problem, if there are secondary
  // items.
  double item = 0;
  // How many times as long it takes where options have colours.
  double slower_with_colors = 1;
  // How many times as long it takes where costs are looked at.
  double slower_for_best = 1;
  // Whether it can tell how far it has come before it has found something. If
  // not, it may end at any moment.
  bool is_foreseeable = true;
  // Whether Engine::ExpectedPart() is a part of the work itself. Then that
  // alone forecasts the whole; otherwise the recent pace does.
  bool expects_work = false;
  // How many times as fast as its forecast it may turn out to be, beyond what
  // holds for all engines.
  double doubt = 1;
  // What it has for each nanosecond of the likeliest engine as long as no
  // forecast says anything.
  double prior = 0.15;
  // So many nanoseconds may go by until it has found an order of the items.
  double order = 0;
  // Nanoseconds for each pair of an item and an option until its first node is
  // done, if it has a bit for each such pair.
  double pair = 0;
  // Whether the order of branching may change all: then it also runs with the
  // order in which items were added.
  bool varies_with_order = false;
};

struct EngineRow {
  EngineKind kind;
  absl::string_view name;     // As in --engine=dancing_links.
  absl::string_view summary;  // One line for a help text.

  Abilities can = {};
  // Empty; or, if the problem is too large in some respect, in what: the rest
  // of a sentence that begins with "engine bit_planes". Null if it never is.
  std::string (*too_large)(const Problem& problem) = nullptr;

  // Whether it is likely to be the fastest at a problem that it accepts; null
  // if never. A last resort is taken if no other engine suits.
  bool (*suits)(const Problem& problem) = nullptr;
  bool is_last_resort = false;
  // Whether it may be the fastest at a problem that it does not suit: then it
  // joins a race that goes on for a while. Null if never.
  bool (*may_join)(const Problem& problem) = nullptr;
  // It joins each race for a first cover, and one for a count if no other
  // engine there learns.
  bool is_for_first_cover = false;
  absl::string_view reason = "";  // Why it is chosen: a sentence.
  Speed speed = {};

  // REQUIRES: CheckRow() says OK.
  std::unique_ptr<Engine> (*make)(const Problem& problem, Task task,
                                  const SearchOptions& options);
};

// The rows, the most preferred one first.
absl::Span<const EngineRow> EngineTable();

// REQUIRES: kind is not kAuto.
const EngineRow& FindRow(EngineKind kind);

// OK, or a sentence that says why the engine cannot do the task.
absl::Status CheckRow(const EngineRow& row, const Problem& problem, Task task);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_TABLE_H_
