#ifndef SUDOKU_MAKING_GENERATE_H_
#define SUDOKU_MAKING_GENERATE_H_

// Making puzzles: a full grid is drawn at random (see
// sudoku/making/random_grid.h), and clues are taken away in a random order as
// long as the solution stays the only one, which dlx proves.
//
// Example:
//
//   absl::StatusOr<Generator> generator =
//       Generator::Create(Geometry::Standard(), {.seed = 7});
//   if (!generator.ok()) return generator.status();
//   absl::StatusOr<std::vector<GeneratedPuzzle>> puzzles =
//       generator->Generate(/*first=*/0, /*count=*/100);
//
// Puzzle number i of a seed depends on nothing else than the options and i. So
// several generators in several threads can share out the numbers among
// themselves, and the puzzles are those that one would have made alone.
//
// How it is done. To ask for each clue whether it can go would be 81 questions
// for a 9x9 grid. Fewer do:
//
// * Several clues are taken away before one question is asked. If the solution
//   is still the only one, all of them could have gone one by one.
// * Otherwise the answer shows a second solution. The cells in which that
//   differs from the first are *unavoidable*: one of their clues must stay (or
//   the two could not be told apart). The last of them, in the order in which
//   clues are taken, is the one that stays; and so it is for every clue that is
//   the last one of an unavoidable set, without any question. Small such sets
//   are known from the start: where two digits can be exchanged in a part of
//   their cells.
//
// The clues that are left are exactly those that would have been left by asking
// for one after the other. Many puzzles are made side by side, and each round
// of their questions is answered in one go (dlx::Decider::DecideAll).
//
// Where a hundred grids in a row leave too many clues, those of the next ones
// are exchanged for fewer (sudoku/making/exchange.h).
//
// Bias: the grids are uniform (for 9x9, exactly), but the puzzles are not. Who
// takes clues away in a random order meets a minimal puzzle the more often, the
// fewer clues it has: 24.4 clues on average for 9x9, while that of all minimal
// puzzles is estimated at 26.6 (Berthier, "Unbiased Statistics of a CSP",
// 2009).

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/symmetry.h"

namespace sudoku {

// What DifficultyMeter measures, from `least` to `most`.
struct DifficultyRange {
  uint64_t least = 0;
  uint64_t most = dlx::kUnlimited;
};

struct GenerateOptions {
  uint64_t seed = 0;
  // If set, the solution of every puzzle, instead of a grid that is drawn.
  std::optional<Grid> solution = std::nullopt;
  // Clues stand in places with this symmetry. They are taken away together.
  Symmetry symmetry = Symmetry::kNone;
  // Clues stand in exactly these cells, if there are any.
  std::vector<int> pattern = {};
  // At least and at most so many clues. Without a bound, clues are taken away
  // as long as that is possible.
  std::optional<int> least_clues = std::nullopt;
  std::optional<int> most_clues = std::nullopt;
  // Every single clue must be needed. (Without symmetry, a pattern or a number
  // of clues that is always so.)
  bool minimal = false;
  std::optional<DifficultyRange> difficulty = std::nullopt;
  // If set, it has the last word on each puzzle that is as the other options
  // want it: nothing if the puzzle is not wanted, otherwise what is to be said
  // of it, see GeneratedPuzzle::remark. It may depend on the clues alone. Each
  // generator has a copy; those in several threads call them at the same time.
  std::function<std::optional<std::string>(const Grid& clues)> judge = nullptr;
  // With how many grids each puzzle is tried before it is given up. Few clues
  // or a tight pattern can take for ever, and it is not known which of them do.
  uint64_t most_attempts = dlx::kUnlimited;
  // These, if not null, must outlive the generator.
  const dlx::Interrupter* interrupter = nullptr;
  // Counts the grids that are tried, to show progress.
  std::atomic<uint64_t>* attempts = nullptr;
};

struct GeneratedPuzzle {
  Grid clues;
  Grid solution;
  // If the options asked for it.
  std::optional<uint64_t> difficulty = std::nullopt;
  // What the judge of the options says.
  std::string remark = "";
  // How many grids were begun with until one gave a puzzle as it was wanted.
  uint64_t attempts = 1;
};

// One thread at a time may use a Generator.
//
// REQUIRES, of all functions: it has not been moved from. (Checked by an
// assertion, where these are on.)
class Generator {
 public:
  // Fails if the options contradict each other, or if there are no such puzzles
  // because the geometry has no grid.
  static absl::StatusOr<Generator> Create(const Geometry& geometry,
                                          GenerateOptions options = {});
  Generator(Generator&&) noexcept;
  Generator& operator=(Generator&&) noexcept;
  ~Generator();

  // The puzzles number first, first + 1, ..., `count` of them, which is not
  // negative; or fewer, if the next one was given up after `most_attempts`. An
  // interruption ends it with an error.
  absl::StatusOr<std::vector<GeneratedPuzzle>> Generate(uint64_t first,
                                                        int count);

 private:
  class State;
  explicit Generator(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace sudoku

#endif  // SUDOKU_MAKING_GENERATE_H_
