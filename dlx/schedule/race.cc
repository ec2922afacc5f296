#include "dlx/schedule/race.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/orbit_search.h"
#include "dlx/schedule/pace.h"
#include "dlx/statistics.h"

namespace dlx::internal {

std::string Setting::name() const {
  return absl::StrCat(
      row->name, branching == Branching::kInputOrder ? " in input order" : "");
}

namespace {

// A step of less is not worth the looks at the clock.
constexpr RaceTime kShortStep = 50 * kMicrosecond;
// About how long it takes to make an engine, for each use of an item.
constexpr RaceTime kMakingOfUse = 25;

// A sibling is tried after so long, for a part of the nodes visited by then. To
// be the faster one it has to do with this part of the time.
constexpr RaceTime kTrial = 1 * kMillisecond;
constexpr uint64_t kTrialPart = 4;
constexpr double kFaster = 0.9;

// See kLearnerOfCount. For a first cover there are engines of their own.
constexpr double kLearnerOfFirst = 0.5;

// Counts: forecasts decide. A first cover: any engine may find it the next
// moment, unless all seem to be near their end. The best covers: equal shares.
Policy PolicyFor(Task task) {
  switch (task) {
    case Task::kCount:
      return {};
    case Task::kEnumerate:
      return {.horizon = 8};
    case Task::kBest:
      return {.floor = 1};
  }
  return {};
}

// When a race has been long enough to hand over the favourite: if it has this
// share, after so long; in any case after so long.
constexpr double kClearShare = 0.6;
constexpr RaceTime kClearTime = 16 * kMillisecond;
constexpr RaceTime kUnclearTime = 256 * kMillisecond;
// And the others may come to an end as long as that takes no more than this
// part of what the favourite seems to take in all, and no longer than that: a
// tree that is far too large is so for several threads, too.
constexpr double kPartForOthers = 0.01;
constexpr RaceTime kLongestForOthers = 2048 * kMillisecond;

// Of large problems, a look for symmetries takes too long.
bool BreaksSymmetry(const Problem& problem, Task task) {
  return task == Task::kCount && problem.use_count() <= kManyUses;
}

// Whether two engines that search the same tree call the same things nodes.
bool HaveTheSameNodes(const EngineRow& a, const EngineRow& b) {
  return a.can.learns_order == b.can.learns_order;
}

// Another engine that searches the tree of that one; null if there is none.
const EngineRow* FindSibling(const Problem& problem, const EngineRow& row) {
  const EngineRow* sibling = nullptr;
  for (const EngineRow& other : EngineTable()) {
    if (&other == &row || !SearchesTheTree(other)) continue;
    if (!CheckRow(other, problem, Task::kCount).ok()) continue;
    if (sibling == nullptr || other.suits != nullptr) sibling = &other;
  }
  return sibling;
}

}  // namespace

RaceTime LeastStepOf(const Setting& setting, const Problem& problem,
                     bool has_begun) {
  if (has_begun) return kShortStep;
  const Speed& speed = setting.row->speed;
  const auto uses = static_cast<double>(problem.use_count());
  const auto pairs = static_cast<double>(problem.item_count()) *
                     static_cast<double>(problem.option_count());
  const bool finds_order = setting.branching != Branching::kInputOrder;
  return std::max(kShortStep, kMakingOfUse * uses) + speed.pair * pairs +
         (finds_order ? speed.order : 0);
}

Setting FirstSetting(const Problem& problem, Task task,
                     const SearchOptions& options) {
  // Prices at each node are the safer bet, and count a cover is what anything
  // can: a search needs the least preparation.
  const auto is_first = [&](const EngineRow& row) {
    if (row.is_last_resort) return true;
    return task != Task::kBest && row.suits != nullptr &&
           (task != Task::kCount || SearchesTheTree(row)) && row.suits(problem);
  };
  for (const EngineRow& row : EngineTable()) {
    if (CheckRow(row, problem, task).ok() && is_first(row)) {
      return {.row = &row, .branching = options.branching};
    }
  }
  return {.row = &FindRow(EngineKind::kDancingLinks),
          .branching = options.branching};
}

std::vector<Setting> SettingsFor(const Problem& problem, Task task,
                                 const SearchOptions& options) {
  // An engine for first covers is twice as likely to find one as the engine
  // that suits the problem.
  constexpr double kFinder = 2;
  // An engine that can only count may find out that there is no cover.
  constexpr double kCounter = 0.25;
  // Some search has the order of the input, whatever the problem: where the
  // order decides, the other one may take thousands of times as long.
  constexpr double kOtherOrder = 0.5;
  // Parts of the prior of an engine that may join. What looks ahead is seldom
  // worth its while where there are no colours.
  constexpr double kSometimes = 0.5;
  constexpr double kRarely = 0.125;
  std::vector<Setting> settings = {FirstSetting(problem, task, options)};
  const bool is_large = problem.use_count() > kManyUses;
  if (is_large && task == Task::kBest) return settings;
  const EngineRow* const sibling = task == Task::kCount && !is_large
                                       ? FindSibling(problem, *settings[0].row)
                                       : nullptr;
  settings[0].sibling = sibling;
  const auto add = [&](const EngineRow& row, Branching branching,
                       double prior) {
    if (&row == sibling && branching == options.branching) return;
    for (const Setting& setting : settings) {
      if (setting.row == &row && setting.branching == branching) return;
    }
    settings.push_back({.row = &row, .branching = branching, .prior = prior});
  };
  bool has_learner = false;
  for (const EngineRow& row : EngineTable()) {
    const bool only_counts = task != Task::kCount && !row.can.enumerates;
    if (!CheckRow(row, problem, only_counts ? Task::kCount : task).ok()) {
      continue;
    }
    if (row.is_for_first_cover && task == Task::kEnumerate) {
      add(row, options.branching, kFinder);
    }
    // A count that finds no cover is in need of one that learns.
    if (row.is_for_first_cover && task == Task::kCount && !has_learner) {
      add(row, options.branching, row.speed.prior / 2);
    }
    // Of large problems there may be much less left once options are taken out.
    const bool takes_out_much = row.can.looks_ahead && problem.has_colors();
    // And what goes layer by layer takes long where a problem is wide, not
    // where it is long.
    const bool suits_long = row.speed.expects_work && task == Task::kCount;
    if (is_large && !takes_out_much && !suits_long) continue;
    // What only counts is looked at when it is its turn.
    if (only_counts && task == Task::kEnumerate) {
      if (row.suits != nullptr) add(row, options.branching, kCounter);
      continue;
    }
    const bool suits = row.suits != nullptr && row.suits(problem);
    const bool may_join =
        suits || (row.may_join != nullptr && row.may_join(problem));
    if (task == Task::kBest) {
      // Shares are equal, so what only counts has to be likely to end soon.
      const bool may_end_soon = !only_counts || row.speed.expects_work;
      if (suits && may_end_soon) add(row, options.branching, 1);
      continue;
    }
    if (may_join) {
      const bool takes_out_little = row.can.looks_ahead && !takes_out_much;
      const double part = suits ? 1 : takes_out_little ? kRarely : kSometimes;
      add(row, options.branching, row.speed.prior * part);
      has_learner |= !row.speed.is_foreseeable;
    }
    if (row.speed.varies_with_order && options.item_order.empty() &&
        (may_join || !row.can.remembers)) {
      add(row, Branching::kInputOrder, row.speed.prior / 2);
    }
  }
  const auto searches_in_input_order = [](const Setting& setting) {
    return setting.branching == Branching::kInputOrder &&
           !setting.row->can.remembers;
  };
  if (!is_large && task != Task::kBest &&
      absl::c_none_of(settings, searches_in_input_order)) {
    add(FindRow(EngineKind::kDancingLinks), Branching::kInputOrder,
        kOtherOrder);
  }
  return settings;
}

// An engine in a race.
class RaceEngine::Entrant final : public Runner {
 public:
  Entrant(Setting setting, RaceEngine& race)
      : setting_(setting), race_(race), memory_(race.options_.memory_limit) {}

