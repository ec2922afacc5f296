#ifndef DLX_ENGINE_TABLE_H_
#define DLX_ENGINE_TABLE_H_

// The one table of engines. Whatever is known about an engine as a whole, what
// it accepts, when it suits and how fast it is, stands in its row; the choice
// of an engine, its race, the threads, the refusals, the help texts, the tests
// and the benchmarks all ask the row. To add an engine is to add a folder and a
// row.

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
  // What was searched before has a say in the order in which the rest is
  // searched. If not, a branch has its covers in the same order wherever and
  // whenever it is searched.
  bool learns_order = false;
};

// How long an engine takes, for the race that decides who counts.
struct Speed {
  // Nanoseconds for a node, and for an update: what fits best to the problems
  // of `benchmark choice`. Some take twice as long, some half as long.
  double node = 0;
  double update = 0;
  // For a node, and each item of the problem, if there are secondary ones.
  double item = 0;
  // For a node, each time that what it remembers is twice as much as the CPU's
  // caches have room for.
  double far_memory = 0;
  // How many times as long it takes where options have colours.
  double slower_with_colors = 1;
  // How many times as fast as it has been it is likely to become.
  double growth = 1;
  // How many times as long it takes where costs are looked at.
  double slower_for_best = 1;
  // Whether it can tell how far it has come before it has found something. If
  // not, it may be at its end the next moment.
  bool is_foreseeable = true;
  // Whether Engine::ExpectedPart() is a part of the work itself. Then that
  // alone tells how long the whole will take; otherwise it is the pace of late.
  bool expects_work = false;
  // How many times as fast as by its forecast it may turn out to be, beyond
  // what holds for all of them.
  double doubt = 1;
  // For so many nanoseconds it has as much time as the favourite, though its
  // forecasts may say nothing or be bad: a count in which few states lead to
  // many covers is over long before anybody can tell.
  double head_start = 0;
  // If it joins a race late (EngineRow::may_join): from turns of so many
  // nanoseconds on.
  double joins_at = 0;
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
  // if never. A last resort is taken if there is nobody better.
  bool (*suits)(const Problem& problem) = nullptr;
  bool is_last_resort = false;
  // Whether it may be the fastest at a problem that it does not suit: then it
  // joins a race that goes on for a while. Null if never.
  bool (*may_join)(const Problem& problem) = nullptr;
  absl::string_view reason = "";  // Why it is chosen: a sentence.
  Speed speed = {};

  // REQUIRES: CheckRow() says OK.
  std::unique_ptr<Engine> (*make)(const Problem& problem, Task task,
                                  const SearchOptions& options);
  // The same, but it branches on items that have often made it fail ("weighted
  // degrees"), which is for the first cover, without multiplicities. Null if
  // there is no such engine.
  std::unique_ptr<Engine> (*make_weighted)(const Problem& problem, Task task,
                                           const SearchOptions& options) =
      nullptr;
};

// In the order in which they are preferred, if several of them suit.
absl::Span<const EngineRow> EngineTable();

// REQUIRES: kind is not kAuto.
const EngineRow& FindRow(EngineKind kind);

// OK, or a sentence that says why the engine cannot do the task.
absl::Status CheckRow(const EngineRow& row, const Problem& problem, Task task);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_TABLE_H_
