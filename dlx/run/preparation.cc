#include "dlx/run/preparation.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "dlx/cpu.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/statistics.h"

namespace dlx::internal {
namespace {

// Times are in nanoseconds, as estimated from statistics.
constexpr double kMillisecond = 1e6;
constexpr double kFirstTurn = 0.5 * kMillisecond;
constexpr double kLastTurn = 512 * kMillisecond;
// As long as forecasts are in doubt, the race goes on, but no longer than this;
// from the second of these on, turns grow less, so that whoever comes to its
// end first has waited for little more than its own time.
constexpr double kLastDoubtfulTurn = 8192 * kMillisecond;
constexpr double kSlowGrowthFrom = 8 * kMillisecond;
constexpr double kSlowGrowth = 1.25;

// A turn is run in steps, between which limits are looked at. How long these
// are must not depend on a clock, since some engines go on in another way after
// a pause.
constexpr double kLongestStep = 5 * kMillisecond;

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
// vast that only an engine that does not visit covers has a chance.) Less than
// that, but not by much, if an engine is expected to become faster.
constexpr double kForever = 1e300;
constexpr double kNearlyForever = 1e299;

// Problems of this size take longer to set up than a race is worth.
constexpr size_t kMaxRaceUses = 2'000'000;

// An engine in a race.
class Entrant {
 public:
  // Its engine is made when it is its turn: the race may be over before.
  Entrant(const EngineRow& row, const Problem& problem,
          const SearchOptions& options)
      : row_(&row), problem_(&problem), options_(&options) {}

  const EngineRow& row() const { return *row_; }
  // REQUIRES: it has had a turn.
  const Engine& engine() const { return *engine_; }
  Natural count() const { return count_; }

  enum class TurnEnd {
    kTimeIsUp,  // It has run for as long as it was to.
    kFinished,  // It has come to the end of the count.
    kStopped,   // may_go_on() said so.
  };
  // Goes on until the engine has run for about so long, all turns together.
  TurnEnd RunUntil(double time, uint64_t node_limit,
                   absl::FunctionRef<bool()> may_go_on);

  // How long the whole count seems to take, by what happened in two turns.
  double total() const { return total_; }

  // It may be at its end the next moment.
  bool is_unforeseeable() const {
    return !row_->speed.is_foreseeable && this_turn_.fraction == 0;
  }

  Preparation Win(std::string reason) {
    MakeEngineIfNeeded();
    return {row_, std::move(reason), std::move(engine_), count_};
  }

 private:
  struct Mark {
    double time = 0;
    double fraction = 0;
  };

  void MakeEngineIfNeeded() {
    if (engine_ != nullptr) return;
    engine_ = MakeEngine(*row_, *problem_, Task::kCount, *options_);
  }

  // How long it has run.
  double time() const {
    const Statistics& statistics = engine_->statistics();
    return row_->speed.node * static_cast<double>(statistics.nodes) +
           row_->speed.update * static_cast<double>(statistics.updates);
  }

  // Estimates the whole from what happened since that mark.
  void Estimate(const Mark& since);

  const EngineRow* row_;
  const Problem* problem_;
  const SearchOptions* options_;
  std::unique_ptr<Engine> engine_;
  Natural count_ = 0;
  Mark last_turn_;
  Mark this_turn_;
  double total_ = 0;
};

Entrant::TurnEnd Entrant::RunUntil(double time, uint64_t node_limit,
                                   absl::FunctionRef<bool()> may_go_on) {
  MakeEngineIfNeeded();
  const Mark two_turns_ago = std::exchange(last_turn_, this_turn_);
  while (this->time() < time) {
    if (!may_go_on()) return TurnEnd::kStopped;
    const uint64_t nodes = engine_->nodes();
    if (nodes >= node_limit) return TurnEnd::kStopped;
    const double node_time = this->time() / static_cast<double>(nodes);
    // In a few steps, because nodes are not all alike.
    const double step_time = std::min((time - this->time()) / 4, kLongestStep);
    const uint64_t more = std::clamp<uint64_t>(
        static_cast<uint64_t>(step_time / node_time), 1, nodes);
    const Engine::Step step =
        engine_->Count(std::min(nodes + more, node_limit), &count_);
    if (step == Engine::Step::kPaused) continue;
    return TurnEnd::kFinished;
  }
  this_turn_ = {this->time(), engine_->FractionDone()};
  Estimate(two_turns_ago);
  return TurnEnd::kTimeIsUp;
}

void Entrant::Estimate(const Mark& since) {
  const double gain = this_turn_.fraction - since.fraction;
  const double rest = gain > 0 ? (1 - this_turn_.fraction) / gain *
                                     (this_turn_.time - since.time)
                               : kForever;
  total_ = this_turn_.time + rest / row_->speed.growth;
}

class Race {
 public:
  Race(std::vector<Entrant> entrants, const LimitWatch& watch,
       ProgressReporter& reporter)
      : entrants_(std::move(entrants)), watch_(watch), reporter_(reporter) {}