  bool Step(RaceTime time) override;
  Standing standing() const override;
  RaceTime LeastStep() const override {
    return LeastStepOf(setting_, race_.subject_.problem(), has_begun());
  }

  void SetMemoryLimit(size_t bytes) override {
    memory_ = bytes;
    if (engine_ != nullptr) engine_->SetMemoryLimit(bytes);
  }
  // What is held of what it may hold.
  size_t MemoryHeld() const override {
    if (engine_ == nullptr || !remembers()) return 0;
    return std::min(engine_->LeastMemoryLimit(), memory_);
  }
  bool remembers() const override { return setting_.row->can.remembers; }
  bool LacksMemory() const override {
    return engine_ != nullptr && engine_->LacksMemory();
  }
  void BeginAnew() override;

  const Setting& setting() const { return setting_; }
  bool has_begun() const { return engine_ != nullptr; }
  // REQUIRES: has_begun().
  Engine& engine() const { return *engine_; }
  const Natural& count() const { return count_; }
  Engine::Step last_step() const { return last_step_; }
  void SetSibling(const EngineRow* sibling) { setting_.sibling = sibling; }
  // How long the whole takes; endless if that is not known.
  RaceTime total() const {
    return time_ + left_.value_or(std::numeric_limits<double>::infinity());
  }

