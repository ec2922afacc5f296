#include "sudoku/enumeration.h"

#include <cassert>
#include <utility>

#include "dlx/engines.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"

namespace sudoku {

Enumeration::Enumeration(const Encoding& encoding, const dlx::Limits& limits,
                         dlx::EngineKind engine,
                         std::function<void(const dlx::Progress&)> on_progress)
    : encoding_(encoding),
      limits_(limits),
      engine_(engine),
      on_progress_(std::move(on_progress)),
      solution_(encoding.geometry().EmptyGrid()) {
  givens_.reserve(encoding.geometry().cell_count());
}

dlx::SearchOptions Enumeration::OptionsFor(const dlx::Problem& problem,
                                           Order order) const {
  dlx::SearchOptions options = {
      .limits = limits_, .engine = engine_, .on_progress = on_progress_};
  if (order == Order::kLexicographic) {
    // Cells are the first items and their options are in the order of digits:
    // to branch on the first open cell is to go through the grids in order. An
    // item that is covered early because it leaves no choice changes nothing
    // about that.
    options.branching = dlx::Branching::kInputOrder;
    options.engine = dlx::EngineKind::kDancingLinks;
  }
  // An engine that was good for the geometry may refuse what a puzzle leaves.
  if (!dlx::CheckEngine(options.engine, problem, dlx::Task::kEnumerate).ok()) {
    options.engine = dlx::EngineKind::kAuto;
  }
  return options;
}

void Enumeration::SetLimits(const dlx::Limits& limits) {
  limits_ = limits;
  search_ = nullptr;
  for (std::optional<dlx::Search>& search : searches_) search.reset();
}

absl::Status Enumeration::Start(const Puzzle& puzzle, Order order) {
  assert(puzzle.geometry == encoding_.geometry());
  search_ = nullptr;
  const bool has_own =
      puzzle.has_candidates() || !encoding_.has_every_placement();
  if (has_own) own_encoding_.emplace(encoding_.LeftBy(puzzle));
  const Encoding& encoding = has_own ? *own_encoding_ : encoding_;
  std::optional<dlx::Search>& search =
      has_own ? own_search_ : searches_[order == Order::kLexicographic];
  if (has_own || !search.has_value()) {
    const dlx::Problem& problem = encoding.problem();
    absl::StatusOr<dlx::Search> created =
        dlx::Search::Create(problem, OptionsFor(problem, order));
    if (!created.ok()) return created.status();
    search.emplace(*std::move(created));
  }
  search_ = &*search;
  searched_ = &encoding;
  if (has_own) return absl::OkStatus();
  givens_.clear();
  encoding_.AppendGivens(puzzle.clues, givens_);
  return search->Restart(givens_);
}

bool Enumeration::Next() {
  if (search_ == nullptr || !search_->Next()) return false;
  searched_->Decode(search_->solution().options, solution_);
  return true;
}

dlx::Outcome Enumeration::outcome() const {
  return search_ == nullptr ? dlx::Outcome::kRunning : search_->outcome();
}

absl::StatusOr<SolutionCount> Enumeration::ForEachInParallel(
    const Puzzle& puzzle, Order order, int threads,
    absl::FunctionRef<bool(const Grid&)> visit) const {
  const Encoding own = encoding_.LeftBy(puzzle);
  Grid grid = puzzle.geometry.EmptyGrid();
  SolutionCount result;
  const absl::StatusOr<dlx::SearchSummary> summary =
      dlx::ForEachInParallel(own.problem(),
                             [&](const dlx::Solution& solution) {
                               own.Decode(solution.options, grid);
                               ++result.count;
                               return visit(grid);
                             },
                             OptionsFor(own.problem(), order),
                             {.threads = threads, .keep_order = true});
  if (!summary.ok()) return summary.status();
  result.outcome = summary->outcome;
  result.nodes = summary->statistics.nodes;
  return result;
}

absl::StatusOr<SolutionCount> Enumeration::ForEach(
    const Puzzle& puzzle, Order order, int threads,
    absl::FunctionRef<bool(const Grid&)> visit) {
  if (threads != 1) return ForEachInParallel(puzzle, order, threads, visit);
  if (absl::Status status = Start(puzzle, order); !status.ok()) return status;
  SolutionCount result;
  bool goes_on = true;
  while (goes_on && Next()) {
    ++result.count;
    goes_on = visit(solution_);
  }
  result.outcome = goes_on ? outcome() : dlx::Outcome::kInterrupted;
  result.nodes = search_->statistics().nodes;
  return result;
}

}  // namespace sudoku
