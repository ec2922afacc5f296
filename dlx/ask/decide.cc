#include "dlx/ask/decide.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "dlx/natural.h"
#include "dlx/parallel.h"
#include "dlx/reduce/reducer.h"
#include "dlx/schedule/driver.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx {
namespace {

using internal::Driver;
using internal::Reducer;
using internal::Reduction;

// What is left of the limits for one question, as its attempts use them up. A
// question that waits until others are done does not use up its time.
class Budget {
 public:
  explicit Budget(const Limits& limits)
      : left_(limits), is_timed_(limits.time != absl::InfiniteDuration()) {
    Resume();
  }

  // Without a time limit the clock is not read.
  void Resume() {
    if (is_timed_) resumed_ = SteadyNow();
  }
  void Suspend() {
    if (is_timed_) left_.time -= SteadyNow() - resumed_;
  }

  // Notes that an attempt visited that many nodes.
  void Spend(uint64_t nodes) {
    spent_ += nodes;
    if (left_.nodes != kUnlimited) left_.nodes -= std::min(nodes, left_.nodes);
  }
  uint64_t spent() const { return spent_; }
  bool nodes_are_left() const { return left_.nodes > 0; }

  // Limits for more work, of at most `nodes` nodes.
  Limits ForWork(uint64_t nodes) const {
    Limits limits = left_;
    limits.nodes = std::min(limits.nodes, nodes);
    if (is_timed_) limits.time -= SteadyNow() - resumed_;
    return limits;
  }

 private:
  Limits left_;
  bool is_timed_;
  absl::Duration resumed_;
  uint64_t spent_ = 0;
};

Limits FirstAttemptLimits(const DeciderOptions& options) {
  Limits limits = options.limits;
  limits.nodes = std::min(limits.nodes, options.first_attempt_nodes);
  limits.solutions = kUnlimited;
  return limits;
}

// The engine that is wanted, or another one if it refuses this problem: it may
// be a part of one that it was good for.
EngineKind EngineFor(const Problem& problem, EngineKind wanted) {
  return CheckEngine(wanted, problem, Task::kEnumerate).ok()
             ? wanted
             : EngineKind::kAuto;
}

// What a question leaves of a problem.
Reduction Reduce(const Problem& problem, const Question& question) {
  Reducer reducer(problem);
  reducer.TakeAll(question.givens);
  for (const OptionId option : question.ruled_out) {
    assert(option.value() < problem.option_count());
    reducer.Exclude(option);
  }
  return reducer.Rest();
}

}  // namespace

class Decider::State {
 public:
  State(DeciderOptions options, Driver first_attempt)
      : options_(options), first_attempt_(std::move(first_attempt)) {
    if (options_.limits.solutions != kUnlimited) {
      // Covers are visited one by one, to stop at precisely that many.
      options_.counting_engine = EngineKind::kAuto;
    }
  }

  void SetLimits(const Limits& limits) {
    assert(limits.solutions == options_.limits.solutions);
    options_.limits = limits;
    const Limits first = FirstAttemptLimits(options_);
    first_attempt_.SetLimits(first);
    if (twin_attempt_.has_value()) twin_attempt_->SetLimits(first);
  }
  const Limits& limits() const { return options_.limits; }

  const Problem& problem() const { return first_attempt_.problem(); }
  const EngineChoice& engine() const { return first_attempt_.engine(); }

  // Until there are `wanted` covers, 1 or 2, or it is known that there are not.
  const Decision& Decide(const Question& question, int wanted);
  void DecideAll(size_t count, absl::FunctionRef<Question(size_t)> question_of,
                 absl::FunctionRef<void(size_t, const Decision&)> done);
  absl::StatusOr<CoverCount> Count(const Question& question);

 private:
  // A question that needs more than a search through the whole problem, and
  // what is known already.
  struct Postponed {
    size_t index;
    Decision decision;
    Budget budget;
  };
  // A search for first attempts, and the question that it is at.
  struct Lane {
    Driver* search;
    Decision* decision;
    std::optional<size_t> index = std::nullopt;
    std::optional<Budget> budget = std::nullopt;
  };

  // Goes through many questions.
  class Batch;

