#include "dlx/run/preparation.h"

#include <utility>

#include "dlx/cpu.h"
#include "dlx/run/choice.h"
#include "dlx/run/remainder.h"

namespace dlx::internal {

absl::StatusOr<Preparation> Prepare(const Problem& problem, Task task,
                                    const SearchOptions& options,
                                    const LimitWatch& watch,
                                    ProgressReporter& reporter,
                                    RaceEnd race_end, int threads) {
  if (absl::Status status = ObeyCpuVariable(); !status.ok()) return status;
  if (absl::Status status = CheckGivens(problem, options.givens);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckItemOrder(problem, options.item_order);
      !status.ok()) {
    return status;
  }
  if (absl::Status status = CheckEngineAskedFor(problem, task, options.engine);
      !status.ok()) {
    return status;
  }
  const Subject subject = problem.use_count() > kManyUses
                              ? WithoutForcedOptions(problem, options.givens)
                              : Subject(problem);
  // What accepts the whole accepts a part of it.
  absl::StatusOr<RowChoice> choice =
      ChooseRow(subject.problem(), task, options.engine);
  if (!choice.ok()) return choice.status();
  if (choice->row != nullptr) {
    Preparation preparation = {
        .row = choice->row,
        .branching = options.branching,
        .reason = std::move(choice->reason),
        .engine = MakeEngine(*choice->row, subject, task, options),
        .remainder = subject.remainder()};
    if (threads > 1) preparation.engine->UseThreads(threads);
    return preparation;
  }
  Preparation winner =
      RaceToCount(subject, options, watch, reporter, race_end, threads);
  winner.remainder = subject.remainder();
  return winner;
}

}  // namespace dlx::internal
