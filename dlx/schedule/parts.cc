#include "dlx/schedule/parts.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/parts_engine.h"
#include "dlx/schedule/preparation.h"

namespace dlx::internal {
namespace parts {
namespace {

// Any engine is soon done with a problem of fewer uses.
constexpr size_t kFewUses = 64;

// Turns. They grow slowly: when a part turns out to have no
// cover, the others have not had much more time.
constexpr RaceTime kFirstTurn = 200 * kMicrosecond;
constexpr double kTurnGrowth = 1.25;

// A search for the first cover becomes a race if it has taken so long.
constexpr RaceTime kPatience = 1 * kMillisecond;

size_t SizeOf(const Part& part) { return part.rest.problem().use_count(); }

}  // namespace

Engine& PartRunner::engine(size_t memory, int threads) {
  if (is_stale_) {
    is_stale_ = false;
    engine_->Restart({});
    engine_->SetMemoryLimit(std::max(memory, engine_->LeastMemoryLimit()));
  }
  if (engine_ != nullptr) return *engine_;
  const Problem& problem = rest().problem();
  SetOptions(memory);
  const bool may_take_turns =
      plan_->task == Task::kBest && options_.limits.nodes == kUnlimited &&
      options_.limits.solutions == kUnlimited &&
      SettingsFor(problem, plan_->task, options_).size() > 1;
  const RowChoice choice = *ChooseRow(problem, plan_->task, EngineKind::kAuto);
  if (may_take_turns || choice.row == nullptr) {
    GoOnWith(
        MakeRace(problem, plan_->task, options_, threads, plan_->is_reckoned));
  } else {
    row_ = choice.row;
    engine_ = MakeEngine(*row_, problem, plan_->task, options_);
    if (threads > 1) engine_->UseThreads(threads);
  }
  return *engine_;
}

void PartRunner::SetOptions(size_t memory) {
  options_ = rest().OptionsFrom(plan_->options);
  options_.memory_limit = memory;
}

void PartRunner::GoOnWith(std::unique_ptr<RaceEngine> race) {
  row_ = nullptr;
  race_ = race.get();
  engine_ = std::move(race);
}

void PartRunner::MayRace() {
  const Problem& problem = rest().problem();
  if (is_race() || time() < kPatience ||
      plan_->options.limits.nodes != kUnlimited ||
      problem.use_count() > kMaxRaceUses) {
    return;
  }
  std::unique_ptr<RaceEngine> race = MakeRace(
      problem, plan_->task, options_, /*threads=*/1, plan_->is_reckoned);
  race->BeginWith(std::move(engine_));
  GoOnWith(std::move(race));
}

Natural PartRunner::EndRace() {
  Preparation winner = race_->HandOver();
  row_ = winner.row;
  options_.branching = winner.branching;
  by_symmetry_ = winner.by_symmetry;
  engine_ = std::move(winner.engine);
  race_ = nullptr;
  return std::move(winner.counted);
}

std::unique_ptr<BranchOfPart> PartRunner::GiveAway() {
  if (engine() == nullptr || is_race()) return nullptr;
  auto branch = std::make_unique<BranchOfPart>();
  branch->tree = engine()->GiveAway();
  if (branch->tree == nullptr) return nullptr;
  branch->row = row_;
  branch->branching = options_.branching;
  branch->by_symmetry = by_symmetry_;
  return branch;
}

void PartRunner::StartAt(const BranchOfPart& branch, size_t memory) {
  if (engine_ == nullptr || is_race() || row_ != branch.row ||
      options_.branching != branch.branching ||
      by_symmetry_ != branch.by_symmetry) {
    SetOptions(memory);
    options_.branching = branch.branching;
    row_ = branch.row;
    by_symmetry_ = branch.by_symmetry;
    engine_ = MakeEngine(*row_, rest().problem(), plan_->task, options_,
                         by_symmetry_);
    race_ = nullptr;
  }
  is_stale_ = false;
  engine_->StartAt(*branch.tree);
}

void PartRunner::Drop() {
  if (engine() != nullptr) dropped_.Add(engine()->statistics());
  engine_ = nullptr;
  race_ = nullptr;
  is_stale_ = false;
}

void PartRunner::Rerun() {
  if (engine() == nullptr) return;
  dropped_.Add(engine()->statistics());
  engine()->Restart({});
}

void PartRunner::AddStatistics(Statistics& sum) const {
  sum.Add(dropped_);
  if (engine() != nullptr) sum.Add(engine()->statistics());
}

RaceTime PartRunner::time() const {
  if (engine() == nullptr) return 0;
  return is_race() ? race_->time()
                   : TimeOf(*engine_, *row_, rest().problem(), plan_->task);
}

PartsEngine::PartsEngine(std::shared_ptr<const Plan> plan, bool only_models)
    : plan_(std::move(plan)), memory_limit_(plan_->options.memory_limit) {
  const std::vector<Part>& parts = plan_->split.parts;
  std::vector<const Part*> chosen;
  double size_of_all = 0;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (only_models && parts[i].model != i) continue;
    chosen.push_back(&parts[i]);
    size_of_all += static_cast<double>(SizeOf(parts[i]));
  }
  absl::c_stable_sort(chosen, [](const Part* a, const Part* b) {
    return SizeOf(*a) < SizeOf(*b);
  });
  runners_.reserve(chosen.size());
  for (const Part* part : chosen) {
    runners_.emplace_back(*plan_, *part,
                          static_cast<double>(SizeOf(*part)) / size_of_all);
  }
  statistics_.nodes = 0;
  BeginTurns();
}

void PartsEngine::BeginTurns() {
  open_.clear();
  for (PartRunner& runner : runners_) {
    if (!runner.is_closed) open_.push_back(&runner);
  }
  next_ = 0;
  turn_ends_at_ = kFirstTurn;
  ShareMemory();
}

PartRunner* PartsEngine::NextTurn(uint64_t& pause_at) {
  for (;;) {
    for (; next_ < open_.size(); ++next_) {
      PartRunner& runner = *open_[next_];
      if (runner.is_closed) continue;
      if (open_.size() == 1) return &runner;
      const RaceTime time = runner.time();
      if (time >= turn_ends_at_) continue;
      // In steps, because nodes are not all alike.
      const uint64_t so_far = std::max<uint64_t>(runner.nodes(), 1);
      const double steps =
          (turn_ends_at_ - time) / (time / static_cast<double>(so_far));
      const uint64_t more =
          steps < static_cast<double>(so_far)
              ? std::max<uint64_t>(static_cast<uint64_t>(steps), 1)
              : so_far;
      pause_at = std::min(pause_at, nodes() + more);
      return &runner;
    }
    std::erase_if(open_, [](const PartRunner* r) { return r->is_closed; });
    if (open_.empty()) return nullptr;
    if (2 * open_.size() <= shared_among_) ShareMemory();
    next_ = 0;
    turn_ends_at_ *= kTurnGrowth;
  }
}

Engine& PartsEngine::EngineOf(PartRunner& runner) {
  return runner.engine(MemoryOfEach(), threads_);
}

void PartsEngine::Rerun(PartRunner& runner) {
  const uint64_t before = runner.nodes();
  runner.Rerun();
  statistics_.nodes += runner.nodes() - before;
}

Natural PartsEngine::EndRace(PartRunner& runner) {
  const uint64_t before = runner.nodes();
  Natural counted = runner.EndRace();
  statistics_.nodes -= before - runner.nodes();
  return counted;
}

void PartsEngine::Close(PartRunner& runner) {
  runner.Drop();
  runner.is_closed = true;
}

size_t PartsEngine::MemoryOfEach() const {
  return memory_limit_ / std::max<size_t>(shared_among_, 1);
}

void PartsEngine::ShareMemory() {
  shared_among_ = open_.size();
  for (PartRunner* runner : open_) {
    if (Engine* engine = runner->engine()) {
      engine->SetMemoryLimit(
          std::max(MemoryOfEach(), engine->LeastMemoryLimit()));
    }
  }
}

void PartsEngine::SetMemoryLimit(size_t bytes) {
  memory_limit_ = bytes;
  ShareMemory();
}

size_t PartsEngine::LeastMemoryLimit() const {
  size_t sum = 0;
  for (const PartRunner& runner : runners_) {
    if (const Engine* engine = runner.engine()) {
      sum += engine->LeastMemoryLimit();
    }
  }
  return sum;
}

std::vector<PathStep> PartsEngine::Path() const {
  std::vector<PathStep> path;
  for (const PartRunner& runner : runners_) {
    const Engine* engine = runner.engine();
    if (engine == nullptr) continue;
    for (PathStep step : engine->Path()) {
      if (step.option.has_value()) {
        step.option = runner.rest().Original(*step.option);
        if (!step.option.has_value()) continue;
      }
      path.push_back(step);
    }
  }
  return path;
}

void PartsEngine::StartAfresh() {
  statistics_ = Statistics();
  for (PartRunner& runner : runners_) runner.StartAfresh();
  BeginTurns();
}

void PartsEngine::StartRunnerAt(PartRunner& runner,
                                const BranchOfPart& branch) {
  for (PartRunner& other : runners_) {
    if (&other != &runner) other.Drop();
    other.ForgetStatistics();
    other.is_closed = &other != &runner;
  }
  BeginTurns();
  runner.StartAt(branch, MemoryOfEach());
  statistics_ = Statistics();
  statistics_.nodes = runner.nodes();
}

double PartsEngine::WeightedFraction() const {
  double sum = 0;
  for (const PartRunner& runner : runners_) {
    sum += runner.weight() * runner.fraction_done();
  }
  return std::min(sum, 1.0);
}

void PartsEngine::UpdateNodesByDepth() const {
  statistics_ = Statistics();
  for (const PartRunner& runner : runners_) runner.AddStatistics(statistics_);
}

}  // namespace parts