  // It counts where covers are wanted: at its end, it can only say that there
  // are none. If there are some, it has nothing more to say.
  bool only_counts() const {
    return race_.task_ != Task::kCount && !setting_.row->can.enumerates;
  }
  bool is_of_no_use() const { return only_counts() && count_ > 0; }
  // It only counts, and its first look says that it will not come to its end.
  bool is_hopeless() const { return is_hopeless_; }

  void MakeEngineIfNeeded();
  void BeginWith(std::unique_ptr<Engine> engine) {
    engine_ = std::move(engine);
    time_ = TimeOf(*engine_, *setting_.row, race_.subject_.problem(), task());
  }
  std::unique_ptr<Engine> TakeEngine() {
    MakeEngineIfNeeded();
    return std::move(engine_);
  }
  // It has done nothing yet; its engine is restarted when it is its turn.
  void StartAfresh() {
    is_stale_ = engine_ != nullptr;
    count_ = 0;
    time_ = lost_ = 0;
    pace_.StartAfresh();
    left_.reset();
    last_step_ = Engine::Step::kPaused;
  }

 private:
  Task task() const { return only_counts() ? Task::kCount : race_.task_; }
  // By the clock; without one, by what an engine of the row has done.
  RaceTime Now(const Engine* engine, const EngineRow& row) const {
    if (race_.clock_ != nullptr) {
      // The work of several threads takes as long as the slowest.
      const bool is_shared = race_.threads_ > 1 && row.can.uses_threads;
      return absl::ToDoubleNanoseconds(is_shared ? SteadyNow()
                                                 : (*race_.clock_)());
    }
    return engine == nullptr
               ? 0
               : TimeOf(*engine, row, race_.subject_.problem(), task());
  }
  RaceTime Now() const { return Now(engine_.get(), *setting_.row); }
  std::unique_ptr<Engine> Make(const EngineRow& row) const;
  // Goes on with the sibling if it is faster.
  void TrySibling();
  void Estimate();

