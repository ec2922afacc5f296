#ifndef DLX_SCHEDULE_RACE_H_
#define DLX_SCHEDULE_RACE_H_

// The engines that may be the fastest at a task, as one engine: they work in
// turns (turns.h), until one of them has come to its end.
//
// Which engine counts the covers of a problem fastest? There is no telling from
// the problem alone, least of all whether it would pay to remember subproblems;
// and the order of branching may matter more than the engine. So the likely
// engines and orders are runners of a race. An engine's forecast comes from the
// part of its work that it has done: by its pace of late, or, if it knows how
// much work there is (Speed::expects_work), by all that it has done. One that
// learns may be at its end the next moment, and says nothing, until so many
// covers have been found that its pace at finding them tells. Engines that
// search the same tree do not race: their speeds are measured on its first
// nodes, and the faster one goes on.
//
// Each task has its way:
//
// * Counts (Task::kCount) keep real accounts: a runner's time is that of the
//   thread's CPU clock around its work and around the making of its engine. So
//   the same problem may have another winner next time, but never another
//   count. Until one runner is at its end, the largest count so far stands. As
//   long as there is no cover, an engine that learns has as large a share as
//   the one that suits.
// * The first cover (Task::kEnumerate): a race begins after one engine alone
//   has found nothing for a while. Engines that are for first covers
//   (EngineRow::is_for_first_cover) have the largest shares, and learners large
//   ones, because any of them may find a cover the next moment. Engines that
//   can only count have small ones, if they suit (which is looked at when it is
//   their turn): where they come to their end without a cover, there is none;
//   otherwise they leave. Whose cover it is must not depend on a clock: time is
//   reckoned from what the engines did (TimeOf).
// * The covers of least cost (Task::kBest): equal shares, with the same
//   reckoning. All runners heed the cost ceiling. One that can only count
//   leaves when there is a cover.
//
// One engine begins; what else may be good is looked for when it has not come
// to its end soon, and made when it is its turn. So a short count costs no more
// than its engine.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/reduce/subject.h"
#include "dlx/schedule/pace.h"
#include "dlx/schedule/turns.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// An engine, and a way to use it.
struct Setting {
  const EngineRow* row;
  Branching branching = Branching::kFewestOptions;
  // See Standing.
  double prior = 1;
  // An engine that searches the same tree, and may do so faster. It is tried
  // for a moment; null if there is none.
  const EngineRow* sibling = nullptr;

  std::string name() const;  // "bit_sets in input order".
};

// What a runner has done in a race.
struct RaceEntry {
  const EngineRow* row;
  std::string name;  // See Setting.
  uint64_t nodes = 0;
  RaceTime time = 0;
  size_t memory = 0;  // See Engine::LeastMemoryLimit().
};

class RaceEngine;

// An engine that is ready to go on.
struct Preparation {
  const EngineRow* row;
  Branching branching = Branching::kFewestOptions;  // That it was made with.
  std::string reason;                               // Why this one: a sentence.
  std::unique_ptr<Engine> engine;
  bool by_symmetry = false;  // See MakeEngine().
  // The same engine, if it is a race.
  RaceEngine* race = nullptr;
  // If the engine is one for first covers, and has won a race: the one that
  // began the race, and where it stands, having found no cover. It may list the
  // others faster.
  std::unique_ptr<Engine> lister = nullptr;
  const EngineRow* lister_row = nullptr;
  // What it has counted in a race so far.
  Natural counted = 0;
  // It is an engine of parts (parts.h), for the givens of the options only.
  bool in_parts = false;
  // What the engine works on, if it is not the problem itself.
  std::shared_ptr<const Reduction> remainder = nullptr;

  EngineChoice choice() const { return {row->kind, reason}; }
};

// Tells the time for the accounts of a race. Null: time is reckoned.
using RaceClock = absl::Duration (*)();

class RaceEngine final : public Engine {
 public:
  // REQUIRES: as MakeEngine().
  RaceEngine(const Subject& subject, Task task, const SearchOptions& options,
             RaceClock clock);
  ~RaceEngine() override;

  // The first runner goes on with an engine that was at work already.
  void BeginWith(std::unique_ptr<Engine> engine);

  void Restart(absl::Span<const OptionId> givens) override;
  Step FindNext(uint64_t pause_at) override;
  Step Count(uint64_t pause_at, Natural* count) override;
  absl::Span<const OptionId> solution() const override;
  void TakeSolution(std::vector<OptionId>& to) override;
  void SetCostCeiling(int64_t cost) override;
  int64_t LowerBound() const override;
  double FractionDone() const override;
  double ExpectedPart() const override;
  std::vector<PathStep> Path() const override;
  std::optional<LayerProgress> Layers() const override;
  void UseThreads(int threads) override;
  void SetMemoryLimit(size_t bytes) override;
  size_t LeastMemoryLimit() const override;

  // How long all of them have run.
  RaceTime time() const { return turns_->time(); }
  // The winner, or who seems to be the fastest, and why.
  EngineChoice choice() const;
  // Whether it is clear which engine is the fastest; or has not become clear in
  // so long a time that it does not matter.
  bool IsClear() const;
  // Whether what HandOver() would return can share its tree, and seems to gain
  // by that.
  bool MayShareTree() const;
  // Whether the winner does the task, and has not only found that there is no
  // cover.
  bool MayHandOver() const;
  // Takes the winner out of the race, or who seems to be the fastest; if the
  // race has not come to an end, the one that has counted most. All memory is
  // for it. The race is over. REQUIRES: MayHandOver().
  Preparation HandOver();
  // All runners.
  std::vector<RaceEntry> Entries() const;

 private:
  class Entrant;

  void StartAfresh();
  void AddOthers();
  void BeginTurns();
  // There is a cover.
  void DropCounters();
  // One step of a runner.
  Step DoStep(uint64_t pause_at);
  // The winner, or the favourite.
  const Entrant& ahead() const;
  void UpdateNodesByDepth() const override;
  void UpdateNodes();

  const Subject subject_;
  const Task task_;
  SearchOptions options_;
  const RaceClock clock_;
  int threads_ = 1;
  std::vector<OptionId> givens_;
  std::optional<int64_t> cost_ceiling_;
  // The first one is alone until it has had some time.
  std::vector<std::unique_ptr<Entrant>> entrants_;
  bool has_others_ = false;
  std::optional<Turns> turns_;
  Entrant* winner_ = nullptr;  // It goes on alone.
  Entrant* finder_ = nullptr;  // Of the last solution.
  bool has_ended_ = false;
  // The callers go by the nodes of all, which never become fewer.
  uint64_t nodes_of_dropped_ = 0;
  Natural reported_ = 0;  // Added to the caller's count so far.
  AllCovers all_covers_;
  uint64_t pause_at_ = 0;
};

// See Runner::LeastStep(), of one whose engine is made, or is to be made in its
// first step.
RaceTime LeastStepOf(const Setting& setting, const Problem& problem,
                     bool has_begun);
// The first runner is alone for so long: most counts are over by then.
inline constexpr RaceTime kAlone = 0.5 * kMillisecond;
// The least prior of a search that learns, as long as no cover is known: it may
// find one, or that there is none, the next moment. In a count it is that of
// the engine that suits.
inline constexpr double kLearnerOfCount = 1;
// The engine that a race begins with.
Setting FirstSetting(const Problem& problem, Task task,
                     const SearchOptions& options);
// All that may be good at the task, that one first.
std::vector<Setting> SettingsFor(const Problem& problem, Task task,
                                 const SearchOptions& options);

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_RACE_H_
