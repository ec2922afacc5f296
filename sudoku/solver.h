#ifndef SUDOKU_SOLVER_H_
#define SUDOKU_SOLVER_H_

// Solving Sudoku puzzles: a solution and whether it is the only one, the number
// of solutions, or all of them.
//
// A Solver is made once for a geometry and then takes any number of puzzles of
// that geometry. It contains no search of its own: a puzzle becomes a list of
// givens of the geometry's exact cover problem (see sudoku/encoding.h), dlx
// decides how many covers that has (see dlx/ask/decide.h), and covers become
// grids again.
//
// Example:
//
//   absl::StatusOr<Solver> solver = Solver::Create(Geometry::Standard());
//   if (!solver.ok()) return solver.status();
//   for (const Puzzle& puzzle : puzzles) {
//     const Answer& answer = solver->Solve(puzzle);
//     if (answer.verdict == Verdict::kUnique) {
//       std::cout << answer.solution.ToLine() << "\n";
//     }
//   }

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "dlx/engines.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"
#include "sudoku/encoding.h"
#include "sudoku/enumeration.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {

struct SolverOptions {
  // What bounds the work on one puzzle. `solutions` bounds CountSolutions and
  // enumeration; Solve never looks for more than two.
  dlx::Limits limits = {};
  // How many nodes the first attempt at a puzzle may visit; see
  // dlx/ask/decide.h.
  uint64_t first_attempt_nodes = 100'000;
  // The engine that looks for solutions, and the one that counts them if there
  // are many.
  dlx::EngineKind engine = dlx::EngineKind::kAuto;
  dlx::EngineKind counting_engine = dlx::EngineKind::kAuto;
  // On how many threads CountSolutions() and EnumerateSolutions() do their work
  // if it is not little; 0 for one for each processor. Everything else has one.
  int threads = 1;
  // If set, called now and then while solutions are counted or enumerated, by
  // the thread that asked for it.
  std::function<void(const dlx::Progress&)> on_progress = nullptr;
};

enum class Verdict {
  kUnique,     // There is exactly one solution.
  kNone,       // There is no solution.
  kMultiple,   // There are at least two.
  kUndecided,  // A limit ended the work before the answer was known.
};

// "unique", "no solution", "multiple solutions", "undecided".
[[nodiscard]] dlx::StringView VerdictName(Verdict verdict);

// What is known about a puzzle.
struct Answer {
  Verdict verdict = Verdict::kUndecided;
  // The number of different solutions seen: 0, 1 or 2. An undecided puzzle may
  // have 1.
  int solutions_found = 0;
  Grid solution;         // Meaningful if solutions_found > 0.
  Grid second_solution;  // Meaningful if solutions_found > 1.
  // How the search ended; for an undecided puzzle, the limit that ended it.
  dlx::Outcome outcome = dlx::Outcome::kRunning;
  // Nodes of the search tree that were visited, in all attempts.
  uint64_t nodes = 0;
  int attempts = 0;

  bool has_solution() const { return solutions_found > 0; }
};

// Solves puzzles of one geometry, one after the other.
//
// Once warm, a Solver allocates no memory for a puzzle that is given by its
// clues if the first attempt decides it. (A puzzle given by candidates is a
// problem of its own, which is built for it.)
//
// One thread at a time may use a Solver. Different solvers may run in different
// threads at the same time.
//
// REQUIRES, of every puzzle: it has the geometry of the solver; and of all
// functions: it has not been moved from, and none of them is called by
// on_progress or `visit`. (The first two are checked by assertions, where these
// are on.)
class Solver {
 public:
  [[nodiscard]] static absl::StatusOr<Solver> Create(
      const Geometry& geometry, SolverOptions options = {});
  // For puzzles with further rules, see Encoding::WithRules() and
  // Encoding::ForRules(). The latter is an encoding of one puzzle: then the
  // solver is for that puzzle, and for those whose clues and candidates leave
  // less of it.
  [[nodiscard]] static absl::StatusOr<Solver> Create(
      Encoding encoding, SolverOptions options = {});
  // For one puzzle and its rules, if it has any: Encoding::ForRules().
  [[nodiscard]] static absl::StatusOr<Solver> ForRules(
      const Puzzle& puzzle, SolverOptions options = {});
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;
  ~Solver();

  // Finds a solution and whether there is another, by dlx::Decider: the first
  // attempt decides any common 9x9 puzzle, and finds two solutions of the blank
  // board of 4, 9, 16, 25 or 36 rows. On large grids and with few clues further
  // attempts may follow. Without limits there is always a verdict, but a large
  // grid can take any time. The answer is valid until the next call.
  [[nodiscard]] const Answer& Solve(const Puzzle& puzzle);

  // Does for each puzzle what Solve does, for two puzzles at a time, which
  // takes much less time than one after the other. `done` is called with the
  // index of a puzzle and its answer as soon as the puzzle is decided, not in
  // their order; the answer is valid until `done` returns.
  void SolveAll(absl::Span<const Puzzle* const> puzzles,
                absl::FunctionRef<void(size_t, const Answer&)> done);

  // Finds just one solution, in the same way: the verdict is kNone, or
  // kUndecided with a solution or without.
  [[nodiscard]] const Answer& SolveAny(const Puzzle& puzzle);

  // True if there is exactly one solution; an error if a limit came first.
  [[nodiscard]] absl::StatusOr<bool> HasUniqueSolution(const Puzzle& puzzle);

  // Counts the solutions. When the nodes of a first attempt are not enough, the
  // options that the puzzle leaves become a problem of their own, for the
  // engine that counts it best.
  [[nodiscard]] absl::StatusOr<SolutionCount> CountSolutions(
      const Puzzle& puzzle);

  // Starts the enumeration of the puzzle's solutions; Next() then yields them
  // one by one in solution() and returns false after the last, or when a limit
  // is reached, which outcome() tells. Any other call with a puzzle may end the
  // enumeration.
  [[nodiscard]] absl::Status Start(const Puzzle& puzzle,
                                   Order order = Order::kAny);
  bool Next();
  // REQUIRES: the last call of Next() said that there is one.
  const Grid& solution() const;
  dlx::Outcome outcome() const;

  // Calls `visit` with each solution until it returns false (and then the
  // outcome is kInterrupted).
  [[nodiscard]] absl::StatusOr<SolutionCount> EnumerateSolutions(
      const Puzzle& puzzle, Order order,
      absl::FunctionRef<bool(const Grid&)> visit);

  // What bounds the work on each puzzle from now on, in the place of
  // SolverOptions::limits. REQUIRES: `solutions` stays what it is.
  void SetLimits(const dlx::Limits& limits);
  const dlx::Limits& limits() const;

  const Geometry& geometry() const;
  const Encoding& encoding() const;
  const dlx::EngineChoice& engine() const;

 private:
  struct State;
  explicit Solver(std::unique_ptr<State> state);

  State& state() const;  // Checked.

  std::unique_ptr<State> state_;
};

}  // namespace sudoku

#endif  // SUDOKU_SOLVER_H_
