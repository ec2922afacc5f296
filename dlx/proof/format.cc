#include "dlx/proof/format.h"

#include <cstdint>

#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal {

void Digest::AddNumber(uint64_t number) {
  char bytes[8];
  for (int i = 0; i < 8; ++i) bytes[i] = static_cast<char>(number >> 8 * i);
  Add(absl::string_view(bytes, sizeof(bytes)));
}

uint64_t DigestOf(const Problem& problem) {
  Digest digest;
  digest.AddNumber(problem.item_count());
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const auto [low, high] = problem.multiplicity(ItemId(i));
    digest.AddNumber(problem.is_primary(ItemId(i)));
    digest.AddNumber(low);
    digest.AddNumber(high);
  }
  digest.AddNumber(problem.option_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    digest.AddNumber(problem.option(OptionId(k)).size());
    for (const ItemUse& use : problem.option(OptionId(k))) {
      digest.AddNumber(use.item.value());
      digest.AddNumber(use.color.value());
    }
  }
  return digest.value();
}

}  // namespace dlx::internal
