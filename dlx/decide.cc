#include "dlx/decide.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "dlx/limit_watch.h"
#include "dlx/parallel.h"
#include "dlx/restriction.h"
#include "dlx/run/driver.h"

namespace dlx {
namespace {

using internal::Driver;

// What is left of the limits for one question, as its attempts use them up. A
// question that waits until others are done does not use up its time.
class Budget {
 public:
  explicit Budget(const Limits& limits)
      : left_(limits), is_timed_(limits.time != absl::InfiniteDuration()) {
    Resume();
  }

  // Without a time limit nobody needs to look at the clock.
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

  const Driver& first_attempt() const { return first_attempt_; }

  // Until there are `wanted` covers, 1 or 2, or it is known that there are not.
  const Decision& Decide(absl::Span<const OptionId> givens, int wanted);
  void DecideAll(
      size_t count,
      absl::FunctionRef<absl::Span<const OptionId>(size_t)> givens_of,
      absl::FunctionRef<void(size_t, const Decision&)> done);
  absl::StatusOr<CoverCount> Count(absl::Span<const OptionId> givens);

 private:
  // A question that was postponed, and what is known already.
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

  // Points a search through the whole problem at a question.
  static void Start(absl::Span<const OptionId> givens, Driver& search,
                    Decision& decision);
  // Takes note of a cover. REQUIRES: there are fewer than two.
  static void AddCover(absl::Span<const OptionId> cover, Decision& decision);
  // The same, unless an earlier attempt has found that cover.
  static void AddOtherCover(absl::Span<const OptionId> cover,
                            Decision& decision);
  // Takes note of an attempt that came to its end, or found the last cover
  // wanted. True if there will be no other: the question is decided, or a
  // limit was reached.
  static bool EndAttempt(const Driver& search, int wanted, Decision& decision,
                         Budget& budget);
  // Makes one attempt after the other.
  void TryAgain(absl::Span<const OptionId> givens, int wanted,
                Decision& decision, Budget& budget) const;

  // A first attempt at counting. Adds to `result`, and says whether that is
  // the answer.
  absl::StatusOr<bool> CountInFirstAttempt(absl::Span<const OptionId> givens,
                                           CoverCount& result);

