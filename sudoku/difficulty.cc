#include "sudoku/difficulty.h"

#include <utility>
#include <vector>

#include "sudoku/candidates.h"
#include "sudoku/singles.h"

namespace sudoku {

bool IsSolvedBySingles(const Puzzle& puzzle) {
  const Geometry& geometry = puzzle.geometry;
  std::vector<DigitSet> candidates = Candidates(puzzle);
  Grid digits = puzzle.clues;
  while (!digits.is_full()) {
    const std::vector<Single> singles =
        FindSingles(geometry, digits, candidates);
    if (singles.empty()) return false;
    for (const Single& single : singles) {
      const DigitSet bit = DigitBit(single.digit);
      // Two singles that contradict each other: there is no solution.
      if ((candidates[single.cell] & bit) == 0) return false;
      digits[single.cell] = static_cast<uint8_t>(single.digit);
      candidates[single.cell] = bit;
      for (const int peer : geometry.PeersOf(single.cell)) {
        candidates[peer] &= ~bit;
      }
    }
  }
  return true;
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