  // Nothing is known yet.
  static void Clear(Decision& decision);
  // Takes note of the cover that the search has come to.
  // REQUIRES: there are fewer than two.
  static void AddCover(Driver& search, Decision& decision);
  // Takes note of a cover, unless an earlier attempt has found it.
  static void AddOtherCover(absl::Span<const OptionId> cover,
                            Decision& decision);
  // Takes note of an attempt that came to its end, or found the last cover
  // wanted. True if there will be no other: the question is decided, or a
  // limit was reached.
  static bool EndAttempt(const Driver& search, int wanted, Decision& decision,
                         Budget& budget);
  // Makes attempts, or further ones, at what a question leaves.
  void TryWhatIsLeft(const Question& question, int wanted, Decision& decision,
                     Budget& budget) const;

  // Whether a count that has come to the node limit of a first attempt goes on:
  // it has done so much of its tree that to begin anew, in other ways, would
  // hardly take less.
  bool IsWorthFinishing(const Driver& search) const;
  // A first attempt at counting. Adds to `result`, and says whether that is
  // the answer.
  absl::StatusOr<bool> CountInFirstAttempt(Driver& search,
                                           CoverCount& result) const;

  DeciderOptions options_;
  // Its limits are those of a first attempt.
  Driver first_attempt_;
  // To decide two questions at the same time.
  std::optional<Driver> twin_attempt_;
  Decision decisions_[2];
};

void Decider::State::Clear(Decision& decision) {
  decision.how_many = HowMany::kUndecided;
  decision.covers_found = 0;
  decision.attempts = 0;
}

void Decider::State::AddCover(Driver& search, Decision& decision) {
  search.TakeSolution(decision.covers[decision.covers_found++]);
}

void Decider::State::AddOtherCover(absl::Span<const OptionId> cover,
                                   Decision& decision) {
  decision.covers[decision.covers_found++].assign(cover.begin(), cover.end());
  if (decision.covers_found == 1) return;
  for (std::vector<OptionId>& options : decision.covers) {
    std::sort(options.begin(), options.end());
  }
  if (decision.covers[0] == decision.covers[1]) --decision.covers_found;
}

bool Decider::State::EndAttempt(const Driver& search, int wanted,
                                Decision& decision, Budget& budget) {
  ++decision.attempts;
  budget.Spend(search.statistics().nodes);
  decision.nodes = budget.spent();
  decision.outcome = search.outcome();
  if (decision.covers_found == wanted) {
    decision.outcome = Outcome::kSolutionLimit;
    if (wanted > 1) decision.how_many = HowMany::kSeveral;
    return true;
  }
  if (decision.outcome == Outcome::kExhausted) {
    decision.how_many =
        decision.covers_found == 0 ? HowMany::kNone : HowMany::kOne;
    return true;
  }
  return decision.outcome != Outcome::kNodeLimit || !budget.nodes_are_left();
}

void Decider::State::TryWhatIsLeft(const Question& question, int wanted,
                                   Decision& decision, Budget& budget) const {
  const Reduction rest = Reduce(problem(), question);
  SearchOptions search_options = {
      .engine = EngineFor(rest.problem(), options_.engine)};
  uint64_t nodes = std::max<uint64_t>(options_.first_attempt_nodes, 1);
  std::vector<OptionId> cover;
  for (bool has_ended = false; !has_ended;) {
    if (decision.attempts > 0) {
      if (nodes <= kUnlimited / 2) nodes *= 2;
      search_options.seed = decision.attempts;
    }
    search_options.limits = budget.ForWork(nodes);
    search_options.limits.solutions = kUnlimited;
    absl::StatusOr<Driver> search =
        Driver::Create(Task::kEnumerate, rest.problem(), search_options);
    assert(search.ok());  // The engine was asked.
    while (decision.covers_found < wanted && search->Next()) {
      rest.Lift(search->solution().options, cover);
      AddOtherCover(cover, decision);
    }
    has_ended = EndAttempt(*search, wanted, decision, budget);
  }
}