  Setting setting_;
  RaceEngine& race_;
  size_t memory_;
  std::unique_ptr<Engine> engine_;
  bool is_hopeless_ = false;
  bool is_stale_ = false;
  Natural count_ = 0;
  Engine::Step last_step_ = Engine::Step::kPaused;
  RaceTime time_ = 0;
  // What part of that was not the work of its engine.
  RaceTime lost_ = 0;
  Pace pace_;
  std::optional<RaceTime> left_;
  double doubt_ = 10;
};

std::unique_ptr<Engine> RaceEngine::Entrant::Make(const EngineRow& row) const {
  SearchOptions options = race_.options_;
  options.branching = setting_.branching;
  options.memory_limit = memory_;
  options.givens = race_.givens_;
  std::unique_ptr<Engine> engine =
      MakeEngine(row, race_.subject_, task(), options,
                 BreaksSymmetry(race_.subject_.problem(), task()));
  if (race_.threads_ > 1) engine->UseThreads(race_.threads_);
  if (race_.cost_ceiling_.has_value() && !only_counts()) {
    engine->SetCostCeiling(*race_.cost_ceiling_);
  }
  return engine;
}

void RaceEngine::Entrant::MakeEngineIfNeeded() {
  if (engine_ == nullptr) {
    engine_ = Make(*setting_.row);
  } else if (is_stale_) {
    engine_->Restart(race_.givens_);
  }
  is_stale_ = false;
}

void RaceEngine::Entrant::TrySibling() {
  const EngineRow& row = *std::exchange(setting_.sibling, nullptr);
  const bool same_nodes = HaveTheSameNodes(row, *setting_.row);
  const uint64_t nodes = engine_->nodes() / kTrialPart;
  const RaceTime limit = kFaster * (time_ - lost_) / kTrialPart;
  const RaceTime start = Now(nullptr, row);
  std::unique_ptr<Engine> sibling = Make(row);
  const auto now = [&] { return Now(sibling.get(), row); };
  Natural count = 0;
  Engine::Step step = Engine::Step::kPaused;
  const RaceTime made = now();
  while (step == Engine::Step::kPaused && now() - made < limit &&
         !(same_nodes && sibling->nodes() >= nodes)) {
    step = sibling->Count(sibling->nodes() + nodes / 8 + 1, &count);
  }
  const RaceTime end = now();
  time_ += end - start;
  lost_ += end - start;
  const bool is_faster =
      same_nodes ? end - made < limit && sibling->nodes() >= nodes
                 : sibling->ExpectedPart() * limit >
                       engine_->ExpectedPart() / kTrialPart * (end - made);
  if (!is_faster && step == Engine::Step::kPaused) return;
  engine_ = std::move(sibling);
  setting_.row = &row;
  count_ = count;
  last_step_ = step;
  pace_ = Pace();
  lost_ = time_ - (end - made);
}

bool RaceEngine::Entrant::Step(RaceTime time) {
  const bool is_ready = has_begun() && !is_stale_;
  is_hopeless_ = !has_begun() && only_counts() &&
                 !setting_.row->suits(race_.subject_.problem());
  if (is_hopeless_) return true;
  RaceTime start = is_ready ? Now() : Now(nullptr, *setting_.row);
  if (!is_ready) {
    MakeEngineIfNeeded();
    const RaceTime made = Now();
    time_ += made - start;
    lost_ = time_;
    start = made;
  }
  const uint64_t before = engine_->nodes();
  const uint64_t pause_at =
      before +
      std::min(pace_.NodesFor(time, FirstStride(race_.subject_.problem())),
               race_.pause_at_ - race_.nodes());
  last_step_ = task() == Task::kCount ? engine_->Count(pause_at, &count_)
                                      : engine_->FindNext(pause_at);
  const RaceTime taken = Now() - start;
  pace_.NoteStep(engine_->nodes() - before, taken);
  time_ += taken;
  if (last_step_ == Engine::Step::kPaused && setting_.sibling != nullptr &&
      time_ - lost_ >= kTrial + lost_) {
    TrySibling();
  }
  Estimate();
  return last_step_ != Engine::Step::kPaused || is_of_no_use();
}

void RaceEngine::Entrant::BeginAnew() {
  if (engine_ == nullptr) return;
  race_.nodes_of_dropped_ += engine_->nodes();
  if (left_.has_value()) *left_ += pace_.time();
  const RaceTime start = Now(nullptr, *setting_.row);
  engine_->Restart(race_.givens_);
  // Some would go on with what they know.
  if (engine_->LeastMemoryLimit() > 0) engine_ = nullptr;
  time_ += Now(nullptr, *setting_.row) - start;
  lost_ = time_;
  pace_ = Pace();
  count_ = 0;
}

void RaceEngine::Entrant::Estimate() {
  // How long it takes to count says nothing about the first cover.
  if (only_counts()) return;
  // It is going to begin anew with more, if there is more.
  if (engine_->LacksMemory() && memory_ < race_.options_.memory_limit) return;
  pace_.NotePart(time_ - lost_, engine_->ExpectedPart(), count_.ToDouble());
  const Outlook outlook = pace_.Foresee(*setting_.row, race_.all_covers_);
  left_ = outlook.left;
  // How often the same is done again and again cannot be foreseen.
  doubt_ = engine_->LacksMemory() ? 10 : outlook.doubt;
}

Standing RaceEngine::Entrant::standing() const {
  // Without a cover so far, a count is like a search for the first one.
  const bool is_learner = race_.task_ != Task::kBest &&
                          !setting_.row->speed.is_foreseeable &&
                          race_.reported_ == 0;
  const double least = !is_learner                   ? 0
                       : race_.task_ == Task::kCount ? kLearnerOfCount
                                                     : kLearnerOfFirst;
  // For a first cover, an order is as good as another engine.
  return {.time = time_,
          .left = left_,
          .doubt = doubt_,
          .prior = std::max(setting_.prior, least),
          .family = race_.task_ == Task::kCount ? setting_.row : nullptr};
}

// -- The race as an engine. ---------------------------------------------------

RaceEngine::RaceEngine(const Subject& subject, Task task,
                       const SearchOptions& options, RaceClock clock)
    : subject_(subject),
      task_(task),
      options_(options),
      clock_(clock),
      givens_(options.givens) {
  entrants_.push_back(std::make_unique<Entrant>(
      FirstSetting(subject_.problem(), task, options), *this));
  StartAfresh();
}

void RaceEngine::AddOthers() {
  has_others_ = true;
  for (const Setting& setting :
       SettingsFor(subject_.problem(), task_, options_)) {
    if (setting.row == entrants_[0]->setting().row &&
        setting.branching == entrants_[0]->setting().branching) {
      entrants_[0]->SetSibling(setting.sibling);
    } else {
      entrants_.push_back(std::make_unique<Entrant>(setting, *this));
    }
  }
  if (finder_ != nullptr) DropCounters();
  BeginTurns();
}

void RaceEngine::BeginTurns() {
  std::vector<Runner*> runners;
  for (const auto& entrant : entrants_) runners.push_back(entrant.get());
  turns_.emplace(std::move(runners), PolicyFor(task_), options_.memory_limit);
}

RaceEngine::~RaceEngine() = default;

void RaceEngine::StartAfresh() {
  for (const auto& entrant : entrants_) entrant->StartAfresh();
  BeginTurns();
  winner_ = finder_ = nullptr;
  has_ended_ = false;
  reported_ = 0;
  nodes_of_dropped_ = 0;
  all_covers_ = {};
  ResetStatistics();
}

void RaceEngine::BeginWith(std::unique_ptr<Engine> engine) {
  entrants_[0]->BeginWith(std::move(engine));
  UpdateNodes();
}

void RaceEngine::Restart(absl::Span<const OptionId> givens) {
  givens_.assign(givens.begin(), givens.end());
  // Who has been the best is likely to be so again.
  for (auto& entrant : entrants_) {
    if (entrant.get() == &ahead() && !entrant->only_counts()) {
      std::swap(entrant, entrants_[0]);
      break;
    }
  }
  cost_ceiling_.reset();
  StartAfresh();
}

const RaceEngine::Entrant& RaceEngine::ahead() const {
  return winner_ != nullptr ? *winner_
                            : static_cast<const Entrant&>(turns_->favourite());
}

void RaceEngine::UpdateNodes() {
  uint64_t nodes = nodes_of_dropped_;
  for (const auto& entrant : entrants_) {
    if (entrant->has_begun()) nodes += entrant->engine().nodes();
  }
  statistics_.nodes = std::max<uint64_t>(nodes, 1);
}

Engine::Step RaceEngine::DoStep(uint64_t pause_at) {
  if (!has_others_ && entrants_[0]->standing().time >= kAlone) AddOthers();
  pause_at_ = std::max(pause_at, nodes() + 1);
  Runner* const at_end = turns_->Step();
  UpdateNodes();
  if (at_end == nullptr) return Step::kPaused;
  Entrant& entrant = static_cast<Entrant&>(*at_end);
  if (entrant.is_hopeless()) {
    std::erase_if(entrants_, [&](const std::unique_ptr<Entrant>& other) {
      return other.get() == &entrant;
    });
    BeginTurns();
    return Step::kPaused;
  }
  if (entrant.is_of_no_use()) {
    DropCounters();
    return Step::kPaused;
  }
  finder_ = &entrant;
  if (entrant.last_step() == Step::kSolution) DropCounters();
  has_ended_ = entrant.last_step() == Step::kExhausted;
  // All of them would find the same covers again.
  if (has_ended_ || task_ != Task::kBest) winner_ = &entrant;
  return entrant.last_step();
}

Engine::Step RaceEngine::FindNext(uint64_t pause_at) {
  if (has_ended_) return Step::kExhausted;
  if (winner_ != nullptr) {
    Engine& engine = winner_->engine();
    const uint64_t more = std::max(pause_at, nodes()) - nodes();
    const Step step = engine.FindNext(engine.nodes() + more);
    UpdateNodes();
    return step;
  }
  Step step;
  do {
    step = DoStep(pause_at);
  } while (step == Step::kPaused && nodes() < pause_at);
  return step;
}

Engine::Step RaceEngine::Count(uint64_t pause_at, Natural* count) {
  if (has_ended_) return Step::kExhausted;
  const Step step = DoStep(pause_at);
  for (const auto& entrant : entrants_) {
    if (entrant->count() <= reported_) continue;
    *count += entrant->count() - reported_;
    reported_ = entrant->count();
  }
  return step;
}

absl::Span<const OptionId> RaceEngine::solution() const {
  return finder_->engine().solution();
}

void RaceEngine::TakeSolution(std::vector<OptionId>& to) {
  finder_->engine().TakeSolution(to);
}

void RaceEngine::DropCounters() {
  const auto is_dropped = [this](const std::unique_ptr<Entrant>& entrant) {
    if (!entrant->only_counts()) return false;
    if (entrant->has_begun()) nodes_of_dropped_ += entrant->engine().nodes();
    return true;
  };
  if (std::erase_if(entrants_, is_dropped) > 0) BeginTurns();
}

void RaceEngine::SetCostCeiling(int64_t cost) {
  cost_ceiling_ = cost;
  for (const auto& entrant : entrants_) {
    if (!entrant->has_begun() || entrant->only_counts()) continue;
    entrant->engine().SetCostCeiling(cost);
  }
}

int64_t RaceEngine::LowerBound() const {
  if (has_ended_) return kNothingToFind;
  int64_t bound = kNoLowerBound;
  for (const auto& entrant : entrants_) {
    if (!entrant->has_begun()) continue;
    bound = std::max(bound, entrant->engine().LowerBound());
  }
  return bound;
}

double RaceEngine::FractionDone() const {
  return ahead().has_begun() ? ahead().engine().FractionDone() : 0;
}

double RaceEngine::ExpectedPart() const {
  return ahead().has_begun() ? ahead().engine().ExpectedPart() : 0;
}

std::vector<PathStep> RaceEngine::Path() const {
  return ahead().has_begun() ? ahead().engine().Path()
                             : std::vector<PathStep>();
}

std::optional<LayerProgress> RaceEngine::Layers() const {
  return ahead().has_begun() ? ahead().engine().Layers() : std::nullopt;
}

void RaceEngine::UseThreads(int threads) { threads_ = threads; }

void RaceEngine::SetMemoryLimit(size_t bytes) {
  options_.memory_limit = bytes;
  turns_->SetMemoryLimit(bytes);
}

size_t RaceEngine::LeastMemoryLimit() const {
  size_t bytes = 0;
  for (const auto& entrant : entrants_) bytes += entrant->MemoryHeld();
  return bytes;
}

void RaceEngine::UpdateNodesByDepth() const {
  if (!ahead().has_begun()) return;
  // At the end, it is the winner's work that is told; until then the nodes are
  // those of all.
  const uint64_t nodes = statistics_.nodes;
  statistics_ = ahead().engine().statistics();
  if (!has_ended_) statistics_.nodes = nodes;
}

EngineChoice RaceEngine::choice() const {
  const Entrant& first = ahead();
  const EngineKind kind = first.setting().row->kind;
  if (entrants_.size() == 1) {
    return {kind, std::string(first.setting().row->reason)};
  }
  if (has_ended_) return {kind, "in a race it came to its end first"};
  const Entrant* second = nullptr;
  for (const auto& entrant : entrants_) {
    if (entrant.get() == &first) continue;
    if (second == nullptr || entrant->total() < second->total()) {
      second = entrant.get();
    }
  }
  if (winner_ != nullptr) return {kind, "in a race it found a cover first"};
  if (!(first.total() < kTooLong)) {
    return {kind, "the search tree is too large to visit all of it"};
  }
  if (!(second->total() < kTooLong)) {
    return {kind, "in a race no other engine seemed to come to an end"};
  }
  return {kind, absl::StrFormat("in a race it seemed %.3g times as fast as %s",
                                second->total() / first.total(),
                                second->setting().name())};
}

bool RaceEngine::IsClear() const {
  if (winner_ != nullptr) return true;
  if (!has_others_) return false;
  if (entrants_.size() == 1) return true;
  const RaceTime time = turns_->time();
  return time >= kUnclearTime ||
         (time >= kClearTime && turns_->share_of_favourite() >= kClearShare);
}

bool RaceEngine::MayShareTree() const {
  const Entrant& first = ahead();
  return first.setting().row->can.shares_tree &&
         (entrants_.size() == 1 ||
          turns_->time() >=
              std::min(kPartForOthers * first.total(), kLongestForOthers));
}

bool RaceEngine::MayHandOver() const { return !ahead().only_counts(); }

Preparation RaceEngine::HandOver() {
  EngineChoice choice = this->choice();
  Entrant* first = const_cast<Entrant*>(&ahead());
  Preparation preparation = {
      .row = first->setting().row,
      .branching = first->setting().branching,
      .reason = std::move(choice.reason),
      .engine = first->TakeEngine(),
      .by_symmetry = BreaksSymmetry(subject_.problem(), task_),
      .counted = first->count(),
      .remainder = subject_.remainder()};
  Entrant& beginner = *entrants_[0];
  if (winner_ != nullptr && !has_ended_ && first != &beginner &&
      first->setting().row->is_for_first_cover) {
    preparation.lister_row = beginner.setting().row;
    preparation.lister = beginner.TakeEngine();
  }
  entrants_.clear();
  preparation.engine->SetMemoryLimit(options_.memory_limit);
  return preparation;
}

std::vector<RaceEntry> RaceEngine::Entries() const {
  std::vector<RaceEntry> entries;
  for (const auto& entrant : entrants_) {
    entries.push_back({.row = entrant->setting().row,
                       .name = entrant->setting().name(),
                       .time = entrant->standing().time,
                       .memory = entrant->MemoryHeld()});
    if (entrant->has_begun()) entries.back().nodes = entrant->engine().nodes();
  }
  return entries;
}

}  // namespace dlx::internal
