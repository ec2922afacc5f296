#include "dlx/search.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/run/counting_trial.h"

namespace dlx {
namespace {

using internal::Engine;

// How often the limits are looked at: after so many nodes at first, and then
// after so many that a look comes about every kCheckInterval.
constexpr uint64_t kFirstCheck = 256;
constexpr absl::Duration kCheckInterval = absl::Milliseconds(5);

// By a clock that nobody sets, unlike that of absl::Now().
absl::Duration Now() {
  return absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
}

// A cover among the k best, and how many were found before it.
struct Kept {
  CostedCover cover;
  uint64_t found;

  friend bool operator<(const Kept& a, const Kept& b) {
    return std::tie(a.cover.cost, a.found) < std::tie(b.cover.cost, b.found);
  }
};

}  // namespace

Search::Search(Problem problem, SearchOptions options, EngineChoice choice,
               std::unique_ptr<Engine> engine)
    : problem_(std::move(problem)),
      options_(std::move(options)),
      engine_choice_(std::move(choice)),
      engine_(std::move(engine)) {}

Search::Search(Search&&) noexcept = default;
Search& Search::operator=(Search&&) noexcept = default;
Search::~Search() = default;

absl::StatusOr<Search> Search::Create(Problem problem, SearchOptions options) {
  return CreateFor(Task::kEnumerate, std::move(problem), std::move(options));
}

absl::StatusOr<Search> Search::CreateFor(Task task, Problem problem,
                                         SearchOptions options) {
  if (options.engine == EngineKind::kAuto && task == Task::kCount) {
    internal::CountingTrial trial = internal::TryCounting(problem, options);
    Search search(std::move(problem), std::move(options),
                  {trial.kind, std::move(trial.reason)},
                  std::move(trial.engine));
    search.counted_in_trial_ = trial.count;
    search.StartClocks();
    return search;
  }
  absl::StatusOr<EngineChoice> choice =
      ChooseEngine(problem, task, options.engine);
  if (!choice.ok()) return choice.status();
  std::unique_ptr<Engine> engine =
      internal::FindRow(choice->kind).make(problem, task, options);
  Search search(std::move(problem), std::move(options), *std::move(choice),
                std::move(engine));
  search.StartClocks();
  return search;
}

void Search::StartClocks() {
  outcome_ = Outcome::kRunning;
  solution_ = {};
  solutions_found_ = 0;
  solutions_counted_ = 0;
  check_interval_ = kFirstCheck;
  pause_at_ = 0;
  if (options_.limits.time != absl::InfiniteDuration() ||
      options_.on_progress != nullptr) {
    last_check_ = Now();
    deadline_ = last_check_ + options_.limits.time;
    next_report_ = last_check_ + options_.progress_interval;
  }
}

absl::Status Search::Restart(absl::Span<const OptionId> givens) {
  for (const OptionId given : givens) {
    if (given.value() >= problem_.option_count()) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no option number ", given.value(),
                       "; the problem has ", problem_.option_count()));
    }
  }
  engine_->Restart(givens);
  counted_in_trial_ = 0;
  StartClocks();
  return absl::OkStatus();
}

bool Search::MayGoOn() {
  const Limits& limits = options_.limits;
  const uint64_t nodes = engine_->nodes();
  if (limits.interrupter != nullptr && limits.interrupter->requested()) {
    outcome_ = Outcome::kInterrupted;
  } else if (solutions_found_ >= limits.solutions) {
    outcome_ = Outcome::kSolutionLimit;
  } else if (nodes >= limits.nodes) {
    outcome_ = Outcome::kNodeLimit;
  }
  const bool watches_clock = limits.time != absl::InfiniteDuration() ||
                             options_.on_progress != nullptr;
  if (watches_clock && outcome_ == Outcome::kRunning) {
    const absl::Duration now = Now();
    if (now >= deadline_) outcome_ = Outcome::kTimeLimit;
    if (now >= next_report_ && options_.on_progress != nullptr) {
      options_.on_progress(progress());
      next_report_ = now + options_.progress_interval;
    }
    // Nodes of one problem can take a thousand times as long as another's.
    if (now - last_check_ < kCheckInterval / 2) {
      check_interval_ *= 2;
    } else if (now - last_check_ > kCheckInterval * 2) {
      check_interval_ = std::max<uint64_t>(check_interval_ / 2, 1);
    }
    last_check_ = now;
  }
  pause_at_ = std::min(nodes + check_interval_, limits.nodes);
  return outcome_ == Outcome::kRunning;
}

bool Search::IsFreeToGoOn() {
  if (outcome_ == Outcome::kRunning) {
    const bool is_due = engine_->nodes() >= pause_at_ ||
                        solutions_found_ >= options_.limits.solutions;
    if (!is_due || MayGoOn()) return true;
  }
  solution_ = {};
  return false;
}

void Search::TakeSolution() {
  ++solutions_found_;
  solution_.options = engine_->solution();
  solution_.cost = problem_.TotalCost(solution_.options);
}

