#include "sudoku/solver.h"

#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/ask/decide.h"
#include "dlx/id.h"

namespace sudoku {
namespace {

// Further rules make long chains of options that force each other. There the
// engine that learns from conflicts is the best by far, if it can.
dlx::EngineKind EngineFor(const Encoding& encoding, dlx::EngineKind wanted) {
  const bool has_rules =
      encoding.has_further_items() && wanted == dlx::EngineKind::kAuto;
  const bool learns =
      has_rules && dlx::CheckEngine(dlx::EngineKind::kNogoods,
                                    encoding.problem(), dlx::Task::kEnumerate)
                       .ok();
  return learns ? dlx::EngineKind::kNogoods : wanted;
}

dlx::DeciderOptions DeciderOptionsFrom(const SolverOptions& options) {
  return {.limits = options.limits,
          .first_attempt_nodes = options.first_attempt_nodes,
          .engine = options.engine,
          .counting_engine = options.counting_engine,
          .counting_threads = options.threads,
          .on_progress = options.on_progress};
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

// Fetches what Encode() will read: a list of many puzzles does not fit into a
// cache, and the CPU cannot foresee where the next one of them is.
void Prefetch(const Puzzle& puzzle) {
  __builtin_prefetch(&puzzle.candidates);
  __builtin_prefetch(&puzzle.clues);
  // The cells of a grid of up to 9x9 are in it.
  __builtin_prefetch(reinterpret_cast<const char*>(&puzzle.clues + 1) - 1);
}

}  // namespace

dlx::StringView VerdictName(Verdict verdict) {
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
  State(SolverOptions options, Encoding with, dlx::Decider decider)
      : options(options),
        encoding(std::move(with)),
        decider(std::move(decider)),
        enumeration(encoding, options.limits, options.engine,
                    options.on_progress) {
    const Geometry& geometry = encoding.geometry();
    given_or_ruled_out.reserve(geometry.cell_count());
    answer.solution = answer.second_solution = geometry.EmptyGrid();
  }

  // What to ask about a puzzle. Valid until the next call.
  dlx::Question Encode(const Puzzle& puzzle);
  // What the answer means. Valid until the next call.
  const Answer& Decode(const dlx::Decision& decision);

  const SolverOptions options;
  const Encoding encoding;
  dlx::Decider decider;
  Enumeration enumeration;
  std::vector<dlx::OptionId> given_or_ruled_out;
  Answer answer;
};

absl::StatusOr<Solver> Solver::Create(const Geometry& geometry,
                                      SolverOptions options) {
  return Create(Encoding::ForGeometry(geometry), options);
}

absl::StatusOr<Solver> Solver::ForRules(const Puzzle& puzzle,
                                        SolverOptions options) {
  absl::StatusOr<Encoding> encoding = Encoding::ForRules(puzzle);
  if (!encoding.ok()) return encoding.status();
  return Create(*std::move(encoding), options);
}

absl::StatusOr<Solver> Solver::Create(Encoding encoding,
                                      SolverOptions options) {
  const dlx::EngineKind engine = EngineFor(encoding, options.engine);
  if (engine != options.engine) {
    // It starts over by itself, with what it has learnt.
    options.engine = engine;
    options.first_attempt_nodes = dlx::kUnlimited;
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

Solver::State& Solver::state() const {
  assert(state_ != nullptr);  // Otherwise the solver has been moved from.
  return *state_;
}

dlx::Question Solver::State::Encode(const Puzzle& puzzle) {
  assert(puzzle.geometry == encoding.geometry());
  given_or_ruled_out.clear();
  if (puzzle.has_candidates() || !encoding.has_every_placement()) {
    encoding.AppendRuledOut(puzzle, given_or_ruled_out);
    return dlx::Question({}, given_or_ruled_out);
  }
  encoding.AppendGivens(puzzle.clues, given_or_ruled_out);
  return dlx::Question(given_or_ruled_out);
}

const Answer& Solver::State::Decode(const dlx::Decision& decision) {
  answer.verdict = VerdictOf(decision.how_many);
  answer.solutions_found = decision.covers_found;
  if (decision.covers_found > 0) {
    encoding.Decode(decision.covers[0], answer.solution);
  }
  if (decision.covers_found > 1) {
    encoding.Decode(decision.covers[1], answer.second_solution);
  }
  answer.outcome = decision.outcome;
  answer.nodes = decision.nodes;
  answer.attempts = decision.attempts;
  return answer;
}

const Answer& Solver::Solve(const Puzzle& puzzle) {
  return state().Decode(state().decider.Decide(state().Encode(puzzle)));
}

const Answer& Solver::SolveAny(const Puzzle& puzzle) {
  return state().Decode(state().decider.FindAny(state().Encode(puzzle)));
}

void Solver::SolveAll(absl::Span<const Puzzle* const> puzzles,
                      absl::FunctionRef<void(size_t, const Answer&)> done) {
  state().decider.DecideAll(
      puzzles.size(),
      [&](size_t i) {
        if (i + 1 < puzzles.size()) Prefetch(*puzzles[i + 1]);
        return state().Encode(*puzzles[i]);
      },
      [&](size_t i, const dlx::Decision& decision) {
        done(i, state().Decode(decision));
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
  const absl::StatusOr<dlx::CoverCount> count =
      state().decider.Count(state().Encode(puzzle));
  if (!count.ok()) return count.status();
  return SolutionCount{count->count, count->outcome, count->nodes};
}

absl::Status Solver::Start(const Puzzle& puzzle, Order order) {
  return state().enumeration.Start(puzzle, order);
}

bool Solver::Next() { return state().enumeration.Next(); }

const Grid& Solver::solution() const { return state().enumeration.solution(); }

dlx::Outcome Solver::outcome() const { return state().enumeration.outcome(); }

absl::StatusOr<SolutionCount> Solver::EnumerateSolutions(
    const Puzzle& puzzle, Order order,
    absl::FunctionRef<bool(const Grid&)> visit) {
  return state().enumeration.ForEach(puzzle, order, state().options.threads,
                                     visit);
}

void Solver::SetLimits(const dlx::Limits& limits) {
  state().decider.SetLimits(limits);
  state().enumeration.SetLimits(limits);
}

const dlx::Limits& Solver::limits() const { return state().decider.limits(); }

const Geometry& Solver::geometry() const { return state().encoding.geometry(); }
const Encoding& Solver::encoding() const { return state().encoding; }
const dlx::EngineChoice& Solver::engine() const {
  return state().decider.engine();
}

}  // namespace sudoku
