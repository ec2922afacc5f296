#include "tools/sudoku/boards.h"

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "sudoku/solver.h"
#include "tools/sudoku/verdict.h"

namespace sudoku::tool {

absl::StatusOr<std::shared_ptr<const BlankBoard>> Boards::BlankOf(
    const Geometry& geometry) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (blank_ == nullptr || !(blank_->encoding.geometry() == geometry)) {
    absl::StatusOr<std::shared_ptr<const BlankBoard>> blank =
        BlankBoard::Create(geometry);
    if (!blank.ok()) return blank.status();
    blank_ = *std::move(blank);
  }
  return blank_;
}

std::optional<Board> Boards::BoardOf(Job& job, Worker& worker) {
  if (job.puzzle.geometry.least_digit() != 1) {
    job.Fail(Fate::kRefused,
             "this puzzle has digits from 0, which this command does not know");
    return std::nullopt;
  }
  const absl::StatusOr<std::shared_ptr<const BlankBoard>> blank =
      BlankOf(job.puzzle.geometry);
  if (!blank.ok()) {
    job.Fail(Fate::kRefused, blank.status().message());
    return std::nullopt;
  }
  const Answer* const answer = SolveJob(job, worker);
  if (answer == nullptr || job.fate == Fate::kInterrupted) return std::nullopt;
  if (answer->verdict != Verdict::kUnique) {
    job.Fail(
        answer->verdict == Verdict::kUndecided ? Fate::kLimited : Fate::kWrong,
        absl::StrCat("steps are for puzzles with one solution: ",
                     VerdictName(answer->verdict)));
    return std::nullopt;
  }
  absl::StatusOr<Board> board = Board::Create(*blank, job.puzzle);
  if (!board.ok()) {
    job.Fail(Fate::kWrong, board.status().message());
    return std::nullopt;
  }
  return *std::move(board);
}

}  // namespace sudoku::tool
