#include "dlx/schedule/choice.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "dlx/reduce/reducer.h"
#include "dlx/schedule/orbit_search.h"
#include "dlx/statistics.h"

namespace dlx::internal {

absl::Status CheckEngineAskedFor(const Problem& problem, Task task,
                                 EngineKind wanted) {
  return wanted == EngineKind::kAuto ? absl::OkStatus()
                                     : CheckRow(FindRow(wanted), problem, task);
}

std::vector<const EngineRow*> LikelyEngines(const Problem& problem, Task task) {
  std::vector<const EngineRow*> likely;
  // How long an unforeseeable engine takes cannot be told before, which matters
  // little where one cover is wanted.
  const auto needs_last_resort = [&] {
    return likely.empty() || task == Task::kBest ||
           (task == Task::kCount && !likely.back()->speed.is_foreseeable);
  };
  for (const EngineRow& row : EngineTable()) {
    if (!CheckRow(row, problem, task).ok()) continue;
    const bool suits = row.is_last_resort
                           ? needs_last_resort()
                           : row.suits != nullptr && row.suits(problem);
    if (suits) likely.push_back(&row);
  }
  return likely;
}

double TimeOf(const Engine& engine, const EngineRow& row,
              const Problem& problem, Task task) {
  double node = row.speed.node;
  if (problem.secondary_count() > 0) {
    node += row.speed.item * static_cast<double>(problem.item_count());
  }
  const Statistics& statistics = engine.statistics();
  double time = node * static_cast<double>(statistics.nodes) +
                row.speed.update * static_cast<double>(statistics.updates);
  if (problem.has_colors()) time *= row.speed.slower_with_colors;
  if (task == Task::kBest) time *= row.speed.slower_for_best;
  return time;
}

namespace {

void GoToStart(Engine& engine, const Problem& problem,
               const SearchOptions& options) {
  if (problem.use_count() > kManyUses) {
    engine.Restart(WithForcedOptions(problem, options.givens));
  } else if (!options.givens.empty()) {
    engine.Restart(options.givens);
  }
}

std::unique_ptr<Engine> MakeBare(const EngineRow& row, const Problem& problem,
                                 Task task, const SearchOptions& options,
                                 bool by_symmetry) {
  std::unique_ptr<Engine> engine = row.make(problem, task, options);
  if (!by_symmetry || !SearchesTheTree(row)) return engine;
  return std::make_unique<OrbitSearch>(row, problem, options,
                                       std::move(engine));
}

}  // namespace

std::unique_ptr<Engine> MakeEngine(const EngineRow& row, const Subject& subject,
                                   Task task, const SearchOptions& options,
                                   bool by_symmetry) {
  const Problem& problem = subject.problem();
  if (subject.remainder() != nullptr) {
    return MakeEngineOfWhole(
        MakeBare(row, problem, task, subject.remainder()->OptionsFrom(options),
                 by_symmetry),
        subject.remainder());
  }
  std::unique_ptr<Engine> engine =
      MakeBare(row, problem, task, options, by_symmetry);
  GoToStart(*engine, problem, options);
  return engine;
}

std::unique_ptr<Engine> MakeTwin(const Engine& engine, const EngineRow& row,
                                 const Subject& subject, Task task,
                                 const SearchOptions& options) {
  std::unique_ptr<Engine> twin = engine.Twin();
  if (twin == nullptr) return MakeEngine(row, subject, task, options);
  // A remainder has no givens any more.
  if (subject.remainder() == nullptr) {
    GoToStart(*twin, subject.problem(), options);
  }
  return twin;
}

uint64_t FirstStride(const Problem& problem) {
  constexpr uint64_t kMost = 256;
  constexpr uint64_t kUses = 1 << 20;  // As many as it takes for one node.
  const uint64_t uses = std::max<uint64_t>(problem.use_count(), 1);
  return std::clamp<uint64_t>(kUses / uses, 1, kMost);
}

absl::Status CheckGivens(const Problem& problem,
                         absl::Span<const OptionId> givens) {
  // Without a branch for each: puzzles have givens, and are solved in a
  // microsecond.
  uint32_t largest = 0;
  for (const OptionId given : givens) {
    largest = std::max(largest, given.value());
  }
  if (givens.empty() || largest < problem.option_count()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("there is no option number ",
                                                 largest, "; the problem has ",
                                                 problem.option_count()));
}

absl::Status CheckItemOrder(const Problem& problem,
                            absl::Span<const ItemId> order) {
  if (order.empty()) return absl::OkStatus();
  std::vector<bool> seen(problem.item_count());
  for (const ItemId item : order) {
    if (item.value() >= problem.item_count()) {
      return absl::InvalidArgumentError(
          absl::StrCat("the order of the items has number ", item.value(),
                       ", but there are only ", problem.item_count()));
    }
    const auto refuse = [&](absl::string_view why) {
      return absl::InvalidArgumentError(absl::StrCat(
          "the order of the items has ", problem.item_name(item), why));
    };
    if (!problem.is_primary(item)) {
      return refuse(", which is secondary");
    }
    if (seen[item.value()]) return refuse(" twice");
    seen[item.value()] = true;
  }
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (seen[i] || !problem.is_primary(ItemId(i))) continue;
    return absl::InvalidArgumentError(absl::StrCat(
        "the order of the items lacks ", problem.item_name(ItemId(i))));
  }
  return absl::OkStatus();
}

absl::StatusOr<RowChoice> ChooseRow(const Problem& problem, Task task,
                                    EngineKind wanted) {
  if (absl::Status status = CheckEngineAskedFor(problem, task, wanted);
      !status.ok()) {
    return status;
  }
  if (wanted != EngineKind::kAuto) {
    return RowChoice{&FindRow(wanted), "it was asked for"};
  }
  // A problem of any size is counted by a race, unless it takes longer to set
  // up several engines than that is worth.
  if (task == Task::kCount && problem.use_count() <= kMaxRaceUses) {
    return RowChoice{nullptr, ""};
  }
  const std::vector<const EngineRow*> likely = LikelyEngines(problem, task);
  if (task == Task::kCount) {
    return RowChoice{likely[0],
                     "the problem is too large to try several engines"};
  }
  // Prices at each node are the safer bet.
  const EngineRow* row = task == Task::kBest ? likely.back() : likely[0];
  return RowChoice{row, std::string(row->reason)};
}

}  // namespace dlx::internal
