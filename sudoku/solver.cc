#include "sudoku/solver.h"

#include <cassert>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/decide.h"
#include "dlx/id.h"
#include "dlx/parallel.h"
#include "dlx/search.h"

namespace sudoku {
namespace {

dlx::DeciderOptions DeciderOptionsFrom(const SolverOptions& options) {
  return {.limits = options.limits,
          .first_attempt_nodes = options.first_attempt_nodes,
          .engine = options.engine,
          .counting_engine = options.counting_engine,
          .counting_threads = options.threads};
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

// The engine that is wanted for the geometry, or another one if it refuses what
// a puzzle leaves of that.
dlx::EngineKind EngineFor(const dlx::Problem& problem, dlx::EngineKind wanted) {
  return dlx::CheckEngine(wanted, problem, dlx::Task::kEnumerate).ok()
             ? wanted
             : dlx::EngineKind::kAuto;
}

Verdict VerdictOf(dlx::HowMany how_many) {
  switch (how_many) {
    case dlx::HowMany::kNone:
      return Verdict::kNone;
    case dlx::HowMany::kOne:
      return Verdict::kUnique;
    case dlx::HowMany::kSeveral:
      return Verdict::kMultiple;
    case dlx::HowMany::kUndecided:
      break;
  }
  return Verdict::kUndecided;
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
  State(SolverOptions options, Encoding encoding, dlx::Decider decider)
      : options(options),
        encoding(std::move(encoding)),
        decider(std::move(decider)) {
    const int size = this->encoding.geometry().size();
    givens.reserve(size * size);
    answer.solution = answer.second_solution = enumerated = Grid(size);
  }

  // What to ask whom about a puzzle, and how to read the answer. Valid until
  // the next call.
  struct Question {
    dlx::Decider* decider;
    absl::Span<const dlx::OptionId> givens;
    const Encoding* encoding;
  };
  Question Encode(const Puzzle& puzzle);
  const Answer& Decode(const dlx::Decision& decision, const Encoding& with);

  absl::StatusOr<SolutionCount> EnumerateInParallel(
      const Puzzle& puzzle, Order order,
      absl::FunctionRef<bool(const Grid&)> visit) const;

  const SolverOptions options;
  const Encoding encoding;
  dlx::Decider decider;
  std::vector<dlx::OptionId> givens;
  Answer answer;
  std::vector<size_t> batch;  // The indices of the puzzles in it.

  // A puzzle that is given by candidates has a problem of its own.
  std::optional<Encoding> own_encoding;
  std::optional<dlx::Decider> own_decider;

  // The enumeration that Start() began: a search, and the encoding of its
  // problem. For puzzles that are given by clues there is a search for each
  // Order, made when it is first needed.
  dlx::Search* enumeration = nullptr;
  const Encoding* enumerated_encoding = nullptr;
  std::optional<dlx::Search> enumerations[2];
  std::optional<Encoding> own_enumerated_encoding;
  std::optional<dlx::Search> own_enumeration;
  Grid enumerated;
};

absl::StatusOr<Solver> Solver::Create(const Geometry& geometry,
                                      SolverOptions options) {
  return Create(Encoding::ForGeometry(geometry), options);
}

absl::StatusOr<Solver> Solver::Create(Encoding encoding,
                                      SolverOptions options) {
  if (!encoding.has_every_placement()) {
    return absl::InvalidArgumentError(
        "a solver needs an encoding with every digit in every cell");
  }
  absl::StatusOr<dlx::Decider> decider =
      dlx::Decider::Create(encoding.problem(), DeciderOptionsFrom(options));
  if (!decider.ok()) return decider.status();
  return Solver(std::make_unique<State>(options, std::move(encoding),
                                        *std::move(decider)));
}

Solver::Solver(std::unique_ptr<State> state) : state_(std::move(state)) {}
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;
Solver::~Solver() = default;

Solver::State::Question Solver::State::Encode(const Puzzle& puzzle) {
  assert(puzzle.geometry == encoding.geometry());
  givens.clear();
  if (!puzzle.has_candidates()) {
    encoding.AppendGivens(puzzle.clues, givens);
    return {&decider, givens, &encoding};
  }
  own_encoding.emplace(encoding.LeftBy(puzzle));
  const dlx::Problem& problem = own_encoding->problem();
  dlx::DeciderOptions decider_options = DeciderOptionsFrom(options);
  decider_options.engine = EngineFor(problem, options.engine);
  absl::StatusOr<dlx::Decider> created =
      dlx::Decider::Create(problem, decider_options);
  assert(created.ok());  // The engine was asked.
  own_decider.emplace(*std::move(created));
  return {&*own_decider, givens, &*own_encoding};
}

const Answer& Solver::State::Decode(const dlx::Decision& decision,
                                    const Encoding& with) {
  answer.verdict = VerdictOf(decision.how_many);
  answer.solutions_found = decision.covers_found;
  if (decision.covers_found > 0) {
    with.Decode(decision.covers[0], answer.solution);
  }
  if (decision.covers_found > 1) {
    with.Decode(decision.covers[1], answer.second_solution);
  }
  answer.outcome = decision.outcome;
  answer.nodes = decision.nodes;
  answer.attempts = decision.attempts;
  return answer;
}

const Answer& Solver::Solve(const Puzzle& puzzle) {
  const State::Question question = state_->Encode(puzzle);
  return state_->Decode(question.decider->Decide(question.givens),
                        *question.encoding);
}

const Answer& Solver::SolveAny(const Puzzle& puzzle) {
  const State::Question question = state_->Encode(puzzle);
  return state_->Decode(question.decider->FindAny(question.givens),
                        *question.encoding);
}

void Solver::SolveAll(absl::Span<const Puzzle* const> puzzles,
                      absl::FunctionRef<void(size_t, const Answer&)> done) {
  // Most of them have givens; those that have candidates are solved alone.
  std::vector<size_t>& batch = state_->batch;
  batch.clear();
  for (size_t i = 0; i < puzzles.size(); ++i) {
    if (puzzles[i]->has_candidates()) {
      done(i, Solve(*puzzles[i]));
    } else {
      batch.push_back(i);
    }
  }
  state_->decider.DecideAll(
      batch.size(),
      [&](size_t i) { return state_->Encode(*puzzles[batch[i]]).givens; },
      [&](size_t i, const dlx::Decision& decision) {
        done(batch[i], state_->Decode(decision, state_->encoding));
      });
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
  const State::Question question = state_->Encode(puzzle);
  const absl::StatusOr<dlx::CoverCount> count =
      question.decider->Count(question.givens);
  if (!count.ok()) return count.status();
  return SolutionCount{count->count, count->outcome, count->nodes};
}

absl::Status Solver::Start(const Puzzle& puzzle, Order order) {
  assert(puzzle.geometry == geometry());
  State& s = *state_;
  s.enumeration = nullptr;
  dlx::SearchOptions search_options = EnumerationOptions(s.options, order);
  if (puzzle.has_candidates()) {
    s.own_enumerated_encoding.emplace(s.encoding.LeftBy(puzzle));
    const dlx::Problem& problem = s.own_enumerated_encoding->problem();
    search_options.engine = EngineFor(problem, search_options.engine);
    absl::StatusOr<dlx::Search> search =
        dlx::Search::Create(problem, search_options);
    if (!search.ok()) return search.status();
    s.own_enumeration.emplace(*std::move(search));
    s.enumeration = &*s.own_enumeration;
    s.enumerated_encoding = &*s.own_enumerated_encoding;
    return absl::OkStatus();
  }
  std::optional<dlx::Search>& search =
      s.enumerations[order == Order::kLexicographic];
  if (!search.has_value()) {
    absl::StatusOr<dlx::Search> created =
        dlx::Search::Create(s.encoding.problem(), search_options);
    if (!created.ok()) return created.status();
    search.emplace(*std::move(created));
  }
  s.enumeration = &*search;
  s.enumerated_encoding = &s.encoding;
  return search->Restart(s.Encode(puzzle).givens);
}

bool Solver::Next() {
  State& s = *state_;
  if (s.enumeration == nullptr || !s.enumeration->Next()) return false;
  s.enumerated_encoding->Decode(s.enumeration->solution().options,
                                s.enumerated);
  return true;
}

const Grid& Solver::solution() const { return state_->enumerated; }

dlx::Outcome Solver::outcome() const {
  return state_->enumeration == nullptr ? dlx::Outcome::kRunning
                                        : state_->enumeration->outcome();
}

absl::StatusOr<SolutionCount> Solver::State::EnumerateInParallel(
    const Puzzle& puzzle, Order order,
    absl::FunctionRef<bool(const Grid&)> visit) const {
  const Encoding own = encoding.LeftBy(puzzle);
  dlx::SearchOptions search_options = EnumerationOptions(options, order);
  search_options.engine = EngineFor(own.problem(), search_options.engine);
  Grid grid(puzzle.geometry.size());
  SolutionCount result;
  const absl::StatusOr<dlx::SearchSummary> summary = dlx::ForEachInParallel(
      own.problem(),
      [&](const dlx::Solution& solution) {
        own.Decode(solution.options, grid);
        ++result.count;
        return visit(grid);
      },
      search_options, {.threads = options.threads, .keep_order = true});
  if (!summary.ok()) return summary.status();
  result.outcome = summary->outcome;
  result.nodes = summary->statistics.nodes;
  return result;
}

absl::StatusOr<SolutionCount> Solver::EnumerateSolutions(
    const Puzzle& puzzle, Order order,
    absl::FunctionRef<bool(const Grid&)> visit) {
  if (state_->options.threads != 1) {
    return state_->EnumerateInParallel(puzzle, order, visit);
  }
  if (absl::Status status = Start(puzzle, order); !status.ok()) return status;
  SolutionCount result;
  bool goes_on = true;
  while (goes_on && Next()) {
    ++result.count;
    goes_on = visit(solution());
  }
  result.outcome = goes_on ? outcome() : dlx::Outcome::kInterrupted;
  result.nodes = state_->enumeration->statistics().nodes;
  return result;
}

const Geometry& Solver::geometry() const { return state_->encoding.geometry(); }
const Encoding& Solver::encoding() const { return state_->encoding; }
const dlx::EngineChoice& Solver::engine() const {
  return state_->decider.engine();
}

}  // namespace sudoku