  DeciderOptions options_;
  // Its limits are those of a first attempt.
  Driver first_attempt_;
  // To decide two questions at the same time.
  std::optional<Driver> twin_attempt_;
  Decision decisions_[2];
};

void Decider::State::Start(absl::Span<const OptionId> givens, Driver& search,
                           Decision& decision) {
  decision.how_many = HowMany::kUndecided;
  decision.covers_found = 0;
  decision.attempts = 0;
  const absl::Status status = search.Restart(givens);
  assert(status.ok());
  status.IgnoreError();
}

void Decider::State::AddCover(absl::Span<const OptionId> cover,
                              Decision& decision) {
  decision.covers[decision.covers_found++].assign(cover.begin(), cover.end());
}

void Decider::State::AddOtherCover(absl::Span<const OptionId> cover,
                                   Decision& decision) {
  AddCover(cover, decision);
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

void Decider::State::TryAgain(absl::Span<const OptionId> givens, int wanted,
                              Decision& decision, Budget& budget) const {
  const Restriction rest = RestrictToGivens(first_attempt_.problem(), givens);
  SearchOptions search_options = {.engine =
                                      EngineFor(rest.problem, options_.engine)};
  uint64_t nodes = std::max<uint64_t>(options_.first_attempt_nodes, 1);
  std::vector<OptionId> cover;
  for (bool has_ended = false; !has_ended;) {
    if (nodes <= kUnlimited / 2) nodes *= 2;
    search_options.limits = budget.ForWork(nodes);
    search_options.limits.solutions = kUnlimited;
    search_options.seed = decision.attempts;
    absl::StatusOr<Driver> search =
        Driver::Create(Task::kEnumerate, rest.problem, search_options);
    assert(search.ok());  // The engine was asked.
    while (decision.covers_found < wanted && search->Next()) {
      cover.clear();
      for (const OptionId option : search->solution().options) {
        cover.push_back(rest.original[option.value()]);
      }
      AddOtherCover(cover, decision);
    }
    has_ended = EndAttempt(*search, wanted, decision, budget);
  }
}

const Decision& Decider::State::Decide(absl::Span<const OptionId> givens,
                                       int wanted) {
  Decision& decision = decisions_[0];
  Budget budget(options_.limits);
  Start(givens, first_attempt_, decision);
  while (decision.covers_found < wanted && first_attempt_.Next()) {
    AddCover(first_attempt_.solution().options, decision);
  }
  if (!EndAttempt(first_attempt_, wanted, decision, budget)) {
    TryAgain(givens, wanted, decision, budget);
  }
  return decision;
}

void Decider::State::DecideAll(
    size_t count,
    absl::FunctionRef<absl::Span<const OptionId>(size_t)> givens_of,
    absl::FunctionRef<void(size_t, const Decision&)> done) {
  constexpr int kWanted = 2;
  if (!twin_attempt_.has_value()) twin_attempt_.emplace(first_attempt_.Twin());
  Lane lanes[2] = {{&first_attempt_, &decisions_[0]},
                   {&*twin_attempt_, &decisions_[1]}};
  std::vector<Postponed> postponed;  // They need more than a first attempt.
  size_t next = 0;
  const auto start_next = [&](Lane& lane) {
    lane.index.reset();
    if (next == count) return;
    lane.index = next++;
    lane.budget.emplace(options_.limits);
    Start(givens_of(*lane.index), *lane.search, *lane.decision);
  };
  // Takes note of a cover, or of the end.
  const auto take = [&](Lane& lane, bool found) {
    Decision& decision = *lane.decision;
    if (found) {
      AddCover(lane.search->solution().options, decision);
      if (decision.covers_found < kWanted) return;
    }
    if (EndAttempt(*lane.search, kWanted, decision, *lane.budget)) {
      done(*lane.index, decision);
    } else {
      lane.budget->Suspend();
      postponed.push_back({*lane.index, decision, *lane.budget});
    }
    start_next(lane);
  };

  for (Lane& lane : lanes) start_next(lane);
  while (lanes[0].index.has_value() && lanes[1].index.has_value()) {
    const Driver::Turn turn =
        Driver::NextOfTwo(*lanes[0].search, *lanes[1].search);
    take(lanes[turn.driver == lanes[1].search], turn.found);
  }
  for (Lane& lane : lanes) {
    while (lane.index.has_value()) take(lane, lane.search->Next());
  }
  for (Postponed& question : postponed) {
    question.budget.Resume();
    TryAgain(givens_of(question.index), kWanted, question.decision,
             question.budget);
    done(question.index, question.decision);
  }
}

absl::StatusOr<bool> Decider::State::CountInFirstAttempt(
    absl::Span<const OptionId> givens, CoverCount& result) {
  Start(givens, first_attempt_, decisions_[0]);
  const uint64_t limit = options_.limits.solutions;
  if (limit == kUnlimited) {
    const absl::StatusOr<absl::uint128> count = first_attempt_.CountRemaining();
    if (!count.ok()) return count.status();
    result.count = *count;
  } else {
    while (result.count < limit && first_attempt_.Next()) ++result.count;
  }
  result.nodes = first_attempt_.statistics().nodes;
  result.outcome = result.count >= limit ? Outcome::kSolutionLimit
                                         : first_attempt_.outcome();
  return result.outcome != Outcome::kNodeLimit ||
         result.nodes >= options_.limits.nodes;
}

absl::StatusOr<CoverCount> Decider::State::Count(
    absl::Span<const OptionId> givens) {
  Budget budget(options_.limits);
  CoverCount first;
  if (options_.counting_engine == EngineKind::kAuto) {
    const absl::StatusOr<bool> is_answer = CountInFirstAttempt(givens, first);
    if (!is_answer.ok()) return is_answer.status();
    if (*is_answer) return first;
    budget.Spend(first.nodes);
  }
  const Restriction rest = RestrictToGivens(first_attempt_.problem(), givens);
  const EngineKind engine = options_.limits.solutions == kUnlimited
                                ? options_.counting_engine
                                : EngineFor(rest.problem, options_.engine);
  const absl::StatusOr<CountResult> counted = CountInParallel(
      rest.problem, {.limits = budget.ForWork(kUnlimited), .engine = engine},
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

Decider::Decider(std::unique_ptr<State> state) : state_(std::move(state)) {}
Decider::Decider(Decider&&) noexcept = default;
Decider& Decider::operator=(Decider&&) noexcept = default;
Decider::~Decider() = default;

const Decision& Decider::Decide(absl::Span<const OptionId> givens) {
  return state_->Decide(givens, /*wanted=*/2);
}

const Decision& Decider::FindAny(absl::Span<const OptionId> givens) {
  return state_->Decide(givens, /*wanted=*/1);
}

void Decider::DecideAll(
    size_t count,
    absl::FunctionRef<absl::Span<const OptionId>(size_t)> givens_of,
    absl::FunctionRef<void(size_t, const Decision&)> done) {
  state_->DecideAll(count, givens_of, done);
}

absl::StatusOr<CoverCount> Decider::Count(absl::Span<const OptionId> givens) {
  return state_->Count(givens);
}

const Problem& Decider::problem() const {
  return state_->first_attempt().problem();
}

const EngineChoice& Decider::engine() const {
  return state_->first_attempt().engine();
}

}  // namespace dlx
