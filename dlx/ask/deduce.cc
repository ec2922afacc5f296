#include "dlx/ask/deduce.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/ask/deduce/forcing.h"

namespace dlx {
namespace {

// Whether two options can be in one cover, as far as this item of both goes.
bool Agree(ColorId a, ColorId b) { return a != kNoColor && a == b; }

ColorId ColorIn(const Problem& problem, OptionId option, ItemId item) {
  for (const ItemUse& use : problem.option(option)) {
    if (use.item == item) return use.color;
  }
  return kNoColor;
}

// Covers items one after the other, the one with the fewest options first, and
// remembers what it could not cover: many items with the same few options come
// to the same rest in many orders.
class ItemCover {
 public:
  explicit ItemCover(const DeductionState& state) : state_(state) {}

  // False if it is sure that options of `left` that agree cannot cover the
  // items.
  bool MayCover(const OptionSet& left, std::vector<ItemId> items) {
    if (items.empty() || ++nodes_ > kMostNodes) return true;
    OptionSet rest(state_.problem().option_count());
    for (const ItemId item : items) rest |= state_.all_options_of(item);
    rest &= left;
    if (refuted_.contains(std::pair(rest, items))) return false;
    size_t best = 0;
    size_t fewest = SIZE_MAX;
    for (size_t i = 0; i < items.size(); ++i) {
      const size_t count = (state_.all_options_of(items[i]) & left).size();
      if (count >= fewest) continue;
      fewest = count;
      best = i;
    }
    bool may = false;
    const OptionSet options = state_.all_options_of(items[best]) & left;
    options.ForEach([&](OptionId option) {
      may = may ||
            MayCover(rest - state_.conflicts(option), Without(items, option));
    });
    if (!may) refuted_.emplace(std::move(rest), std::move(items));
    return may;
  }

  // Those items that the option does not cover.
  std::vector<ItemId> Without(std::vector<ItemId> items,
                              OptionId option) const {
    std::erase_if(items, [&](ItemId item) {
      return state_.all_options_of(item).Has(option);
    });
    return items;
  }

 private:
  static constexpr uint64_t kMostNodes = 100'000;

  const DeductionState& state_;
  uint64_t nodes_ = 0;
  // What options were left for which items.
  absl::flat_hash_set<std::pair<OptionSet, std::vector<ItemId>>> refuted_;
};

}  // namespace

const char* KindName(Deduction::Kind kind) {
  switch (kind) {
    case Deduction::Kind::kForced:
      return "forced";
    case Deduction::Kind::kBaseAndCover:
      return "base and cover";
    case Deduction::Kind::kChain:
      return "chain";
    case Deduction::Kind::kColours:
      return "colours";
    case Deduction::Kind::kForcing:
      return "forcing";
  }
  return "";
}

// ---------------------------------------------------------------- the state

DeductionState::Tables::Tables(Problem its_problem)
    : problem(std::move(its_problem)),
      options_of(problem.item_count(), OptionSet(problem.option_count())),
      conflicts(problem.option_count(), OptionSet(problem.option_count())),
      is_plain(problem.item_count(), true) {
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      options_of[use.item.value()].Add(OptionId(k));
      if (use.color != kNoColor) is_plain[use.item.value()] = false;
    }
  }
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const OptionId option(k);
    for (const ItemUse& use : problem.option(option)) {
      const OptionSet& others = options_of[use.item.value()];
      if (is_plain[use.item.value()]) {
        conflicts[k] |= others;
        continue;
      }
      others.ForEach([&](OptionId other) {
        if (!Agree(use.color, ColorIn(problem, other, use.item))) {
          conflicts[k].Add(other);
        }
      });
    }
    conflicts[k].Remove(option);
  }
}

absl::StatusOr<DeductionState> DeductionState::Create(Problem problem) {
  if (problem.has_multiplicities()) {
    return absl::InvalidArgumentError(
        "steps with reasons are for problems without multiplicities");
  }
  if (problem.option_count() > kMostOptions) {
    return absl::InvalidArgumentError(absl::StrCat(
        "steps with reasons are for problems of up to ", kMostOptions,
        " options; this one has ", problem.option_count()));
  }
  return DeductionState(std::make_shared<const Tables>(std::move(problem)));
}

DeductionState::DeductionState(std::shared_ptr<const Tables> tables)
    : tables_(std::move(tables)),
      left_(problem().option_count()),
      is_open_(problem().item_count(), false),
      open_count_(problem().primary_count()) {
  for (uint32_t k = 0; k < problem().option_count(); ++k) {
    left_.Add(OptionId(k));
  }
  for (uint32_t i = 0; i < problem().item_count(); ++i) {
    is_open_[i] = problem().is_primary(ItemId(i));
  }
}

