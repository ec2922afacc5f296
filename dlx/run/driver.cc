#include "dlx/run/driver.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "dlx/engine/table.h"
#include "dlx/natural.h"
#include "dlx/run/best_covers.h"
#include "dlx/run/choice.h"
#include "dlx/run/preparation.h"

namespace dlx::internal {
namespace {

constexpr absl::Duration kLookInterval = absl::Milliseconds(5);

// Turns of two engines, in nanoseconds. They grow slowly: when one of them
// comes to its end, the other one has not had much more time.
constexpr double kFirstTurn = 1e6;
constexpr double kTurnGrowth = 1.1;
constexpr uint64_t kFirstTurnLook = 16;

}  // namespace

absl::StatusOr<Driver> Driver::Create(Task task, Problem problem,
                                      SearchOptions options, Clock clock,
                                      RaceEnd race_end) {
  const LimitWatch watch(options.limits, clock);
  ProgressReporter reporter(options, clock);
  absl::StatusOr<Preparation> preparation =
      Prepare(problem, task, options, watch, reporter, race_end);
  if (!preparation.ok()) return preparation.status();
  // Where nodes are counted, it matters whose they are.
  const bool may_race =
      options.engine == EngineKind::kAuto && options.limits.nodes == kUnlimited;
  // Two engines may find the same cover, and only its finder counts it.
  const bool may_take_turns =
      may_race && task == Task::kBest && options.limits.solutions == kUnlimited;
  Driver driver(task, std::move(problem), std::move(options), watch,
                std::move(reporter), *std::move(preparation));
  driver.may_race_ = may_race && task == Task::kEnumerate;
  if (may_take_turns) {
    driver.rival_row_ = RivalForBest(FindRow(driver.engine_choice_.kind),
                                     driver.subject_.problem());
  }
  if (driver.rival_row_ != nullptr) {
    driver.turn_ends_at_ = kFirstTurn;
    driver.turn_look_ = kFirstTurnLook;
  }
  return driver;
}

Driver Driver::WithEngine(Task task, Problem problem, SearchOptions options,
                          Preparation preparation, Clock clock) {
  const LimitWatch watch(options.limits, clock);
  ProgressReporter reporter(options, clock);
  return Driver(task, std::move(problem), std::move(options), watch,
                std::move(reporter), std::move(preparation));
}

Driver::Driver(Task task, Problem problem, SearchOptions options,
               LimitWatch watch, ProgressReporter reporter,
               Preparation preparation)
    : task_(task),
      problem_(std::move(problem)),
      subject_(problem_, std::move(preparation.remainder)),
      options_(std::move(options)),
      engine_choice_(preparation.choice()),
      engine_(std::move(preparation.engine)),
      counted_before_(preparation.counted),
      watch_(watch),
      reporter_(std::move(reporter)),
      pacer_(kLookInterval, FirstStride(subject_.problem())) {
  options_.branching = preparation.branching;
}

void Driver::StartAfresh() {
  outcome_ = Outcome::kRunning;
  solution_ = {};
  solutions_found_ = 0;
  solutions_counted_ = 0;
  best_cost_.reset();
  counted_before_ = 0;
  watch_.Start();
  reporter_.Start();
  pacer_.Restart();
  pause_at_ = 0;
}

void Driver::ReturnToWhole() {
  subject_ = Subject(problem_);
  const absl::StatusOr<RowChoice> choice =
      ChooseRow(problem_, task_, options_.engine);
  assert(choice.ok());  // It was when the driver was made.
  const bool is_clear = choice->row != nullptr;
  const EngineRow& row =
      is_clear ? *choice->row : *LikelyEngines(problem_, task_)[0];
  engine_choice_ = {row.kind,
                    is_clear ? choice->reason : std::string(row.reason)};
  engine_ = row.make(problem_, task_, options_);
  pacer_ = Pacer(kLookInterval, FirstStride(problem_));
}

absl::Status Driver::Restart(absl::Span<const OptionId> givens) {
  absl::Status status = CheckGivens(problem_, givens);
  if (status.ok()) RestartUnchecked(givens);
  return status;
}

void Driver::RestartUnchecked(absl::Span<const OptionId> givens) {
  assert(CheckGivens(problem_, givens).ok());
  if (subject_.remainder() != nullptr) ReturnToWhole();
  engine_->Restart(givens);
  may_race_ = false;
  rival_row_ = nullptr;
  rival_ = nullptr;
  turn_look_ = kUnlimited;
  StartAfresh();
}

bool Driver::MayGoOn() {
  const uint64_t nodes = engine_->nodes();
  outcome_ = watch_.Check(nodes, solutions_found_);
  if (outcome_ != Outcome::kRunning) return false;
  reporter_.MayReport([this] { return progress(); });
  // At the start there was no stretch yet that could have been too long; and
  // what nobody can interrupt need not look at the clock.
  const bool is_watched = watch_.has_deadline() || reporter_.is_wanted() ||
                          watch_.limits().interrupter != nullptr;
  if (is_watched && pause_at_ > 0) pacer_.Look(watch_.Now());
  pause_at_ = std::min(pacer_.NextLook(nodes), watch_.limits().nodes);
  return true;
}

bool Driver::IsFreeToGoOn() {
  if (outcome_ == Outcome::kRunning) {
    const bool is_due = engine_->nodes() >= pause_at_ ||
                        solutions_found_ >= watch_.limits().solutions;
    if (!is_due || MayGoOn()) return true;
  }
  solution_ = {};
  return false;
}

void Driver::NoteSolution() {
  ++solutions_found_;
  solution_.options = engine_->solution();
  solution_.cost = problem_.TotalCost(solution_.options);
}

void Driver::TakeSolution(std::vector<OptionId>& to) {
  engine_->TakeSolution(to);
  solution_ = {};
}

bool Driver::Next() {
  assert(task_ != Task::kCount);  // There may be no covers to be seen.
  while (turn_ends_at_ <= last_turn_ends_at_ && IsFreeToGoOn()) {
    Engine::Step step = engine_->FindNext(std::min(pause_at_, turn_look_));
    if (step == Engine::Step::kPaused && may_race_) step = MayRace();
    if (step == Engine::Step::kPaused) MayTakeTurns();
    if (step == Engine::Step::kSolution) {
      may_race_ = false;
      NoteSolution();
      return true;
    }
    if (step != Engine::Step::kPaused) outcome_ = Outcome::kExhausted;
  }
  return false;
}

Engine::Step Driver::MayRace() {
  const EngineRow& row = FindRow(engine_choice_.kind);
  if (!IsRaceDue(row, *engine_, subject_.problem()))
    return Engine::Step::kPaused;
  may_race_ = false;
  Preparation winner = RaceForCover(row, std::move(engine_), subject_, options_,
                                    watch_, reporter_);
  engine_choice_ = winner.choice();
  options_.branching = winner.branching;
  engine_ = std::move(winner.engine);
  pause_at_ = 0;  // It stands somewhere else.
  if (winner.has_cover) return Engine::Step::kSolution;
  return winner.has_ended ? Engine::Step::kExhausted : Engine::Step::kPaused;
}

void Driver::MayTakeTurns() {
  if (engine_->nodes() < turn_look_) return;
  const auto time = [this] {
    return TimeOf(*engine_, FindRow(engine_choice_.kind), subject_.problem(),
                  task_);
  };
  if (time() >= turn_ends_at_) {
    if (rival_ == nullptr) {
      rival_ = MakeEngine(*rival_row_, subject_, task_, options_);
      if (cost_ceiling_.has_value()) rival_->SetCostCeiling(*cost_ceiling_);
    }
    const EngineRow& row = FindRow(engine_choice_.kind);
    engine_choice_ = {rival_row_->kind,
                      "it came to its end before another one"};
    rival_row_ = &row;
    std::swap(engine_, rival_);
    if (time() >= turn_ends_at_) turn_ends_at_ *= kTurnGrowth;
    pause_at_ = 0;  // It stands somewhere else.
  }
  // In a few steps, because nodes are not all alike.
  const uint64_t nodes = engine_->nodes();
  const double node_time = time() / static_cast<double>(nodes);
  const double steps = std::max(turn_ends_at_ - time(), 0.0) / 4 / node_time;
  turn_look_ =
      nodes + std::clamp<uint64_t>(static_cast<uint64_t>(std::min(steps, 1e9)),
                                   1, nodes);
}

void KeepBest(Driver& driver, BestCovers& best,
              const std::function<void(const Solution&)>& on_improvement) {
  while (driver.Next()) {
    const Solution& solution = driver.solution();
    if (best.Add({}, solution.options, solution.cost)) {
      driver.SetBestCost(solution.cost);
      if (on_improvement != nullptr) on_improvement(solution);
    }
    driver.SetCostCeiling(best.CeilingAt({}));
  }
}

Driver::Turn Driver::NextOfTwo(Driver& a, Driver& b) {
  for (;;) {
    if (!a.IsFreeToGoOn()) return {&a, false};
    if (!b.IsFreeToGoOn()) return {&b, false};
    const Engine::Turn turn =
        a.engine_->FindNextOfTwo(*b.engine_, a.pause_at_, b.pause_at_);
    Driver& driver = turn.engine == a.engine_.get() ? a : b;
    if (turn.step == Engine::Step::kSolution) {
      driver.NoteSolution();
      return {&driver, true};
    }
    if (turn.step != Engine::Step::kPaused) {
      driver.outcome_ = Outcome::kExhausted;
    }
  }
}

Driver Driver::Twin() const {
  const EngineRow& row = FindRow(engine_choice_.kind);
  std::unique_ptr<Engine> engine =
      MakeTwin(*engine_, row, subject_, task_, options_);
  return Driver(task_, problem_, options_,
                LimitWatch(options_.limits, watch_.clock()),
                ProgressReporter(options_, watch_.clock()),
                {.row = &row,
                 .branching = options_.branching,
                 .reason = engine_choice_.reason,
                 .engine = std::move(engine),
                 .remainder = subject_.remainder()});
}

Natural Driver::CountRemaining() {
  if (watch_.limits().solutions != kUnlimited) {
    // Stop at precisely that many.
    Natural count = 0;
    while (Next()) ++count;
    return count;
  }
  Natural count = std::exchange(counted_before_, 0);
  solutions_counted_ = count;
  solution_ = {};
  while (outcome_ == Outcome::kRunning && MayGoOn()) {
    const Engine::Step step = engine_->Count(pause_at_, &count);
    if (step == Engine::Step::kExhausted) outcome_ = Outcome::kExhausted;
    solutions_counted_ = count;
  }
  return count;
}

Progress Driver::progress() const {
  Progress progress = {.fraction_done = engine_->FractionDone(),
                       .nodes = engine_->nodes(),
                       .solutions = solutions_found_ + solutions_counted_,
                       .path = engine_->Path(),
                       .layers = engine_->Layers(),
                       .best_cost = best_cost_};
  if (task_ == Task::kBest) {
    progress.lower_bound = BoundOnCosts(engine_->LowerBound(), best_cost_);
    progress.gap = GapOf(best_cost_, progress.lower_bound);
  }
  return progress;
}

}  // namespace dlx::internal
