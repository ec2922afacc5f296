#include "dlx/schedule/driver.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "dlx/engine/table.h"
#include "dlx/natural.h"
#include "dlx/schedule/best_covers.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/preparation.h"

namespace dlx::internal {
namespace {

constexpr absl::Duration kLookInterval = absl::Milliseconds(5);

// A search for a cover becomes a race if it has taken so long, in nanoseconds.
constexpr double kPatience = 1e6;

}  // namespace

absl::StatusOr<Driver> Driver::Create(Task task, Problem problem,
                                      SearchOptions options, Clock clock,
                                      bool is_reckoned) {
  const LimitWatch watch(options.limits, clock);
  ProgressReporter reporter(options, clock);
  absl::StatusOr<Preparation> preparation =
      Prepare(problem, task, options, /*threads=*/1, is_reckoned);
  if (!preparation.ok()) return preparation.status();
  // Where nodes are counted, it matters whose they are; and two engines may
  // find the same cover of least cost, so that solutions cannot be counted.
  const bool may_race = options.engine == EngineKind::kAuto &&
                        options.limits.nodes == kUnlimited &&
                        !preparation->in_parts;
  const bool counts_solutions = options.limits.solutions != kUnlimited;
  Driver driver(task, std::move(problem), std::move(options), watch,
                std::move(reporter), *std::move(preparation));
  driver.may_race_ = may_race && task == Task::kEnumerate;
  if (may_race && task == Task::kBest && !counts_solutions) {
    const Subject& subject = driver.subject_;
    if (SettingsFor(subject.problem(), task, driver.options_).size() > 1) {
      driver.GoOnWith(MakeRace(subject, task, driver.options_));
    }
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
      race_(preparation.race),
      is_in_parts_(preparation.in_parts),
      has_parts_(preparation.in_parts),
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
  pacer_ = Pacer(kLookInterval, FirstStride(problem_));
  if (choice->row == nullptr) {
    GoOnWith(MakeRace(subject_, task_, options_));
    return;
  }
  race_ = nullptr;
  engine_choice_ = {choice->row->kind, choice->reason};
  engine_ = choice->row->make(problem_, task_, options_);
}

void Driver::ChooseBetweenPartsAndWhole(absl::Span<const OptionId> givens) {
  if (is_in_parts_ == (givens == options_.givens)) return;
  is_in_parts_ = !is_in_parts_;
  std::swap(engine_, other_engine_);
  std::swap(engine_choice_, other_choice_);
  std::swap(race_, other_race_);
  if (engine_ == nullptr) ReturnToWhole();
}

void Driver::GoOnWith(std::unique_ptr<RaceEngine> race) {
  race_ = race.get();
  engine_ = std::move(race);
  engine_choice_ = race_->choice();
}

absl::Status Driver::Restart(absl::Span<const OptionId> givens) {
  absl::Status status = CheckGivens(problem_, givens);
  if (status.ok()) RestartUnchecked(givens);
  return status;
}

void Driver::RestartUnchecked(absl::Span<const OptionId> givens) {
  assert(CheckGivens(problem_, givens).ok());
  if (subject_.remainder() != nullptr) ReturnToWhole();
  if (has_parts_) ChooseBetweenPartsAndWhole(givens);
  if (is_trial_) EndTrial(/*has_found=*/true);
  DropLister();
  engine_->Restart(givens);
  may_race_ = false;
  StartAfresh();
}

bool Driver::MayGoOn() {
  const uint64_t nodes = engine_->nodes();
  outcome_ = watch_.Check(nodes, solutions_found_);
  if (outcome_ != Outcome::kRunning) return false;
  reporter_.MayReport([this] { return progress(); });
  // At the start there was no stretch yet that could have been too long; and
  // what cannot be interrupted need not look at the clock.
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
  while (IsFreeToGoOn()) {
    if (lister_ != nullptr && !is_trial_) {
      TryLister();
      continue;
    }
    const Engine::Step step =
        engine_->FindNext(std::min(pause_at_, trial_end_));
    if (race_ != nullptr && step != Engine::Step::kPaused) NoteRace();
    if (is_trial_) {
      if (step == Engine::Step::kSolution && WasTold()) continue;
      if (step != Engine::Step::kPaused || engine_->nodes() >= trial_end_) {
        EndTrial(/*has_found=*/step != Engine::Step::kPaused);
      }
    } else if (step == Engine::Step::kSolution && lister_ == nullptr &&
               WasTold()) {
      continue;
    }
    if (step == Engine::Step::kSolution) {
      may_race_ = false;
      NoteSolution();
      return true;
    }
    if (step != Engine::Step::kPaused) {
      outcome_ = Outcome::kExhausted;
    } else if (may_race_) {
      MayRace();
    }
  }
  return false;
}

void Driver::MayRace() {
  const Problem& problem = subject_.problem();
  const EngineRow& row = FindRow(engine_choice_.kind);
  if (problem.use_count() > kMaxRaceUses) may_race_ = false;
  if (!may_race_ || TimeOf(*engine_, row, problem, task_) < kPatience) return;
  may_race_ = false;
  std::unique_ptr<RaceEngine> race = MakeRace(subject_, task_, options_);
  race->BeginWith(std::move(engine_));
  GoOnWith(std::move(race));
}

void Driver::NoteRace() {
  engine_choice_ = race_->choice();
  if (task_ != Task::kEnumerate || !race_->MayHandOver()) return;
  const RaceTime time = race_->time();
  Preparation winner = race_->HandOver();
  options_.branching = winner.branching;
  engine_ = std::move(winner.engine);
  race_ = nullptr;
  pause_at_ = 0;  // It stands somewhere else.
  if (winner.lister == nullptr) return;
  lister_ = std::move(winner.lister);
  lister_choice_ = {winner.lister_row->kind,
                    absl::StrCat("it lists the covers after the first, which ",
                                 winner.row->name, " found")};
  const double node =
      TimeOf(*lister_, *winner.lister_row, subject_.problem(), task_) /
      static_cast<double>(lister_->nodes());
  trial_nodes_ = static_cast<uint64_t>(std::min(time / node, 1e15)) + 1;
  told_.assign(engine_->solution().begin(), engine_->solution().end());
  absl::c_sort(told_);
}

void Driver::TryLister() {
  is_trial_ = true;
  std::swap(engine_, lister_);
  std::swap(engine_choice_, lister_choice_);
  trial_end_ = engine_->nodes() + trial_nodes_;
  pause_at_ = 0;
}

void Driver::EndTrial(bool has_found) {
  is_trial_ = false;
  trial_end_ = kUnlimited;
  if (!has_found) {
    std::swap(engine_, lister_);
    std::swap(engine_choice_, lister_choice_);
    pause_at_ = 0;
    told_.clear();
  }
  lister_ = nullptr;
}

void Driver::DropLister() {
  lister_ = nullptr;
  told_.clear();
}

bool Driver::WasTold() {
  if (told_.empty() || told_.size() != engine_->solution().size()) return false;
  std::vector<OptionId> options(engine_->solution().begin(),
                                engine_->solution().end());
  absl::c_sort(options);
  if (options != told_) return false;
  told_.clear();
  return true;
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
  for (Driver* const driver : {&a, &b}) {
    if (driver->lister_ != nullptr) driver->DropLister();
  }
  for (;;) {
    if (!a.IsFreeToGoOn()) return {&a, false};
    if (!b.IsFreeToGoOn()) return {&b, false};
    const Engine::Turn turn =
        b.is_in_parts_  // And the other one may not be.
            ? Engine::Turn{b.engine_.get(), b.engine_->FindNext(b.pause_at_)}
            : a.engine_->FindNextOfTwo(*b.engine_, a.pause_at_, b.pause_at_);
    Driver& driver = turn.engine == a.engine_.get() ? a : b;
    if (turn.step == Engine::Step::kSolution) {
      if (driver.WasTold()) continue;
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
                 .in_parts = is_in_parts_,
                 .remainder = subject_.remainder()});
}

Natural Driver::CountRemaining() {
  if (lister_ != nullptr) DropLister();
  if (watch_.limits().solutions != kUnlimited || !told_.empty()) {
    // Stop at precisely that many; or leave out the one that was told.
    Natural count = 0;
    while (Next()) ++count;
    return count;
  }
  Natural count = 0;
  solution_ = {};
  while (outcome_ == Outcome::kRunning && MayGoOn()) {
    const Engine::Step step = engine_->Count(pause_at_, &count);
    if (step == Engine::Step::kExhausted) outcome_ = Outcome::kExhausted;
    solutions_counted_ = count;
  }
  if (race_ != nullptr) engine_choice_ = race_->choice();
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