Reduced Reduce(const Problem& problem, const SearchOptions& options, Task task,
               OptionalItems optional) {
  const bool is_large = problem.use_count() > kManyUses;
  const bool may_split = options.engine == EngineKind::kAuto &&
                         problem.use_count() >= parts::kFewUses &&
                         (!options.givens.empty() || MayFallApart(problem));
  if (!is_large && !may_split) return {problem};
  Reducer reducer(problem);
  reducer.TakeAll(options.givens);
  reducer.TakeForced();
  if (may_split && reducer.is_possible()) {
    SplitProblem split;
    split.parts = reducer.Parts(optional);
    if (!split.parts.empty()) {
      const absl::Span<const OptionId> chosen = reducer.cover().chosen();
      split.chosen.assign(chosen.begin(), chosen.end());
      split.cost = problem.TotalCost(chosen);
      return {problem, std::move(split)};
    }
  }
  const bool leaves_out = is_large || task == Task::kCount;
  return {leaves_out ? WithoutDecided(reducer, optional) : Subject(problem)};
}

std::unique_ptr<Engine> MakeEngineOfParts(SplitProblem split, Task task,
                                          const SearchOptions& options,
                                          bool is_reckoned) {
  auto plan = std::make_shared<const parts::Plan>(
      parts::Plan{std::move(split), task, options, is_reckoned});
  switch (task) {
    case Task::kCount:
      return parts::MakeCounter(std::move(plan));
    case Task::kEnumerate:
      return parts::MakeLister(std::move(plan));
    case Task::kBest:
      break;
  }
  return parts::MakeOptimizer(std::move(plan));
}

std::optional<size_t> FindPartWithoutCover(
    const SplitProblem& split, const SearchOptions& options,
    absl::FunctionRef<bool()> may_go_on) {
  return parts::FindEmptyPart(std::make_shared<const parts::Plan>(parts::Plan{
                                  split, Task::kEnumerate, options, false}),
                              may_go_on);
}

const EngineRow& RowOfParts(const EngineRow& largest, Task task) {
  static const std::vector<EngineRow>* const rows = [] {
    auto* rows = new std::vector<EngineRow>();
    for (const bool shares_tree : {false, true}) {
      for (EngineRow row : EngineTable()) {
        row.can.shares_tree = shares_tree;
        row.can.learns_order = true;
        rows->push_back(std::move(row));
      }
    }
    return rows;
  }();
  const size_t number = static_cast<size_t>(&largest - EngineTable().data());
  return (*rows)[task == Task::kBest ? number : EngineTable().size() + number];
}

}  // namespace dlx::internal
