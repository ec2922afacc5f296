#ifndef DLX_RUN_RACE_H_
#define DLX_RUN_RACE_H_

// The engines that may be the fastest work in turns, until one has come to its
// end.
//
// Which engine counts the covers of a problem fastest? There is no telling from
// the problem alone, least of all whether it would pay to remember subproblems;
// and it may be the order of branching that matters more than the engine. So
// the likely settings run a race: in turns, each for the same time, then each
// for twice that time. After some milliseconds it can be told who is ahead:
//
// * Time is estimated from statistics, and what is still to do from the part
//   that is done: by the pace of the last two turns, or, of those who know how
//   much work there is (Speed::expects_work), by all they have done. Where
//   many covers have been found, it takes as long, too, as finding the others
//   at that pace does: everybody has as many to find, but parts of a tree are
//   unlike each other. So the same problem always has the same winner.
// * The favourite, whose forecast is the best, has more than half of the time.
//   The rivals, who would be faster if forecasts were as wrong as they may be,
//   share up to 0.8 of what the favourite has, less if they are far behind; and
//   an eighth of it is shared by all, so that nobody's share falls to nothing.
//   While the favourite has done less than a twentieth of its work, and nobody
//   knows much, it is 0.625 for the rivals and 0.3 for all. From then on, head
//   starts end at 0.4 of what the favourite is to take.
// * Shares are of all the time since the start: who has had more, when its
//   forecast was better, waits, and leaves so much less to the rivals.
// * All of them keep what they have done, and the shares follow what is seen in
//   each turn: whoever becomes faster the more it remembers catches up, and is
//   the favourite then. Turns grow slowly, so nobody waits for long.
// * Whoever is to have more than before may be so by a forecast that does not
//   last: it has twice what it had, and is judged again. Meanwhile turns do not
//   grow if it is the favourite, so the others wait.
// * Memory that nobody uses yet is for those who have the time to use it, by
//   their shares of time, for layers four times as much. What somebody holds it
//   keeps. All of them together hold no more than one engine would be given,
//   and all of that is for the winner when the others are gone.
//
// What that guarantees, in estimated time, besides 1 ms for everybody at the
// start and 24 ms for layers if it suits: with k settings,
//
//     1.93 t        if the best takes t and is the favourite all the time
//     2.9 t         at worst, if it becomes so just before the end
//     2.4 t         if it is the only rival to the end; 3.1 t if the favourite
//                   stays below 1/20
//     6.4 k t       if it seems hopeless, but the favourite stays below 1/20
//     15.4 k t      if it seems hopeless from the first turn to the last
//
// No way of sharing does better than k t with k settings that cannot be told
// apart: to be below 2 t takes forecasts.
//
// A race goes on until somebody has come to its end, or, if that is wanted,
// until the favourite can be handed over to others. It is a part of the search:
// its limits are those of the search, it can be interrupted, and it reports
// progress, which is that of the favourite. If it is stopped, the largest count
// so far is the answer.
//
// A search for covers begins with one engine, for that is all it takes mostly;
// if it has found none after a while, it becomes such a race, too, in which
// those who learn from failures have half as much time each as the first one. A
// search for the covers of least cost has at most two engines, in turns of the
// same length (driver.h).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dlx/answers.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/limit_watch.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/run/remainder.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// What somebody has done in a race.
struct RaceEntry {
  const EngineRow* row;
  std::string name;  // "bit_sets in input order".
  uint64_t nodes = 0;
  double time = 0;    // See TimeOf().
  size_t memory = 0;  // See Engine::LeastMemoryLimit().
};

// An engine that is ready to go on.
struct Preparation {
  const EngineRow* row;
  Branching branching = Branching::kFewestOptions;  // That it was made with.
  std::string reason;                               // Why this one: a sentence.
  std::unique_ptr<Engine> engine;
  // What it has counted in a race so far.
  Natural counted = 0;
  bool has_cover = false;  // The engine has just found one.
  bool has_ended = false;  // There are no more.
  // What the engine works on, if it is not the problem itself.
  std::shared_ptr<const Remainder> remainder = nullptr;
  // Everybody in the race, the winner included; empty if there was none.
  std::vector<RaceEntry> race = {};

  EngineChoice choice() const { return {row->kind, reason}; }
};

// When a race is over.
enum class RaceEnd {
  kFirstToFinish,  // One of them has come to its end.
  // The favourite can go on with several threads, and it is clear that it is
  // the best, or has not become clear in a quarter of a second.
  kShared,
  // The same, whoever it is: somebody wants to know, and nothing else.
  kForecast,
};

// Counts the covers that contain the options' givens. REQUIRES: as
// MakeEngine().
Preparation RaceToCount(const Subject& subject, const SearchOptions& options,
                        const LimitWatch& watch, ProgressReporter& reporter,
                        RaceEnd end, int threads);

// A search for covers begins with one engine. If it has not found any after
// some time, that engine may have gone astray, and goes on in a race.
bool IsRaceDue(const EngineRow& row, const Engine& engine,
               const Problem& problem);

// Goes on with that engine and others, until one of them has found a cover
// (has_cover), or that there is none (has_ended), or a limit is reached.
Preparation RaceForCover(const EngineRow& row, std::unique_ptr<Engine> engine,
                         const Subject& subject, const SearchOptions& options,
                         const LimitWatch& watch, ProgressReporter& reporter);

}  // namespace dlx::internal

#endif  // DLX_RUN_RACE_H_
