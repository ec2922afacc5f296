#include "dlx/io/export/ec.h"

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/io/export/legend.h"
#include "dlx/io/names.h"

namespace dlx::io {
namespace {

absl::Status CannotExpress(absl::string_view what) {
  return absl::InvalidArgumentError(absl::StrCat("EC cannot express ", what));
}

absl::Status CheckItems(const Problem& problem) {
  if (problem.has_costs()) return CannotExpress("costs");
  if (problem.has_multiplicities()) return CannotExpress("multiplicities");
  std::vector<bool> is_used(problem.item_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      if (problem.is_primary(use.item)) continue;
      if (is_used[use.item.value()]) {
        return CannotExpress(absl::StrCat("that item ",
                                          Quoted(problem.item_name(use.item)),
                                          " is secondary"));
      }
      is_used[use.item.value()] = true;
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> WriteEc(const Problem& problem) {
  if (absl::Status status = CheckItems(problem); !status.ok()) return status;
  std::string text;
  for (uint32_t i = 0; i < problem.primary_count(); ++i) {
    const std::string& name = problem.item_name(ItemId(i));
    if (name == absl::StrCat(i + 1)) continue;
    AppendComment("c ", absl::StrCat(i + 1, " is ", name), text);
  }
  absl::StrAppend(&text, "p ec ", problem.primary_count(), "\n");
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    text.push_back('s');
    for (const ItemUse& use : problem.option(OptionId(k))) {
      if (!problem.is_primary(use.item)) continue;
      absl::StrAppend(&text, " ", use.item.value() + 1);
    }
    text.push_back('\n');
  }
  return text;
}

}  // namespace dlx::io