  Preparation Run();

 private:
  // Whether this turn was the last one, however close they are.
  bool IsLastTurn(double turn) const;
  // The best engine comes first.
  void Rank();
  // Without those that are too far behind after such a turn.
  void DropLosers(double turn);
  // The answer if limits are reached within a turn.
  Preparation Stop();

  bool MayGoOn() {
    reporter_.MayReport([this] {
      const Engine& best = entrants_[0].engine();
      return Progress{.fraction_done = best.FractionDone(),
                      .nodes = best.nodes(),
                      .solutions = entrants_[0].count(),
                      .path = best.Path()};
    });
    return !watch_.MustStop();
  }

  std::vector<Entrant> entrants_;
  const LimitWatch& watch_;
  ProgressReporter& reporter_;
  std::string reason_;
};

Preparation Race::Run() {
  reason_ = std::string(entrants_[0].row().reason);
  for (double turn = kFirstTurn;;) {
    for (Entrant& entrant : entrants_) {
      switch (entrant.RunUntil(turn, watch_.limits().nodes,
                               [this] { return MayGoOn(); })) {
        case Entrant::TurnEnd::kTimeIsUp:
          break;
        case Entrant::TurnEnd::kFinished:
          return entrant.Win("in a race it came to its end first");
        case Entrant::TurnEnd::kStopped:
          return Stop();
      }
    }
    Rank();
    if (turn >= kShortTurn) DropLosers(turn);
    if (entrants_.size() == 1 || IsLastTurn(turn)) break;
    turn *= turn < kSlowGrowthFrom ? 2 : kSlowGrowth;
  }
  // Nobody has come to the end: a forecast in doubt counts for less.
  return std::min_element(entrants_.begin(), entrants_.end(),
                          [](const Entrant& a, const Entrant& b) {
                            return a.total() * a.row().speed.doubt <
                                   b.total() * b.row().speed.doubt;
                          })
      ->Win(std::move(reason_));
}

void Race::Rank() {
  std::stable_sort(
      entrants_.begin(), entrants_.end(),
      [](const Entrant& a, const Entrant& b) { return a.total() < b.total(); });
  if (entrants_.size() == 1) return;
  const double best = entrants_[0].total();
  reason_ = best < kNearlyForever
                ? absl::StrFormat(
                      "in a race it seemed %.3g times as fast as %s",
                      entrants_[1].total() / best, entrants_[1].row().name)
                : "the search tree is too large to visit all of it";
}

bool Race::IsLastTurn(double turn) const {
  const bool is_doubtful =
      std::any_of(entrants_.begin(), entrants_.end(),
                  [](const Entrant& e) { return e.row().speed.doubt > 1; });
  return turn >= std::min(is_doubtful ? kLastDoubtfulTurn : kLastTurn,
                          absl::ToDoubleNanoseconds(watch_.limits().time) / 8);
}

void Race::DropLosers(double turn) {
  // Whether b is so far ahead of a that a need not go on.
  const auto is_beaten = [turn](const Entrant& a, const Entrant& b) {
    double limit = 1;
    if (turn < kLargePart * b.total()) {
      if (a.is_unforeseeable()) return false;
      limit = turn < kSmallPart * b.total() ? kHopeless : kFarBehind;
    }
    limit *= std::max(a.row().speed.doubt, b.row().speed.doubt);
    return a.total() > limit * b.total();
  };
  std::vector<const EngineRow*> losers;
  for (const Entrant& a : entrants_) {
    if (absl::c_any_of(entrants_,
                       [&](const Entrant& b) { return is_beaten(a, b); })) {
      losers.push_back(&a.row());
    }
  }
  std::erase_if(entrants_, [&](const Entrant& entrant) {
    return absl::c_linear_search(losers, &entrant.row());
  });
}

Preparation Race::Stop() {
  // Nobody will count the rest, so whoever has counted most has won.
  return std::max_element(entrants_.begin(), entrants_.end(),
                          [](const Entrant& a, const Entrant& b) {
                            return a.count() < b.count();
                          })
      ->Win(std::move(reason_));
}

}  // namespace

std::vector<const EngineRow*> LikelyEngines(const Problem& problem, Task task) {
  std::vector<const EngineRow*> likely;
  // Of an unforeseeable engine nobody can tell before how long it will take,
  // which does not matter much to somebody who wants one cover.
  const auto needs_last_resort = [&] {
    return likely.empty() ||
           (task == Task::kCount && !likely.back()->speed.is_foreseeable);
  };
  for (const EngineRow& row : EngineTable()) {
    if (!CheckRow(row, problem, task).ok()) continue;
    const bool suits = row.is_last_resort
                           ? needs_last_resort()
                           : row.suits != nullptr && row.suits(problem);
    if (suits) likely.push_back(&row);
  }
  return likely;
}

std::unique_ptr<Engine> MakeEngine(const EngineRow& row, const Problem& problem,
                                   Task task, const SearchOptions& options) {
  std::unique_ptr<Engine> engine = row.make(problem, task, options);
  if (!options.givens.empty()) engine->Restart(options.givens);
  return engine;
}

uint64_t FirstStride(const Problem& problem) {
  constexpr uint64_t kMost = 256;
  constexpr uint64_t kUses = 1 << 20;  // As many as it takes for one node.
  const uint64_t uses = std::max<uint64_t>(problem.use_count(), 1);
  return std::clamp<uint64_t>(kUses / uses, 1, kMost);
}

absl::Status CheckGivens(const Problem& problem,
                         absl::Span<const OptionId> givens) {
  // Without a branch for each: puzzles have givens, and are solved in a
  // microsecond.
  uint32_t largest = 0;
  for (const OptionId given : givens) {
    largest = std::max(largest, given.value());
  }
  if (givens.empty() || largest < problem.option_count()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("there is no option number ",
                                                 largest, "; the problem has ",
                                                 problem.option_count()));
}

absl::Status CheckItemOrder(const Problem& problem,
                            absl::Span<const ItemId> order) {
  if (order.empty()) return absl::OkStatus();
  std::vector<bool> seen(problem.item_count());
  for (const ItemId item : order) {
    if (item.value() >= problem.item_count()) {
      return absl::InvalidArgumentError(
          absl::StrCat("the order of the items has number ", item.value(),
                       ", but there are only ", problem.item_count()));
    }
    const auto refuse = [&](absl::string_view why) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the order of the items has ", problem.item_name(item), why));
    };
    if (!problem.is_primary(item)) {
      return refuse(", which is secondary");
    }
    if (seen[item.value()]) return refuse(" twice");
    seen[item.value()] = true;
  }
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (seen[i] || !problem.is_primary(ItemId(i))) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "the order of the items lacks ", problem.item_name(ItemId(i))));
  }
  return absl::OkStatus();
}

