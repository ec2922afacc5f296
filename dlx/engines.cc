#include "dlx/engines.h"

#include <vector>

#include "dlx/engine/table.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/preparation.h"

namespace dlx {

absl::Span<const EngineInfo> AllEngines() {
  static const auto* const infos = [] {
    auto* const infos = new std::vector<EngineInfo>;
    for (const internal::EngineRow& row : internal::EngineTable()) {
      infos->push_back({row.kind, row.name, row.summary,
                        row.suits != nullptr || row.is_last_resort ||
                            row.is_for_first_cover || row.may_join != nullptr});
    }
    return infos;
  }();
  return *infos;
}

StringView EngineName(EngineKind kind) {
  return kind == EngineKind::kAuto ? "auto" : internal::FindRow(kind).name;
}

std::optional<EngineKind> FindEngine(StringView name) {
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
  return *ChooseEngine(problem, task, EngineKind::kAuto);
}

absl::StatusOr<EngineChoice> ChooseEngine(const Problem& problem, Task task,
                                          EngineKind wanted) {
  const absl::StatusOr<internal::RowChoice> choice =
      internal::ChooseRow(problem, task, wanted);
  if (!choice.ok()) return choice.status();
  if (choice->row != nullptr) {
    return EngineChoice{choice->row->kind, choice->reason};
  }
  const SearchOptions options = {.engine = wanted};
  const LimitWatch watch(options.limits);
  ProgressReporter reporter(options);
  absl::StatusOr<internal::Preparation> preparation =
      internal::Prepare(problem, task, options);
  if (!preparation.ok()) return preparation.status();
  return internal::Settle(*std::move(preparation), internal::RaceEnd::kForecast,
                          watch, reporter)
      .choice();
}

}  // namespace dlx
