#include "sudoku/solver.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/id.h"
#include "dlx/parallel.h"
#include "dlx/search.h"

namespace sudoku {
namespace {

// What is left of the limits for one puzzle, as its attempts use them up.
class Budget {
 public:
  explicit Budget(const dlx::Limits& limits) : limits_(limits) {
    // Without a time limit nobody needs to look at the clock.
    if (limits_.time != absl::InfiniteDuration()) start_ = absl::Now();
  }

  // Notes that an attempt visited that many nodes.
  void Spend(uint64_t nodes) { spent_ += nodes; }
  uint64_t spent() const { return spent_; }
  bool nodes_are_left() const { return spent_ < limits_.nodes; }

  // Limits for an attempt of at most `nodes` nodes.
  dlx::Limits Rest(uint64_t nodes) const {
    dlx::Limits rest = limits_;
    if (limits_.nodes != dlx::kUnlimited) rest.nodes -= spent_;
    rest.nodes = std::min(rest.nodes, nodes);
    if (limits_.time != absl::InfiniteDuration()) {
      rest.time -= absl::Now() - start_;
    }
    return rest;
  }

 private:
  dlx::Limits limits_;
  absl::Time start_;
  uint64_t spent_ = 0;
};

dlx::Limits FirstAttemptLimits(const SolverOptions& options) {
  dlx::Limits first = options.limits;
  first.nodes = std::min(first.nodes, options.first_attempt_nodes);
  first.solutions = dlx::kUnlimited;
  return first;
}

dlx::SearchOptions EnumerationOptions(const SolverOptions& options,
                                      Order order) {
  dlx::SearchOptions search_options = {.limits = options.limits,
                                       .engine = options.engine};
  if (order == Order::kLexicographic) {
    // Cells are the first items and their options are in the order of digits:
    // to branch on the first open cell is to go through the grids in order. An
    // item that is covered early because it leaves no choice changes nothing
    // about that.
    search_options.branching = dlx::Branching::kInputOrder;
    search_options.engine = dlx::EngineKind::kDancingLinks;
  }
  return search_options;
}

// Makes it the answer of someone who knows nothing yet.
void Clear(Answer& answer) {
  answer.verdict = Verdict::kUndecided;
  answer.solutions_found = 0;
  answer.attempts = 0;
}

// Adds the search's solution to the answer, unless an earlier attempt has found
// it. REQUIRES: there are fewer than two.
void AddSolution(const Encoding& encoding, const dlx::Search& search,
                 Answer& answer) {
  Grid& grid = answer.has_solution() ? answer.second_solution : answer.solution;
  encoding.Decode(search.solution().options, grid);
  if (!answer.has_solution() || grid != answer.solution) {
    ++answer.solutions_found;
  }
}

// Whether that is so after an attempt that came to its end, or found the last
// solution wanted. Fills in the verdict and the outcome.
bool IsDecided(const dlx::Search& search, int wanted, Answer& answer) {
  answer.outcome = search.outcome();
  if (answer.solutions_found == wanted) {
    answer.outcome = dlx::Outcome::kSolutionLimit;
    if (wanted > 1) answer.verdict = Verdict::kMultiple;
    return true;
  }
  if (answer.outcome != dlx::Outcome::kExhausted) return false;
  answer.verdict = answer.has_solution() ? Verdict::kUnique : Verdict::kNone;
  return true;
}

}  // namespace

absl::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kUnique:
      return "unique";
    case Verdict::kNone:
      return "no solution";
    case Verdict::kMultiple:
      return "multiple solutions";
    case Verdict::kUndecided:
      break;
  }
  return "undecided";
}

struct Solver::State {
  State(SolverOptions options, Encoding encoding, dlx::Search first_attempt)
      : options(options),
        encoding(std::move(encoding)),
        first_attempt(std::move(first_attempt)) {}

  // A search through the geometry's problem, or a puzzle's own.
  struct Cursor {
    const Encoding* encoding = nullptr;
    dlx::Search* search = nullptr;
  };

  // Points a search for a first attempt at the puzzle.
  Cursor StartFirstAttempt(const Puzzle& puzzle);
  // The same for `search`, which is one through the geometry's problem.
  Cursor StartWithClues(const Puzzle& puzzle, dlx::Search& search);
  // Builds a problem, and a search through it, for the puzzle alone.
  Cursor StartOwnSearch(const Puzzle& puzzle,
                        dlx::SearchOptions search_options);

