#include "sudoku/making/difficulty.h"

#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "sudoku/candidates.h"
#include "sudoku/making/singles.h"

namespace sudoku {

bool IsSolvedBySingles(const Puzzle& puzzle) {
  std::vector<DigitSet> candidates = Candidates(puzzle);
  Grid digits = puzzle.clues;
  return FillSingles(puzzle.geometry, digits, absl::MakeSpan(candidates)) &&
         digits.is_full();
}

absl::StatusOr<DifficultyMeter> DifficultyMeter::Create(
    const Geometry& geometry, const dlx::Interrupter* interrupter) {
  // The nodes of one search, without restarts.
  absl::StatusOr<Solver> solver =
      Solver::Create(geometry, {.limits = {.interrupter = interrupter},
                                .first_attempt_nodes = dlx::kUnlimited,
                                .engine = dlx::EngineKind::kDancingLinks});
  if (!solver.ok()) return solver.status();
  return DifficultyMeter(*std::move(solver));
}

std::optional<uint64_t> DifficultyMeter::Measure(const Puzzle& puzzle) {
  if (IsSolvedBySingles(puzzle)) return 0;
  const Answer& answer = solver_.Solve(puzzle);
  if (answer.verdict == Verdict::kUndecided) return std::nullopt;
  return answer.nodes;
}

}  // namespace sudoku
