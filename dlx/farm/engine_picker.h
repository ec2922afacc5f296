#ifndef DLX_FARM_ENGINE_PICKER_H_
#define DLX_FARM_ENGINE_PICKER_H_

// Says which engine is to do the next unit of a run, and finds out which one is
// the best, while they are done.
//
// The plan of a run mostly says it (see rehearsal.h). Then that engine does all
// units. If it takes many times as long for one as was expected, it may be the
// wrong engine for that, or there is more to search than was expected: a race
// finds out.
//
// If the plan does not say it, it is found out here. To choose an engine may
// take longer than to search a unit, above all if engines run a race for it;
// and in a race that is over after a millisecond, any engine may come first.
// But the units of a search are much alike. So there is a race for the first
// few units only. Then its winners, and the engines that are the fastest most
// often, try some units each, and the one that takes the least time for each
// expected node does the rest. A trial is given up when it takes several times
// as long as the best engine would.

#include <cstddef>
#include <limits>
#include <map>
#include <mutex>
#include <optional>

#include "absl/time/time.h"
#include "dlx/farm/run_folder.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::units {

// Any thread may call any of this at any time.
class EnginePicker {
 public:
  EnginePicker(const Problem& problem, RunTask task,
               const std::optional<Rehearsal>& rehearsal = std::nullopt);

  struct Choice {
    EngineKind engine;  // kAuto for a race.
    // An engine that takes longer has lost.
    absl::Duration time = absl::InfiniteDuration();
    // The engine that it has lost against; kAuto if a race is to tell.
    EngineKind next = EngineKind::kAuto;
  };
  // Which engine is to do the next unit, of which `nodes` nodes are expected.
  Choice Choose(double nodes);
  // The best one so far.
  EngineKind Best() const;

  // Reports what became of a choice. Seconds are processor time.
  void NoteRace(EngineKind winner);
  // The same of a race that was held because that engine took too long.
  void NoteRaceAfter(EngineKind loser, EngineKind winner);
  void NoteSearch(EngineKind engine, double nodes, double seconds);
  // Reports that the engine cannot do units of this run.
  void NoteRefusal(EngineKind engine);

  // About how long the best engine takes for `nodes` nodes; zero if there is no
  // telling, because too few units were done, or because the engine remembers,
  // so that parts may take as long as the whole.
  absl::Duration ExpectedTime(double nodes) const;

 private:
  struct Record {
    size_t begun = 0;
    size_t ended = 0;
    double nodes = 0;
    double seconds = 0;

    double pace() const {
      return nodes > 0 ? seconds / nodes
                       : std::numeric_limits<double>::infinity();
    }
  };
  using Records = std::map<EngineKind, Record>;
  Records::const_iterator BestRecord() const;

  mutable std::mutex mutex_;
  size_t races_ = 0;
  // The best engine is given a multiple of the expected time.
  double patience_;
  Records records_;  // Of the engines that may do units.
};

}  // namespace dlx::units

#endif  // DLX_FARM_ENGINE_PICKER_H_
