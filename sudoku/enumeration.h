#ifndef SUDOKU_ENUMERATION_H_
#define SUDOKU_ENUMERATION_H_

// All solutions of a puzzle, one after the other. This is how a Solver
// enumerates them; see sudoku/solver.h.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"
#include "sudoku/encoding.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// Of solutions that were counted, or enumerated.
struct SolutionCount {
  // All solutions if outcome is kExhausted, otherwise those found so far.
  dlx::Natural count = 0;
  dlx::Outcome outcome = dlx::Outcome::kRunning;
  uint64_t nodes = 0;
};

// In which order solutions are enumerated.
enum class Order {
  kAny,            // As the search finds them; always the same, but another
                   // one for several threads, however many, than for one.
  kLexicographic,  // By their lines of digits; may take much longer.
};

// One thread at a time may use an Enumeration.
//
// REQUIRES, of every puzzle: it has the geometry of the encoding. (Checked by
// an assertion, where these are on.)
class Enumeration {
 public:
  // The encoding must outlive this, and have an option for each digit in each
  // cell. The engine is one that can do its problem.
  Enumeration(const Encoding& encoding, const dlx::Limits& limits,
              dlx::EngineKind engine,
              std::function<void(const dlx::Progress&)> on_progress = nullptr);

  // What bounds enumerations that are started from now on.
  void SetLimits(const dlx::Limits& limits);

  // See Solver about these.
  absl::Status Start(const Puzzle& puzzle, Order order);
  bool Next();
  // REQUIRES: the last call of Next() said that there is one.
  const Grid& solution() const { return solution_; }
  dlx::Outcome outcome() const;
  absl::StatusOr<SolutionCount> ForEach(
      const Puzzle& puzzle, Order order, int threads,
      absl::FunctionRef<bool(const Grid&)> visit);

 private:
  dlx::SearchOptions OptionsFor(const dlx::Problem& problem, Order order) const;
  absl::StatusOr<SolutionCount> ForEachInParallel(
      const Puzzle& puzzle, Order order, int threads,
      absl::FunctionRef<bool(const Grid&)> visit) const;

  const Encoding& encoding_;
  dlx::Limits limits_;
  const dlx::EngineKind engine_;
  const std::function<void(const dlx::Progress&)> on_progress_;
  std::vector<dlx::OptionId> givens_;

  // What Start() began: a search, and the encoding of its problem. For puzzles
  // that are given by clues there is a search for each Order, made when it is
  // first needed. A puzzle that is given by candidates has a problem of its
  // own.
  dlx::Search* search_ = nullptr;
  const Encoding* searched_ = nullptr;
  std::optional<dlx::Search> searches_[2];
  std::optional<dlx::Search> own_search_;
  std::optional<Encoding> own_encoding_;
  Grid solution_;
};

}  // namespace sudoku

#endif  // SUDOKU_ENUMERATION_H_
