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

// Primary items are numbered by themselves, and so are the secondary ones that
// options can disagree about.
struct Numbering {
  std::vector<uint32_t> number_of;  // Of each item.
  uint32_t secondary_count = 0;
};

Numbering NumberItems(const Problem& problem, const ItemOrder& order,
                      const std::vector<bool>& contested) {
  Numbering numbering = {.number_of =
                             std::vector<uint32_t>(problem.item_count())};
  uint32_t primaries = 0;
  for (const ItemId item : order.items) {
    if (problem.is_primary(item)) {
      numbering.number_of[item.value()] = primaries++;
    } else if (contested[item.value()]) {
      numbering.number_of[item.value()] = numbering.secondary_count++;
    }
  }
  return numbering;
}

}  // namespace

SetProblem::SetProblem(const Problem& problem, const SearchOptions& options,
                       Task task, OptionOrder order)
    : primary_count_(static_cast<uint32_t>(problem.primary_count())),
      branching_(options.branching),
      option_ids_(OrderOptions(problem, order == OptionOrder::kBySeed
                                            ? options.seed
                                            : std::nullopt)),
      numbers_(option_ids_.size()) {
  if (task == Task::kBest) SortByReducedCost(problem);
  const bool prefer_sharp = options.branching == Branching::kSharpPreference;
  const ItemOrder items = OrderItems(problem, prefer_sharp, options.seed);
  preferred_count_ = static_cast<uint32_t>(items.preferred_count);
  for (const ItemId item : items.items) {
    if (problem.is_primary(item)) primary_ids_.push_back(item);
  }

  const std::vector<bool> contested = FindContested(problem);
  const Numbering numbering = NumberItems(problem, items, contested);
  secondary_count_ = numbering.secondary_count;

  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, uint32_t> colored_numbers;
  for (uint32_t k = 0; k < option_ids_.size(); ++k) {
    const OptionId id = option_ids_[k];
    numbers_[id.value()] = k;
    for (const ItemUse& use : problem.option(id)) {
      const uint32_t number = numbering.number_of[use.item.value()];
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

void SetProblem::SortByReducedCost(const Problem& problem) {
  prices_ = dancing_links::FindRootPrices(problem);
  // No more than one option is chosen for each primary item.
  const int64_t most =
      (int64_t{1} << 62) / static_cast<int64_t>(primary_count_ + 1);
  for (int64_t& reduced : prices_->reduced_costs) {
    reduced = std::min(reduced, most);
  }
  const auto reduced = [this](OptionId id) {
    return prices_->reduced_costs[id.value()];
  };
  std::stable_sort(
      option_ids_.begin(), option_ids_.end(),
      [&](OptionId a, OptionId b) { return reduced(a) < reduced(b); });
  for (const OptionId id : option_ids_) reduced_.push_back(reduced(id));
}

}  // namespace dlx::internal::bit_sets
