#include "dlx/engines.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "dlx/engine/counting_trial.h"
#include "dlx/engine/table.h"

namespace dlx {

absl::Span<const EngineInfo> AllEngines() {
  static const auto* const infos = [] {
    auto* const infos = new std::vector<EngineInfo>;
    for (const internal::EngineRow& row : internal::EngineTable()) {
      infos->push_back({row.kind, row.name, row.summary});
    }
    return infos;
  }();
  return *infos;
}

absl::string_view EngineName(EngineKind kind) {
  return kind == EngineKind::kAuto ? "auto" : internal::FindRow(kind).name;
}

std::optional<EngineKind> FindEngine(absl::string_view name) {
  if (name == "auto") return EngineKind::kAuto;
  for (const internal::EngineRow& row : internal::EngineTable()) {
    if (row.name == name) return row.kind;
  }
  return std::nullopt;
}

absl::Status CheckEngine(EngineKind kind, const Problem& problem, Task task) {
  if (kind == EngineKind::kAuto) return absl::OkStatus();
  return internal::FindRow(kind).check(problem, task);
}

EngineChoice ChooseEngine(const Problem& problem, Task task) {
  // With fewer items there is little to gain from looking at all at once.
  constexpr size_t kManyItems = 64;
  const bool suits_planes =
      problem.item_count() >= kManyItems &&
      CheckEngine(EngineKind::kBitPlanes, problem, task).ok();
  const EngineKind search =
      suits_planes ? EngineKind::kBitPlanes : EngineKind::kDancingLinks;
  if (task == Task::kCount && !problem.has_multiplicities()) {
    internal::CountingTrial trial = internal::TryCounting(problem);
    return {trial.remember ? EngineKind::kMemoCounter : search,
            std::move(trial.reason)};
  }
  return {search, suits_planes ? "the items have few options each"
                               : "it does everything"};
}

}  // namespace dlx
