#ifndef DLX_ENGINE_ORDER_H_
#define DLX_ENGINE_ORDER_H_

// The order in which an engine looks at items and options. It breaks ties among
// items, and decides which option of an item is tried first.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal {

struct ItemOrder {
  // All items; the primary ones first, and among these the preferred ones.
  std::vector<ItemId> items;
  // How many items are preferred.
  size_t preferred_count = 0;
};

// The items in the order in which they were added, or shuffled if there is a
// seed. If `prefer_sharp`, primary items named "#..." are preferred.
ItemOrder OrderItems(const Problem& problem, bool prefer_sharp,
                     std::optional<uint64_t> seed);

// The options in the order in which they were added, or shuffled.
std::vector<OptionId> OrderOptions(const Problem& problem,
                                   std::optional<uint64_t> seed);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_ORDER_H_
