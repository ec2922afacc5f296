#include "dlx/engine/table.h"

#include "dlx/engine/bit_planes/bit_planes.h"
#include "dlx/engine/bit_sets/bit_sets.h"
#include "dlx/engine/dancing_links/dancing_links.h"
#include "dlx/engine/memo/memo_counter.h"
#include "dlx/engine/nogoods/nogoods.h"

namespace dlx::internal {
namespace {

absl::Status AcceptAll(const Problem&, Task) { return absl::OkStatus(); }

constexpr EngineRow kEngines[] = {
    {.kind = EngineKind::kDancingLinks,
     .name = "dancing_links",
     .summary = "Algorithm X with dancing links; does everything",
     .check = AcceptAll,
     .make = MakeDancingLinks},
    {.kind = EngineKind::kBitPlanes,
     .name = "bit_planes",
     .summary = "vector instructions; for items with at most 9 options each",
     .check = CheckBitPlanes,
     .make = MakeBitPlanes},
    {.kind = EngineKind::kBitSets,
     .name = "bit_sets",
     .summary = "vector instructions; looks at all items at once",
     .check = CheckBitSets,
     .make = MakeBitSets},
    {.kind = EngineKind::kNogoods,
     .name = "nogoods",
     .summary = "learns from conflicts; for items with at most 62 options each",
     .check = CheckNogoods,
     .make = MakeNogoods},
    {.kind = EngineKind::kMemoCounter,
     .name = "memo_counter",
     .summary = "remembers subproblems; counts without visiting each cover",
     .check = CheckMemoCounter,
     .make = MakeMemoCounter},
};

}  // namespace

absl::Span<const EngineRow> EngineTable() { return kEngines; }

const EngineRow& FindRow(EngineKind kind) {
  const EngineRow* row = kEngines;
  while (row->kind != kind) ++row;
  return *row;
}

}  // namespace dlx::internal