const Decision& Decider::State::Decide(const Question& question, int wanted) {
  Decision& decision = decisions_[0];
  Clear(decision);
  Budget budget(options_.limits);
  if (question.ruled_out.empty()) {
    first_attempt_.RestartUnchecked(question.givens);
    while (decision.covers_found < wanted && first_attempt_.Next()) {
      AddCover(first_attempt_, decision);
    }
    if (EndAttempt(first_attempt_, wanted, decision, budget)) return decision;
  }
  TryWhatIsLeft(question, wanted, decision, budget);
  return decision;
}

// Many questions, two at a time: each of the two searches goes from one
// question to the next.
class Decider::State::Batch {
 public:
  Batch(State& state, size_t count,
        absl::FunctionRef<Question(size_t)> question_of,
        absl::FunctionRef<void(size_t, const Decision&)> done)
      : state_(state), count_(count), question_of_(question_of), done_(done) {}

  void Run() {
    Lane lanes[2] = {{&state_.first_attempt_, &state_.decisions_[0]},
                     {&*state_.twin_attempt_, &state_.decisions_[1]}};
    for (Lane& lane : lanes) StartNext(lane);
    while (lanes[0].index.has_value() && lanes[1].index.has_value()) {
      const Driver::Turn turn =
          Driver::NextOfTwo(*lanes[0].search, *lanes[1].search);
      Take(turn.found, lanes[turn.driver == lanes[1].search]);
    }
    for (Lane& lane : lanes) {
      while (lane.index.has_value()) Take(lane.search->Next(), lane);
    }
    for (Postponed& question : postponed_) {
      question.budget.Resume();
      state_.TryWhatIsLeft(question_of_(question.index), kWanted,
                           question.decision, question.budget);
      done_(question.index, question.decision);
    }
  }

 private:
  static constexpr int kWanted = 2;

  // Begins the next question that there is a first attempt for.
  void StartNext(Lane& lane) {
    lane.index.reset();
    Clear(*lane.decision);
    while (next_ < count_) {
      const size_t index = next_++;
      const Question question = question_of_(index);
      lane.budget.emplace(state_.options_.limits);
      if (question.ruled_out.empty()) {
        lane.index = index;
        lane.search->RestartUnchecked(question.givens);
        return;
      }
      lane.budget->Suspend();
      postponed_.push_back({index, Decision(), *lane.budget});
    }
  }

  // Takes note of a cover (`found`), or of the end.
  void Take(bool found, Lane& lane) {
    Decision& decision = *lane.decision;
    if (found) {
      AddCover(*lane.search, decision);
      if (decision.covers_found < kWanted) return;
    }
    if (EndAttempt(*lane.search, kWanted, decision, *lane.budget)) {
      done_(*lane.index, decision);
    } else {
      lane.budget->Suspend();
      postponed_.push_back({*lane.index, decision, *lane.budget});
    }
    StartNext(lane);
  }

  State& state_;
  const size_t count_;
  const absl::FunctionRef<Question(size_t)> question_of_;
  const absl::FunctionRef<void(size_t, const Decision&)> done_;
  size_t next_ = 0;
  std::vector<Postponed> postponed_;
};

void Decider::State::DecideAll(
    size_t count, absl::FunctionRef<Question(size_t)> question_of,
    absl::FunctionRef<void(size_t, const Decision&)> done) {
  if (!twin_attempt_.has_value()) twin_attempt_.emplace(first_attempt_.Twin());
  Batch(*this, count, question_of, done).Run();
}

bool Decider::State::IsWorthFinishing(const Driver& search) const {
  constexpr double kEnough = 0.1;
  return search.outcome() == Outcome::kNodeLimit &&
         search.statistics().nodes < options_.limits.nodes &&
         search.progress().fraction_done >= kEnough;
}

absl::StatusOr<bool> Decider::State::CountInFirstAttempt(
    Driver& search, CoverCount& result) const {
  const uint64_t limit = options_.limits.solutions;
  if (limit == kUnlimited) {
    result.count = search.CountRemaining();
    while (IsWorthFinishing(search)) {
      search.GoOnTo(
          std::min(2 * search.statistics().nodes, options_.limits.nodes));
      result.count += search.CountRemaining();
    }
    search.SetLimits(FirstAttemptLimits(options_));
  } else {
    while (result.count < limit && search.Next()) ++result.count;
  }
  result.nodes = search.statistics().nodes;
  result.outcome =
      result.count >= limit ? Outcome::kSolutionLimit : search.outcome();
  return result.outcome != Outcome::kNodeLimit ||
         result.nodes >= options_.limits.nodes;
}