absl::StatusOr<RowChoice> ChooseRow(const Problem& problem, Task task,
                                    EngineKind wanted) {
  if (wanted != EngineKind::kAuto) {
    const EngineRow& row = FindRow(wanted);
    absl::Status status = CheckRow(row, problem, task);
    if (!status.ok()) return status;
    return RowChoice{&row, "it was asked for"};
  }
  const std::vector<const EngineRow*> likely = LikelyEngines(problem, task);
  if (task != Task::kCount || likely.size() == 1) {
    return RowChoice{likely[0], std::string(likely[0]->reason)};
  }
  if (problem.use_count() > kMaxRaceUses) {
    return RowChoice{likely[0],
                     "the problem is too large to try several engines"};
  }
  return RowChoice{nullptr, ""};
}

absl::StatusOr<Preparation> Prepare(const Problem& problem, Task task,
                                    const SearchOptions& options,
                                    const LimitWatch& watch,
                                    ProgressReporter& reporter) {
  if (absl::Status status = ObeyCpuVariable(); !status.ok()) return status;
  if (absl::Status status = CheckGivens(problem, options.givens);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckItemOrder(problem, options.item_order);
      !status.ok()) {
    return status;
  }
  absl::StatusOr<RowChoice> choice = ChooseRow(problem, task, options.engine);
  if (!choice.ok()) return choice.status();
  if (choice->row != nullptr) {
    return Preparation{
        .row = choice->row,
        .reason = std::move(choice->reason),
        .engine = MakeEngine(*choice->row, problem, task, options)};
  }
  std::vector<Entrant> entrants;
  for (const EngineRow* row : LikelyEngines(problem, task)) {
    entrants.emplace_back(*row, problem, options);
  }
  return Race(std::move(entrants), watch, reporter).Run();
}

}  // namespace dlx::internal
