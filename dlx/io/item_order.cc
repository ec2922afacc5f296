#include "dlx/io/item_order.h"

#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/io/names.h"
#include "dlx/io/scanner.h"

namespace dlx::io {

absl::StatusOr<std::vector<ItemId>> ReadItemOrder(StringView text,
                                                  const Problem& problem,
                                                  StringView file_name) {
  Scanner scanner(text, file_name);
  std::vector<ItemId> order;
  std::vector<bool> seen(problem.item_count());
  while (scanner.NextLine()) {
    while (scanner.NextWord()) {
      const auto refuse = [&](absl::string_view before,
                              absl::string_view after) {
        return scanner.ErrorAt(
            scanner.word(),
            absl::StrCat(before, Quoted(scanner.word()), after));
      };
      const std::optional<ItemId> item = problem.FindItem(scanner.word());
      if (!item.has_value()) return refuse("there is no item ", "");
      if (!problem.is_primary(*item)) {
        return refuse("", " is a secondary item: it has no place in an order");
      }
      if (seen[item->value()]) return refuse("", " stands in the order twice");
      seen[item->value()] = true;
      order.push_back(*item);
    }
    if (!scanner.status().ok()) return scanner.status();
  }
  if (!scanner.status().ok()) return scanner.status();
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (seen[i] || !problem.is_primary(item)) continue;
    return scanner.ErrorAt(scanner.end(),
                           absl::StrCat("the order lacks the item ",
                                        Quoted(problem.item_name(item))));
  }
  return order;
}

std::string WriteItemOrder(const Problem& problem,
                           absl::Span<const ItemId> order) {
  std::string text;
  for (const ItemId item : order) {
    absl::StrAppend(&text, problem.item_name(item), "\n");
  }
  return text;
}

}  // namespace dlx::io
