#include "dlx/run/counting_trial.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "dlx/engine/table.h"
#include "dlx/limits.h"
#include "dlx/run/likely_engines.h"
#include "dlx/statistics.h"

namespace dlx::internal {
namespace {

// Times are in nanoseconds.
constexpr double kMillisecond = 1e6;
constexpr double kFirstTurn = 0.5 * kMillisecond;
constexpr double kLastTurn = 512 * kMillisecond;

// The first options that are tried are often quite unlike the others, so short
// turns decide nothing.
constexpr double kShortTurn = 4 * kMillisecond;
// An engine is out that seems to take so many times as long as the best one,
constexpr double kHopeless = 30;
// or, after this part of the count, so many times.
constexpr double kSmallPart = 0.01;
constexpr double kFarBehind = 3;
// After this part, only the best engine goes on.
constexpr double kLargePart = 0.05;

// If the fraction that is done is too small for a double. (Then the tree is so
// vast that only memo_counter has a chance.) Less than that, but not by much,
// if an engine is expected to become faster.
constexpr double kForever = 1e300;
constexpr double kNearlyForever = 1e299;

// Problems of this size take longer to set up than a trial is worth.
constexpr size_t kMaxTrialUses = 2'000'000;

class Entrant {
 public:
  Entrant(const EngineRow& row, const Problem& problem,
          const SearchOptions& options)
      : row_(&row), engine_(row.make(problem, Task::kCount, options)) {}

  const EngineRow& row() const { return *row_; }

  // Goes on until the engine has run for about so long, all turns together.
  // False if it came to its end.
  bool RunUntil(double time) {
    const Mark two_turns_ago = std::exchange(last_turn_, this_turn_);
    while (this->time() < time) {
      const uint64_t nodes = engine_->nodes();
      const double node_time = this->time() / static_cast<double>(nodes);
      // In a few steps, because nodes are not all alike.
      const double more = (time - this->time()) / (4 * node_time);
      const uint64_t pause =
          nodes + std::clamp<uint64_t>(static_cast<uint64_t>(more), 1, nodes);
      const Engine::Step step = engine_->Count(pause, &count_);
      if (step == Engine::Step::kPaused) continue;
      // Let the one who asked for the count find out.
      if (step == Engine::Step::kOverflow) Forget();
      return false;
    }
    this_turn_ = {this->time(), engine_->FractionDone()};
    const double gain = this_turn_.fraction - two_turns_ago.fraction;
    double rest = kForever;
    if (gain > 0) {
      rest = (1 - this_turn_.fraction) / gain *
             (this_turn_.time - two_turns_ago.time);
    }
    total_ = this_turn_.time + rest / row_->speed.growth;
    return true;
  }

  // How long the whole count seems to take, by what happened in two turns.
  double total() const { return total_; }

  // It may be at its end the next moment.
  bool is_unforeseeable() const {
    return !row_->speed.is_foreseeable && this_turn_.fraction == 0;
  }

  CountingTrial Win(std::string reason, const SearchOptions& options) {
    if (options.limits.nodes != kUnlimited) Forget();
    return {row_->kind, std::move(reason), std::move(engine_), count_};
  }

 private:
  struct Mark {
    double time = 0;
    double fraction = 0;
  };

  void Forget() {
    engine_->Restart({});
    count_ = 0;
  }

  double time() const {
    const Statistics& statistics = engine_->statistics();
    return row_->speed.node * static_cast<double>(statistics.nodes) +
           row_->speed.update * static_cast<double>(statistics.updates);
  }

  const EngineRow* row_;
  std::unique_ptr<Engine> engine_;
  absl::uint128 count_ = 0;
  Mark last_turn_;
  Mark this_turn_;
  double total_ = 0;
};

}  // namespace

CountingTrial TryCounting(const Problem& problem,
                          const SearchOptions& options) {
  const std::vector<const EngineRow*> likely =
      LikelyEngines(problem, Task::kCount);
  std::vector<Entrant> entrants;
  for (const EngineRow* row : likely) {
    entrants.emplace_back(*row, problem, options);
    if (problem.use_count() > kMaxTrialUses) break;
  }
  if (entrants.size() == 1) {
    return entrants[0].Win(
        likely.size() == 1 ? std::string(likely[0]->reason)
                           : "the problem is too large to try several engines",
        options);
  }

  const Limits& limits = options.limits;
  const double last_turn =
      std::min(kLastTurn, absl::ToDoubleNanoseconds(limits.time) / 8);
  std::string reason;
  for (double turn = kFirstTurn; entrants.size() > 1; turn *= 2) {
    for (Entrant& entrant : entrants) {
      if (entrant.RunUntil(turn)) continue;
      return entrant.Win("in a trial it came to its end first", options);
    }
    std::stable_sort(entrants.begin(), entrants.end(),
                     [](const Entrant& a, const Entrant& b) {
                       return a.total() < b.total();
                     });
    const double best = entrants[0].total();
    reason = best < kNearlyForever
                 ? absl::StrFormat(
                       "in a trial it seemed %.3g times as fast as %s",
                       entrants[1].total() / best, entrants[1].row().name)
                 : "the search tree is too large to visit all of it";
    if (turn >= last_turn) break;
    if (limits.interrupter != nullptr && limits.interrupter->requested()) break;
    if (turn < kShortTurn) continue;
    if (turn >= kLargePart * best) break;
    const double limit = turn < kSmallPart * best ? kHopeless : kFarBehind;
    std::erase_if(entrants, [&](const Entrant& entrant) {
      return entrant.total() > limit * best && !entrant.is_unforeseeable();
    });
  }
  return entrants[0].Win(std::move(reason), options);
}

}  // namespace dlx::internal
