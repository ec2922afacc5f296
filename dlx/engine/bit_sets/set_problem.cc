#include "dlx/engine/bit_sets/set_problem.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "dlx/engine/order.h"

namespace dlx::internal::bit_sets {
namespace {

// Can options disagree about each item? Not if it is in one option only, or if
// it has the same colour in all.
std::vector<bool> FindContested(const Problem& problem) {
  struct Seen {
    bool at_all = false;
    ColorId color = kNoColor;
  };
  std::vector<Seen> seen(problem.item_count());
  std::vector<bool> contested(problem.item_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      const uint32_t i = use.item.value();
      if (seen[i].at_all &&
          (use.color == kNoColor || use.color != seen[i].color)) {
        contested[i] = true;
      }
      seen[i] = {true, use.color};
    }
  }
  return contested;
}

}  // namespace

SetProblem::SetProblem(const Problem& problem, const SearchOptions& options)
    : primary_count_(static_cast<uint32_t>(problem.primary_count())),
      branching_(options.branching),
      option_ids_(OrderOptions(problem, options.seed)),
      numbers_(option_ids_.size()) {
  const bool prefer_sharp = options.branching == Branching::kSharpPreference;
  const ItemOrder order = OrderItems(problem, prefer_sharp, options.seed);
  preferred_count_ = static_cast<uint32_t>(order.preferred_count);

  const std::vector<bool> contested = FindContested(problem);
  std::vector<uint32_t> number_of(problem.item_count());
  uint32_t primaries = 0;
  for (const ItemId item : order.items) {
    if (problem.is_primary(item)) {
      number_of[item.value()] = primaries++;
    } else if (contested[item.value()]) {
      number_of[item.value()] = secondary_count_++;
    }
  }

  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, uint32_t> colored_numbers;
  for (uint32_t k = 0; k < option_ids_.size(); ++k) {
    const OptionId id = option_ids_[k];
    numbers_[id.value()] = k;
    for (const ItemUse& use : problem.option(id)) {
      const uint32_t number = number_of[use.item.value()];
      if (problem.is_primary(use.item)) {
        primaries_.values.push_back(number);
      } else if (!contested[use.item.value()]) {
        continue;
      } else if (use.color == kNoColor) {
        secondaries_.values.push_back(number);
      } else {
        const auto [it, is_new] = colored_numbers.try_emplace(
            {number, use.color.value()}, secondary_count_);
        secondary_count_ += is_new;
        colored_.values.push_back(
            {.item = number, .item_with_color = it->second});
      }
    }
    primaries_.EndList();
    secondaries_.EndList();
    colored_.EndList();
    const auto size = static_cast<uint32_t>(Primaries(k).size());
    if (k == 0) primaries_per_option_ = min_primaries_per_option_ = size;
    min_primaries_per_option_ = std::min(min_primaries_per_option_, size);
    if (size != primaries_per_option_) primaries_per_option_ = 0;
  }
  if (!option_ids_.empty()) {
    uses_per_option_ = static_cast<double>(primaries_.values.size() +
                                           secondaries_.values.size() +
                                           2 * colored_.values.size()) /
                       static_cast<double>(option_ids_.size());
  }
}

}  // namespace dlx::internal::bit_sets
