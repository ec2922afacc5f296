#include "dlx/engines.h"

#include <string>
#include <utility>
#include <vector>

#include "dlx/engine/table.h"
#include "dlx/run/counting_trial.h"
#include "dlx/run/likely_engines.h"

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
  return internal::CheckRow(internal::FindRow(kind), problem, task);
}

EngineChoice ChooseEngine(const Problem& problem, Task task) {
  if (task == Task::kCount) {
    internal::CountingTrial trial = internal::TryCounting(problem, {});
    return {trial.kind, std::move(trial.reason)};
  }
  const internal::EngineRow& likeliest =
      *internal::LikelyEngines(problem, task).front();
  return {likeliest.kind, std::string(likeliest.reason)};
}

absl::StatusOr<EngineChoice> ChooseEngine(const Problem& problem, Task task,
                                          EngineKind wanted) {
  if (wanted == EngineKind::kAuto) return ChooseEngine(problem, task);
  if (absl::Status status = CheckEngine(wanted, problem, task); !status.ok()) {
    return status;
  }
  return EngineChoice{wanted, "it was asked for"};
}

}  // namespace dlx
