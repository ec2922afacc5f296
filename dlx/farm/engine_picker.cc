#include "dlx/farm/engine_picker.h"

#include <algorithm>

#include "absl/algorithm/container.h"
#include "dlx/engines.h"

namespace dlx::units {
namespace {

// How many units are done by a race, and how many by each engine on trial.
constexpr size_t kRaces = 2;
constexpr size_t kTrials = 3;

// An engine that takes this many times as long as the best has lost, unless the
// times are too short to be measured.
constexpr double kLostTrial = 4;
constexpr absl::Duration kShortestTrial = absl::Milliseconds(10);

// The best engine is given this many times the expected time, because the
// expectation may be wrong by that, and at least this long.
constexpr double kPatience = 32;
constexpr absl::Duration kLeastPatience = absl::Seconds(1);

// How many units must be done before they tell how long others take.
constexpr size_t kFewestToLearnFrom = 10;

constexpr EngineKind kOftenFastest[] = {EngineKind::kBitSets,
                                        EngineKind::kBitPlanes};

bool Remembers(EngineKind engine) {
  return engine == EngineKind::kMemoCounter || engine == EngineKind::kLayers;
}

}  // namespace

EnginePicker::EnginePicker(const Problem& problem, RunTask task,
                           const std::optional<Rehearsal>& rehearsal)
    : patience_(kPatience) {
  // To find one cover is another art, and so is to find the best.
  if (task != RunTask::kCount && task != RunTask::kSolve) return;
  if (rehearsal.has_value()) {
    races_ = kRaces;
    records_[rehearsal->engine] = {.begun = kTrials,
                                   .nodes = rehearsal->nodes,
                                   .seconds = rehearsal->seconds};
    return;
  }
  const Task needed = task == RunTask::kCount ? Task::kCount : Task::kEnumerate;
  for (const EngineKind engine : kOftenFastest) {
    if (CheckEngine(engine, problem, needed).ok()) records_[engine] = {};
  }
}

EnginePicker::Records::const_iterator EnginePicker::BestRecord() const {
  return absl::c_min_element(records_, [](const auto& a, const auto& b) {
    return a.second.pace() < b.second.pace();
  });
}

EnginePicker::Choice EnginePicker::Choose(double nodes) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (races_ < kRaces || records_.empty()) return {EngineKind::kAuto};
  const auto best = BestRecord();
  for (auto& [engine, record] : records_) {
    if (record.begun >= kTrials) continue;
    ++record.begun;
    const double pace = best->second.pace();
    if (engine == best->first) return {engine};
    return {engine,
            std::max(absl::Seconds(kLostTrial * pace * nodes), kShortestTrial),
            best->first};
  }
  return {best->first,
          std::max(absl::Seconds(patience_ * best->second.pace() * nodes),
                   kLeastPatience)};
}

EngineKind EnginePicker::Best() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return records_.empty() ? EngineKind::kAuto : BestRecord()->first;
}

void EnginePicker::NoteRace(EngineKind winner) {
  const std::lock_guard<std::mutex> lock(mutex_);
  ++races_;
  records_[winner];
}

void EnginePicker::NoteRaceAfter(EngineKind loser, EngineKind winner) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (winner == loser) {
    // It was the unit, then. The race has cost something, so there are fewer.
    patience_ *= 2;
  } else {
    records_[winner];
  }
}

void EnginePicker::NoteSearch(EngineKind engine, double nodes, double seconds) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Record& record = records_[engine];
  ++record.ended;
  record.nodes += nodes;
  record.seconds += seconds;
}

void EnginePicker::NoteRefusal(EngineKind engine) {
  const std::lock_guard<std::mutex> lock(mutex_);
  records_.erase(engine);
}

absl::Duration EnginePicker::ExpectedTime(double nodes) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (records_.empty()) return absl::ZeroDuration();
  const auto& [engine, record] = *BestRecord();
  if (record.ended < kFewestToLearnFrom || Remembers(engine)) {
    return absl::ZeroDuration();
  }
  return absl::Seconds(record.pace() * nodes);
}

}  // namespace dlx::units
