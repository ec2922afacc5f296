#ifndef DLX_UNITS_ENGINE_PICKER_H_
#define DLX_UNITS_ENGINE_PICKER_H_

// Says which engine is to do the next unit of a run, and finds out which one is
// the best, while they are done.
//
// Whoever plans a run mostly knows (see rehearsal.h). Then that engine does all
// units. If it takes many times as long for one as was expected, it may be the
// wrong engine for that, or there is more to search than was expected: a race
// finds out.
//
// If nobody knows, it is found out here. To choose an engine may take longer
// than to search a unit, above all if engines run a race for it; and in a race
// that is over after a millisecond, anybody may come first. But the units of a
// search are much alike. So there is a race for the first few units only. Then
// its winners, and the engines that are the fastest most often, try some units
// each, and whoever has taken least time for each node that was expected does
// the rest. A trial is given up when it takes several times as long as the best
// engine would.

#include <cstddef>
#include <limits>
#include <map>
#include <mutex>
#include <optional>

#include "absl/time/time.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/units/run_folder.h"

namespace dlx::units {

// Any thread may call any of this at any time.
class EnginePicker {
 public:
  EnginePicker(const Problem& problem, RunTask task,
               const std::optional<Rehearsal>& rehearsal = std::nullopt);

  struct Choice {
    EngineKind engine;  // kAuto for a race.
    // Whoever takes longer has lost.
    absl::Duration time = absl::InfiniteDuration();
    // Whoever it has lost against; kAuto if a race is to tell.
    EngineKind next = EngineKind::kAuto;
  };
  // Who is to do the next unit, of which so many nodes are expected.
  Choice Choose(double nodes);
  // The best one so far.
  EngineKind Best() const;

  // What has become of it. Seconds are those of a processor.
  void NoteRace(EngineKind winner);
  // The same of a race that there was because that engine took too long.
  void NoteRaceAfter(EngineKind loser, EngineKind winner);
  void NoteSearch(EngineKind engine, double nodes, double seconds);
  // The engine cannot do units of this run.
  void NoteRefusal(EngineKind engine);

  // About how long the best engine takes for so many nodes; zero if there is no
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
  // The best engine is given so many times as long as is expected.
  double patience_;
  Records records_;  // Of those who may do units.
};

}  // namespace dlx::units

#endif  // DLX_UNITS_ENGINE_PICKER_H_