bool Search::Next() {
  while (IsFreeToGoOn()) {
    const Engine::Step step = engine_->FindNext(pause_at_);
    if (step == Engine::Step::kSolution) {
      TakeSolution();
      return true;
    }
    if (step != Engine::Step::kPaused) outcome_ = Outcome::kExhausted;
  }
  return false;
}

Search::Turn Search::NextOfTwo(Search& a, Search& b) {
  for (;;) {
    if (!a.IsFreeToGoOn()) return {&a, false};
    if (!b.IsFreeToGoOn()) return {&b, false};
    const Engine::Turn turn =
        a.engine_->FindNextOfTwo(*b.engine_, a.pause_at_, b.pause_at_);
    Search& search = turn.engine == a.engine_.get() ? a : b;
    if (turn.step == Engine::Step::kSolution) {
      search.TakeSolution();
      return {&search, true};
    }
    if (turn.step != Engine::Step::kPaused) {
      search.outcome_ = Outcome::kExhausted;
    }
  }
}

Search Search::Twin() const {
  std::unique_ptr<Engine> engine = engine_->Twin();
  if (engine == nullptr) {
    engine = internal::FindRow(engine_choice_.kind)
                 .make(problem_, Task::kEnumerate, options_);
  }
  Search twin(problem_, options_, engine_choice_, std::move(engine));
  twin.StartClocks();
  return twin;
}

absl::StatusOr<absl::uint128> Search::CountRemaining() {
  absl::uint128 count = std::exchange(counted_in_trial_, 0);
  if (options_.limits.solutions != kUnlimited) {
    // Stop at precisely that many.
    while (Next()) ++count;
    return count;
  }
  solution_ = {};
  while (outcome_ == Outcome::kRunning && MayGoOn()) {
    const Engine::Step step = engine_->Count(pause_at_, &count);
    if (step == Engine::Step::kExhausted) outcome_ = Outcome::kExhausted;
    if (step == Engine::Step::kOverflow) return internal::TooManyToCount();
    solutions_counted_ = count;
  }
  return count;
}

Progress Search::progress() const {
  return {.fraction_done = engine_->FractionDone(),
          .nodes = engine_->nodes(),
          .solutions = solutions_found_ + solutions_counted_};
}

const Statistics& Search::statistics() const { return engine_->statistics(); }

SearchSummary Search::summary() const {
  return {outcome_, statistics(), engine_choice_};
}

absl::StatusOr<CountResult> CountSolutions(const Problem& problem,
                                           SearchOptions options) {
  const Task task =
      options.limits.solutions == kUnlimited ? Task::kCount : Task::kEnumerate;
  absl::StatusOr<Search> search =
      Search::CreateFor(task, problem, std::move(options));
  if (!search.ok()) return search.status();
  const absl::StatusOr<absl::uint128> count = search->CountRemaining();
  if (!count.ok()) return count.status();
  return CountResult{*count, search->summary()};
}

absl::StatusOr<SearchSummary> ForEachSolution(
    const Problem& problem, absl::FunctionRef<bool(const Solution&)> visit,
    SearchOptions options) {
  absl::StatusOr<Search> search = Search::Create(problem, std::move(options));
  if (!search.ok()) return search.status();
  while (search->Next()) {
    if (visit(search->solution())) continue;
    SearchSummary summary = search->summary();
    summary.outcome = Outcome::kInterrupted;
    return summary;
  }
  return search->summary();
}

absl::StatusOr<FirstResult> FindFirst(const Problem& problem,
                                      SearchOptions options) {
  options.limits.solutions = 1;
  absl::StatusOr<Search> search = Search::Create(problem, std::move(options));
  if (!search.ok()) return search.status();
  FirstResult result;
  if (search->Next()) {
    const Solution& solution = search->solution();
    result.options.emplace(solution.options.begin(), solution.options.end());
    result.cost = solution.cost;
  }
  result.summary = search->summary();
  if (result.options) result.summary.outcome = Outcome::kSolutionLimit;
  return result;
}

absl::StatusOr<BestResult> FindBest(const Problem& problem, size_t k,
                                    SearchOptions options) {
  if (k == 0) return absl::InvalidArgumentError("k must be at least 1");
  absl::StatusOr<Search> search =
      Search::CreateFor(Task::kBest, problem, std::move(options));
  if (!search.ok()) return search.status();
  std::vector<Kept> best;  // A heap with the worst on top.
  uint64_t found = 0;
  while (search->Next()) {
    const Solution& solution = search->solution();
    if (best.size() == k) {
      std::pop_heap(best.begin(), best.end());
      best.pop_back();
    }
    best.push_back(
        {{{solution.options.begin(), solution.options.end()}, solution.cost},
         found++});
    std::push_heap(best.begin(), best.end());
    if (best.size() == k) {
      search->engine_->SetCostCeiling(best.front().cover.cost);
    }
  }
  std::sort_heap(best.begin(), best.end());
  BestResult result;
  for (Kept& kept : best) result.covers.push_back(std::move(kept.cover));
  result.summary = search->summary();
  return result;
}

}  // namespace dlx