  const Answer& Decide(const Puzzle& puzzle, int wanted);
  void DecideAll(absl::Span<const Puzzle* const> puzzles,
                 absl::FunctionRef<void(size_t, const Answer&)> done);
  absl::StatusOr<dlx::Outcome> EnumerateInParallel(
      const Puzzle& puzzle, Order order,
      absl::FunctionRef<bool(const Grid&)> visit);

  const SolverOptions options;
  const Encoding encoding;
  // Its limits are those of a first attempt.
  dlx::Search first_attempt;
  // What it takes to decide a puzzle together with another: by itself, the
  // answer and the first attempt would do.
  std::optional<dlx::Search> twin_attempt;
  Answer twin_answers[2];
  // For enumeration, by Order; each is made when it is first needed.
  std::optional<dlx::Search> enumerations[2];
  // For a puzzle that is given by candidates.
  std::optional<Encoding> own_encoding;
  std::optional<dlx::Search> own_search;

  std::vector<dlx::OptionId> givens;
  Answer answer;
  // The enumeration that Start() began.
  Cursor enumeration;
  Grid enumerated;
};

absl::StatusOr<Solver> Solver::Create(const Geometry& geometry,
                                      SolverOptions options) {
  Encoding encoding = Encoding::ForGeometry(geometry);
  absl::StatusOr<dlx::Search> search = dlx::Search::Create(
      encoding.problem(),
      {.limits = FirstAttemptLimits(options), .engine = options.engine});
  if (!search.ok()) return search.status();
  auto state =
      std::make_unique<State>(options, std::move(encoding), *std::move(search));
  state->givens.reserve(geometry.cell_count());
  for (Answer* answer :
       {&state->answer, &state->twin_answers[0], &state->twin_answers[1]}) {
    answer->solution = answer->second_solution = Grid(geometry.size());
  }
  state->enumerated = Grid(geometry.size());
  return Solver(std::move(state));
}

