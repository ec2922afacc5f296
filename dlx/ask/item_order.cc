#include "dlx/ask/item_order.h"

#include <utility>

#include "absl/status/status.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/table.h"
#include "dlx/schedule/choice.h"

namespace dlx {

absl::StatusOr<OrderForecast> ForeseeOrder(const Problem& problem,
                                           const SearchOptions& options) {
  absl::Status status = internal::CheckRow(
      internal::FindRow(EngineKind::kLayers), problem, Task::kCount);
  if (!status.ok()) return status;
  status = internal::CheckItemOrder(problem, options.item_order);
  if (!status.ok()) return status;
  internal::LayersOutlook outlook = internal::ForeseeLayers(problem, options);
  return OrderForecast{.order = std::move(outlook.order),
                       .widest_frontier = outlook.widest_frontier,
                       .log2_states = outlook.log2_states};
}

}  // namespace dlx
