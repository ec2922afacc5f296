#include "dlx/run/forced_options.h"

#include <cstdint>

#include "absl/algorithm/container.h"
#include "dlx/partial_cover.h"

namespace dlx::internal {
namespace {

// One round finds all that follows in the order of the items, or from the item
// that is forced next; more than some rounds are hardly ever worth their time.
constexpr int kMaxRounds = 8;

// True if all options that the item has left must be chosen.
bool IsForced(const PartialCover& cover, ItemId item) {
  return cover.missing(item) > 0 && cover.left(item) == cover.missing(item);
}

// REQUIRES: the item has an option left.
OptionId AnyLeft(const PartialCover& cover, ItemId item) {
  const absl::Span<const OptionId> options = cover.options_of(item);
  return *absl::c_find_if(
      options, [&cover](OptionId option) { return cover.is_left(option); });
}

}  // namespace

bool ChooseForcedOptions(absl::Span<const OptionId> givens,
                         PartialCover& cover) {
  for (const OptionId given : givens) {
    if (cover.is_dead() || !cover.is_left(given)) return false;
    cover.Choose(given);
  }
  size_t chosen_before = 0;
  for (int round = 0; round < kMaxRounds; ++round) {
    for (uint32_t i = 0; i < cover.problem().primary_count(); ++i) {
      for (ItemId item(i); !cover.is_dead() && IsForced(cover, item);
           item = cover.tight_item()) {
        cover.Choose(AnyLeft(cover, item));
      }
      if (cover.is_dead()) return false;
    }
    if (cover.depth() == chosen_before) break;
    chosen_before = cover.depth();
  }
  return true;
}

std::vector<OptionId> WithForcedOptions(const Problem& problem,
                                        absl::Span<const OptionId> givens) {
  PartialCover cover(problem);
  if (!ChooseForcedOptions(givens, cover)) {
    return {givens.begin(), givens.end()};
  }
  return {cover.chosen().begin(), cover.chosen().end()};
}

}  // namespace dlx::internal
