#ifndef DLX_ENGINE_TABLE_H_
#define DLX_ENGINE_TABLE_H_

// The one table of engines, from which everything else about them derives.

#include <memory>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/engine/engine.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

struct EngineRow {
  EngineKind kind;
  absl::string_view name;     // As in --engine=dancing_links.
  absl::string_view summary;  // One line for a help text.
  // OK, or a sentence that says why the engine cannot do it.
  absl::Status (*check)(const Problem& problem, Task task);
  // REQUIRES: check() said OK.
  std::unique_ptr<Engine> (*make)(const Problem& problem, Task task,
                                  const SearchOptions& options);
};

absl::Span<const EngineRow> EngineTable();

// REQUIRES: kind is not kAuto.
const EngineRow& FindRow(EngineKind kind);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_TABLE_H_