Solver::Solver(std::unique_ptr<State> state) : state_(std::move(state)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

Solver::State::Cursor Solver::State::StartWithClues(const Puzzle& puzzle,
                                                    dlx::Search& search) {
  assert(puzzle.geometry == encoding.geometry());
  givens.clear();
  encoding.AppendGivens(puzzle.clues, givens);
  const absl::Status status = search.Restart(givens);
  assert(status.ok());
  status.IgnoreError();
  return {&encoding, &search};
}

Solver::State::Cursor Solver::State::StartOwnSearch(
    const Puzzle& puzzle, dlx::SearchOptions search_options) {
  assert(puzzle.geometry == encoding.geometry());
  enumeration = {};  // It may be one of the search that ends here.
  own_search.reset();
  own_encoding.emplace(Encoding::ForPuzzle(puzzle));
  absl::StatusOr<dlx::Search> search =
      dlx::Search::Create(own_encoding->problem(), search_options);
  if (!search.ok()) {
    // An engine that was good for the geometry may refuse the puzzle.
    search_options.engine = dlx::EngineKind::kAuto;
    search = dlx::Search::Create(own_encoding->problem(), search_options);
  }
  assert(search.ok());
  own_search.emplace(*std::move(search));
  return {&*own_encoding, &*own_search};
}

Solver::State::Cursor Solver::State::StartFirstAttempt(const Puzzle& puzzle) {
  if (puzzle.has_candidates()) {
    return StartOwnSearch(puzzle, {.limits = FirstAttemptLimits(options),
                                   .engine = options.engine});
  }
  return StartWithClues(puzzle, first_attempt);
}

absl::StatusOr<dlx::Outcome> Solver::State::EnumerateInParallel(
    const Puzzle& puzzle, Order order,
    absl::FunctionRef<bool(const Grid&)> visit) {
  const Encoding own = Encoding::ForPuzzle(puzzle);
  dlx::SearchOptions search_options = EnumerationOptions(options, order);
  // An engine that was good for the geometry may refuse the puzzle.
  if (!dlx::CheckEngine(search_options.engine, own.problem(),
                        dlx::Task::kEnumerate)
           .ok()) {
    search_options.engine = dlx::EngineKind::kAuto;
  }
  Grid grid(puzzle.geometry.size());
  const absl::StatusOr<dlx::SearchSummary> summary = dlx::ForEachInParallel(
      own.problem(),
      [&](const dlx::Solution& solution) {
        own.Decode(solution.options, grid);
        return visit(grid);
      },
      search_options, {.threads = options.threads, .keep_order = true});
  if (!summary.ok()) return summary.status();
  return summary->outcome;
}

const Answer& Solver::State::Decide(const Puzzle& puzzle, int wanted) {
  Clear(answer);
  Budget budget(options.limits);
  uint64_t attempt_nodes = std::max<uint64_t>(options.first_attempt_nodes, 1);
  Cursor cursor = StartFirstAttempt(puzzle);
  for (;;) {
    while (answer.solutions_found < wanted && cursor.search->Next()) {
      AddSolution(*cursor.encoding, *cursor.search, answer);
    }
    ++answer.attempts;
    budget.Spend(cursor.search->statistics().nodes);
    answer.nodes = budget.spent();
    if (IsDecided(*cursor.search, wanted, answer)) return answer;
    if (answer.outcome != dlx::Outcome::kNodeLimit ||
        !budget.nodes_are_left()) {
      return answer;
    }
    if (attempt_nodes <= dlx::kUnlimited / 2) attempt_nodes *= 2;
    dlx::Limits limits = budget.Rest(attempt_nodes);
    limits.solutions = dlx::kUnlimited;
    cursor = StartOwnSearch(
        puzzle,
        {.limits = limits, .engine = options.engine, .seed = answer.attempts});
  }
}

void Solver::State::DecideAll(
    absl::Span<const Puzzle* const> puzzles,
    absl::FunctionRef<void(size_t, const Answer&)> done) {
  if (!twin_attempt.has_value()) twin_attempt.emplace(first_attempt.Twin());
  // Two first attempts, each at a puzzle of its own.
  struct Attempt {
    dlx::Search* search;
    Answer* answer;
    size_t index = 0;  // Of the puzzle.
    bool is_under_way = false;
  };
  Attempt attempts[2] = {{&first_attempt, &twin_answers[0]},
                         {&*twin_attempt, &twin_answers[1]}};
  std::vector<size_t> left_over;  // They need more than a first attempt.
  size_t next = 0;
  const auto start_next = [&](Attempt& attempt) {
    while (next < puzzles.size() && puzzles[next]->has_candidates()) {
      left_over.push_back(next++);
    }
    attempt.is_under_way = next < puzzles.size();
    if (!attempt.is_under_way) return;
    attempt.index = next++;
    StartWithClues(*puzzles[attempt.index], *attempt.search);
    Clear(*attempt.answer);
  };
  // Takes note of a solution, or of the end.
  const auto take = [&](Attempt& attempt, bool found) {
    Answer& answer = *attempt.answer;
    if (found) {
      AddSolution(encoding, *attempt.search, answer);
      if (answer.solutions_found < 2) return;
    }
    answer.attempts = 1;
    answer.nodes = attempt.search->statistics().nodes;
    if (IsDecided(*attempt.search, /*wanted=*/2, answer) ||
        answer.outcome != dlx::Outcome::kNodeLimit) {
      done(attempt.index, answer);
    } else {
      left_over.push_back(attempt.index);
    }
    start_next(attempt);
  };

  for (Attempt& attempt : attempts) start_next(attempt);
  while (attempts[0].is_under_way && attempts[1].is_under_way) {
    const dlx::Search::Turn turn =
        dlx::Search::NextOfTwo(*attempts[0].search, *attempts[1].search);
    take(attempts[turn.search == attempts[1].search], turn.found);
  }
  for (Attempt& attempt : attempts) {
    while (attempt.is_under_way) take(attempt, attempt.search->Next());
  }
  for (const size_t index : left_over) {
    done(index, Decide(*puzzles[index], /*wanted=*/2));
  }
}

const Answer& Solver::Solve(const Puzzle& puzzle) {
  return state_->Decide(puzzle, /*wanted=*/2);
}

void Solver::SolveAll(absl::Span<const Puzzle* const> puzzles,
                      absl::FunctionRef<void(size_t, const Answer&)> done) {
  state_->DecideAll(puzzles, done);
}

const Answer& Solver::SolveAny(const Puzzle& puzzle) {
  return state_->Decide(puzzle, /*wanted=*/1);
}

absl::StatusOr<bool> Solver::HasUniqueSolution(const Puzzle& puzzle) {
  const Answer& answer = Solve(puzzle);
  if (answer.verdict == Verdict::kUndecided) {
    return absl::ResourceExhaustedError(absl::StrCat(
        "the search ended before its end: ", dlx::OutcomeName(answer.outcome)));
  }
  return answer.verdict == Verdict::kUnique;
}

absl::StatusOr<SolutionCount> Solver::CountSolutions(const Puzzle& puzzle) {
  const SolverOptions& options = state_->options;
  if (options.limits.solutions != dlx::kUnlimited) {
    if (absl::Status status = Start(puzzle); !status.ok()) return status;
    SolutionCount result;
    while (state_->enumeration.search->Next()) ++result.count;
    result.outcome = outcome();
    result.nodes = state_->enumeration.search->statistics().nodes;
    return result;
  }

  Budget budget(options.limits);
  if (options.counting_engine == dlx::EngineKind::kAuto) {
    const State::Cursor cursor = state_->StartFirstAttempt(puzzle);
    const absl::StatusOr<absl::uint128> count = cursor.search->CountRemaining();
    if (!count.ok()) return count.status();
    budget.Spend(cursor.search->statistics().nodes);
    const dlx::Outcome outcome = cursor.search->outcome();
    if (outcome != dlx::Outcome::kNodeLimit || !budget.nodes_are_left()) {
      return SolutionCount{*count, outcome, budget.spent()};
    }
  }
  const absl::StatusOr<dlx::CountResult> result =
      dlx::CountInParallel(Encoding::ForPuzzle(puzzle).problem(),
                           {.limits = budget.Rest(dlx::kUnlimited),
                            .engine = options.counting_engine},
                           {.threads = options.threads});
  if (!result.ok()) return result.status();
  budget.Spend(result->summary.statistics.nodes);
  return SolutionCount{result->count, result->summary.outcome, budget.spent()};
}

absl::Status Solver::Start(const Puzzle& puzzle, Order order) {
  const dlx::SearchOptions search_options =
      EnumerationOptions(state_->options, order);
  if (puzzle.has_candidates()) {
    state_->enumeration = state_->StartOwnSearch(puzzle, search_options);
    return absl::OkStatus();
  }
  std::optional<dlx::Search>& search =
      state_->enumerations[order == Order::kLexicographic];
  if (!search.has_value()) {
    absl::StatusOr<dlx::Search> created =
        dlx::Search::Create(state_->encoding.problem(), search_options);
    if (!created.ok()) return created.status();
    search.emplace(*std::move(created));
  }
  state_->enumeration = state_->StartWithClues(puzzle, *search);
  return absl::OkStatus();
}

bool Solver::Next() {
  State::Cursor& cursor = state_->enumeration;
  if (cursor.search == nullptr || !cursor.search->Next()) return false;
  cursor.encoding->Decode(cursor.search->solution().options,
                          state_->enumerated);
  return true;
}

const Grid& Solver::solution() const { return state_->enumerated; }

dlx::Outcome Solver::outcome() const {
  const State::Cursor& cursor = state_->enumeration;
  return cursor.search == nullptr ? dlx::Outcome::kRunning
                                  : cursor.search->outcome();
}

absl::StatusOr<dlx::Outcome> Solver::EnumerateSolutions(
    const Puzzle& puzzle, Order order,
    absl::FunctionRef<bool(const Grid&)> visit) {
  if (state_->options.threads != 1) {
    return state_->EnumerateInParallel(puzzle, order, visit);
  }
  if (absl::Status status = Start(puzzle, order); !status.ok()) return status;
  while (Next()) {
    if (!visit(solution())) return dlx::Outcome::kInterrupted;
  }
  return outcome();
}

const Geometry& Solver::geometry() const { return state_->encoding.geometry(); }
const Encoding& Solver::encoding() const { return state_->encoding; }
const dlx::EngineChoice& Solver::engine() const {
  return state_->first_attempt.engine();
}

}  // namespace sudoku
