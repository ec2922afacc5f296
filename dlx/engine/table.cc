#include "dlx/engine/table.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "dlx/engine/bit_planes/bit_planes.h"
#include "dlx/engine/bit_sets/bit_sets.h"
#include "dlx/engine/dancing_links/dancing_links.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/memo/memo_counter.h"
#include "dlx/engine/nogoods/nogoods.h"
#include "dlx/engine/plain_sets/plain_sets.h"
#include "dlx/engine/sparse_sets/sparse_sets.h"

namespace dlx::internal {
namespace {

bool SuitsAlways(const Problem&) { return true; }

bool HasSecondaryItems(const Problem& problem) {
  return problem.secondary_count() > 0;
}

constexpr EngineRow kEngines[] = {
    {.kind = EngineKind::kBitPlanes,
     .name = "bit_planes",
     .summary = "vector instructions; for items with at most 9 options each",
     .can = {.shares_tree = true, .learns_order = true},
     .too_large = TooLargeForBitPlanes,
     .suits = SuitsBitPlanes,
     .reason = "the items have few options each",
     .speed = {.node = 6, .update = 30},
     .make = MakeBitPlanes},
    {.kind = EngineKind::kNogoods,
     .name = "nogoods",
     .summary = "learns from conflicts; for items with at most 62 options each",
     .too_large = TooLargeForNogoods,
     .suits = SuitsNogoods,
     .may_join = SuitsAlways,
     .reason = "there are many items, with few options each: what makes a "
               "choice wrong may be far away",
     .speed = {.node = 50, .update = 105, .is_foreseeable = false},
     .make = MakeNogoods},
    {.kind = EngineKind::kBitSets,
     .name = "bit_sets",
     .summary = "vector instructions; looks at all items at once",
     .can = {.colors = true, .finds_best = true, .shares_tree = true},
     .too_large = TooLargeForBitSets,
     .suits = SuitsBitSets,
     .reason = "there are few enough items and options to look at all at once",
     .speed =
         {.node = 7.5, .update = 4.8, .pair = 0.15, .varies_with_order = true},
     .make = MakeBitSets},
    {.kind = EngineKind::kConsistentSets,
     .name = "consistent_sets",
     .summary = "bit_sets that looks ahead: each option leaves options to all",
     .can = {.colors = true, .shares_tree = true, .looks_ahead = true},
     .too_large = TooLargeForBitSets,
     .may_join = HasSecondaryItems,
     .reason = "options that leave an item without options can go",
     .speed = {.node = 60, .update = 20, .prior = 4, .pair = 0.15},
     .make = MakeConsistentSets},
    {.kind = EngineKind::kDancingLinks,
     .name = "dancing_links",
     .summary = "Algorithm X with dancing links; does everything",
     .can = {.colors = true,
             .multiplicities = true,
             .finds_best = true,
             .shares_tree = true},
     .is_last_resort = true,
     .reason = "it does everything",
     .speed = {.node = 31, .update = 7.6, .slower_for_best = 3},
     .make = MakeDancingLinks},
    {.kind = EngineKind::kSparseSets,
     .name = "sparse_sets",
     .summary = "branches on what has failed before; for the first cover",
     .can = {.colors = true},
     .too_large = TooLargeForSparseSets,
     .is_for_first_cover = true,
     .reason = "items that have often made the search fail come first",
     .speed = {.node = 300, .update = 9, .is_foreseeable = false},
     .make = MakeSparseSets},
    {.kind = EngineKind::kMemoCounter,
     .name = "memo_counter",
     .summary = "remembers subproblems; counts without visiting each cover",
     .can = {.colors = true,
             .remembers = true,
             .enumerates = false,
             .uses_threads = true},
     .suits = SuitsAlways,
     .reason = "subproblems may come again and again",
     .speed = {.node = 120,
               .update = 7,
               .item = 2,
               .slower_with_colors = 2,
               .doubt = 3},
     .make = MakeMemoCounter},
    {.kind = EngineKind::kLayers,
     .name = "layers",
     .summary = "counts layer by layer, in a fixed order of the items",
     .can = {.colors = true,
             .multiplicities = true,
             .remembers = true,
             .enumerates = false,
             .uses_threads = true},
     .suits = SuitsLayers,
     .may_join = MayLayersJoin,
     .reason = "the items can be covered in an order in which few of them are "
               "at stake at a time",
     .speed = {.node = 25,
               .update = 100,
               .expects_work = true,
               .doubt = 2,
               .prior = 1,
               .order = 0.7e6,
               .varies_with_order = true},
     .make = MakeLayers},
    {.kind = EngineKind::kPlainSets,
     .name = "plain_sets",
     .summary = "Algorithm X with plain sets; to be read, and slow",
     .too_large = TooLargeForPlainSets,
     .make = MakePlainSets},
};

}  // namespace

absl::Span<const EngineRow> EngineTable() { return kEngines; }

const EngineRow& FindRow(EngineKind kind) {
  const EngineRow* row = kEngines;
  while (row->kind != kind) ++row;
  return *row;
}

absl::Status CheckRow(const EngineRow& row, const Problem& problem, Task task) {
  const auto refuse = [&row](absl::string_view why) {
    return absl::UnimplementedError(absl::StrCat("engine ", row.name, why));
  };
  if (!row.can.enumerates && task != Task::kCount) {
    return absl::InvalidArgumentError(
        absl::StrCat("engine ", row.name,
                     " can only count, without a limit on "
                     "solutions; it does not visit them"));
  }
  if (!row.can.finds_best && task == Task::kBest) {
    return refuse(" cannot look for covers of least cost");
  }
  if (!row.can.colors && problem.has_colors()) {
    return refuse(" cannot do colours");
  }
  if (!row.can.secondary && problem.secondary_count() > 0) {
    return refuse(" cannot do secondary items");
  }
  if (!row.can.multiplicities && problem.has_multiplicities()) {
    return refuse(" cannot do items with multiplicities");
  }
  if (row.too_large == nullptr) return absl::OkStatus();
  const std::string size = row.too_large(problem);
  return size.empty() ? absl::OkStatus() : refuse(absl::StrCat(" ", size));
}

}  // namespace dlx::internal