absl::StatusOr<CoverCount> Decider::State::Count(const Question& question) {
  Budget budget(options_.limits);
  CoverCount first;
  std::optional<Reduction> rest;
  if (!question.ruled_out.empty()) rest = Reduce(problem(), question);
  if (options_.counting_engine == EngineKind::kAuto) {
    std::optional<Driver> own_attempt;
    if (rest.has_value()) {
      absl::StatusOr<Driver> created = Driver::Create(
          Task::kEnumerate, rest->problem(),
          {.limits = FirstAttemptLimits(options_),
           .engine = EngineFor(rest->problem(), options_.engine)});
      assert(created.ok());  // The engine was asked.
      own_attempt.emplace(*std::move(created));
    } else {
      first_attempt_.RestartUnchecked(question.givens);
    }
    const absl::StatusOr<bool> is_answer = CountInFirstAttempt(
        own_attempt.has_value() ? *own_attempt : first_attempt_, first);
    if (!is_answer.ok()) return is_answer.status();
    if (*is_answer) return first;
    budget.Spend(first.nodes);
  }
  if (!rest.has_value()) rest = Reduce(problem(), question);
  const EngineKind engine = options_.limits.solutions == kUnlimited
                                ? options_.counting_engine
                                : EngineFor(rest->problem(), options_.engine);
  SearchOptions search_options = {.limits = budget.ForWork(kUnlimited),
                                  .engine = engine};
  if (options_.on_progress != nullptr) {
    search_options.on_progress = [&](Progress progress) {
      for (PathStep& step : progress.path) {
        if (!step.option.has_value()) continue;
        step.option = rest->Original(*step.option);
      }
      options_.on_progress(progress);
    };
  }
  const absl::StatusOr<CountResult> counted =
      CountInParallel(rest->problem(), std::move(search_options),
                      {.threads = options_.counting_threads});
  if (!counted.ok()) return counted.status();
  // If there was no time to come as far as the first attempt, what that has
  // seen is still true.
  return CoverCount{std::max(first.count, counted->count),
                    counted->summary.outcome,
                    first.nodes + counted->summary.statistics.nodes};
}

absl::StatusOr<Decider> Decider::Create(Problem problem,
                                        DeciderOptions options) {
  absl::StatusOr<Driver> search = Driver::Create(
      Task::kEnumerate, std::move(problem),
      {.limits = FirstAttemptLimits(options), .engine = options.engine});
  if (!search.ok()) return search.status();
  return Decider(std::make_unique<State>(options, *std::move(search)));
}

// Otherwise the decider has been moved from.
template <typename State>
State& Checked(const std::unique_ptr<State>& state) {
  assert(state != nullptr);
  return *state;
}

Decider::Decider(std::unique_ptr<State> state) : state_(std::move(state)) {}
Decider::Decider(Decider&&) noexcept = default;
Decider& Decider::operator=(Decider&&) noexcept = default;
Decider::~Decider() = default;

const Decision& Decider::Decide(const Question& question) {
  return Checked(state_).Decide(question, /*wanted=*/2);
}

const Decision& Decider::FindAny(const Question& question) {
  return Checked(state_).Decide(question, /*wanted=*/1);
}

void Decider::DecideAll(size_t count,
                        absl::FunctionRef<Question(size_t)> question_of,
                        absl::FunctionRef<void(size_t, const Decision&)> done) {
  Checked(state_).DecideAll(count, question_of, done);
}

absl::StatusOr<CoverCount> Decider::Count(const Question& question) {
  return Checked(state_).Count(question);
}

void Decider::SetLimits(const Limits& limits) {
  Checked(state_).SetLimits(limits);
}

const Limits& Decider::limits() const { return Checked(state_).limits(); }

const Problem& Decider::problem() const { return Checked(state_).problem(); }

const EngineChoice& Decider::engine() const { return Checked(state_).engine(); }

}  // namespace dlx
