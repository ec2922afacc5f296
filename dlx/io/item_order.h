#ifndef DLX_IO_ITEM_ORDER_H_
#define DLX_IO_ITEM_ORDER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::io {

// Reads an order of a problem's primary items (SearchOptions::item_order): all
// of them, each once, between blanks or in lines of their own:
//
//   | The example in problem_reader.h, from right to left.
//   C B
//   A
//
// Error messages are as those of ReadProblem().
absl::StatusOr<std::vector<ItemId>> ReadItemOrder(StringView text,
                                                  const Problem& problem,
                                                  StringView file_name = "");

// Writes what ReadItemOrder() reads: an item in each line. REQUIRES: they are
// items of the problem. (Checked by assertions, where these are on.)
std::string WriteItemOrder(const Problem& problem,
                           absl::Span<const ItemId> order);

}  // namespace dlx::io

#endif  // DLX_IO_ITEM_ORDER_H_