std::optional<ItemId> DeductionState::DeadItem() const {
  for (uint32_t i = 0; i < problem().item_count(); ++i) {
    if (is_open_[i] && !all_options_of(ItemId(i)).Meets(left_)) {
      return ItemId(i);
    }
  }
  return std::nullopt;
}

OptionSet DeductionState::CommonConflicts(const OptionSet& options) const {
  OptionSet common = left_;
  options.ForEach([&](OptionId option) { common &= conflicts(option); });
  return common;
}

void DeductionState::Take(OptionId option) {
  assert(left_.Has(option));
  left_ -= conflicts(option);
  left_.Remove(option);
  taken_.push_back(option);
  for (const ItemUse& use : problem().option(option)) {
    if (!is_open_[use.item.value()]) continue;
    is_open_[use.item.value()] = false;
    --open_count_;
  }
}

void DeductionState::Apply(const Deduction& deduction) {
  for (const OptionId option : deduction.removed) Remove(option);
  for (const OptionId option : deduction.placed) Take(option);
}

// ------------------------------------------------- forced, next, and checked

bool VisitForced(const DeductionState& state, VisitDeduction visit) {
  for (uint32_t i = 0; i < state.problem().item_count(); ++i) {
    const ItemId item(i);
    if (!state.is_open(item)) continue;
    const std::optional<OptionId> only =
        state.left().OnlyOneIn(state.all_options_of(item));
    if (!only.has_value()) continue;
    if (!visit({.kind = Deduction::Kind::kForced,
                .placed = {*only},
                .base = {item}})) {
      return false;
    }
  }
  return true;
}

namespace {

// The option with the simplest contradiction; without one, the simplest thing
// that all options of an item lead to.
std::optional<Deduction> FindForcing(const DeductionState& state) {
  ForcingNets nets;
  nets.is_dynamic = true;
  const uint32_t items = static_cast<uint32_t>(state.problem().item_count());
  for (uint32_t i = 0; i < items; ++i) {
    nets.rules_out.push_back(state.is_plain(ItemId(i)));
    nets.forces.push_back(state.is_open(ItemId(i)));
  }
  const std::vector<int> ranks(items, 0);
  Forcing forcing(state, std::move(nets), ranks);
  std::optional<ForcingHint> best;
  const auto take = [&](const ForcingHint& hint) {
    if (best.has_value() && best->complexity <= hint.complexity) return;
    if (!forcing.RemovedBy(hint).empty()) best = hint;
  };
  state.left().ForEach(
      [&](OptionId option) { forcing.VisitContradiction(option, true, take); });
  for (uint32_t i = 0; i < items && !best.has_value(); ++i) {
    if (state.is_open(ItemId(i))) forcing.VisitVerity(ItemId(i), take);
  }
  if (!best.has_value()) return std::nullopt;
  return forcing.DeductionOf(*best);
}

}  // namespace

std::optional<Deduction> NextDeduction(const DeductionState& state,
                                       const DeduceOptions& options) {
  std::optional<Deduction> found;
  const auto take_first = [&](Deduction deduction) {
    found = std::move(deduction);
    return false;
  };
  if (state.is_solved() || state.DeadItem().has_value()) return found;
  if (!VisitForced(state, take_first)) return found;
  for (size_t size = 1; size <= options.max_size; ++size) {
    if (!VisitBaseAndCover(state, {.size = size, .effort = options.effort},
                           take_first)) {
      return found;
    }
    // Chains are shorter to tell than what has three base items, or more.
    if (size != std::min<size_t>(2, options.max_size)) continue;
    if (!VisitChains(state,
                     {.max_links = options.max_links, .effort = options.effort},
                     take_first)) {
      return found;
    }
  }
  VisitChains(state,
              {.max_links = options.max_links,
               .max_group = 3,
               .effort = options.effort},
              take_first);
  if (!found.has_value() && state.left().size() <= options.max_forcing) {
    found = FindForcing(state);
  }
  return found;
}

bool CheckDeduction(const DeductionState& state, const Deduction& deduction) {
  if (deduction.placed.empty() && deduction.removed.empty()) return false;
  for (const ItemId item : deduction.base) {
    if (!state.is_open(item)) return false;
  }
  for (const OptionId option : deduction.removed) {
    ItemCover cover(state);
    if (!state.left().Has(option) ||
        cover.MayCover(state.left() - state.conflicts(option),
                       cover.Without(deduction.base, option))) {
      return false;
    }
  }
  for (const OptionId option : deduction.placed) {
    OptionSet left = state.left();
    left.Remove(option);
    if (!state.left().Has(option) ||
        ItemCover(state).MayCover(left, deduction.base)) {
      return false;
    }
  }
  return true;
}

}  // namespace dlx
